"""Whether one condition holds wherever another does, as far as that can be seen without looking at a single hand.

The premise is split into the ways in which it can hold (`Way`), each a set of simple parts that hold together; of the
measures it compares with numbers that are written out, every way knows between which bounds they lie. What is answered
`yes` is certain. `no` says nothing: whoever has to know asks about every hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.frozen import changed
from referee.lang.syntax import (
    OPPOSITE,
    And,
    Comparison,
    Expr,
    Name,
    Not,
    Or,
    Range,
    TruthValue,
)
from referee.lang.types import Quantity
from referee.lang.walk import written_number

WAYS: Final = 32
"""A premise that can hold in more ways than these is not looked at."""
_STEPS: Final = 2_000
"""So many parts are opened for one premise at most: definitions that use each other can double with each."""

Interval = tuple[int | None, int | None]
"""The lowest and the highest value, both included; None where there is no bound."""

FREE: Final[Interval] = (None, None)


def narrowed(bounds: Interval, low: int | None, high: int | None) -> Interval:
    """What is left of an interval within another."""
    least, most = bounds
    if low is not None and (least is None or low > least):
        least = low
    if high is not None and (most is None or high < most):
        most = high
    return least, most


@dataclass(slots=True)
class Way:
    """One way in which a premise can hold: what holds in it, and the bounds of what is measured."""

    holds: frozenset[Expr]
    bounds: dict[Expr, Interval] = field(default_factory=dict)

    def narrow(self, measure: Expr, low: int | None, high: int | None) -> bool:
        """Whether that is news."""
        old = self.bounds.get(measure, FREE)
        new = narrowed(old, low, high)
        if new == old:
            return False
        self.bounds[measure] = new
        return True

    @property
    def possible(self) -> bool:
        """Whether no measure is squeezed to nothing."""
        return all(low is None or high is None or low <= high for low, high in self.bounds.values())


def ways_of(
    premise: Expr, definitions: Mapping[str, Expr], settle: Callable[[Way], None] = lambda _: None
) -> tuple[Way, ...]:
    """The ways in which a checked condition can hold; none if it holds nowhere or there are too many.

    `settle` draws what follows from the bounds of a way and from what the measures are.
    """
    return _possible(_Split(definitions).ways(premise, wanted=True) or (), settle)


def never(premise: Expr, definitions: Mapping[str, Expr], settle: Callable[[Way], None] = lambda _: None) -> bool:
    """Whether a checked condition certainly holds nowhere: each way in which it could contradicts itself."""
    split = _Split(definitions).ways(premise, wanted=True)
    return split is not None and not _possible(split, settle)


def _possible(split: tuple[frozenset[Expr], ...], settle: Callable[[Way], None]) -> tuple[Way, ...]:
    """The ways of a premise in which no measure is squeezed to nothing."""
    ways = [Way(holds) for holds in split]
    for way in ways:
        for part in way.holds:
            _bound(way, part)
        settle(way)
        for part in way.holds:  # `is not` tells something once its number is an end
            _bound(way, part)
    return tuple(way for way in ways if way.possible)


def implies(ways: tuple[Way, ...], goal: Expr, definitions: Mapping[str, Expr]) -> bool:
    """Whether `goal` certainly holds in every way, of which there is one at least."""
    return bool(ways) and all(_holds(way, goal, definitions, True, _STEPS) for way in ways)


@dataclass(slots=True)
class _Split:
    """Takes a condition apart; `left` are the parts it may still open."""

    definitions: Mapping[str, Expr]
    left: int = _STEPS

    def ways(self, expr: Expr, *, wanted: bool) -> tuple[frozenset[Expr], ...] | None:
        """The sets of parts of which each makes `expr` come out as `wanted`; None if they are too many."""
        self.left -= 1
        if self.left < 0:
            return None
        match expr:
            case TruthValue(value=value):
                return (frozenset(),) if value is wanted else ()
            case Not(operand=operand):
                return self.ways(operand, wanted=not wanted)
            case Name(sort="definition") if expr.name in self.definitions:
                return self.ways(self.definitions[expr.name], wanted=wanted)
            case And(parts=parts) | Or(parts=parts):
                return self._all(parts, wanted) if isinstance(expr, And) is wanted else self._any(parts, wanted)
        return (frozenset((_as(expr, wanted),)),)

    def _all(self, parts: tuple[Expr, ...], wanted: bool) -> tuple[frozenset[Expr], ...] | None:
        found: tuple[frozenset[Expr], ...] = (frozenset(),)
        for part in parts:
            ways = self.ways(part, wanted=wanted)
            if ways is None or len(found) * len(ways) > WAYS:
                return None
            found = tuple(one | other for one in found for other in ways)
        return found

    def _any(self, parts: tuple[Expr, ...], wanted: bool) -> tuple[frozenset[Expr], ...] | None:
        found: list[frozenset[Expr]] = []
        for part in parts:
            ways = self.ways(part, wanted=wanted)
            if ways is None or len(found) + len(ways) > WAYS:
                return None
            found += ways
        return tuple(found)


def _as(part: Expr, wanted: bool) -> Expr:
    """A simple part that holds exactly if `part` comes out as `wanted`.

    Of numbers a comparison or its opposite holds; of a joker's rank or suit nothing of the kind is taken for granted.
    """
    if wanted:
        return part
    if isinstance(part, Comparison) and isinstance(part.left.type, Quantity):
        return changed(part, comparator=OPPOSITE[part.comparator])
    return Not(part, type=part.type)


def _holds(way: Way, goal: Expr, definitions: Mapping[str, Expr], wanted: bool, left: int) -> bool:
    """Whether `goal` certainly comes out as `wanted`."""
    if left < 0:
        return False
    match goal:
        case TruthValue(value=value):
            return value is wanted
        case Not(operand=operand):
            return _holds(way, operand, definitions, not wanted, left - 1)
        case Name(sort="definition") if goal.name in definitions:
            return _holds(way, definitions[goal.name], definitions, wanted, left // 2)
        case And(parts=parts) | Or(parts=parts):
            asked = all if isinstance(goal, And) is wanted else any
            return asked(_holds(way, part, definitions, wanted, left // len(parts)) for part in parts)
    part = _as(goal, wanted)
    return part in way.holds or (isinstance(part, Comparison) and _within(way, part))


def _bound(way: Way, part: Expr) -> None:
    """What a part of a way says of the bounds of its measure."""
    if not isinstance(part, Comparison):
        return
    number = written_number(part.right)
    if part.comparator == "is not" and number is not None:
        low, high = way.bounds.get(part.left, (None, None))
        way.narrow(part.left, number + 1 if low == number else None, number - 1 if high == number else None)
    else:
        interval = _interval(part)
        if interval is not None:
            way.narrow(part.left, *interval)


def _within(way: Way, part: Comparison) -> bool:
    """Whether the bounds of its measure are within those that a comparison asks for."""
    low, high = way.bounds.get(part.left, (None, None))
    number = written_number(part.right)
    if part.comparator == "is not" and number is not None:
        return (low is not None and low > number) or (high is not None and high < number)
    wanted = _interval(part)
    if wanted is None:
        return False
    least, most = wanted
    return (least is None or (low is not None and low >= least)) and (
        most is None or (high is not None and high <= most)
    )


def _interval(part: Comparison) -> Interval | None:
    """The values for which a comparison holds, if they are one stretch between numbers that are written out."""
    if part.comparator == "in" and isinstance(part.right, Range):
        low, high = written_number(part.right.low), None if part.right.high is None else written_number(part.right.high)
        return None if low is None or (part.right.high is not None and high is None) else (low, high)
    number = written_number(part.right)
    if number is None:
        return None
    return {
        "is": (number, number),
        "at most": (None, number),
        "below": (None, number - 1),
        "at least": (number, None),
        "above": (number + 1, None),
    }.get(part.comparator)
