"""The blocks of a table: the close over all kinds of hands, its gates, the points of cards, the forms of melds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from referee.game.facts import ARRANGEMENT, GIVABLE, CloseFacts
from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.lang.walk import reads
from referee.rules.model import Condition
from referee.table import Table
from referee.table.draft import MeldRecord, Named
from referee.table.options import value_text
from referee.workshop.leafvalues import Columns, leaves
from referee.workshop.proof.block import Block, CaseRule, Effect, Group, Rule
from referee.workshop.proof.closerules import CloseRules, hangs_on_others
from referee.workshop.proof.courses import Course, Courses, courses
from referee.workshop.proof.forms import form_told, forms
from referee.workshop.proof.handkinds import HandKinds
from referee.workshop.proof.incolumns import ManyFacts
from referee.workshop.proof.points import Point

_OF_POINT = frozenset(ARRANGEMENT)
OF_COURSE = {
    "turn.may_take": False,
    "turn.may_discard": False,
    "re_entry.may_re_enter": False,
    "game.out_when": True,
    "game.ends_when": True,
}
"""Blocks of conditions on a moment of the game; of some one condition is enough."""


def close_block(rules: CloseRules, kinds: HandKinds) -> Block:
    """The close at a table, judged on kinds of hands, in every course that some rule about them can tell apart."""
    table, asked = rules.table, _Asked(rules, kinds.points)
    points, moments = len(kinds.points), len(rules.courses.all)
    bare = sum(1 << number for number, point in enumerate(kinds.points) if not point.melded)
    return Block(
        name="close",
        what="hand",
        exact=kinds.exact and rules.courses.exact,
        points=points,
        courses=moments,
        groups=tuple(Group(kind.points, kind.hands, " ".join(map(table.write, kind.smallest))) for kind in kinds.kinds),
        conditions=rules_of("close.may_close", rules.conditions),
        cases=tuple(
            CaseRule(f"close.outcomes.{one.name}", one.name, one.clause, one.when, one.origin) for one in rules.outcomes
        ),
        columns=Columns(points * moments, asked.column, table.definitions),
        effect=asked.effect,
        worth=asked.worth,
        measured=asked.measured,
        filters=rules_of("melds.whole_hand", rules.whole_hand),
        exempt=bare * sum(1 << (course * points) for course in range(moments)),
    )


def telling_courses(rules: CloseRules, kinds: HandKinds) -> CloseRules:
    """The same rules with one course of those that no rule tells apart at any point."""
    if any(one.by_course for one in rules.looked):
        return rules
    asked, named = _Asked(rules, kinds.points), rules.table.definitions
    truths = [one.expr for one in (*rules.whole_hand, *rules.conditions)]
    truths += [expr for one in rules.outcomes for expr in (one.when, one.wins_game)]
    parts = [part for expr in truths for part in leaves(expr, named) if reads(part, named) - _OF_POINT]
    numbers = [expr for one in rules.outcomes for expr in (one.writes, one.lay_off) if expr is not None]
    numbers = [one for one in numbers if reads(one, named) - _OF_POINT and not hangs_on_others(one, rules.table)]
    kept: dict[object, Course] = {}
    for number, course in enumerate(rules.courses.all):
        told = [asked.where(part, number) for part in parts]
        told += [asked.value(expr, number, point) for expr in numbers for point in range(len(kinds.points))]
        kept.setdefault(tuple(told), course)
    return replace(rules, courses=replace(rules.courses, all=tuple(kept.values())))


def rules_of(block: str, conditions: Sequence[Condition]) -> tuple[Rule, ...]:
    """The conditions of a block of the rule set."""
    return tuple(Rule(f"{block}.{one.key}", one.clause, one.expr, one.origin) for one in conditions)


class _Asked:
    """Answers what a part of a rule comes to at a point, in a course."""

    def __init__(self, rules: CloseRules, points: Sequence[Point]) -> None:
        self._rules, self._table, self._points = rules, rules.table, points
        self._looked = {id(one.expr): number for number, one in enumerate(rules.looked)}
        self._facts = [self._of_course(number) for number in range(len(rules.courses.all))]
        self._onto = rules.table.settings["lay_off.onto"]
        self._in_columns = ManyFacts(rules.table, self._of_points, len(points) * len(self._facts))

    def _of_course(self, number: int) -> CloseFacts:
        course = self._rules.courses.all[number]
        facts = CloseFacts(course.given)
        facts.card = course.card
        facts.hand = (course.card,) * (self._table.hand_size + 1)
        return facts

    def _of_points(self) -> list[SimpleNamespace]:
        filled = (self._filled(0, point) for point in range(len(self._points)))
        return [SimpleNamespace(**{name: getattr(facts, name) for name in ARRANGEMENT}) for facts in filled]

    def _filled(self, course: int, point: int) -> CloseFacts:
        facts, at = self._facts[course], self._points[point]
        facts.deadwood, facts.melded, facts.hand_points = at.deadwood, at.melded, at.hand_points
        facts.runs, facts.sets, facts.wilds = at.runs, at.sets, at.wilds
        facts.loose = (None,) * (self._table.hand_size - at.melded)
        facts.melds = (None,) * (at.runs + at.sets)
        return facts

    def value(self, expr: Expr, course: int, point: int) -> Any:
        """What a part comes to."""
        number = self._looked.get(id(expr))
        if number is None:
            return self._table.binder.compile(expr).call(self._filled(course, point))
        answer = self._points[point].looked[number]
        return answer[course] if isinstance(answer, tuple) else answer

    def column(self, expr: Expr) -> int:
        """The bits of a leaf over all cases; what hangs on points or on courses alone is asked once for each."""
        points, courses = len(self._points), len(self._facts)
        read = reads(expr, self._table.definitions)
        if not read & _OF_POINT and id(expr) not in self._looked:
            every = (1 << points) - 1
            return sum(every << (course * points) for course in range(courses) if self.value(expr, course, 0))
        if read <= _OF_POINT:
            one = self.where(expr, 0)
            return sum(one << (course * points) for course in range(courses))
        return sum(self.where(expr, course) << (course * points) for course in range(courses))

    def where(self, expr: Expr, course: int) -> int:
        """The points at which a part holds in a course, as bits."""
        number = self._looked.get(id(expr))
        if number is not None:
            told = (self.value(expr, course, point) for point in range(len(self._points)))
        elif (bits := self._in_columns.where(expr, self._facts[course])) is not None:
            return bits
        else:
            call = self._table.binder.compile(expr).call
            told = (call(self._filled(course, point)) for point in range(len(self._points)))
        return int("".join("1" if holds else "0" for holds in told)[::-1] or "0", 2)

    def effect(self, case: int, course: int, point: int) -> Effect:
        """Whether it wins the game, what the closer writes, whose melds are open, what the others pay.

        What the closer writes is a number; the rule as it stands where it hangs on the hands of the others, and None
        where he writes nothing.
        """
        one = self._rules.outcomes[case]
        wins = bool(self.value(one.wins_game, course, point))
        onto = self._onto
        if one.lay_off is not None:
            onto = self._table.rule_set.enums["onto"].member(self.value(one.lay_off, course, point))
        pays = unparse(one.pays)
        if wins or one.writes is None:
            return (wins, None, onto, pays)
        if hangs_on_others(one.writes, self._table):
            return (wins, unparse(one.writes), onto, pays)
        return (wins, int(self.value(one.writes, course, point)), onto, pays)

    def measured(self, expr: Expr) -> str:
        """Between what a quantity lies over all hands and arrangements."""
        found = [
            self.value(expr, course, point) for course in range(len(self._facts)) for point in range(len(self._points))
        ]
        return f"`{unparse(expr)}` lies between {min(found)} and {max(found)}"

    def worth(self, effect: Effect, point: int) -> tuple[object, ...]:
        """What an arrangement is worth to the closer, by x.6 (a) to (d)."""
        at = self._points[point]
        wins, writes = effect[0], effect[1]
        points = at.deadwood
        if isinstance(writes, int):
            points = writes if self._table.low_is_better else -writes
        return (not wins, 0 if wins else points, -at.melded, at.runs + at.sets)


def course_blocks(table: Table) -> Iterator[Block]:
    """The conditions that are asked in the course of a turn and after a round, as far as plain facts settle them.

    Those that look at a hand, or at what a round came to, are blocks of their own (`turnblocks`, `gameblocks`).
    """
    for name, one in OF_COURSE.items():
        conditions = table.rule_set.conditions.get(name, ())
        if conditions and settled_by_course(table, [each.expr for each in conditions]):
            tried = courses(table, [each.expr for each in conditions])
            yield course_block(name, rules_of(name, conditions), table, tried, _close_facts, one=one)


def settled_by_course(table: Table, exprs: Sequence[Expr]) -> bool:
    """Whether these rules ask for no more than plain facts of the round and the seat, and the card in question."""
    return frozenset().union(*(reads(expr, table.definitions) for expr in exprs)) <= GIVABLE.keys() | {"card"}


def gates_block(rules: CloseRules) -> Block:
    """The conditions of a close that have nothing to do with the cards kept, judged on courses alone."""
    table, all_courses = rules.table, rules.gate_courses
    return course_block("close", rules_of("close.may_close", rules.gates), table, all_courses, _close_facts)


def _close_facts(courses: Courses, number: int) -> CloseFacts:
    facts = CloseFacts(courses.all[number].given)
    facts.card = courses.all[number].card
    facts.hand = (facts.card,)
    return facts


def course_block(
    name: str,
    conditions: tuple[Rule, ...],
    table: Table,
    courses: Courses,
    facts: Callable[[Courses, int], Any],
    *,
    one: bool = False,
) -> Block:
    """Conditions that are asked about a moment of the game and not about cards that are kept."""
    asked = [facts(courses, number) for number in range(len(courses.all))]

    def column(expr: Expr) -> int:
        call = table.binder.compile(expr).call
        return sum(1 << number for number, each in enumerate(asked) if call(each))

    groups = tuple(Group((number,), 1, _told(courses, number)) for number in range(len(asked)))
    return Block(
        name=name,
        what="course",
        points=len(asked),
        courses=1,
        groups=groups,
        conditions=conditions,
        cases=(),
        columns=Columns(len(asked), column, table.definitions),
        facts=lambda _course, number: SimpleNamespace(**courses.all[number].given, card=courses.all[number].card),
        one=one,
        exact=courses.exact,
    )


def _told(courses: Courses, number: int) -> str:
    course = courses.all[number]
    said = [f"{name} {value_text(course.given[name])}" for name in courses.tried]
    if course.card.index >= 0:
        said.append(f"the card {course.card.text}{', taken from the pile' if course.card.taken else ''}")
    return ", ".join(said)


# -- cards and melds -------------------------------------------------------------------------------------------------


def points_block(table: Table) -> Block:
    """The cases of `points`, judged on every card of the pack."""
    kinds = [kind for kind in table.pack.kinds if kind.count]
    cases = table.rule_set.cases.get("points", ())
    facts = [Named(card=kind) for kind in kinds]
    return Block(
        name="points",
        what="card",
        points=len(kinds),
        courses=1,
        groups=tuple(Group((number,), kind.count, kind.text) for number, kind in enumerate(kinds)),
        conditions=(),
        cases=tuple(CaseRule(f"points.{one.key}", one.key, one.clause, one.when, one.origin) for one in cases),
        columns=Columns(len(kinds), _of(table, facts), table.definitions),
        effect=lambda case, _course, point: (table.binder.value(cases[case].value, facts[point]),),
    )


def melds_block(table: Table) -> Block:
    """The conditions on melds, judged on every form of meld that the pack and the sizes leave possible."""
    every = forms(table)
    enums = table.rule_set.enums
    facts = [Named(meld=MeldRecord.of(enums, form)) for form in every]
    return Block(
        name="melds.each_meld",
        what="meld",
        points=len(every),
        courses=1,
        groups=tuple(Group((number,), 1, form_told(form)) for number, form in enumerate(every)),
        conditions=rules_of("melds.each_meld", table.rule_set.conditions.get("melds.each_meld", ())),
        cases=(),
        columns=Columns(len(every), _of(table, facts), table.definitions),
    )


def _of(table: Table, facts: Sequence[Named]) -> Callable[[Expr], int]:
    def column(expr: Expr) -> int:
        call = table.binder.compile(expr).call
        return sum(1 << number for number, each in enumerate(facts) if call(each))

    return column
