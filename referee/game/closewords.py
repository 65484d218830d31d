"""The choice of a closing card in machine words, for hands without wild cards and twins.

All arrangements of a hand are gone through (`wordways`), and with each the cards that it leaves loose, those that
count the same together. What comes of a close is looked up by the row of the arrangement and the points that are left
(`CourseWords`), and asked of its course when it is first needed.

Compiled (`closewords.pxd`) that is a few hundred nanoseconds; as it is written, `choice` is faster without it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from referee.cards import Card
from referee.game.bestclose import BestClose
from referee.game.closepoints import DEADWOOD_AT, FAILED_AT, LOOK, NEVER, Judged
from referee.game.courses import CloseCourse
from referee.game.readings import PLAIN_TAGS, RUNS_AT, SETS_AT
from referee.game.wordways import WordHand, WordWays
from referee.table import Table

_MOST_CELLS = 1 << 14
"""A course with more rows times loose points is not kept here."""

_NONE = NEVER - 1
_FAILED_AT = FAILED_AT


class CourseWords:
    """What comes of closes in one course with so many `cards` in the hand, by row and loose points: its *cells*.

    `worths` and `orders` are those of `Judged`, 0 where nobody asked yet; `lefts` of them stand side by side for each
    of `points`, which are those of closes with nothing loose by row. No legal close leaves more than `most`, and of a
    refused one `few` clauses fail, or more.
    """

    __slots__ = ("_course", "_judged", "_points", "cards", "few", "lefts", "most", "orders", "worths")

    def __init__(self, course: CloseCourse, cards: int, lefts: int, points: Sequence[int]) -> None:
        bounds, cells = course.bounds, lefts * len(points)
        self._course = course
        self._points = list(points)
        self._judged: list[Judged] = [LOOK] * cells
        self.cards = cards
        self.lefts = lefts
        self.few = bounds.failed
        self.most = max(-1, min(bounds.loose, lefts - 1))
        self.worths = array("q", bytes(8 * cells))
        self.orders = array("q", bytes(8 * cells))

    def work_out(self, cell: int) -> None:
        """Ask the course what comes of closes that are seen so."""
        row, left = divmod(cell, self.lefts)
        judged = self._course.at(self._points[row] | left << DEADWOOD_AT)
        if judged is LOOK:
            raise AssertionError("where no rule looks at cards one by one, a point decides")
        self._judged[cell] = judged
        self.orders[cell] = judged.order
        self.worths[cell] = judged.worth

    def judged(self, cell: int) -> Judged:
        """What was worked out."""
        return self._judged[cell]


class CloseWords:
    """The choice at one table."""

    __slots__ = ("_looks", "_members", "_one", "_ways", "_worths")

    def __init__(self, table: Table) -> None:
        self._ways, self._one = table.derived(WordWays), 1
        points = self._ways.points
        worths = sorted(set(points), reverse=True)
        members = [sum([1 << kind for kind, each in enumerate(points) if each == worth]) for worth in worths]
        self._looks, self._worths, self._members = len(worths), array("q", worths), array("Q", members)

    @classmethod
    def of(cls, table: Table) -> CloseWords:
        """The choice at a table; `Table.derived` keeps it."""
        return cls(table)

    def in_course(self, course: CloseCourse, cards: int) -> CourseWords | None:
        """What comes of closes in a course with so many cards in the hand; None where that is not kept here."""
        ways = self._ways
        if not ways.fits or not 0 < cards <= ways.most_cards:
            return None
        dearest = sorted(ways.points, reverse=True)[: cards - 1]
        points = [
            melded << PLAIN_TAGS | runs << RUNS_AT | sets << SETS_AT
            for melded, runs, sets in ways.signs
            if melded < cards
        ]
        lefts = sum(dearest) + 1
        return CourseWords(course, cards, lefts, points) if lefts * len(points) <= _MOST_CELLS else None

    def best(self, cards: Sequence[Card], course: CourseWords) -> BestClose | None:
        """The best close with these cards, as many as the course has; None for hands that are not known here."""
        hand = self._ways.hand_of(cards)
        if hand is None or len(cards) != course.cards:
            return None
        if not self._best_of(hand, course, course.most, -1):
            self._best_of(hand, course, hand.points, course.few)
        for card in cards:
            kind = card.index
            if self._one << kind == hand.closing:
                made = BestClose.__new__(BestClose)
                made.closing = card
                made.judged = course.judged(hand.cell)
                return made
        raise AssertionError("the closing card is held")

    def _best_of(self, hand: WordHand, course: CourseWords, limit: int, few: int) -> bool:
        """Find the closing card of the best close, and its cell, of those that leave no more than `limit` points.

        `few` below zero: of the legal ones; no if there are none. Else of the refused ones: where no more than `few`
        clauses fail, those that leave more points need no look.
        """
        lefts, dearest, best, closing = course.lefts, 0, _NONE, 0
        while not hand.held & self._members[dearest]:
            dearest += 1
        there = self._ways.begin(hand)
        while there:
            look, same, cells = dearest, False, hand.row * lefts
            while look < self._looks and hand.dead - self._worths[look] <= limit:
                asked = hand.loose & self._members[look]
                if asked:
                    left = hand.dead - self._worths[look]
                    value = course.worths[cells + left] if few < 0 else course.orders[cells + left]
                    if not value:
                        course.work_out(cells + left)
                        value = course.worths[cells + left] if few < 0 else course.orders[cells + left]
                    asked &= -asked
                    # of equally good ones the first arrangement and its first card; of refused ones the first card
                    if value < best or (value == best and asked < closing and (same or few >= 0)):
                        same = same or value < best
                        best, closing = value, asked
                        hand.cell = cells + left
                        if value >> _FAILED_AT <= few:
                            limit = left
                look += 1
            there = self._ways.go_on(hand)
        hand.closing = closing
        return closing != 0
