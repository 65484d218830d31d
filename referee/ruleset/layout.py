"""Where the rules stand in a file of format 1: the places that the passes walk, as paths of keys.

Types, defaults and what is required belong to the vocabulary; this module only knows which mapping is keyed by
clauses, which by names, and in which the order of entries has a meaning. Paths are tuples because clause ids hold
dots themselves; messages and origins show them joined (`close.may_close.es.4`).
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode

Path = tuple[str, ...]

REMOVE = "remove"

HEAD = ("rule_set", "format", "extends", "adopts", "title", "sources", "examples")
"""Keys that say something of the file itself. They are not merged with a base."""

CASES: dict[Path, str] = {
    ("points",): "points",
    ("written", "by_others"): "writes",
    ("written", "if_unclosed"): "writes",
    ("game", "adjust"): "becomes",
}
"""Blocks of cases by clause, and the key of a case that holds its value."""

WINNER: Path = ("game", "winner")
OUTCOMES: Path = ("close", "outcomes")
BOOK: Path = ("book",)
REFUSALS: Path = ("refusals",)
IRREGULAR: Path = ("irregular",)

NO_TEXTS = ("when", "before")
"""Keys of a paragraph behind which stands no text of it."""

SHORTHAND: dict[Path, str] = {**CASES, WINNER: "prefer"}
"""Blocks in which `clause: value` is short for `clause: {key: value}`."""

ORDERED: frozenset[Path] = frozenset({*CASES, WINNER, OUTCOMES, BOOK})
"""Blocks in which the order of entries has a meaning, and in which `before` may be said."""

CONDITIONS: tuple[Path, ...] = (
    ("turn", "may_take"),
    ("turn", "may_discard"),
    ("melds", "each_meld"),
    ("melds", "whole_hand"),
    ("close", "may_close"),
    ("lay_off", "may_lay_off"),
    ("lay_off", "may_exchange"),
    ("game", "out_when"),
    ("game", "ends_when"),
    ("re_entry", "may_re_enter"),
)
"""Blocks of conditions by clause."""

BLOCKS: tuple[Path, ...] = (
    ("table",),
    ("pack",),
    ("deal",),
    ("eldest",),
    ("turn",),
    ("stock",),
    ("melds",),
    ("melds", "set"),
    ("melds", "run"),
    ("close",),
    ("lay_off",),
    ("written",),
    ("game",),
    ("re_entry",),
    ("stakes",),
    ("irregular",),
)
"""Blocks that may name a `clause` for their settings; a block without one goes by the block it stands in."""

ACTS = ("draws_twice", "draws_nothing", "false_close", "false_discard", "feint")
"""Irregular acts, each a block of its own in `irregular`."""


def dotted(path: Path) -> str:
    """A path as people read it."""
    return ".".join(path)


def at(root: MapNode, path: Path) -> Node | None:
    """What stands at a path, or None."""
    node: Node | None = root
    for key in path:
        if not isinstance(node, MapNode):
            return None
        node = node.get(key)
    return node


def mapping(root: MapNode, path: Path) -> tuple[Entry, ...]:
    """The entries of the mapping at a path; none if there is none."""
    node = at(root, path)
    return node.entries if isinstance(node, MapNode) else ()


def scalar(node: Node | None) -> ScalarNode | None:
    """The node itself if it is a scalar."""
    return node if isinstance(node, ScalarNode) else None


def is_removal(node: Node) -> bool:
    """Whether a value says `remove`."""
    return isinstance(node, ScalarNode) and node.value == REMOVE


def block_clause(root: MapNode, block: Path) -> str:
    """The clause a block says, or the block around it; "" if none does."""
    for length in range(len(block), 0, -1):
        said = scalar(at(root, (*block[:length], "clause")))
        if said is not None:
            return said.value
    return ""


def scalars(node: Node) -> Iterator[ScalarNode]:
    """All scalars at and below a node, keys left out, in the order they stand."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, MapNode):
        for entry in node.entries:
            yield from scalars(entry.value)
    else:
        for item in node.items:
            yield from scalars(item)
