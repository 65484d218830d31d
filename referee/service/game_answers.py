"""Answers about a game: read where it stands, ask the referee, write what it says. Each is one piece of plain work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from referee.game import dearness
from referee.game.actions import Action, Deal
from referee.game.faults import Fault
from referee.game.flow import count, counted, start
from referee.game.gamestate import GameState
from referee.game.hidden import not_judged, not_listed
from referee.game.legal import Irregularity, Refusal, apply, fault, irregularity, legal_actions, refusal_of
from referee.game.moment import hand_of
from referee.game.price import Penalty, price
from referee.game.result import RoundResult
from referee.game.state import TURN_PHASES, Phase, Standing
from referee.record.model import Ruling
from referee.service.actions_convert import read_action, read_word
from referee.service.game_refusals import write_irregularity, write_legal, write_refusal
from referee.service.game_reprice import at_other_table
from referee.service.game_results import read_penalties, read_result, write_penalties, write_result, write_sheet
from referee.service.game_rulings import let_stand, read_ruling, ruled, stands_by
from referee.service.play_wire import BRIEF, PlayWire
from referee.service.state_convert import WIRE_PHASES, read_state, write_state
from referee.service.state_seen import Seen
from referee.service.state_soundness import state_faults
from referee.service.state_standing import read_standing, write_standing
from referee.service.state_texts import TextReader, write_seat
from referee.service.status import CallError, bad_field, bad_request
from referee.table import Table
from referee.v1 import referee_service_pb2 as messages

Played = messages.CheckActionRequest | messages.ApplyActionRequest
Written = TypeVar("Written")


def list_actions(table: Table, request: messages.ListLegalActionsRequest) -> messages.ListLegalActionsResponse:
    """Every legal play; CallError."""
    reader = TextReader(table)
    state = _state(reader, request) if request.HasField("state") else start(table)
    return messages.ListLegalActionsResponse(
        rule_set_digest=table.rule_set.digest,
        phase=WIRE_PHASES[state.phase],
        seat=write_seat(None if state.round is None else state.round.seat),
        actions=[write_legal(table, action) for action in legal_actions(table, state)],
        not_judged=not_listed(table, state),
    )


def check_at_once(
    table: Table, request: messages.CheckActionRequest, language: str
) -> messages.CheckActionResponse | None:
    """Whether a draw, a discard or a pass is legal; None where that takes longer to say, or the request is at fault.

    The loop can wait for it: it takes less than a switch of threads, where whatever ends a round may take a hundred
    times that. A refusal looks for what would have been legal, which is quick where closes are.
    """
    seen = table.derived(Seen)
    if not (seen.warm and request.HasField("state") and seen.is_brief(request.state)):
        return None
    reader = TextReader(table)
    try:
        state = _state(reader, request)
    except CallError:
        return None
    action = _action(reader, request, state)
    if reader.faults or not isinstance(action, BRIEF):
        return None
    wrong = fault(table, state, action)
    return _checked(table, state, action, wrong, language) if wrong is None or _soon_refused(table, state) else None


def _soon_refused(table: Table, state: GameState) -> bool:
    """Whether the loop can wait for a list of what would be legal: turns have few plays, but for closes."""
    play = state.round
    if play is None or play.seat is None or play.phase not in TURN_PHASES:
        return False
    if play.phase is not Phase.DISCARD:
        return True
    return dearness.of_close(table, hand_of(play, play.seat).known, whole=True) <= dearness.CHEAP


def check_action(table: Table, request: messages.CheckActionRequest, language: str) -> messages.CheckActionResponse:
    """Whether an action may be done; CallError."""
    state, action = _question(table, request)
    response = _checked(table, state, action, fault(table, state, action), language)
    table.derived(Seen).warm = True
    return response


def _checked(
    table: Table, state: GameState, action: Action, wrong: Fault | None, language: str
) -> messages.CheckActionResponse:
    """What is said of an action that has this against it; CallError."""
    stands, refused = _judged(table, state, action, wrong)
    response = messages.CheckActionResponse(
        rule_set_digest=table.rule_set.digest,
        allowed=refused is None,
        not_judged=() if refused is not None else not_judged(table, state, action),
    )
    _tell(table, response, stands, refused, language)
    return response


def apply_action(table: Table, request: messages.ApplyActionRequest, language: str) -> messages.ApplyActionResponse:
    """The game after an action, or a ruling, or both; CallError."""
    ruling = _ruling(table, request) if request.HasField("ruling") else None
    response = messages.ApplyActionResponse(rule_set_digest=table.rule_set.digest)
    if ruling is not None and request.WhichOneof("played") is None:
        _write_after(table, response, ruled(table, _state(TextReader(table), request), ruling), language)
        return response
    state, action = _question(table, request)
    stands, refused = _judged(table, state, action, fault(table, state, action), ruling)
    after = None if refused is not None else _done(table, state, action, stands)
    if isinstance(after, Fault):
        stands, refused = None, refusal_of(table, state, action, after)
    elif after is not None:
        after = after if ruling is None else ruled(table, after, ruling)
        _write_after(table, response, after, language)
        response.not_judged.extend(not_judged(table, state, action))
    _tell(table, response, stands, refused, language)
    return response


def _done(table: Table, state: GameState, action: Action, stands: Irregularity | None) -> GameState | Fault:
    """The game after an action that is legal or stands; what the cards have against it, if a ruling let it stand."""
    if stands is not None and irregularity(table, state, action, stands.fault) is None:
        return let_stand(table, state, action)
    return apply(table, state, action)


def _write_after(table: Table, response: messages.ApplyActionResponse, after: GameState, language: str) -> None:
    response.state.CopyFrom(_within_bits(lambda: write_state(table, after, language)))


def score_round(
    table: Table, request: messages.ScoreRoundRequest, other: Table | None, language: str
) -> messages.ScoreRoundResponse:
    """What a round is worth, and at another table, too; CallError."""
    if request.WhichOneof("played") == "state":
        return _score_state(table, request, other, language)
    reader = TextReader(table)
    facts = request.facts
    result = read_result(reader, facts.result, "facts.result")
    standing = read_standing(reader, facts.standing, "facts.standing")
    penalties = read_penalties(reader, facts.penalties, "facts.penalties")
    if result.closer is not None and not table.outcomes:
        reader.fault("facts.result.closer", "STATE_INCONSISTENT", "at this table nobody can close")
    _require(reader)
    return _priced(table, result, standing, penalties, other=other, language=language)


def _score_state(
    table: Table, request: messages.ScoreRoundRequest, other: Table | None, language: str
) -> messages.ScoreRoundResponse:
    state = _state(TextReader(table), request)
    play = state.round
    if state.phase is not Phase.COUNT or play is None:
        message = f"a round is scored in the stage `{Phase.COUNT}`, and this game is in `{state.phase}`"
        raise bad_field("state.phase", "STAGE_WRONG", message)
    pause = count(table, state)
    response = _priced(table, pause.result, state.standing, play.penalties, other=other, language=language)
    after = counted(table, state, pause)
    response.next.CopyFrom(_within_bits(lambda: write_state(table, after, language)))
    return response


def _priced(
    table: Table,
    result: RoundResult,
    standing: Standing,
    penalties: tuple[Penalty, ...],
    *,
    other: Table | None,
    language: str,
) -> messages.ScoreRoundResponse:
    """The facts and their price."""

    def written() -> messages.ScoreRoundResponse:
        response = messages.ScoreRoundResponse(
            rule_set_digest=table.rule_set.digest,
            facts=messages.RoundFacts(
                result=write_result(table, result),
                standing=write_standing(standing),
                penalties=write_penalties(penalties),
            ),
            sheet=write_sheet(table, price(table, result, standing, penalties), language),
        )
        if other is not None:
            there = at_other_table(result, table, other, "repriced_at")
            response.repriced.CopyFrom(write_sheet(other, price(other, there, standing, penalties), language))
            response.repriced_digest = other.rule_set.digest
        return response

    return _within_bits(written)


# -- questions -------------------------------------------------------------------------------------------------------


def _question(table: Table, request: Played) -> tuple[GameState, Action]:
    """Where the game stands, and what is done; CallError."""
    reader = TextReader(table)
    state = _state(reader, request) if request.HasField("state") else start(table)
    action = _action(reader, request, state)
    if action is None:
        raise bad_field("action", "ACTION_MISSING", "nothing is said to be done; give an action or a word")
    _require(reader)
    if not request.HasField("state") and isinstance(action, Deal):
        state = start(table, eldest=action.eldest)
    return state, action


def _action(reader: TextReader, request: Played, state: GameState) -> Action | None:
    """What is done, harmless after a fault; None where nothing is said."""
    way = request.WhichOneof("played")
    if way == "word":
        return _said(reader, request.word, state)
    return read_action(reader, request.action, state, "action") if way == "action" else None


def _said(reader: TextReader, word: str, state: GameState) -> Action:
    seen, seat = reader.table.derived(Seen), None if state.round is None else state.round.seat
    known = seen.action(word, seat)
    if known is not None:
        return known
    action = read_word(reader, word, state, "word")
    if not reader.faults:
        seen.keep_action(word, seat, action)
    return action


def _ruling(table: Table, request: messages.ApplyActionRequest) -> Ruling:
    """What the director decides; CallError."""
    reader = TextReader(table)
    if not request.HasField("state"):
        reader.fault("state", "STATE_MISSING", "a ruling is about a game that has begun, and none is given")
    ruling = read_ruling(reader, request.ruling, "ruling")
    _require(reader)
    return ruling


def _state(
    reader: TextReader, request: messages.ListLegalActionsRequest | messages.ScoreRoundRequest | Played
) -> GameState:
    """Where the game stands; CallError."""
    seen = reader.table.derived(Seen)
    known = seen.game(request.state)
    if known is not None:
        return known
    state = reader.table.derived(PlayWire).game(request.state.SerializeToString())
    if state is None:
        state = read_state(reader, request.state, "state")
        _require(reader)
        reader.faults.extend(state_faults(reader.table, state, "state"))
        _require(reader)
    seen.keep(request.state, state)
    return state


def _require(reader: TextReader) -> None:
    if reader.faults:
        raise bad_request(reader.faults)


# -- answers ---------------------------------------------------------------------------------------------------------


def _judged(
    table: Table, state: GameState, action: Action, wrong: Fault | None, ruling: Ruling | None = None
) -> tuple[Irregularity | None, Refusal | None]:
    """What makes the action stand if it is not legal, or why it is refused; neither if nothing is wrong with it."""
    if wrong is None:
        return None, None
    stands = stands_by(table, state, action, wrong, ruling)
    return (stands, None) if stands is not None else (None, refusal_of(table, state, action, wrong))


def _tell(
    table: Table,
    response: messages.CheckActionResponse | messages.ApplyActionResponse,
    stands: Irregularity | None,
    refused: Refusal | None,
    language: str,
) -> None:
    if stands is not None:
        response.irregularity.CopyFrom(_within_bits(lambda: write_irregularity(table, stands, language)))
    if refused is not None:
        response.refusal.CopyFrom(write_refusal(table, refused, language))


def _within_bits(write: Callable[[], Written]) -> Written:
    """What is written, if its numbers can be sent; CallError."""
    try:
        return write()
    except (ValueError, OverflowError) as error:
        message = "what these rules make of this game are numbers beyond 32 bits, which cannot be sent"
        raise bad_field("", "NUMBER_OUT_OF_RANGE", message) from error
