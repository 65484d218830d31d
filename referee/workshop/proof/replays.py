"""Witnesses put to the referee, which must say of them what the proof says.

A seat's hand is priced after a round that was closed as the witness says (`game.price`), as it lies in the end; a turn
is played (`turnreplays`), a card laid off (`layreplays`), a round added up (`gamereplays`). None where no hand and no
state of a game have the facts of a witness together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace

from referee.cards import Card
from referee.game.close import judge_close
from referee.game.facts import GIVABLE
from referee.game.price import SheetLine, price
from referee.game.result import UNCLOSED, RoundResult, SeatResult
from referee.game.solve import best_arrangement
from referee.table import Table
from referee.workshop.proof.block import Block, Effect, Group
from referee.workshop.proof.claims import Witness
from referee.workshop.proof.closereplays import close_agrees
from referee.workshop.proof.closerules import BY_OTHERS
from referee.workshop.proof.forms import forms
from referee.workshop.proof.gamereplays import judged_moment
from referee.workshop.proof.layreplays import LayReplays
from referee.workshop.proof.lying import Lying, Lyings
from referee.workshop.proof.replaystates import course_of, standing_of
from referee.workshop.proof.standings import standing, worth
from referee.workshop.proof.tableblocks import TableBlocks
from referee.workshop.proof.turnreplays import TurnReplays


class Replays:
    """Replays at one table. The closes before are looked up once."""

    def __init__(self, made: TableBlocks) -> None:
        self._made = made
        self._lyings = Lyings(made.rules, made.kinds)
        self._lays = LayReplays(made.rules.table, self._lyings)
        self._turns = TurnReplays(made)
        self._closes: dict[_Closer, _Close | None] = {}

    def agrees(self, block: Block, witness: Witness) -> bool | None:
        """Whether the referee says of a witness what the block says; None where it cannot be put to it."""
        group, course = block.groups[witness[0]], witness[1]
        facts = block.facts(course, group.points[0])
        if block.what == "hand":
            return close_agrees(self._made, witness)
        if block.what in {"card", "meld"}:
            return self._as_bound(block, witness)
        if block.what == "seat":
            return self._priced(block, witness, facts)
        if block.what == "turn" or block.name in {"turn.may_take", "turn.may_discard"}:
            return self._turns.agrees(block, witness, facts)
        if block.what == "laid":
            return self._lays.agrees(block, witness, facts)
        if block.name == "close" and block.what == "course":
            return self._let_through(block, witness, facts)
        if block.what == "course":
            return judged_moment(self._made.rules.table, block, witness, facts)
        return None

    def _as_bound(self, block: Block, witness: Witness) -> bool:
        """Whether the table counts a card as the block says, or allows a form of meld."""
        table, number = self._made.rules.table, block.groups[witness[0]].points[0]
        out = block.outcome(block.groups[witness[0]], witness[1], block.judged)
        if block.what == "meld":
            return (forms(table)[number] in table.meld_rules.allowed) == (out is not None)
        kind = [kind for kind in table.pack.kinds if kind.count][number]
        return out is not None and out.effect == (table.points[kind.index],)

    def _let_through(self, block: Block, witness: Witness, facts: SimpleNamespace) -> bool | None:
        """Whether the conditions of a close that have nothing to do with the cards kept let any hand through."""
        made, card = self._made, facts.card
        hand, closing = made.kinds.kinds[0].smallest, None if card.index < 0 else Card(card.index)
        if closing is not None and (card.own or hand.count(closing) >= card.count):
            return None
        given = {name: getattr(facts, name) for name in GIVABLE}
        verdict = judge_close(
            made.rules.table, hand, given=given, closing=closing, taken=closing if card.taken else None
        )
        paths = {rule.path for rule in block.conditions}
        through = not any(f"close.may_close.{one.key}" in paths for one in verdict.failures)
        return through == bool(block.judged.passes >> block.groups[witness[0]].points[0] & 1)

    def shown(self, block: Block, witness: Witness) -> str | None:
        """A witness with the hand as it lies, where the block knows less of it; None if there is no such hand."""
        group, table = block.groups[witness[0]], self._made.rules.table
        facts, found = block.facts(witness[1], group.points[0]), None
        if block.what == "laid":
            laying = self._lays.laying(block, witness, facts)
            found = None if laying is None else laying.told(table)
        elif block.what == "turn":
            found = self._turns.shown(block, facts)
        elif group.lies:
            lying = self.lying(group)
            found = None if lying is None else lying.told(table)
        if found is None:
            return None
        moment = "" if block.what == "laid" else block.moment(witness[1])
        return ", ".join(each for each in (found, group.besides, moment) if each)

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
        line = _line(table, facts, close, lying)
        if line is None:
            return None
        (points,) = expected.effect
        same = not isinstance(points, int) or line.points == points or len(expected.points) > 1
        if not same or line.key not in {block.cases[case].name for case in expected.cases}:
            return False
        return len(group.points) == 1 or self._every_way(block, witness, facts, close)

    def _every_way(self, block: Block, witness: Witness, facts: SimpleNamespace, close: _Close) -> bool:
        """Whether the arrangements that are worth the same come to what the block says of them, each by itself."""
        table, made, group = self._made.rules.table, self._made, block.groups[witness[0]]
        alone = (block.outcome(replace(group, points=(at,)), witness[1], block.judged) for at in group.points)
        expected = {(block.cases[one.case].name, one.effect) for one in alone if one is not None}
        known = next(kind.points for kind in made.kinds.kinds if kind.smallest == group.cards)
        stands = {made.kinds.points[at] for at in standing(made.blocks["close", "hand"], known)}
        ways = [(worth(point), lying) for point, lying in self._lyings.arranged(group.cards) if point in stands]
        least = min(worth for worth, _ in ways)
        found = set[tuple[str, Effect]]()
        for each, lying in ways:
            line = _line(table, facts, close, lying) if each == least else None
            if line is not None:
                case = next(at for at, one in enumerate(block.cases) if one.name == line.key)
                said = block.effect_of(case, witness[1], group.points[0])
                found.add((line.key, (line.points,) if isinstance(said[0], int) else said))
        return found == expected

    def lying(self, group: Group) -> Lying | None:
        """The hand of a group as it lies; None where no such hand was found."""
        if group.lies:
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


def _line(table: Table, facts: SimpleNamespace, close: _Close, lying: Lying) -> SheetLine | None:
    """What a seat writes whose hand lies so; None where it does not write, or the round was not closed so."""
    seat = getattr(facts, "after_closer", 1) % table.seats
    sheet = price(table, _result(table, facts, lying.seat(seat), close), standing_of(table, facts, seat))
    return sheet.of(seat) if sheet.outcome == close.outcome else None


def _result(table: Table, facts: SimpleNamespace, mine: SeatResult, close: _Close) -> RoundResult:
    course = course_of(table, facts, mine.seat)
    if close.closer is None:
        return RoundResult(course, None, UNCLOSED, None, (), (mine,), ())
    return RoundResult(course, 0, close.outcome, None, close.closer.melds, (close.closer, mine), ())
