"""A published JSON Schema as the table of shapes of a kind of file, and the way back from its complaints to the tree.

A schema is asked about the projection of a tree (`plain.projected`), in which keys and places in lists are as in the
tree; so the path of a complaint leads to the node that is wrong. What is said of it is for whoever asked.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from referee.yamltree.fitting import Fits, fits
from referee.yamltree.nodes import Entry, MapNode, Node, SeqNode

Steps = tuple[str | int, ...]
"""The way to a node: keys, and places in lists from 0."""


@cache
def read_schema(file: Path) -> dict[str, Any]:
    """The JSON Schema that stands in a file shipped with the program."""
    tree: dict[str, Any] = json.loads(file.read_bytes())
    return tree


def complaints(file: Path, value: Any, definition: str = "") -> list[Any]:
    """What jsonschema says of a value that is not as the schema says, or as one of its `$defs` that is named."""
    return [] if _fits(file, definition)(value) else list(_validator(file, definition).iter_errors(value))


@cache
def _validator(file: Path, definition: str) -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - what is right needs none

    return Draft202012Validator(_asked(file, definition))


@cache
def _fits(file: Path, definition: str) -> Fits:
    return fits(_asked(file, definition))


def _asked(file: Path, definition: str) -> dict[str, Any]:
    schema = read_schema(file)
    return {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]} if definition else schema


def node_at(root: Node, path: Steps) -> Node | None:
    """The node at a path; None if nothing stands there."""
    node: Node | None = root
    for step in path:
        if isinstance(node, SeqNode) and isinstance(step, int):
            node = node.items[step]
        else:
            node = node.get(str(step)) if isinstance(node, MapNode) else None
    return node


def entry_at(root: Node, path: Steps) -> Entry | None:
    """The entry of a mapping whose value stands at a path; None for the root and for what stands in a list."""
    around = node_at(root, path[:-1]) if path else None
    return around.entry(str(path[-1])) if isinstance(around, MapNode) else None


def dotted_path(path: Steps) -> str:
    """A path as people read it; entries of lists count from 1."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)
