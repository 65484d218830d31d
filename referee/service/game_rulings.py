"""A director's ruling on a game in progress: a play that stands, and what is decided beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.game.actions import Action, Close, Discard, DrawStock, Pass, TakeUpcard
from referee.game.faults import Fault, FaultKind
from referee.game.gamestate import GameState
from referee.game.legal import Irregularity, irregularity
from referee.game.state import Phase, RoundState
from referee.limits import RULINGS
from referee.record.model import Ruling, seat_index, seat_letter
from referee.record.rulings import Refused, in_effect, stand
from referee.service.state_soundness import state_faults
from referee.service.state_texts import TextReader
from referee.service.status import bad_field
from referee.table import Table
from referee.v1 import records_pb2

_PLAYS = (DrawStock, TakeUpcard, Pass, Discard, Close)
"""What can stand by a ruling: the plays of a turn."""

_OF_RECORDS = ("turn", "taken_back", "scores")
"""Fields that say something of a game that is written down, and nothing of where one stands."""


def read_ruling(reader: TextReader, sent: records_pb2.Ruling, path: str) -> Ruling:
    """What was decided; harmless after a fault."""
    for name in _OF_RECORDS:
        if getattr(sent, name):
            message = f"`{name}` is for records; here the caller has the state before"
            reader.fault(f"{path}.{name}", "FIELD_MISPLACED", message)
    points = reader.numbers(sent.points, f"{path}.points")
    few = reader.few(sent.moves, RULINGS, f"{path}.moves")
    return Ruling(
        stands=sent.stands,
        points={seat_letter(seat): value for seat, value in enumerate(points) if value},
        barred=_letters(reader, sent.barred, f"{path}.barred"),
        exposed=_letters(reader, sent.exposed, f"{path}.exposed"),
        removed=_letters(reader, sent.removed, f"{path}.removed"),
        moves=tuple(reader.short(move, f"{path}.moves[{at}]") for at, move in enumerate(sent.moves)) if few else (),
        replay=sent.replay,
        clause=reader.short(sent.clause, f"{path}.clause"),
    )


def _letters(reader: TextReader, sent: Sequence[str], path: str) -> tuple[str, ...]:
    return tuple(map(seat_letter, reader.seats(sent, path)))


def stands_by(
    table: Table, state: GameState, action: Action, wrong: Fault, ruling: Ruling | None
) -> Irregularity | None:
    """What lets an action stand that is not legal: the rule set, else the ruling; None if nothing does."""
    by_rule = irregularity(table, state, action, wrong)
    if by_rule is not None or ruling is None or not ruling.stands:
        return by_rule
    if wrong.kind is FaultKind.IMPOSSIBLE or not isinstance(action, _PLAYS):
        return None
    return Irregularity(wrong, ruling.clause, 0, shows_hand=False)


def let_stand(table: Table, state: GameState, action: Action) -> GameState | Fault:
    """The state after an action that a ruling lets stand, or what the cards have against it; CallError."""
    done = stand(table, state, action)
    return done if isinstance(done, Fault) else _sound(table, done, "ruling.stands")


def ruled(table: Table, state: GameState, ruling: Ruling) -> GameState:
    """The state after what was decided beside the play; CallError if it cannot be done."""
    play = state.round
    if play is None:
        raise bad_field("ruling", "STAGE_WRONG", "a ruling takes effect in a round, and none is played")
    if ruling.replay:
        return replace(state, phase=Phase.DEAL, round=None)
    seats = {seat_letter(seat): "" for seat in range(table.seats)}
    made = in_effect(table, play, ruling, seats)
    if isinstance(made, Refused):
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in made.path)
        message = made.message or f"it cannot be done: {made.fault.code}"
        raise bad_field(f"ruling{path}", "RULING_INVALID", message)
    penalties = tuple((seat_index(letter), points, ruling.clause) for letter, points in ruling.points.items())
    made = replace(made, penalties=(*made.penalties, *penalties))
    if made.taken is not None and not _holds_taken(made):
        made = replace(made, taken=None, taken_had_twin=False, taken_own=False)
    return _sound(table, replace(state, phase=made.phase, round=made), "ruling")


def _holds_taken(play: RoundState) -> bool:
    """Whether the card taken in this turn is still where it was taken to."""
    hand = play.hands[play.seat] if play.seat is not None else None
    return hand is not None and any(play.taken is not None and card.index == play.taken.index for card in hand.known)


def _sound(table: Table, state: GameState, path: str) -> GameState:
    """The state, if it is one; CallError."""
    wrong = next(state_faults(table, state, "state"), None)
    if wrong is not None:
        raise bad_field(path, "RULING_INVALID", f"it cannot be done: {wrong.message}")
    return state
