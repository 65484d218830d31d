"""The fewest loose points of a hand given as a mask: a few look-ups in what `suits` worked out for the table.

Of seven cards dealt from forty 87 hands in 100 hold no rank three times: there the answer is what the parts of the
suits cost by themselves. One rank held three times asks for the same sum once more, without its set. Of more, and of
four cards of a rank, those that lie in no run are all put into sets; only for the others every choice is tried.

`SuitPoints` has a list for each suit. `PairPoints` has a table of bytes for two suits at once, a million of them for
ten ranks, in which a bit says that both suits hold one of the ranks: without it in either half no rank is held three
times, and nothing else is asked.

This module may be compiled (`suitpoints.pxd`): it handles whole numbers, lists and bytes alone, and asks nobody but
`beyond`, who answers for masks that have more than the cards of the suits.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

PAIRED = 128
"""The bit of a byte of a table of two suits that says that both hold one of the ranks."""

MOST_PAIRED = PAIRED - 1
"""The most that two suits may cost for such a table."""


class Beyond:
    """Answers for masks that have more than the cards of the suits: this one knows of none."""

    __slots__ = ()

    def of_mask(self, mask: int) -> int:
        """The fewest loose points of these cards; ValueError for what is no hand."""
        raise ValueError(f"{mask} is no hand of this pack as a mask")


class SuitPoints:
    """Answers from a list for each of four suits, by part; `ranks` is the width of a part.

    `kinds` cards have a suit. `loose` and `joined` are those of `Suits`: lists, or where this is compiled arrays of
    machine words. `threes`, `fours`: whether three, or four, cards of one rank are a set; `take_all`: whether three or
    more cards of a rank, none of which lies in a run, are best all put into a set.
    """

    __slots__ = (
        "_beyond",
        "_first",
        "_fours",
        "_fourth",
        "_joined_first",
        "_joined_fourth",
        "_joined_second",
        "_joined_third",
        "_most",
        "_part",
        "_ranks",
        "_second",
        "_spread",
        "_take_all",
        "_third",
        "_threes",
        "_thrice",
        "_twice",
    )

    def __init__(
        self,
        ranks: int,
        loose: Sequence[MutableSequence[int]],
        joined: Sequence[MutableSequence[int]],
        *,
        kinds: int,
        threes: bool,
        fours: bool,
        take_all: bool,
        beyond: Beyond,
    ) -> None:
        self._first, self._second, self._third, self._fourth = loose
        self._joined_first, self._joined_second, self._joined_third, self._joined_fourth = joined
        self._ranks = ranks
        self._twice = 2 * ranks
        self._thrice = 3 * ranks
        self._part = (1 << ranks) - 1
        self._most = (1 << kinds) - 1
        self._spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        self._threes = threes
        self._fours = fours
        self._take_all = take_all
        self._beyond = beyond

    def of_mask(self, mask: int) -> int:
        """The fewest loose points of these cards; what is no card of a suit is for `beyond`."""
        if mask > self._most:
            return self._beyond.of_mask(mask)
        part = self._part
        a = mask & part
        b = mask >> self._ranks & part
        c = mask >> self._twice & part
        d = mask >> self._thrice
        loose = self._first[a]
        loose += self._second[b]  # one after the other: each is a machine word where this is compiled
        loose += self._third[c]
        loose += self._fourth[d]
        sets = a & b & (c | d) | c & d & (a | b)
        return self.with_sets(mask, sets, loose) if sets else loose

    def of_masks(self, masks: Sequence[int], found: MutableSequence[int]) -> None:
        """The fewest loose points of each of these hands, one after the other."""
        for place in range(len(masks)):
            found[place] = self.of_mask(masks[place])

    def with_sets(self, mask: int, sets: int, loose: int) -> int:
        """The least of `loose` and of what these cards cost with sets of these ranks, each held three times or four."""
        if mask < 0:  # endless cards, as far as the choices below are concerned
            raise ValueError(f"{mask} is no hand of this pack as a mask")
        if not self._take_all:
            return self._chosen(mask, sets, loose)
        part = self._part
        free = sets & ~(
            self._joined_first[mask & part]
            | self._joined_second[mask >> self._ranks & part]
            | self._joined_third[mask >> self._twice & part]
            | self._joined_fourth[mask >> self._thrice]
        )
        sets ^= free
        mask &= ~(free * self._spread)
        loose = self._in_runs(mask)
        return self._chosen(mask, sets, loose) if sets else loose

    def _in_runs(self, mask: int) -> int:
        """What these cards cost after their best runs."""
        part = self._part
        loose = self._first[mask & part]
        loose += self._second[mask >> self._ranks & part]
        loose += self._third[mask >> self._twice & part]
        loose += self._fourth[mask >> self._thrice]
        return loose

    def _chosen(self, mask: int, sets: int, least: int) -> int:
        """The least of `least` and of what these cards cost with one set or more of these ranks: every choice."""
        while sets:
            rank = sets & -sets
            sets ^= rank
            column = rank * self._spread
            left = mask & ~column
            if mask & column != column:
                if self._threes:
                    least = self._without(left, sets, least)
                continue
            if self._fours:
                least = self._without(left, sets, least)
            if self._threes:  # each of the four cards may stay behind
                least = self._without(left | rank, sets, least)
                least = self._without(left | rank << self._ranks, sets, least)
                least = self._without(left | rank << self._twice, sets, least)
                least = self._without(left | rank << self._thrice, sets, least)
        return least

    def _without(self, mask: int, sets: int, least: int) -> int:
        """The least of `least` and of what is left when a set was taken, with sets of these ranks or none."""
        loose = self._in_runs(mask)
        if loose < least:  # noqa: PLR1730 - `min` would cost a call
            least = loose
        return self._chosen(mask, sets, least) if sets else least


class PairPoints:
    """Answers from a byte for what two suits hold, the first two and the last two, in half the time of `SuitPoints`.

    `low` and `high` are as `paired_bytes` makes them, at a table where `take_all` holds.
    """

    __slots__ = ("_beyond", "_both", "_high", "_low", "_most", "_others", "_part", "_ranks", "_twice")

    def __init__(self, ranks: int, low: bytes, high: bytes, *, others: SuitPoints, beyond: Beyond) -> None:
        """`others` answers where there are several sets."""
        self._low = low
        self._high = high
        self._others = others
        self._ranks = ranks
        self._twice = 2 * ranks
        self._part = (1 << 2 * ranks) - 1
        self._most = (1 << 4 * ranks) - 1
        self._both = 1 | 1 << ranks
        self._beyond = beyond

    @property
    def tables(self) -> tuple[bytes, bytes]:
        """The bytes of the first two suits and of the last two."""
        return self._low, self._high

    def of_mask(self, mask: int) -> int:
        """The fewest loose points of these cards; what is no card of a suit is for `beyond`."""
        if mask > self._most:
            return self._beyond.of_mask(mask)
        low = mask & self._part
        high = mask >> self._twice
        x = self._low[low]
        y = self._high[high]
        if x < PAIRED:
            if y < PAIRED:
                return x + y
            d = high >> self._ranks
            sets = high & d & (low | low >> self._ranks)
            loose = x + y - PAIRED
        elif y < PAIRED:
            b = low >> self._ranks
            sets = low & b & (high | high >> self._ranks)
            loose = x + y - PAIRED
        else:
            b = low >> self._ranks
            d = high >> self._ranks
            sets = low & b & (high | d) | high & d & (low | b)
            loose = x + y - 2 * PAIRED
            if low & b & high & d:  # four of a rank
                return self._others.with_sets(mask, sets, loose)
        if not sets:
            return loose
        if sets & (sets - 1):
            return self._others.with_sets(mask, sets, loose)
        kept = ~(sets * self._both)
        left = (self._low[low & kept] & 127) + (self._high[high & kept] & 127)
        return left if left < loose else loose  # noqa: FURB136 - `min` would cost a call

    def of_masks(self, masks: Sequence[int], found: MutableSequence[int]) -> None:
        """The fewest loose points of each of these hands, one after the other."""
        for place in range(len(masks)):
            found[place] = self.of_mask(masks[place])


def paired_bytes(ranks: int, low: Sequence[int], high: Sequence[int]) -> bytes:
    """What two suits cost together, by the part of `low` and above it that of `high`, with `PAIRED`.

    No cost may be below zero, and no sum above `MOST_PAIRED`.
    """
    size = 1 << ranks
    same = [0]  # for every part of the one suit, as a number, the bytes of the other with a rank in common
    for rank in range(ranks):
        step = 1 << rank
        has = int.from_bytes((bytes(step) + bytes((PAIRED,)) * step) * (size // (2 * step)), "little")
        same += [known | has for known in same]
    codes = int.from_bytes(bytes(low), "little")
    plus = [bytes([code & PAIRED | (code + cost) % PAIRED for code in range(256)]) for cost in range(PAIRED)]
    return b"".join(
        [(codes | both).to_bytes(size, "little").translate(plus[cost]) for both, cost in zip(same, high, strict=True)]
    )
