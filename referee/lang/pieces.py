"""The pieces of an expression: words, numbers and signs with their places, before they make a tree."""

from __future__ import annotations

from typing import NamedTuple

from referee.source import Span, Text

ENDS_A_VALUE = frozenset({"NAME", "NUMBER", "TRUTH", "RPAR", "RSQB"})
"""Kinds after which a value is complete, so that a name cannot follow."""

BEGINS_A_VALUE = frozenset({"NAME", "NUMBER", "TRUTH", "LPAR", "LSQB"})
"""Kinds with which a value begins."""


class Piece(NamedTuple):
    """One word, number or sign. `kind` is its name in the grammar, `start:end` its place in the text's value.

    `value` is what is read: what was written, or what should have been written in its place.
    """

    kind: str
    value: str
    start: int
    end: int

    def span(self, text: Text) -> Span:
        """Where it stands in the source."""
        return text.span(self.start, self.end)


def end_of(text: Text) -> Span:
    """The place just behind the last word or sign of a text."""
    end = len(text.value.rstrip(" \t\r\n"))
    return text.span(end, end)
