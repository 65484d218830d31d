"""Who is let in, at each limit and one above it: a service made for the test, behind the guard of the real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

from referee import limits
from referee.service import admission, guard
from referee.service.guard import GuardedServer
from referee.service.server import options
from referee.service.terms import Bounds


@dataclass
class Slow:
    """Answers when it is let; counts who has come to it."""

    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    came: int = 0
    one_more: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, request: bytes, _context: Any) -> bytes:
        self.came += 1
        self.one_more.set()
        await self.may_answer.wait()
        return request[:1]

    async def come(self, number: int) -> None:
        """Until so many have come."""
        async with asyncio.timeout(20):
            while self.came < number:
                self.one_more.clear()
                await self.one_more.wait()


async def echo(request: bytes, _context: Any) -> bytes:
    return request


async def lengths(requests: AsyncIterator[bytes], _context: Any) -> AsyncIterator[bytes]:
    async for request in requests:
        yield str(len(request)).encode()


@dataclass
class Served:
    slow: Slow
    connect: Callable[[], Awaitable[grpc.aio.Channel]]


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    """Services `test.Slow` and `test.Quick`, and as many connections as are asked for."""
    slow = Slow()
    bounds = Bounds(default_seconds=limits.CALL_SECONDS)
    server = GuardedServer(grpc.aio.server(options=options()), {"test.Large": limits.MESSAGE_BYTES}, bounds)
    for service, handler in (("Slow", slow.wait), ("Quick", echo), ("Large", echo)):
        handlers = {"Ask": grpc.unary_unary_rpc_method_handler(handler, bytes, bytes)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(f"test.{service}", handlers),))
    streams = {"Ask": grpc.stream_stream_rpc_method_handler(lengths, bytes, bytes)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Lengths", streams),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with AsyncExitStack() as opened:

        async def connect() -> grpc.aio.Channel:
            options = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))
            return await opened.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{port}", options))

        yield Served(slow, connect)
    slow.may_answer.set()
    await server.stop(0)


async def refusal(call: Awaitable[Any]) -> tuple[grpc.StatusCode, str, int]:
    """Code, reason and the seconds after which to come again (0: never)."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    told, again = ErrorInfo(), RetryInfo()
    for detail in rpc_status.from_call(raised.value).details:
        assert detail.Unpack(told) or detail.Unpack(again)
    return raised.value.code(), told.reason, again.retry_delay.seconds


FULL = grpc.StatusCode.RESOURCE_EXHAUSTED


async def many(served: Served, number: int, content: bytes = b"x") -> list[asyncio.Future[bytes]]:
    """So many slow calls more, over as many connections as they need; they have all come to the handler."""
    before = served.slow.came
    calls: list[asyncio.Future[bytes]] = []
    while len(calls) < number:
        ask = (await served.connect()).unary_unary("/test.Slow/Ask")
        calls += [
            asyncio.ensure_future(ask(content)) for _ in range(min(limits.CONNECTION_STREAMS, number - len(calls)))
        ]
    await served.slow.come(before + number)
    return calls


async def test_calls_of_one_service(served: Served) -> None:
    calls = await many(served, limits.CONCURRENT_CALLS)
    other = await served.connect()

    assert await refusal(other.unary_unary("/test.Slow/Ask")(b"")) == (FULL, "CALLS_EXHAUSTED", 1)
    assert await other.unary_unary("/test.Quick/Ask")(b"me too") == b"me too"

    served.slow.may_answer.set()
    assert await asyncio.gather(*calls) == [b"x"] * limits.CONCURRENT_CALLS
    assert await other.unary_unary("/test.Slow/Ask")(b"") == b""


async def test_a_call_has_its_place_before_its_message_has_come(served: Served) -> None:
    """Whoever opens calls and sends nothing uses up places, and nothing else."""
    sent = asyncio.Event()

    async def nothing_yet() -> AsyncIterator[bytes]:
        await sent.wait()
        yield b"y"

    channels = [await served.connect() for _ in range(3)]
    opened = [
        asyncio.ensure_future(channels[number % 3].stream_unary("/test.Slow/Ask")(nothing_yet()))
        for number in range(limits.CONCURRENT_CALLS)
    ]
    other = await served.connect()
    served.slow.may_answer.set()
    refused = None
    while refused is None:
        (told,) = await asyncio.gather(other.unary_unary("/test.Slow/Ask")(b"", timeout=20), return_exceptions=True)
        refused = told if isinstance(told, grpc.aio.AioRpcError) else None
    assert refused.code() is FULL
    before = served.slow.came
    sent.set()

    assert set(await asyncio.gather(*opened)) == {b"y"}
    assert served.slow.came == before + limits.CONCURRENT_CALLS


async def test_streams_of_one_connection(served: Served) -> None:
    """One more waits at the client until another has ended, and those who have connections of their own go before it."""
    first = await many(served, limits.CONNECTION_STREAMS)
    one = await served.connect()
    ask = one.unary_unary("/test.Slow/Ask")
    calls = [asyncio.ensure_future(ask(b"z")) for _ in range(limits.CONNECTION_STREAMS + 1)]
    await served.slow.come(2 * limits.CONNECTION_STREAMS)
    await (await served.connect()).unary_unary("/test.Quick/Ask")(b"")
    assert served.slow.came == 2 * limits.CONNECTION_STREAMS

    calls[0].cancel()
    await served.slow.come(2 * limits.CONNECTION_STREAMS + 1)
    served.slow.may_answer.set()
    assert set(await asyncio.gather(*first, *calls[1:])) == {b"x", b"z"}


async def test_those_that_wait_at_the_client_are_not_refused(served: Served) -> None:
    """Waves of calls over one connection, each of them five times what it may hold at one time: every one is answered."""
    ask = (await served.connect()).unary_unary("/test.Quick/Ask")
    for wave in range(4):
        content = bytes([wave])
        answers = await asyncio.gather(*(ask(content) for _ in range(5 * limits.CONNECTION_STREAMS)))
        assert set(answers) == {content}


async def test_bytes_of_a_message(served: Served) -> None:
    channel = await served.connect()
    for service, most in (("Quick", limits.REQUEST_BYTES), ("Large", limits.MESSAGE_BYTES)):
        ask = channel.unary_unary(f"/test.{service}/Ask")
        assert len(await ask(bytes(most))) == most
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await ask(bytes(most + 1))
        assert raised.value.code() is FULL

    assert await refusal(channel.unary_unary("/test.Quick/Ask")(bytes(limits.REQUEST_BYTES + 1))) == (
        FULL,
        "REQUEST_TOO_LARGE",
        0,
    )


async def test_bytes_of_all_messages(served: Served) -> None:
    full = bytes(limits.REQUEST_BYTES)
    number, rest = divmod(limits.HELD_BYTES, len(full))
    assert rest == 0
    calls = await many(served, number, full)
    other = await served.connect()

    assert await refusal(other.unary_unary("/test.Quick/Ask")(b"1")) == (FULL, "BYTES_EXHAUSTED", 1)
    assert await other.unary_unary("/test.Quick/Ask")(b"") == b""
    served.slow.may_answer.set()
    await asyncio.gather(*calls)
    assert await other.unary_unary("/test.Quick/Ask")(b"1") == b"1"


async def test_a_stream_holds_one_message_at_a_time(served: Served) -> None:
    """More go through it than all calls together may hold; one that is too large ends it."""
    channel, many = await served.connect(), limits.HELD_BYTES // limits.REQUEST_BYTES + 5

    async def messages(number: int, size: int) -> AsyncIterator[bytes]:
        for _ in range(number):
            yield bytes(size)

    lengths = channel.stream_stream("/test.Lengths/Ask")
    answers = [answer async for answer in lengths(messages(many, limits.REQUEST_BYTES))]
    assert answers == [str(limits.REQUEST_BYTES).encode()] * many
    assert await channel.unary_unary("/test.Quick/Ask")(bytes(1000))
    call = lengths(messages(1, limits.REQUEST_BYTES + 1))
    assert await refusal(call.read()) == (FULL, "REQUEST_TOO_LARGE", 0)


async def test_what_is_cancelled_leaves_its_place_and_its_bytes(served: Served) -> None:
    for _ in range(3):
        calls = await many(served, 70, bytes(900_000))
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await asyncio.sleep(0.1)

    ask = (await served.connect()).unary_unary("/test.Quick/Ask")
    assert await ask(b"1") == b"1"


@pytest.mark.parametrize(
    ("bounds", "deadline", "said"),
    [
        (Bounds(most_seconds=0.05), 20, "longer than 0.05 seconds, which is the most"),
        (Bounds(default_seconds=0.05), None, "longer than 0.05 seconds, which is what a call without a deadline has"),
    ],
)
async def test_a_call_that_takes_too_long_is_ended_and_leaves_its_place(
    bounds: Bounds, deadline: float | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "_SWEEP_SECONDS", 0.05)
    slow = Slow()
    server = GuardedServer(grpc.aio.server(options=options()), bounds=bounds)
    handlers = {"Ask": grpc.unary_unary_rpc_method_handler(slow.wait, bytes, bytes)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Slow", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        ask = channel.unary_unary("/test.Slow/Ask")
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await ask(b"x", timeout=deadline)
        assert said in (raised.value.details() or "")
        assert await refusal(ask(b"x", timeout=deadline)) == (grpc.StatusCode.DEADLINE_EXCEEDED, "CALL_OVERDUE", 0)
        slow.may_answer.set()
        assert await ask(b"x", timeout=20) == b"x"
    await server.stop(0)


@pytest.mark.parametrize(("has_deadline", "seconds"), [(True, limits.CALL_SECONDS), (False, limits.DEFAULT_SECONDS)])
async def test_a_call_is_overdue_after_the_last_second_and_not_before(has_deadline: bool, seconds: int) -> None:
    now = 1000.0
    places = admission.Places(admission.Held(), clock=lambda: now)

    async def call() -> str:
        task = places.begin(has_deadline=has_deadline)
        try:
            await asyncio.sleep(20)
        except asyncio.CancelledError:
            return "cancelled" if places.overdue(task) is None else "overdue"
        finally:
            places.end(task)
        return "done"

    begun = [asyncio.ensure_future(call()) for _ in range(2)]
    await asyncio.sleep(0)
    now += seconds
    places.cancel_overdue()
    begun[0].cancel()
    assert await begun[0] == "cancelled"

    now += 1
    places.cancel_overdue()
    assert await begun[1] == "overdue"
