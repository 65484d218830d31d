"""What one part of a rule sees of all that it reads beside a hand: choices of which it sees the same are one to it.

Where a quantity is compared with another that lies between two numbers whatever the hand, all that is less than the
least of them is the same, and all that is more than the greatest: where a closer's points are compared with those of
single cards, no more of them matter than a card can have. Everything else that is read is seen as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from referee.lang.reach import Reach, Reaches
from referee.lang.syntax import Comparison, Expr, Field, Name
from referee.lang.types import Quantity
from referee.lang.walk import children, names, reads
from referee.table import Table

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Compared:
    """A quantity that is compared with another one that lies between `low` and `high`."""

    call: Callable[[Any], Any]
    low: int
    high: int

    def of(self, facts: SimpleNamespace) -> int:
        return max(self.low - 1, min(self.high + 1, int(self.call(facts))))


@dataclass(slots=True)
class Sight:
    """What a part sees of the facts that it reads beside a hand, called `names`."""

    table: Table
    names: frozenset[str]
    _reaches: Reaches
    _compared: list[_Compared] = field(default_factory=list)
    _plain: dict[tuple[str, str], None] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table, part: Expr, names: frozenset[str]) -> Sight:
        """That of one part of the rules of a table."""
        made = cls(table, names, _reaches(table))
        made._walk(part)
        return made

    def seen(self, facts: Facts) -> tuple[Any, ...]:
        """What is seen of these facts."""
        found = [getattr(facts[name], each) if each else facts[name] for name, each in self._plain]
        if self._compared:
            given = SimpleNamespace(**facts)
            found += [one.of(given) for one in self._compared]
        return tuple(found)

    def _walk(self, expr: Expr) -> None:
        if isinstance(expr, Comparison) and (
            self._is_bounded(expr.left, expr.right) or self._is_bounded(expr.right, expr.left)
        ):
            return
        if isinstance(expr, Field) and isinstance(expr.base, Name) and expr.base.name in self.names:
            self._plain[expr.base.name, expr.name] = None
        elif isinstance(expr, Name) and expr.sort == "definition":
            self._walk(self.table.definitions[expr.name])
        elif isinstance(expr, Name) and expr.sort == "fact" and expr.name in self.names:
            self._plain[expr.name, ""] = None
        else:
            for child in children(expr):
                self._walk(child)

    def _is_bounded(self, side: Expr, other: Expr) -> bool:
        """Whether one side hangs on these facts alone and the other on none of them; then it is taken down."""
        named = self.table.definitions
        if not isinstance(side.type, Quantity) or not isinstance(other.type, Quantity) or names(side, "variable"):
            return False
        read = reads(side, named) - self.table.constants.keys()
        if not read or not read <= self.names or reads(other, named) & self.names:
            return False
        reach = self._reaches.reach(other)
        self._compared.append(_Compared(self.table.binder.compile(side).call, reach.low, reach.high))
        return True


def _reaches(table: Table) -> Reaches:
    """Between what the quantities of a hand and its cards lie at a table; there may be a card more than a hand has."""
    kinds, size = table.pack.kinds, table.hand_size + 1
    points, counted = [kind.points for kind in kinds], Reach(0, size)
    hand = Reach(min(0, size * min(points)), max(0, size * max(points)))
    facts = {
        "points": Reach(min(points), max(points)),
        "number": _between([kind.number for kind in kinds]),
        "place": _between([kind.place for kind in kinds]),
        **dict.fromkeys(("deadwood", "hand_points"), hand),
        **dict.fromkeys(("melded", "runs", "sets", "wilds"), counted),
        **dict.fromkeys(("size", "naturals", "outer_wilds"), Reach(0, table.pack.size)),
    }
    fixed = {name: Reach(value, value) for name, value in table.constants.items() if isinstance(value, int)}
    sizes = dict.fromkeys(("hand", "loose", "melds"), size)
    return Reaches(facts | fixed, fixed, sizes, table.definitions)


def _between(values: Sequence[int]) -> Reach:
    return Reach(min(0, *values), max(0, *values))
