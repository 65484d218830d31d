"""From events to nodes: the tree is put together here, and what YAML allows but a rule file does not is told here.

Also works on events that stop in the middle: then there is no root, but every mistake up to there is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from referee.diagnostics.model import Diagnostic
from referee.source import Source, Text
from referee.yamltree import messages
from referee.yamltree.cuts import joined_items, joined_pairs
from referee.yamltree.events import end_of, start_of
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode, place, plain_scalar
from referee.yamltree.plain import NO_TEXT
from referee.yamltree.scalars import STYLES, after_properties, scalar_text

_ANCHOR = re.compile(r"&[^\s,\[\]{}]+")
_TAG = re.compile(r"!(?:<[^>\s]*>|[^\s,\[\]{}]*)")
_ALIAS = re.compile(r"\*[^\s,\[\]{}]*")
_UNFINISHED = re.compile(r"(?:^|[\s(])(?:and|or|not|is|at|most|least|below|above|in|if|then|else|for)$|[-+*/(,.]$")


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet. In a mapping keys and values take turns in `pairs`."""

    is_map: bool
    start: int
    flow: bool
    tagged: bool
    pairs: list[tuple[Node | None, Node | None]] = field(default_factory=list)
    items: list[Node | None] = field(default_factory=list)
    key: Node | None = None
    has_key: bool = False

    def name(self) -> str:
        """The key whose value is being read."""
        return self.key.value if self.has_key and isinstance(self.key, ScalarNode) else ""


@dataclass(slots=True)
class Builder:
    """Puts one tree together. `path` says, when the events have stopped, the keys around that place."""

    source: Source
    root: Node | None = None
    last: ScalarNode | None = None
    after_alias: bool = False
    scalars: list[ScalarNode] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)

    def build(self, events: tuple[Any, ...]) -> None:
        """Read all events."""
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._properties(event)
                is_map = kind is yaml.MappingStartEvent
                start = after_properties(self.source.text, start_of(event), len(self.source.text))
                self._open.append(_Open(is_map, start, bool(event.flow_style), event.tag is not None))
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                opened = self._open.pop()
                node = self._closed(opened, end_of(event))
                self._add(None if opened.tagged else node)
            elif kind is yaml.DocumentStartEvent and event.tags:
                at = self.source.text.find("%TAG")
                self.diagnostics.append(messages.tag(place(self.source, at, at + 4), "%TAG"))

    def path(self) -> tuple[str, ...]:
        """The keys around the place where the events stopped."""
        return tuple(opened.name() for opened in self._open if opened.is_map)

    def give_up(self) -> None:
        """The events stopped early: what is still open is looked through, and there is no root."""
        while self._open:
            opened = self._open.pop()
            self._closed(opened, len(self.source.text))
        self.root = None

    def _scalar(self, event: Any) -> None:
        start, end = start_of(event), end_of(event)
        bare = event.anchor is None and event.tag is None
        if not bare:
            self._properties(event)
            start = after_properties(self.source.text, start, end)
        style, value = STYLES[event.style], event.value
        if style == "plain" and self.source.text[start:end] == value:
            node = plain_scalar(self.source, start, end, value)
        else:
            node = self._written(start, end, style, value)
        self.last, self.after_alias = node, False
        self.scalars.append(node)
        cut = style == "plain" and self._is_value() and bool(value) and self._comment_after(node)
        self._add(None if cut or event.tag is not None else node)

    def _written(self, start: int, end: int, style: str, value: str) -> ScalarNode:
        """A scalar whose characters do not stand in the file as they are."""
        text = scalar_text(self.source, start, end, style, value)
        stop = text.end if style in {"literal", "folded"} else end
        if style == "double" and (bad := NO_TEXT.search(text.value)):
            self.diagnostics.append(messages.control_escape(text.span(bad.start(), bad.end()), bad[0]))
        return ScalarNode(text, place(self.source, start, stop), style)

    def _is_value(self) -> bool:
        """Whether the node to come is no key."""
        return bool(self._open) and (self._open[-1].has_key or not self._open[-1].is_map)

    def _comment_after(self, node: ScalarNode) -> bool:
        """Whether a comment cut an unfinished expression; then the rest of it is not known."""
        source, end = self.source, node.span.end
        if source.text[end : end + 1] not in {" ", "\t"}:
            return False
        begin = end
        while source.text[begin : begin + 1] in {" ", "\t"}:
            begin += 1
        value = node.value
        if begin == end or source.text[begin : begin + 1] != "#":
            return False
        if not _UNFINISHED.search(value) and value.count("(") <= value.count(")"):
            return False
        line = source.position(begin).line
        stop = source.line_starts[line - 1] + len(source.line(line).rstrip())
        self.diagnostics.append(messages.comment_cuts(node.text, place(source, begin, stop)))
        return True

    def _alias(self, event: Any) -> None:
        start = start_of(event)
        shown = _ALIAS.match(self.source.text, start)
        stop = shown.end() if shown else end_of(event)
        span = place(self.source, start, stop)
        merged = bool(self._open) and self._open[-1].has_key and self._open[-1].name() == "<<"
        if not merged:
            self.diagnostics.append(messages.alias(span, self.source.text[start:stop]))
        self.after_alias = True
        self._add(None)

    def _properties(self, event: Any) -> None:
        """Anchor and tag in front of a node."""
        start, end = start_of(event), end_of(event)
        head = after_properties(self.source.text, start, max(end, start + 200))
        for pattern, given, message in (
            (_ANCHOR, event.anchor, messages.anchor),
            (_TAG, event.tag, messages.tag),
        ):
            if given is None:
                continue
            found = pattern.search(self.source.text, start, max(head, end))
            span = place(self.source, *(found.span() if found else (start, start + 1)))
            self.diagnostics.append(message(span, self.source.text[span.start : span.end]))

    def _add(self, node: Node | None) -> None:
        """A finished node, None for one whose content is not in the file, into what is open."""
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        if not top.is_map:
            top.items.append(node)
        elif top.has_key:
            top.pairs.append((top.key, node))
            top.has_key, top.key = False, None
        else:
            top.has_key, top.key = True, node

    def _closed(self, opened: _Open, end: int) -> Node:
        span = place(self.source, opened.start, end if opened.flow else _last_end(opened))
        if not opened.is_map:
            items, cuts = joined_items(opened.items, opened.flow)
            self.diagnostics.extend(cuts)
            return SeqNode(tuple(item for item in items if item is not None), span, opened.flow)
        pairs, cuts = joined_pairs(opened.pairs, opened.flow)
        self.diagnostics.extend(cuts)
        entries, hidden = self._entries(pairs)
        return MapNode(entries, span, opened.flow, hidden)

    def _entries(self, pairs: list[tuple[Node | None, Node | None]]) -> tuple[tuple[Entry, ...], frozenset[str]]:
        first: dict[str, Text] = {}
        entries: dict[str, Entry] = {}
        hidden: set[str] = set()
        inside = self._open[-1].name() if self._open else ""
        for key, value in pairs:
            name = key.text.value if isinstance(key, ScalarNode) else ""
            if not isinstance(key, ScalarNode) or (not name and key.absent):
                self._odd_key(key, value)
            elif name == "<<" and key.style == "plain":
                self.diagnostics.append(messages.merge_key(key.span))
                hidden.add("<<")
            elif name in first:
                known = entries.get(name)
                united = None if known is None or value is None else self._united(known, value)
                both = united is not None
                self.diagnostics.append(messages.key_twice(key.text, first[name], inside, both=both))
                if united is not None:
                    entries[name] = united
            else:
                first[name] = key.text
                if value is None:
                    hidden.add(name)
                else:
                    entries[name] = Entry(key, value)
        return tuple(entries.values()), frozenset(hidden)

    def _united(self, entry: Entry, more: Node) -> Entry | None:
        """A section given twice with the entries of both, so that the mistakes in the second are told too.

        None if it says one thing in two ways: then the second is no more than the first said again.
        """
        first = entry.value
        if not isinstance(first, MapNode) or not isinstance(more, MapNode):
            return None
        entries = {each.key.value: each for each in first}
        shared = [(entries[each.key.value], each) for each in more if each.key.value in entries]
        if any(isinstance(again.value, ScalarNode) and "." not in again.key.value for _, again in shared):
            return None  # not a clause twice, but a key of one
        for known, again in shared:
            united = self._united(known, again.value)
            entries[known.key.value] = united or known
            if united is None:
                told = messages.key_twice(again.key.text, known.key.text, entry.key.value, both=False)
                self.diagnostics.append(told)
        for each in more:
            entries.setdefault(each.key.value, each)
        span = place(self.source, first.span.start, more.span.end)
        return Entry(entry.key, MapNode(tuple(entries.values()), span, first.flow, first.hidden | more.hidden))

    def _odd_key(self, key: Node | None, value: Node | None) -> None:
        """A key that is a list or mapping, or nothing at all."""
        if isinstance(key, ScalarNode):
            at = key.span.start if value is None or key.span.start else value.span.start
            self.diagnostics.append(messages.no_key(place(self.source, at, at + 1)))
        elif key is not None:
            found = "a list" if isinstance(key, SeqNode) else "a mapping"
            self.diagnostics.append(
                messages.not_yaml(key.span, f"{found} cannot be a key; a key is one word", "write `key: value`")
            )


def _last_end(opened: _Open) -> int:
    """Where the last node of a block collection ends; the parser's own mark stands behind comments."""
    nodes = [node for pair in opened.pairs for node in pair] if opened.is_map else opened.items
    return max((node.span.end for node in nodes if node is not None), default=opened.start)
