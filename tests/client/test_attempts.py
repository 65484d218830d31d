"""What the clients do when a call fails: a server made for the test says how, and counts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status
from referee_client import AsyncClient, Client, Digest, RefereeError, Source

from referee.v1.hands_pb2 import Arrangement, HandValue
from referee.v1.referee_service_pb2 import EvaluateHandRequest, EvaluateHandResponse
from referee.v1.referee_service_pb2_grpc import RefereeServiceServicer, add_RefereeServiceServicer_to_server

DIGEST = "a" * 64
SOURCE = Source("rule_set: casa\n")


def not_loaded() -> Any:
    packed = Packed()
    packed.Pack(ErrorInfo(reason="RULE_SET_NOT_LOADED", domain="referee.v1", metadata={"digest": DIGEST}))
    return rpc_status.to_status(Status(code=grpc.StatusCode.NOT_FOUND.value[0], message="gone", details=[packed]))


def full(seconds: int, nanos: int) -> Any:
    packed = Packed()
    packed.Pack(RetryInfo(retry_delay=Duration(seconds=seconds, nanos=nanos)))
    return rpc_status.to_status(
        Status(code=grpc.StatusCode.RESOURCE_EXHAUSTED.value[0], message="full", details=[packed])
    )


class Scripted(RefereeServiceServicer):
    """Fails as it was told to, then answers. `knows` says whether the digest is loaded."""

    def __init__(self) -> None:
        self.failures: list[grpc.StatusCode] = []
        self.full: tuple[int, int] | None = None
        self.knows = True
        self.ways: list[str] = []
        self.delay = 0.0

    def EvaluateHand(  # noqa: N802 - the name of the method
        self, request: EvaluateHandRequest, context: grpc.ServicerContext
    ) -> EvaluateHandResponse:
        way = request.table.rule_set.WhichOneof("rule_set")
        self.ways.append(way)
        time.sleep(self.delay)
        if self.full is not None:
            context.abort_with_status(full(*self.full))
        if self.failures:
            context.abort(self.failures.pop(0), "as told")
        if way == "digest" and not self.knows:
            context.abort_with_status(not_loaded())
        self.knows = True
        return EvaluateHandResponse(rule_set_digest=DIGEST, value=HandValue(best=Arrangement()))


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Scripted, str]]:
    scripted = Scripted()
    running = grpc.server(ThreadPoolExecutor(2))
    add_RefereeServiceServicer_to_server(scripted, running)
    port = running.add_insecure_port("127.0.0.1:0")
    running.start()
    yield scripted, f"127.0.0.1:{port}"
    running.stop(0)


@pytest.fixture(params=["Client", "AsyncClient"])
async def evaluate(request: pytest.FixtureRequest, server: tuple[Scripted, str]) -> Any:
    """Evaluates a hand through one client or the other."""
    scripted, address = server
    scripted.failures, scripted.knows, scripted.ways, scripted.delay = [], True, [], 0.0
    scripted.full = None
    if request.param == "Client":
        with Client(address) as client:

            async def ask(rules: Any, **more: Any) -> Any:
                return client.evaluate_hand("1o", rules, **more)

            yield ask
    else:
        async with AsyncClient(address) as async_client:

            async def ask(rules: Any, **more: Any) -> Any:
                return await async_client.evaluate_hand("1o", rules, **more)

            yield ask


async def test_unavailable_is_tried_three_times_in_all(evaluate: Any, server: tuple[Scripted, str]) -> None:
    scripted, _ = server
    scripted.failures = [grpc.StatusCode.UNAVAILABLE] * 2
    began = time.monotonic()
    assert (await evaluate("spanish-40")).deadwood == 0
    assert len(scripted.ways) == 3
    assert time.monotonic() - began > 0.2

    scripted.failures = [grpc.StatusCode.UNAVAILABLE] * 3
    with pytest.raises(RefereeError) as raised:
        await evaluate("spanish-40")
    assert raised.value.code is grpc.StatusCode.UNAVAILABLE
    assert len(scripted.ways) == 6


@pytest.mark.parametrize(
    "code", [grpc.StatusCode.INTERNAL, grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.DEADLINE_EXCEEDED,
             grpc.StatusCode.ABORTED, grpc.StatusCode.UNKNOWN]
)  # fmt: skip
async def test_nothing_else_is_tried_again(evaluate: Any, server: tuple[Scripted, str], code: grpc.StatusCode) -> None:
    scripted, _ = server
    scripted.failures = [code]
    with pytest.raises(RefereeError) as raised:
        await evaluate("spanish-40")

    assert (raised.value.code, raised.value.message, len(scripted.ways)) == (code, "as told", 1)
    assert raised.value.retry_after is None


@pytest.mark.parametrize(("seconds", "nanos", "after"), [(1, 0, 1.0), (0, 250_000_000, 0.25), (0, 0, 0.0)])
async def test_a_full_server_says_when_to_come_again(
    evaluate: Any, server: tuple[Scripted, str], seconds: int, nanos: int, after: float
) -> None:
    """The caller decides: nothing is repeated."""
    scripted, _ = server
    scripted.full = (seconds, nanos)
    with pytest.raises(RefereeError) as raised:
        await evaluate("spanish-40")

    assert (raised.value.code, raised.value.retry_after) == (grpc.StatusCode.RESOURCE_EXHAUSTED, after)
    assert len(scripted.ways) == 1


async def test_a_deadline_is_kept(evaluate: Any, server: tuple[Scripted, str]) -> None:
    scripted, _ = server
    scripted.delay = 0.5
    began = time.monotonic()
    with pytest.raises(RefereeError) as raised:
        await evaluate("spanish-40", timeout=0.1)

    assert (raised.value.code, raised.value.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "")
    assert time.monotonic() - began < 0.4
    assert len(scripted.ways) == 1
    time.sleep(0.5)  # noqa: ASYNC251 - the server's thread ends its nap before the next test


async def test_waiting_stays_within_the_deadline(evaluate: Any, server: tuple[Scripted, str]) -> None:
    scripted, _ = server
    scripted.failures = [grpc.StatusCode.UNAVAILABLE] * 3
    began = time.monotonic()
    with pytest.raises(RefereeError):
        await evaluate("spanish-40", timeout=0.05)

    assert time.monotonic() - began < 0.3
    assert len(scripted.ways) == 1


async def test_a_source_is_sent_once_and_again_when_it_is_forgotten(
    evaluate: Any, server: tuple[Scripted, str]
) -> None:
    scripted, _ = server
    for _ in range(2):
        await evaluate(SOURCE)
    assert scripted.ways == ["source", "digest"]

    scripted.knows = False
    assert (await evaluate(SOURCE)).rule_set_digest == DIGEST
    await evaluate(SOURCE)
    assert scripted.ways == ["source", "digest", "digest", "source", "digest"]


async def test_a_digest_without_its_source_cannot_be_sent_again(evaluate: Any, server: tuple[Scripted, str]) -> None:
    scripted, _ = server
    scripted.knows = False
    with pytest.raises(RefereeError) as raised:
        await evaluate(Digest(DIGEST))

    assert (raised.value.reason, raised.value.metadata) == ("RULE_SET_NOT_LOADED", {"digest": DIGEST})
    assert scripted.ways == ["digest"]


async def test_nobody_there() -> None:
    with Client("127.0.0.1:1") as client, pytest.raises(RefereeError) as raised:
        client.evaluate_hand("1o", "spanish-40", timeout=2)

    assert (raised.value.code, raised.value.reason) == (grpc.StatusCode.UNAVAILABLE, "")
