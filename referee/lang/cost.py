"""How much work a condition can be at most: known before it ever runs, and printed per clause.

One step for every part of the tree; what stands inside a function over a collection counts once for every member
the collection can have, so that bounds multiply where one stands inside another. A definition costs what its tree
costs, wherever it is named.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.lang.syntax import Expr, Name, Over
from referee.lang.walk import children, names


def cost(expr: Expr, bounds: Mapping[str, int], definitions: Mapping[str, Expr]) -> int:
    """The most steps a checked tree can take; `bounds` gives each collection fact its greatest size.

    Definitions must not name each other in a circle (the compiler of rule sets refuses that first).
    """
    return Costs(bounds, definitions).of(expr)


class Costs:
    """What many trees cost that name the same definitions: each of these is counted once."""

    def __init__(self, bounds: Mapping[str, int], definitions: Mapping[str, Expr]) -> None:
        self._bounds = bounds
        self._definitions = definitions
        self._known: dict[str, int] = {}

    def of(self, expr: Expr) -> int:
        """As `cost` says."""
        waiting = [(name, False) for name in names(expr, "definition")]
        while waiting:  # without recursion, because a chain of definitions has no limit of its own
            name, ready = waiting.pop()
            if name in self._known:
                continue
            tree = self._definitions[name]
            if ready:
                self._known[name] = 1 + _cost(tree, self._bounds, self._known)
            else:
                waiting.append((name, True))
                waiting.extend((inner, False) for inner in names(tree, "definition"))
        return _cost(expr, self._bounds, self._known)


def _cost(expr: Expr, bounds: Mapping[str, int], known: Mapping[str, int]) -> int:
    """The steps of one tree, given those of every definition in it."""
    if isinstance(expr, Name) and expr.sort == "definition":
        return known[expr.name]
    if isinstance(expr, Over):
        return (
            1
            + _cost(expr.collection, bounds, known)
            + _bound(expr.collection, bounds) * _cost(expr.body, bounds, known)
        )
    return 1 + sum(_cost(part, bounds, known) for part in children(expr))


def _bound(collection: Expr, bounds: Mapping[str, int]) -> int:
    """The most members of a collection; of a conditional one the larger."""
    if isinstance(collection, Name):
        return bounds.get(collection.name, 0)
    return max((_bound(part, bounds) for part in children(collection)), default=0)
