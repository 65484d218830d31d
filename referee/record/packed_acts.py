"""Who acts in the lay-off behind a close, in which order and on whose melds: asked of `game.showdown` once for each."""

from __future__ import annotations

from typing import Final

from referee.cards import Card
from referee.game.showdown import FIRST, open_to, queue
from referee.game.state import TableMeld
from referee.record.packed_close import ONTO
from referee.record.packed_memo import WordMemo
from referee.record.packed_round import PackedRound, row
from referee.table import Table
from referee.table.melds import RUN

_ROOM: Final = 16_384
"""Acts of lay-offs that are remembered; of closes that need more nothing is said."""


class PackedActs:
    """The acts of one table, in rows: of each the place of the seat, its sweep, and the places whose melds are open.

    In front of those of a close stand how many there are, and whether each seat acts once, on the closer's melds.
    """

    __slots__ = ("_known", "_made", "_table", "owners", "places", "sweeps")

    def __init__(self, table: Table) -> None:
        self._table, self._known, self._made = table, WordMemo(8, 14), 0
        self.places, self.sweeps, self.owners = row(_ROOM), row(_ROOM), row(_ROOM)

    def after(self, played: PackedRound, onto: int) -> int:
        """Where the acts after a close begin, as `_learn` has them; below 0 where there is no room for them."""
        key = 0
        for place in range(played.places):
            key |= 1 << played.seats[place]
        key = key << 6 | played.closer << 2 | onto
        begin = self._known.get(key)
        return begin if begin >= 0 else self._learn(key, played, onto)

    def _learn(self, key: int, played: PackedRound, onto: int) -> int:
        """First how many acts there are, and whether each seat acts once, on the closer's melds; then each act.

        Of an act: the place of the seat, the sweep, and the places whose melds are open to it, as bits.
        """
        seats = [int(played.seats[place]) for place in range(played.places)]
        closer, name = seats[played.closer], ONTO[onto]
        turns = queue(self._table, closer, seats, name)
        acts = [(seats.index(seat), sweep, self._open_to(seats, seat, sweep, closer, name)) for seat, sweep in turns]
        begin = self._made
        if begin + 1 + len(acts) > _ROOM:
            return -1
        plain = name == "closer" and all(sweep == FIRST for _, sweep in turns)
        for act in [(len(acts), int(plain), 0), *acts]:
            self.places[self._made], self.sweeps[self._made], self.owners[self._made] = act
            self._made += 1
        self._known.put(key, begin)
        return begin

    def _open_to(self, seats: list[int], seat: int, sweep: int, closer: int, onto: str) -> int:
        """The places whose melds are open to a seat in a sweep, as bits."""
        found = 0
        for place, owner in enumerate(seats):
            meld = TableMeld(owner, RUN, (Card(0),), (0,))
            if open_to(self._table, [meld], seat, sweep, closer=closer, onto=onto):
                found |= 1 << place
        return found
