"""The tree of an expression: one set of nodes, as parsed and, once checked, as typed.

The parser leaves `type` None and every bare word a `Name` without a `sort`. The checker returns a new tree in
which every node has its type, every `Name` its sort, every `Number` the unit it met, and a `1` that means a
rank is a `Name` of sort `member`. Only checked trees are unparsed canonically, compiled, spoken or stored.

Spans and types take no part in comparison: two trees are equal if they say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from referee.lang.types import Type
from referee.source import Span

Comparator = Literal["is", "is not", "at most", "at least", "below", "above", "in", "not in"]
OPPOSITE: Final[Mapping[Comparator, Comparator]] = {
    "is": "is not",
    "is not": "is",
    "at most": "above",
    "above": "at most",
    "at least": "below",
    "below": "at least",
    "in": "not in",
    "not in": "in",
}
"""What a comparison says where it does not hold."""

MIRRORED: Final[Mapping[Comparator, Comparator]] = {
    "is": "is",
    "is not": "is not",
    "at most": "at least",
    "at least": "at most",
    "below": "above",
    "above": "below",
}
"""What a comparison says read from the right; `in` cannot be read so."""

Sort = Literal["", "fact", "option", "definition", "variable", "member"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: where it was written (None if nowhere) and, once checked, its type."""

    span: Span | None = field(default=None, compare=False, repr=False)
    type: Type | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`5`, or `5 points` with a unit (plural form, as the types are called). Never negative: see `Negative`."""

    value: int
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class TruthValue(Node):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare word: a fact, an option, a definition, the variable of an enclosing `for`, or a member."""

    name: str
    sort: Sort = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`base.name`: a field of a record, or `count` of a collection."""

    base: Expr
    name: str
    name_span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`min(a, b)`, `max(a, b)`, `coins(x)`."""

    function: str
    arguments: tuple[Expr, ...]
    name_span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Over(Node):
    """`count(body for variable in collection)`: all, any, count, sum, min, max over a bounded collection."""

    function: str
    body: Expr
    variable: str
    collection: Expr
    name_span: Span | None = field(default=None, compare=False, repr=False)
    variable_span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`[3, 4, 7]`: a set written out. Its items may be ranges too."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`3..4`, or `3..` with `high` None: a set."""

    low: Expr
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-x`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`left operator right` with `+ - * /`; `/` rounds down and its divisor is a positive number written out."""

    operator: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`left comparator right`; never chained."""

    comparator: Comparator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not operand`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    """`a and b and c`, two parts or more. `and` inside `and` is flattened only if no parentheses were written."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`a or b or c`, two parts or more."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`if test then yes else no`."""

    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Preference(Node):
    """A criterion of `game.winner`: `lowest x`, `highest x`, or a condition (`holds`)."""

    prefer: Literal["lowest", "highest", "holds"]
    operand: Expr


Expr = (
    Number
    | TruthValue
    | Name
    | Field
    | Call
    | Over
    | Choice
    | Range
    | Negative
    | Arithmetic
    | Comparison
    | Not
    | And
    | Or
    | Conditional
    | Preference
)
