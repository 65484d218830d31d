"""Messages about records to answers. A value of a later server that this client does not know reads as unspecified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict

from referee_client import answers, records
from referee_client.game_reading import KINDS, action
from referee_client.reading import input_fault
from referee_client.v1 import actions_pb2, record_service_pb2, records_pb2, verdicts_pb2

_STATUSES: Mapping[int, str] = {
    number: name.removeprefix("STATUS_").lower() for name, number in verdicts_pb2.Status.items()
}
_WEIGHTS: Mapping[int, str] = {
    number: name.removeprefix("WEIGHT_").lower() for name, number in verdicts_pb2.Weight.items()
}


def status(number: int) -> str:
    """A status by its name."""
    return _STATUSES.get(number, "unspecified")


def verdict(found: verdicts_pb2.Verdict) -> records.Verdict:
    """The verdict on a record."""
    return records.Verdict(
        record_id=found.record_id,
        rules_digest=found.rules_digest,
        status=status(found.status),
        complete=found.complete,
        rounds=found.accepted.rounds,
        turns=found.accepted.turns,
        actions=found.accepted.actions,
        first_violation=_finding(found.first_violation) if found.HasField("first_violation") else None,
        findings=_findings(found.findings),
        state=plain(found.state) if found.HasField("state") else None,
        totals=dict(sorted(found.totals.items())),
        out=tuple(found.out),
        sheet=tuple(_line(each) for each in found.sheet),
        winners=tuple(found.winners),
        not_judged=tuple(found.not_judged),
        repairs=_repairs(found.repairs),
    )


def result(found: record_service_pb2.RecordResult) -> records.Verdict | answers.InputFault:
    """An item of a batch."""
    return verdict(found.verdict) if found.HasField("verdict") else input_fault(found.fault)


def parsed(found: record_service_pb2.ParseRecordResponse) -> records.ParsedRecord:
    """A record as it was read."""
    return records.ParsedRecord(
        record=plain(found.record) if found.HasField("record") else None,
        plays=tuple(tuple(action(each) for each in play.actions) for play in found.plays),
        repairs=_repairs(found.repairs),
        faults=_findings(found.faults),
    )


def formatted(found: record_service_pb2.FormatRecordResponse) -> records.FormattedRecord:
    """A record in canonical form."""
    return records.FormattedRecord(found.yaml, found.json, _repairs(found.repairs), _findings(found.faults))


def plain(found: records_pb2.GameRecord | actions_pb2.RoundState) -> Mapping[str, Any]:
    """A message as the mapping that its JSON is."""
    made: Mapping[str, Any] = MessageToDict(found, preserving_proto_field_name=True)
    return made


def _findings(found: Iterable[verdicts_pb2.Finding]) -> tuple[records.Finding, ...]:
    return tuple(_finding(each) for each in found)


def _finding(found: verdicts_pb2.Finding) -> records.Finding:
    return records.Finding(
        weight=_WEIGHTS.get(found.weight, "unspecified"),
        kind=KINDS.get(found.kind, "unspecified"),
        code=found.code,
        clause=found.clause,
        place=_place(found.place),
        message=found.message,
        measured=dict(found.measured),
        legal=tuple(found.legal),
        help=found.help,
        ruling=found.ruling,
        conditional=found.conditional,
    )


def _place(found: verdicts_pb2.Place) -> records.Place:
    return records.Place(
        round=found.round,
        turn=found.turn,
        action=found.action,
        seat=found.seat,
        path=found.path,
        line=found.line,
        column=found.column,
        word=found.word,
        text=found.text,
    )


def _repairs(found: Iterable[verdicts_pb2.Repair]) -> tuple[records.Repair, ...]:
    return tuple(records.Repair(_place(each.place), each.found, each.read_as, each.why) for each in found)


def _line(found: verdicts_pb2.ScoreLine) -> records.ScoreLine:
    return records.ScoreLine(
        round=found.round,
        seat=found.seat,
        written=found.written if found.HasField("written") else None,
        computed=found.computed if found.HasField("computed") else None,
        outcome=found.outcome,
        clause=found.clause,
        loose=found.loose,
        laid_off=found.laid_off,
        penalties=dict(found.penalties),
    )
