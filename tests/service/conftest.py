"""One real server for the session, on a free port of this machine, in the loop of the tests, and a channel to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from grpc_status import rpc_status

from referee.library import Library
from referee.service.server import Server
from referee.service.terms import Bounds, Terms
from referee.v1.record_service_pb2_grpc import RecordServiceStub
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(library: Library) -> AsyncIterator[Server]:
    # a machine that is busy with other tests may take longer than the seconds of a call without a deadline
    running = Server("127.0.0.1:0", library, Terms(bounds=Bounds(default_seconds=60)))
    await running.start()
    yield running
    await running.stop(0)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def channel(server: Server) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as opened:
        yield opened


@pytest.fixture(scope="session")
def referee(channel: grpc.aio.Channel) -> Any:
    return RefereeServiceStub(channel)


@pytest.fixture(scope="session")
def records(channel: grpc.aio.Channel) -> Any:
    return RecordServiceStub(channel)


@pytest.fixture(scope="session")
def rule_sets(channel: grpc.aio.Channel) -> Any:
    return RuleSetServiceStub(channel)


@dataclass(frozen=True)
class Failed:
    """What a client is told of a failed call."""

    code: grpc.StatusCode
    message: str
    reason: str
    metadata: dict[str, str]
    violations: list[tuple[str, str]]


async def failure_of(call: Awaitable[Any]) -> Failed:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    error = raised.value
    status = rpc_status.from_call(error)
    assert status is not None, f"no details with {error.code()}: {error.details()}"
    told, listed, again = ErrorInfo(), BadRequest(), RetryInfo()
    for detail in status.details:
        assert any(detail.Unpack(known) for known in (told, listed, again))
    assert told.domain == "referee.v1"
    violations = [(violation.field, violation.reason) for violation in listed.field_violations]
    return Failed(error.code(), error.details() or "", told.reason, dict(told.metadata), violations)


@pytest.fixture(scope="session")
def failed() -> Callable[[Awaitable[Any]], Awaitable[Failed]]:
    """Awaits a call that must fail, and says how it failed. An error always has an ErrorInfo of our domain."""
    return failure_of


@pytest.fixture(scope="session")
def table() -> Callable[..., TableSetup]:
    """`table("spanish-40", seats=2, jokers="2")`; bytes are a source."""

    def setup(rules: str | bytes, seats: int | None = None, **options: str) -> TableSetup:
        way = {"source": rules} if isinstance(rules, bytes) else {"name": rules}
        return TableSetup(rule_set=RuleSetSelector(**way), seats=seats, options=options)

    return setup
