"""The choice of a closing card by look-up in whole numbers, for hands without wild cards and twins.

What is *left* by an arrangement of a hand is one number: its points stand at the top, then a bit for each loose card,
then melded cards, runs, sets and stand-ins as a point of a course has them (`closepoints`). Arrangements are those of
`Masks`: each suit and the ranks with sets are looked up, and what they come to is taken off what is left. So numbers
compare as loose points do, and one comparison passes over an arrangement from which no close is good enough.

What comes of a legal close is remembered by what is left, of which there is little. Of the roads that are not
compiled this is the fastest; where modules are compiled, `closewords` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards import Card
from referee.game.bestclose import BestClose
from referee.game.closepoints import DEADWOOD_AT, FAILED_AT, LOOK, NEVER, Judged
from referee.game.courses import CloseCourse
from referee.game.masks import Masks
from referee.game.readings import PLAIN_TAGS, RUNS_AT, SETS_AT
from referee.table import Table
from referee.table.melds import RUN, SET

_CARDS_AT = DEADWOOD_AT
"""Below the bits of the cards lies what a point has below its loose points."""

_SEEN = (1 << _CARDS_AT) - 1
_NONE = NEVER - 1
_POINTS_BITS, _COUNT_BITS = 32, 6

_KEPT = 20_000
"""What is remembered of each sort; forgotten all at once when there is more."""

Part = tuple[int, int]
"""An arrangement of some cards: what it takes off what is left, and the bits of its cards."""

Meld = tuple[tuple[int, ...], int, int]
"""A meld by its cards, what it takes, and its bits."""

Legal = tuple[int, int, Judged]
"""The best legal close with what is left: its worth, the bit of the closing card, what comes of it."""


class CourseMasks:
    """Closes in one course with so many `cards` in the hand; `legal` are those known by what is left."""

    __slots__ = ("cards", "course", "few", "known", "legal", "most")

    def __init__(self, course: CloseCourse, cards: int) -> None:
        bounds = course.bounds
        self.course, self.cards, self.known = course, cards, course.points
        self.most, self.few = bounds.loose, bounds.failed
        self.legal: dict[int, Legal] = {}


class CloseMasks:
    """The choice at one table. `fits`: no card is below 0 points."""

    __slots__ = (
        "_all_melds",
        "_fields",
        "_guards",
        "_left",
        "_looks",
        "_masks",
        "_numbers",
        "_others",
        "_points_at",
        "_rank_cards",
        "_ranks",
        "_sets",
        "_short",
        "_suits",
        "_worth",
        "fits",
    )

    def __init__(self, table: Table) -> None:
        masks, rules, kinds, points = table.derived(Masks), table.meld_rules, table.pack.kinds, table.points
        suits, ranks = rules.pack.suit_count, rules.pack.rank_count
        self._masks, self.fits = masks, masks.usable
        bits = [1 << _CARDS_AT + kind.index for kind in kinds]
        self._fields = sum(bits)
        points_at = self._points_at = _CARDS_AT + len(kinds)
        self._left = (1 << points_at + _POINTS_BITS) - 1
        # above what is left stand the numbers of cards of each rank, each with a guard bit, and that of wild cards
        units = [1 << points_at + _POINTS_BITS + _COUNT_BITS * rank for rank in range(ranks + 1)]
        self._numbers = [
            bits[kind.index]
            + (points[kind.index] << points_at)
            + units[ranks if kind.wild or kind.joker else kind.rank]
            for kind in kinds
        ]
        self._others = ((1 << _COUNT_BITS) - 1) * units[ranks]
        guard = 1 << _COUNT_BITS - 1
        least = min(rules.set_sizes, default=guard)
        self._short, self._guards = (guard - least) * sum(units[:ranks]), guard * sum(units[:ranks])
        self._rank_cards = [(guard * units[rank], sum(bits[rank : suits * ranks : ranks])) for rank in range(ranks)]
        worths = sorted(set(points), reverse=True)
        self._looks = [
            (one, sum([bit for bit, each in zip(bits, points, strict=True) if each == one])) for one in worths
        ]
        self._worth = dict(zip(bits, points, strict=True))
        self._suits: list[tuple[int, int, dict[int, tuple[int, ...]]]] = [
            (suit, sum(bits[suit * ranks : (suit + 1) * ranks]), {}) for suit in range(suits)
        ]
        self._all_melds: dict[tuple[int, int], list[Meld]] = {}
        self._ranks: dict[int, int] = {}
        self._sets: dict[int, tuple[Part, ...]] = {}

    @classmethod
    def of(cls, table: Table) -> CloseMasks:
        """The choice at a table; `Table.derived` keeps it."""
        return cls(table)

    def in_course(self, course: CloseCourse, cards: int) -> CourseMasks | None:
        """What comes of closes in a course with so many cards in the hand; None where that is not known here."""
        return CourseMasks(course, cards) if self.fits else None

    def best(self, cards: Sequence[Card], course: CourseMasks) -> BestClose | None:
        """The best close with these cards, as many as the course has; None for hands that are not known here."""
        numbers = self._numbers
        found = sum([numbers[card.index] for card in cards])
        if found & self._others or (found & self._fields).bit_count() != len(cards):
            return None
        whole = found & self._left
        ways = self._ways(found, whole)
        dearest = 0
        for points, members in self._looks:
            if whole & members:
                dearest = points
                break
        best, closing, judged = _NONE, 0, LOOK
        known, enough = course.legal, dearest + course.most + 1 << self._points_at
        for left in ways:
            if left < enough:
                legal = known.get(left) or self._legal(course, left)
                if legal[0] < best:
                    best, closing, judged = legal
        if not closing:
            closing, judged = self._nearest(course, ways, dearest)
        kind = closing.bit_length() - 1 - _CARDS_AT
        for card in cards:
            if card.index == kind:
                return BestClose(card, judged)
        raise AssertionError("the closing card is held")

    # -- the choice ----------------------------------------------------------------------------------------------

    def _legal(self, course: CourseMasks, left: int) -> Legal:
        """The best legal close with one of the cards that an arrangement leaves, of equals with the first of them."""
        best: Legal = _NO_LEGAL
        seen, loose, dead = left & _SEEN, left & self._fields, left >> self._points_at
        while loose:
            bit = loose & -loose
            loose ^= bit
            points = dead - self._worth[bit]
            if points <= course.most:
                point = points << DEADWOOD_AT | seen
                judged = course.known.get(point) or course.course.at(point)
                if judged.worth < best[0]:
                    best = (judged.worth, bit, judged)
        if len(course.legal) >= _KEPT:
            course.legal.clear()
        course.legal[left] = best
        return best

    def _nearest(self, course: CourseMasks, ways: Sequence[int], dearest: int) -> tuple[int, Judged]:
        """The refused close that comes nearest to a legal one, of equals with the first card, and what comes of it.

        Where as few clauses fail as can, arrangements and cards that leave more points need no look.
        """
        known, few, points_at = course.known, course.few, self._points_at
        best, closing, found = _NONE, 0, LOOK
        limit, enough = NEVER, NEVER << points_at
        for left in ways:
            if left >= enough:
                continue
            dead, seen = left >> points_at, left & _SEEN
            for points, members in self._looks:
                asked = left & members
                if asked:
                    rest = dead - points
                    if rest > limit:
                        break
                    judged = known.get(rest << DEADWOOD_AT | seen) or course.course.at(rest << DEADWOOD_AT | seen)
                    order = judged.order
                    if order <= best:
                        asked &= -asked
                        if order < best or asked < closing:
                            best, closing, found = order, asked, judged
                        if order >> FAILED_AT <= few:
                            limit = rest
                            enough = rest + dearest + 1 << points_at
                            break
        return closing, found

    # -- arrangements --------------------------------------------------------------------------------------------

    def _ways(self, found: int, whole: int) -> Sequence[int]:
        """What each arrangement of the cards leaves of the whole hand, in the order of x.6 (e)."""
        ways = [whole]
        for suit, cards, known in self._suits:
            runs = known.get(found & cards)
            if runs is None:
                runs = self._runs_of(known, suit, found & cards)
            if runs:
                ways = [left - taken for left in ways for taken in runs]
        full = found + self._short & self._guards
        if full:
            cards = found & (self._ranks.get(full) or self._full_ranks(full))
            sets = self._sets.get(cards)
            if sets is None:
                sets = self._sets_of(cards)
            if sets:
                ways = [left - taken for left in ways for taken, needed in sets if left & needed == needed]
        return ways

    def _full_ranks(self, full: int) -> int:
        """The cards of the ranks of which enough for a set are held."""
        if len(self._ranks) >= _KEPT:
            self._ranks.clear()
        cards = self._ranks[full] = sum([cards for guard, cards in self._rank_cards if full & guard])
        return cards

    def _runs_of(self, known: dict[int, tuple[int, ...]], suit: int, cards: int) -> tuple[int, ...]:
        """What arrangements of cards of one suit take; nothing if there are no runs."""
        if len(known) >= _KEPT:
            known.clear()
        runs = known[cards] = tuple([taken for taken, _ in self._arranged(cards, self._melds(RUN, suit))])
        return runs

    def _sets_of(self, cards: int) -> tuple[Part, ...]:
        """The same of the sets of some ranks, each with its cards."""
        if len(self._sets) >= _KEPT:
            self._sets.clear()
        ranks = [rank for rank, (_, held) in enumerate(self._rank_cards) if cards & held]
        melds = [meld for rank in ranks for meld in self._melds(SET, rank)]
        sets = self._sets[cards] = self._arranged(cards, sorted(melds) if len(ranks) > 1 else melds)
        return sets

    def _melds(self, kind: int, place: int) -> list[Meld]:
        """The runs of a suit, or the sets of a rank, in the order of x.6 (e)."""
        known = self._all_melds.get((kind, place))
        if known is None:
            known = self._all_melds[kind, place] = [
                (cards, self._taken(cards, kind), sum([1 << _CARDS_AT + card for card in cards]))
                for cards in self._masks.melds_in(kind, place)
            ]
        return known

    def _taken(self, cards: Sequence[int], kind: int) -> int:
        """What a meld takes: its points and its cards, less what is seen of it."""
        points = sum([self._numbers[card] & self._left for card in cards])
        return points - (len(cards) << PLAIN_TAGS) - (1 << (RUNS_AT if kind == RUN else SETS_AT))

    @staticmethod
    def _arranged(cards: int, melds: Sequence[Meld]) -> tuple[Part, ...]:
        """What each arrangement of these cards takes, in the order of x.6 (e); nothing if there are no melds."""
        found: list[Part] = [(0, 0)]
        missing = ~cards
        within = [meld for meld in melds if not meld[2] & missing]
        for _, taken, needed in reversed(within):
            # those with this meld and some that follow it stand before those without it
            found = [(taken + others, needed | used) for others, used in found if not needed & used] + found
        return tuple(dict.fromkeys(found)) if len(found) > 1 else ()


_NO_LEGAL: Final[Legal] = (NEVER, 0, LOOK)
"""Where no close is legal."""
