"""Records read, written and judged: plain work for the threads beside the loop.

A clean record may be told in short: without its sheet, and without the state in which play stands.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.library import Library
from referee.library.packed import PackedRecords
from referee.library.records import clean_at_once, judge_record, table_for
from referee.limits import STATE_NUMBER
from referee.native import in_use
from referee.record.canonical import canonical
from referee.record.fast_sent import of_line
from referee.record.findings import place_of_path, repair_note, unreadable_record
from referee.record.packed_road import PackedClean
from referee.record.reading import ReadRecord, read_record
from referee.record.reports import ReadingFault, path_of
from referee.record.seal import sealed
from referee.record.verdict import (
    Finding,
    FindingKind,
    Status,
    Verdict,
    Weight,
    finding_plain,
    repair_plain,
)
from referee.record.writing import to_json, to_yaml
from referee.rules.model import RuleSet
from referee.service.actions_convert import NOBODY
from referee.service.record_convert import as_sent, read_message, to_message, write_record, write_verdict
from referee.service.record_plays import read_plays, write_plays
from referee.service.state_texts import TextReader
from referee.service.status import bad_request
from referee.service.tables import SOURCE_NAME
from referee.v1 import record_service_pb2 as messages
from referee.v1 import records_pb2, verdicts_pb2

Content = bytes | records_pb2.GameRecord
"""A record as it was sent: YAML or JSON, or a message."""

_CLEAN = verdicts_pb2.Verdict(status=verdicts_pb2.STATUS_CLEAN)
"""All that is said of a clean record of which nothing else is asked; it is never changed."""


@dataclass(frozen=True, slots=True)
class How:
    """How records are judged. `rule_set` None: each by its own. `full`: clean ones with their sheets, too.

    `bare`: of clean ones nothing is asked but that they are clean; never with `full`.
    """

    rule_set: RuleSet | None = None
    language: str = "en"
    keep_going: bool = False
    full: bool = True
    bare: bool = False


class RecordWork:
    """What can be done with the records of one library."""

    def __init__(self, library: Library) -> None:
        """Find rule sets in `library`."""
        self._library = library
        self._packed = PackedRecords(library) if in_use() else None

    # -- judged ------------------------------------------------------------------------------------------------------

    def judge(self, content: Content, how: How) -> verdicts_pb2.Verdict:
        """The verdict on a record."""
        if not how.full:
            told = self._at_once(content, how)
            if told is not None:
                return told
        read, what_if = _read(content, SOURCE_NAME), how.rule_set or ""
        verdict = judge_record(self._library, read, lang=how.language, keep_going=how.keep_going, what_if=what_if)
        if verdict.status is Status.CLEAN and not how.full:
            verdict = replace(verdict, sheet=(), state=None)
        return _told(verdict)

    def _at_once(self, content: Content, how: How) -> verdicts_pb2.Verdict | None:
        """The verdict on a record that is clean beyond doubt, before anything of it is read."""
        found = None if self._packed is None else clean_packed(self._packed, content, how.rule_set)
        if found is not None:
            return _CLEAN if how.bare else _told(found.verdict())
        sent = of_line(content) if isinstance(content, bytes) else as_sent(content)
        verdict = None if sent is None else clean_at_once(self._library, sent, what_if=how.rule_set)
        if verdict is None:
            return None
        return _CLEAN if how.bare else _told(verdict)

    def judge_some(self, contents: Sequence[Content], how: How, seconds: float) -> list[verdicts_pb2.Verdict]:
        """The verdicts on the first of these records: on one at least, and no new one when the time is over."""
        verdicts = []
        end = time.perf_counter() + seconds
        for content in contents:
            verdicts.append(self.judge(content, how))
            if time.perf_counter() >= end:
                break
        return verdicts

    # -- read and written --------------------------------------------------------------------------------------------

    def parse(self, request: messages.ParseRecordRequest, rule_set: RuleSet | None) -> messages.ParseRecordResponse:
        """A record as it is read, and its plays as actions."""
        read = read_record(request.source, request.file_name or SOURCE_NAME, strict=request.strict)
        response = messages.ParseRecordResponse()
        _repairs(response.repairs, read)
        if read.record is None:
            _findings(response.faults, unreadable_record(read))
            return response
        write_record(read.record, response.record)
        table = table_for(self._library, read, read.record, what_if=rule_set or "")
        if isinstance(table, Finding):
            _findings(response.faults, [table])
            return response
        plays, faults = write_plays(table, read.record, read.text)
        response.plays.extend(plays)
        _findings(response.faults, [_unreadable(read, fault) for fault in faults])
        return response

    def format(self, request: messages.FormatRecordRequest, rule_set: RuleSet | None) -> messages.FormatRecordResponse:
        """A record in canonical form; CallError if the plays that came with it are none."""
        source = request.WhichOneof("content") == "source"
        read = _read(request.source if source else request.record, SOURCE_NAME)
        response = messages.FormatRecordResponse()
        _repairs(response.repairs, read)
        if read.record is None:
            _findings(response.faults, unreadable_record(read))
            return response
        table = table_for(self._library, read, read.record, what_if=rule_set or "")
        if isinstance(table, Finding):
            _findings(response.faults, [table])
            return response
        record = read.record
        if request.plays:
            reader = TextReader(table, NOBODY)
            record = read_plays(reader, record, request.plays, "plays")
            if reader.faults:
                raise bad_request(reader.faults)
        made = canonical(record, table.pack.notation, text=None if request.plays else read.text)
        if made.record is None:
            _findings(response.faults, [_unreadable(read, fault) for fault in made.faults])
            return response
        written = sealed(made.record) if request.seal else made.record
        response.yaml, response.json = to_yaml(written), to_json(written)
        write_record(written, response.record)
        return response


def clean_packed(packed: PackedRecords, content: Content, rule_set: RuleSet | None) -> PackedClean | None:
    """What a record comes to from its bytes, if it is clean beyond doubt: the shortest way, where it is compiled."""
    if isinstance(content, bytes):
        return packed.line(content, rule_set)
    return packed.message(content.SerializeToString(), rule_set)


def _read(content: Content, name: str) -> ReadRecord:
    return read_record(content, name) if isinstance(content, bytes) else read_message(content, name)


def _told(verdict: Verdict) -> verdicts_pb2.Verdict:
    """The verdict as it is sent. Points that no message holds are left out, and that is said."""
    points = [*verdict.totals.values(), *(line.computed or 0 for line in verdict.sheet)]
    if any(abs(value) > 2 * STATE_NUMBER for value in points):
        left_out = (*verdict.not_judged, "points beyond 32 bits, which cannot be sent")
        verdict = replace(verdict, totals={}, sheet=(), state=None, not_judged=left_out)
    return write_verdict(verdict)


def _unreadable(read: ReadRecord, fault: ReadingFault) -> Finding:
    place = place_of_path(read, path_of(fault.path), fault.span)
    return Finding(Weight.VIOLATION, FindingKind.UNREADABLE, fault.code, "", place, fault.message, {}, (), fault.help)


def _findings(into: object, found: Iterable[Finding]) -> None:
    for one in found:
        to_message(finding_plain(one), into.add())  # type: ignore[attr-defined] # a list of messages


def _repairs(into: object, read: ReadRecord) -> None:
    for one in read.repairs:
        to_message(repair_plain(repair_note(read, one)), into.add())  # type: ignore[attr-defined]
