"""Reads misspelt keys as what they were meant to be, so that mistakes behind them are told in the same run."""

from __future__ import annotations

from collections.abc import Mapping

from referee.source import Text
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode


def with_keys_meant(root: MapNode, meant: Mapping[int, str]) -> tuple[MapNode, frozenset[int]]:
    """The tree with keys exchanged, and which: `meant` has the key that was meant by where one begins in the source.

    A key that stands there already, or is meant by two, is left as it is.
    """
    done: set[int] = set()
    return _mapping(root, meant, done) if meant else root, frozenset(done)


def _mapping(node: MapNode, meant: Mapping[int, str], done: set[int]) -> MapNode:
    taken = {entry.key.value for entry in node}
    entries = []
    for entry in node:
        key, wanted = entry.key, meant.get(entry.key.span.start)
        if wanted is not None and wanted not in taken:
            taken.add(wanted)
            done.add(key.span.start)
            key = _called(wanted, key)
        entries.append(Entry(key, _node(entry.value, meant, done)))
    return MapNode(tuple(entries), node.span, node.flow, node.hidden)


def _node(node: Node, meant: Mapping[int, str], done: set[int]) -> Node:
    if isinstance(node, MapNode):
        return _mapping(node, meant, done)
    if isinstance(node, SeqNode):
        return SeqNode(tuple(_node(item, meant, done) for item in node), node.span, node.flow)
    return node


def _called(name: str, key: ScalarNode) -> ScalarNode:
    """A key of another name in the same place."""
    span = key.span
    return ScalarNode(
        Text(name, span.source, (span.start,) * len(name), (span.end,) * len(name), span.end), span, key.style
    )
