"""Python text for a checked tree, with everything that is known already worked out.

`Generator.piece` gives either a known value or a text that computes it. Texts are made of identifiers of ours only:
`f` (the facts), `v0` … (variables of `for`), `k0` … (constants), `d0` … (definitions too large to stand in place,
worked out first and once), the functions of `runtime`, numbers, and the names of facts and fields, which the vocabulary
gives and which are checked to be plain words. No text of an author gets in.

What the values are: quantities int, answers bool, members the index in their enumeration, sets as in `runtime`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee import limits
from referee.lang.runtime import OPERATIONS, ORDERS, nesting, plain_name
from referee.lang.sets import choice, membership, range_
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
from referee.lang.types import Many, Member
from referee.lang.walk import definitions_used
from referee.lang.writer import Known, Piece, Writer, negated

_INLINE_CHARACTERS: Final = 300
_INLINE_DEPTH: Final = 12


class Generator(Writer):
    """The pieces of a tree and of its definitions.

    `whole` makes those of all definitions before that of the tree, so that no chain of them is walked by recursion.
    """

    __slots__ = ()

    def whole(self, node: Expr) -> Piece:
        """The piece of a tree together with its definitions; large ones are in `statements` then, in order."""
        for name in definitions_used(node, self.definitions):
            self.opened[name] = _definition(self, self.definitions[name])
        return self.piece(node)

    def piece(self, node: Expr) -> Piece:
        """The value of a checked tree, or a text that computes it (in parentheses if it is more than one word)."""
        return _PIECES[type(node)](self, node)


def _number(_g: Generator, node: Number) -> Piece:
    return Known(node.value)


def _truth(_g: Generator, node: TruthValue) -> Piece:
    return Known(node.value)


def _name(g: Generator, node: Name) -> Piece:
    if node.sort == "variable":
        return g.variables[node.name]
    if node.sort == "definition":
        return g.opened[node.name]
    if node.sort == "member":
        assert isinstance(node.type, Member)
        return Known(g.enums[node.type.enum].index(node.name))
    if node.name in g.constants:
        value = g.constants[node.name]
        if isinstance(node.type, Member) and isinstance(value, str):
            value = g.enums[node.type.enum].index(value)
        return Known(value)
    if node.sort != "fact":
        raise ValueError(f"nothing is known of {node.sort or 'name'} {node.name!r}")
    return f"f.{plain_name(node.name)}"


def _definition(g: Generator, tree: Expr) -> Piece:
    """A definition to stand in place of its name; a large one as a name of our own, worked out beforehand.

    It is worked out even where the condition then never asks: it cannot fail, and each runs once only.
    """
    body = g.piece(tree)
    if isinstance(body, Known) or (len(body) <= _INLINE_CHARACTERS and nesting(body) <= _INLINE_DEPTH):
        return body
    name = g.fresh("d")
    g.statements.append(f"    {name} = {body}\n")
    return name


def _field(g: Generator, node: Field) -> Piece:
    base = g.piece(node.base)
    if isinstance(node.base.type, Many):
        return Known(len(base.value)) if isinstance(base, Known) else f"len({base})"
    if isinstance(base, Known):
        return Known(getattr(base.value, plain_name(node.name)))
    return f"{base}.{plain_name(node.name)}"


def _call(g: Generator, node: Call) -> Piece:
    return called(g, node, node.function)


def called(g: Generator, node: Call, name: str) -> Piece:
    """`min` and `max`, called `name`: what is known of the values is worked out, so that one number is left of it."""
    if node.function == "coins":
        return g.piece(node.arguments[0])
    function = min if node.function == "min" else max
    pieces = [g.piece(one) for one in node.arguments]
    known = [piece.value for piece in pieces if isinstance(piece, Known)]
    texts = [piece for piece in pieces if isinstance(piece, str)]
    if not texts:
        return Known(function(known))
    if known:
        texts.append(g.written(Known(function(known))))
    return texts[0] if len(texts) == 1 else f"{name}({', '.join(texts)})"


def _over(g: Generator, node: Over) -> Piece:
    """A function over a collection. A body that is known needs no look at the members but their number.

    The limit is the checker's; Python 3.12 and later cannot compile twenty of these inside each other.
    """
    if len(g.variables) >= limits.EXPRESSION_LOOPS or node.variable in g.variables:
        raise ValueError("functions over collections inside each other, as the checker does not allow them")
    collection = g.text(node.collection)
    variable = g.variables[node.variable] = g.fresh("v")
    body = g.piece(node.body)
    del g.variables[node.variable]
    loop = f"for {variable} in {collection}"
    if isinstance(body, Known):
        return over_known(node.function, body, _says(g.written(body), collection))
    match node.function:
        case "all" | "any":
            return f"{node.function}({body} {loop})"
        case "count":
            return f"len([1 {loop} if {body}])"
        case "sum":
            return f"sum([{body} {loop}])"
    return f"{node.function}([{body} {loop}], default=0)"


def over_known(function: str, body: Known, says: Mapping[str, str]) -> Piece:
    """A function of the same value for every member: `says` has the text of each where it hangs on their number."""
    if function == "all":
        return Known(True) if body.value else says[function]
    if body.value:
        return says[function]
    return Known(False) if function == "any" else Known(0)


def _says(value: str, collection: str) -> dict[str, str]:
    """What each function comes to of a value that all members have."""
    there = f"({value} if {collection} else 0)"
    number = f"len({collection})"
    return {
        "all": f"(not {collection})",
        "any": f"({number} > 0)",
        "count": number,
        "sum": f"({value} * {number})",
        "min": there,
        "max": there,
    }


def _negative(g: Generator, node: Negative) -> Piece:
    operand = g.piece(node.operand)
    return Known(-operand.value) if isinstance(operand, Known) else f"(-{operand})"


def _arithmetic(g: Generator, node: Arithmetic) -> Piece:
    left, right = g.piece(node.left), g.piece(node.right)
    if isinstance(left, Known) and isinstance(right, Known):
        return Known(OPERATIONS[node.operator](left.value, right.value))
    operator = "//" if node.operator == "/" else node.operator
    return f"({g.written(left)} {operator} {g.written(right)})"


def _comparison(g: Generator, node: Comparison) -> Piece:
    """Two ints compared. Where an enumeration has no outside members, an index below 0 (a joker's suit) equals none."""
    if node.comparator in {"in", "not in"}:
        inside = membership(g, node)
        return negated(inside) if node.comparator == "not in" else inside
    left, right = g.piece(node.left), g.piece(node.right)
    sign, order = ORDERS[node.comparator]
    if isinstance(left, Known) and isinstance(right, Known):
        return Known(order(left.value, right.value))
    texts = g.written(left), g.written(right)
    kind = node.left.type
    if isinstance(kind, Member) and isinstance(left, str) and isinstance(right, str) and not g.enums[kind.enum].outside:
        same = f"(-1 < {texts[0]} == {texts[1]})"
        return same if node.comparator == "is" else f"(not {same})"
    return f"({texts[0]} {sign} {texts[1]})"


def _not(g: Generator, node: Not) -> Piece:
    return negated(g.piece(node.operand))


def _joined(g: Generator, node: And | Or) -> Piece:
    return joined(g, node, "or" if isinstance(node, Or) else "and")


def joined(g: Generator, node: And | Or, word: str) -> Piece:
    """Parts with `word` between them; those that are known either decide, so that no other is asked, or fall away."""
    deciding = isinstance(node, Or)
    texts: list[str] = []
    for part in node.parts:
        piece = g.piece(part)
        if isinstance(piece, str):
            texts.append(piece)
        elif piece.value is deciding:
            return piece
    if not texts:
        return Known(not deciding)
    return texts[0] if len(texts) == 1 else f"({f' {word} '.join(texts)})"


def _conditional(g: Generator, node: Conditional) -> Piece:
    test = g.piece(node.test)
    if isinstance(test, Known):
        return g.piece(node.then if test.value else node.otherwise)
    then, otherwise = g.piece(node.then), g.piece(node.otherwise)
    if isinstance(then, Known) and isinstance(otherwise, Known):
        if then.value is otherwise.value or then.value == otherwise.value:
            return then
        if then.value is True:
            return test
        if then.value is False:
            return f"(not {test})"
    return f"({g.written(then)} if {test} else {g.written(otherwise)})"


def _preference(g: Generator, node: Preference) -> Piece:
    return g.piece(node.operand)


_PIECES: Final[dict[type, Callable[[Generator, Any], Piece]]] = {
    Number: _number,
    TruthValue: _truth,
    Name: _name,
    Field: _field,
    Call: _call,
    Over: _over,
    Choice: choice,
    Range: range_,
    Negative: _negative,
    Arithmetic: _arithmetic,
    Comparison: _comparison,
    Not: _not,
    And: _joined,
    Or: _joined,
    Conditional: _conditional,
    Preference: _preference,
}
