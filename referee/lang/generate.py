"""Python text for a checked tree, with everything that is known already worked out.

`Generator.piece` gives either a known value or a text that computes it. Texts are made of identifiers of ours only:
`f` (the facts), `v0` … (variables of `for`), `k0` … (constants), `d0` … (definitions too large to stand in place,
worked out first and once), the functions of `runtime`, numbers, and the names of facts and fields, which the vocabulary
gives and which are checked to be plain words. No text of an author gets in.

What the values are: quantities int, answers bool, members the index in their enumeration, sets as in `runtime`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee import limits
from referee.lang.runtime import (
    OPERATIONS,
    ORDERS,
    Pairs,
    nesting,
    ordered,
    plain_name,
    single,
    single_member,
    within,
)
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
from referee.lang.types import Enumerations, Many, Member, SetOf
from referee.lang.walk import definitions_used

Value = Any
"""int, bool, a record, a sequence of records, or a set; see above."""

_INLINE_CHARACTERS: Final = 300
_INLINE_DEPTH: Final = 12
_SIMPLE: Final = re.compile(r"-?[0-9]+|[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
_SPREAD: Final = 32
"""Sets of at most so many members are written out, so that one look-up decides."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that does not depend on any fact."""

    value: Value


Piece = Known | str


@dataclass(slots=True)
class Generator:
    """What one compilation gathers: globals, statements for large definitions, identifiers given out.

    `whole` makes the pieces of all definitions before that of the tree, so that no chain of them is walked by
    recursion.
    """

    constants: Mapping[str, Value]
    definitions: Mapping[str, Expr]
    enums: Enumerations
    globals: dict[str, Value] = field(default_factory=dict)
    statements: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    opened: dict[str, Piece] = field(default_factory=dict)
    given: int = 0

    def whole(self, node: Expr) -> Piece:
        """The piece of a tree together with its definitions; large ones are in `statements` then, in order."""
        for name in definitions_used(node, self.definitions):
            self.opened[name] = _definition(self, self.definitions[name])
        return self.piece(node)

    def piece(self, node: Expr) -> Piece:
        """The value of a checked tree, or a text that computes it (in parentheses if it is more than one word)."""
        return _PIECES[type(node)](self, node)

    def text(self, node: Expr) -> str:
        """The text of a part, known or not."""
        return self.written(self.piece(node))

    def written(self, piece: Piece) -> str:
        """A known value as a text: small ones as they are, others by a name in the globals."""
        if isinstance(piece, str):
            return piece
        value = piece.value
        if value is None or isinstance(value, bool | int):
            return repr(value)
        for name, known in self.globals.items():
            if known is value:
                return name
        name = self.fresh("k")
        self.globals[name] = value
        return name

    def function(self, function: Callable[..., Value]) -> str:
        """The name by which a function of this module can be called."""
        self.globals[function.__name__] = function
        return function.__name__

    def fresh(self, letter: str) -> str:
        """An identifier nobody has."""
        self.given += 1
        return f"{letter}{self.given - 1}"


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
    """`min` and `max`: what is known of the values is worked out, so that one number is left of it."""
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
    return texts[0] if len(texts) == 1 else f"{node.function}({', '.join(texts)})"


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
        return _over_known(g, node.function, body, collection)
    match node.function:
        case "all" | "any":
            return f"{node.function}({body} {loop})"
        case "count":
            return f"len([1 {loop} if {body}])"
        case "sum":
            return f"sum([{body} {loop}])"
    return f"{node.function}([{body} {loop}], default=0)"


def _over_known(g: Generator, function: str, body: Known, collection: str) -> Piece:
    """The same value for every member."""
    value = g.written(body)
    match function:
        case "all":
            return Known(True) if body.value else f"(not {collection})"
        case "any":
            return f"(len({collection}) > 0)" if body.value else Known(False)
        case "count":
            return f"len({collection})" if body.value else Known(0)
        case "sum":
            return f"({value} * len({collection}))" if body.value else Known(0)
    return f"({value} if {collection} else 0)" if body.value else Known(0)


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
        inside = _membership(g, node)
        return _negated(inside) if node.comparator == "not in" else inside
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


def _negated(piece: Piece) -> Piece:
    return Known(not piece.value) if isinstance(piece, Known) else f"(not {piece})"


def _membership(g: Generator, node: Comparison) -> Piece:
    """`x in …`: a known set by one look-up or one chain, a written one part by part, any other by a function."""
    value, wanted = g.piece(node.left), g.piece(node.right)
    kind = node.right.type
    assert isinstance(kind, SetOf)
    if isinstance(wanted, Known):
        if isinstance(value, Known):
            return Known(within(value.value, wanted.value))
        return _in_known(g, value, wanted.value)
    text = g.written(value)
    if isinstance(node.right, Choice | Range) and _SIMPLE.fullmatch(text):
        items = node.right.items if isinstance(node.right, Choice) else (node.right,)
        tests = [_in_item(g, text, item) for item in items]
        return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
    return f"{g.function(within)}({text}, {g.written(wanted)})"


def _in_known(g: Generator, value: str, pairs: Pairs) -> Piece:
    """A value asked for in a set that is known: one look-up, or one chain of comparisons."""
    pairs = tuple((low, high) for low, high in pairs if high is None or low <= high)
    if not pairs:
        return Known(False)
    if len(pairs) == 1:
        low, high = pairs[0]
        if low == high:
            return f"({value} == {low!r})"
        return f"({value} >= {low!r})" if high is None else f"({low!r} <= {value} <= {high!r})"
    spread = sum(high - low + 1 if high is not None else _SPREAD + 1 for low, high in pairs)
    if spread <= _SPREAD:
        members = sorted({one for low, high in pairs if high is not None for one in range(low, high + 1)})
        return f"({value} in {{{', '.join(map(repr, members))}}})"
    return f"{g.function(within)}({value}, {g.written(Known(pairs))})"


def _in_item(g: Generator, value: str, item: Expr) -> str:
    """One part of a set that depends on facts, asked of a value that is cheap to read twice."""
    if not isinstance(item, Range):
        equal = f"{value} == {g.text(item)}"
        return (
            f"(-1 < {equal})" if isinstance(item.type, Member) and not g.enums[item.type.enum].outside else f"({equal})"
        )
    low = g.text(item.low)
    least = f"{value} >= {low} >= 0" if isinstance(item.low.type, Member) else f"{value} >= {low}"
    return f"({least})" if item.high is None else f"({least} and {value} <= {g.text(item.high)})"


def _choice(g: Generator, node: Choice) -> Piece:
    """A set of several parts: the pairs of all of them."""
    parts: list[Piece] = []
    for item in node.items:
        one = g.piece(item)
        if isinstance(item.type, SetOf):
            parts.append(one)
        elif isinstance(one, Known):
            parts.append(Known(single(one.value)))
        else:
            nothing = isinstance(item.type, Member) and not g.enums[item.type.enum].outside
            parts.append(f"{g.function(single_member if nothing else single)}({one})")
    if all(isinstance(part, Known) for part in parts):
        return Known(tuple(pair for part in parts if isinstance(part, Known) for pair in part.value))
    return f"({' + '.join(map(g.written, parts))})"


def _range(g: Generator, node: Range) -> Piece:
    """A set of one pair. An open range of members ends at the last one; nothing lies between ends outside the order."""
    low = g.piece(node.low)
    high: Piece = Known(None) if node.high is None else g.piece(node.high)
    if isinstance(node.low.type, Member):
        if node.high is None:
            high = Known(len(g.enums[node.low.type.enum].members) - 1)
        if isinstance(low, str) or isinstance(high, str):
            return f"{g.function(ordered)}({g.written(low)}, {g.written(high)})"
        return Known(ordered(low.value, high.value))
    if isinstance(low, Known) and isinstance(high, Known):
        return Known(((low.value, high.value),))
    return f"(({g.written(low)}, {g.written(high)}),)"


def _not(g: Generator, node: Not) -> Piece:
    return _negated(g.piece(node.operand))


def _joined(g: Generator, node: And | Or) -> Piece:
    """Parts that are known either decide or fall away."""
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
    return texts[0] if len(texts) == 1 else f"({(' or ' if deciding else ' and ').join(texts)})"


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
    Choice: _choice,
    Range: _range,
    Negative: _negative,
    Arithmetic: _arithmetic,
    Comparison: _comparison,
    Not: _not,
    And: _joined,
    Or: _joined,
    Conditional: _conditional,
    Preference: _preference,
}
