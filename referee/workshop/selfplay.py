"""Games that play themselves: every seat by a strategy, the cards by a source of chance that is passed in.

The same table, strategies and chance give the same game. A game ends when the rules say so, or at a cap: then its
record is unfinished, and says so. Cards are dealt without marks of copies, as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from referee.cards import Card
from referee.game.actions import Action, Close, Deal, Discard, DrawStock, Pass, Reshuffle, TakeUpcard
from referee.game.flow import count, counted, deal_from, full_pack, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, legal_actions
from referee.game.standing import Pause
from referee.game.state import Phase
from referee.record.model import GameRecord
from referee.record.write import Scribe, scribe
from referee.table import Table
from referee.workshop.strategies import Strategy

MOST_ROUNDS = 500
MOST_ACTIONS = 2_000
"""A game stops after so many rounds, and in a round that has gone on for so many actions."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened: an action of a seat or of the table, or the count of a round (no action, a pause)."""

    before: GameState
    action: Action | None
    after: GameState
    pause: Pause | None = None

    @property
    def is_play(self) -> bool:
        """Whether it is an action of a turn, as a verdict counts them: a draw, a throw, a close, or an offer let go."""
        passes = isinstance(self.action, Pass) and self.before.phase is not Phase.LAY_OFF
        return passes or isinstance(self.action, DrawStock | TakeUpcard | Discard | Close)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played: its scribe, the last state, and whether it came to its end; `actions` are of turns."""

    scribe: Scribe
    state: GameState
    rounds: int
    actions: int
    finished: bool

    @property
    def record(self) -> GameRecord:
        """The record without seals."""
        return self.scribe.record()


def play_game(
    writes: Scribe,
    strategies: Sequence[Strategy],
    chance: Random,
    *,
    rounds: int = MOST_ROUNDS,
    actions: int = MOST_ACTIONS,
) -> PlayedGame:
    """A whole game, written down by `writes`; the seats play by these strategies in turn.

    At most so many rounds are played, and so many actions in one round.
    """
    done = in_round = finished_rounds = 0
    state = start(writes.table)
    for step in steps(writes.table, strategies, chance):
        state = step.after
        if step.action is not None:
            writes = writes.did(step.action, state)
            done += step.is_play
            in_round = 0 if isinstance(step.action, Deal) else in_round + 1
        elif step.pause is not None:
            writes = writes.counted(step.pause)
            finished_rounds += 1
        if in_round >= actions or (finished_rounds >= rounds and state.phase is Phase.DEAL):
            break
    finished = state.phase is Phase.OVER
    if finished:
        writes = writes.ended(state.standing)
    else:
        where = f"round {len(writes.rounds)}" if writes.open else f"{finished_rounds} rounds"
        writes = writes.noted(f"Unfinished: stopped {'in' if writes.open else 'after'} {where}, action {done}.")
    return PlayedGame(writes, state, finished_rounds, done, finished)


def play(table: Table, strategies: Sequence[Strategy], chance: Random, *, shows: bool = False) -> PlayedGame:
    """A whole game at a table, with nothing special about its record."""
    return play_game(scribe(table, shows=shows), strategies, chance)


def steps(table: Table, strategies: Sequence[Strategy], chance: Random) -> Iterator[Step]:
    """What happens, one thing after the other, until the game is over or a seat is stuck; it may go on for ever."""
    state = start(table)
    while state.phase is not Phase.OVER:
        step = next_step(table, state, strategies, chance)
        if step is None:
            return
        yield step
        state = step.after


def next_step(table: Table, state: GameState, strategies: Sequence[Strategy], chance: Random) -> Step | None:
    """What happens next in a game that is not over; None where the rules allow the seat on turn nothing at all."""
    if state.phase is Phase.COUNT:
        pause = count(table, state)
        return Step(state, None, counted(table, state, pause), pause)
    action = _deal(table, state, chance) if state.phase is Phase.DEAL else _choice(table, state, strategies, chance)
    return None if action is None else Step(state, action, apply(table, state, action))


def _deal(table: Table, state: GameState, chance: Random) -> Deal:
    order = [Card(card.index) for card in full_pack(table)]
    chance.shuffle(order)
    return deal_from(table, state.standing, order)


def _choice(table: Table, state: GameState, strategies: Sequence[Strategy], chance: Random) -> Action | None:
    """What the seat on turn does, None if it may do nothing; a reshuffle gets its order from chance."""
    play = state.round
    legal = legal_actions(table, state)
    seat = state.asked[0] if play is None else play.seat
    assert seat is not None, "somebody is always on turn"
    if play is None:
        legal = tuple(one for one in legal if getattr(one, "seat", None) == seat)
    if not legal:
        return None
    action = strategies[seat % len(strategies)](table, state, legal, chance)
    if not isinstance(action, Reshuffle) or play is None:
        return action
    order = [card for card in (play.pile if table.settings["stock.reshuffle"] == "all" else play.pile[:-1]) if card]
    chance.shuffle(order)
    return replace(action, order=tuple(order))
