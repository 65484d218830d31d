"""Hands and closes judged a second, and the worst legal hands that are known, each of which has 5 ms.

Random hands hold a meld in one case of five; rich ones are built from pieces of runs and sets, as hands are when somebody
closes. A single question is text in, arrangement out; a batch is hands already read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee.cards import Card
from referee.game.close import judge_close, judge_closings
from referee.game.solve import best_arrangement, deadwood, optimal_arrangements
from referee.library import Library
from referee.table import Table, bind

HANDS, ROUNDS = 2_000, 5
WORST_MS = 5.0
LIBRARY = Library([Path(__file__).resolve().parents[1] / "rules"])
Row = tuple[str, str, str]

WORST: list[tuple[str, int | None, dict[str, int | bool], str]] = [
    ("spanish-40", None, {"jokers": 2}, "1c 2c 3c 4c 5c 6c JK JK 12o"),
    ("spanish-40", None, {"jokers": 2}, "1c 2c 3c 4c 5c 6c 7c JK JK"),
    ("spanish-48", None, {"jokers": 2}, "1c 2c 3c 4o 4c 4e 5c JK JK"),
    ("chilean-50", None, {"wild_ace": True, "printed_jokers": 2}, "1o 2o 3o 4o 5o 6o 7o JK JK"),
    ("fournier-40", 5, {}, "7o 7o 7c 7c 7e 7e 7b 7b 6o"),
    ("two-packs", None, {}, "1o 1o 7o 7o 7c 7c 7e 7e 7b"),
    ("two-packs", None, {}, "1o 1o 2o 2o 3o 3o 4o 4o 5o"),
    ("ten-cards", None, {}, "As 2s 3s 4s Ah 2h 3h 4h Ad 2d 3d 4d"),
    ("both-ends", None, {}, "1o 2o 3o 4o 5o 2c 3c JK"),
    ("around", None, {}, "1o 2o 3o 10o 11o 12o JK JK JK"),
]


def rich(table: Table, random: Random, size: int) -> list[int]:
    """A hand built from pieces of runs and sets."""
    ranks, suits = table.pack.rank_count, table.pack.suit_count
    left = [kind.index for kind in table.pack.kinds for _ in range(kind.count)]
    wished: list[int] = [kind.index for kind in table.pack.kinds if kind.wild and random.random() < 0.5]
    while len(wished) < size:
        suit, rank = random.randrange(suits), random.randrange(ranks)
        if random.random() < 0.5:
            wished += [suit * ranks + (rank + step) % ranks for step in range(random.choice((3, 3, 4)))]
        else:
            wished += [other * ranks + rank for other in range(suits)]
    hand: list[int] = []
    for kind in [*wished, *random.sample(left, len(left))]:
        if kind in left and len(hand) < size:
            left.remove(kind)
            hand.append(kind)
    return hand


def hands(table: Table, size: int, *, melded: bool) -> list[tuple[Card, ...]]:
    random = Random(2026)
    pack = [kind.index for kind in table.pack.kinds for _ in range(kind.count)]
    made = (rich(table, random, size) if melded else random.sample(pack, size) for _ in range(HANDS))
    return [tuple(sorted(map(Card, hand))) for hand in made]


def rate(judge: Callable[[Any], object], items: Sequence[Any]) -> str:
    """Items a second, the best of some rounds."""
    best = min(timed(judge, items) for _ in range(ROUNDS))
    return f"{len(items) / best:,.0f} /s"


def timed(judge: Callable[[Any], object], items: Iterable[Any]) -> float:
    began = time.perf_counter()
    for item in items:
        judge(item)
    return time.perf_counter() - began


def rates(name: str, table: Table) -> list[Row]:
    size, rows = table.hand_size, []
    for words, melded in (("random", False), ("rich", True)):
        dealt = hands(table, size, melded=melded)
        texts = [" ".join(map(table.write, hand)) for hand in dealt]
        what = f"{name}, {words} hands of {size}"
        rows += [
            (
                f"{what}: text to arrangement",
                rate(lambda text: best_arrangement(table, table.read_hand(text)), texts),
                "",
            ),
            (f"{what}: batch of arrangements", rate(lambda hand: best_arrangement(table, hand), dealt), ""),
            (f"{what}: batch of deadwood", rate(lambda hand: deadwood(table, hand), dealt), ""),
            (f"{what}: batch of closes", rate(lambda hand: judge_close(table, hand), dealt), ""),
        ]
    return rows


def worst() -> list[Row]:
    """Every hand of the list as a hand, with all its optimal arrangements, and as a close with each closing card."""
    rows = []
    for name, seats, options, text in WORST:
        table = bind(LIBRARY.rule_set(name), seats, options)
        hand = table.read_hand(text)
        closing = hand[-table.hand_size :]
        for what, judge in (
            ("arrangement", lambda table=table, hand=hand: best_arrangement(table, hand)),
            ("all optimal", lambda table=table, hand=hand: optimal_arrangements(table, hand)),
            ("close", lambda table=table, closing=closing: judge_close(table, closing)),
        ):
            judge()
            best = 1000 * min(timed(lambda _, judge=judge: judge(), (None,)) for _ in range(ROUNDS))
            missed = "" if best < WORST_MS else "  MISSED"
            aim = f"under {WORST_MS:g} ms" if what != "all optimal" else ""
            rows.append((f"{name}, {text}: {what}", f"{best:.2f} ms{missed if aim else ''}", aim))
        eight = hand[-table.hand_size - 1 :]
        best = 1000 * min(
            timed(lambda cards, table=table: judge_closings(table, cards), (eight,)) for _ in range(ROUNDS)
        )
        rows.append((f"{name}, {text}: each closing card", f"{best:.2f} ms", ""))
    return rows


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    rows = rates("spanish-40", bind(LIBRARY.rule_set("spanish-40")))
    rows += rates("spanish-40 with jokers", bind(LIBRARY.rule_set("spanish-40"), None, {"jokers": 2}))
    rows += rates("fournier-40 with two packs", bind(LIBRARY.rule_set("fournier-40"), 5))
    rows += rates("ten cards", bind(LIBRARY.rule_set("ten-cards")))
    return rows + worst()


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
