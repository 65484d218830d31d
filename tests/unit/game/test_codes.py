"""Codes of refusals come from the slot and from what the false parts read, in the play and in each of its reasons."""

from __future__ import annotations

import pytest

from referee.game.actions import Discard, TakeUpcard
from referee.game.legal import check
from referee.table import Table
from tests.played.situation import state_of
from tests.tables import house, table

BOOK = "book: {h.1: {en: One.}, h.2: {en: Two.}}\n"
HAND = "1o 3o 5c 6c 7e 10e 11b 12b"


def codes(at: Table, action: object, **moment: object) -> tuple[str, list[str]]:
    refusal = check(at, state_of(at, {"hands": {"A": HAND}, **moment}), action)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.code, [failure.code for failure in refusal.failures]


@pytest.mark.parametrize(
    ("rules", "taken", "told", "reasons"),
    [
        ("", "12b", "THREW_TAKEN_CARD", ["THREW_TAKEN_CARD"]),
        ("{h.1: card.number below 12}", "12b", "THREW_TAKEN_CARD", ["THREW_TAKEN_CARD", "DISCARD_NOT_ALLOWED"]),
        ("{h.1: card.number below 12}", "1o", "DISCARD_NOT_ALLOWED", ["DISCARD_NOT_ALLOWED"]),
        ("{h.1: card.taken}", "1o", "DISCARD_NOT_ALLOWED", ["THREW_TAKEN_CARD"]),
    ],
)
def test_discards(rules: str, taken: str, told: str, reasons: list[str]) -> None:
    at = house(f"turn: {{may_discard: {rules}}}\n{BOOK}", seats=2) if rules else table("spanish-40", 2)
    assert codes(at, Discard(0, at.read_hand("12b")[0]), taken=taken) == (told, reasons)


def test_takes() -> None:
    at = house(f"turn: {{may_take: {{h.1: card.number is 7, h.2: no}}}}\n{BOOK}", seats=2)
    hands = {"A": HAND.removesuffix(" 12b")}
    assert codes(at, TakeUpcard(0), hands=hands, pile="12b") == ("TAKE_NOT_ALLOWED", ["TAKE_NOT_ALLOWED"] * 2)
