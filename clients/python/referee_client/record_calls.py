"""Calls about records. What findings say may come from the texts of a rule set, so a source goes along itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee_client import answers, arguments, games, record_reading, records
from referee_client.calls import BATCH_ITEMS, Call, selector
from referee_client.questions import Rules
from referee_client.v1 import actions_pb2, record_service_pb2, rule_sets_pb2

BATCH_BYTES = 3_500_000
"""Records of one batch take no more bytes together; a message has at most 4 MiB."""


def parse_record(
    record: records.Record, rules: Rules | None, *, strict: bool, file_name: str
) -> Call[records.ParsedRecord]:
    """A record as it is read."""
    request = record_service_pb2.ParseRecordRequest(
        source=encoded(record), strict=strict, file_name=file_name, rule_set=chosen(rules)
    )
    return Call("ParseRecord", request, record_reading.parsed)


def format_record(
    record: records.Record, plays: Sequence[Sequence[games.Action]] | None, rules: Rules | None, *, seal: bool
) -> Call[records.FormattedRecord]:
    """A record in canonical form."""
    request = record_service_pb2.FormatRecordRequest(source=encoded(record), seal=seal, rule_set=chosen(rules))
    for play in plays or ():
        actions = [actions_pb2.Action.FromString(action.content) for action in play]
        request.plays.add(actions=actions)
    return Call("FormatRecord", request, record_reading.formatted)


def validate_record(
    record: records.Record, rules: Rules | None, language: str, *, keep_going: bool
) -> Call[records.Verdict]:
    """The verdict on a record."""
    request = record_service_pb2.ValidateRecordRequest(
        source=encoded(record),
        rule_set=chosen(rules),
        language=arguments.language_code(language),
        keep_going=keep_going,
    )
    return Call("ValidateRecord", request, lambda found: record_reading.verdict(found.verdict))


def batch_validate_records(
    contents: Sequence[bytes], rules: Rules | None, language: str, *, keep_going: bool, full: bool
) -> Call[list[records.Verdict | answers.InputFault]]:
    """The verdicts on records; one batch."""
    request = record_service_pb2.BatchValidateRecordsRequest(
        records=[record_service_pb2.RecordContent(source=content) for content in contents],
        rule_set=chosen(rules),
        language=arguments.language_code(language),
        keep_going=keep_going,
        full=full,
    )
    return Call("BatchValidateRecords", request, lambda found: [record_reading.result(each) for each in found.results])


def answer_lines(lines: Sequence[bytes]) -> Call[list[str]]:
    """The answers to questions of the line protocol; one batch."""
    return Call("AnswerLines", record_service_pb2.AnswerLinesRequest(lines=lines), lambda found: list(found.answers))


def opening(rules: Rules | None, language: str, *, keep_going: bool, full: bool) -> record_service_pb2.StreamOpening:
    """What holds for all records of a stream."""
    return record_service_pb2.StreamOpening(
        rule_set=chosen(rules), language=arguments.language_code(language), keep_going=keep_going, full=full
    )


def chosen(rules: Rules | None) -> rule_sets_pb2.RuleSetSelector | None:
    """A rule set as a request names it, if one is chosen."""
    return None if rules is None else selector(rules)


def encoded(record: records.Record) -> bytes:
    """A record as bytes; TypeError."""
    arguments.require("record", record, (str, bytes, Mapping), arguments.RECORD)
    if isinstance(record, Mapping):
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    return record.encode() if isinstance(record, str) else record


def line(record: records.Record) -> bytes:
    """A record as one line of JSON; ValueError for a text that is neither one line nor JSON."""
    content = encoded(record).strip()
    if b"\n" not in content and b"\r" not in content:
        return content or b"null"
    try:
        found: Any = json.loads(content)
    except ValueError:
        raise ValueError(
            "a stream takes records as mappings or as JSON; of YAML `parse_record` makes a mapping (`.record`),"
            " and `validate_record` and `batch_validate_records` take it as it is"
        ) from None
    return encoded(found) if isinstance(found, Mapping) else content.replace(b"\n", b" ").replace(b"\r", b" ")


def record_batches(items: Iterable[records.Record], name: str = "given") -> Iterator[list[bytes]]:
    """The records (or lines) as bytes, in lists that one message holds; TypeError, about the argument of that name."""
    arguments.several(name, items)
    batch: list[bytes] = []
    size = 0
    for item in items:
        content = encoded(item)
        if batch and (len(batch) == BATCH_ITEMS or size + len(content) > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(content)
        size += len(content)
    if batch:
        yield batch
