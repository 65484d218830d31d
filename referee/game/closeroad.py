"""The fast road to the best close, where there is one: in machine words if compiled, else by look-up in whole numbers.

It goes for rules of closing that look at no card by itself, or with which every closing card comes to the same (in gin
those that were not taken), and for hands without wild cards and twins. Both forms, `closewords` and `closemasks`, know
what comes of closes by course; whoever gets no answer here asks `choice` for the general one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from referee.cards import Card
from referee.game.bestclose import BestClose
from referee.game.closemasks import CloseMasks
from referee.game.closerules import CloseQuestion, Given
from referee.game.closewords import CloseWords
from referee.game.courses import CloseCourse, CloseCourses
from referee.native import in_use
from referee.table import Table

_KEPT: Final = 64
"""Courses, and given facts, of which something is remembered; forgotten all at once when there are more."""

Known = Any
"""Closes in one course as the road of this form knows them: `CourseWords`, or `CourseMasks`."""


class CloseRoad:
    """The road at one table. `_fits`: there is one; `_of_card`: only where all closing cards come to the same.

    `_known` is what is known of a course, `_plain` the same where nothing is given, by how many cards are held.
    """

    __slots__ = (
        "_by_masks",
        "_common",
        "_courses",
        "_fits",
        "_known",
        "_of_card",
        "_of_hand",
        "_plain",
        "_table",
        "_words",
    )

    def __init__(self, table: Table) -> None:
        self._table = table
        courses = self._courses = table.derived(CloseCourses).known
        self._of_card, self._of_hand = courses.of_card, courses.of_hand
        self._fits = not courses.rules.opens and not (courses.of_card and (courses.of_hand or courses.weighs_hand))
        self._by_masks = table.derived(CloseMasks)
        self._words = table.derived(CloseWords) if self._fits and in_use() else None
        self._known: dict[CloseCourse, Known | None] = {}
        self._plain: dict[int, Known | None] = {}
        self._common: dict[tuple[object, ...], CloseCourse | None] = {}

    @classmethod
    def of(cls, table: Table) -> CloseRoad:
        """The road at a table; `Table.derived` keeps it."""
        return cls(table)

    def best(self, cards: Sequence[Card], given: Given, taken: Card | None) -> BestClose | None:
        """The best close; None where the general road is to be asked."""
        if not self._fits or (self._of_card and taken is not None):
            return None
        known = None if given else self._plain.get(len(cards))
        if known is None:
            known = self._in_course(cards, given, taken)
            if known is None:
                return None
        words = self._words
        found: BestClose | None = self._by_masks.best(cards, known) if words is None else words.best(cards, known)
        return found

    def _in_course(self, cards: Sequence[Card], given: Given, taken: Card | None) -> Known | None:
        """What is known of closes with as many cards; None if nothing is."""
        if not cards:
            return None
        course = self._one_course(cards, given) if self._of_card else self._course(cards, given, taken)
        if course is None:
            return None
        if course not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            words, size = self._words, len(cards)
            known = self._by_masks.in_course(course, size) if words is None else words.in_course(course, size)
            self._known[course] = known
        known = self._known[course]
        if not given and not self._of_hand:
            self._plain[len(cards)] = known
        return known

    def _course(self, cards: Sequence[Card], given: Given, taken: Card | None) -> CloseCourse:
        """The course of all closes with these cards, where it hangs on no closing card."""

        def question() -> CloseQuestion:
            return CloseQuestion(cards[1:], given, cards[0], cards, taken)

        return self._courses.played(given, len(cards) - 1, -1, question, taken=False, points=0)

    def _one_course(self, cards: Sequence[Card], given: Given) -> CloseCourse | None:
        """The course of closes with as many cards, none of them taken, if it is the same with each; else None."""
        key = (len(cards), *sorted(given.items()))
        if key not in self._common:
            if len(self._common) >= _KEPT:
                self._common.clear()

            def question(closing: Card) -> CloseQuestion:
                return CloseQuestion(cards[1:], given, closing, (closing, *cards[1:]), None)

            of, kept = self._courses.played, len(cards) - 1
            closing = [Card(kind.index) for kind in self._table.pack.kinds if not kind.wild and not kind.joker]
            found = {of(given, kept, card.index, partial(question, card), taken=False, points=0) for card in closing}
            self._common[key] = found.pop() if len(found) == 1 else None
        return self._common[key]
