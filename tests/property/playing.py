"""Random play for the tests: whole rounds of random legal actions, watched at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from referee.game.actions import (
    Action,
    Close,
    Deal,
    Decline,
    Discard,
    DrawStock,
    Incident,
    IncidentKind,
    Pass,
    Reenter,
    Reshuffle,
    TakeUpcard,
)
from referee.game.effects import carried_out
from referee.game.flow import counted, deal_from, full_pack, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, legal_actions
from referee.game.state import Phase
from referee.table import Table


def shuffled_deal(table: Table, state: GameState, chance: Random) -> Deal:
    order = list(full_pack(table))
    chance.shuffle(order)
    return deal_from(table, state.standing, order)


def filled(table: Table, state: GameState, action: Action, chance: Random) -> Action:
    """The action, with an order if it is a reshuffle."""
    if not isinstance(action, Reshuffle):
        return action
    pile = state.round.pile if table.settings["stock.reshuffle"] == "all" else state.round.pile[:-1]
    order = list(pile)
    chance.shuffle(order)
    return Reshuffle(tuple(order))


def play_round(
    table: Table, state: GameState, chance: Random, *, most: int = 400
) -> Iterator[tuple[GameState, Action]]:
    """Deals and plays; yields each state with the action that is taken in it, and lastly the state at the count.

    A close that is legal is made one time in two; a round that would go on for ever stops after `most` actions.
    """
    deal = shuffled_deal(table, state, chance)
    yield state, deal
    state = carried_out(table, state, deal)
    for _ in range(most):
        if state.phase is Phase.COUNT:
            return
        actions = legal_actions(table, state)
        assert actions, state
        closes = [action for action in actions if isinstance(action, Close)]
        others = [action for action in actions if not isinstance(action, Close)] or closes
        action = chance.choice(closes if closes and chance.random() < 0.5 else others)
        action = filled(table, state, action, chance)
        yield state, action
        state = apply(table, state, action)


def whole_pack(table: Table, state: GameState) -> Counter[int]:
    """How often each kind lies somewhere: hands, stock, pile, table, aside."""
    play = state.round
    cards = [card for hand in play.hands if hand is not None for card in hand.known]
    cards += [*play.stock, *play.pile, *play.aside]
    cards += [card for meld in play.table for card in meld.cards]
    return Counter(card.index for card in cards)


def every_action(table: Table, state: GameState) -> Iterator[Action]:
    """Every well-formed play of every seat in this state, legal or not."""
    cards = {card.index: card for card in full_pack(table)}.values()
    for seat in range(table.seats):
        yield Pass(seat)
        for card in cards:
            plain = type(card)(card.index)
            yield DrawStock(seat, plain)
            yield TakeUpcard(seat, plain)
            yield Discard(seat, plain)
            yield Close(seat, plain)
    yield Reshuffle()
    yield Incident(IncidentKind.DEAD)


def play_game(table: Table, chance: Random, *, rounds: int = 60) -> Iterator[tuple[GameState, Action]]:
    """A whole game of random legal actions; seats that may re-enter do so one time in three. Last, the final state."""
    state = start(table)
    for _ in range(rounds):
        for state, action in play_round(table, state, chance):  # noqa: B020 - the last state goes on
            yield state, action
        state = apply(table, state, action)
        if state.phase is not Phase.COUNT:
            return
        state = counted(table, state)
        while state.phase is Phase.REENTRY:
            seat = state.asked[0]
            answer = Reenter(seat) if chance.random() < 0.3 else Decline(seat)
            yield state, answer
            state = apply(table, state, answer)
        if state.phase is Phase.OVER:
            yield state, Incident(IncidentKind.CALL, 0)
            return
