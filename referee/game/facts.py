"""What compiled conditions read: one object a question, with the vocabulary's names as attributes.

There is one class for each kind of slot, made of the groups that the vocabulary says the slot sees (`factgroups`).
Table facts (`seats`, `hand_size`) are constants of compiled expressions and stand in none of them.
The objects are filled and filled again while arrangements are tried: nobody may keep one but its maker.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.cards import Card
from referee.game.candidates import Candidate
from referee.game.factgroups import ArrangementGroup, CardGroup, OthersGroup, RoundGroup, SeatGroup, slots_of
from referee.game.readings import RUNS_AT, SETS_AT, WILDS_AT, signature_of
from referee.game.space import Space, tag
from referee.table import Kind, Table
from referee.table.draft import MeldRecord
from referee.table.melds import SET
from referee.table.pack import JOKER_RANK, NO_SUIT

ROUND = slots_of(RoundGroup)
SEAT = slots_of(SeatGroup)
ARRANGEMENT = slots_of(ArrangementGroup)

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


class WholeHandFacts(ArrangementGroup):
    """The facts of `melds.whole_hand`: an arrangement."""

    __slots__ = ARRANGEMENT


class CloseFacts(RoundGroup, SeatGroup, ArrangementGroup, CardGroup, OthersGroup):
    """The facts of `close.may_close` and of the outcomes: a round, a seat, an arrangement and the closing card.

    Those of the round and of the seat are what is `given`, by name; with None whoever made the object fills them in.
    """

    __slots__ = (*ROUND, *SEAT, *ARRANGEMENT, *slots_of(CardGroup, OthersGroup))

    def __init__(self, given: Mapping[str, int | bool] | None) -> None:
        self.others = ()
        if given is None:
            return
        facts = {**GIVABLE, **given}
        if len(facts) > len(GIVABLE):
            unknown = next(name for name in given if name not in GIVABLE)
            raise ValueError(f"`{unknown}` is no fact that can be given")
        for name, fact in facts.items():
            setattr(self, name, fact)


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
        self._points = sum([table.points[kind] * times for kind, times in space.counts.items()])
        self._loose = "loose" in opens
        self._melds = "melds" in opens
        self._enums = table.rule_set.enums
        self._records = {signature: MeldRecord.of(self._enums, signature, own=True) for signature in space.signatures}

    def fill(self, facts: ArrangementGroup, profile: int) -> None:
        """Make `facts` those of an arrangement with this profile."""
        space = self.space
        facts.runs = runs = tag(profile, RUNS_AT)
        facts.sets = sets = tag(profile, SETS_AT)
        facts.wilds = tag(profile, WILDS_AT)
        facts.melded = melded = space.melded_cards(profile)
        facts.hand_points = self._points
        facts.deadwood = self._points - space.melded_points(profile)
        if self._loose:
            facts.loose = [self._kinds[kind] for kind in space.loose(profile)]
        else:
            facts.loose = (None,) * (self._cards - melded)
        if self._melds:
            facts.melds = [self._records[signature] for signature in space.melds(profile)]
        else:
            facts.melds = (None,) * (runs + sets)


def show(
    table: Table, facts: ArrangementGroup, melds: Sequence[Candidate], loose: Sequence[Card], deadwood: int
) -> None:
    """Make `facts` those of one arrangement, with its melds and its loose cards (in pack order) themselves.

    What does not vary (`hand_points`) is there already.
    """
    kinds, enums = table.pack.kinds, table.rule_set.enums
    facts.loose, facts.deadwood = [kinds[card.index] for card in loose], deadwood
    facts.melds = [MeldRecord.of(enums, signature_of(one), own=True) for one in melds]
    facts.sets = sum([one.kind == SET for one in melds])
    facts.runs = len(melds) - facts.sets
    facts.wilds = sum([one.wilds for one in melds])
    facts.melded = sum([len(one.cards) for one in melds])
