"""What a leaf of a refusal measured, made plain: what it was, and what it would have to be.

A leaf under `not` holds and should not; it is told as the comparison that was wanted. Where a condition writes its
bound first (`5 at least deadwood`) it is told the other way round, so that what was measured always comes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.lang.leaves import Leaf
from referee.lang.syntax import MIRRORED, OPPOSITE, Comparator, Comparison, Expr
from referee.lang.types import Member, Quantity, SetOf, Truth, Type
from referee.lang.unparse import unparse
from referee.lang.walk import written_number
from referee.table import Table
from referee.table.options import value_text


@dataclass(frozen=True, slots=True)
class Measured:
    """`expr` was `value` and has to be `comparator` `bound`; see `Measurement` of the wire."""

    expr: Expr
    value: str
    comparator: str
    bound: str
    bound_name: str
    unit: str


def measured(table: Table, leaf: Leaf) -> Measured:
    """The measurement of a leaf."""
    expr = leaf.expr
    if not isinstance(expr, Comparison):
        return Measured(expr, value_text(leaf.holds), "is", value_text(not leaf.holds), "", "")
    comparator: Comparator = OPPOSITE[expr.comparator] if leaf.holds else expr.comparator
    left, right = expr.left, expr.right
    values = {id(side): _text(table, side.type, value) for side, value in leaf.sides}
    if id(left) not in values and id(right) in values and comparator in MIRRORED:
        left, right = right, left
        comparator = MIRRORED[comparator]
    return Measured(
        expr=left,
        value=values.get(id(left), _written(left)),
        comparator=comparator,
        bound=values.get(id(right), _written(right)),
        bound_name=unparse(right) if id(right) in values else "",
        unit=left.type.unit or "" if isinstance(left.type, Quantity) else "",
    )


def _written(expr: Expr) -> str:
    """A side that says its own value."""
    number = written_number(expr)
    return unparse(expr) if number is None else str(number)


def _text(table: Table, kind: Type | None, value: Any) -> str:
    """A value of the language, of a type, as the rules write it."""
    if isinstance(kind, Truth):
        return value_text(bool(value))
    if isinstance(kind, Member):
        return table.rule_set.enums[kind.enum].member(value)
    if isinstance(kind, SetOf):
        parts = [_range(table, kind.element, low, high) for low, high in value]
        return parts[0] if len(parts) == 1 else f"[{', '.join(parts)}]"
    return str(value)


def _range(table: Table, kind: Type, low: Any, high: Any) -> str:
    first = _text(table, kind, low)
    if high is None:
        return f"{first}.."
    return first if high == low else f"{first}..{_text(table, kind, high)}"
