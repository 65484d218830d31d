"""Parses the expressions of a rule file, each of them once: a base's are parsed when it is first met and then kept.

An expression is found again by the place it stands in, so a value that a child leaves as it was costs nothing. Words,
numbers and signs are counted before they are read: behind so many of them nothing is read any more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from referee.diagnostics import Diagnostic
from referee.lang.parse import parse
from referee.lang.syntax import Choice, Expr
from referee.limits import EXPRESSION_SIGNS
from referee.ruleset import rule_messages
from referee.source import Source, Text
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode

Parsed = tuple[Expr | None, tuple[Diagnostic, ...]]


_SIGN = re.compile(r"\w+|[^\w\s]")


@dataclass(slots=True)
class Reader:
    """Expressions by source, start and end, and whether they are criteria. Only ever grows.

    `signs` counts what was read by this reader itself.
    """

    _parsed: dict[tuple[Source, int, int, bool], Parsed] = field(default_factory=dict)
    signs: int = 0

    def extended(self, other: Reader) -> Reader:
        """A reader of its own that knows what both have parsed."""
        return Reader({**self._parsed, **other._parsed})

    def node(self, node: Node, *, criterion: bool = False) -> Parsed:
        """The expression a value holds: a scalar, or a list of them, which is a set written out."""
        if isinstance(node, ScalarNode):
            return self.text(node.text, criterion=criterion)
        if isinstance(node, SeqNode):
            return self._listed(node)
        assert isinstance(node, MapNode)
        return None, ()

    def text(self, text: Text, *, criterion: bool = False) -> Parsed:
        """The expression a text holds, untyped, and what is wrong with it."""
        whole = text.whole
        key = (text.source, whole.start, text.end, criterion)
        if key not in self._parsed:
            before, self.signs = self.signs, self.signs + len(_SIGN.findall(text.value))
            if self.signs > EXPRESSION_SIGNS:
                first = before <= EXPRESSION_SIGNS
                self._parsed[key] = (None, (rule_messages.too_many_signs(whole, EXPRESSION_SIGNS),) if first else ())
            else:
                expr, diagnostics = parse(text, criterion=criterion, known=vocabulary().names)
                self._parsed[key] = (expr, tuple(diagnostics))
        return self._parsed[key]

    def _listed(self, node: SeqNode) -> Parsed:
        if not node.items:
            return None, (rule_messages.empty_list(node.span),)
        items: list[Expr] = []
        diagnostics: list[Diagnostic] = []
        for item in node.items:
            expr, told = self.node(item)
            diagnostics.extend(told)
            if expr is not None:
                items.append(expr)
        sound = len(items) == len(node.items)
        return (Choice(tuple(items), span=node.span) if sound else None), tuple(diagnostics)


def part(text: Text, start: int, end: int) -> Text:
    """Characters `start:end` of a text, each still in its place."""
    stop = text.ends[end - 1] if end > start else text.span(start, start).start
    return Text(text.value[start:end], text.source, text.starts[start:end], text.ends[start:end], stop)
