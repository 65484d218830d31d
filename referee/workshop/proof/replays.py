"""Witnesses about seats and turns, put to the referee, which must say of them what the proof says.

A seat's hand is priced after a round that was closed as the witness says (`game.price`); a turn is played
(`game.checks`). None where a witness is no single hand, or where no state of a game has its facts together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from referee.cards import Card
from referee.game.actions import Discard, TakeUpcard
from referee.game.close import judge_close
from referee.game.facts import GIVABLE
from referee.game.gamestate import GameState
from referee.game.legal import fault as fault_of
from referee.game.price import price
from referee.game.result import UNCLOSED, Course, RoundResult, SeatResult
from referee.game.solve import best_arrangement
from referee.game.state import Hand, Phase, RoundState, Standing
from referee.table import Kind, Table
from referee.workshop.proof.block import Block, Group
from referee.workshop.proof.claims import Witness
from referee.workshop.proof.lying import Lying, Lyings
from referee.workshop.proof.seatblocks import BY_OTHERS, worth
from referee.workshop.proof.tableblocks import TableBlocks


class Replays:
    """Replays at one table. The closes before are looked up once."""

    def __init__(self, made: TableBlocks) -> None:
        self._made = made
        self._lyings = Lyings(made)
        self._closes: dict[_Closer, _Close | None] = {}

    def agrees(self, block: Block, witness: Witness) -> bool | None:
        """Whether the referee says of a witness what the block says; None where it cannot be put to it."""
        group, course = block.groups[witness[0]], witness[1]
        facts = block.facts(course, group.points[0])
        if block.what == "seat":
            return self._priced(block, witness, facts)
        if block.what == "turn":
            return _played(self._made.rules.table, block, witness, facts)
        return None

    def _priced(self, block: Block, witness: Witness, facts: SimpleNamespace) -> bool | None:
        """The case by which the referee prices the hand, and what it comes to."""
        table, group = self._made.rules.table, block.groups[witness[0]]
        expected = block.outcome(group, witness[1], block.judged)
        close = self._close(facts) if block.name == BY_OTHERS else _UNCLOSED
        if expected is None or close is None:
            return None
        lying = self.lying(group)
        if lying is None:
            return None
        seat = getattr(facts, "after_closer", 1) % table.seats
        mine = lying.seat(seat)
        sheet = price(table, _result(table, facts, mine, close), _standing(table, facts, seat))
        line = sheet.of(seat)
        if line is None or sheet.outcome != close.outcome:
            return None
        (points,) = expected.effect
        same = not isinstance(points, int) or line.points == points or len(expected.points) > 1
        return same and line.key in {block.cases[case].name for case in expected.cases}

    def lying(self, group: Group) -> Lying | None:
        """The hand of a group as it lies; None where no such hand was found."""
        if group.lies is not None:
            return self._lyings.of(group)
        if not group.cards:
            return None
        best = best_arrangement(self._made.rules.table, group.cards)
        return Lying(group.cards, best.melds, best.loose)

    def _close(self, facts: SimpleNamespace) -> _Close | None:
        """The smallest hand that closes as the facts say, in the usual course; None if there is none."""
        if not self._closes:
            self._look()
        outcome, closer = getattr(facts, "outcome", None), getattr(facts, "closer", None)
        record = None if closer is None else (closer.deadwood, closer.melded, closer.hand_points)
        return self._closes.get((outcome, record))

    def _look(self) -> None:
        """One close of every kind."""
        made, close = self._made, self._made.blocks["close", "hand"]
        table, enum = made.rules.table, made.rules.table.rule_set.enums["outcome"]
        for number, kind in enumerate(made.kinds.kinds):
            out = close.outcome(close.groups[number], 0, close.judged)
            if out is None or out.effect[0]:
                continue
            at = min((made.kinds.points[point] for point in out.points), key=worth)
            outcome, record = enum.index(close.cases[out.case].name), (at.deadwood, at.melded, at.hand_points)
            new = [key for key in _keys(outcome, record) if key not in self._closes]
            if new:
                verdict = judge_close(table, kind.smallest)
                shown = verdict.arrangement
                found = _Close(str(verdict.outcome), SeatResult(0, kind.smallest, shown.melds, (), shown.loose))
                self._closes.update(dict.fromkeys(new, found if verdict.legal else None))


_Record = tuple[int, int, int]
"""The loose points of a closer, its melded cards and the points of all."""

_Closer = tuple[int | None, _Record | None]
"""The outcome of a close and what the closer holds; None where it does not matter."""


@dataclass(frozen=True, slots=True)
class _Close:
    """A close before others write: its outcome, and what became of the closer (None: nobody closed)."""

    outcome: str
    closer: SeatResult | None


_UNCLOSED = _Close(UNCLOSED, None)


def _keys(outcome: int, record: _Record) -> tuple[_Closer, ...]:
    return ((outcome, record), (outcome, None), (None, record), (None, None))


def _result(table: Table, facts: SimpleNamespace, mine: SeatResult, close: _Close) -> RoundResult:
    given = _given(facts)
    eldest = mine.seat if given["is_eldest"] else (mine.seat + 1) % table.seats
    course = Course(
        eldest=eldest,
        laps=int(given["laps"]),
        turns=(int(given["turns"]),) * table.seats,
        faulty=frozenset({mine.seat}) if given["faulty"] else frozenset(),
        stock_cards=int(given["stock_cards"]),
        reshuffles=int(given["reshuffles"]),
    )
    if close.closer is None:
        return RoundResult(course, None, UNCLOSED, None, (), (mine,), ())
    return RoundResult(course, 0, close.outcome, None, close.closer.melds, (close.closer, mine), ())


def _given(facts: SimpleNamespace) -> dict[str, Any]:
    return {name: getattr(facts, name, usual) for name, usual in GIVABLE.items()}


def _standing(table: Table, facts: SimpleNamespace, seat: int) -> Standing:
    given, seats = _given(facts), table.seats

    def of(name: str) -> tuple[int, ...]:
        return tuple(int(given[name]) if each == seat else 0 for each in range(seats))

    totals = list(of("total"))
    if hasattr(facts, "closer") and facts.closer is not None:
        totals[0] = facts.closer.total
    still = int(given["seats_in"]) or seats
    since = tuple(None if (each - seat) % seats < still else 1 for each in range(seats))
    return Standing(
        tuple(totals), of("gained"), of("lost"), since, of("re_entries"), (0,) * seats, 0, int(given["rounds"]) - 1, 0
    )


# -- a turn ----------------------------------------------------------------------------------------------------------


def _played(table: Table, block: Block, witness: Witness, facts: SimpleNamespace) -> bool | None:
    """Whether the card may be taken, or thrown; None where the conditions ask for what such a state has not."""
    if hasattr(facts, "can_close"):
        return None
    state = _state(table, block.name == "turn.may_take", facts)
    if state is None:
        return None
    card = Card(facts.card.index)
    fault = fault_of(table, state, TakeUpcard(0) if block.name == "turn.may_take" else Discard(0, card))
    if fault is not None and not any(one.slot.startswith(block.name) for one in fault.failures):
        return None
    (point,) = block.groups[witness[0]].points
    at = witness[1] * block.points + point
    return (fault is None) == bool(block.judged.passes >> at & 1)


def _state(table: Table, takes: bool, facts: SimpleNamespace) -> GameState | None:
    """Seat 0 on turn with these cards, everybody else with others; None if the cards or the turns do not allow it."""
    given, seats, size = _given(facts), table.seats, table.hand_size
    held = [Card(kind.index) for kind in facts.hand]
    upcard = [Card(facts.card.index)] if takes else []
    rest = [Card(kind.index) for kind in table.pack.kinds for _ in range(_left(kind, [*held, *upcard]))]
    others, stock = rest[: size * (seats - 1)], rest[size * (seats - 1) :]
    many = int(given["stock_cards"])
    if many > len(stock) or int(given["laps"]) > int(given["turns"]) or given["faulty"]:
        return None
    hands = [Hand(tuple(held)), *(Hand(tuple(others[at : at + size])) for at in range(0, len(others), size))]
    pile = [*stock[many:], *upcard]
    play = RoundState(
        phase=Phase.DRAW if takes else Phase.DISCARD,
        seat=0,
        eldest=0 if given["is_eldest"] else 1,
        hands=tuple(hands),
        stock=tuple(stock[:many]),
        pile=tuple(pile),
        thrown_by=tuple(0 if facts.card.own else 1 for _ in pile),
        turns=(int(given["turns"]), *((int(given["laps"]),) * (seats - 1))),
        faulty=(0,) * seats,
        reshuffles=int(given["reshuffles"]),
    )
    if facts.card.taken:
        twin = held.count(Card(facts.card.index)) > 1
        if twin:
            return None
        play = replace(play, taken=Card(facts.card.index), taken_own=facts.card.own)
    standing = replace(_standing(table, facts, 0), eldest=play.eldest)
    return GameState(play.phase, standing, play)


def _left(kind: Kind, used: list[Card]) -> int:
    return kind.count - sum(card.index == kind.index for card in used)
