"""How small and how large a number can be: known before a rule ever runs.

What a part of an expression can come to follows from what its own parts can come to; where that lies beyond QUANTITY,
above or below zero, the expression is refused. So every number the rules make fits into 32 bits, and none grows without
end through definitions that multiply each other. What is assumed of a fact is told by whoever knows the facts; of the
others, that it can be written out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.lang.syntax import Arithmetic, Call, Choice, Conditional, Expr, Field, Name, Negative, Number, Over, Range
from referee.lang.walk import children
from referee.limits import NUMBER, QUANTITY


class Reach(NamedTuple):
    """The least and the greatest that a number can be."""

    low: int
    high: int


NOTHING = Reach(0, 0)
ANYTHING = Reach(-NUMBER, NUMBER)


@dataclass(slots=True)
class Reaches:
    """What is known of names: `facts` and fields by their name, `options` by theirs, collections by their `sizes`.

    `fields` are those of which something else is known than of the fact of the same name. `definitions` must not name
    each other in a circle (the compiler of rule sets refuses that first).
    """

    facts: Mapping[str, Reach]
    options: Mapping[str, Reach]
    sizes: Mapping[str, int]
    definitions: Mapping[str, Expr]
    fields: Mapping[str, Reach] = field(default_factory=dict)
    _known: dict[str, Reach] = field(default_factory=dict)

    def beyond(self, expr: Expr) -> tuple[Expr, int] | None:
        """The first part, innermost first, that may lie beyond QUANTITY, and where; None if none may."""
        found: list[tuple[Expr, int]] = []
        self._reach(expr, found)
        return found[0] if found else None

    def reach(self, expr: Expr) -> Reach:
        """What a checked tree can be, 0 if it is no number; cut off at QUANTITY."""
        return self._reach(expr, [])

    def _reach(self, expr: Expr, found: list[tuple[Expr, int]]) -> Reach:
        """What a checked tree can be, 0 if it is no number; what lies beyond is told once and cut off."""
        parts = [self._reach(part, found) for part in children(expr)]
        low, high = self._of(expr, parts)
        if high > QUANTITY or low < -QUANTITY:
            found.append((expr, high if high > QUANTITY else low))
        return Reach(max(low, -QUANTITY), min(high, QUANTITY))

    def _of(self, expr: Expr, parts: Sequence[Reach]) -> Reach:
        match expr:
            case Number():
                return Reach(expr.value, expr.value)
            case Name():
                return self._named(expr)
            case Field(name="count"):
                return Reach(0, self._size(expr.base))
            case Field():
                return self.fields.get(expr.name) or self.facts.get(expr.name, ANYTHING)
            case Over():
                return self._over(expr, parts[children(expr).index(expr.body)])
            case Negative():
                return Reach(-parts[0].high, -parts[0].low)
            case Arithmetic():
                return _calculated(expr, *parts)
            case Call(function="min" | "max"):
                pick = min if expr.function == "min" else max
                return Reach(pick(part.low for part in parts), pick(part.high for part in parts))
            case Conditional():
                return _any_of(parts[1:])
            case Call() | Choice() | Range():
                return _any_of(parts)
        return NOTHING

    def _named(self, name: Name) -> Reach:
        if name.sort == "fact":
            return self.facts.get(name.name, ANYTHING)
        if name.sort == "option":
            return self.options.get(name.name, NOTHING)
        if name.sort != "definition":
            return NOTHING
        if name.name not in self._known:
            found: list[tuple[Expr, int]] = []
            reach = self._reach(self.definitions[name.name], found)
            # one that goes too far is told where it is written, and not again where it is named
            self._known[name.name] = NOTHING if found else reach
        return self._known[name.name]

    def _over(self, expr: Over, body: Reach) -> Reach:
        """Of no members at all everything is 0."""
        size = self._size(expr.collection)
        if expr.function == "count":
            return Reach(0, size)
        if expr.function == "sum":
            return Reach(min(0, size * body.low), max(0, size * body.high))
        return _any_of((NOTHING, body)) if expr.function in {"min", "max"} else NOTHING

    def _size(self, collection: Expr) -> int:
        """The most members of a collection; of a conditional one the larger."""
        if isinstance(collection, Name):
            return self.sizes.get(collection.name, 0)
        return max(map(self._size, children(collection)), default=0)


def _calculated(expr: Arithmetic, left: Reach, right: Reach) -> Reach:
    if expr.operator == "+":
        return Reach(left.low + right.low, left.high + right.high)
    if expr.operator == "-":
        return Reach(left.low - right.high, left.high - right.low)
    if expr.operator == "*":
        corners = [one * other for one in left for other in right]
        return Reach(min(corners), max(corners))
    divisor = max(1, right.low)
    return Reach(left.low // divisor, left.high // divisor)


def _any_of(parts: Sequence[Reach]) -> Reach:
    return Reach(min(part.low for part in parts), max(part.high for part in parts))
