"""Tells clause ids that differ in capitals only from ids that are merely written wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.diagnostics import Diagnostic
from referee.ruleset import rule_messages
from referee.yamltree.nodes import MapNode, Node, ScalarNode


def with_capitals_told(root: MapNode, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """`diagnostics` with CH204 in the place of CH111 where an id repeats another one but for its capitals."""
    ids: dict[str, list[ScalarNode]] = {}
    for key in _ids(root):
        ids.setdefault(key.value.lower(), []).append(key)
    repeats = {}
    for same in ids.values():
        first = min(same, key=lambda key: (not key.value.islower(), key.span.start))
        repeats.update({key.span.start: (key, first) for key in same if key.value != first.value})
    told = []
    for each in diagnostics:
        pair = repeats.get(each.span.start) if each.span is not None and each.code == "CH111" else None
        told.append(each if pair is None else rule_messages.capitals_only(*pair))
    return told


def _ids(node: Node) -> Iterator[ScalarNode]:
    """All keys with a dot in them, which only clause ids have."""
    if isinstance(node, MapNode):
        for entry in node.entries:
            if "." in entry.key.value:
                yield entry.key
            yield from _ids(entry.value)
