"""RecordService: one method for each call.

Records are judged on threads beside the loop: small ones in one lane, large ones in another, so that a tournament of a
thousand rounds holds up nobody who has played one. A lane is given back between two records, so that calls take turns,
and one that has ended leaves nothing behind but the record that is being judged.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from referee.limits import WAITING_CALLS
from referee.rules.model import RuleSet
from referee.service import checks, record_stream
from referee.service.convert import input_fault
from referee.service.lanes import Lane
from referee.service.line_work import answer_some
from referee.service.record_work import Content, How, RecordWork
from referee.service.status import FieldFault, store_failed
from referee.service.tables import Tables
from referee.store.failures import StoreError
from referee.v1 import record_service_pb2, record_service_pb2_grpc, records_pb2, verdicts_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

    import grpc

Held = TypeVar("Held", bound=Content)
Told = TypeVar("Told")

_SMALL_BYTES = 65_536
"""A record that is larger is judged in a lane of its own kind."""

_SLICE_SECONDS = 0.02
"""How long a call keeps a lane before others get their turn; the record it is at is judged to its end."""


class RecordServicer(record_service_pb2_grpc.RecordServiceServicer):
    """Reads, writes and judges records, and answers lines."""

    def __init__(self, tables: Tables) -> None:
        """Judge by the rule sets of `tables`."""
        self._tables = tables
        self._library = tables.library
        self._small = Lane("judge records", WAITING_CALLS), RecordWork(tables.library)
        self._large = Lane("judge large records", WAITING_CALLS), RecordWork(tables.library)

    def close(self) -> None:
        """End the threads; work that waits for them is dropped."""
        for lane, _ in (self._small, self._large):
            lane.close()

    async def ParseRecord(  # noqa: N802 - the name of the method
        self,
        request: record_service_pb2.ParseRecordRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> record_service_pb2.ParseRecordResponse:
        """A record as it is read, and its plays as actions."""
        checks.require(_rule_set_faults(request), checks.text(request.file_name, "file_name"))
        rule_set = await self._rule_set(request)
        lane, work = self._lane(len(request.source))
        return await lane.run(work.parse, request, rule_set)

    async def FormatRecord(  # noqa: N802
        self,
        request: record_service_pb2.FormatRecordRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> record_service_pb2.FormatRecordResponse:
        """A record in canonical form."""
        checks.require(_rule_set_faults(request), _content_faults(request, ""))
        rule_set = await self._rule_set(request)
        lane, work = self._lane(request.ByteSize())
        return await lane.run(work.format, request, rule_set)

    async def ValidateRecord(  # noqa: N802
        self,
        request: record_service_pb2.ValidateRecordRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> record_service_pb2.ValidateRecordResponse:
        """The verdict on a record."""
        language = checks.language(request.language)
        checks.require(_rule_set_faults(request), _content_faults(request, ""))
        how = How(await self._rule_set(request), language, request.keep_going)
        (verdict,) = await self._judged([_content(request)], how)
        return record_service_pb2.ValidateRecordResponse(verdict=verdict)

    async def BatchValidateRecords(  # noqa: N802
        self,
        request: record_service_pb2.BatchValidateRecordsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> record_service_pb2.BatchValidateRecordsResponse:
        """The verdict on each of many records."""
        language = checks.language(request.language)
        checks.require(_rule_set_faults(request), checks.batch(request.records, "records"))
        how = How(await self._rule_set(request), language, request.keep_going, request.full)
        faults = [next(_content_faults(each, ""), None) for each in request.records]
        sound = [each for each, fault in zip(request.records, faults, strict=True) if fault is None]
        verdicts = iter(await self._judged([_content(each) for each in sound], how))
        return record_service_pb2.BatchValidateRecordsResponse(
            results=[
                record_service_pb2.RecordResult(verdict=next(verdicts))
                if fault is None
                else record_service_pb2.RecordResult(fault=input_fault(fault))
                for fault in faults
            ]
        )

    async def StreamValidateRecords(  # noqa: N802
        self,
        request_iterator: AsyncIterator[record_service_pb2.StreamValidateRecordsRequest],
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> AsyncIterator[record_service_pb2.StreamValidateRecordsResponse]:
        """The verdicts on any number of records, chunk by chunk."""
        async for answer in record_stream.answers(request_iterator, self._opened, self._judged):
            yield answer

    async def AnswerLines(  # noqa: N802
        self,
        request: record_service_pb2.AnswerLinesRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> record_service_pb2.AnswerLinesResponse:
        """The answer to each of many lines."""
        checks.require(checks.batch(request.lines, "lines"))
        try:
            answers = await self._sliced(
                request.lines[:], lambda _, some: answer_some(self._library, some, _SLICE_SECONDS)
            )
        except StoreError as error:
            raise store_failed(error) from error
        return record_service_pb2.AnswerLinesResponse(answers=answers)

    async def _opened(self, opening: record_service_pb2.StreamOpening) -> How:
        language = checks.language(opening.language)
        checks.require(_rule_set_faults(opening, "opening."))
        return How(await self._rule_set(opening, "opening."), language, opening.keep_going, opening.full)

    async def _judged(self, contents: Sequence[Content], how: How) -> list[verdicts_pb2.Verdict]:
        """The verdicts on records in order."""
        return await self._sliced(contents, lambda work, some: work.judge_some(some, how, _SLICE_SECONDS))

    async def _sliced(
        self, contents: Sequence[Held], answer: Callable[[RecordWork, Sequence[Held]], list[Told]]
    ) -> list[Told]:
        """What comes of records or lines in order, a slice of time after the other; `answer` is for the first."""
        answers: list[Told] = []
        for (lane, work), alike in groupby(contents, key=lambda content: self._lane(_size(content))):
            waiting = list(alike)
            while waiting:
                answered = await lane.run(answer, work, waiting)
                answers += answered
                waiting = waiting[len(answered) :]
        return answers

    def _lane(self, size: int) -> tuple[Lane, RecordWork]:
        return self._small if size <= _SMALL_BYTES else self._large

    async def _rule_set(self, request: Any, path: str = "") -> RuleSet | None:
        """The rule set a request names, if it names one."""
        if not request.HasField("rule_set"):
            return None
        return await self._tables.rule_set(request.rule_set, f"{path}rule_set")


def _rule_set_faults(request: Any, path: str = "") -> Iterator[FieldFault]:
    if request.HasField("rule_set"):
        yield from checks.selector(request.rule_set, f"{path}rule_set")


def _content_faults(holder: Any, path: str) -> Iterator[FieldFault]:
    if holder.WhichOneof("content") is None:
        yield FieldFault(path, "RECORD_MISSING", "no record is given; give its source or its message")


def _content(holder: Any) -> Content:
    content: bytes | records_pb2.GameRecord = getattr(holder, holder.WhichOneof("content"))
    return content


def _size(content: Content) -> int:
    return len(content) if isinstance(content, bytes) else content.ByteSize()
