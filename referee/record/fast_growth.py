"""How melds that are sets of bits may grow on the table, and which are open to a seat: asked once, and remembered."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.game.layoff import LayOffRules
from referee.game.roundfacts import RoundFacts
from referee.game.showdown import open_to
from referee.game.state import TableMeld
from referee.game.tablemeld import LOWER, UPPER, is_allowed, record_of
from referee.table import Table
from referee.table.melds import RUN, SET

_KEPT = 50_000
"""Growths remembered; all are forgotten when there are more."""


class Growths:
    """The melds of one table without wild cards, where an ace stands at the bottom of its suit alone.

    Rules of the lay-off may ask about the card that is laid and the meld that takes it, and about nothing else.
    """

    __slots__ = ("_asked", "_columns", "_grown", "_line", "_may", "_open", "_suits", "_table", "reach")

    def __init__(self, table: Table) -> None:
        self._table, pack = table, table.pack
        self._asked = table.derived(LayOffRules).conditions
        self._may: dict[tuple[int, int, int, bool], bool] = {}
        ranks = pack.rank_count
        row, column = (1 << ranks) - 1, sum([1 << (suit * ranks) for suit in range(pack.suit_count)])
        self._suits = tuple([row << (suit * ranks) for suit in range(pack.suit_count)])
        self._columns = tuple([column << rank for rank in range(ranks)])
        self._line: dict[int, int] = {}
        self.reach: dict[int, int] = {}
        """The cards that may be next on a meld: those next to a run, those of the rank that a set does not show."""
        self._grown: dict[tuple[int, int, bool], tuple[int, ...]] = {}
        self._open: dict[tuple[tuple[int, ...], int, int, int, str], tuple[int, ...]] = {}

    def learn(self, bits: int) -> int:
        """The cards that may be next on a meld that is met for the first time; remembered in `reach`."""
        line = self._line[bits] = next(line for line in (*self._suits, *self._columns) if not bits & ~line)
        near = bits << 1 | bits >> 1 if line in self._suits else line
        found = self.reach[bits] = near & line & ~bits
        return found

    def of(self, bits: int, hand: int, *, own: bool = False) -> tuple[int, ...]:
        """The cards of a hand that a meld can take one after the other, every choice of them but none.

        `own`: whose hand it is put down the meld.
        """
        if bits not in self.reach:
            self.learn(bits)
        held = hand & self._line[bits]
        known = self._grown.get((bits, held, own))
        if known is None:
            grown, layer = {bits}, {bits}
            while layer:
                layer = {
                    state + card
                    for state in layer
                    for card in self._next(state, held - (state - bits))
                    if self._allowed(state + card) and (not self._asked or self._may_take(state, card, own=own))
                } - grown
                grown |= layer
            if len(self._grown) > _KEPT:
                self._grown.clear()
            known = self._grown[bits, held, own] = tuple(sorted([one - bits for one in grown - {bits}]))
        return known

    def _next(self, bits: int, held: int) -> Sequence[int]:
        """The cards of what is held that may be next on a meld that was met before, each by itself."""
        return _singles(self.reach[bits] & held)

    def in_order(self, bits: int, cards: int) -> list[int] | None:
        """The cards laid on a meld, each by itself, in the order in which they are laid; None where there are several.

        At the ends of a run that is from the meld outwards; on a set cards go in pack order.
        """
        found = self._each(cards)
        if len(found) == 1 or self._line[bits] not in self._suits or found[0] > bits:
            return found
        return found[::-1] if found[-1] < bits & -bits else None

    def ends(self, bits: int, cards: int) -> list[tuple[int, int]]:
        """The kinds of the cards laid on a meld, and at which end of it each of them lies."""
        run, lowest = self._line[bits] in self._suits, bits & -bits
        return [(self._index(card), LOWER if run and card < lowest else UPPER) for card in self._each(cards)]

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
        return is_allowed(self._table, (self._kind(bits), self._size(bits), 0, 0))

    def _may_take(self, bits: int, card: int, *, own: bool) -> bool:
        """Whether the rules of the lay-off let a meld take a card."""
        size, index = self._size(bits), self._index(card)
        key = (self._kind(bits), size, index, own)
        known = self._may.get(key)
        if known is None:
            facts = RoundFacts()
            facts.card = self._table.pack.kinds[index]
            facts.meld = record_of(self._table, (key[0], size, 0, 0), own=own)
            known = self._may[key] = all(one.test.call(facts) for one in self._asked)
        return known

    def _each(self, cards: int) -> list[int]:
        """Cards by themselves, in pack order."""
        return _singles(cards)

    def _size(self, bits: int) -> int:
        return bits.bit_count()

    def _index(self, card: int) -> int:
        return card.bit_length() - 1

    def _kind(self, bits: int) -> int:
        """RUN or SET, of a meld that was met before."""
        return RUN if self._line[bits] in self._suits else SET


def _singles(held: int) -> list[int]:
    """The cards of a set, each by itself."""
    found = []
    while held:
        found.append(held & -held)
        held &= held - 1
    return found
