"""The fewest loose points of hands given as masks, at any table: the shortest way there that is right for it.

A mask is the sum of `1 << card.index` over the cards of a hand: a bit for each kind with a suit, in the order of the
pack, and above them the number of printed jokers. Which way a table takes is decided once, by what `Suits` found of its
melds: a table of bytes for two suits, a list for each suit, or the search that is right for every rule set. Hands with
cards that may stand for others are searched.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from referee.cards import Card
from referee.game.solve import best_arrangement
from referee.game.suittables import SuitTables
from referee.native import in_use
from referee.table import Table

if TYPE_CHECKING:
    from referee.game.suitbatch import SuitBatch

_WORD = 8
"""Bytes of a mask in a buffer."""

_MANY = 20_000
"""Of so many hands numpy is worth what it takes to import."""


class LoosePoints:
    """Answers for one table. `of_mask` gives the fewest loose points of a mask, a whole number.

    ValueError for a mask that has other cards than this pack. What is no whole number of 64 bits is no mask, and of it
    the plain and the compiled form say different things, or nothing. Many more cards than a hand has take long.
    """

    __slots__ = ("_batch", "_known", "_native", "_table", "_tables", "of_mask")

    of_mask: Callable[[int], int]

    def __init__(self, table: Table) -> None:
        self._table, self._tables = table, table.derived(SuitTables)
        points = self._tables.points
        self._known = None if self._tables.wild else points
        self._batch: SuitBatch | None = None
        self._native = in_use()
        if points is None:
            self.of_mask = self.searched
        else:
            self.of_mask = self._with_wild if self._tables.wild else points.of_mask

    @classmethod
    def of(cls, table: Table) -> LoosePoints:
        """The answers for a table; `Table.derived` keeps them."""
        return cls(table)

    def of_masks(self, masks: Sequence[int]) -> array[int]:
        """The fewest loose points of many hands: of a buffer of masks, 64 bits each (`array("Q")`), or of a list.

        Where numpy is installed, a million of them take a tenth of the time; where the loop is compiled, a fiftieth.
        ValueError as for `of_mask`.
        """
        columns = self._columns(len(masks))
        if columns is not None:
            return array("i", columns.of(masks).tobytes())
        found = array("i", bytes(4 * len(masks)))
        if self._known is not None:
            self._known.of_masks(_words(masks) if self._native else masks, found)
        else:
            for place, mask in enumerate(masks):
                found[place] = self.of_mask(int(mask))
        return found

    def _columns(self, hands: int) -> SuitBatch | None:
        """The tables as columns of numpy, if there is any and it is worth while for so many hands."""
        if (
            self._batch is None
            and self._known is not None
            and not self._native
            and (hands >= _MANY or "numpy" in sys.modules)
        ):
            try:
                from referee.game.suitbatch import SuitBatch  # noqa: PLC0415 - numpy takes long to import
            except ImportError:
                return None
            self._batch = SuitBatch(self._tables.suits, self._known)
        return self._batch

    def mask_of(self, cards: Iterable[Card]) -> int:
        """The mask of a hand; ValueError where a card with a suit is there twice, for which a mask has no place."""
        mask = seen = 0
        kinds = self._tables.suits.kinds
        for card in cards:
            bit = 1 << card.index
            if seen & bit and card.index < kinds:
                raise ValueError(f"a mask has no place for a second `{self._table.kind(card).text}`")
            seen |= bit
            mask += bit
        return mask

    def searched(self, mask: int) -> int:
        """What `of_mask` gives, found by searching among the melds of the hand: right for every table."""
        if self._table.conditions("melds.whole_hand"):
            counts = self._tables.counts_of(mask)
            return best_arrangement(self._table, [Card(kind) for kind in counts for _ in range(counts[kind])]).deadwood
        return self._tables.searched(mask)

    def _with_wild(self, mask: int) -> int:
        """At a table where some cards with a suit may stand for others."""
        points = self._tables.points
        return self.searched(mask) if points is None or mask & self._tables.wild else points.of_mask(mask)


def _words(masks: Sequence[int]) -> memoryview | array[int]:
    """Masks as machine words; ValueError for what is none."""
    try:
        view = memoryview(masks)  # type: ignore[arg-type] # a list is no buffer, and is copied
        return view.cast("B").cast("Q") if view.itemsize == _WORD else array("Q", masks)
    except TypeError:
        pass
    try:
        return array("Q", masks)
    except OverflowError as fault:
        raise ValueError("one of the masks is no hand of this pack") from fault


def loose_points(table: Table) -> LoosePoints:
    """What tells the fewest loose points of masks at a table; made when it is first asked for, in some milliseconds.

    >>> from referee import Library, loose_points
    >>> library = Library()
    >>> table = library.table(library.rule_set("spanish-40"))
    >>> points = loose_points(table)
    >>> points.of_mask(points.mask_of(table.read_hand("7o 7c 7e 7b 5b 6b 12o")))
    12
    """
    return table.derived(LoosePoints)
