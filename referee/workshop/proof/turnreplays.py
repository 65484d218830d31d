"""Witnesses about turns, played on the referee: may the upcard be taken, may a card be thrown.

Where a rule asks whether the seat could close (`can_close`), the cheapest hand that rules see so need not be one that
can; then another that they see alike is looked for among the hands of the close.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace

from referee.cards import Card
from referee.game.actions import Discard, TakeUpcard
from referee.game.checks import can_close
from referee.game.facts import UNKNOWN_CARD
from referee.game.gamestate import GameState
from referee.game.legal import fault as fault_of
from referee.game.state import Hand, Phase, RoundState
from referee.table import Kind, Table
from referee.workshop.leafvalues import leaves
from referee.workshop.proof.block import Block
from referee.workshop.proof.claims import Witness
from referee.workshop.proof.replaystates import given_of, standing_of
from referee.workshop.proof.tableblocks import TableBlocks

_MOST_TRIED = 400


class TurnReplays:
    """Turns at one table."""

    def __init__(self, made: TableBlocks) -> None:
        self._made, self._table = made, made.rules.table

    def agrees(self, block: Block, witness: Witness, facts: SimpleNamespace) -> bool | None:
        """Whether the card may be taken, or thrown, as the block says; None where no state of a game has the facts."""
        found = self.state(block, facts)
        if found is None:
            return None
        state, card = found
        takes = block.name == "turn.may_take"
        fault = fault_of(self._table, state, TakeUpcard(0) if takes else Discard(0, card))
        if fault is not None and not any(one.slot.startswith(block.name) for one in fault.failures):
            return None
        (point,) = block.groups[witness[0]].points
        return (fault is None) == bool(block.judged.passes >> witness[1] * block.points + point & 1)

    def state(self, block: Block, facts: SimpleNamespace) -> tuple[GameState, Card] | None:
        """A state with seat 0 on turn that has these facts, and the card in question."""
        takes = block.name == "turn.may_take"
        for each in islice(self._alike(block, facts), _MOST_TRIED):
            state = _state(self._table, takes, each)
            if state is not None and getattr(facts, "can_close", None) in {None, can_close(self._table, state)}:
                return state, Card(each.card.index)
        return None

    def shown(self, block: Block, facts: SimpleNamespace) -> str | None:
        """The hand and the card of such a state, in words; None if there is none."""
        found = self.state(block, facts)
        if found is None:
            return None
        card, play = found[1], found[0].round
        assert play is not None
        hand = play.hands[0]
        assert hand is not None
        own = ", thrown by the seat itself" if facts.card.own else ""
        said = f", and the upcard {self._table.write(card)}{own}"
        if block.name != "turn.may_take":
            said = f", to throw {self._table.write(card)}{', just taken' if facts.card.taken else ''}"
        return f"{' '.join(map(self._table.write, hand.known))}{said}"

    def _alike(self, block: Block, facts: SimpleNamespace) -> Iterator[SimpleNamespace]:
        """These facts, and where it matters whether a seat can close those of other hands that rules see alike.

        Where rules ask nothing of the hand, any hand will do.
        """
        takes = block.name == "turn.may_take"
        if not hasattr(facts, "hand"):
            for hand, card in self._hands(takes=takes):
                if facts.card.index in {UNKNOWN_CARD.index, card.index}:
                    flagged = replace(card, taken=facts.card.taken, own=facts.card.own)
                    yield SimpleNamespace(**{**facts.__dict__, "hand": hand, "card": flagged})
            return
        yield facts
        if not hasattr(facts, "can_close"):
            return
        named = self._table.definitions
        parts = [self._table.binder.compile(part) for one in block.conditions for part in leaves(one.expr, named)]
        answers = [part.call(facts) for part in parts]
        for hand, card in self._hands(takes=takes):
            flagged = replace(card, taken=facts.card.taken, own=facts.card.own)
            other = SimpleNamespace(**{**facts.__dict__, "hand": hand, "card": flagged})
            if [part.call(other) for part in parts] == answers:
                yield other

    def _hands(self, *, takes: bool) -> Iterator[tuple[tuple[Kind, ...], Kind]]:
        """The smallest hand of every kind with a card more, and every card that may be in question."""
        kinds = self._table.pack.kinds
        for kind in self._made.kinds.kinds:
            held = [kinds[card.index] for card in kind.smallest]
            for more in kinds:
                if held.count(more) >= more.count:
                    continue
                if takes:
                    yield tuple(held), more
                    continue
                hand = tuple(sorted([*held, more], key=lambda one: one.index))
                yield from ((hand, card) for card in dict.fromkeys(hand))


def _state(table: Table, takes: bool, facts: SimpleNamespace) -> GameState | None:
    """Seat 0 on turn with these cards, everybody else with others; None if the cards or the turns do not allow it."""
    given, seats, size = given_of(facts), table.seats, table.hand_size
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
    standing = replace(standing_of(table, facts, 0), eldest=play.eldest)
    return GameState(play.phase, standing, play)


def _left(kind: Kind, used: list[Card]) -> int:
    return kind.count - sum(card.index == kind.index for card in used)
