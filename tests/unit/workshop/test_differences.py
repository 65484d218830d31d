"""Every hand of a pack once, and what two tables make of them: against all hands one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from referee.cards import Card
from referee.table import Table
from referee.workshop.clause_changes import clause_changes
from referee.workshop.differences import Change, OtherPack, differences
from referee.workshop.hands import Hands
from referee.workshop.verdicts import short_verdict
from tests.tables import house, table

FOUR_CARDS = "pack: {ranks: [1, 2, 3, 4, 5, sota 10]}\ndeal: {cards: 4}\nclose: {may_close: {es.4: melded at least 3 cards and deadwood at most 5 points%s}%s}\n"
SEVEN_ONE_LOOSE = "close: {may_close: {es.4: loose.count at most 1 card and deadwood at most 5 points}}\n"
LOOKS_AT_CARDS = " and all(c.points at most 3 points for c in loose)"
NO_LOOSE_POINTS = " and deadwood at most 3 points"
PRICES = ", outcomes: {plain: {writes: deadwood + 1}}"
LONG_RUNS = "melds: {run: {size: 4..}}\n"


def hands_one_by_one(at: Table) -> list[tuple[Card, ...]]:
    pack = [Card(kind.index) for kind in at.pack.kinds for _ in range(kind.count)]
    return sorted({tuple(sorted(hand)) for hand in combinations(pack, at.hand_size)})


def small(condition: str = "", outcomes: str = "", more: str = "", **options: int) -> Table:
    return house(FOUR_CARDS % (condition, outcomes) + more, **options)


@pytest.mark.parametrize("options", [{}, {"jokers": 2}])
def test_the_classes_are_all_hands(options: dict[str, int]) -> None:
    at = small(**options)
    hands = Hands.of([at])
    every = hands_one_by_one(at)
    assert hands.countable
    assert sum(times for times, _ in hands.classes()) == hands.hands == len(every)
    assert {hand for _, hand in hands.classes()} <= set(every)
    shares = Counter(hand for part in range(3) for _, hand in hands.classes(part, 3))
    assert shares == Counter(hand for _, hand in hands.classes())


def test_suits_are_told_apart_where_a_rule_does() -> None:
    plain, dear = small(), small(more="points: {our.1: {when: card.suit is oros, points: 3}}\n")
    assert [len(group) for group in Hands.of([plain]).groups] == [4]
    assert sorted(len(group) for group in Hands.of([plain, dear]).groups) == [1, 3]


@pytest.mark.parametrize(
    "change",
    [(LOOKS_AT_CARDS, ""), (NO_LOOSE_POINTS, ""), ("", PRICES), ("", "", LONG_RUNS)],
    ids=["cards", "points", "prices", "melds"],
)
def test_the_numbers_are_those_of_all_hands(change: tuple[str, ...]) -> None:
    first, second = small(), small(*change)
    found = differences(first, second, Random(1))
    assert found.exact
    assert found.hands == comb(24, 4)
    counts: Counter[Change] = Counter()
    for hand in hands_one_by_one(first):
        was, now = short_verdict(first, hand), short_verdict(second, hand)
        if was.deadwood != now.deadwood:
            counts[Change.LOOSE_MORE if now.deadwood > was.deadwood else Change.LOOSE_LESS] += 1
        if was.legal and not now.legal:
            counts[Change.CLOSES_NO_MORE] += 1
        elif now.legal and not was.legal:
            counts[Change.CLOSES_NOW] += 1
        elif was.legal and now.writes is not None and was.writes is not None and was.writes != now.writes:
            counts[Change.WRITES_MORE if now.writes > was.writes else Change.WRITES_LESS] += 1
    told: Counter[Change] = Counter()
    for one in found.tallies:
        told[one.change] += one.hands
        assert (short_verdict(first, one.witness), short_verdict(second, one.witness)) == (one.was, one.now)
    assert counts
    assert told == counts


def test_a_table_differs_from_itself_in_nothing() -> None:
    at = small()
    assert differences(at, at, Random(1)).tallies == ()
    assert clause_changes(at, at, "en") == ()


def test_other_packs_are_not_compared() -> None:
    with pytest.raises(OtherPack, match="different cards"):
        differences(table("spanish-40"), table("spanish-48"), Random(1))
    with pytest.raises(OtherPack, match="4 at the other"):
        differences(table("spanish-40"), small(), Random(1))


def test_two_packs_are_sampled() -> None:
    at = table("fournier-40", 5)
    found = differences(at, at, Random(1), sample=50)
    assert (found.exact, found.asked) == (False, 50)
    assert found.hands > comb(40, 7)


def test_what_clauses_say_is_compared() -> None:
    first, second = table("spanish-40"), table("spanish-40", limit=50)
    assert [one.clause for one in clause_changes(first, second, "en")] == ["es.9"]


@pytest.mark.slow
def test_one_loose_card_against_five_points() -> None:
    found = differences(table("spanish-40"), house(SEVEN_ONE_LOOSE), Random(1), jobs=2)
    assert [(one.change, one.hands) for one in found.tallies] == [(Change.CLOSES_NO_MORE, 3_332)]
