"""Writes short forms out: `es.7: card.number` becomes `es.7: {points: card.number}`.

After this pass a case and a criterion have one shape, whoever wrote them, and merging needs one rule.
"""

from __future__ import annotations

from referee.ruleset.layout import SHORTHAND, Path, at, is_removal
from referee.source import Text
from referee.yamltree.nodes import Entry, MapNode, ScalarNode, SeqNode


def in_full(root: MapNode) -> MapNode:
    """The same tree with every short case and criterion written out. Positions stay those of the value."""
    for path, key in SHORTHAND.items():
        block = at(root, path)
        if isinstance(block, MapNode):
            root = _replaced(root, path, MapNode(tuple(_full(entry, key) for entry in block.entries), block.span))
    return root


def _full(entry: Entry, key: str) -> Entry:
    value = entry.value
    if isinstance(value, MapNode) or is_removal(value):
        return entry
    return Entry(entry.key, MapNode((Entry(_key(key, value), value),), value.span))


def _key(name: str, value: ScalarNode | SeqNode) -> ScalarNode:
    """A key that nobody wrote, standing where its value does."""
    span = value.span
    text = Text(name, span.source, [span.start] * len(name), [span.end] * len(name), span.end)
    return ScalarNode(text, span, "plain")


def _replaced(root: MapNode, path: Path, node: MapNode) -> MapNode:
    """`root` with `node` at `path`, where a mapping stands now."""
    entries = []
    for entry in root.entries:
        if entry.key.value != path[0]:
            entries.append(entry)
        elif len(path) == 1:
            entries.append(Entry(entry.key, node))
        else:
            assert isinstance(entry.value, MapNode)
            entries.append(Entry(entry.key, _replaced(entry.value, path[1:], node)))
    return MapNode(tuple(entries), root.span)
