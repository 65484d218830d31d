"""One round of a plain record as machine numbers: what the reader of bytes, the count and the ledger hand each other.

There is one of them for each road, filled again for every round. Cards are sets of bits as in `fast_bits`: one bit for
each kind of the pack, the last kind counted in the bits from its own upwards. A place counts the seats that are in, in
order of play from the first letter; a seat is the one of the table.
"""

from __future__ import annotations

from array import array
from typing import Final

from referee.limits import SEATS

MOST_SEATS: Final = SEATS
"""Places in each row of numbers."""


def row(length: int = MOST_SEATS) -> memoryview:
    """A row of machine words, all of them 0."""
    return memoryview(array("q", bytes(8 * length)))


class PackedRound:
    """A round, closed with its last word.

    Before the round, filled by the ledger: `places`, how many seats are in, `seats`, the seat of each place, and
    `first`, the place that plays first.

    Filled by the reader: `hands` by place at the end of the turns, the closer's without the closing card; `closer`, its
    place; `thrown`, the closing card as a set of one; `taken`, whether that was the upcard taken; `turns`, the finished
    turns of all seats before that of the close, without the `passes`, by which seats let the upcard offered go by;
    `stock_left`, cards in the stock then; `reshuffles`; `scores` and
    `totals`, what was written by seat, with the seats that have one as bits in `scored` and `totalled`; `coming`, the
    seats that come back behind the round, as bits.

    Filled by the count: `points`, what each place writes; `outcome`, the place of the outcome in `table.outcomes`;
    `wins`, whether the close wins the game, and nobody writes.
    """

    __slots__ = (
        "closer",
        "coming",
        "first",
        "hands",
        "outcome",
        "passes",
        "places",
        "points",
        "reshuffles",
        "scored",
        "scores",
        "seats",
        "stock_left",
        "taken",
        "thrown",
        "totalled",
        "totals",
        "turns",
        "wins",
    )

    def __init__(self) -> None:
        self.hands = row()
        self.seats = row()
        self.points = row()
        self.scores = row()
        self.totals = row()
        self.places = self.first = self.closer = self.turns = self.stock_left = self.reshuffles = 0
        self.passes = self.thrown = self.scored = self.totalled = self.coming = self.outcome = 0
        self.taken = self.wins = False
