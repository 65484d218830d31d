"""What answers for masks at one table: bytes for two suits at once, a list for each suit, or nothing.

A mask is the sum of `1 << card.index` over the cards of a hand: a bit for each kind with a suit, in the order of the
pack, and above them the number of printed jokers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from referee.game.space import Space
from referee.game.suitpoints import MOST_PAIRED, PairPoints, SuitPoints, paired_bytes
from referee.game.suits import SUITS, Suits
from referee.table import Table

_PAIR_RANKS = 10
"""Of more ranks a table of two suits would have four million bytes and more."""

_TABLES = 8
"""Tables of two suits that are remembered, for tables whose melds and points are the same."""


class SuitTables:
    """The tables of one table. `points` answers for masks; None where the melds have not the shape (`Suits`).

    It is right for hands none of whose cards with a suit is one of `wild`. `bits` is what each kind adds to a mask,
    `most`, more than any mask of cards with a suit, where `points` does not answer.
    """

    __slots__ = ("_table", "bits", "most", "points", "suits", "wild")

    def __init__(self, table: Table) -> None:
        suits = self.suits = table.derived(Suits)
        self._table = table
        self.wild, self.bits, self.most = suits.wild, suits.bits, 1 << suits.kinds
        self.points = _tables_of(suits, self.searched) if suits.fits else None

    @classmethod
    def of(cls, table: Table) -> SuitTables:
        """The tables of a table; `Table.derived` keeps them."""
        return cls(table)

    def counts_of(self, mask: int) -> dict[int, int]:
        """The cards of a mask, counted by kind; ValueError for a mask that is no hand of this pack."""
        kinds = self.suits.kinds
        jokers = mask >> kinds
        if not 0 <= jokers <= self.suits.jokers:
            raise ValueError(f"{mask} is no hand of this pack as a mask")
        counts = {kind: 1 for kind in range(kinds) if mask >> kind & 1}
        if jokers:
            counts[kinds] = jokers
        return counts

    def searched(self, mask: int) -> int:
        """The fewest loose points of a mask by a search among its melds, where no rule judges hands as wholes."""
        counts, points = self.counts_of(mask), self.suits.points
        whole = sum([points[kind] * times for kind, times in counts.items()])
        return whole - Space(self._table.meld_rules, points, counts).best_points()


def _tables_of(suits: Suits, beyond: Callable[[int], int]) -> SuitPoints | PairPoints:
    """The tables of the suits, for two at once where they fit into bytes."""
    lists = SuitPoints(
        suits.ranks,
        suits.loose,
        suits.joined,
        threes=suits.threes,
        fours=suits.fours,
        take_all=suits.take_all,
        beyond=beyond,
    )
    first, second, third, fourth = suits.loose
    most = max(max(first) + max(second), max(third) + max(fourth))
    whole = suits.kinds == SUITS * suits.ranks
    if not whole or suits.ranks > _PAIR_RANKS or not suits.take_all or most > MOST_PAIRED:
        return lists
    low = _paired(suits.ranks, bytes(first), bytes(second))
    high = low if (first, second) == (third, fourth) else _paired(suits.ranks, bytes(third), bytes(fourth))
    return PairPoints(suits.ranks, low, high, others=lists, beyond=beyond)


@lru_cache(_TABLES)
def _paired(ranks: int, low: bytes, high: bytes) -> bytes:
    return paired_bytes(ranks, low, high)
