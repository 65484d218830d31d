"""Rules that hang on cards nobody knows accuse nobody."""

from __future__ import annotations

import pytest

from referee.game.actions import Discard, TakeUpcard
from referee.game.hidden import not_judged
from referee.game.legal import check
from referee.table import Table
from tests.played.situation import state_of
from tests.tables import house

BOOK = "book: {h.1: {en: One.}}\n"


@pytest.mark.parametrize(
    ("rule", "pile", "refused"),
    [
        ("card.number is 7", "12b", True),
        ("card.number is 7", "7b", False),
        ("card.number is 7", "1?", False),
        ("hand.count at least 9", "1?", True),
    ],
)
def test_an_unknown_upcard(rule: str, pile: str, refused: bool) -> None:
    at = house(f"turn: {{may_take: {{h.1: {rule}}}}}\n{BOOK}", "fournier-40", 2)
    state = state_of(at, {"hands": {"A": "1o 3o 5c 6c 7e 10e 11b"}, "pile": pile})
    refusal = check(at, state, TakeUpcard(0))
    assert (refusal is not None) == refused
    assert ("h.1" in not_judged(at, state, TakeUpcard(0))) == (pile == "1?" and "card" in rule)


@pytest.mark.parametrize(
    ("rule", "hand", "refused"),
    [
        ("any(c.number is 1 for c in hand)", "2o 3o 5c 6c 7e 10e 11b 12b", True),
        ("any(c.number is 1 for c in hand)", "2o 3o 5c 12b 4?", False),
        ("can_close", "2o 3o 5c 6c 7e 10e 11b 12b", True),
        ("can_close", "2o 3o 5c 12b 4?", False),
        ("card.number below 12", "2o 3o 5c 12b 4?", True),
    ],
)
def test_an_unknown_hand(rule: str, hand: str, refused: bool) -> None:
    at: Table = house(f"turn: {{may_discard: {{h.1: {rule}}}}}\n{BOOK}", "fournier-40", 2)
    state = state_of(at, {"hands": {"A": hand}})
    refusal = check(at, state, Discard(0, at.read_hand("12b")[0]))
    assert (refusal is not None) == refused
    if refusal is not None:
        assert refusal.clauses == ("h.1",)
