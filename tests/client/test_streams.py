"""Streams of records by both clients: how far they run ahead, and what they do when the connection breaks."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from referee_client import AsyncClient, Client, RefereeError

from referee.v1.record_service_pb2 import (
    ChunkVerdicts,
    StreamValidateRecordsRequest,
    StreamValidateRecordsResponse,
    StreamWindow,
)
from referee.v1.record_service_pb2_grpc import RecordServiceServicer, add_RecordServiceServicer_to_server
from referee.v1.verdicts_pb2 import STATUS_CLEAN, STATUS_VIOLATION, Finding, Verdict

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
WINDOW = StreamWindow(chunks=3, records=2, bytes=200)


class Scripted(RecordServiceServicer):
    """Answers chunks, and breaks streams off as it was told: after so many answers each."""

    def __init__(self) -> None:
        self.breaks: list[tuple[int, grpc.StatusCode]] = []
        self.openings: list[int] = []
        self.chunks: list[tuple[int, list[bytes]]] = []
        self.delay = 0.0
        self.window = WINDOW

    def StreamValidateRecords(  # noqa: N802 - the name of the method
        self, request_iterator: Iterator[StreamValidateRecordsRequest], context: grpc.ServicerContext
    ) -> Iterator[StreamValidateRecordsResponse]:
        self.openings.append(next(request_iterator).opening.first_sequence)
        yield StreamValidateRecordsResponse(window=self.window)
        most, code = self.breaks.pop(0) if self.breaks else (10**9, grpc.StatusCode.OK)
        for number, request in enumerate(request_iterator):
            if number >= most:
                context.abort(code, "as told")
            chunk = request.chunk
            lines = chunk.lines.split(b"\n")
            self.chunks.append((chunk.sequence, lines))
            time.sleep(self.delay)
            bad = [b"bad" in line for line in lines]
            yield StreamValidateRecordsResponse(
                verdicts=ChunkVerdicts(
                    sequence=chunk.sequence,
                    statuses=[STATUS_VIOLATION if each else STATUS_CLEAN for each in bad],
                    verdicts=[
                        Verdict(status=STATUS_VIOLATION, first_violation=Finding(code="NOT_DRAWN"))
                        for each in bad
                        if each
                    ],
                )
            )


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Scripted, str]]:
    scripted = Scripted()
    running = grpc.server(ThreadPoolExecutor(4))
    add_RecordServiceServicer_to_server(scripted, running)
    port = running.add_insecure_port("127.0.0.1:0")
    running.start()
    yield scripted, f"127.0.0.1:{port}"
    running.stop(0)


@pytest.fixture(params=["Client", "AsyncClient"])
async def stream(request: pytest.FixtureRequest, server: tuple[Scripted, str]) -> Any:
    """Streams records through one client or the other; all the answers."""
    scripted, address = server
    scripted.breaks, scripted.openings, scripted.chunks, scripted.delay = [], [], [], 0.0
    scripted.window = WINDOW

    async def through(records: Iterable[Any], **more: Any) -> list[Any]:
        if request.param == "Client":
            with Client(address) as client:
                return list(client.stream_validate_records(records, **more))
        async with AsyncClient(address) as client:
            return [answer async for answer in client.stream_validate_records(records, **more)]

    return through


RECORDS = [{"id": f"r{number}", "note": "bad" if number in {3, 8} else ""} for number in range(11)]
EXPECTED = [(number, "violation" if number in {3, 8} else "clean") for number in range(11)]


def told(answers: list[Any]) -> list[tuple[int, str]]:
    assert all((answer.verdict is None) is (answer.status == "clean") for answer in answers)
    return [(answer.number, answer.status) for answer in answers]


async def test_every_record_is_answered_in_order(stream: Any, server: tuple[Scripted, str]) -> None:
    answers = await stream(RECORDS)
    assert told(answers) == EXPECTED
    assert answers[3].verdict.first_violation.code == "NOT_DRAWN"
    scripted = server[0]
    assert [len(lines) for _, lines in scripted.chunks] == [2, 2, 2, 2, 2, 1]
    assert [json.loads(line) for _, lines in scripted.chunks for line in lines] == RECORDS
    assert await stream([]) == []


async def test_chunks_are_no_larger_than_the_window_says(stream: Any, server: tuple[Scripted, str]) -> None:
    records = [{"id": f"r{number}", "note": "x" * 120} for number in range(3)]
    assert len(await stream(records)) == 3
    assert [len(lines) for _, lines in server[0].chunks] == [1, 1, 1]


@pytest.mark.parametrize("after", [0, 1, 3])
async def test_a_stream_that_breaks_goes_on(stream: Any, server: tuple[Scripted, str], after: int) -> None:
    scripted = server[0]
    scripted.breaks = [(after, grpc.StatusCode.UNAVAILABLE), (1, grpc.StatusCode.UNAVAILABLE)]
    assert told(await stream(RECORDS)) == EXPECTED
    assert scripted.openings[0] == 1
    assert len(scripted.openings) == 3
    assert scripted.openings == sorted(scripted.openings)
    assert {line for _, lines in scripted.chunks for line in lines} == {
        json.dumps(record, separators=(",", ":")).encode() for record in RECORDS
    }


async def test_it_gives_up_in_the_end(stream: Any, server: tuple[Scripted, str]) -> None:
    scripted = server[0]
    scripted.breaks = [(0, grpc.StatusCode.UNAVAILABLE)] * 9
    with pytest.raises(RefereeError) as raised:
        await stream(RECORDS)
    lost = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL}  # the latter where it was lost while it was sent to
    assert raised.value.code in lost
    assert len(scripted.openings) == 5


@pytest.mark.parametrize("code", [grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.INTERNAL])
async def test_nothing_else_is_tried_again(stream: Any, server: tuple[Scripted, str], code: grpc.StatusCode) -> None:
    scripted = server[0]
    scripted.breaks = [(1, code)]
    # nothing may be on its way to the server when it ends the stream: gRPC would lose the code it ends it with
    scripted.window = StreamWindow(chunks=1, records=2, bytes=200)
    with pytest.raises(RefereeError) as raised:
        await stream(RECORDS)
    assert (raised.value.code, len(scripted.openings)) == (code, 1)


async def test_patience_ends(stream: Any, server: tuple[Scripted, str]) -> None:
    server[0].delay = 0.6
    with pytest.raises(RefereeError) as raised:
        await stream(RECORDS, timeout=0.1)
    assert raised.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
    time.sleep(0.7)  # noqa: ASYNC251 - the server's threads end their naps before the next test


async def test_records_are_read_no_faster_than_they_are_answered(server: tuple[Scripted, str]) -> None:
    scripted, address = server
    scripted.breaks, scripted.delay = [], 0.0
    read = 0

    def counted() -> Iterator[dict[str, str]]:
        nonlocal read
        for number in range(1000):
            read += 1
            yield {"id": str(number)}

    with Client(address) as client:
        answers = client.stream_validate_records(counted())
        assert next(answers).number == 0
        assert read == WINDOW.chunks * WINDOW.records
        for _ in range(20):
            answer = next(answers)
        assert read <= answer.number + 1 + WINDOW.chunks * WINDOW.records
        answers.close()


def test_texts_of_several_lines(server: tuple[Scripted, str]) -> None:
    with Client(server[1]) as client:
        assert len(list(client.stream_validate_records(['{\n "id": "m1"\n}', b"{}", ""]))) == 3
        with pytest.raises(ValueError, match="YAML"):
            list(client.stream_validate_records(["record: 1\nid: m1\n"]))


async def test_against_the_real_server(address: str) -> None:
    with Client(address) as client:
        paths = [path for path in sorted((GOLDEN / "examples").glob("*.yaml")) if not path.stem.endswith(".verdict")]
        texts = [path.read_text("utf-8") for path in paths]
        records = [client.parse_record(text).record for text in texts] * 12
        one_by_one = [each.status for each in client.batch_validate_records(records)]
        assert [answer.status for answer in client.stream_validate_records(records, language="fr")] == one_by_one
        whole = list(client.stream_validate_records(records[:5], full=True))
        assert all(answer.verdict is not None for answer in whole)
        assert [answer.status for answer in client.stream_validate_records(["", "null", "{}"])] == ["unreadable"] * 3
    async with AsyncClient(address) as other:
        answers = [answer async for answer in other.stream_validate_records(records)]
    assert [answer.status for answer in answers] == one_by_one
