"""Lists the rules of a tree as they are written, each with the clauses it cites.

The units that count as one rule:

- a condition, a case, a criterion: it cites its key;
- an outcome: its `clause` (or that of `close`), and the clause it is priced by;
- the settings of a block, all together: the block's clause. `deal` says in one breath how many cards are dealt and what
  becomes of the next, and its paragraph says both; setting by setting the paragraph would outlive half of itself.

Options are no rules: what a table chooses stands in the placeholders of the paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.ruleset.layout import (
    ACTS,
    BLOCKS,
    CASES,
    CONDITIONS,
    IRREGULAR,
    OUTCOMES,
    WINNER,
    Path,
    at,
    block_clause,
    mapping,
    scalar,
)
from referee.yamltree.nodes import MapNode, Node

IDS = ("clause", "priced_by")
"""Keys of a rule that say where it is told, and nothing of what it lays down."""

_ALL_BLOCKS: tuple[Path, ...] = (*BLOCKS, *((*IRREGULAR, act) for act in ACTS))
_NESTED: frozenset[Path] = frozenset({*CONDITIONS, *CASES, WINNER, OUTCOMES, *_ALL_BLOCKS})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a tree and the clauses it cites: all that stands below `path` but for the keys `without`.

    `node` is what stands there; two rules are the same rule whatever it says.
    """

    path: Path
    clauses: tuple[str, ...]
    node: Node = field(compare=False)
    without: frozenset[str] = frozenset()

    def values(self) -> Iterator[tuple[str, Node]]:
        """The values it consists of, each with its key; of a condition the one value, with its clause."""
        if not isinstance(self.node, MapNode):
            yield self.path[-1], self.node
            return
        for entry in self.node.entries:
            if entry.key.value not in self.without:
                yield entry.key.value, entry.value

    def holds(self, path: Path) -> bool:
        """Whether a change at `path` changes this rule."""
        length = len(self.path)
        if len(path) <= length:
            return self.path[: len(path)] == path
        return path[:length] == self.path and path[length] not in self.without


def rules_of(root: MapNode) -> Iterator[Rule]:
    """All rules of a tree that cite a clause, options left out."""
    for block in (*CONDITIONS, *CASES, WINNER):
        for entry in mapping(root, block):
            yield Rule((*block, entry.key.value), (entry.key.value,), entry.value)
    for entry in mapping(root, OUTCOMES):
        path, body = (*OUTCOMES, entry.key.value), entry.value
        priced_by = scalar(body.get("priced_by")) if isinstance(body, MapNode) else None
        said = [block_clause(root, path), "" if priced_by is None else priced_by.value]
        yield Rule(path, tuple(dict.fromkeys(clause for clause in said if clause)), body)
    for block in _ALL_BLOCKS:
        settings = at(root, block)
        if settings is not None and (clause := block_clause(root, block)):
            nested = frozenset(path[-1] for path in _NESTED if path[:-1] == block)
            yield Rule(block, (clause,), settings, nested)
