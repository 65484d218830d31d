"""How melds that are sets of bits may grow on the table, and which are open to a seat: asked once, and remembered."""

from __future__ import annotations

from referee.cards import Card
from referee.game.showdown import open_to
from referee.game.state import TableMeld
from referee.game.tablemeld import is_allowed
from referee.table import Table
from referee.table.melds import RUN, SET

_KEPT = 50_000
"""Growths remembered; all are forgotten when there are more."""


class Growths:
    """The melds of one table without wild cards, where an ace stands at the bottom of its suit alone."""

    __slots__ = ("_columns", "_grown", "_line", "_open", "_suits", "_table", "reach")

    def __init__(self, table: Table) -> None:
        self._table, pack = table, table.pack
        ranks = pack.rank_count
        row, column = (1 << ranks) - 1, sum([1 << (suit * ranks) for suit in range(pack.suit_count)])
        self._suits = tuple([row << (suit * ranks) for suit in range(pack.suit_count)])
        self._columns = tuple([column << rank for rank in range(ranks)])
        self._line: dict[int, int] = {}
        self.reach: dict[int, int] = {}
        """The cards that may be next on a meld: those next to a run, those of the rank that a set does not show."""
        self._grown: dict[tuple[int, int], tuple[int, ...]] = {}
        self._open: dict[tuple[tuple[int, ...], int, int, int, str], tuple[int, ...]] = {}

    def learn(self, bits: int) -> int:
        """The cards that may be next on a meld that is met for the first time; remembered in `reach`."""
        line = self._line[bits] = next(line for line in (*self._suits, *self._columns) if not bits & ~line)
        near = bits << 1 | bits >> 1 if line in self._suits else line
        found = self.reach[bits] = near & line & ~bits
        return found

    def of(self, bits: int, hand: int) -> tuple[int, ...]:
        """The cards of a hand that a meld can take one after the other, every choice of them but none."""
        if bits not in self.reach:
            self.learn(bits)
        held = hand & self._line[bits]
        known = self._grown.get((bits, held))
        if known is None:
            grown, layer = {bits}, {bits}
            while layer:
                layer = {
                    state | card
                    for state in layer
                    for card in _singles(self.reach.get(state, 0) & held)
                    if self._allowed(state | card)
                } - grown
                grown |= layer
            if len(self._grown) > _KEPT:
                self._grown.clear()
            known = self._grown[bits, held] = tuple(sorted([one - bits for one in grown - {bits}]))
        return known

    def in_order(self, bits: int, cards: int) -> list[int] | None:
        """The cards laid on a meld, each by itself, in the order in which they are laid; None where there are several.

        At the ends of a run that is from the meld outwards; on a set cards go in pack order.
        """
        found = _singles(cards)
        if len(found) == 1 or self._line[bits] not in self._suits or found[0] > bits:
            return found
        return found[::-1] if found[-1] < bits & -bits else None

    def places(self, owners: tuple[int, ...], seat: int, sweep: int, closer: int, onto: str) -> tuple[int, ...]:
        """The places, from 0, of the melds of these owners that are open to a seat in a sweep."""
        key = (owners, seat, sweep, closer, onto)
        known = self._open.get(key)
        if known is None:
            on_table = [TableMeld(owner, RUN, (Card(0),), (0,)) for owner in owners]
            numbers = open_to(self._table, on_table, seat, sweep, closer=closer, onto=onto)
            if len(self._open) > _KEPT:
                self._open.clear()
            known = self._open[key] = tuple([number - 1 for number in numbers])
        return known

    def _allowed(self, bits: int) -> bool:
        """Whether a meld on the table may be so large."""
        self.learn(bits)
        kind = RUN if self._line[bits] in self._suits else SET
        return is_allowed(self._table, (kind, bits.bit_count(), 0, 0))


def _singles(held: int) -> list[int]:
    """The cards of a set, each by itself."""
    found = []
    while held:
        found.append(held & -held)
        held &= held - 1
    return found
