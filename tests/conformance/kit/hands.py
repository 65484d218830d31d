"""Cards for questions: by chance, but of the kind that tells implementations apart.

Most hands are put together from what might be melds: runs and sets, with a card missing or one that stands for
another, twins, and low cards beside them. All come from one pack, so they can be held together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from referee.table import Kind, Table


class Supply:
    """The cards of a pack that nobody has yet; `take` gives a card if there is one."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.left = Counter({kind.index: kind.count for kind in table.pack.kinds})
        self.taken: list[str] = []

    def take(self, kinds: Iterable[Kind], most: int) -> None:
        """Takes of these kinds, in their order, what is left of them, up to so many cards in all."""
        for kind in kinds:
            if len(self.taken) < most and self.left[kind.index]:
                self.left[kind.index] -= 1
                self.taken.append(kind.text)

    def any(self, kinds: list[Kind], number: int, most: int) -> None:
        """Takes so many of these kinds by chance; a kind with several copies is as likely as it has copies."""
        cards = [kind for kind in kinds for _ in range(self.left[kind.index])]
        self.take(self.chance.sample(cards, min(number, len(cards))), most)


def hand(table: Table, chance: Random, size: int) -> list[str]:
    """So many cards of one pack, in any order."""
    supply = Supply(table, chance)
    if chance.random() < 0.15:
        supply.any(list(table.pack.kinds), size, size)
    else:
        _wild(supply, size)
        for _ in range(chance.randint(1, 3)):
            _piece(supply, size)
        if chance.random() < 0.6:
            _low(supply, size)
    supply.any(list(table.pack.kinds), size - len(supply.taken), size)
    chance.shuffle(supply.taken)
    return supply.taken


def closable(table: Table, chance: Random, size: int) -> list[str]:
    """So many cards of which most are melded and the rest is cheap, more or less."""
    supply = Supply(table, chance)
    _wild(supply, size)
    for _ in range(9):
        if len(supply.taken) < size - chance.choice([0, 1, 1, 2, 3]):
            _piece(supply, size)
    _low(supply, size)
    supply.any(list(table.pack.kinds), size - len(supply.taken), size)
    chance.shuffle(supply.taken)
    return supply.taken


def one_meld(table: Table, chance: Random) -> list[str]:
    """Cards that are one meld, or nearly."""
    supply = Supply(table, chance)
    most = table.hand_size + 2
    if chance.random() < 0.5:
        _wild(supply, most)
    _piece(supply, most)
    if chance.random() < 0.15:
        supply.any(list(table.pack.kinds), 1, most)
    if supply.taken and chance.random() < 0.1:
        supply.taken.pop(chance.randrange(len(supply.taken)))
    chance.shuffle(supply.taken)
    return supply.taken


def _wild(supply: Supply, most: int) -> None:
    wilds = [kind for kind in supply.table.pack.kinds if kind.wild]
    if wilds and supply.chance.random() < 0.7:
        supply.any(wilds, supply.chance.randint(1, 3), most)


def _piece(supply: Supply, most: int) -> None:
    """A run or a set; now and then a card of it is missing or is there twice."""
    table, chance = supply.table, supply.chance
    pack = table.pack
    plain = [kind for kind in pack.kinds if not kind.joker]
    first = chance.choice(plain)
    if chance.random() < 0.6:
        length = chance.choice([3, 3, 3, 4, 4, 5, 6, 7, 7, table.hand_size])
        suit = [kind for kind in plain if kind.suit == first.suit]
        around = suit + suit if chance.random() < 0.1 else suit
        start = around.index(first)
        cards = around[start : start + length]
    else:
        cards = [kind for kind in plain if kind.rank == first.rank]
        if pack.copies > 1 and chance.random() < 0.6:
            cards = cards + chance.sample(cards, chance.randint(1, len(cards)))
        cards = chance.sample(cards, min(len(cards), chance.choice([2, 3, 3, 4, 5, 6, 7])))
    if chance.random() < 0.35 and len(cards) > 2:
        cards = [*cards]
        cards.pop(chance.randrange(len(cards)))
    supply.take(cards, most)


def _low(supply: Supply, most: int) -> None:
    """A few cheap cards."""
    cheap = sorted((kind for kind in supply.table.pack.kinds if not kind.wild), key=lambda kind: kind.points)
    supply.any(cheap[: supply.chance.choice([8, 12, 16])], supply.chance.randint(1, 3), most)
