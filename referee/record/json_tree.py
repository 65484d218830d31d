"""JSON as a tree of texts with places, the same tree that YAML gives.

Needed where something has to be said about a place; whoever only wants what a record says uses the reader of the
standard library. Numbers, `true` and `false` stay as they were written, `null` is nothing. Never raises anything but
`NotJson`, whatever the text is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from referee.diagnostics.spelling import quoted
from referee.limits import DEPTH, RECORD_NODES
from referee.record.messages import key_twice, not_json, too_many_nodes
from referee.record.reports import ReadingFault
from referee.source import Source, Span, Text
from referee.yamltree import Entry, MapNode, Node, ScalarNode, SeqNode

_BLANKS = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
_PIECE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]+", re.DOTALL
)
_LITERAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null")
_HALF = re.compile(r"[\ud800-\udfff]")


class NotJson(ValueError):  # noqa: N818 - named as it is told
    """The text is no JSON; `fault` says where and why."""

    def __init__(self, fault: ReadingFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def read_json(source: Source) -> Node:
    """The tree of a JSON text; NotJson."""
    reader = _Reader(source)
    at = reader.blanks(0)
    node, at = reader.value(at, 0)
    at = reader.blanks(at)
    if at < len(source.text):
        raise reader.wrong(at, "the end of the record")
    return node


@dataclass(slots=True)
class _Reader:
    source: Source
    nodes: int = 0

    def blanks(self, at: int) -> int:
        found = _BLANKS.match(self.source.text, at)
        return found.end() if found else at

    def wrong(self, at: int, expected: str) -> NotJson:
        """What to raise at a place where something else stands than is expected."""
        text = self.source.text
        found = quoted(text[at : at + 12].split("\n")[0]) if at < len(text) else "the end"
        span = Span(self.source, at, min(at + 1, len(text)))
        return NotJson(not_json(span, f"{found} stands where {expected} is expected"))

    def value(self, at: int, depth: int) -> tuple[Node, int]:
        """The value that begins at `at`, and where it ends."""
        self.nodes += 1
        if self.nodes > RECORD_NODES:
            raise NotJson(too_many_nodes(Span(self.source, at, at + 1)))
        if depth > DEPTH:
            raise NotJson(not_json(Span(self.source, at, at + 1), "mappings and lists are nested too deep"))
        sign = self.source.text[at : at + 1]
        if sign == "{":
            return self.mapping(at, depth)
        if sign == "[":
            return self.sequence(at, depth)
        if sign == '"':
            return self.string(at, "a text")
        found = _LITERAL.match(self.source.text, at)
        if not found or not found[0]:
            raise self.wrong(at, "a value")
        end = found.end()
        text = Text.within(self.source, at, at if found[0] == "null" else end)
        return ScalarNode(text, Span(self.source, at, end), "plain"), end

    def string(self, at: int, expected: str) -> tuple[ScalarNode, int]:
        found = _STRING.match(self.source.text, at)
        if not found:
            raise self.wrong(at, expected)
        start, end = found.span(1)
        text = Text.within(self.source, start, end) if "\\" not in found[1] else self.escaped(start, end)
        if half := _HALF.search(text.value):
            raise NotJson(not_json(text.span(half.start(), half.end()), "this escape stands for half a character"))
        return ScalarNode(text, Span(self.source, at, found.end()), "double"), found.end()

    def escaped(self, start: int, end: int) -> Text:
        """A text with escapes: every character with the range it was written as."""
        value: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for piece in _PIECE.finditer(self.source.text, start, end):
            if piece[0][0] == "\\":
                value.append(json.loads(f'"{piece[0]}"'))
                starts.append(piece.start())
                ends.append(piece.end())
            else:
                value.append(piece[0])
                starts.extend(range(*piece.span()))
                ends.extend(range(piece.start() + 1, piece.end() + 1))
        return Text("".join(value), self.source, tuple(starts), tuple(ends), end)

    def mapping(self, start: int, depth: int) -> tuple[Node, int]:
        entries: list[Entry] = []
        seen: set[str] = set()
        at = self.blanks(start + 1)
        closed = self.source.text.startswith("}", at)
        while not closed:
            key, at = self.string(at, "a key in double quotes")
            self.nodes += 1
            if key.value in seen:
                raise NotJson(key_twice(key.value, (key.value,), key.span))
            seen.add(key.value)
            at = self.blanks(at)
            if not self.source.text.startswith(":", at):
                raise self.wrong(at, "a colon")
            value, at = self.value(self.blanks(at + 1), depth + 1)
            entries.append(Entry(key, value))
            at, closed = self.next(at, "}")
        return MapNode(tuple(entries), Span(self.source, start, at + 1), flow=True), at + 1

    def sequence(self, start: int, depth: int) -> tuple[Node, int]:
        items: list[Node] = []
        at = self.blanks(start + 1)
        closed = self.source.text.startswith("]", at)
        while not closed:
            item, at = self.value(at, depth + 1)
            items.append(item)
            at, closed = self.next(at, "]")
        return SeqNode(tuple(items), Span(self.source, start, at + 1), flow=True), at + 1

    def next(self, at: int, closing: str) -> tuple[int, bool]:
        """Behind an entry: where the next begins, or where the closing sign stands."""
        at = self.blanks(at)
        if self.source.text.startswith(closing, at):
            return at, True
        if not self.source.text.startswith(",", at):
            raise self.wrong(at, f"a comma or `{closing}`")
        return self.blanks(at + 1), False
