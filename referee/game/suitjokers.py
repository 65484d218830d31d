"""The fewest loose points of hands with printed jokers, given as masks: tables of what the parts of suits gain by them.

A joker helps a run of one suit, or a set. What a part of a suit gains by one joker and by two is worked out when the
part is first held, from the melds that the rules allow; a set of one card and jokers counts as a meld of that card's
suit. What is left to choose are the sets of several cards of a rank: those without jokers are chosen together with the
suits that the jokers go to; of those with a joker each is taken away once, and what is left is a hand with fewer.

This module may be compiled (`suitjokers.pxd`): it handles whole numbers and rows of them alone, and asks for melds only
when a part is held for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence

from referee.game.suitpoints import Beyond, PairPoints, SuitPoints

MOST_JOKERS = 2
"""Hands with more are searched."""

NOT_HELD = 1 << 24
"""Gain of a part that was not held yet: more than all the cards of a pack may count."""

_UNKNOWN = NOT_HELD
"""The same as a machine word, where this is compiled."""


class PartMelds:
    """The melds of the cards of one suit with jokers or without, for the parts among `seen`.

    Those whose lowest card but for jokers is the one of a place stand from `starts[place]` to `starts[place + 1]` in
    `owns`, which has their cards but for jokers, as parts, and in `wilds`, which has how many jokers they have.
    """

    __slots__ = ("owns", "seen", "starts", "wilds")

    def __init__(self, seen: int, starts: Sequence[int], owns: Sequence[int], wilds: Sequence[int]) -> None:
        self.seen = seen
        self.starts = starts
        self.owns = owns
        self.wilds = wilds


class PartGains:
    """What the parts of one suit cost by themselves, by part: `loose`, and what less with one joker and with two.

    What less is reckoned against what the part and the jokers cost loose. `joined` are those of `Suits`, `points` those
    of the cards of the suit, `joker` what a joker counts; `listed` gives the melds of the parts among some cards.
    """

    __slots__ = ("_joker", "_listed", "_melds", "_points", "joined", "loose", "one", "two")

    def __init__(
        self,
        loose: Sequence[int],
        joined: Sequence[int],
        one: MutableSequence[int],
        two: MutableSequence[int],
        *,
        points: Sequence[int],
        joker: int,
        listed: Callable[[int], PartMelds],
    ) -> None:
        """`one` and `two` are as long as `loose`, with a 0 for the part of no card and else `NOT_HELD`."""
        self.loose = loose
        self.joined = joined
        self.one = one
        self.two = two
        self._points = points
        self._joker = joker
        self._listed = listed
        self._melds = listed(0)

    def fill(self, part: int) -> None:
        """Work out what a part gains."""
        melds = self._melds
        if part & ~melds.seen:
            melds = self._melds = self._listed(part)
        self._rest(melds, part, 1)
        self._rest(melds, part, 2)

    def _rest(self, melds: PartMelds, part: int, jokers: int) -> int:
        """What a part costs with so many jokers at most, less what those jokers count that lie in melds."""
        if not jokers:
            return self.loose[part]
        gain = self.one[part] if jokers == 1 else self.two[part]
        if gain < _UNKNOWN:
            return self.loose[part] - gain
        place = 0
        while not part >> place & 1:
            place += 1
        best = self._points[place] + self._rest(melds, part & (part - 1), jokers)
        for at in range(melds.starts[place], melds.starts[place + 1]):
            own = melds.owns[at]
            wilds = melds.wilds[at]
            if own & part == own and wilds <= jokers:
                rest = self._rest(melds, part ^ own, jokers - wilds) - wilds * self._joker
                if rest < best:  # noqa: PLR1730 - `min` would cost a call
                    best = rest
        gain = self.loose[part] - best
        if jokers == 1:
            self.one[part] = gain
        else:
            self.two[part] = gain
        return best


class JokerPoints(Beyond):
    """Answers for masks with up to `most_jokers` printed jokers; `others` answers for what is no such mask.

    `kinds` cards have a suit, and `ranks` is the width of a part. `gains` are those of the four suits, `joker` is what
    a joker counts. `dear` is the most that a card of a rank counts, by the bit of that rank in a part; `even` says
    whether all of a rank count the same. `plain` answers for hands without jokers.
    """

    __slots__ = (
        "_dear",
        "_even",
        "_first",
        "_fours",
        "_fourth",
        "_joker",
        "_kinds",
        "_most",
        "_others",
        "_part",
        "_plain",
        "_ranks",
        "_second",
        "_some",
        "_spread",
        "_third",
        "_threes",
        "_thrice",
        "_twice",
        "_with_one",
        "_with_two",
    )

    def __init__(
        self,
        ranks: int,
        gains: Sequence[PartGains],
        plain: SuitPoints | PairPoints,
        *,
        kinds: int,
        most_jokers: int,
        joker: int,
        dear: Sequence[int],
        even: bool,
        sets: tuple[bool, bool, int, int],
        others: Callable[[int], int],
    ) -> None:
        """`sets`: whether three cards of a rank are a set, and four; of how many there are some with a joker; with two.

        The last are numbers that have a bit for each such number of cards, counted from 0.
        """
        self._first, self._second, self._third, self._fourth = gains
        self._plain = plain
        self._ranks = ranks
        self._twice = 2 * ranks
        self._thrice = 3 * ranks
        self._part = (1 << ranks) - 1
        self._spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        self._kinds = kinds
        self._most = (1 << kinds) - 1
        self._some = (min(most_jokers, MOST_JOKERS) + 1) << kinds
        self._joker = joker
        self._dear = dear
        self._even = even
        self._threes, self._fours, self._with_one, self._with_two = sets
        self._others = others

    def of_mask(self, mask: int) -> int:
        """The fewest loose points of these cards."""
        if not self._most < mask < self._some:
            return self._others(mask)
        return self._least(mask & self._most, mask >> self._kinds)

    def _least(self, cards: int, jokers: int) -> int:
        """The fewest loose points of cards and so many jokers, one or two."""
        fewer = self._plain.of_mask(cards) if jokers == 1 else self._least(cards, 1)
        part = self._part
        a = cards & part
        b = cards >> self._ranks & part
        c = cards >> self._twice & part
        d = cards >> self._thrice
        pairs = a & b | c & d | (a | b) & (c | d)
        if not pairs:
            best = fewer - self._gain(a, b, c, d) if jokers == 1 else self._in_suits(cards, 2)
            return best + jokers * self._joker
        sets = a & b & (c | d) | c & d & (a | b)
        if sets:
            best = self._chosen(cards, sets, jokers, self._in_suits(cards, jokers))
        else:
            best = fewer - self._gain(a, b, c, d) if jokers == 1 else self._in_suits(cards, 2)
        best += jokers * self._joker
        if jokers == 1:
            # a rank none of whose cards lies in a run without jokers
            free = pairs & ~(
                self._first.joined[a] | self._second.joined[b] | self._third.joined[c] | self._fourth.joined[d]
            )
            whole = free & sets & ~(a & b & c & d)
            if whole and self._with_one >> 3 & 1:  # three such are a set in any case: a joker joins it
                pairs ^= whole
                if fewer < best:  # noqa: PLR1730 - `min` would cost a call
                    best = fewer
            free &= ~sets
            if free and self._even:  # two such are loose in any case without a joker
                pairs ^= free
                while free and self._with_one >> 2 & 1:
                    rank = free & -free
                    free ^= rank
                    loose = fewer - 2 * self._dear[rank]
                    if loose < best:  # noqa: PLR1730
                        best = loose
        return self._with_sets(cards, pairs, sets, jokers, fewer, best) if pairs else best

    def _with_sets(self, cards: int, pairs: int, sets: int, jokers: int, fewer: int, best: int) -> int:  # noqa: PLR0917
        """The least of `best` and of what is left with one set of these ranks that has a joker, or two.

        Of the ranks `sets` three cards are held or four; `fewer` as for `_with_set`.
        """
        while pairs:
            rank = pairs & -pairs
            pairs ^= rank
            column = rank * self._spread
            held = cards & column
            size = 2 if not rank & sets else 3 if held != column else 4
            if fewer - size * self._dear[rank] - (jokers - 1) * self._joker >= best:
                continue
            best = self._with_set(cards, held, rank, size, jokers, fewer, best)
            left = held if size > 2 else 0
            while left:  # each card may stay behind, and of four two
                card = left & -left
                left ^= card
                best = self._with_set(cards, held ^ card, rank, size - 1, jokers, fewer, best)
                others = left if size > 3 else 0
                while others:
                    other = others & -others
                    others ^= other
                    best = self._with_set(cards, held ^ card ^ other, rank, 2, jokers, fewer, best)
        return best

    def _with_set(self, cards: int, own: int, rank: int, size: int, jokers: int, fewer: int, best: int) -> int:  # noqa: PLR0917
        """The least of `best` and of what is left when so many cards of a rank are a set with a joker, or with two.

        `fewer` is what all cards cost with a joker less: without these it is less by what they count, at the most.
        """
        least = fewer - size * self._dear[rank]
        if self._with_one >> size & 1 and least < best:
            loose = self._plain.of_mask(cards ^ own) if jokers == 1 else self._least(cards ^ own, 1)
            if loose < best:  # noqa: PLR1730 - `min` would cost a call
                best = loose
        if jokers > 1 and self._with_two >> size & 1 and least - self._joker < best:
            loose = self._plain.of_mask(cards ^ own)
            if loose < best:  # noqa: PLR1730
                best = loose
        return best

    def _chosen(self, cards: int, sets: int, jokers: int, least: int) -> int:
        """The least of `least` and of what is left with one set or more of these ranks without jokers: every choice."""
        while sets:
            rank = sets & -sets
            sets ^= rank
            column = rank * self._spread
            left = cards & ~column
            if cards & column != column:
                if self._threes:
                    least = self._without(left, sets, jokers, least)
                continue
            if self._fours:
                least = self._without(left, sets, jokers, least)
            if self._threes:  # each of the four cards may stay behind
                least = self._without(left | rank, sets, jokers, least)
                least = self._without(left | rank << self._ranks, sets, jokers, least)
                least = self._without(left | rank << self._twice, sets, jokers, least)
                least = self._without(left | rank << self._thrice, sets, jokers, least)
        return least

    def _without(self, cards: int, sets: int, jokers: int, least: int) -> int:
        """The least of `least` and of what is left when a set was taken, with sets of these ranks or none."""
        loose = self._in_suits(cards, jokers)
        if loose < least:  # noqa: PLR1730 - `min` would cost a call
            least = loose
        return self._chosen(cards, sets, jokers, least) if sets else least

    def _in_suits(self, cards: int, jokers: int) -> int:
        """What the suits cost after their best melds with the jokers, less what those jokers count."""
        part = self._part
        a = cards & part
        b = cards >> self._ranks & part
        c = cards >> self._twice & part
        d = cards >> self._thrice
        loose = self._first.loose[a]
        loose += self._second.loose[b]  # one after the other: each is a machine word where this is compiled
        loose += self._third.loose[c]
        loose += self._fourth.loose[d]
        return loose - (self._gain(a, b, c, d) if jokers == 1 else self._by_two(a, b, c, d))

    def _gain(self, a: int, b: int, c: int, d: int) -> int:
        """What four parts gain by one joker."""
        gain = max(self._first.one[a], self._second.one[b], self._third.one[c], self._fourth.one[d])
        if gain < _UNKNOWN:
            return gain
        self._fill(a, b, c, d)
        return self._gain(a, b, c, d)

    def _fill(self, a: int, b: int, c: int, d: int) -> None:
        """Work out what four parts gain."""
        self._first.fill(a)
        self._second.fill(b)
        self._third.fill(c)
        self._fourth.fill(d)

    def _by_two(self, a: int, b: int, c: int, d: int) -> int:
        """What four parts gain by two jokers: both in one suit, or in two."""
        p = self._first.one[a]
        q = self._second.one[b]
        r = self._third.one[c]
        s = self._fourth.one[d]
        gain = max(p + q, r + s, max(p, q) + max(r, s))
        gain = max(gain, self._first.two[a], self._second.two[b], self._third.two[c], self._fourth.two[d])
        if gain < _UNKNOWN:
            return gain
        self._fill(a, b, c, d)
        return self._by_two(a, b, c, d)
