"""What answers for masks at one table: bytes for two suits at once, a list for each suit, or nothing.

A mask is the sum of `1 << card.index` over the cards of a hand: a bit for each kind with a suit, in the order of the
pack, and above them the number of printed jokers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache

from referee.game.space import Space
from referee.game.suitpoints import MOST_PAIRED, PairPoints, SuitPoints, paired_bytes
from referee.game.suits import SUITS, Suits
from referee.game.suitwilds import SuitWilds
from referee.native import in_use
from referee.table import Table

_PAIR_RANKS = 10
"""Of more ranks a table of two suits would have four million bytes and more."""

_TABLES = 8
"""Tables of two suits that are remembered, for tables whose melds and points are the same."""


class SuitTables:
    """The tables of one table. `points` answers for masks; None where the melds have not the shape (`Suits`).

    It is right for hands none of whose cards with a suit is one of `wild`. `bits` are those of `Suits`;
    from `beyond` on a mask has printed jokers.
    """

    __slots__ = ("_table", "_wilds", "beyond", "bits", "points", "suits", "wild")

    def __init__(self, table: Table) -> None:
        suits = self.suits = table.derived(Suits)
        self._table = table
        self._wilds = table.derived(SuitWilds)
        self.wild, self.bits = suits.wild, suits.bits(jokers=self._wilds.fits)
        self.beyond = 1 << suits.kinds
        self.points = _tables_of(suits, self._with_jokers) if suits.fits else None

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

    def holds(self, mask: int, cards: int) -> bool:
        """Whether the `bits` of so many cards that came to this mask are all known here and of different cards."""
        beyond = self.beyond
        if mask < beyond:
            return mask.bit_count() == cards
        return mask < self._wilds.most and (mask & (beyond - 1)).bit_count() + mask // beyond == cards

    def _with_jokers(self, mask: int) -> int:
        """The fewest loose points of a mask with printed jokers; ValueError for one that is no hand of this pack."""
        wilds = self._wilds
        return wilds.points_of(mask) if wilds.fits and 0 <= mask < wilds.most else self.searched(mask)

    def searched(self, mask: int) -> int:
        """The fewest loose points of a mask by a search among its melds, where no rule judges hands as wholes."""
        counts, points = self.counts_of(mask), self.suits.points
        whole = sum([points[kind] * times for kind, times in counts.items()])
        return whole - Space(self._table.meld_rules, points, counts).best_points()


def _tables_of(suits: Suits, beyond: Callable[[int], int]) -> SuitPoints | PairPoints:
    """The tables of the suits, for two at once where they fit into bytes.

    Where it is compiled, small tables are faster: they stay next to the processor.
    """
    native = in_use()
    lists = SuitPoints(
        suits.ranks,
        [array("i", one) for one in suits.loose] if native else suits.loose,
        [array("i", one) for one in suits.joined] if native else suits.joined,
        kinds=suits.kinds,
        threes=suits.threes,
        fours=suits.fours,
        take_all=suits.take_all,
        beyond=beyond,
    )
    first, second, third, fourth = suits.loose
    most = max(max(first) + max(second), max(third) + max(fourth))
    whole = suits.kinds == SUITS * suits.ranks
    if native or not whole or suits.ranks > _PAIR_RANKS or not suits.take_all or most > MOST_PAIRED:
        return lists
    low = _paired(suits.ranks, bytes(first), bytes(second))
    high = low if (first, second) == (third, fourth) else _paired(suits.ranks, bytes(third), bytes(fourth))
    return PairPoints(suits.ranks, low, high, others=lists, beyond=beyond)


@lru_cache(_TABLES)
def _paired(ranks: int, low: bytes, high: bytes) -> bytes:
    return paired_bytes(ranks, low, high)
