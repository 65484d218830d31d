"""What rules see of an arrangement of a hand: its point."""

from __future__ import annotations

from typing import NamedTuple

from referee.lang.compile import Value


class Point(NamedTuple):
    """What rules see of an arrangement. `hand_points` is 0 where no rule asks; `looked` answers `CloseRules.looked`."""

    deadwood: int
    melded: int
    hand_points: int
    runs: int
    sets: int
    wilds: int
    looked: tuple[Value | tuple[Value, ...], ...] = ()
