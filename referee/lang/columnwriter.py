"""Python text for a checked tree whose facts are columns: `generate`, with what numpy says otherwise.

Arithmetic and comparisons are written alike for numbers and columns; `and`, `or`, `not`, `if`, membership and the
functions are not. Inside a function over a collection the members lie in the columns of a table, and what is a value of
the row is made to go with them (`deep`). What cannot be a column raises `NoColumn`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.lang.generate import Generator, called, joined, over_known
from referee.lang.runtime import ORDERS, Pairs, plain_name, within
from referee.lang.sets import SIMPLE
from referee.lang.syntax import (
    And,
    Call,
    Choice,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Not,
    Or,
    Over,
    Range,
)
from referee.lang.types import Criterion, Many, Member, Quantity, SetOf, Truth
from referee.lang.unparse import unparse
from referee.lang.writer import Known, Piece

OVER: Final = {"all": "every", "any": "some", "count": "number", "sum": "total", "min": "lowest", "max": "highest"}
"""The functions over collections, as they are called over columns."""


class NoColumn(ValueError):  # noqa: N818 - it is an answer: the function of one fact does it
    """A tree of which there is no function over columns; the message says what in it stands against."""


class ColumnGenerator(Generator):
    """The pieces of a tree as texts that compute columns."""

    __slots__ = ()

    def whole(self, node: Expr) -> Piece:
        """The piece of a tree whose value can stand in a column."""
        if not isinstance(node.type, Quantity | Truth | Member | Criterion):
            raise NoColumn(f"`{unparse(node)}` is no number, no answer and no member")
        return super().whole(node)

    def piece(self, node: Expr) -> Piece:
        """The value of a checked tree, or a text that computes its column."""
        write = _COLUMNS.get(type(node))
        return super().piece(node) if write is None else write(self, node)

    def once(self, piece: Piece) -> str:
        """A value that is asked for more than once: worked out beforehand, if it is more than a name or a number."""
        text = self.written(piece)
        if SIMPLE.fullmatch(text):
            return text
        name = self.fresh("d")
        self.statements.append(f"    {name} = {text}\n")
        return name

    def beside_members(self, piece: Piece) -> Piece:
        """A value of the row as it stands inside a function over a collection."""
        return f"deep({piece})" if self.variables and isinstance(piece, str) else piece


def _name(g: ColumnGenerator, node: Name) -> Piece:
    piece = Generator.piece(g, node)
    if node.sort == "variable" or isinstance(node.type, Many) or not _is_plain(node):
        return piece
    return g.beside_members(piece)


def _is_plain(node: Expr) -> bool:
    return isinstance(node.type, Quantity | Truth | Member)


def _field(g: ColumnGenerator, node: Field) -> Piece:
    base = g.piece(node.base)
    if isinstance(node.base.type, Many):
        if isinstance(base, Known):
            return Known(len(base.value))
        return g.beside_members(f"{_collection(g, node.base)}.count")
    if isinstance(base, Known):
        return Known(getattr(base.value, plain_name(node.name)))
    if not isinstance(node.base, Name) or not _is_plain(node):
        raise NoColumn(f"`{unparse(node)}` is no field of a fact")
    text = f"{base}.{plain_name(node.name)}"
    return text if node.base.sort == "variable" else g.beside_members(text)


def _collection(g: ColumnGenerator, node: Expr) -> str:
    piece = g.piece(node) if isinstance(node, Name) else Known(None)
    if isinstance(piece, Known):
        raise NoColumn(f"`{unparse(node)}` is no collection among the facts")
    return piece


def _call(g: ColumnGenerator, node: Call) -> Piece:
    return called(g, node, "least" if node.function == "min" else "most")


def _over(g: ColumnGenerator, node: Over) -> Piece:
    """A function over a collection: its members stand in a table, those of one row beside each other."""
    if g.variables:
        raise NoColumn(f"`{unparse(node)}` stands inside another function over a collection")
    collection = _collection(g, node.collection)
    g.variables[node.variable] = f"{collection}.each"
    body = g.piece(node.body)
    del g.variables[node.variable]
    if isinstance(body, Known):
        return over_known(node.function, body, _says(g.written(body), f"{collection}.count"))
    return f"{OVER[node.function]}({body}, {collection})"


def _says(value: str, count: str) -> dict[str, str]:
    """What each function comes to of a value that all members have."""
    there = f"where({count} > 0, {value}, 0)"
    return {
        "all": f"({count} == 0)",
        "any": f"({count} > 0)",
        "count": count,
        "sum": f"({value} * {count})",
        "min": there,
        "max": there,
    }


def _comparison(g: ColumnGenerator, node: Comparison) -> Piece:
    if node.comparator in {"in", "not in"}:
        inside = _membership(g, node)
        return _negated(inside) if node.comparator == "not in" else inside
    kind = node.left.type
    if not isinstance(kind, Member) or g.enums[kind.enum].outside:
        return Generator.piece(g, node)
    left, right = g.piece(node.left), g.piece(node.right)
    if isinstance(left, Known) or isinstance(right, Known):
        sign, order = ORDERS[node.comparator]
        if isinstance(left, Known) and isinstance(right, Known):
            return Known(order(left.value, right.value))
        return f"({g.written(left)} {sign} {g.written(right)})"
    left = g.once(left)
    same = f"(({left} > -1) & ({left} == {right}))"
    return same if node.comparator == "is" else f"no({same})"


def _membership(g: ColumnGenerator, node: Comparison) -> Piece:
    """`x in …`: a set that is known, or one that is written out here."""
    value, wanted = g.piece(node.left), None
    if not isinstance(node.right, Choice | Range) or _settled(g, node.right):
        wanted = g.piece(node.right)
    if isinstance(wanted, Known):
        if isinstance(value, Known):
            return Known(within(value.value, wanted.value))
        return _in_pairs(g.once(value), wanted.value)
    if not isinstance(node.right, Choice | Range):
        raise NoColumn(f"`{unparse(node.right)}` is a set that hangs on facts")
    items = node.right.items if isinstance(node.right, Choice) else (node.right,)
    one = g.once(value)
    tests = [_in_item(g, one, item) for item in items]
    return tests[0] if len(tests) == 1 else f"({' | '.join(tests)})"


def _settled(g: ColumnGenerator, node: Choice | Range) -> bool:
    """Whether all ends and members of a written set are known."""
    parts = node.items if isinstance(node, Choice) else (node.low, *(() if node.high is None else (node.high,)))
    return all(
        _settled(g, part) if isinstance(part, Choice | Range) else isinstance(g.piece(part), Known) for part in parts
    )


def _in_pairs(value: str, pairs: Pairs) -> Piece:
    tests = [_between(value, low, high) for low, high in pairs if high is None or low <= high]
    if not tests:
        return Known(False)
    return tests[0] if len(tests) == 1 else f"({' | '.join(tests)})"


def _between(value: str, low: int, high: int | None) -> str:
    if low == high:
        return f"({value} == {low!r})"
    return f"({value} >= {low!r})" if high is None else f"(({value} >= {low!r}) & ({value} <= {high!r}))"


def _in_item(g: ColumnGenerator, value: str, item: Expr) -> str:
    """One part of a set that depends on facts. An open range of members ends at the last one."""
    if not isinstance(item, Range):
        if isinstance(item.type, SetOf):
            raise NoColumn(f"`{unparse(item)}` is a set inside a set")
        equal = f"({value} == {g.text(item)})"
        nothing = isinstance(item.type, Member) and not g.enums[item.type.enum].outside
        return f"(({value} > -1) & {equal})" if nothing else equal
    low = g.once(g.piece(item.low))
    tests = [f"({value} >= {low})"]
    if isinstance(item.low.type, Member):
        tests.append(f"({low} >= 0)")
    if item.high is not None:
        tests.append(f"({value} <= {g.text(item.high)})")
    return f"({' & '.join(tests)})"


def _negated(piece: Piece) -> Piece:
    return Known(not piece.value) if isinstance(piece, Known) else f"no({piece})"


def _not(g: ColumnGenerator, node: Not) -> Piece:
    return _negated(g.piece(node.operand))


def _joined(g: ColumnGenerator, node: And | Or) -> Piece:
    return joined(g, node, "|" if isinstance(node, Or) else "&")


def _conditional(g: ColumnGenerator, node: Conditional) -> Piece:
    test = g.piece(node.test)
    if isinstance(test, Known):
        return g.piece(node.then if test.value else node.otherwise)
    if not _is_plain(node):
        raise NoColumn(f"`{unparse(node)}` is a set or a collection that hangs on facts")
    then, otherwise = g.piece(node.then), g.piece(node.otherwise)
    if isinstance(then, Known) and isinstance(otherwise, Known) and then.value == otherwise.value:
        return then
    return f"where({test}, {g.written(then)}, {g.written(otherwise)})"


_COLUMNS: Final[dict[type, Callable[[ColumnGenerator, Any], Piece]]] = {
    Name: _name,
    Field: _field,
    Call: _call,
    Over: _over,
    Comparison: _comparison,
    Not: _not,
    And: _joined,
    Or: _joined,
    Conditional: _conditional,
}
"""What is written otherwise than for the facts of one question."""
