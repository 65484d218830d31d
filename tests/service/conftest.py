"""One real server for the session, on a free port of this machine, in the loop of the tests, and a channel to it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio

from referee.library import Library
from referee.service.server import Server
from referee.v1.referee_service_pb2_grpc import RefereeServiceAsyncStub, RefereeServiceStub
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceAsyncStub, RuleSetServiceStub


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(library: Library) -> AsyncIterator[Server]:
    running = Server("127.0.0.1:0", library)
    await running.start()
    yield running
    await running.stop(0)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def channel(server: Server) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as opened:
        yield opened


@pytest.fixture(scope="session")
def referee(channel: grpc.aio.Channel) -> RefereeServiceAsyncStub:
    return RefereeServiceStub(channel)


@pytest.fixture(scope="session")
def rule_sets(channel: grpc.aio.Channel) -> RuleSetServiceAsyncStub:
    return RuleSetServiceStub(channel)
