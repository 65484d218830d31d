"""What two tables differ in, worked out by kinds of hands, against every class of hands asked about at the referee."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.table import BindError, Table
from referee.workshop import differences as asked
from referee.workshop import pointverdicts
from referee.workshop.comparison import Comparison
from referee.workshop.differences import Tally, differences
from referee.workshop.hands import Hands
from referee.workshop.seenkinds import SeenKinds
from referee.workshop.verdicts import short_verdict
from tests.tables import house

PACK = "table: {seats: 2..3}\npack: {ranks: [1, 2, 3, 4, sota 10]}\ndeal: {cards: 4}\n"
RULES = (
    "loose.count at most 1 card",
    "not any(c.joker for c in loose)",
    "all(c.points at most 3 points for c in loose)",
    "runs at least 1",
    "sets at least 1 or wilds is 0",
    "sum(c.points for c in loose) at most 5 points",
    "count(c.suit is oros for c in loose) at most 1",
    "count(c.joker for c in hand) below 2 cards",
    "all(c.points at most deadwood for c in loose) and wilds below 2",
    "all(m.kind is run for m in melds)",
    "hand_points at most 14 points",
)
PRICES = (
    "deadwood + 1",
    "if runs at least 1 then -5 else deadwood",
    "if any(c.rank is 1 for c in loose) then 1 else 3",
)

ANY = "es.4: melded at least 3 cards"
LOW = "es.11: all(c.points at most 3 points for c in loose)"


@st.composite
def written(draw: st.DrawFn) -> str:
    """A house rule: limits, up to two more conditions, and what the plain close writes."""
    limit, melded = draw(st.integers(0, 8)), draw(st.integers(0, 4))
    more = draw(st.lists(st.sampled_from(RULES), max_size=2, unique=True))
    conditions = [f"es.4: deadwood at most {limit} points and melded at least {melded} cards"]
    conditions += [f"es.1{number}: {rule}" for number, rule in enumerate(more)]
    price = draw(st.sampled_from(PRICES))
    return f"{PACK}close: {{may_close: {{{', '.join(conditions)}}}, outcomes: {{plain: {{writes: {price}}}}}}}\n"


def one_by_one(first: Table, second: Table) -> list[Tally]:
    """The same, of every class of hands asked about twice, whatever it may be seen alike with."""
    found: dict[Any, tuple[int, Any, Any, Any]] = {}
    at = differences(first, second, Random(1), sample=0).at
    for times, hand in Hands.of([first, second]).classes():
        was, now = (short_verdict(table, hand, at.moved) for table in (first, second))
        for key in asked._changes(was, now):
            order = (sum(first.points[card.index] for card in hand), hand)
            before = found.get(key, (0, order, was, now))
            least = min(before, (0, order, was, now), key=lambda each: each[1])
            found[key] = (before[0] + times, *least[1:])
    return sorted((Tally(*key, hands, order[1], was, now) for key, (hands, order, was, now) in found.items()), key=repr)


def compared(rules: tuple[str, str], jokers: int) -> None:
    """Both ways, with the answers to conditions looked up in columns and without."""
    try:
        first, second = (house(one, jokers=jokers) for one in rules)
    except BindError:
        return
    wanted = one_by_one(first, second)
    for in_columns in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pointverdicts, "worth_while", lambda _rows, told=in_columns: told)
            patch.setattr(pointverdicts, "MANY", 1)
            found = differences(first, second, Random(1))
        assert found.exact
        assert sorted(found.tallies, key=repr) == wanted


TWO_RULES = {"rules": st.tuples(written(), written()), "jokers": st.integers(0, 2)}


@settings(max_examples=6, deadline=None)
@given(**TWO_RULES)
def test_kinds_of_hands_come_out_as_their_hands_do(rules: tuple[str, str], jokers: int) -> None:
    compared(rules, jokers)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(**TWO_RULES)
def test_kinds_of_hands_come_out_as_their_hands_do_at_many_tables(rules: tuple[str, str], jokers: int) -> None:
    compared(rules, jokers)


@pytest.mark.parametrize("jokers", [0, 2])
def test_what_looks_at_single_cards_is_counted_by_looks(jokers: int) -> None:
    plain, low = (house(f"{PACK}close: {{may_close: {{{rule}}}}}\n", jokers=jokers) for rule in (ANY, f"{ANY}, {LOW}"))
    assert Comparison.of((plain, low), {}) is not None
    found = differences(plain, low, Random(1)).tallies
    assert found
    assert sorted(found, key=repr) == one_by_one(plain, low)


def test_equally_good_arrangements_that_come_to_different_ends_are_told_by_their_cards() -> None:
    """1o 2o 3o 2c 2e: a run and a set leave four points, and either breaks another clause. The cards decide which."""
    five = PACK.replace("cards: 4", "cards: 5")
    rules = (ANY, f"{ANY}, es.11: runs at least 1, es.12: sets at least 1")
    both = (
        house(f"{five}close: {{may_close: {{{rules[0]}}}}}\n"),
        house(f"{five}close: {{may_close: {{{rules[1]}}}}}\n"),
    )
    told = Comparison.of(both, {})
    assert told is not None
    kinds = list(SeenKinds(told.seeing, told.looks, Hands.of(both)).all(1))
    assert told.differing(kinds) is None
    wanted = one_by_one(*both)
    assert {one.clauses for one in wanted} == {("es.11",), ("es.12",)}
    assert sorted(differences(*both, Random(1)).tallies, key=repr) == wanted
    assert told.differing([]) == []
