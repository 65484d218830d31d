"""Which arrangements of a hand count: those that rules about whole hands let stand, and of these the best of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from referee.workshop.proof.block import Block
from referee.workshop.proof.points import Point


def standing(close: Block, points: Sequence[int]) -> tuple[int, ...]:
    """The points that `melds.whole_hand` lets stand."""
    column = close.columns.everywhere
    for rule in close.filters:
        column &= close.columns.of(rule.expr)
    column |= close.exempt
    return tuple(point for point in points if column >> point & 1)


def worth(point: Point) -> tuple[int, int, int]:
    """What the referee compares of arrangements of a seat that did not close, the smallest the best (x.6)."""
    return (point.deadwood, -point.melded, point.runs + point.sets)
