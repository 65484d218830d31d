"""Cards a director moves."""

from __future__ import annotations

import pytest

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
    assert read_move(write_move(move, SPANISH, "ABCD"), SPANISH, SEATS) == move


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
