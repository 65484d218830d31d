"""Records over the wire: read, written and judged as the referee itself reads, writes and judges them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import MessageToDict

from referee import limits
from referee.game.actions import IncidentKind
from referee.game.state import Phase
from referee.library import Library
from referee.library.records import judge_record, table_of
from referee.record.canonical import canonical
from referee.record.model import to_plain
from referee.record.reading import read_record
from referee.record.seal import broken_seals, sealed
from referee.record.verdict import FindingKind, Status, Weight, verdict_plain
from referee.record.writing import to_json, to_yaml
from referee.service.record_convert import read_message, to_mapping, write_record
from referee.v1 import actions_pb2, records_pb2, verdicts_pb2
from referee.v1.record_service_pb2 import (
    BatchValidateRecordsRequest,
    FormatRecordRequest,
    ParseRecordRequest,
    Play,
    RecordContent,
    ValidateRecordRequest,
)
from referee.v1.rule_sets_pb2 import RuleSetSelector

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
FILES = sorted(path for path in GOLDEN.glob("*/*.yaml") if not path.stem.endswith(".verdict"))
CONTENTS = {path: path.read_bytes() for path in FILES}
WHOLE = [path for path in FILES if read_record(CONTENTS[path]).record is not None]
EXAMPLE = (GOLDEN / "examples" / "2-spanish-lay-off-chain.yaml").read_bytes()
LINE = json.dumps(to_plain(read_record(EXAMPLE).record)).encode()

name_of: Callable[[Path], str] = lambda path: path.stem  # noqa: E731 - ids of parameters


def message_of(path: Path) -> records_pb2.GameRecord:
    return write_record(read_record(CONTENTS[path]).record)


@pytest.mark.parametrize("path", WHOLE, ids=name_of)
def test_the_json_of_the_message_is_the_json_form(path: Path) -> None:
    record = read_record(CONTENTS[path]).record
    message = write_record(record)
    assert MessageToDict(message, preserving_proto_field_name=True) == to_plain(record)
    assert read_message(message, "record").record == record


@pytest.mark.parametrize("path", FILES, ids=name_of)
async def test_a_record_is_read_as_it_is_read_here(records: Any, path: Path) -> None:
    read = read_record(CONTENTS[path], "request")
    answer = await records.ParseRecord(ParseRecordRequest(source=CONTENTS[path]))
    assert answer.HasField("record") is (read.record is not None)
    assert [each.read_as for each in answer.repairs] == [each.read_as for each in read.repairs]
    if read.record is None:
        assert [(each.code, each.place.path) for each in answer.faults] == [(one.code, one.path) for one in read.faults]
    else:
        assert to_mapping(answer.record) == to_plain(read.record)
        assert len(answer.plays) == len(read.record.rounds)


@pytest.mark.parametrize("path", WHOLE, ids=name_of)
async def test_plays_as_actions_say_what_the_words_said(records: Any, library: Library, path: Path) -> None:
    """Actions written down again are the canonical form of the play they were read from."""
    record = read_record(CONTENTS[path]).record
    table = table_of(library, record, library.rule_set(record.rules))
    made = canonical(record, table.pack.notation)
    parsed = await records.ParseRecord(ParseRecordRequest(source=CONTENTS[path]))
    plain = await records.FormatRecord(FormatRecordRequest(source=CONTENTS[path]))
    if made.record is None:
        assert (plain.yaml, plain.json, plain.HasField("record")) == ("", "", False)
        assert [each.code for each in plain.faults] == [fault.code for fault in made.faults]
    else:
        assert (plain.yaml, plain.json) == (to_yaml(made.record), to_json(made.record))
        again = await records.FormatRecord(FormatRecordRequest(record=parsed.record, plays=parsed.plays))
        assert not again.faults
        read = [await records.ParseRecord(ParseRecordRequest(source=each.yaml.encode())) for each in (again, plain)]
        assert read[0].plays == read[1].plays
        if path.parent.name == "examples":
            assert again.json == plain.json


async def test_actions_have_their_seats(records: Any) -> None:
    answer = await records.ParseRecord(ParseRecordRequest(source=EXAMPLE))
    seats = [(action.seat, action.WhichOneof("kind")) for action in answer.plays[0].actions]
    assert seats[:4] == [("A", "take_upcard"), ("A", "discard"), ("B", "draw_stock"), ("B", "discard")]
    assert ("B", "lay_off") in seats
    assert all(seat for seat, _ in seats)


async def test_seals_are_made_and_hold(records: Any, library: Library) -> None:
    answer = await records.FormatRecord(FormatRecordRequest(source=EXAMPLE, seal=True))
    read = read_record(answer.yaml).record
    assert answer.record.seal == read.seal != ""
    assert read == sealed(read)
    assert not broken_seals(read)


async def test_a_play_without_seats_keeps_its_labels_off(records: Any) -> None:
    """An action of nobody is a word without a label, as a scorer writes it."""
    record = message_of(GOLDEN / "examples" / "2-spanish-lay-off-chain.yaml")
    actions = [
        actions_pb2.Action(draw_stock=actions_pb2.DrawStock(card="5b")),
        actions_pb2.Action(discard=actions_pb2.Discard(card="12c")),
    ]
    plays = [Play(actions=actions)] + [Play() for _ in record.rounds[1:]]
    answer = await records.FormatRecord(FormatRecordRequest(record=record, plays=plays))
    assert answer.record.rounds[0].play == "A: +5b-12c"


async def test_plays_that_are_none(records: Any, failed: Any) -> None:
    record = message_of(GOLDEN / "examples" / "2-spanish-lay-off-chain.yaml")
    one = [Play() for _ in record.rounds]
    told = await failed(records.FormatRecord(FormatRecordRequest(record=record, plays=[*one, Play()])))
    assert told.violations == [("plays", "WRONG_NUMBER_OF_PLAYS")]
    one[0].actions.add(seat="A", discard=actions_pb2.Discard(card="99z"))
    told = await failed(records.FormatRecord(FormatRecordRequest(record=record, plays=one)))
    assert told.violations == [("plays[0].actions[0].discard.card", "CARD_UNKNOWN")]
    one[0].actions[0].reenter.SetInParent()
    told = await failed(records.FormatRecord(FormatRecordRequest(record=record, plays=one)))
    assert told.violations == [("plays[0].actions[0]", "FIELD_MISPLACED")]


@pytest.mark.parametrize("path", FILES, ids=name_of)
async def test_a_record_is_judged_as_it_is_judged_here(records: Any, library: Library, path: Path) -> None:
    """YAML, and the message: the same verdict, with lines and columns where there is a text."""
    for language, keep_going in (("en", False), ("es", True)):
        request = ValidateRecordRequest(source=CONTENTS[path], language=language, keep_going=keep_going)
        verdict = (await records.ValidateRecord(request)).verdict
        here = judge_record(library, CONTENTS[path], name="request", lang=language, keep_going=keep_going)
        assert to_mapping(verdict) == verdict_plain(here)
    if path in WHOLE:
        message = message_of(path)
        verdict = (await records.ValidateRecord(ValidateRecordRequest(record=message))).verdict
        assert to_mapping(verdict) == verdict_plain(judge_record(library, read_message(message, "request")))


async def test_what_cannot_be_read_is_told_in_the_language_asked_for(records: Any) -> None:
    source = b"record: 1\nrules: spanish-40\nseats: {A: Ane, B: Bo}\nrounds: [{scores: {D: 1e3}, zzz: 1}]\n"
    said = [
        (await records.ValidateRecord(ValidateRecordRequest(source=source, language=language))).verdict
        for language in ("en", "eu")
    ]
    english, basque = ([one.first_violation, *one.findings] for one in said)

    assert [one.code for one in basque] == [one.code for one in english] == ["NO_SUCH_SEAT", "UNKNOWN_KEY"]
    assert basque[0].message == "`D` ez da partida honetako jokalaria"
    assert all(
        one.message != other.message and one.help != other.help for one, other in zip(basque, english, strict=True)
    )


async def test_any_bytes_have_a_verdict(records: Any) -> None:
    for source in (b"\xff\xfe\x00", b"{", b"record: 1\n" * 3, b"- a\n- b\n", b"x" * 100_000):
        verdict = (await records.ValidateRecord(ValidateRecordRequest(source=source))).verdict
        assert verdict.status == verdicts_pb2.STATUS_UNREADABLE
        assert verdict.first_violation.message
        assert (await records.ParseRecord(ParseRecordRequest(source=source))).faults
        assert (await records.FormatRecord(FormatRecordRequest(source=source))).faults
    verdict = (await records.ValidateRecord(ValidateRecordRequest(record=records_pb2.GameRecord()))).verdict
    assert verdict.status == verdicts_pb2.STATUS_UNREADABLE


async def test_what_if(records: Any, library: Library) -> None:
    """The same record by other rules: by name, by digest, and by rules nobody has but the caller."""
    own = (await records.ValidateRecord(ValidateRecordRequest(source=EXAMPLE))).verdict
    assert own.status == verdicts_pb2.STATUS_CLEAN
    source = b"rule_set: casa\nformat: 1\nextends: spanish-40\nclose: {may_close: {es.3: laps at least 9}}\n"
    digest = library.rule_set("house-b").digest
    for way in ({"name": "house-b"}, {"digest": digest}, {"source": source}):
        request = ValidateRecordRequest(source=EXAMPLE, rule_set=RuleSetSelector(**way))
        verdict = (await records.ValidateRecord(request)).verdict
        assert verdict.findings[0].code == "RULES_UNKNOWN" or verdict.first_violation.code
        assert verdict.rules_digest not in {"", own.rules_digest}
    assert verdict.first_violation.code == "CLOSE_TOO_EARLY"


async def test_a_rule_set_that_is_not_there(records: Any, failed: Any) -> None:
    """As the caller names it, it is the caller's fault; as the record names it, it is a finding."""
    for call, request in (
        (records.ValidateRecord, ValidateRecordRequest(source=EXAMPLE)),
        (records.FormatRecord, FormatRecordRequest(source=EXAMPLE)),
        (records.ParseRecord, ParseRecordRequest(source=EXAMPLE)),
        (records.BatchValidateRecords, BatchValidateRecordsRequest()),
    ):
        request.rule_set.name = "spanish-4O"
        told = await failed(call(request))
        assert (told.code, told.reason) == (grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_FOUND")
        request.rule_set.ClearField("name")
        assert (await failed(call(request))).violations == [("rule_set", "RULE_SET_MISSING")]

    other = EXAMPLE.replace(b"rules: spanish-40", b"rules: nada")
    verdict = (await records.ValidateRecord(ValidateRecordRequest(source=other))).verdict
    assert (verdict.status, verdict.first_violation.code) == (verdicts_pb2.STATUS_VIOLATION, "RULES_UNKNOWN")
    assert [each.code for each in (await records.ParseRecord(ParseRecordRequest(source=other))).faults] == [
        "RULES_UNKNOWN"
    ]


async def test_one_bad_item_spoils_no_other(records: Any, library: Library) -> None:
    contents = [RecordContent(source=CONTENTS[path]) for path in FILES]
    contents.insert(3, RecordContent())
    contents.insert(5, RecordContent(source=b"\xff"))
    contents.insert(9, RecordContent(record=message_of(WHOLE[0])))
    answer = await records.BatchValidateRecords(BatchValidateRecordsRequest(records=contents, full=True, language="fr"))
    assert [each.WhichOneof("result") for each in answer.results].index("fault") == 3
    assert answer.results[3].fault.reason == "RECORD_MISSING"
    for content, result in zip(contents, answer.results, strict=True):
        if content.WhichOneof("content") == "source":
            here = judge_record(library, content.source, name="request", lang="fr")
            assert to_mapping(result.verdict) == verdict_plain(here)

    short = await records.BatchValidateRecords(BatchValidateRecordsRequest(records=contents, language="fr"))
    for brief, whole in zip(short.results, answer.results, strict=True):
        assert brief.verdict.status == whole.verdict.status
        if brief.verdict.status == verdicts_pb2.STATUS_CLEAN:
            whole.verdict.ClearField("sheet")
            whole.verdict.ClearField("state")
            brief.verdict.ClearField("sheet")
            brief.verdict.ClearField("state")
            assert brief == whole


@pytest.mark.parametrize("more", [0, 1])
async def test_items_of_a_batch(records: Any, failed: Any, more: int) -> None:
    contents = [RecordContent(source=b"x")] * (limits.BATCH_ITEMS + more)
    call = records.BatchValidateRecords(BatchValidateRecordsRequest(records=contents))
    if more:
        assert (await failed(call)).reason == "BATCH_TOO_LARGE"
    else:
        assert len((await call).results) == limits.BATCH_ITEMS


@pytest.mark.parametrize("more", [0, 1])
async def test_bytes_of_a_record(records: Any, more: int) -> None:
    """Too large is an answer, as whatever else is wrong with a record."""
    source = EXAMPLE + b"#" + b"." * (limits.RECORD_BYTES + more - len(EXAMPLE) - 1)
    verdict = (await records.ValidateRecord(ValidateRecordRequest(source=source))).verdict
    assert verdict.status == (verdicts_pb2.STATUS_UNREADABLE if more else verdicts_pb2.STATUS_CLEAN)


async def test_short_texts(records: Any, failed: Any) -> None:
    for length in (limits.FIELD_CHARACTERS, limits.FIELD_CHARACTERS + 1):
        call = records.ParseRecord(ParseRecordRequest(source=EXAMPLE, file_name="x" * length))
        if length > limits.FIELD_CHARACTERS:
            assert (await failed(call)).violations == [("file_name", "FIELD_TOO_LONG")]
        else:
            assert (await call).record.rules == "spanish-40"
    told = await failed(records.ValidateRecord(ValidateRecordRequest(source=EXAMPLE, language="xx")))
    assert told.reason == "LANGUAGE_UNKNOWN"
    assert (await failed(records.ValidateRecord(ValidateRecordRequest()))).reason == "RECORD_MISSING"
    assert (await failed(records.FormatRecord(FormatRecordRequest()))).reason == "RECORD_MISSING"


def test_the_words_of_the_schema_are_those_of_the_referee() -> None:
    for prefix, kind, message in (
        ("STATUS", Status, verdicts_pb2.Status),
        ("FINDING_KIND", FindingKind, verdicts_pb2.FindingKind),
        ("WEIGHT", Weight, verdicts_pb2.Weight),
        ("PHASE", Phase, actions_pb2.Phase),
        ("INCIDENT_KIND", IncidentKind, actions_pb2.IncidentKind),
    ):
        assert {f"{prefix}_{each.name}" for each in kind} | {f"{prefix}_UNSPECIFIED"} == set(message.keys())
