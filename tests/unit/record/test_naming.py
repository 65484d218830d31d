"""Names of seats: what nobody sees, what a terminal would obey, and names that lead to two seats."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.naming import looks_empty, plain_name
from tests.unit.record.judging import CLOSED, SCORES, record_of, round_of, verdict_on, violation


def verdict_of(names: dict[str, str], play: str = CLOSED, **keys: Any) -> Any:
    """The verdict on the usual round between seats with these names."""
    return verdict_on({**record_of(round_of(play, **keys)), "seats": names})


@pytest.mark.parametrize("sign", "\u3164\u115f\u1160\uffa0\u2800\u200b\u202e\u00a0\U0001d159")
def test_letters_that_show_nothing_are_no_name(sign: str) -> None:
    assert looks_empty(sign)
    assert looks_empty(f" {sign}{sign}")
    assert plain_name(f"Ane{sign}") == plain_name("Ane")
    found = violation(verdict_of({"A": sign, "B": "Beñat", "C": "Carla"}))
    assert (found.code, found.place.path) == ("WRONG_SHAPE", "seats.A")


@pytest.mark.parametrize(("sign", "shown"), [("\u202e", "<U+202E>"), ("\u2066", "<U+2066>"), ("\u200b", "<U+200B>")])
def test_signs_a_terminal_obeys_are_told_by_number(sign: str, shown: str) -> None:
    found = violation(verdict_of({"A": f"{sign}Ane", "B": "Beñat", "C": "Carla"}, scores={**SCORES, "A": 2}))

    assert found.message.startswith(f"A ({shown}Ane): the sheet says 2")


@pytest.mark.parametrize("name", ["B", " B "])
def test_the_letter_of_another_seat_is_no_name(name: str) -> None:
    found = violation(verdict_of({"A": name, "B": "Beñat", "C": "Carla"}))

    assert (found.code, found.place.path) == ("WRONG_SHAPE", "seats.A")
    assert "which is the letter of another seat" in found.message
    # its own letter is one, and one that no seat has
    assert verdict_of({"A": "A", "B": "E", "C": "Carla"}).first_violation is None


def test_a_name_that_two_seats_have_is_told_with_both() -> None:
    labelled = CLOSED.replace("A: ", "Ane: ")
    found = violation(verdict_of({"A": "Ane", "B": "ANE", "C": "Carla"}, labelled))

    assert (found.code, found.message) == (
        "NO_SUCH_SEAT",
        "`Ane` may be any of `A`, `B`: their names are read as the same",
    )


def test_a_small_letter_that_is_another_name_too_has_two_readings() -> None:
    names = {"A": "b", "B": "Beñat", "C": "Carla"}
    assert verdict_of(names).first_violation is None

    found = violation(verdict_of(names, CLOSED.replace("A: ", "b: ")))
    assert (found.code, found.message[:25]) == ("NO_SUCH_SEAT", "`b` may be any of `A`, `B")
    found = violation(verdict_of(names, scores={"A": 1, "b": 34, "C": 17}))
    assert (found.code, found.message[:25]) == ("NO_SUCH_SEAT", "`b` may be any of `A`, `B")
