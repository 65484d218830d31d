"""A block of rules that is judged on moments: the first dimension are its groups, all others its courses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.workshop.leafvalues import Columns
from referee.workshop.proof.block import Block, Group, What
from referee.workshop.proof.moments import Moments


def moment_block(
    name: str, what: What, moments: Moments, groups: Sequence[Group], points: int | None = None, **more: Any
) -> Block:
    """The block called `name`; `more` are its conditions or cases, and what else is other than usual.

    `points` are those of all groups together, if not one of each.
    """
    points = len(groups) if points is None else points
    usual: dict[str, Any] = {
        "conditions": (),
        "cases": (),
        "moment": lambda course: moments.told_of(moments.places(course * points), 1),
        "space": moments.space,
    }
    return Block(
        name=name,
        what=what,
        points=points,
        courses=moments.number // points,
        groups=tuple(groups),
        columns=Columns(moments.number, moments.column, moments.table.definitions),
        exact=moments.exact,
        facts=lambda course, point: moments.facts(course * points + point),
        **{**usual, **more},
    )
