"""What compiled conditions read: one object a question, with the vocabulary's names as attributes.

There is one class for each kind of slot; a test compares their attributes with the groups that the vocabulary says the
slot sees. Table facts (`seats`, `hand_size`) are constants of compiled expressions and stand in none of them.
The objects are filled and filled again while arrangements are tried: nobody may keep one but its maker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.game.candidates import Candidate
from referee.game.groups import RUNS_AT, SETS_AT, WILDS_AT, signature_of
from referee.game.space import Space, tag
from referee.table import Kind, Table
from referee.table.draft import MeldRecord
from referee.table.pack import JOKER_RANK, NO_SUIT

ROUND = ("laps", "turns", "hand", "faulty", "stock_cards", "reshuffles")
SEAT = ("total", "gained", "lost", "is_eldest", "re_entries", "rounds", "seats_in")
ARRANGEMENT = ("melds", "loose", "melded", "deadwood", "hand_points", "runs", "sets", "wilds")

GIVABLE: Mapping[str, int | bool] = {
    "laps": 1,
    "turns": 1,
    "faulty": False,
    "stock_cards": 0,
    "reshuffles": 0,
    "total": 0,
    "gained": 0,
    "lost": 0,
    "is_eldest": False,
    "re_entries": 0,
    "rounds": 0,
    "seats_in": 0,
}
"""The facts a question may give, and what they are if it does not."""

VARYING = frozenset(ARRANGEMENT) - {"hand_points"}
"""The facts that differ from one arrangement of the same cards to the next."""

HIDDEN = frozenset({"card", "hand", "can_close"})
"""The facts that nobody knows while only the cards kept at a close are known."""

UNKNOWN_CARD = Kind(-1, "?", NO_SUIT, JOKER_RANK, 0, 0, joker=False, count=0)
"""Stands for the closing card where only the cards kept are known; nothing is ever judged by it."""


class WholeHandFacts:
    """The facts of `melds.whole_hand`: an arrangement."""

    __slots__ = ARRANGEMENT

    melds: Sequence[MeldRecord | None]
    loose: Sequence[Kind | None]
    melded: int
    deadwood: int
    hand_points: int
    runs: int
    sets: int
    wilds: int


class CloseFacts:
    """The facts of `close.may_close` and of the outcomes: a round, a seat, an arrangement and the closing card."""

    __slots__ = (*ROUND, *SEAT, *ARRANGEMENT, "card", "others")

    laps: int
    turns: int
    hand: Sequence[Kind]
    faulty: bool
    stock_cards: int
    reshuffles: int
    total: int
    gained: int
    lost: int
    is_eldest: bool
    re_entries: int
    rounds: int
    seats_in: int
    melds: Sequence[MeldRecord | None]
    loose: Sequence[Kind | None]
    melded: int
    deadwood: int
    hand_points: int
    runs: int
    sets: int
    wilds: int
    card: Kind
    others: Sequence[Any]

    def __init__(self, given: Mapping[str, int | bool]) -> None:
        for name, value in GIVABLE.items():
            setattr(self, name, given.get(name, value))
        unknown = [name for name in given if name not in GIVABLE]
        if unknown:
            raise ValueError(f"`{unknown[0]}` is no fact that can be given")
        self.others = ()


class Arranger:
    """Fills the facts of the group `arrangement` from profiles of one hand.

    `opens` says of which collections the members are looked at (`loose`, `melds`); of the others only the number of
    members is right.
    """

    __slots__ = ("_cards", "_enums", "_kinds", "_loose", "_melds", "_points", "_records", "space")

    def __init__(self, table: Table, space: Space, opens: Collection[str]) -> None:
        self.space = space
        self._kinds = table.pack.kinds
        self._cards = sum(space.counts.values())
        self._points = sum(table.points[kind] * times for kind, times in space.counts.items())
        self._loose = "loose" in opens
        self._melds = "melds" in opens
        self._enums = table.rule_set.enums
        self._records = {signature: MeldRecord.of(self._enums, signature, own=True) for signature in space.signatures}

    def fill(self, facts: CloseFacts | WholeHandFacts, profile: int) -> None:
        """Make `facts` those of an arrangement with this profile."""
        space = self.space
        facts.runs, facts.sets = tag(profile, RUNS_AT), tag(profile, SETS_AT)
        facts.wilds = tag(profile, WILDS_AT)
        facts.melded = space.melded_cards(profile)
        facts.hand_points = self._points
        facts.deadwood = self._points - space.melded_points(profile)
        if self._loose:
            facts.loose = [self._kinds[kind] for kind in space.loose(profile)]
        else:
            facts.loose = range(self._cards - facts.melded)  # type: ignore[assignment]
        if self._melds:
            facts.melds = [self._records[signature] for signature in space.melds(profile)]
        else:
            facts.melds = range(facts.runs + facts.sets)  # type: ignore[assignment]

    def show(self, facts: CloseFacts | WholeHandFacts, melds: Sequence[Candidate]) -> None:
        """Put the loose cards and the melds of one arrangement themselves into `facts`."""
        left = Counter(self.space.counts)
        for one in melds:
            left.subtract(one.cards)
        facts.loose = [self._kinds[kind] for kind in sorted(left.elements())]
        facts.melds = [MeldRecord.of(self._enums, signature_of(one), own=True) for one in melds]
