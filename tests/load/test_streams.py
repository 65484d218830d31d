"""Streams that take their time: a thousand that say nothing, and those who send and never read."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.limits import CHUNK_RECORDS
from referee.v1.record_service_pb2 import RecordChunk, StreamOpening, StreamValidateRecordsRequest
from referee.v1.record_service_pb2_grpc import RecordServiceStub
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from tests.load.conftest import told
from tests.load.storm import clean_record
from tests.load.test_overload import APART, HAND, why

OFFERED = 2_000
"""Chunks that a stream offers, 110 MiB in all."""
WINDOW_KILOBYTES = 4_096
OPENING = StreamValidateRecordsRequest(opening=StreamOpening(full=True))


def kilobytes_of(process: int) -> int:
    """What a process has in memory."""
    for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(process)


@pytest.mark.slow
async def test_a_thousand_idle_streams(running: Any, record_property: Any) -> None:
    """They cost memory and nothing else; one more is refused; when they are gone, others have their places."""
    many = 1000
    with running("--limits-streams", str(many)) as served:
        async with AsyncExitStack() as opened:
            channels = [
                await opened.enter_async_context(grpc.aio.insecure_channel(served.address, APART)) for _ in range(11)
            ]
            stub = RefereeServiceStub(channels[-1])
            for _ in range(50):
                await stub.EvaluateHand(HAND, timeout=30)
            before = kilobytes_of(served.process.pid)
            for _ in range(2):
                streams = [RecordServiceStub(channels[number // 100]).StreamValidateRecords() for number in range(many)]
                await asyncio.gather(*(stream.write(OPENING) for stream in streams))
                windows = await asyncio.gather(*(stream.read() for stream in streams))
                assert all(each.window.chunks for each in windows)
                each = (kilobytes_of(served.process.pid) - before) / many
                with pytest.raises(grpc.aio.AioRpcError) as raised:
                    await RecordServiceStub(channels[-1]).StreamValidateRecords().read()
                assert why(raised.value) == ("RESOURCE_EXHAUSTED", "STREAMS_EXHAUSTED", 1)
                assert (await stub.EvaluateHand(HAND, timeout=30)).HasField("value")
                await asyncio.gather(*(stream.done_writing() for stream in streams))
                ends = await asyncio.gather(*(stream.read() for stream in streams))
                assert set(ends) == {grpc.aio.EOF}
                told(record_property, kilobytes_of_an_idle_stream=each)
        assert served.stop() == 0
    assert each < 200


async def push(channel: grpc.aio.Channel, chunk: bytes, taken: list[int]) -> None:
    """Send chunks as long as they are taken, and read nothing; `taken` has the sequence of each."""
    stream = RecordServiceStub(channel).StreamValidateRecords()
    await stream.write(OPENING)
    for sequence in range(1, OFFERED + 1):
        await stream.write(StreamValidateRecordsRequest(chunk=RecordChunk(sequence=sequence, lines=chunk)))
        taken.append(sequence)


@pytest.mark.slow
async def test_those_who_do_not_read_are_not_read_from(running: Any, record_property: Any) -> None:
    """Streams offer more than a server should ever hold. What one costs is the window of its connection, about a
    mebibyte with what gRPC keeps beside it; it grows neither with the speed of a connection nor with what is offered."""
    lines = b"\n".join([clean_record()] * CHUNK_RECORDS)
    with running() as served:
        async with AsyncExitStack() as opened:
            channels = [
                await opened.enter_async_context(grpc.aio.insecure_channel(served.address, APART)) for _ in range(5)
            ]
            other: Any = RefereeServiceStub(channels.pop())
            taken: list[list[int]] = [[] for _ in channels]
            before = kilobytes_of(served.process.pid)
            pushing = [
                asyncio.ensure_future(push(channel, lines, each)) for channel, each in zip(channels, taken, strict=True)
            ]
            grown = []
            for _ in range(10):
                await asyncio.sleep(1)
                grown.append((kilobytes_of(served.process.pid) - before) / len(channels))
                assert (await other.EvaluateHand(HAND, timeout=30)).HasField("value")
            for each in pushing:
                each.cancel()
    most = max(len(each) for each in taken)
    told(record_property, chunks_taken=most, grown_kilobytes_a_stream=max(grown), in_the_end=grown[-1])
    assert most < OFFERED, "a server that takes everything holds everything"
    assert max(grown) < WINDOW_KILOBYTES < OFFERED * len(lines) / 1024 / 4
