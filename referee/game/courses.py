"""Closes by what does not vary in them: with the same values of that, they are judged by points alone and remembered.

Each point of a course is judged once. Where a rule looks at loose cards or melds one by one, and the point alone does
not decide it, it is asked with the cards. Of courses, points and looks so many are remembered, then all are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from referee.game.closepoints import DEADWOOD_AT, LOOK, NEVER, Asked, Judged
from referee.game.closerules import CloseQuestion, CloseRules, Given, facts_of
from referee.game.facts import GIVABLE, VARYING, CloseFacts
from referee.game.readings import CARD_BITS, PLAIN_TAGS, RUNS_AT, SETS_AT, TAG_BITS, WILDS_AT
from referee.game.roundfacts import points_of
from referee.table import Table
from referee.table.draft import MeldRecord

_COURSES, _QUESTIONS, _POINTS, _LOOKS = 64, 2_000, 4_000, 4_000
"""What is remembered at most: courses of a table, ways to ask for them, points and looks at cards of a course."""

_MOST_LOOSE: Final = 1_000
"""Where hands can have more loose points than these, it is not looked for the most that a close can have."""

_FEW_LOOSE: Final = 40
"""Where a legal close can have more loose points than these, it is not looked for the best of all of them."""

_TAG, _CARDS = (1 << TAG_BITS) - 1, (1 << CARD_BITS) - 1


class Courses:
    """The courses of closes at one table. `of_card`: the closing card may decide which; `of_hand`: all cards held."""

    __slots__ = ("_by_question", "_by_value", "_names", "_table", "asked", "of_card", "of_hand", "rules", "weighs_hand")

    def __init__(self, table: Table, rules: CloseRules) -> None:
        self._table, self.rules = table, rules
        read = rules.steady_reads
        self._names = tuple([name for name in GIVABLE if name in read])
        self.weighs_hand = "hand_points" in read
        self.of_card, self.of_hand = "card" in read or self.weighs_hand, "hand" in read
        self._by_question: dict[tuple[object, ...], CloseCourse] = {}
        self._by_value: dict[tuple[object, ...], CloseCourse] = {}
        self.asked = AskedWith(table, rules)

    def of(self, question: CloseQuestion) -> CloseCourse:
        """The course of a question; ValueError if a fact is given that cannot be."""
        closing, taken, points = question.closing, question.taken, 0
        if self.weighs_hand:
            points = points_of(self._table, question.keep)
        card = -1 if closing is None or not self.of_card else closing.index
        was_taken = taken is not None and taken.index == card and self.of_card and _once(question, card)
        return self.played(question.given, len(question.keep), card, lambda: question, taken=was_taken, points=points)

    def played(
        self, given: Given, kept: int, card: int, question: Callable[[], CloseQuestion], *, taken: bool, points: int
    ) -> CloseCourse:
        """The same for so many cards kept, that are worth so many `points`, and a closing card of this kind.

        `taken`: it was taken from the discards in this turn. What else the question says is asked for where it matters.
        """
        if self.of_hand:
            return self._of_value(question())
        key: tuple[object, ...] = (kept, card, taken, points)
        if given:
            if not given.keys() <= GIVABLE.keys():
                CloseFacts(given)  # raises, and says which fact it is
            key = (*key, *[given[name] if name in given else GIVABLE[name] for name in self._names])
        known = self._by_question.get(key)
        if known is None:
            if len(self._by_question) >= _QUESTIONS:
                self._by_question.clear()
            known = self._by_question[key] = self._of_value(question())
        return known

    def _of_value(self, question: CloseQuestion) -> CloseCourse:
        facts = facts_of(self._table, question)
        values = [part.call(facts) for part in self.rules.steady]
        key = (len(question.keep), *[tuple(one) if isinstance(one, list) else one for one in values])
        known = self._by_value.get(key)
        if known is None:
            if len(self._by_value) >= _COURSES:
                self._by_value.clear()
                self._by_question.clear()
            known = self._by_value[key] = CloseCourse(self._table, self.asked, facts, len(question.keep))
        return known


def _once(question: CloseQuestion, card: int) -> bool:
    """Whether only one card of a kind is held: of two like cards it is not that taken which is thrown (es.2)."""
    held = [one.index for one in question.hand or question.keep].count(card)
    return held + (not question.hand) == 1


class CloseCourses:
    """The courses of closes at one table: `known` with the closing card known, `hidden` without it."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @classmethod
    def of(cls, table: Table) -> CloseCourses:
        """Those of a table, for `Table.derived`."""
        return cls(table)

    @cached_property
    def known(self) -> Courses:
        """With the card that is put face down."""
        return Courses(self._table, CloseRules.sorted(self._table, hidden=False))

    @cached_property
    def hidden(self) -> Courses:
        """Where only the cards kept are known."""
        return Courses(self._table, CloseRules.sorted(self._table, hidden=True))


class AskedWith:
    """The rules of closing asked with the cards, with a point, with loose points or with melded cards alone."""

    def __init__(self, table: Table, rules: CloseRules) -> None:
        self.rules, steady = rules, rules.steady_reads
        self.cards = Asked.of(table, rules, steady | VARYING, ())
        self.point = Asked.of(table, rules, steady | VARYING, rules.opens) if rules.opens else self.cards
        self._table, self._bounds = table, dict[Collection[str], Asked]()

    def only(self, *names: str) -> Asked:
        """With these facts and those that do not vary; of `loose` only the number is known."""
        if names not in self._bounds:
            self._bounds[names] = Asked.of(self._table, self.rules, self.rules.steady_reads | set(names), VARYING)
        return self._bounds[names]


class CloseCourse:
    """Closes with these values of what does not vary, and so many cards kept.

    `points` are those judged so far which decide what comes of a close, `floors` what `floor` said.
    """

    __slots__ = ("_asked", "_bounds", "_kept", "_looks", "_open", "_priced", "_steady", "_table", "floors", "points")

    def __init__(self, table: Table, asked: AskedWith, facts: CloseFacts, kept: int) -> None:
        self._table, self._asked, self._steady, self._kept = table, asked, facts, kept
        self.points: dict[int, Judged] = {}
        self._open: set[int] = set()
        self.floors: dict[int, int] = {}
        self._priced = min(table.points, default=0) >= 0
        self._looks: dict[tuple[object, ...], Judged] = {}
        self._bounds: Bounds | None = None

    def at(self, point: int) -> Judged:
        """What comes of an arrangement that is seen so; LOOK where its cards decide."""
        known = self.points.get(point)
        if known is None:
            if point in self._open:
                return LOOK
            if len(self.points) + len(self._open) >= _POINTS:
                self.points.clear()
                self._open.clear()
            known = self._asked.point.judge(self._facts(point))
            if known is LOOK:
                self._open.add(point)
            else:
                self.points[point] = known
        return known

    def look(self, point: int, loose: Sequence[int], melds: Sequence[tuple[int, int, int, int]]) -> Judged:
        """The same where the point does not decide it: with the kinds that are loose and the signatures of the melds.

        Of what the rules do not look at, nothing need be told.
        """
        key = (point, tuple(loose), tuple(melds))
        known = self._looks.get(key)
        if known is None:
            if len(self._looks) >= _LOOKS:
                self._looks.clear()
            facts, opens = self._facts(point), self._asked.rules.opens
            if "loose" in opens:
                facts.loose = [self._table.pack.kinds[kind] for kind in loose]
            if "melds" in opens:
                facts.melds = [MeldRecord.of(self._table.rule_set.enums, one, own=True) for one in melds]
            known = self._looks[key] = self._asked.cards.judge(facts)
        return known

    def floor(self, seen: int) -> int:
        """No close that is seen so, whatever its loose points, has less `worth`; 1 where that is not known."""
        most = self.bounds.loose
        floor = 1
        if most < _FEW_LOOSE and self._priced:
            judged = [self.at(loose << DEADWOOD_AT | seen) for loose in range(most + 1)]
            floor = 1 if LOOK in judged else min([one.worth for one in judged], default=NEVER)
        if len(self.floors) >= _POINTS:
            self.floors.clear()
        self.floors[seen] = floor
        return floor

    def _facts(self, point: int) -> CloseFacts:
        """The facts of an arrangement that is seen so; of loose cards and melds only how many there are."""
        facts = CloseFacts(None)
        for name in self._asked.rules.steady_reads:
            setattr(facts, name, getattr(self._steady, name))
        facts.runs, facts.sets = point >> RUNS_AT & _TAG, point >> SETS_AT & _TAG
        facts.wilds = point >> WILDS_AT & _TAG
        facts.melded, facts.deadwood = point >> PLAIN_TAGS & _CARDS, point >> DEADWOOD_AT
        facts.loose = (None,) * (self._kept - facts.melded)
        facts.melds = (None,) * (facts.runs + facts.sets)
        return facts

    @property
    def bounds(self) -> Bounds:
        """What is certain of every legal close, and of every refused one."""
        if self._bounds is None:
            self._bounds = Bounds(self._most_loose(), self._least_melded(), self._fewest_failed())
        return self._bounds

    def _most_loose(self) -> int:
        """The most loose points a legal close can have: those are tried one by one."""
        worth = sorted([kind.points for kind in self._table.pack.kinds for _ in range(kind.count)])
        most, least = sum(worth[-self._kept :]), sum([one for one in worth[: self._kept] if one < 0])
        if most - least > _MOST_LOOSE:
            return most
        asked, facts = self._asked.only("deadwood"), self._facts(0)
        while most >= least:
            facts.deadwood = most
            if asked.may_be_legal(facts):
                return most
            most -= 1
        return most

    def _least_melded(self) -> int:
        """The fewest melded cards a legal close can have; one more than all if there is none."""
        asked = self._asked.only("melded", "loose")
        for melded in range(self._kept + 1):
            if asked.may_be_legal(self._facts(melded << PLAIN_TAGS)):
                return melded
        return self._kept + 1

    def _fewest_failed(self) -> int:
        """No refused close fails fewer clauses."""
        asked, facts = self._asked.only(), self._facts(0)
        failed = {one.clause for one, call in asked.conditions if call(facts) is False}
        fits = any(one.unclear or one.when(facts) for one in asked.outcomes)
        return len(failed) or int(fits)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A legal close has at most `loose` loose points, and `melded` melded cards or more.

    Of a refused one `failed` clauses fail, or more.
    """

    loose: int
    melded: int
    failed: int
