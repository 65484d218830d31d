"""Health and reflection, as probes and tools ask for them."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from referee.library import Library
from referee.rules.model import RuleSet
from referee.service.addresses import is_local, with_port
from referee.service.server import CannotServe, Server, check_address
from referee.service.terms import Terms

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICES = ("RuleSetService", "RefereeService", "RecordService", "RuleSetStoreService")
NAMES = ["", *(f"referee.v1.{name}" for name in SERVICES)]


class SlowLibrary(Library):
    """Loads its rule sets when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_load = threading.Event()

    def rule_set(self, name: str) -> RuleSet:
        assert self.may_load.wait(10)
        return super().rule_set(name)


@pytest.mark.parametrize("name", NAMES)
async def test_each_service_is_serving(channel: grpc.aio.Channel, name: str) -> None:
    stub = health_pb2_grpc.HealthStub(channel)

    assert (await stub.Check(health_pb2.HealthCheckRequest(service=name))).status == SERVING


@pytest.mark.parametrize("name", ["referee.v1.Nothing", "referee.v1", "RefereeService", "x" * 10_000])
async def test_an_unknown_service_is_not_found(channel: grpc.aio.Channel, name: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=name))

    assert raised.value.code() is grpc.StatusCode.NOT_FOUND


async def test_it_is_not_serving_until_the_rule_sets_are_loaded_and_again_when_it_stops() -> None:
    library = SlowLibrary()
    server = Server("127.0.0.1:0", library)
    starting = asyncio.ensure_future(server.start())
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest(service=NAMES[2]), wait_for_ready=True)
        seen = [(await watch.read()).status]
        assert (await stub.Check(health_pb2.HealthCheckRequest())).status == NOT_SERVING
        library.may_load.set()
        seen.append((await watch.read()).status)
        await starting
        assert (await stub.Check(health_pb2.HealthCheckRequest())).status == SERVING
        stopping = asyncio.ensure_future(server.stop(1))
        seen.append((await watch.read()).status)
        await stopping

    assert seen == [NOT_SERVING, SERVING, NOT_SERVING]


async def test_reflection_lists_every_service_and_knows_their_files(channel: grpc.aio.Channel) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    requests = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol="referee.v1.RefereeService"),
    ]
    responses = [response async for response in stub.ServerReflectionInfo(iter(requests))]
    names = {service.name for service in responses[0].list_services_response.service}

    assert names == {*NAMES[1:], "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
    assert responses[1].file_descriptor_response.file_descriptor_proto


async def test_reflection_can_be_left_out() -> None:
    server = Server("127.0.0.1:0", Library(), Terms(reflection=False))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await stub.ServerReflectionInfo().read()  # nothing is sent: a refusal that crosses it would be lost
    await server.stop(0)

    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_a_port_that_is_taken_is_refused(server: Any) -> None:
    with pytest.raises(CannotServe, match="taken"):
        Server(f"127.0.0.1:{server.port}", Library())


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:50051", "example.com:1", ":50051"])
async def test_an_address_others_can_reach_must_be_meant(address: str) -> None:
    with pytest.raises(CannotServe, match="insecure"):
        Server(address, Library())


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1", "`127.0.0.1` has no port; write HOST:PORT, for example `127.0.0.1:50051`"),
        ("nonsense", "`nonsense` has no port; write HOST:PORT, for example `nonsense:50051`"),
        ("", "`` has no port; write HOST:PORT, for example `127.0.0.1:50051`"),
        ("::1", "`::1` has no port; write HOST:PORT, for example `[::1]:50051`"),
        ("[::1]", "`[::1]` has no port; write HOST:PORT, for example `[::1]:50051`"),
        ("127.0.0.1:", "`` is no port; a port is a number from 0 (any that is free) to 65535"),
        ("127.0.0.1:65536", "`65536` is no port; a port is a number from 0 (any that is free) to 65535"),
        ("127.0.0.1:-1", "`-1` is no port; a port is a number from 0 (any that is free) to 65535"),
        ("0.0.0.0:99999", "`99999` is no port; a port is a number from 0 (any that is free) to 65535"),
        ("localhost:http", "`http` is no port; a port is a number from 0 (any that is free) to 65535"),
        ("127.0.0.1:٣", "`٣` is no port; a port is a number from 0 (any that is free) to 65535"),
        ("127.0.0.1:" + "9" * 5000, "`99999…` is no port; a port is a number from 0 (any that is free) to 65535"),
    ],
)  # fmt: skip
async def test_what_is_no_address(address: str, said: str) -> None:
    with pytest.raises(CannotServe) as raised:
        Server(address, Library())
    assert str(raised.value) == said


@pytest.mark.parametrize("address", ["127.0.0.1:0", "[::1]:65535", "localhost:00080", "unix:x.sock"])
def test_what_is_an_address(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(
    ("address", "local"),
    [("127.0.0.1:0", True), ("127.8.8.8:1", True), ("[::1]:1", True), ("localhost:1", True), ("unix:/tmp/x", True),
     ("10.0.0.1:1", False), ("localhost.example:1", False)],
)  # fmt: skip
def test_what_is_local(address: str, local: bool) -> None:
    assert is_local(address) is local


def test_the_address_that_is_announced() -> None:
    assert with_port("127.0.0.1:0", 50123) == "127.0.0.1:50123"
    assert with_port("[::1]:0", 50123) == "[::1]:50123"
    assert with_port("unix:x.sock", 1) == "unix:x.sock"
