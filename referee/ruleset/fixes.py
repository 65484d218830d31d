"""What to write in place of a mistake in the shape of a file, where one replacement mends it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.diagnostics.model import Diagnostic, Fix, replacing
from referee.source import Span
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode

Chain = tuple[tuple[Entry, MapNode], ...]
"""An entry with the mapping it stands in, behind those round it."""

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
    entries: dict[int, Chain] = {}
    for one in diagnostics:
        wanted = one.code in _TAKEN_OUT and one.fix is None and _LEFT_OUT.fullmatch(one.help)
        if wanted and root is not None and one.span is not None and one.span.source is root.span.source:
            if not entries:
                _index(root, (), entries)
            span = _extent(entries.get(one.span.start, ()))
            if span is not None:
                yield replace(one, fix=Fix(span, "", _TAKEN_OUT[one.code]))
                continue
        yield one


def _index(node: Node, above: Chain, entries: dict[int, Chain]) -> None:
    """Every entry by where its key begins, and its value if no key does, with those round it."""
    if isinstance(node, MapNode):
        for entry in node:
            chain = (*above, (entry, node))
            entries[entry.key.span.start] = chain
            entries.setdefault(entry.value.span.start, chain)
            _index(entry.value, chain, entries)
    elif isinstance(node, SeqNode):
        for item in node:
            _index(item, (), entries)


def _extent(chain: Chain) -> Span | None:
    """What goes with an entry: the entries that would hold nothing without it, their comma or their lines.

    None for the only entry of a file or of an item, and for one that shares its lines.
    """
    while chain and len(chain[-1][1].entries) == 1:
        chain = chain[:-1]
    if not chain:
        return None
    entry, block = chain[-1]
    source, start, stop = entry.key.span.source, entry.key.span.start, entry.value.span.end
    if block.flow:
        number = block.entries.index(entry)
        if number + 1 < len(block.entries):
            return Span(source, start, block.entries[number + 1].key.span.start)
        return Span(source, block.entries[number - 1].value.span.end, stop)
    first = source.line_starts[source.position(start).line - 1]
    rest = source.text.find("\n", stop)
    end = len(source.text) if rest < 0 else rest + 1
    alone = not source.text[first:start].strip() and not source.text[stop:end].strip()
    return Span(source, first, end) if alone else None
