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
from referee.table.bound import opened
from referee.workshop.leafvalues import Columns, leaves
from referee.workshop.proof.besides import sums
from referee.workshop.proof.block import Block, CaseRule, Effect, Group
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.courses import courses, values_asked
from referee.workshop.proof.forms import lays_off
from referee.workshop.proof.handkinds import HandKinds, Point
from referee.workshop.proof.lefts import Lefts
from referee.workshop.proof.moments import Dimension, Moments, facts_read, single
from referee.workshop.proof.seenhands import SeenHands

BY_OTHERS, IF_UNCLOSED = "written.by_others", "written.if_unclosed"


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
        made = _SeatBlock(rules, kinds, close, cases, loses_cards=False).block(IF_UNCLOSED, ())
        if made is not None:
            yield made
    cases = table.rule_set.cases.get(BY_OTHERS, ())
    if len(cases) > 1:
        asked = _exprs(cases)
        found = closes(rules, kinds, close)
        places = single(["after_closer"], range(1, table.seats), lambda seat: f"{seat} behind the closer")
        never = single(["is_closer"], [False], lambda _: "")
        after = (_after_a_close(table, found, asked), places, never)
        made = _SeatBlock(rules, kinds, close, cases, loses_cards=lays_off(table)).block(BY_OTHERS, after)
        if made is not None:
            yield made


def course_dimension(table: Table, exprs: Sequence[Expr]) -> Dimension:
    """What plain facts of the round and of the seat rules can tell apart."""
    found = courses(table, exprs, with_cards=False)
    told = (
        ", ".join(f"{name} {_plain(course.given[name])}" for name in found.tried if course.given[name] != GIVABLE[name])
        for course in found.all
    )
    return Dimension(frozenset(GIVABLE), tuple(course.given for course in found.all), tuple(told), found.exact)


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

    def block(self, name: str, before: Sequence[Dimension]) -> Block | None:
        """The block; `before` is what came before the seats write. None if some part cannot be answered."""
        table, exprs = self.rules.table, _exprs(self.cases)
        dimension, groups = self._hands(SeenHands(self.rules, name, facts_read(table, exprs)))
        moments = Moments.of(table, exprs, (dimension, course_dimension(table, exprs), *before), kept=1)
        values, named = [one.value for one in self.cases], table.definitions
        if not all(self._is_settled(dimension, part) for one in self.cases for part in leaves(one.when, named)):
            return None
        known = [self._is_settled(dimension, value) for value in values]

        def effect(case: int, course: int, point: int) -> Effect:
            if not known[case]:
                return (unparse(values[case]),)
            return (int(moments.value(values[case], course * points + point)),)

        points = len(dimension.values)
        return Block(
            name=name,
            what="seat",
            points=points,
            courses=moments.number // points,
            groups=groups,
            conditions=(),
            cases=case_rules(name, self.cases),
            columns=Columns(moments.number, moments.column, named),
            effect=effect,
            exact=moments.exact,
            moment=lambda course: moments.told(course * points),
            facts=lambda course, point: moments.facts(course * points + point),
        )

    def _is_settled(self, hands: Dimension, part: Expr) -> bool:
        """Whether a part can be answered: not one that compares the cards held with those that are left loose."""
        looks = opened(part, self.rules.table.definitions)
        return not looks or (
            id(part) in (hands.answers or {}) and not (self.loses_cards and {"loose", "hand"} <= looks)
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
        lefts = Lefts(seen, self.rules.table) if self.loses_cards else None
        for at, left in lefts.of(points) if lefts is not None else ():
            cards = tuple(map(Card, left.cards))
            told = f"{counted(left.points, 'point')} in {counted(len(cards), 'loose card')} after the lay-offs"
            made.add(Group((left.place,), 0, told, (), (at,), cards))
        exact = (self.kinds.exact or not seen.reads_hands) and (lefts is None or lefts.exact)
        return seen.dimension(exact=exact), tuple(made.groups.values())


class _Groups:
    """Groups by their points, each with how often it comes and the first that came."""

    def __init__(self) -> None:
        self.groups: dict[tuple[int, ...], Group] = {}

    def add(self, more: Group) -> None:
        """Some hands more with these points."""
        was = self.groups.get(more.points)
        self.groups[more.points] = more if was is None else replace(was, times=was.times + more.times)


def standing(close: Block, points: Sequence[int]) -> tuple[int, ...]:
    """The points that `melds.whole_hand` lets stand."""
    column = close.columns.everywhere
    for rule in close.filters:
        column &= close.columns.of(rule.expr)
    column |= close.exempt
    return tuple(point for point in points if column >> point & 1)


def worth(point: Point) -> tuple[int, int, int]:
    """What the referee compares of arrangements of a seat that did not close, the smallest the best (x.6)."""
    return (point.deadwood, -point.melded, point.runs + point.sets)
