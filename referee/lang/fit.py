"""How numbers take the unit they meet.

A bare number goes with any unit. Where it meets one it gets it, so that the checked tree and its canonical text say
`5 points`: through a minus sign, sums, branches, the arguments of `min` and `max`, lists and ranges. A product and a
quotient keep their plain numbers (`2 * deadwood`), and a field or name that is a number stays one.
"""

from __future__ import annotations

from referee.frozen import changed
from referee.lang.syntax import Arithmetic, Call, Choice, Conditional, Expr, Negative, Number, Over, Range
from referee.lang.types import Quantity, SetOf, Type


def kind_of(typed: Expr) -> Type:
    """The type of a checked part."""
    assert typed.type is not None
    return typed.type


def unit_of(expr: Expr) -> str | None:
    """The unit of a checked quantity or set of quantities; None for a bare number."""
    kind = expr.type.element if isinstance(expr.type, SetOf) else expr.type
    return kind.unit if isinstance(kind, Quantity) else None


def common_unit(left: str | None, right: str | None) -> tuple[bool, str | None]:
    """Whether two units go together, and which unit both then have."""
    if left is None or right is None or left == right:
        return True, left or right
    return False, None


def with_unit(expr: Expr, unit: str | None) -> Expr:
    """A checked quantity (or set of quantities) whose bare numbers have met `unit`."""
    if unit is None or unit_of(expr) == unit:
        return expr
    match expr:
        case Number():
            return changed(expr, unit=unit, type=Quantity(unit))
        case Negative(operand=operand):
            return _typed(changed(expr, operand=with_unit(operand, unit)), unit)
        case Arithmetic(operator="+" | "-", left=left, right=right):
            return _typed(changed(expr, left=with_unit(left, unit), right=with_unit(right, unit)), unit)
        case Call(function="min" | "max", arguments=arguments):
            return _typed(changed(expr, arguments=tuple(with_unit(one, unit) for one in arguments)), unit)
        case Over(function="sum" | "min" | "max", body=body):
            return _typed(changed(expr, body=with_unit(body, unit)), unit)
        case Conditional(then=then, otherwise=otherwise):
            return _typed(changed(expr, then=with_unit(then, unit), otherwise=with_unit(otherwise, unit)), unit)
        case Choice(items=items):
            return _typed(changed(expr, items=tuple(with_unit(one, unit) for one in items)), unit)
        case Range(low=low, high=high):
            return _typed(
                changed(expr, low=with_unit(low, unit), high=None if high is None else with_unit(high, unit)), unit
            )
    return expr


def _typed(expr: Expr, unit: str) -> Expr:
    """`expr` with its new type: the unit, if one of its parts has it now, else a bare number as before."""
    parts: tuple[Expr, ...]
    match expr:
        case Negative(operand=operand):
            parts = (operand,)
        case Arithmetic(left=left, right=right):
            parts = (left, right)
        case Call(arguments=arguments):
            parts = arguments
        case Over(body=body):
            parts = (body,)
        case Conditional(then=then, otherwise=otherwise):
            parts = (then, otherwise)
        case Choice(items=items):
            parts = items
        case Range(low=low, high=high):
            parts = (low,) if high is None else (low, high)
        case _:
            parts = ()
    if not any(unit_of(part) == unit for part in parts):
        return expr
    kind: Type = SetOf(Quantity(unit)) if isinstance(expr.type, SetOf) else Quantity(unit)
    return changed(expr, type=kind)
