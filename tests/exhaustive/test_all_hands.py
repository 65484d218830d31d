"""Numbers known exactly: all 18,643,560 hands of seven from forty cards, judged by the real solver and the real judge.

The points of the Spanish game treat the suits alike, so hands that differ only in their suits need asking once: 849,270
classes, each counted as often as it occurs, in the default run. The slow run asks about every hand by itself.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from math import comb, factorial
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

import pytest

from referee.cards import Card
from referee.game.candidates import candidates
from referee.game.close import judge_close
from referee.game.loosepoints import loose_points
from referee.game.solve import best_arrangement, deadwood, searched, searched_deadwood
from referee.table import Table
from referee.table.melds import RUN
from tests.tables import house, table

RANKS, SUITS, HAND = 10, 4, 7
ALL_HANDS, CLASSES = 18_643_560, 849_270

WITH_DEADWOOD_UP_TO = {0: 2_048, 3: 23_316, 4: 30_932, 5: 39_364}
CHINCHONES = 16
DIFFERENT = 3_332
ONE_LOOSE_CARD = "close: {may_close: {es.4: loose.count at most 1 card and deadwood at most 5 points}}\n"


@cache
def tables() -> tuple[Table, Table]:
    return table("spanish-40"), house(ONE_LOOSE_CARD)


def judged(hands: Iterable[tuple[int, tuple[Card, ...]]]) -> Counter[str]:
    """Over hands with their multiplicities: how many of each deadwood up to 5, chinchones, and how the two rules differ."""
    points, one_card = tables()
    found: Counter[str] = Counter()
    for times, hand in hands:
        loose = deadwood(points, hand)
        found["hands"] += times
        if loose > 5:
            continue
        found[f"deadwood {loose}"] += times
        first, second = judge_close(points, hand), judge_close(one_card, hand)
        assert first.legal, hand
        if first.outcome == "chinchon":
            found["chinchon"] += times
        if first.legal and not second.legal:
            found["points allow more"] += times
    return found


def check(found: Counter[str]) -> None:
    assert found["hands"] == ALL_HANDS == comb(RANKS * SUITS, HAND)
    for most, hands in WITH_DEADWOOD_UP_TO.items():
        assert sum(found[f"deadwood {points}"] for points in range(most + 1)) == hands
    assert found["chinchon"] == CHINCHONES
    assert found["points allow more"] == DIFFERENT


def classes() -> Iterator[tuple[int, tuple[Card, ...]]]:
    """One hand of each class, and how many hands there are of it."""
    by_size = [[sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), n)] for n in range(HAND + 1)]

    def holdings(left: int, suits: int, most: tuple[int, int]) -> Iterator[tuple[int, ...]]:
        """What the suits hold, the largest first."""
        if not suits:
            if not left:
                yield ()
            return
        for size in range(min(left, most[0]), -1, -1):
            for mask in by_size[size]:
                if (size, mask) <= most:
                    for rest in holdings(left - size, suits - 1, (size, mask)):
                        yield (mask, *rest)

    for held in holdings(HAND, SUITS, (HAND, 1 << RANKS)):
        times = factorial(SUITS)
        for same in Counter(held).values():
            times //= factorial(same)
        yield (
            times,
            tuple(Card(suit * RANKS + r) for suit, mask in enumerate(held) for r in range(RANKS) if mask >> r & 1),
        )


def test_all_hands_up_to_suits() -> None:
    seen = 0

    def counted() -> Iterator[tuple[int, tuple[Card, ...]]]:
        nonlocal seen
        for one in classes():
            seen += 1
            yield one

    check(judged(counted()))
    assert seen == CLASSES


def first_two(pair: tuple[int, int]) -> Counter[str]:
    """All hands whose two first cards are these."""
    rest = combinations(range(pair[1] + 1, RANKS * SUITS), HAND - 2)
    return judged((1, tuple(map(Card, (*pair, *others)))) for others in rest)


@pytest.mark.slow
def test_all_hands_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Workers import this module by name. Where Python keeps the folder it starts in off the path (`.ci/run`) they could
    # not, and would be started again for ever; last on the path, the checkout does not hide the package under test.
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(__file__).resolve().parents[2])])
    found: Counter[str] = Counter()
    pairs = list(combinations(range(RANKS * SUITS), 2))
    with get_context("spawn").Pool(cpu_count()) as pool:
        for part in pool.imap_unordered(first_two, pairs, chunksize=1):
            found += part
    check(found)


def differing(pair: tuple[int, int]) -> tuple[int, list[int]]:
    """How many hands begin with these two cards, and those of which the tables of suits say what the search does not."""
    at = tables()[0]
    answers = loose_points(at)
    hands = [(*pair, *others) for others in combinations(range(pair[1] + 1, RANKS * SUITS), HAND - 2)]
    masks = array("Q", [sum([1 << kind for kind in hand]) for hand in hands])
    wanted = [searched_deadwood(at, tuple(map(Card, hand))) for hand in hands]
    told = zip(masks, wanted, answers.of_masks(masks), map(answers.of_mask, masks), strict=True)
    return len(hands), [mask for mask, points, many, one in told if not points == many == one]


@pytest.mark.slow
def test_what_is_looked_up_is_what_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(__file__).resolve().parents[2])])
    seen = 0
    with get_context("spawn").Pool(cpu_count()) as pool:
        for hands, differ in pool.imap_unordered(differing, combinations(range(RANKS * SUITS), 2), chunksize=1):
            assert not differ
            seen += hands
    assert seen == ALL_HANDS


@pytest.mark.slow
def test_every_hand_up_to_suits_is_arranged_as_the_search_does() -> None:
    at = tables()[0]
    for _, hand in classes():
        assert best_arrangement(at, hand) == searched(at, hand)


@pytest.mark.parametrize(("rules", "runs"), [("spanish-40", 16), ("spanish-48", 24)])
def test_natural_runs_of_seven(rules: str, runs: int) -> None:
    at = table(rules)
    every_card = {kind.index: 1 for kind in at.pack.kinds}
    sevens = [one for one in candidates(at.meld_rules, every_card) if one.kind == RUN and len(one.cards) == HAND]
    assert len(sevens) == runs


def test_a_hand_on_which_the_two_rules_differ() -> None:
    points, one_card = tables()
    hand = points.read_hand("1o 3o 4o 5o 6o 7o 1c")
    assert judge_close(points, hand).writes == 2
    assert [failure.clause for failure in judge_close(one_card, hand).failures] == ["es.4"]
