"""Workers that are killed under load: what was under way is lost, nothing else, and who asks again is answered."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any, Self

import grpc
import pytest
from referee_client import Client, RefereeError

from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from tests.load.test_overload import APART, HAND

CALLERS = 8
KNOWN_SECONDS = 1.5
"""After which the end of a process is known to everybody, on a machine that has much else to do."""
MOST_LOST = 4
"""Calls of one caller at one death: that under way, and those sent to a process that is just being cleared away."""


def workers_of(process: int) -> list[int]:
    """The processes that a supervisor keeps."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    return [int(word) for word in listed.split()]


class Callers:
    """Threads that ask without end, each over a connection of its own and one call after the other."""

    def __init__(self, ask: Any, number: int = CALLERS) -> None:
        self.answered = [0] * number
        self.failed: list[tuple[float, float, grpc.StatusCode]] = []
        """When a call that failed had begun and ended, and how."""
        self._ask = ask
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._go_on, args=(each,)) for each in range(number)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(60)

    def _go_on(self, number: int) -> None:
        with self._ask() as ask:
            while not self._ended.is_set():
                began = time.monotonic()
                try:
                    ask()
                    self.answered[number] += 1
                except grpc.RpcError as error:
                    self.failed.append((began, time.monotonic(), error.code()))
                except RefereeError as error:
                    self.failed.append((began, time.monotonic(), error.code))

    def come_on(self, more: int = 20) -> None:
        """Until each of them has had so many answers more."""
        wanted = [count + more for count in self.answered]
        end = time.monotonic() + 60
        while any(count < want for count, want in zip(self.answered, wanted, strict=True)):
            assert time.monotonic() < end, (self.answered, self.failed)
            time.sleep(0.02)


class Bare:
    """A plain stub: gRPC sends a call again only if it knows that no server has seen it."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.insecure_channel(address, APART)

    def __enter__(self) -> Any:
        stub = RefereeServiceStub(self._channel)
        return lambda: stub.EvaluateHand(HAND, timeout=20, wait_for_ready=True)

    def __exit__(self, *_: object) -> None:
        self._channel.close()


class Retrying:
    """The Python client, which asks again where the server was not reached."""

    def __init__(self, address: str) -> None:
        self._client = Client(address, timeout=20)

    def __enter__(self) -> Any:
        return self._ask

    def _ask(self) -> None:
        value = self._client.evaluate_hand(list(HAND.cards), "spanish-40")
        assert value.deadwood is not None

    def __exit__(self, *_: object) -> None:
        self._client.close()


@pytest.mark.slow
def test_only_calls_under_way_are_lost_and_the_client_asks_again(running: Any) -> None:
    """Each worker is killed once. What fails had begun before the death of one was known."""
    deaths = []
    with (
        running("--workers", "2", "--log-format", "json") as served,
        Callers(lambda: Bare(served.address)) as bare,
        Callers(lambda: Retrying(served.address)) as retrying,
    ):
        for callers in (bare, retrying):
            callers.come_on()
        for death in (1, 2):
            os.kill(workers_of(served.process.pid)[0], signal.SIGKILL)
            deaths.append(time.monotonic())
            until = time.monotonic() + 30
            while sum("a worker serves in its place" in line for line in served.log) < death:
                assert time.monotonic() < until, served.log
                time.sleep(0.02)
            for callers in (bare, retrying):
                callers.come_on()

    assert retrying.failed == []
    assert {code for *_, code in bare.failed} <= {grpc.StatusCode.UNAVAILABLE}
    for began, ended, _ in bare.failed:
        assert any(began < death + KNOWN_SECONDS and ended > death for death in deaths), (began, ended, deaths)
    assert len(bare.failed) <= 2 * CALLERS * MOST_LOST
