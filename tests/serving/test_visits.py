"""What those who watch a server are told of its calls, however these end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import pytest
import pytest_asyncio

from referee.service.guard import GuardedServer
from referee.service.server import options
from referee.service.status import CallError
from referee.service.terms import Bounds
from referee.service.visits import REQUEST_ID, Visit


class Watching:
    """Counts beginnings, keeps ends."""

    def __init__(self) -> None:
        self.begun = 0
        self.ends: asyncio.Queue[Visit] = asyncio.Queue()

    def began(self, visit: Visit) -> None:
        assert visit.code == "OK"
        self.begun += 1

    def ended(self, visit: Visit) -> None:
        self.ends.put_nowait(visit)


async def echo(request: bytes, _context: Any) -> bytes:
    return request


async def waiting(_request: bytes, _context: Any) -> bytes:
    await asyncio.sleep(30)
    return b""


async def refusing(_request: bytes, _context: Any) -> bytes:
    raise CallError(grpc.StatusCode.NOT_FOUND, "NOT_THERE", "it is not there")


async def failing(_request: bytes, _context: Any) -> bytes:
    raise ValueError("7o")


async def aborting(_request: bytes, context: Any) -> None:
    await context.abort(grpc.StatusCode.ALREADY_EXISTS, "it is there")


async def numbers(_request: bytes, _context: Any) -> AsyncIterator[bytes]:
    for _ in range(3):
        yield b"x"


async def endless(_request: bytes, _context: Any) -> AsyncIterator[bytes]:
    while True:
        yield b"x"
        await asyncio.sleep(0.01)


Served = tuple[grpc.aio.Channel, Watching]


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    watching = Watching()
    server = GuardedServer(grpc.aio.server(options=options()), bounds=Bounds(most_seconds=1), watcher=watching)
    unary = {call.__name__: call for call in (echo, waiting, refusing, failing, aborting)}
    methods = {name: grpc.unary_unary_rpc_method_handler(call, bytes, bytes) for name, call in unary.items()}
    for stream in (numbers, endless):
        methods[stream.__name__] = grpc.unary_stream_rpc_method_handler(stream, bytes, bytes)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Test", methods),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel, watching
    await server.stop(0)


async def read_all(call: Any) -> None:
    async for _ in call:
        pass


async def leave(call: Any) -> None:
    if hasattr(call, "read"):
        await call.read()
    else:
        await asyncio.sleep(0.05)
    call.cancel()


Use = Callable[[Any], Awaitable[Any]]


@pytest.mark.parametrize(
    ("method", "seconds", "use", "ends"),
    [
        ("echo", 20, None, ("OK", "")),
        ("refusing", 20, None, ("NOT_FOUND", "NOT_THERE")),
        ("failing", 20, None, ("INTERNAL", "INTERNAL")),
        ("aborting", 20, None, ("ALREADY_EXISTS", "")),
        ("waiting", 20, None, ("DEADLINE_EXCEEDED", "CALL_OVERDUE")),
        ("waiting", 0.15, None, ("DEADLINE_EXCEEDED", "")),
        ("waiting", 20, leave, ("CANCELLED", "")),
        ("numbers", 20, read_all, ("OK", "")),
        ("endless", 0.15, read_all, ("DEADLINE_EXCEEDED", "")),
        ("endless", 20, leave, ("CANCELLED", "")),
    ],
)
async def test_every_call_has_one_end(
    served: Served, method: str, seconds: float, use: Use | None, ends: tuple[str, str]
) -> None:
    channel, watching = served
    streams = method in {"numbers", "endless"}
    ask = (channel.unary_stream if streams else channel.unary_unary)(f"/test.Test/{method}")
    call = ask(b"x", timeout=seconds, metadata=((REQUEST_ID, f"id-{method}"),))
    with contextlib.suppress(grpc.aio.AioRpcError):
        await (call if use is None else use(call))
    visit = await asyncio.wait_for(watching.ends.get(), 10)

    assert (visit.code, visit.reason) == ends
    assert (await call.code()).name == ends[0]
    assert (visit.method.service, visit.method.name, visit.request_id) == ("test.Test", method, f"id-{method}")
    assert visit.method.kind == ("server_stream" if streams else "unary")
    assert 0 <= visit.seconds < 20
    assert watching.begun == 1
    assert watching.ends.empty()
