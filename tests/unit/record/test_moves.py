"""Cards a director moves."""

from __future__ import annotations

import pytest

from referee.record.canonical import canonical
from referee.record.model import GameRecord, Round, Ruling
from referee.record.moves import Move, read_move, write_move
from referee.record.words import WordError
from tests.unit.record.made import SEATS, SPANISH


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [("5c: B>stock", 1, "stock"), ("5c:aside > A", "aside", 0), ("5 de copas: pile>C", "pile", 2)],
)
def test_moves(text: str, source: int | str, target: int | str) -> None:
    move = read_move(text, SPANISH, SEATS)

    assert move == Move(SPANISH.read("5c"), source, target)
    assert read_move(write_move(move, SPANISH), SPANISH, SEATS) == move


def record_with(move: str) -> GameRecord:
    rulings = (Ruling(taken_back=1, moves=(move,), clause="T.1"),)
    return GameRecord(rules="spanish-40", seats=SEATS, rounds=(Round(rulings=rulings),))


@pytest.mark.parametrize("text", ["5c:B > stock", " 5c: B>stock", "5 de copas: B>stock"])
def test_a_move_has_one_canonical_text(text: str) -> None:
    made = canonical(record_with(text), SPANISH)
    assert made.record == record_with("5c: B>stock")
    assert [(one.path, one.found, one.read_as) for one in made.repairs] == [
        ("rounds[0].rulings[0].moves[0]", text, "5c: B>stock")
    ]
    refused = canonical(record_with(text), SPANISH, strict=True)
    assert refused.record is None
    assert [(one.code, one.path, one.help) for one in refused.faults] == [
        ("UNREADABLE", "rounds[0].rulings[0].moves[0]", "write `5c: B>stock`")
    ]


@pytest.mark.parametrize("text", ["5c: B>stock", "nonsense"])
def test_a_move_that_is_canonical_or_none_stays(text: str) -> None:
    made = canonical(record_with(text), SPANISH, strict=True)
    assert made == canonical(record_with(text), SPANISH)
    assert (made.record, made.repairs, made.faults) == (record_with(text), (), ())


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("5c", "UNREADABLE", "5c"),
        ("5c: B", "UNREADABLE", "5c: B"),
        ("13c: B>stock", "UNREADABLE", "13c"),
        ("5c: E>stock", "NO_SUCH_SEAT", " E"),
        ("5c: B>hand", "NO_SUCH_SEAT", "hand"),
    ],
)
def test_what_is_no_move(text: str, code: str, part: str) -> None:
    with pytest.raises(WordError) as caught:
        read_move(text, SPANISH, SEATS)

    assert caught.value.code == code
    assert text[caught.value.start : caught.value.end] == part
