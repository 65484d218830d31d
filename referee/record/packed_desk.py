"""Where one round is counted: the rows that a count fills and reads again. Each use has a desk of its own."""

from __future__ import annotations

from typing import Final

from referee.record.packed_facts import facts_row
from referee.record.packed_melds import MeldRows
from referee.record.packed_round import MOST_SEATS, row

MOST_LYING: Final = 48
"""Of more melds on the table nothing is said."""

MOST_CHOICES: Final = 400
"""Of more choices of cards to lay nothing is said."""


class PackedDesk:
    """The rows of one use.

    `melds` are those of a hand. Of each of the `lying` melds on the table: its cards in `bits`, in `lines` all cards of
    its suit or rank, in `runs` whether it is a run, in `sizes` how many cards it has, in `owners` the place of its
    owner as a bit, in `near` the cards that may be next on it; in `tried` the cards that a choice lays on it, in `laid`
    those of the best. `loose` are the cards by place that are loose still, below 0 where a seat has not melded yet,
    `left` their points. `facts` are those of a moment.

    Of the choice of cards being looked for: `own` is the place of the seat, `open_to` are the places whose melds are
    open to it, both as bits, `floor` the points
    that it must leave; `least` is the measure of the best so far, `listed` its melds as they are compared, `choice` its
    cards, `ties` how many are as good, and `ways` all that were looked at, of which there may be `ways_room`.
    """

    __slots__ = (
        "bits",
        "choice",
        "facts",
        "floor",
        "laid",
        "least",
        "left",
        "lines",
        "listed",
        "loose",
        "lying",
        "melds",
        "near",
        "open_to",
        "own",
        "owners",
        "room",
        "runs",
        "sizes",
        "ties",
        "tried",
        "ways",
        "ways_room",
    )

    def __init__(self) -> None:
        self.melds = MeldRows()
        self.facts = facts_row()
        self.loose, self.left = row(MOST_SEATS), row(MOST_SEATS)
        self.bits, self.lines, self.runs = row(MOST_LYING), row(MOST_LYING), row(MOST_LYING)
        self.sizes, self.owners, self.near = row(MOST_LYING), row(MOST_LYING), row(MOST_LYING)
        self.tried, self.laid = row(MOST_LYING), row(MOST_LYING)
        self.lying = self.ties = self.ways = self.open_to = self.own = 0
        self.least = self.listed = self.choice = self.floor = 0
        self.room, self.ways_room = MOST_LYING, MOST_CHOICES

    def put_down(self, owner: int) -> bool:
        """The melds chosen come on the table, those of a place. False where there is no room."""
        melds = self.melds
        for number in range(melds.chosen_count):
            if self.lying == self.room:
                return False
            place = melds.chosen[number]
            to = self.lying
            self.bits[to] = melds.bits[place]
            self.lines[to] = melds.lines[place]
            self.runs[to] = melds.runs[place]
            self.sizes[to] = melds.sizes[place]
            self.owners[to] = 1 << owner
            self.lying = to + 1
            self.look_near(to)
        return True

    def put(self, place: int, cards: int, count: int) -> None:
        """So many cards are laid on a meld."""
        self.bits[place] |= cards
        self.sizes[place] += count
        self.look_near(place)

    def look_near(self, place: int) -> None:
        """Which cards may be next on a meld: those next to a run, those of the rank that a set does not show."""
        bits = self.bits[place]
        line = self.lines[place] & ~bits
        self.near[place] = line & (bits << 1 | bits >> 1) if self.runs[place] else line
