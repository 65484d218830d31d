"""The canonical form: one record, one text; YAML and JSON hold the same; layout never changes who acts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from referee.record.canonical import canonical
from referee.record.layout import Seating, layout
from referee.record.model import GameRecord, Round, to_plain
from referee.record.play import read_play
from referee.record.reading import read_mapping, read_record
from referee.record.writing import to_json, to_yaml
from tests.unit.record.made import CANONICAL_RECORDS, GOLDEN, SEATS, SPANISH, notation_of, plays, records


def canon(record: GameRecord) -> GameRecord:
    made = canonical(record, SPANISH)
    assert made.record is not None, made.faults
    return made.record


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(records())
def test_what_is_written_reads_back(record: GameRecord) -> None:
    yaml, line = to_yaml(record), to_json(record)
    for text in (yaml, line):
        read = read_record(text, strict=True)
        assert read.faults == ()
        assert read.repairs == ()
        assert to_plain(read.record or GameRecord()) == to_plain(record)
    assert "\n" not in line
    assert read_mapping(to_plain(record), strict=True).record == read_record(line).record


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(records())
@example(GameRecord(record=1, rules="0", seats={"A": "0", "B": "0"}, rounds=(Round(play="A: +? x1o+? A: -1o +1o"),)))
@example(
    GameRecord(
        record=1,
        rules="0",
        seats={"A": "0", "B": "0"},
        rounds=(Round(), Round(eldest="A", play="+? B: .", totals={"A": 0})),
    )
)
@example(
    GameRecord(
        record=1,
        rules="0",
        seats={"A": "0", "B": "0"},
        rounds=(Round(), Round(play=". A: %? B: . . +1o +1o . . +1o", totals={"B": 0})),
    )
)
def test_the_canonical_form_is_one(record: GameRecord) -> None:
    made = canon(record)
    assert canon(made) == made
    yaml = to_yaml(made)
    from_yaml, from_json = read_record(yaml).record, read_record(to_json(made)).record
    assert from_yaml == from_json
    assert from_yaml is not None
    assert to_yaml(canon(from_yaml)) == yaml
    assert to_json(canon(from_yaml)) == to_json(made)


@given(plays(), st.sampled_from([None, 0, 2]), st.sampled_from([None, (0, 1, 2, 3), (0, 2, 3)]))
def test_layout_changes_nothing_but_labels_and_blanks(
    text: str, eldest: int | None, seats: tuple[int, ...] | None
) -> None:
    read = read_play(text, SPANISH, SEATS, strict=True)
    laid = layout(read.words, Seating(eldest, seats))
    again = read_play(laid, SPANISH, SEATS, strict=True)
    assert "".join(word.form.text for word in again.words) == "".join(word.form.text for word in read.words)
    assert layout(again.words, Seating(eldest, seats)) == laid


@pytest.mark.parametrize(
    ("given_text", "wanted"),
    [
        ("+5c-12b +6c-7o +1o-2o +3o-4o", "A: +5c-12b +6c-7o +1o-2o\nA: +3o-4o"),
        ("A: +5c-12b B: +6c-7o C: +1o-2o A: +3o-4o B: +4c-5e", "A: +5c-12b +6c-7o +1o-2o\nA: +3o-4o +4c-5e"),
        ("A: +5c-12b C: +6c-7o", "A: +5c-12b C: +6c-7o"),
        ("A: +5c A: -12b +1o-2o", "A: +5c-12b +1o-2o"),
        ("A: +5c-12b @1 B: +6c-7o", "A: +5c-12b @1\nB: +6c-7o"),
        ("A: +5c-12b @1 +6c-7o", "A: +5c-12b @1\nB: +6c-7o"),
        ("A: +5cx12b @2 -7o", "A: +5cx12b @2\nA: -7o"),
        ("A: +5cx12b =1o2o3o B: . C: 4o>1 . A: .", "A: +5cx12b =1o2o3o\nB: .\nC: 4o>1 .\nA: ."),
        ("A: +5c-12b ... C: +6c-7o", "A: +5c-12b\n... C: +6c-7o"),
        ("A: +5c-12b ... +6c-7o", "A: +5c-12b\n... +6c-7o"),
        ("A: +5c-12b %? +6c-7o %1o2o", "A: +5c-12b %? +6c-7o %1o2o"),
        ("A: +5c-12b !leave C: +6c-7o A: +1o-2o", "A: +5c-12b !leave +6c-7o\nA: +1o-2o"),
        ("A: +5c-12b C: !call +6c-7o", "A: +5c-12b C: !call +6c-7o"),
        ("A: +5c =1o2o3o -7c +1o-2o", "A: +5c =1o2o3o -7c +1o-2o"),
        ("A: . B: . C: . A: +5c-6c", "A: . . .\nA: +5c-6c"),
        ("A: +5cx6c =|3b2o B: C: 4o>1", "A: +5cx6c =|2o3b\nB:\nC: 4o>1"),
        ("!misdeal", "!misdeal"),
        ("", ""),
    ],
)
def test_the_layout(given_text: str, wanted: str) -> None:
    played = Round(
        eldest="A",
        play=given_text,
        rulings=read_rulings(),
        scores={"A": 0, "B": 0, "C": 0},
    )
    record = GameRecord(rules="spanish-40", seats={"A": "Ane", "B": "Beñat", "C": "Carla"}, rounds=(played,))

    assert canon(record).rounds[0].play == wanted


def read_rulings() -> tuple:
    """Ruling 1 lets stand, ruling 2 takes one action back."""
    record = read_mapping(
        {
            "record": 1,
            "rules": "x",
            "seats": {"A": "Ane"},
            "rounds": [{"rulings": [{"stands": True}, {"taken_back": 1}]}],
        }
    ).record
    assert record is not None
    return record.rounds[0].rulings


def test_seats_that_are_out_are_skipped_where_the_record_says_who_is_in() -> None:
    first = Round(scores={"A": 1, "B": 60, "C": 2})
    second = Round(eldest="C", play="+5c-6c +1o-2o +3o-4o", scores={"A": 1, "C": 2})
    record = GameRecord(rules="x", seats=dict.fromkeys("ABC", ""), rounds=(first, second))

    assert canon(record).rounds[1].play == "C: +5c-6c +1o-2o\nC: +3o-4o"


def test_where_nobody_says_who_is_in_every_label_stays() -> None:
    second = Round(eldest="C", play="+5c-6c A: +1o-2o C: +3o-4o\n+1c-2c")
    record = GameRecord(rules="x", seats=dict.fromkeys("ABC", ""), rounds=(Round(), second))

    assert canon(record).rounds[1].play == "C: +5c-6c A: +1o-2o\nC: +3o-4o +1c-2c"


def test_a_label_that_contradicts_the_scores_is_kept() -> None:
    second = Round(eldest="A", play="A: +5c-6c +7c-10c +1o-2o A: +3o-4o", scores={"A": 1, "C": 2})
    record = GameRecord(rules="x", seats=dict.fromkeys("ABC", ""), rounds=(Round(), second))

    assert canon(record).rounds[1].play == "A: +5c-6c +7c-10c +1o-2o A: +3o-4o"


def test_hands_lie_in_pack_order_and_the_pack_as_it_was() -> None:
    played = Round(hands={"B": "? 5c 2o JK", "A": "12b 1o"}, stock="5b 1c ?", lots={"A": "12c 3c"})
    record = GameRecord(rules="x", seats={"A": "Ane", "B": "Beñat"}, rounds=(played,))

    made = canon(record).rounds[0]

    assert list(made.hands.items()) == [("A", "1o 12b"), ("B", "2o 5c JK ?")]
    assert (made.stock, made.lots) == ("5b 1c ?", {"A": "12c 3c"})


@pytest.mark.parametrize("path", CANONICAL_RECORDS, ids=lambda path: path.stem)
def test_the_golden_records_are_canonical(path: Path) -> None:
    content = path.read_text("utf-8")
    read = read_record(content, path.name)
    assert read.record is not None, read.faults
    made = canonical(read.record, notation_of(read.record), text=read.text)

    assert made.record is not None, made.faults
    assert to_yaml(made.record) == "".join(line for line in content.splitlines(keepends=True) if line[0] != "#")
    assert read_record(to_json(made.record)).record == made.record
    assert read_record(content, strict=True).record == made.record


@pytest.mark.parametrize(("name", "repairs"), [("8-scorer", 17), ("10-scorer-chain", 6)])
def test_sheets_as_typed_give_the_canonical_ones(name: str, repairs: int) -> None:
    typed = read_record((GOLDEN / "examples" / f"{name}-as-typed.yaml").read_bytes())
    wanted = read_record((GOLDEN / "examples" / f"{name}-canonical.yaml").read_bytes())
    assert typed.record is not None

    made = canonical(typed.record, SPANISH, text=typed.text)

    assert made.record == wanted.record
    assert len(typed.repairs) + len(made.repairs) == repairs
    assert all(one.begin for one in (*typed.repairs, *made.repairs))


def test_a_card_that_is_none_is_told_with_its_place() -> None:
    read = read_record("record: 1\nrules: x\nseats: {A: a, B: b}\nrounds:\n  - hands: {A: 5c 13b}\n    upcard: 4x\n")
    assert read.record is not None

    made = canonical(read.record, SPANISH, text=read.text)

    assert [(fault.path, fault.begin and (fault.begin.line, fault.begin.column)) for fault in made.faults] == [
        ("rounds[0].hands.A", (5, 19)),
        ("rounds[0].upcard", (6, 13)),
    ]
    assert replace(made, record=None) == made
