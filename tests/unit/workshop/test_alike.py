"""Hands that are seen alike, counted suit by suit, against every class of hands asked about by itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from referee.cards import Card
from referee.game.solve import held_by_kind
from referee.game.space import Space
from referee.table import Table
from referee.workshop.alike import AlikeHands, Seen, countable_alike
from referee.workshop.hands import Hands
from tests.tables import house, table

SMALL = "table: {seats: 2..3}\npack: {ranks: [1, 2, 3, 4, 5, sota 10]}\ndeal: {cards: %d}\n"
DEAR_SUIT = "points: {our.1: {when: card.suit is oros, points: 3}}\n"
RULES = {
    "six cards": SMALL % 6,
    "a suit apart": SMALL % 6 + DEAR_SUIT,
    "long runs": SMALL % 6 + "melds: {run: {size: 4..}}\n",
    "sets of four": SMALL % 6 + "melds: {set: {size: 4}}\n",
    "runs that go around": SMALL % 6 + "melds: {run: {ace: around}}\n",
    "no sets": SMALL % 5 + "melds: {each_meld: {our.2: meld.kind is run}}\n",
}


def seen_by(at: Table, hand: Sequence[Card]) -> Seen:
    space = Space(at.meld_rules, at.points, held_by_kind(hand))
    return sum(at.points[card.index] for card in hand), space.seen()


def one_by_one(tables: Sequence[Table], hands: Hands) -> dict[tuple[Seen, ...], tuple[int, int, tuple[Card, ...]]]:
    """The same, of every class asked about."""
    found: dict[tuple[Seen, ...], tuple[int, int, tuple[Card, ...]]] = {}
    for times, hand in hands.classes():
        seen = tuple(seen_by(at, hand) for at in tables)
        before = found.get(seen, (0, 0, hand))
        found[seen] = (before[0] + times, before[1] + 1, min(before[2], hand))
    return found


def counted(tables: Sequence[Table], parts: int = 1) -> dict[tuple[Seen, ...], tuple[int, int, tuple[Card, ...]]]:
    assert countable_alike(tables, Hands.of(tables))
    found = list(AlikeHands(tables, Hands.of(tables)).all(parts))
    assert len({one.seen for one in found}) == len(found)
    return {one.seen: (one.hands, one.classes, one.first) for one in found}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_hand_is_counted_where_it_belongs(rules: str) -> None:
    at = house(rules)
    expected = one_by_one([at], Hands.of([at]))
    assert counted([at]) == expected
    assert counted([at], 7) == expected


@pytest.mark.parametrize("other", [name for name in RULES if name != "no sets"])
def test_two_tables_see_hands_at_once(other: str) -> None:
    tables = [house(RULES["six cards"]), house(RULES[other])]
    assert counted(tables) == one_by_one(tables, Hands.of(tables))


def test_every_hand_of_forty_cards_is_seen_as_it_is_counted() -> None:
    at = table("spanish-40")
    found = counted([at])
    assert sum(times for times, _, _ in found.values()) == 18_643_560
    for (seen,), (_, _, first) in found.items():
        assert seen == seen_by(at, first)
    melds = ((0, 10, 20), (0, 1, 2), (1, 2, 3), (9, 19, 29, 39), (12, 13, 14, 15))
    for chosen in combinations(melds, 2):
        kinds = sorted({kind for meld in chosen for kind in meld})
        hand = tuple(Card(kind) for kind in [*kinds, *(kind for kind in range(20, 40) if kind not in kinds)][:7])
        assert (seen_by(at, hand),) in found


@pytest.mark.parametrize(
    "at",
    [table("spanish-40", jokers=2), table("fournier-40", 5), table("chilean-50", wild_ace=True)],
    ids=["jokers", "twins", "wild"],
)
def test_cards_that_join_suits_are_asked_about_one_by_one(at: Table) -> None:
    assert not countable_alike([at], Hands.of([at]))
