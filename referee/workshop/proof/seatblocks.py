"""What the seats write that did not close, judged on the hands they may hold and the closes that may come before.

A seat's cards are arranged by the referee with the fewest loose points (x.6), or as it says itself where melds are
declared. Where cards can be laid off, what is left loose is any sum that so many cards of the pack can come to, and no
more than before: that is more than can happen, so what holds for all of it holds in every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.diagnostics.spelling import counted
from referee.game.factgroups import SeatRecord
from referee.game.facts import GIVABLE
from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.rules.model import Case
from referee.table import Table
from referee.workshop.leafvalues import leaves
from referee.workshop.proof.besides import sums
from referee.workshop.proof.block import Block, CaseRule, Effect, Group
from referee.workshop.proof.closerules import BY_OTHERS, IF_UNCLOSED, CloseRules
from referee.workshop.proof.courses import courses, values_asked
from referee.workshop.proof.forms import lays_off
from referee.workshop.proof.handkinds import HandKinds
from referee.workshop.proof.lefts import Lefts
from referee.workshop.proof.momentblocks import moment_block
from referee.workshop.proof.moments import Dimension, Moments, facts_read, single
from referee.workshop.proof.points import Point
from referee.workshop.proof.sampledblocks import Drawing
from referee.workshop.proof.seenhands import SeenHands
from referee.workshop.proof.standings import standing, worth


@dataclass(frozen=True, slots=True)
class Closes:
    """How a round can be closed: for each outcome after which points are written, what the closer may then be."""

    records: Mapping[int, tuple[SeatRecord, ...]]
    exact: bool


def case_rules(block: str, cases: Sequence[Case]) -> tuple[CaseRule, ...]:
    """The cases of a block of the rule set."""
    return tuple(CaseRule(f"{block}.{one.key}", one.key, one.clause, one.when, one.origin) for one in cases)


def seat_blocks(rules: CloseRules, kinds: HandKinds, close: Block) -> Iterator[Block]:
    """What is written by others, and by all in a round that nobody closed. A single case asks nothing."""
    table = rules.table
    cases = table.rule_set.cases.get(IF_UNCLOSED, ())
    if len(cases) > 1:
        yield _SeatBlock(rules, kinds, close, cases, loses_cards=False).block(IF_UNCLOSED, ())
    cases = table.rule_set.cases.get(BY_OTHERS, ())
    if len(cases) > 1:
        asked = _exprs(cases)
        found = closes(rules, kinds, close)
        places = single(["after_closer"], range(1, table.seats), lambda seat: f"{seat} behind the closer")
        never = single(["is_closer"], [False], lambda _: "")
        after = (_after_a_close(table, found, asked), places, never)
        yield _SeatBlock(rules, kinds, close, cases, loses_cards=lays_off(table)).block(BY_OTHERS, after)


def course_dimension(table: Table, exprs: Sequence[Expr]) -> Dimension:
    """What plain facts of the round and of the seat rules can tell apart."""
    found = courses(table, exprs, with_cards=False)
    told = (
        ", ".join(f"{name} {_plain(course.given[name])}" for name in found.tried if course.given[name] != GIVABLE[name])
        for course in found.all
    )
    return Dimension(
        frozenset(GIVABLE), tuple(course.given for course in found.all), tuple(told), found.exact, space=found.space
    )


def _plain(value: int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _exprs(cases: Sequence[Case]) -> tuple[Expr, ...]:
    return tuple(expr for one in cases for expr in (one.when, one.value))


# -- the close before ------------------------------------------------------------------------------------------------


def closes(rules: CloseRules, kinds: HandKinds, close: Block) -> Closes:
    """The outcomes that write points, each with what the closer may hold then."""
    table, found = rules.table, dict[int, set[SeatRecord]]()
    may_stand = any(unparse(one.ruling) != "refused" for one in table.rule_set.irregular.values())
    adds = table.settings["lay_off.closer_adds"] != "never" and lays_off(table)
    left = sums(table) if adds else None
    for group, course in close.touched(close.columns.everywhere if may_stand else close.judged.passes):
        at = close.groups[group]
        out = close.outcome(at, course, close.judged)
        if out is not None and not out.effect[0]:
            points = at.points if table.settings["melds.declared"] else out.points
            for case in out.cases:
                found.setdefault(case, set()).update(_records(kinds.points[point] for point in points))
        elif out is None and may_stand and close.cases:
            found.setdefault(len(close.cases) - 1, set()).update(_records(kinds.points[point] for point in at.points))
    records = {
        case: tuple(sorted(_all_left(each, table, left), key=lambda one: (one.deadwood, one.hand_points, one.melded)))
        for case, each in sorted(found.items())
    }
    return Closes(records, kinds.exact and rules.courses.exact)


def _records(points: Iterable[Point]) -> set[SeatRecord]:
    return {SeatRecord(at.deadwood, at.hand_points, at.melded, 0) for at in points}


def _all_left(records: set[SeatRecord], table: Table, left: Sequence[Iterable[int]] | None) -> set[SeatRecord]:
    """The same with every number of cards that may have been laid off."""
    if left is None:
        return records
    return records | {
        SeatRecord(points, one.hand_points, one.melded, 0)
        for one in records
        for cards in range(table.hand_size - one.melded)
        for points in left[cards]
        if points <= one.deadwood
    }


def _after_a_close(table: Table, found: Closes, asked: Sequence[Expr]) -> Dimension:
    """The outcome, and the closer as the others see it."""
    names = {"outcome", "closer"} & facts_read(table, asked)
    enum, outcomes = table.rule_set.enums["outcome"], table.rule_set.outcomes
    totals, sure = values_asked(table, "total", asked) if "closer" in names else ((0,), True)
    values: dict[tuple[int, SeatRecord | None], str] = {}
    for case, records in found.records.items():
        name = outcomes[case].name
        for one in records if "closer" in names else (None,):
            said = f"after `{name}`" if one is None else f"after `{name}` of a closer with {one.deadwood} loose points"
            for total in totals:
                record = None if one is None else SeatRecord(one.deadwood, one.hand_points, one.melded, total)
                values[enum.index(name), record] = said
    listed = tuple({"outcome": outcome, "closer": one} for outcome, one in values)
    exact = found.exact and sure and not _reads_total_of_closer(asked)
    return Dimension(frozenset({"outcome", "closer"}), listed, tuple(values.values()), exact)


def _reads_total_of_closer(exprs: Sequence[Expr]) -> bool:
    return any("closer.total" in unparse(expr) for expr in exprs)


# -- the hand --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _SeatBlock:
    """The cases of one block, asked about every way in which a seat's hand can lie in the end."""

    rules: CloseRules
    kinds: HandKinds
    close: Block
    cases: tuple[Case, ...]
    loses_cards: bool

    def block(self, name: str, before: Sequence[Dimension]) -> Block:
        """The block; `before` is what came before the seats write.

        Where some part looks at single cards beside too many choices of all else, it is judged on hands that are drawn.
        """
        table, exprs = self.rules.table, _exprs(self.cases)
        values, besides = [one.value for one in self.cases], (course_dimension(table, exprs), *before)
        parts = [part for one in self.cases for part in (*leaves(one.when, table.definitions), one.value)]
        space, tried, groups = 0, 0, tuple[Group, ...]()
        if all(self.rules.answers(name, part) for part in parts):
            dimension, groups = self._hands(SeenHands(self.rules, name, facts_read(table, exprs)))
            moments = Moments.of(table, exprs, (dimension, *besides), kept=1)
            if self.loses_cards and not self.kinds.after.exact:
                space, tried = self.kinds.after.choices, self.kinds.after.asked
        else:
            declared = bool(table.settings["melds.declared"])
            drawing = Drawing(
                self.rules,
                self.kinds,
                self.close,
                best_alone=not (self.loses_cards or declared),
                loses_cards=self.loses_cards,
            )
            drawn = drawing.drawn(exprs, besides, own_card=False)
            moments, groups, space = drawn.moments, drawn.groups, drawn.space

        points = len(moments.dimensions[0].values)

        def effect(case: int, course: int, point: int) -> Effect:
            return (int(moments.value(values[case], course * points + point)),)

        return moment_block(
            name,
            "seat",
            moments,
            groups,
            points,
            cases=case_rules(name, self.cases),
            effect=effect,
            space=space or moments.space,
            tried=tried,
        )

    def _hands(self, seen: SeenHands) -> tuple[Dimension, tuple[Group, ...]]:
        """The ways in which a hand can lie, and the groups of those among which the referee chooses.

        First every hand as the referee arranges it by itself; then, where players say how, or lay cards off, as it may
        be arranged otherwise; at last with cards gone.
        """
        made, points = _Groups(), self.kinds.points
        fixed = not self.loses_cards and not self.rules.table.settings["melds.declared"]
        otherwise: list[Group] = []
        for number, kind in enumerate(self.kinds.kinds):
            told = self.close.groups[number].told
            places = {at: seen.place(points[at]) for at in standing(self.close, kind.points)}
            least = min(worth(points[at]) for at in places)
            best = sorted({place for at, place in places.items() if worth(points[at]) == least})
            if fixed:
                made.add(Group(tuple(best), kind.hands, told, kind.smallest))
                continue
            first = {place: at for at, place in reversed(places.items())}
            for place in best:
                alone = len(best) == 1
                made.add(Group((place,), kind.hands, told, kind.smallest, () if alone else (first[place],)))
            otherwise += (
                Group((place,), kind.hands, f"{told}, arranged otherwise", kind.smallest, (at,))
                for place, at in first.items()
                if place not in best
            )
        for one in otherwise:
            made.add(one)
        exact = self.kinds.exact or not seen.reads_hands
        if self.loses_cards and self.rules.compared_after:
            exact = exact and self.kinds.after.exact
            for group in self._after(seen):
                made.add(group)
        elif self.loses_cards:
            lefts = Lefts(seen, self.rules.table)
            for at, left in lefts.of(points):
                cards = tuple(map(Card, left.cards))
                made.add(Group((left.place,), 0, _left_told(left.points, len(cards)), (), (at,), cards))
            exact = exact and lefts.exact
        return seen.dimension(exact=exact), tuple(made.groups.values())

    def _after(self, seen: SeenHands) -> Iterator[Group]:
        """How hands can lie after lay-offs, each with the hand that was seen to, the smallest first."""
        numbers = {point: number for number, point in enumerate(self.kinds.points)}
        for (before, after, loose), one in sorted(self.kinds.after.found.items(), key=lambda each: each[1].order):
            at = numbers.get(before)
            if at is not None and standing(self.close, [at]):
                told = _left_told(after.deadwood, loose)
                yield Group((seen.place(after, loose),), 0, told, one.hand, (at,), one.left)


def _left_told(points: int, cards: int) -> str:
    return f"{counted(points, 'point')} in {counted(cards, 'loose card')} after the lay-offs"


class _Groups:
    """Groups by their points, each with how often it comes and the first that came."""

    def __init__(self) -> None:
        self.groups: dict[tuple[int, ...], Group] = {}

    def add(self, more: Group) -> None:
        """Some hands more with these points."""
        was = self.groups.get(more.points)
        self.groups[more.points] = more if was is None else replace(was, times=was.times + more.times)
