"""No hand of a table that is accepted takes long to arrange: a search for the worst one climbs from hand to hand.

What is counted is deterministic (`Space.work`): the melds of a hand, and the sets of cards left that were looked at. A
step takes three to five microseconds; the worst that was found had 867 (12 cards, two jokers, runs around), and before
branch and bound 5,000.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from referee.game.space import Space
from referee.table import BindError, Table
from tests.tables import house

STEPS = 1_000
CLIMBS, MOVES = 3, 40

SUITS = ("suits: [ba, ca, da, fa]", "suits: [ba, ca, da, fa, ga]", "suits: [ba, ca, da, fa, ga, ha, ja, la]")
WILD = (
    "jokers: 0, wild: no",
    "jokers: 1",
    "jokers: 2",
    "jokers: 8",
    "jokers: 4, wild: card.joker or card.place is 2",
    "jokers: 0, wild: card.place at most 3 and card.suit is ba",
    "jokers: 0, wild: card.place at most 2 and card.suit is ba",
    "jokers: 2, wild: card.joker or card.place is 2 and card.suit is ba",
)
SETS = ("{size: 3..4}", "{size: 3.., twins: yes}")
ACES = ("low", "both", "around")
POINTS = ("card.number", "if card.joker then 25 else 1", "if card.joker then 0 else 10")


def tables(random: Random) -> Iterator[tuple[str, Table]]:
    """Tables as near to the limits as they come: those that are refused are passed over."""
    while True:
        cards, copies = random.choice((7, 8, 10, 12, 14)), random.choice((1, 2, 4))
        text = (
            f"table: {{seats: 1}}\ndeal: {{cards: {cards}}}\n"
            f"pack: {{{random.choice(SUITS)}, ranks: [1..13], copies: {copies}, {random.choice(WILD)}}}\n"
            f"points: {{es.7: {random.choice(POINTS)}}}\n"
            f"melds: {{set: {random.choice(SETS)}, run: {{ace: {random.choice(ACES)}}}, each_meld: {{es.12: yes}}}}\n"
        )
        try:
            yield text, house(text)
        except (AssertionError, BindError):
            continue


def steps(table: Table, hand: list[int]) -> int:
    """What it takes to arrange a hand."""
    space = Space(table.meld_rules, table.points, Counter(hand))
    space.best()
    return space.work


def climb(table: Table, random: Random) -> tuple[int, list[int]]:
    """The worst hand that was found by changing a card or two for others near those held, again and again."""
    pool = [kind.index for kind in table.pack.kinds for _ in range(kind.count)]
    ranks, number = table.pack.rank_count, table.hand_size + 1
    wild = [kind for kind in pool if table.pack.kinds[kind].wild]
    best: tuple[int, list[int]] = (0, [])
    for _ in range(CLIMBS):
        suit, rank, across = random.randrange(table.pack.suit_count), random.randrange(ranks), random.random() < 0.5
        near = [kind for kind in pool if (kind % ranks == rank if across else kind // ranks == suit)]
        wished = [*wild[: random.randrange(len(wild) + 1)], *near, *random.sample(pool, len(pool))]
        left, hand = Counter(pool), list[int]()
        for kind in wished:
            if left[kind] and len(hand) < number:
                left[kind] -= 1
                hand.append(kind)
        worst = steps(table, hand)
        for _ in range(MOVES):
            other = random.sample(hand, number - random.choice((1, 1, 2)))
            rest = list((Counter(pool) - Counter(other)).elements())
            other += random.sample(rest, number - len(other))
            found = steps(table, other)
            if found >= worst:
                worst, hand = found, other
        best = max(best, (worst, hand))
    return best


def search(seed: int, number: int) -> tuple[int, str, list[int]]:
    """The worst hand of so many tables."""
    random, made = Random(seed), tables(Random(seed))
    found = ((*climb(table, random), text) for text, table in (next(made) for _ in range(number)))
    worst, hand, text = max(found)
    return worst, text, hand


def test_no_hand_takes_many_steps() -> None:
    worst, text, hand = search(1, 6)
    assert worst <= STEPS, (text, hand)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_no_hand_of_many_more_tables_takes_many_steps(seed: int) -> None:
    worst, text, hand = search(seed, 30)
    assert worst <= STEPS, (text, hand)
