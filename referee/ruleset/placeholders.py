"""Finds the placeholders of a text: `{expression}` stands for a value, `{{` and `}}` for braces themselves."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.yamltree.nodes import MapNode, Node, ScalarNode

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_TOKEN = re.compile(r"[^{}]+|\{\{|\}\}|\{[^{}]*\}|[{}]")


class Piece(NamedTuple):
    """Characters `start:end` of a text: words to print (`text`, braces undone), an expression, or a lone brace."""

    kind: Literal["words", "expression", "open", "close"]
    start: int
    end: int
    text: str


@lru_cache(maxsize=512)  # several passes look at one text; more than this is no book
def pieces(text: str) -> tuple[Piece, ...]:
    """The text in pieces, in order. A brace that is never closed, or was never opened, is a piece of its own.

    The range of an expression leaves its braces out; no expression contains a brace.
    """
    if "{" not in text and "}" not in text:
        return (Piece("words", 0, len(text), text),) if text else ()
    found: list[Piece] = []
    words: list[str] = []
    begin = at = 0
    for token in _TOKEN.finditer(text):
        sign, start = token[0], token.start()
        if sign[0] not in "{}" or sign in {"{{", "}}"}:
            begin = begin if words else start
            words.append(sign[:1] if sign in {"{{", "}}"} else sign)
            at = token.end()
            continue
        if words:
            found.append(Piece("words", begin, at, "".join(words)))
            words = []
        if len(sign) > 1:
            found.append(Piece("expression", start + 1, token.end() - 1, sign[1:-1]))
        else:
            found.append(Piece("open" if sign == "{" else "close", start, start + 1, sign))
    if words:
        found.append(Piece("words", begin, at, "".join(words)))
    return tuple(found)


def words_in(node: Node) -> set[str]:
    """All words of the expressions at and below a node that is no text."""
    if isinstance(node, ScalarNode):
        return set(_WORD.findall(node.value))
    below = [entry.value for entry in node.entries] if isinstance(node, MapNode) else list(node.items)
    return {word for each in below for word in words_in(each)}


def words_printed(node: Node) -> set[str]:
    """All words of the placeholders of one text."""
    if not isinstance(node, ScalarNode):
        return set()
    return {word for piece in pieces(node.value) if piece.kind == "expression" for word in _WORD.findall(piece.text)}


def words_in_paragraph(node: Node) -> set[str]:
    """All words of a paragraph's `when` and of its placeholders."""
    if not isinstance(node, MapNode):
        return set()
    words: set[str] = set()
    for entry in node.entries:
        words |= words_in(entry.value) if entry.key.value == "when" else words_printed(entry.value)
    return words
