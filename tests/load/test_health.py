"""Probes are answered while records stream: SERVICE.md saw one wait 239 ms behind a handler that blocked its loop."""

from __future__ import annotations

import time
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.load.conftest import at, timed, told
from tests.load.storm import RECORDS

REQUEST = health_pb2.HealthCheckRequest()
AIM = 0.05
"""Seconds within which 99 of 100 probes are answered."""


@pytest.mark.slow
def test_health_is_quick_while_ten_thousand_records_stream(running: Any, raging: Any, record_property: Any) -> None:
    """An idle server beside it is asked in turn: what that one takes, the machine takes. The best of three runs."""
    best = float("inf")
    for _ in range(3):
        with (
            running() as busy, running() as idle,
            grpc.insecure_channel(busy.address) as loaded, grpc.insecure_channel(idle.address) as control,
        ):  # fmt: skip
            stubs = [health_pb2_grpc.HealthStub(channel) for channel in (loaded, control)]
            for stub in stubs:
                assert stub.Check(REQUEST, timeout=30).status == health_pb2.HealthCheckResponse.SERVING
            seconds: tuple[list[float], list[float]] = ([], [])
            with raging(busy.address, "records") as storm:
                while storm.goes_on:
                    for taken, stub in zip(seconds, stubs, strict=True):
                        taken.append(timed(lambda ask=stub.Check: ask(REQUEST, timeout=30)))  # type: ignore[misc]
                    time.sleep(0.002)
        assert storm.ended == {"STATUS_1": RECORDS}
        assert len(seconds[0]) >= 100
        p99, calm = at(99, seconds[0]), at(99, seconds[1])
        told(
            record_property, probes=len(seconds[0]), p50_ms=at(50, seconds[0]) * 1e3, p99_ms=p99 * 1e3,
            idle_p50_ms=at(50, seconds[1]) * 1e3, idle_p99_ms=calm * 1e3, records_per_second=RECORDS / storm.seconds,
        )  # fmt: skip
        best = min(best, p99 - calm)
        if best < AIM:
            break
    assert best < AIM
