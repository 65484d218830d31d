"""Plays to ask the service about: of random rounds, each state with a word that is legal in it or one that is not."""

from __future__ import annotations

from random import Random

from hands import SEED

from referee.cards import Card
from referee.game.actions import Close, Deal, Discard, Reshuffle
from referee.game.flow import deal_from, full_pack, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, legal_actions
from referee.game.state import Phase
from referee.record.actions import action_text
from referee.table import Table

MOST = 60
"""Plays of one round; random ones seldom close."""

Played = tuple[GameState, str]


def plays(table: Table, number: int, *, legal: bool) -> list[Played]:
    """So many states, each with a word: a legal one, or the throw of a card that is not held."""
    chance, found = Random(SEED), []
    while len(found) < number:
        state = start(table)
        state = apply(table, state, _deal(table, state, chance))
        for _ in range(MOST):
            actions = [one for one in legal_actions(table, state) if not isinstance(one, Reshuffle)]
            if state.phase is Phase.COUNT or not actions:
                break
            action = chance.choice(actions)
            if not isinstance(action, Close):
                if legal:
                    found.append((state, action_text(action, table.pack.notation)))
                elif isinstance(action, Discard):
                    found.append((state, f"-{table.write(_not_held(table, state, chance))}"))
            state = apply(table, state, action)
    chance.shuffle(found)
    return found[:number]


def _deal(table: Table, state: GameState, chance: Random) -> Deal:
    order = list(full_pack(table))
    chance.shuffle(order)
    return deal_from(table, state.standing, order)


def _not_held(table: Table, state: GameState, chance: Random) -> Card:
    assert state.round is not None
    assert state.round.seat is not None
    held = state.round.hands[state.round.seat]
    assert held is not None
    kinds = {card.index for card in held.known}
    return chance.choice([card for card in table.pack.notation.cards if card.index not in kinds])
