"""The facts that conditions read, group by group as the vocabulary has them: the one place that says what each is.

The classes have annotations only. Who answers questions of a slot makes a class of the groups that the slot sees, with
`slots_of` for its `__slots__`; a test holds the annotations to the vocabulary's types. Quantities are whole numbers in
the unit the vocabulary gives, members of enumerations the indices that compiled expressions use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.frozen import quick
from referee.table import Kind
from referee.table.draft import MeldRecord

NO_STORE: Final[tuple[str, ...]] = ()
"""The slots of a group: only a class made of groups has room for their facts, for two with room cannot be joined."""


@quick
@dataclass(frozen=True, slots=True)
class SeatRecord:
    """The record `seat` as conditions see it."""

    deadwood: int
    hand_points: int
    melded: int
    total: int


class RoundGroup:
    """The round being played, and what the seat in question has done in it."""

    __slots__ = NO_STORE

    laps: int
    turns: int
    hand: Sequence[Kind]
    faulty: bool
    stock_cards: int
    reshuffles: int


class SeatGroup:
    """The seat in question, in the game."""

    __slots__ = NO_STORE

    total: int
    gained: int
    lost: int
    is_eldest: bool
    re_entries: int
    rounds: int
    seats_in: int


class ArrangementGroup:
    """A hand as it is arranged. Members of `melds` and `loose` are None where only their number is asked for."""

    __slots__ = NO_STORE

    melds: Sequence[MeldRecord | None]
    loose: Sequence[Kind | None]
    melded: int
    deadwood: int
    hand_points: int
    runs: int
    sets: int
    wilds: int


class CardGroup:
    """The card the rule is about."""

    __slots__ = NO_STORE

    card: Kind


class MeldGroup:
    """The meld the rule is about."""

    __slots__ = NO_STORE

    meld: MeldRecord


class OthersGroup:
    """The other seats, as the closer sees them."""

    __slots__ = NO_STORE

    others: Sequence[SeatRecord]


class CloserGroup:
    """The closer, as the others see it."""

    __slots__ = NO_STORE

    closer: SeatRecord


class ResultGroup:
    """How the round ended."""

    __slots__ = NO_STORE

    outcome: int
    is_closer: bool
    after_closer: int


class WrittenGroup:
    """What the seat wrote."""

    __slots__ = NO_STORE

    written: int


class PotGroup:
    """The common stake."""

    __slots__ = NO_STORE

    pot: int


class StandingGroup:
    """How the seats stand when the round has been added up."""

    __slots__ = NO_STORE

    out: bool
    rounds_out: int
    highest_in: int
    second_highest_in: int


def slots_of(*groups: type) -> tuple[str, ...]:
    """The names of some groups."""
    return tuple(name for group in groups for name in group.__annotations__)
