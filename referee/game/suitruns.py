"""Which runs the parts of a suit are best melded for, decided when a part is first held.

Of the cards of one suit the best runs by x.6 (e) are told one by one, the smallest first. The lowest card is in a run
wherever that is as good: a list that begins with a run of that card is smaller than any other. Of several such runs the
smallest is taken. So a table of the first run of each part says everything, and suits that are alike share it.

This module may be compiled (`suitruns.pxd`): it handles whole numbers and rows of them alone.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

NOT_HELD = 1 << 28
"""The number of a part that was not held yet: more than those of all parts of a hand together."""

_UNKNOWN = NOT_HELD
"""The same as a machine word, where this is compiled."""


class SuitRuns:
    """The best runs of the parts of one suit.

    `known` are the `numbers` of `Suits`; `numbers` has them for the parts that were decided, and else `NOT_HELD`, as it
    is given. `first` has as many places. `runs` are those of the suit as parts, those with the lowest card of a place,
    the smallest first, from `starts[place]` to `starts[place + 1]`.
    """

    __slots__ = ("_first", "_known", "_runs", "_starts", "numbers")

    def __init__(
        self,
        known: Sequence[int],
        numbers: MutableSequence[int],
        first: MutableSequence[int],
        runs: Sequence[int],
        starts: Sequence[int],
    ) -> None:
        self._known = known
        self.numbers = numbers
        self._first = first
        self._runs = runs
        self._starts = starts

    def decide(self, part: int) -> int:
        """The first run of a part, 0 where there is none; from then on it is remembered."""
        if self.numbers[part] < _UNKNOWN:
            return self._first[part]
        first = 0
        if part:
            number = self._known[part] - 1
            place = 0
            while not part >> place & 1:
                place += 1
            for at in range(self._starts[place], self._starts[place + 1]):
                run = self._runs[at]
                if run & part == run and self._known[part ^ run] == number:
                    first = run
                    break
            after = self.decide(part ^ first if first else part & (part - 1))
            first = first or after
        self._first[part] = first
        self.numbers[part] = self._known[part]  # last: it says that the part is decided, and all its runs are
        return first

    def runs_of(self, part: int) -> list[int]:
        """The best runs of a part, the smallest first."""
        found = []
        while part:
            run = self.decide(part)
            if run & part & -part:
                found.append(run)
                part ^= run
            else:
                part &= part - 1
        return found
