"""The tree of a rule file: every scalar a text, every node with its place. Nothing is a number or a truth value here.

What a scalar means is decided by the slot it stands in, later; so `no`, `0100` and `1:30` arrive as they were written.
Nodes whose content is not in the file (aliases, merged keys, tagged nodes) are left out; their keys stand in `hidden`,
so that nobody takes them for missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.frozen import draft_of, quick
from referee.source import Source, Span, Text


@quick
@dataclass(frozen=True, slots=True)
class ScalarNode:
    """`style` is plain, single, double, literal or folded. `span` takes in quotes and block indicators."""

    text: Text
    span: Span
    style: str

    @property
    def value(self) -> str:
        """The characters, as YAML defines them for this style."""
        return self.text.value

    @property
    def absent(self) -> bool:
        """Nothing stands here at all (`jokers:`), not even quotes."""
        return self.style == "plain" and not self.text.value


@quick
@dataclass(frozen=True, slots=True)
class Entry:
    """One `key: value`."""

    key: ScalarNode
    value: Node


@dataclass(frozen=True, slots=True)
class MapNode:
    """Keys and values in the order of the file; of a key given twice the first. `flow`: written in braces."""

    entries: tuple[Entry, ...]
    span: Span
    flow: bool = False
    hidden: frozenset[str] = frozenset()
    _index: Mapping[str, Entry] | None = field(default=None, init=False, repr=False, compare=False)

    def entry(self, key: str) -> Entry | None:
        """The entry with this key; found by an index made when it is first asked for, since there may be thousands."""
        index = self._index
        if index is None:
            index = {entry.key.value: entry for entry in reversed(self.entries)}
            object.__setattr__(self, "_index", index)
        return index.get(key)

    def get(self, key: str) -> Node | None:
        """The value of this key."""
        entry = self.entry(key)
        return entry.value if entry else None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


@dataclass(frozen=True, slots=True)
class SeqNode:
    """A list. `flow`: written in brackets; then the source between them reads as an expression too."""

    items: tuple[Node, ...]
    span: Span
    flow: bool = False

    @property
    def text(self) -> Text:
        """The list as it stands in the file, brackets included: `[3, 4, 7]` is an expression as well."""
        return Text.within(self.span.source, self.span.start, self.span.end)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


Node = ScalarNode | MapNode | SeqNode

_text, _span, _scalar = draft_of(Text), draft_of(Span), draft_of(ScalarNode)


def plain_scalar(source: Source, start: int, end: int, value: str) -> ScalarNode:
    """A plain scalar that stands at `start:end` as it is: most of a file is those, so they are made step by step."""
    text: Any = _text()
    text.value, text.source, text.end = value, source, end
    text.starts, text.ends = range(start, end), range(start + 1, end + 1)
    text.__class__ = Text
    span: Any = _span()
    span.source, span.start, span.end = source, start, end
    span.__class__ = Span
    made: Any = _scalar()
    made.text, made.span, made.style = text, span, "plain"
    made.__class__ = ScalarNode
    node: ScalarNode = made
    return node


def place(source: Source, start: int, end: int) -> Span:
    """The span `start:end`, kept within the text."""
    most = len(source.text)
    if start <= end <= most:
        return Span(source, start, end)
    start = min(start, most)
    return Span(source, start, min(max(start, end), most))
