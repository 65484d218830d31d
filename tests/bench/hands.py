"""Hands to ask about, from a fixed seed: as they are dealt, rich ones as they are at a close, those with jokers.

Of random hands of seven of forty cards a fifth hold a meld; rich ones are built from pieces of runs and sets, as
hands are when somebody closes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from referee.cards import Card
from referee.library import Library
from referee.library.shelf import FolderShelf
from referee.ruleset.load import load
from referee.table import Table, bind

SEED = 2026
LIBRARY = Library([Path(__file__).resolve().parents[1] / "rules"])
PLAIN_FORTY = """
rule_set: bench-40
format: 1
extends: spanish-40
pack:
  clause: es.1
  suits: [oros, copas, espadas, bastos]
  ranks: [1..10]
"""
"""Spanish chinchón with the numbers 1 to 10: what OpenSpiel makes of forty cards, so that answers can be compared."""


def table_of(name: str, seats: int | None = None, **options: int | bool) -> Table:
    """A table of a built-in, or of a rule set of the tests."""
    return bind(LIBRARY.rule_set(name), seats, options)


def plain_forty() -> Table:
    """The table whose values are those of OpenSpiel's gin rummy with ten ranks."""
    loaded = load(PLAIN_FORTY.encode(), "bench-40.yaml", FolderShelf())
    assert loaded.rule_set is not None, loaded.diagnostics
    return bind(loaded.rule_set)


def hands(table: Table, size: int, number: int, *, melded: bool) -> list[tuple[Card, ...]]:
    """So many hands of a table, each in pack order: dealt at random, or rich."""
    random, cards = Random(SEED), table.pack.notation.cards
    pack = [kind.index for kind in table.pack.kinds for _ in range(kind.count)]
    made = (rich(table, random, size) if melded else random.sample(pack, size) for _ in range(number))
    return [tuple([cards[index] for index in sorted(hand)]) for hand in made]


def rich(table: Table, random: Random, size: int) -> list[int]:
    """A hand built from pieces of runs and sets, and up to three cards at random."""
    ranks, suits = table.pack.rank_count, table.pack.suit_count
    left = [kind.index for kind in table.pack.kinds for _ in range(kind.count)]
    wished: list[int] = [kind.index for kind in table.pack.kinds if kind.wild and random.random() < 0.5]
    pieces = size - random.choice((0, 1, 1, 2, 3))
    while len(wished) < pieces:
        suit, rank = random.randrange(suits), random.randrange(ranks)
        if random.random() < 0.5:
            wished += [suit * ranks + (rank + step) % ranks for step in range(random.choice((3, 3, 4, 5)))]
        else:
            wished += [other * ranks + rank for other in random.sample(range(suits), min(suits, random.choice((3, 4))))]
    hand: list[int] = []
    for kind in wished[:pieces]:
        if kind in left:
            left.remove(kind)
            hand.append(kind)
    return hand + random.sample(left, size - len(hand))


def texts(table: Table, dealt: Sequence[Sequence[Card]]) -> list[list[str]]:
    """The canonical texts of the cards of hands."""
    return [[table.write(card) for card in hand] for hand in dealt]


def places(dealt: Sequence[Sequence[Card]]) -> list[list[int]]:
    """The places of the cards of hands in the order of the pack, as peers number them too: suit by suit from the ace."""
    return [[card.index for card in hand] for hand in dealt]
