"""Python text for sets, written out or known, and for asking whether something is in one. See `generate`.

A set is a tuple of pairs of whole numbers, both ends included, the upper one None where there is none (`runtime`).
"""

from __future__ import annotations

import re
from typing import Final

from referee.lang.runtime import Pairs, ordered, single, single_member, within
from referee.lang.syntax import Choice, Comparison, Expr, Range
from referee.lang.types import Member, SetOf
from referee.lang.writer import Known, Piece, Writer

SIMPLE: Final = re.compile(r"-?[0-9]+|[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
"""A number or a name: a text that may stand several times in one that is written."""

_SPREAD: Final = 32
"""Sets of at most so many members are written out, so that one look-up decides."""


def membership(g: Writer, node: Comparison) -> Piece:
    """`x in …`: a known set by one look-up or one chain, a written one part by part, any other by a function."""
    value, wanted = g.piece(node.left), g.piece(node.right)
    kind = node.right.type
    assert isinstance(kind, SetOf)
    if isinstance(wanted, Known):
        if isinstance(value, Known):
            return Known(within(value.value, wanted.value))
        return _in_known(g, value, wanted.value)
    text = g.written(value)
    if isinstance(node.right, Choice | Range) and SIMPLE.fullmatch(text):
        items = node.right.items if isinstance(node.right, Choice) else (node.right,)
        tests = [_in_item(g, text, item) for item in items]
        return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
    return f"{g.function(within)}({text}, {g.written(wanted)})"


def _in_known(g: Writer, value: str, pairs: Pairs) -> Piece:
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


def _in_item(g: Writer, value: str, item: Expr) -> str:
    """One part of a set that depends on facts, asked of a value that is cheap to read twice."""
    if not isinstance(item, Range):
        equal = f"{value} == {g.text(item)}"
        return (
            f"(-1 < {equal})" if isinstance(item.type, Member) and not g.enums[item.type.enum].outside else f"({equal})"
        )
    low = g.text(item.low)
    least = f"{value} >= {low} >= 0" if isinstance(item.low.type, Member) else f"{value} >= {low}"
    return f"({least})" if item.high is None else f"({least} and {value} <= {g.text(item.high)})"


def choice(g: Writer, node: Choice) -> Piece:
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


def range_(g: Writer, node: Range) -> Piece:
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
