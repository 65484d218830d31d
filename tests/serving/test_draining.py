"""How streams end when a server does: what is at work is answered, what waits ends at once, nothing new begins."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from referee.library import Library
from referee.service.guard import GuardedServer
from referee.service.server import Server, options
from referee.service.terms import Bounds, Terms
from referee.v1.rule_set_service_pb2 import CheckRuleSetRequest, ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub


class Handlers:
    """`Echo` answers when it is let, `Watch` once and then never, `Wait` when it is let."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.at_work = asyncio.Event()

    async def echo(self, requests: AsyncIterator[bytes], _context: Any) -> AsyncIterator[bytes]:
        async for request in requests:
            self.at_work.set()
            await self.may_answer.wait()
            yield request

    async def watch(self, request: bytes, _context: Any) -> AsyncIterator[bytes]:
        yield request
        await asyncio.sleep(60)

    async def wait(self, request: bytes, _context: Any) -> bytes:
        self.at_work.set()
        await self.may_answer.wait()
        return request


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[tuple[GuardedServer, Handlers, grpc.aio.Channel]]:
    handlers = Handlers()
    server = GuardedServer(grpc.aio.server(options=options()), bounds=Bounds(default_seconds=60))
    methods = {
        "Echo": grpc.stream_stream_rpc_method_handler(handlers.echo, bytes, bytes),
        "Watch": grpc.unary_stream_rpc_method_handler(handlers.watch, bytes, bytes),
        "Wait": grpc.unary_unary_rpc_method_handler(handlers.wait, bytes, bytes),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Test", methods),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield server, handlers, channel
    handlers.may_answer.set()
    await server.stop(0)


async def ended(read: Any) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await asyncio.wait_for(read, 10)
    told = ErrorInfo()
    assert rpc_status.from_call(raised.value).details[0].Unpack(told)
    return raised.value.code(), told.reason


GOING = (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
Served = tuple[GuardedServer, Handlers, grpc.aio.Channel]


async def test_a_stream_at_work_answers_first(served: Served) -> None:
    server, handlers, channel = served
    stream = channel.stream_stream("/test.Test/Echo")()
    await stream.write(b"1")
    await stream.write(b"2")
    await asyncio.wait_for(handlers.at_work.wait(), 10)
    server.end_streams()
    await asyncio.sleep(0.05)
    handlers.may_answer.set()

    assert await stream.read() == b"1"
    assert await ended(stream.read()) == GOING


async def test_a_stream_that_waits_ends_at_once(served: Served) -> None:
    server, handlers, channel = served
    handlers.may_answer.set()
    stream = channel.stream_stream("/test.Test/Echo")()
    await stream.write(b"1")
    assert await stream.read() == b"1"
    reading = asyncio.ensure_future(ended(stream.read()))
    await asyncio.sleep(0.05)
    server.end_streams()
    assert await asyncio.wait_for(reading, 5) == GOING


async def test_a_watch_ends_at_once(served: Served) -> None:
    server, _, channel = served
    watch = channel.unary_stream("/test.Test/Watch")(b"x")
    assert await watch.read() == b"x"
    server.end_streams()
    assert await asyncio.wait_for(ended(watch.read()), 5) == GOING


async def test_no_stream_begins_any_more_and_calls_go_on(served: Served) -> None:
    server, handlers, channel = served
    call = asyncio.ensure_future(channel.unary_unary("/test.Test/Wait")(b"x"))
    await asyncio.wait_for(handlers.at_work.wait(), 10)
    server.end_streams()
    assert await ended(channel.unary_stream("/test.Test/Watch")(b"x").read()) == GOING
    assert await ended(channel.stream_stream("/test.Test/Echo")(iter([b"x"])).read()) == GOING
    handlers.may_answer.set()
    assert await call == b"x"


async def test_whoever_leaves_a_stream_is_not_told_that_the_server_ends(served: Served) -> None:
    """A stream that its client cancels is cancelled, and leaves nothing that a later end would find."""
    server, handlers, channel = served
    handlers.may_answer.set()
    stream = channel.stream_stream("/test.Test/Echo")()
    await stream.write(b"1")
    assert await stream.read() == b"1"
    stream.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stream.read()
    await asyncio.sleep(0.05)
    server.end_streams()
    assert await channel.unary_unary("/test.Test/Wait")(b"y") == b"y"


class SlowLibrary(Library):
    """Checks a text when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_check = threading.Event()

    def check(self, content: bytes, name: str) -> Any:
        assert self.may_check.wait(20)
        return super().check(content, name)


@pytest.mark.parametrize(("grace", "code"), [(0.2, grpc.StatusCode.UNAVAILABLE), (10, grpc.StatusCode.OK)])
async def test_calls_under_way_have_the_grace_and_no_more(grace: float, code: grpc.StatusCode) -> None:
    library = SlowLibrary()
    server = Server("127.0.0.1:0", library, Terms(grace=grace, bounds=Bounds(default_seconds=60)))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        stub = RuleSetServiceStub(channel)
        call = stub.CheckRuleSet(CheckRuleSetRequest(source=b"x"))
        assert (await stub.ListRuleSets(ListRuleSetsRequest())).rule_sets
        stopping = asyncio.ensure_future(server.stop())
        if code is grpc.StatusCode.OK:
            await asyncio.sleep(0.3)
            library.may_check.set()
        assert await call.code() is code
        await stopping
    library.may_check.set()
