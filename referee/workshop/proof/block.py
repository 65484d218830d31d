"""A block of rules judged on all it can be asked about: conditions that must hold, cases of which the first fits.

What is asked about stands in groups (a kind of hand, a card, a meld), each with its points: the arrangements of a hand,
of which the best one counts, or a single one. A *case of the proof* is a point in a course; it has one bit in every
column, `course * points + point`. With `instead` some parts of rules are taken to be always so, and the block is judged
anew: if no group comes out otherwise, those parts change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from referee.cards import Card
from referee.lang.syntax import Expr
from referee.source import Origin
from referee.workshop.leafvalues import NOTHING_ELSE, Columns, Instead

What = Literal["hand", "card", "meld", "course", "seat", "turn", "laid"]

Effect = tuple[object, ...]
"""What a case does, to be compared with what others do."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition: `path` in the rule set, the clause it rests on."""

    path: str
    clause: str
    expr: Expr
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class CaseRule:
    """A case or an outcome: `name` is its key."""

    path: str
    name: str
    clause: str
    when: Expr
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class Group:
    """What is judged as one: `times` of them, `told` is the smallest as it is written, `cards` those of a hand.

    `lies` says how cards lie where that is not as the referee arranges them by itself: the numbers of the points among
    those of the hands (`HandKinds.points`) that come to this. `left` are the cards still loose after lay-offs.
    `besides` says in words what is the case beside the cards, where that is not the course.
    """

    points: tuple[int, ...]
    times: int
    told: str
    cards: tuple[Card, ...] = ()
    lies: tuple[int, ...] = ()
    left: tuple[Card, ...] | None = None
    besides: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a group comes out: the number of the case that decides (-1 where there are no cases), and on which points.

    Where arrangements are worth the same, `cases` are those of all of them; which list of cards is the smaller one, by
    which the referee chooses, cannot be seen from points.
    """

    case: int
    effect: Effect
    points: frozenset[int]
    cases: frozenset[int]


@dataclass(frozen=True, slots=True)
class Judged:
    """Where the conditions hold, and where each case is the first that fits, as bits and as bytes of them."""

    passes: int
    firsts: tuple[int, ...]
    passing: bytes
    fitting: tuple[bytes, ...]


@dataclass(frozen=True, eq=False)
class Block:
    """A block of rules with all it is asked about, the smallest groups first.

    `filters` say which points stand at all, but for those in `exempt`; `conditions` must all hold, or `one` of them.
    `effect(case, course, point)` is what a case does there, `worth` what it is worth to whoever chooses, the smallest
    the best. `exact`: it is judged on all there is, and not on a sample. `what` names the groups: hands, cards, melds,
    moments of the course; `seat` are hands of those who did not close, `turn` hands with a card to take or to throw,
    `laid` cards to be laid off. `measured` says in words between what a quantity lies, `moment` what else is so in a
    course, `facts` are those of a course and a point where a witness is replayed. `space`: of so many cases
    `tried` were asked about, where it is not exact and that is known (0: all that are listed here).
    """

    name: str
    what: What
    points: int
    courses: int
    groups: tuple[Group, ...]
    conditions: tuple[Rule, ...]
    cases: tuple[CaseRule, ...]
    columns: Columns
    effect: Callable[[int, int, int], Effect] = lambda _case, _course, _point: ()
    worth: Callable[[Effect, int], tuple[object, ...]] = lambda _effect, _point: ()
    measured: Callable[[Expr], str] = lambda _expr: ""
    moment: Callable[[int], str] = lambda _course: ""
    facts: Callable[[int, int], Any] = lambda _course, _point: None
    filters: tuple[Rule, ...] = ()
    exempt: int = 0
    one: bool = False
    exact: bool = True
    space: int = 0
    tried: int = 0
    _effects: dict[tuple[int, int, int], Effect] = field(default_factory=dict)

    def judge(self, instead: Instead = NOTHING_ELSE) -> Judged:
        """The block with some parts taken to be always so."""
        of, passes = self.columns.of, self.columns.everywhere
        for rule in self.filters:
            passes &= of(rule.expr, instead)
        passes |= self.exempt
        if self.one:
            held = 0
            for rule in self.conditions:
                held |= of(rule.expr, instead)
            passes &= held
        else:
            for rule in self.conditions:
                passes &= of(rule.expr, instead)
        firsts, taken = [], 0
        for case in self.cases:
            fits = of(case.when, instead)
            firsts.append(fits & ~taken)
            taken |= fits
        return Judged(passes, tuple(firsts), self._bytes(passes), tuple(map(self._bytes, firsts)))

    def _bytes(self, column: int) -> bytes:
        return column.to_bytes(self.columns.cases // 8 + 1, "little")

    @cached_property
    def judged(self) -> Judged:
        """The block as it is."""
        return self.judge()

    def outcome(self, group: Group, course: int, judged: Judged) -> Result | None:
        """How a group comes out in a course; None if it is refused, or if no case fits."""
        best: tuple[object, ...] | None = None
        found: list[tuple[int, Effect, int]] = []
        for point in group.points:
            at = course * self.points + point
            byte, bit = at >> 3, 1 << (at & 7)
            if not judged.passing[byte] & bit:
                continue
            if not self.cases:
                return Result(-1, (), frozenset(), frozenset())
            case = next((case for case, fits in enumerate(judged.fitting) if fits[byte] & bit), None)
            if case is None:
                continue
            effect = self.effect_of(case, course, point)
            worth = self.worth(effect, point)
            if best is None or worth < best:
                best, found = worth, [(case, effect, point)]
            elif worth == best:
                found.append((case, effect, point))
        if not found:
            return None
        case, effect, _ = found[0]
        return Result(
            case, effect, frozenset(point for _, _, point in found), frozenset(number for number, _, _ in found)
        )

    def effect_of(self, case: int, course: int, point: int) -> Effect:
        """What a case does, worked out once."""
        key = (case, course, point)
        if key not in self._effects:
            self._effects[key] = self.effect(case, course, point)
        return self._effects[key]

    def difference(self, instead: Instead) -> tuple[int, int] | None:
        """The smallest group, and the course, that comes out otherwise if some parts are always so; None if none."""
        was, now = self.judged, self.judge(instead)
        changed = was.passes ^ now.passes
        for before, after in zip(was.firsts, now.firsts, strict=True):
            changed |= (before ^ after) & (was.passes | now.passes)
        for group, course in self.touched(changed):
            if self.outcome(self.groups[group], course, was) != self.outcome(self.groups[group], course, now):
                return group, course
        return None

    def touched(self, column: int) -> Iterator[tuple[int, int]]:
        """The groups that have a point where a column holds, smallest first, each with the course."""
        found = set[tuple[int, int]]()
        for course in range(self.courses):
            for point in _bits(column >> (course * self.points) & ((1 << self.points) - 1)):
                found.update((group, course) for group in self._groups_of[point])
        yield from sorted(found)

    @property
    def cases_asked(self) -> str:
        """Of how many cases how many were asked about, in words; "" where that was all, or where they are hands."""
        tried = self.tried or self.points * self.courses
        if self.exact or self.what == "hand" or self.space <= tried:
            return ""
        return f"{tried:,} of at least {self.space:,} cases"

    @cached_property
    def _groups_of(self) -> Sequence[Sequence[int]]:
        """The groups of each point."""
        found: list[list[int]] = [[] for _ in range(self.points)]
        for number, group in enumerate(self.groups):
            for point in group.points:
                found[point].append(number)
        return found

    def times(self, column: int, course: int | None = None) -> int:
        """How many have a point where a column holds, in one course or in any."""
        groups = {group for group, at in self.touched(column) if course in {None, at}}
        return sum(self.groups[group].times for group in groups)

    @cached_property
    def decided(self) -> tuple[tuple[int, int] | None, ...]:
        """For each case the smallest group that it decides, and the course; None if it never does."""
        found: dict[int, tuple[int, int]] = {}
        for group, course in self.touched(self.judged.passes):
            if len(found) == len(self.cases):
                break
            out = self.outcome(self.groups[group], course, self.judged)
            for case in () if out is None else out.cases:
                found.setdefault(case, (group, course))
        return tuple(found.get(number) for number in range(len(self.cases)))


@dataclass(frozen=True, eq=False)
class RankedBlock(Block):
    """The criteria of the winner, judged on seats: `shared` is the same for all of one table.

    `ranks` are the numbers that are compared, for each criterion those of every seat.
    """

    shared: tuple[tuple[object, ...], ...] = ()
    ranks: tuple[tuple[int, ...], ...] = ()


def _bits(column: int) -> Iterator[int]:
    while column:
        low = column & -column
        yield low.bit_length() - 1
        column ^= low
