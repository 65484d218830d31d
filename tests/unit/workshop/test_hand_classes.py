"""The hands of a pack, one of each class: none is left out and none comes twice, twins and jokers or not."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card
from referee.workshop.hands import Hands


@st.composite
def packs(draw: st.DrawFn) -> Hands:
    """Small packs, some of whose suits no rule tells apart."""
    suits, ranks = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    twins, jokers = draw(st.integers(1, 3)), draw(st.integers(0, 2))
    alike = draw(st.integers(1, suits))
    groups = (tuple(range(alike)), *((suit,) for suit in range(alike, suits)))
    kinds = suits * ranks
    size = draw(st.integers(1, min(5, kinds * twins + jokers)))
    return Hands(size, ranks, groups, (kinds,), (*[twins] * kinds, jokers))


def every_hand(hands: Hands) -> set[tuple[Card, ...]]:
    """All hands, by dealing the whole pack."""
    pack = [Card(kind) for kind, count in enumerate(hands.copies) for _ in range(count)]
    return {tuple(sorted(hand)) for hand in combinations(pack, hands.size)}


def turned(hands: Hands, hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """The hands that differ from one only in suits that are not told apart."""
    alike = hands.groups[0]
    found = set()
    for order in permutations(alike):
        suits = dict(zip(alike, order, strict=True))
        joker = hands.jokers[0]
        moved = (
            one
            if one.index == joker
            else Card(
                suits.get(one.index // hands.ranks, one.index // hands.ranks) * hands.ranks + one.index % hands.ranks
            )
            for one in hand
        )
        found.add(tuple(sorted(moved)))
    return found


@given(hands=packs(), parts=st.integers(1, 3))
def test_the_classes_share_out_every_hand(hands: Hands, parts: int) -> None:
    found: Counter[tuple[Card, ...]] = Counter()
    for part in range(parts):
        for times, hand in hands.classes(part, parts):
            every = turned(hands, tuple(sorted(hand)))
            assert times == len(every)
            found.update(every)
    assert set(found) == every_hand(hands)
    assert set(found.values()) <= {1}
    assert hands.hands == len(found)
