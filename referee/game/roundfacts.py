"""The facts that rules read once a round has been closed: in the lay-off, in what is written, in the standing.

One class serves all those slots; who fills it sets exactly the groups its slot sees, so that a rule can never read
what it should not (reading what was not set is an error here, and a name of no group is none the compiler lets pass).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from referee.cards import Card
from referee.game.factgroups import (
    ArrangementGroup,
    CardGroup,
    CloserGroup,
    MeldGroup,
    PotGroup,
    ResultGroup,
    RoundGroup,
    SeatGroup,
    StandingGroup,
    WrittenGroup,
    slots_of,
)
from referee.game.facts import ARRANGEMENT, ROUND, SEAT, WholeHandFacts
from referee.game.meld import Meld
from referee.game.result import Course, RoundResult
from referee.game.state import Standing
from referee.table import Table
from referee.table.draft import MeldRecord

RESULT = slots_of(ResultGroup)
STANDING = slots_of(StandingGroup)
_ROUND, _SEAT, _RESULT = frozenset(ROUND), frozenset(SEAT), frozenset(RESULT)
_ALONE = (CardGroup, MeldGroup, CloserGroup, ResultGroup, WrittenGroup, StandingGroup, PotGroup)


class RoundFacts(
    WholeHandFacts,
    RoundGroup,
    SeatGroup,
    CardGroup,
    MeldGroup,
    CloserGroup,
    ResultGroup,
    WrittenGroup,
    StandingGroup,
    PotGroup,
):
    """All facts of the slots `lay_off`, `written`, `game`, `re_entry` and `stakes`."""

    __slots__ = (*ROUND, *SEAT, *slots_of(*_ALONE))


def set_round(
    facts: RoundGroup,
    table: Table,
    course: Course,
    seat: int,
    hand: Iterable[Card],
    *,
    reads: Collection[str] = ROUND,
) -> None:
    """Fill the group `round` for a seat. `hand` are all cards it holds, the closing card among them.

    `reads` as for `set_arrangement`.
    """
    if _ROUND.isdisjoint(reads):
        return
    facts.laps = course.laps
    facts.turns = course.turns[seat]
    if "hand" in reads:
        facts.hand = [table.kind(card) for card in hand]
    facts.faulty = seat in course.faulty
    facts.stock_cards = course.stock_cards
    facts.reshuffles = course.reshuffles


def set_seat(
    facts: SeatGroup, standing: Standing, seat: int, *, eldest: int, rounds: int, reads: Collection[str] = SEAT
) -> None:
    """Fill the group `seat`; `rounds` counts the one in question too. `reads` as for `set_arrangement`."""
    if _SEAT.isdisjoint(reads):
        return
    facts.total = standing.totals[seat]
    facts.gained = standing.gained[seat]
    facts.lost = standing.lost[seat]
    facts.is_eldest = seat == eldest
    facts.re_entries = standing.re_entries[seat]
    facts.rounds = rounds
    facts.seats_in = standing.out_since.count(None)


def set_arrangement(
    facts: ArrangementGroup,
    table: Table,
    hand: Iterable[Card],
    melds: Sequence[Meld],
    loose: Sequence[Card],
    *,
    reads: Collection[str] = ARRANGEMENT,
) -> None:
    """Fill the group `arrangement`: own melds, and the cards that are loose (after lay-offs, where those are over).

    `reads` are the facts that will be read: the others need not be filled.
    """
    if "melds" in reads:
        facts.melds = [MeldRecord.of(table.rule_set.enums, meld.signature, own=True) for meld in melds]
    if "loose" in reads:
        facts.loose = [table.kind(card) for card in loose]
    if "hand_points" in reads:
        facts.hand_points = points_of(table, hand)
    if "deadwood" in reads:
        facts.deadwood = points_of(table, loose)
    if "wilds" in reads:
        facts.wilds = sum([meld.wilds for meld in melds])
    if "melded" in reads:
        facts.melded = sum([len(meld.cards) for meld in melds])
    if "runs" in reads or "sets" in reads:
        facts.runs = sum([meld.kind == "run" for meld in melds])
        facts.sets = len(melds) - facts.runs


def set_result(
    facts: ResultGroup,
    table: Table,
    result: RoundResult,
    outcome: str,
    seat: int,
    *,
    reads: Collection[str] = RESULT,
) -> None:
    """Fill the group `result`; `reads` as for `set_arrangement`."""
    if _RESULT.isdisjoint(reads):
        return
    set_outcome(facts, table, outcome, closer=result.closer, first=result.first, seat=seat, reads=reads)


def set_outcome(
    facts: ResultGroup,
    table: Table,
    outcome: str,
    *,
    closer: int | None,
    first: int,
    seat: int,
    reads: Collection[str] = RESULT,
) -> None:
    """Fill the group `result` from its parts; `first` is the closer, or in an unclosed round the eldest."""
    if "outcome" in reads:
        facts.outcome = table.rule_set.enums["outcome"].index(outcome)
    facts.is_closer = seat == closer
    facts.after_closer = (seat - first) % table.seats


def points_of(table: Table, cards: Iterable[Card]) -> int:
    """What cards count when they are loose."""
    return sum([table.points[card.index] for card in cards])
