"""Streams of records: the window, the order, what ends a stream, and what goes on after one has ended."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee import limits
from referee.library import Library
from referee.library.records import judge_record
from referee.record.model import to_plain
from referee.record.reading import read_record
from referee.record.verdict import verdict_plain
from referee.service import record_stream
from referee.service.record_convert import to_mapping, write_record
from referee.service.record_servicer import RecordServicer
from referee.service.record_work import Content, How, RecordWork
from referee.service.status import CallError
from referee.service.tables import Tables
from referee.v1 import verdicts_pb2
from referee.v1.record_service_pb2 import (
    BatchValidateRecordsRequest,
    ChunkVerdicts,
    RecordChunk,
    RecordContent,
    StreamOpening,
    StreamValidateRecordsRequest,
    StreamValidateRecordsResponse,
)
from referee.v1.rule_sets_pb2 import RuleSetSelector
from tests.service.conftest import failure_of

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
RECORDS = [
    record
    for path in sorted(GOLDEN.glob("*/*.yaml"))
    if not path.stem.endswith(".verdict") and (record := read_record(path.read_bytes()).record) is not None
]
LINES = [json.dumps(to_plain(record), ensure_ascii=False).encode() for record in RECORDS]
CLEAN = json.dumps(
    to_plain(read_record((GOLDEN / "examples" / "2-spanish-lay-off-chain.yaml").read_bytes()).record)
).encode()


def opening(**fields: Any) -> StreamValidateRecordsRequest:
    return StreamValidateRecordsRequest(opening=StreamOpening(**fields))


def chunk(sequence: int, lines: Sequence[bytes] = (), **fields: Any) -> StreamValidateRecordsRequest:
    part = RecordChunk(sequence=sequence, lines=b"\n".join(lines), **fields)
    return StreamValidateRecordsRequest(chunk=part)


async def told(records: Any, *requests: StreamValidateRecordsRequest) -> list[ChunkVerdicts]:
    """The answers to whole streams, behind the window."""
    answers = [answer async for answer in records.StreamValidateRecords(iter(requests))]
    assert [answer.WhichOneof("part") for answer in answers[:1]] == ["window"]
    return [answer.verdicts for answer in answers[1:]]


async def test_the_server_states_its_window(records: Any) -> None:
    call = records.StreamValidateRecords()
    await call.write(opening())
    window = (await call.read()).window
    assert (window.chunks, window.records, window.bytes) == (
        limits.WINDOW_CHUNKS, limits.CHUNK_RECORDS, limits.CHUNK_BYTES
    )  # fmt: skip
    await call.done_writing()
    assert await call.read() is grpc.aio.EOF


async def test_verdicts_come_in_order(records: Any, library: Library) -> None:
    here = [judge_record(library, line, name="request", lang="es") for line in LINES]
    parts = [LINES[at : at + 4] for at in range(0, len(LINES), 4)]
    requests = [opening(language="es"), *(chunk(at, part) for at, part in enumerate(parts, 1))]
    answers = await told(records, *requests)
    assert [answer.sequence for answer in answers] == list(range(1, len(parts) + 1))
    statuses = [verdicts_pb2.Status.Name(status) for answer in answers for status in answer.statuses]
    assert statuses == [f"STATUS_{verdict.status.name}" for verdict in here]
    verdicts = [to_mapping(verdict) for answer in answers for verdict in answer.verdicts]
    assert verdicts == [verdict_plain(verdict) for verdict in here if verdict.status.value != "clean"]


async def test_records_as_messages_and_in_full(records: Any, library: Library) -> None:
    messages = [write_record(record) for record in RECORDS]
    (answer,) = await told(records, opening(full=True), chunk(1, records=messages))
    assert len(answer.verdicts) == len(answer.statuses) == len(RECORDS)
    by_line = (await told(records, opening(full=True), chunk(1, LINES)))[0]
    assert answer.statuses == by_line.statuses


async def test_a_bad_line_spoils_no_other(records: Any) -> None:
    lines = [LINES[0], b"{", b"", b"   ", b"\xff\xff", LINES[0]]
    (answer,) = await told(records, opening(), chunk(1, lines))
    first, *bad, last = answer.statuses
    assert bad == [verdicts_pb2.STATUS_UNREADABLE] * 2
    assert first == last != verdicts_pb2.STATUS_UNREADABLE


async def test_a_stream_goes_on_where_it_was_broken(records: Any) -> None:
    call = records.StreamValidateRecords()
    await call.write(opening())
    await call.read()
    await call.write(chunk(1, LINES[:2]))
    assert (await call.read()).verdicts.sequence == 1
    await call.write(chunk(2, LINES[2:4]))
    call.cancel()

    answers = await told(records, opening(first_sequence=2), chunk(2, LINES[2:4]), chunk(3, LINES[4:6]))
    whole = await told(records, opening(), chunk(1, LINES[:2]), chunk(2, LINES[2:4]), chunk(3, LINES[4:6]))
    assert answers == whole[1:]


async def test_what_if(records: Any) -> None:
    source = b"rule_set: casa\nformat: 1\nextends: spanish-40\nclose: {may_close: {es.3: laps at least 9}}\n"
    (answer,) = await told(records, opening(rule_set=RuleSetSelector(source=source)), chunk(1, [CLEAN]))
    assert answer.verdicts[0].first_violation.code == "CLOSE_TOO_EARLY"


@pytest.mark.parametrize(
    ("requests", "reason", "violations"),
    [
        ([chunk(1)], "OPENING_MISSING", [("opening", "OPENING_MISSING")]),
        ([StreamValidateRecordsRequest()], "OPENING_MISSING", [("opening", "OPENING_MISSING")]),
        ([opening(), opening()], "CHUNK_MISSING", [("chunk", "CHUNK_MISSING")]),
        ([opening(), chunk(2)], "SEQUENCE_BROKEN", [("chunk.sequence", "SEQUENCE_BROKEN")]),
        ([opening(first_sequence=7), chunk(1)], "SEQUENCE_BROKEN", [("chunk.sequence", "SEQUENCE_BROKEN")]),
        ([opening(language="xx")], "LANGUAGE_UNKNOWN", [("language", "LANGUAGE_UNKNOWN")]),
        ([opening(rule_set=RuleSetSelector())], "RULE_SET_MISSING", [("opening.rule_set", "RULE_SET_MISSING")]),
        (
            [opening(), chunk(1, LINES[:1], records=[write_record(RECORDS[0])])],
            "FIELD_MISPLACED",
            [("chunk.records", "FIELD_MISPLACED")],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
async def test_what_ends_a_stream(records: Any, requests: Any, reason: str, violations: Any) -> None:
    found = await failure_of(_whole(records, requests))
    assert (found.code, found.reason, found.violations) == (grpc.StatusCode.INVALID_ARGUMENT, reason, violations)
    if reason == "SEQUENCE_BROKEN":
        assert found.metadata["expected"] in {"1", "7"}


async def _whole(records: Any, requests: Sequence[StreamValidateRecordsRequest]) -> None:
    async for _ in records.StreamValidateRecords(iter(requests)):
        pass


@pytest.mark.parametrize("more", [0, 1])
async def test_records_of_a_chunk(records: Any, more: int) -> None:
    lines = [b"{}"] * (limits.CHUNK_RECORDS + more)
    requests = [opening(), chunk(1, lines)]
    if more:
        assert (await failure_of(_whole(records, requests))).reason == "CHUNK_TOO_LARGE"
    else:
        assert len((await told(records, *requests))[0].statuses) == limits.CHUNK_RECORDS


@pytest.mark.parametrize("more", [0, 1])
async def test_bytes_of_a_chunk(records: Any, more: int) -> None:
    lines = [CLEAN, b" " * (limits.CHUNK_BYTES + more - len(CLEAN) - 1)]
    requests = [opening(), chunk(1, lines)]
    if more:
        assert (await failure_of(_whole(records, requests))).reason == "CHUNK_TOO_LARGE"
    else:
        assert len((await told(records, *requests))[0].statuses) == 1


async def test_an_empty_stream_and_an_empty_chunk(records: Any) -> None:
    assert [answer async for answer in records.StreamValidateRecords(iter(()))] == []
    assert await told(records, opening()) == []
    (answer,) = await told(records, opening(), chunk(1))
    assert (answer.sequence, len(answer.statuses)) == (1, 0)


# -- without a network ------------------------------------------------------------------------------------------------


class Endless:
    """A client that sends chunks without end and counts how many were taken."""

    def __init__(self) -> None:
        self.taken = 0

    async def __aiter__(self) -> AsyncIterator[StreamValidateRecordsRequest]:
        yield opening()
        while True:
            self.taken += 1
            yield chunk(self.taken, [CLEAN])


async def opened(_: StreamOpening) -> How:
    return How(full=False)


async def test_no_more_is_taken_than_is_answered() -> None:
    """A chunk is held at a time, however fast the client is."""
    client, may_judge = Endless(), asyncio.Semaphore(0)

    async def judge(contents: Sequence[Content], how: How) -> list[verdicts_pb2.Verdict]:
        await may_judge.acquire()
        return [verdicts_pb2.Verdict(status=verdicts_pb2.STATUS_CLEAN) for _ in contents]

    answers = record_stream.answers(aiter(client), opened, judge)
    await anext(answers)
    for wanted in (1, 2, 3):
        waiting = asyncio.ensure_future(anext(answers))
        await asyncio.sleep(0.02)
        assert (client.taken, waiting.done()) == (wanted, False)
        may_judge.release()
        assert (await waiting).verdicts.sequence == wanted
    await answers.aclose()


async def test_a_stream_that_stands_idle_ends() -> None:
    async def silent() -> AsyncIterator[StreamValidateRecordsRequest]:
        yield opening()
        await asyncio.sleep(60)

    async def judge(contents: Sequence[Content], how: How) -> list[verdicts_pb2.Verdict]:
        return []

    answers = record_stream.answers(silent(), opened, judge, idle=0.05)
    assert isinstance(await anext(answers), StreamValidateRecordsResponse)
    with pytest.raises(CallError) as raised:
        await anext(answers)
    assert (raised.value.code, raised.value.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "STREAM_IDLE")


class HeldWork(RecordWork):
    """Judges when it is let, and counts what it has begun."""

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.began, self.may_go_on = threading.Event(), threading.Event()
        self.judged = 0

    def judge(self, content: Content, how: How) -> verdicts_pb2.Verdict:
        self.judged += 1
        self.began.set()
        assert self.may_go_on.wait(20)
        return super().judge(content, how)


async def test_a_call_that_has_ended_judges_no_more(library: Library) -> None:
    """Of ten records the one under way is finished, the others are not begun; meanwhile the loop is free."""
    servicer, work = RecordServicer(Tables(library)), HeldWork(library)
    servicer._small = servicer._small[0], work
    judging = asyncio.ensure_future(servicer._judged([CLEAN] * 10, How(full=False)))
    assert await asyncio.to_thread(work.began.wait, 20)
    judging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await judging
    await asyncio.sleep(0.05)  # longer than a call may keep the lane
    work.may_go_on.set()
    (verdict,) = await servicer._judged([CLEAN], How(full=False))
    assert verdict.status == verdicts_pb2.STATUS_CLEAN
    assert work.judged == 2
    servicer.close()


async def test_a_large_record_holds_up_no_small_one(library: Library) -> None:
    servicer, work = RecordServicer(Tables(library)), HeldWork(library)
    servicer._large = servicer._large[0], work
    large = CLEAN[:-1] + b',"note":"' + b"x" * 70_000 + b'"}'
    judging = asyncio.ensure_future(servicer._judged([large], How()))
    assert await asyncio.to_thread(work.began.wait, 20)
    (verdict,) = await servicer._judged([CLEAN], How())
    assert (verdict.status, judging.done()) == (verdicts_pb2.STATUS_CLEAN, False)
    work.may_go_on.set()
    assert (await judging)[0].status == verdicts_pb2.STATUS_CLEAN
    servicer.close()


async def test_health_is_answered_while_records_are_judged(records: Any, channel: grpc.aio.Channel) -> None:
    """The loop is nobody's: many checks of health come back before a batch that began earlier does."""
    health = health_pb2_grpc.HealthStub(channel)
    batch = asyncio.ensure_future(
        records.BatchValidateRecords(
            BatchValidateRecordsRequest(records=[RecordContent(source=line) for line in LINES * 3], full=True)
        )
    )
    for _ in range(20):
        checked = await health.Check(health_pb2.HealthCheckRequest())
        assert checked.status == health_pb2.HealthCheckResponse.SERVING
    assert not batch.done()
    assert len((await batch).results) == 3 * len(LINES)


async def test_a_deadline_is_kept(records: Any) -> None:
    """The caller hears of it at once, and the thread has no more to do than the record it was at."""
    contents = [RecordContent(source=line) for line in LINES * 20]
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await records.BatchValidateRecords(BatchValidateRecordsRequest(records=contents, full=True), timeout=0.05)
    assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    (answer,) = await told(records, opening(), chunk(1, [CLEAN]))
    assert list(answer.statuses) == [verdicts_pb2.STATUS_CLEAN]
