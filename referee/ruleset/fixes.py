"""What to write in place of a mistake in the shape of a file, where one replacement mends it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.diagnostics.model import Diagnostic, Fix, replacing
from referee.source import Source, Span
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode

_TAKEN_OUT = {"CH703": True, "CH709": True, "CH207": False}
"""Codes of what says nothing, or has no use: the entry goes, and whether that is safe."""
_LEFT_OUT = re.compile(r"leave (it|the line) out|use it in a rule, or take it out")


def plain_value(node: Node, span: Span, help_: str) -> Fix | None:
    """The value that the help says to write: safe where only quotes or another word for yes and no are in the way."""
    said = re.fullmatch(r"write `([a-z0-9_-]+)`", help_)
    if not isinstance(node, ScalarNode):
        return None
    if help_ == "write it without quotes":
        return Fix(node.span, node.value)
    return None if said is None else Fix(span, said[1], said[1] in {"yes", "no"})


def one_number(span: Span, help_: str) -> Fix | None:
    """The whole number that the help says to write, where it says one."""
    said = re.fullmatch(r"write `(-?[0-9]+)`", help_)
    return Fix(span, said[1]) if said else None


def respelt(node: ScalarNode, word: str | None) -> Fix | None:
    """The word as it would be right: safe where only capitals are in the way."""
    return replacing(node.span, word, safe=word == node.value.lower())


def without_line_break(node: ScalarNode, sign: str) -> Fix | None:
    """`|-` for `|`, where no other sign stands behind it."""
    source, at = node.span.source, node.span.start
    return Fix(Span(source, at, at + 1), f"{sign}-") if source.text[at + 1 : at + 2] in {"\n", "\r"} else None


def with_removals(diagnostics: Iterable[Diagnostic], root: MapNode | None) -> Iterator[Diagnostic]:
    """The diagnostics, those of an entry that should go with the fix that takes it out, lines and all."""
    entries: dict[int, tuple[Entry, MapNode]] | None = None
    for one in diagnostics:
        wanted = one.code in _TAKEN_OUT and one.fix is None and one.span is not None and _LEFT_OUT.fullmatch(one.help)
        if wanted and root is not None and one.span is not None:
            entries = entries or {}
            if not entries:
                _index(root, entries)
            found = entries.get(one.span.start)
            span = None if found is None or one.span.source is not root.span.source else _lines(*found)
            if span is not None:
                yield replace(one, fix=Fix(span, "", _TAKEN_OUT[one.code]))
                continue
        yield one


def _index(node: Node, entries: dict[int, tuple[Entry, MapNode]]) -> None:
    """Every entry by where its key and its value begin; of those that begin in one place the outermost."""
    if isinstance(node, MapNode):
        for entry in node:
            entries.setdefault(entry.key.span.start, (entry, node))
            entries.setdefault(entry.value.span.start, (entry, node))
            _index(entry.value, entries)
    elif isinstance(node, SeqNode):
        for item in node:
            _index(item, entries)


def _lines(entry: Entry, block: MapNode) -> Span | None:
    """The lines of an entry that has some for itself and is not the only one of its block; else None."""
    source = entry.key.span.source
    if block.flow or len(block.entries) < 2:
        return None
    start, stop = _line_start(source, entry.key.span.start), entry.value.span.end
    rest = source.text.find("\n", stop)
    end = len(source.text) if rest < 0 else rest + 1
    alone = not source.text[start : entry.key.span.start].strip() and not source.text[stop:end].strip()
    return Span(source, start, end) if alone else None


def _line_start(source: Source, offset: int) -> int:
    return source.line_starts[source.position(offset).line - 1]
