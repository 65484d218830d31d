"""Hands counted by the looks of their cards, against rules asked about every arrangement of every hand."""

from __future__ import annotations

from random import Random

import pytest

from referee.table import Table
from referee.workshop.cardlooks import MOST_LOOKS, CardLooks
from referee.workshop.proof import handkinds
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.handkinds import HandKinds, hand_kinds
from referee.workshop.proof.lookedat import looks_of
from referee.workshop.proof.points import Point
from tests.tables import house, table

SMALL = (
    "table: {seats: 2..3}\npack: {ranks: [1, 2, 3, 4, sota 10]}\ndeal: {cards: 5}\nclose: {may_close: {es.11: %s}}\n"
)
RULES = {
    "jokers": "not any(c.joker for c in loose)",
    "low cards": "all(c.points at most 3 points for c in loose)",
    "a sum": "sum(c.points for c in loose) at most 5 points or runs at least 1",
    "two of them": "not any(c.joker for c in loose) and count(c.rank is 1 for c in loose) at most 1",
    "a suit": "count(c.suit is oros for c in loose) at most 1",
    "cards held": "count(c.joker for c in hand) below 2 cards",
    "the lowest": "min(c.number for c in loose) at most 2",
    "another fact": "all(c.points at most deadwood for c in loose)",
    "one beside another": "all(any(d.points below c.points for d in loose) for c in loose)",
}


def as_told(kinds: HandKinds) -> dict[frozenset[Point], tuple[object, ...]]:
    """By the points of a kind: its hands, its classes and the smallest of them."""
    return {
        frozenset(kinds.points[p] for p in one.points): (one.hands, one.classes, one.smallest) for one in kinds.kinds
    }


def both(at: Table, monkeypatch: pytest.MonkeyPatch, sample: int | None = None) -> tuple[HandKinds, HandKinds]:
    rules = CloseRules.of(at)
    assert looks_of(rules) is not None
    by_looks = hand_kinds(rules, Random(1), sample=sample)
    monkeypatch.setattr(handkinds, "looks_of", lambda _rules: None)
    return by_looks, hand_kinds(rules, Random(1), sample=sample)


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_hand_is_where_the_rules_see_it(rule: str, jokers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    by_looks, asked = both(house(SMALL % rule, jokers=jokers), monkeypatch)
    assert by_looks.exact
    assert as_told(by_looks) == as_told(asked)


@pytest.mark.parametrize("name", ["chilean-50", "conga", "house-i", "gin-rummy", "fournier-40"])
def test_hands_drawn_at_tables_that_are_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_looks, asked = both(table(name), monkeypatch, 1_000)
    assert not by_looks.exact
    assert as_told(by_looks) == as_told(asked)


def test_points_below_nothing_are_told_from_looks() -> None:
    at = house(SMALL % RULES["jokers"], jokers=2)
    looks = CardLooks.of([(at, [at.rule_set.conditions["close.may_close"][-1].expr])])
    assert looks is not None
    weights = looks.weights([-(kind % 3) * 1_000_000 for kind in range(21)])
    assert looks.split(sum(weights[kind] for kind in (1, 2, 2, 20))) == (-7_000_000, (3, 1))
    assert [kind.joker for kind in looks.cards((1, 2), at.pack.kinds)] == [False, True, True]


def test_rules_that_look_at_melds_or_tell_many_cards_apart_see_the_cards() -> None:
    ranks = " or ".join(f"count(c.rank is {rank} for c in loose) is 2" for rank in range(1, MOST_LOOKS + 1))
    for rule in ("all(m.kind is run for m in melds)", ranks):
        assert looks_of(CloseRules.of(house(f"close: {{may_close: {{es.11: {rule}}}}}\n"))) is None
