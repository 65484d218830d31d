"""Who sends rubbish at full rate is told so, and holds up nobody else."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from tests.load.conftest import at, timed, told
from tests.load.test_overload import HAND

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
RUBBISH = {
    "garbage": {"OK", "INVALID_ARGUMENT"},  # some of it happens to be a message
    "metadata": {"OK", "INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"},
    "oversized": {"RESOURCE_EXHAUSTED"},
    "yaml": {"OK", "RESOURCE_EXHAUSTED"},
}
"""The storms of `storm.py`, and how their calls may end."""


def evaluated(stub: Any) -> None:
    assert stub.EvaluateHand(HAND, timeout=60).HasField("value")


def quick_beside(
    running: Any, raging: Any, kind: str, seconds: float
) -> tuple[dict[str, int], list[float], list[float]]:
    """How the calls of a storm ended, the seconds of calls beside it, and those of a server that has peace."""
    with (
        running() as busy, running() as idle,
        grpc.insecure_channel(busy.address) as loaded, grpc.insecure_channel(idle.address) as control,
    ):  # fmt: skip
        stubs = [RefereeServiceStub(channel) for channel in (loaded, control)]
        for stub in stubs:
            evaluated(stub)
        taken: tuple[list[float], list[float]] = ([], [])
        end = time.monotonic() + seconds
        with raging(busy.address, kind) as storm:
            while time.monotonic() < end or len(taken[0]) < 20:
                for into, stub in zip(taken, stubs, strict=True):
                    into.append(timed(lambda ask=stub: evaluated(ask)))  # type: ignore[misc]
                time.sleep(0.002)
        assert busy.log == [], "rubbish is no news"
        assert busy.stop() == 0
    return storm.ended, *taken


@pytest.mark.slow
@pytest.mark.parametrize("kind", RUBBISH)
def test_other_calls_stay_fast(running: Any, raging: Any, record_property: Any, kind: str) -> None:
    """Beside each storm, and measured against a server without one on the same machine; the best of three runs."""
    for _ in range(3):
        ended, beside, apart = quick_beside(running, raging, kind, 5)
        assert set(ended) <= RUBBISH[kind], ended
        assert sum(ended.values()) > 50
        told(
            record_property, storm_calls=sum(ended.values()), p50_ms=at(50, beside) * 1e3, p95_ms=at(95, beside) * 1e3,
            idle_p50_ms=at(50, apart) * 1e3, idle_p95_ms=at(95, apart) * 1e3,
        )  # fmt: skip
        if at(95, beside) < at(95, apart) + 0.25 and at(50, beside) < at(50, apart) + 0.1:
            break
    else:
        pytest.fail("other calls had to wait")


def frame(kind: int, flags: int, stream: int, content: bytes) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">I", len(content))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + content


def headers(fields: dict[str, str], stream: int = 1, flags: int = 4) -> bytes:
    """Headers written out, without compression; flags 4: all in this frame, 5: and nothing behind it."""
    block = b""
    for name, value in fields.items():
        for text in (name.encode(), value.encode("latin-1")):
            block += (b"\0" if text == name.encode() else b"") + bytes([min(len(text), 127)])
            block += (varied(len(text) - 127) if len(text) >= 127 else b"") + text
    return frame(1, flags, stream, block)


def varied(number: int) -> bytes:
    """The rest of a number in HPACK."""
    found = b""
    while number >= 128:
        found += bytes([number % 128 + 128])
        number //= 128
    return found + bytes([number])


CALL = {
    ":method": "POST", ":scheme": "http", ":path": "/referee.v1.RefereeService/EvaluateHand", ":authority": "x",
    "content-type": "application/grpc", "te": "trailers",
}  # fmt: skip
OPENED = PREFACE + frame(4, 0, 0, b"")
NO_MESSAGE = frame(0, 1, 1, b"\0\0\0\0\0")
WIRE: dict[str, bytes] = {
    "nothing": b"",
    "noise": bytes(range(256)) * 100,
    "HTTP/1": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "half a preface": PREFACE[:10],
    "a frame that is cut": OPENED + frame(1, 4, 1, bytes(50))[:20],
    "a frame too large": OPENED + frame(0, 0, 1, b"")[:0] + b"\xff\xff\xff\0\0\0\0\0\1" + bytes(1000),
    "data on no stream": OPENED + frame(0, 0, 0, b"x"),
    "an even stream": OPENED + headers(CALL, stream=2),
    "no such compression": OPENED + headers(CALL) + frame(0, 1, 1, b"\x01\0\0\0\x05hello"),
    "a message longer than its frame": OPENED + headers(CALL) + frame(0, 1, 1, b"\0\xff\xff\xff\xffhello"),
    "a deadline of no time": OPENED + headers({**CALL, "grpc-timeout": "soon"}) + NO_MESSAGE,
    "a deadline of ages": OPENED + headers({**CALL, "grpc-timeout": "99999999H"}) + NO_MESSAGE,
    "a deadline below zero": OPENED + headers({**CALL, "grpc-timeout": "-5S"}) + NO_MESSAGE,
    "no grpc at all": OPENED + headers({**CALL, "content-type": "text/html"}) + NO_MESSAGE,
    "an encoding nobody has": OPENED + headers({**CALL, "grpc-encoding": "rot13"}) + NO_MESSAGE,
    "binary that is none": OPENED + headers({**CALL, "x-bin": "!!!"}) + NO_MESSAGE,
    "a header for ever": OPENED + headers({**CALL, "x": "y" * 15_000}) + NO_MESSAGE,
    "upper case": OPENED + headers({**CALL, "Authorization": "Bearer x"}) + NO_MESSAGE,
    "letters of no alphabet": OPENED + headers({**CALL, "authorization": "Bearer \xff\xfe"}) + NO_MESSAGE,
    "no path": OPENED + headers({name: value for name, value in CALL.items() if name != ":path"}) + NO_MESSAGE,
    "a path up": OPENED + headers({**CALL, ":path": "/../../etc/passwd"}) + NO_MESSAGE,
    "a path without a slash": OPENED + headers({**CALL, ":path": "referee.v1"}) + NO_MESSAGE,
    "rapid reset": OPENED + b"".join(headers(CALL, n) + frame(3, 0, n, b"\0\0\0\x08") for n in range(1, 2001, 2)),
    "settings without end": OPENED + frame(4, 0, 0, b"\0\3\0\0\0\1") * 2000,
    "pings without end": OPENED + frame(6, 0, 0, bytes(8)) * 2000,
    "continued without end": OPENED + headers(CALL, 1, 0) + frame(9, 0, 1, b"\0\1x\1y") * 5000,
}  # fmt: skip


def sent(address: str, content: bytes) -> bytes:
    """Send bytes, and hear what comes until nothing does for a moment."""
    host, _, port = address.rpartition(":")
    heard = b""
    with socket.create_connection((host, int(port)), timeout=10) as wire:
        try:
            wire.sendall(content)
            wire.settimeout(0.05)
            while piece := wire.recv(65_536):
                heard += piece
        except OSError:
            pass
    return heard


def test_whatever_comes_over_the_wire(running: Callable[..., Any]) -> None:
    """Bytes that no client library would send. The server tells nothing of itself, and answers the next who asks."""
    with running("--log-calls", "none") as served, grpc.insecure_channel(served.address) as channel:
        stub = RefereeServiceStub(channel)
        evaluated(stub)
        for name, content in WIRE.items():
            heard = sent(served.address, content)
            assert not any(word in heard for word in (b"Traceback", b"Error at", b".py", b"Exception")), name
            evaluated(stub)
        assert b"grpc-status" in sent(served.address, OPENED + headers(CALL) + frame(0, 1, 1, b"\0\0\0\0\2\xff\xff"))
        assert served.stop() == 0
    assert all("grpc._cython" in line for line in served.log), served.log
    assert not any("xff" in line or "Bearer" in line or "Traceback" in line for line in served.log), served.log
