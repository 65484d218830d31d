"""The melds of one hand in rows of machine words, and the best arrangement of them by x.6.

Each use has rows of its own, filled again for each hand: two calls never share them.
"""

from __future__ import annotations

from typing import Final

from referee.record.packed_round import row

MOST_MELDS: Final = 128
"""Of more melds in one hand nothing is said."""

MOST_WAYS: Final = 600
"""Of more arrangements nothing is said, as in `fast_sight`."""


class MeldRows:
    """The melds of a hand in the order of x.6 (e), `count` of them; `held` are its cards, `whole` their points.

    Of each meld: in `numbers` its place in the order of x.6 (e) among all melds of the pack; in `bits` its cards, in
    `lines` all cards of the suit of a run, or of the rank of a set, in `runs` whether it is a run, in `sizes` how many
    cards it has, in `points` what they count, and its `weights` and `seen` as in `fast_sight.BitMeld`.

    `chosen` are the places of the melds of the arrangement found, `chosen_count` of them; `used` are their cards, and
    `worth` is what was the measure.
    """

    __slots__ = (
        "bits",
        "chosen",
        "chosen_count",
        "count",
        "found",
        "held",
        "lines",
        "numbers",
        "path",
        "points",
        "room",
        "runs",
        "seen",
        "sizes",
        "used",
        "ways",
        "ways_room",
        "weights",
        "whole",
        "worth",
    )

    def __init__(self) -> None:
        self.room, self.ways_room = MOST_MELDS, MOST_WAYS
        self.bits, self.lines, self.runs, self.sizes = (
            row(MOST_MELDS),
            row(MOST_MELDS),
            row(MOST_MELDS),
            row(MOST_MELDS),
        )
        self.points, self.seen, self.weights = row(MOST_MELDS), row(MOST_MELDS), row(MOST_MELDS)
        self.path, self.chosen, self.numbers = row(MOST_MELDS), row(MOST_MELDS), row(MOST_MELDS)
        self.count = self.whole = self.chosen_count = self.ways = self.found = 0
        self.used = self.worth = self.held = 0

    def copied(self, place: int, to: int) -> None:
        """Put the meld of one place into another."""
        self.numbers[to] = self.numbers[place]
        self.bits[to] = self.bits[place]
        self.lines[to] = self.lines[place]
        self.runs[to] = self.runs[place]
        self.sizes[to] = self.sizes[place]
        self.points[to] = self.points[place]
        self.seen[to] = self.seen[place]
        self.weights[to] = self.weights[place]

    def choose(self, depth: int) -> None:
        """The arrangement that is looked at is the one found."""
        for place in range(depth):
            self.chosen[place] = self.path[place]
        self.chosen_count = depth

    def arrange(self) -> bool:
        """Find the best arrangement by x.6: the first of those worth most. False where there are too many."""
        self.worth = self.used = self.chosen_count = self.ways = 0
        if self.count == 1:
            self.chosen[0] = 0
            self.chosen_count, self.worth, self.used = 1, self.weights[0], self.bits[0]
            return True
        return self.count == 0 or self._arranged(0, 0, 0, 0)

    def _arranged(self, start: int, used: int, worth: int, depth: int) -> bool:
        """All that add melds from a place on, in the order of the places of their melds."""
        self.ways += 1
        if self.ways > self.ways_room:
            return False
        if worth > self.worth:
            self.worth, self.used = worth, used
            self.choose(depth)
        for place in range(start, self.count):
            bits = self.bits[place]
            if used & bits:
                continue
            self.path[depth] = place
            if not self._arranged(place + 1, used | bits, worth + self.weights[place], depth + 1):
                return False
        return True
