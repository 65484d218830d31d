"""Scalars as the rest of the program reads them: whole numbers as the language writes them, all else as text.

`projected` is what the JSON Schema is checked against; the tree keeps the places.
"""

from __future__ import annotations

import re

from referee.yamltree.nodes import MapNode, Node, ScalarNode

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,5})")

NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
"""What has no place in a text, however it came there: in YAML by an escape, in JSON too."""

Projection = None | int | str | list["Projection"] | dict[str, "Projection"]
"""A tree of plain values. None stands for a value that is not there (`jokers:`)."""


def integer(text: str) -> int | None:
    """The whole number `text` is, as the language writes one: no sign but `-`, no leading zero, up to six digits."""
    return int(text) if _INTEGER.fullmatch(text) else None


def projected(node: Node) -> Projection:
    """The tree as plain values: a whole number is one, every other scalar a text, nothing is None."""
    if isinstance(node, ScalarNode):
        if node.absent:
            return None
        number = integer(node.value) if node.style == "plain" else None
        return node.value if number is None else number
    if isinstance(node, MapNode):
        return {entry.key.value: projected(entry.value) for entry in node}
    return [projected(item) for item in node]
