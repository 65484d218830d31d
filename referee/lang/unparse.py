"""Tree to text: the one canonical way to write an expression, which parses back to the same tree.

One blank round words and signs of two sides, none inside parentheses, units in the singular after 1, and only the
parentheses the grammar needs, with two exceptions: an `and` beside an `or` has those it must have, and a conditional
inside a conditional's test or `then` branch keeps them, because nobody can read `if if a then …`. An `and` inside an
`and` was written with parentheses (the parser flattens the others) and keeps them; the checker flattens it, so a
checked tree has none.

Trees without types print what they say; checked ones also print the unit each number met, so that `5` beside points is
`5 points`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.lang.syntax import (
    And,
    Arithmetic,
    Call,
    Choice,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Not,
    Number,
    Or,
    Over,
    Preference,
    Range,
    TruthValue,
)

# How tightly each form binds, as in the grammar: what is looser than its place wants gets parentheses.
_WHOLE: Final = 0
_EITHER: Final = 1
_BOTH: Final = 2
_NEGATED: Final = 3
_COMPARED: Final = 4
_RANGE: Final = 5
_SUM: Final = 6
_PRODUCT: Final = 7
_SIGNED: Final = 8
_PATH: Final = 9


def unparse(expr: Expr) -> str:
    """The canonical text of a tree that is within the limits of depth."""
    return _print(expr, _WHOLE)


def _print(expr: Expr, wanted: int) -> str:
    """The text of `expr` in a place that takes what binds at least as tightly as `wanted`."""
    write, level = _FORMS[type(expr)]
    if isinstance(expr, Arithmetic):
        level = _SUM if expr.operator in "+-" else _PRODUCT
    text = write(expr)
    return f"({text})" if level < wanted else text


def _number(expr: Number) -> str:
    if expr.unit is None:
        return str(expr.value)
    return f"{expr.value} {expr.unit[:-1] if expr.value == 1 else expr.unit}"


def _truth(expr: TruthValue) -> str:
    return "yes" if expr.value else "no"


def _name(expr: Name) -> str:
    return expr.name


def _field(expr: Field) -> str:
    return f"{_print(expr.base, _PATH)}.{expr.name}"


def _call(expr: Call) -> str:
    return f"{expr.function}({_list(expr.arguments)})"


def _over(expr: Over) -> str:
    body, collection = _print(expr.body, _WHOLE), _print(expr.collection, _PATH)
    return f"{expr.function}({body} for {expr.variable} in {collection})"


def _choice(expr: Choice) -> str:
    return f"[{_list(expr.items)}]"


def _list(items: tuple[Expr, ...]) -> str:
    return ", ".join(_print(item, _WHOLE) for item in items)


def _range(expr: Range) -> str:
    return f"{_print(expr.low, _SUM)}..{'' if expr.high is None else _print(expr.high, _SUM)}"


def _negative(expr: Negative) -> str:
    """`-5`; a minus in front of a minus is kept apart by parentheses."""
    return f"-{_print(expr.operand, _PATH)}"


def _arithmetic(expr: Arithmetic) -> str:
    """Left to right: only the right side needs parentheses round what binds equally tightly."""
    level = _SUM if expr.operator in "+-" else _PRODUCT
    return f"{_print(expr.left, level)} {expr.operator} {_print(expr.right, level + 1)}"


def _comparison(expr: Comparison) -> str:
    return f"{_print(expr.left, _RANGE)} {expr.comparator} {_print(expr.right, _RANGE)}"


def _not(expr: Not) -> str:
    return f"not {_print(expr.operand, _NEGATED)}"


def _and(expr: And) -> str:
    return " and ".join(_print(part, _NEGATED) for part in expr.parts)


def _or(expr: Or) -> str:
    """Every part that is not a single condition has parentheses, an `and` above all."""
    return " or ".join(_print(part, _NEGATED) for part in expr.parts)


def _conditional(expr: Conditional) -> str:
    test, then, otherwise = _print(expr.test, _EITHER), _print(expr.then, _EITHER), _print(expr.otherwise, _WHOLE)
    return f"if {test} then {then} else {otherwise}"


def _preference(expr: Preference) -> str:
    operand = _print(expr.operand, _WHOLE)
    return operand if expr.prefer == "holds" else f"{expr.prefer} {operand}"


_FORMS: Final[dict[type, tuple[Callable[[Any], str], int]]] = {
    Number: (_number, _PATH),
    TruthValue: (_truth, _PATH),
    Name: (_name, _PATH),
    Field: (_field, _PATH),
    Call: (_call, _PATH),
    Over: (_over, _PATH),
    Choice: (_choice, _PATH),
    Range: (_range, _RANGE),
    Negative: (_negative, _SIGNED),
    Arithmetic: (_arithmetic, _SUM),
    Comparison: (_comparison, _COMPARED),
    Not: (_not, _NEGATED),
    And: (_and, _BOTH),
    Or: (_or, _EITHER),
    Conditional: (_conditional, _WHOLE),
    Preference: (_preference, _WHOLE),
}
