"""Expressions that a comma cut inside braces or brackets are put together again: one mistake, one message.

`{writes: min(a, b)}` is for YAML the value `min(a` and a key `b)` without a value. A parenthesis that is open in one
piece and closed in a later one shows it: nothing else in a rule file leaves a parenthesis open.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.diagnostics.model import Diagnostic
from referee.source import Text
from referee.yamltree import messages
from referee.yamltree.nodes import Node, ScalarNode, place

Pair = tuple[Node | None, Node | None]

_MOST_PIECES = 20
"""Commas in one expression; beyond that nobody means one, and looking further would cost."""


def joined_pairs(pairs: Sequence[Pair], flow: bool) -> tuple[list[Pair], list[Diagnostic]]:
    """The pairs of a mapping with cut values joined, and what is said of each."""
    if not flow:
        return list(pairs), []
    found: list[Diagnostic] = []
    kept: list[Pair] = []
    at = 0
    while at < len(pairs):
        key, value = pairs[at]
        pieces: list[Node | None] = [value]
        following = at + 1
        most = min(len(pairs), at + _MOST_PIECES)
        depth = _depth(value)
        while depth > 0 and following < most and _lone(pairs[following]):
            pieces.append(pairs[following][0])
            depth += _depth(pairs[following][0])
            following += 1
        if len(pieces) > 1 and depth <= 0:
            value = _join(pieces)
            found.append(messages.cut_by_comma(value.span, value.value))
            at = following - 1
        elif at + 1 < len(pairs) and _lone(pairs[at + 1]) and _decimal(value, pairs[at + 1][0]):
            value = _join([value, pairs[at + 1][0]])
            at += 1
        kept.append((key, value))
        at += 1
    return kept, found


def joined_items(items: Sequence[Node | None], flow: bool) -> tuple[list[Node | None], list[Diagnostic]]:
    """The items of a list with cut expressions joined, and what is said of each."""
    if not flow:
        return list(items), []
    found: list[Diagnostic] = []
    kept: list[Node | None] = []
    at = 0
    while at < len(items):
        pieces = [items[at]]
        following = at + 1
        most = min(len(items), at + _MOST_PIECES)
        depth = _depth(items[at])
        while depth > 0 and following < most and isinstance(items[following], ScalarNode):
            pieces.append(items[following])
            depth += _depth(items[following])
            following += 1
        if len(pieces) > 1 and depth <= 0:
            joined = _join(pieces)
            found.append(messages.cut_by_comma(joined.span, joined.value))
            kept.append(joined)
            at = following
        else:
            kept.append(items[at])
            at += 1
    return kept, found


def _lone(pair: Pair) -> bool:
    """A key without a value, such as the comma leaves behind."""
    key, value = pair
    return isinstance(key, ScalarNode) and key.style == "plain" and isinstance(value, ScalarNode) and value.absent


def _depth(piece: Node | None) -> int:
    """How many parentheses a plain piece leaves open; less than none if it closes more."""
    if not isinstance(piece, ScalarNode) or piece.style != "plain":
        return 0
    return piece.value.count("(") - piece.value.count(")")


def _decimal(value: Node | None, rest: Node | None) -> bool:
    """Whether the two are the halves of `1,5`: one number to its author, and told as one by the next pass."""
    return (
        isinstance(value, ScalarNode)
        and isinstance(rest, ScalarNode)
        and value.value.lstrip("-").isdecimal()
        and rest.value.isdecimal()
        and rest.span.start == value.span.end + 1
    )


def _join(pieces: Sequence[Node | None]) -> ScalarNode:
    scalars = [piece for piece in pieces if isinstance(piece, ScalarNode)]
    first, last = scalars[0].span, scalars[-1].span
    text = Text.within(first.source, first.start, last.end)
    span = place(first.source, first.start, last.end)
    return ScalarNode(text, span, "plain")
