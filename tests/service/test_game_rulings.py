"""Rulings of a director on a game in progress."""

from __future__ import annotations

from random import Random
from typing import Any

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game.state import Phase
from referee.service import game_answers
from referee.service.actions_convert import write_action
from referee.service.state_convert import write_state
from referee.v1 import actions_pb2
from referee.v1.records_pb2 import Ruling
from referee.v1.referee_service_pb2 import ApplyActionRequest, ListLegalActionsRequest, ScoreRoundRequest
from tests.service.forging import forge
from tests.service.test_game import STOCK, deal, play
from tests.service.test_game_states import SETUPS, answered, any_action, played


async def ruled(referee: Any, setup: Any, state: Any, word: str = "", **fields: Any) -> Any:
    request = ApplyActionRequest(table=setup, state=state, ruling=Ruling(**fields))
    if word:
        request.word = word
    return await referee.ApplyAction(request)


async def test_a_play_stands(referee: Any, table: Any) -> None:
    """The taken card thrown: refused, unless the director lets it stand; the ruling's clause is told."""
    setup = table("spanish-40", 3)
    state = await play(referee, setup, "<12b")
    assert (await ruled(referee, setup, state, "-12b")).refusal.code == "THREW_TAKEN_CARD"
    answer = await ruled(referee, setup, state, "-12b", stands=True, clause="T.11", points={"A": 5})
    assert (answer.irregularity.code, answer.irregularity.clause) == ("THREW_TAKEN_CARD", "T.11")
    assert (answer.state.round.seat, answer.state.round.discard_pile) == ("B", "12b")
    assert [(each.seat, each.points, each.clause) for each in answer.state.round.penalties] == [("A", 5, "T.11")]
    legal = await ruled(referee, setup, state, "-4o", stands=True)
    assert (legal.HasField("irregularity"), legal.state.round.seat) == (False, "B")


async def test_what_the_cards_contradict_cannot_stand(referee: Any, table: Any) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    for word, code in (("<7c", "NOT_THE_UPCARD"), ("B: -7c", "NOT_IN_HAND"), ("B: <7c", "NOT_THE_UPCARD")):
        answer = await ruled(referee, setup, state, word, stands=True)
        assert (answer.HasField("state"), answer.refusal.code) == (False, code)
    out_of_turn = await ruled(referee, setup, state, "B: <12b", stands=True)
    assert (out_of_turn.irregularity.code, out_of_turn.state.round.seat) == ("OUT_OF_TURN", "B")


async def test_what_is_decided_beside_a_play(referee: Any, table: Any) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup, "<12b")
    after = (await ruled(referee, setup, state, barred=["A"], exposed=["A"], points={"A": 10}, clause="T.14")).state
    assert (list(after.round.barred), list(after.round.exposed)) == (["A"], ["A"])
    listed = await referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=after))
    assert not [each.word for each in listed.actions if each.word.startswith("x")]

    moved = (await ruled(referee, setup, state, moves=["12b: A>pile"])).state
    assert (moved.round.discard_pile, moved.round.taken_card) == ("12b", "")
    assert moved.round.faulty["A"] == -1

    gone = (await ruled(referee, setup, state, removed=["A"])).state
    assert (list(gone.round.left), gone.round.seat) == (["A"], "B")

    again = (await ruled(referee, setup, state, replay=True)).state
    assert (again.phase, again.HasField("round"), again.standing) == (actions_pb2.PHASE_DEAL, False, state.standing)


async def test_penalties_are_written(referee: Any, table: Any) -> None:
    setup = table("spanish-40", 3)
    begun = (await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(stock=STOCK)))).state
    state = await play(referee, setup, "<12b", "-4o", "+5b", "-12c", "+7o", "-7e", "+2b", "x2b", state=begun)
    state = (await ruled(referee, setup, state, points={"B": 10}, clause="T.14")).state
    scored = await referee.ScoreRound(ScoreRoundRequest(table=setup, state=state))
    line = next(line for line in scored.sheet.lines if line.seat == "B")
    assert (line.points, line.written) == (34, 44)
    assert [(each.points, each.clause) for each in line.penalties] == [(10, "T.14")]
    assert scored.next.standing.totals["B"] == 44


CANNOT: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"taken_back": 1}, "ruling.taken_back", "FIELD_MISPLACED"),
    ({"turn": 1}, "ruling.turn", "FIELD_MISPLACED"),
    ({"scores": {"A": 1}}, "ruling.scores", "FIELD_MISPLACED"),
    ({"barred": ["D"]}, "ruling.barred[0]", "SEAT_UNKNOWN"),
    ({"points": {"A": 2**31 - 1}}, "ruling.points", "NUMBER_OUT_OF_RANGE"),
    ({"moves": ["7c"]}, "ruling.moves[0]", "RULING_INVALID"),
    ({"moves": ["4o: B>stock"]}, "ruling.moves[0]", "RULING_INVALID"),
    ({"removed": ["A", "A"]}, "ruling.removed", "SEAT_TWICE"),
)


@pytest.mark.parametrize("case", CANNOT, ids=lambda case: case[1])
async def test_rulings_that_cannot_be(
    referee: Any, table: Any, failed: Any, case: tuple[dict[str, Any], str, str]
) -> None:
    fields, field, reason = case
    setup = table("spanish-40", 3)
    told = await failed(ruled(referee, setup, await play(referee, setup), **fields))
    assert (told.code, told.violations) == (grpc.StatusCode.INVALID_ARGUMENT, [(field, reason)])


async def test_a_ruling_needs_a_round(referee: Any, table: Any, failed: Any) -> None:
    setup = table("spanish-40", 3)
    told = await failed(referee.ApplyAction(ApplyActionRequest(table=setup, ruling=Ruling(barred=["A"]))))
    assert told.violations == [("state", "STATE_MISSING")]
    void = (await ruled(referee, setup, await play(referee, setup), replay=True)).state
    told = await failed(ruled(referee, setup, void, barred=["A"]))
    assert told.violations == [("ruling", "STAGE_WRONG")]


@settings(max_examples=120, deadline=None)
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 3), chance=st.randoms(use_true_random=False))
def test_no_ruling_does_harm(setup: int, seed: int, chance: Random) -> None:
    """Whatever is decided about whatever play: a state that is one, or a failure with its fields."""
    at, pairs = played(setup, seed)
    state, own = chance.choice(pairs)
    ruling = Ruling(stands=chance.random() < 0.8)
    held = [card for hand in (state.round.hands if state.round else ()) if hand for card in hand.known]
    for _ in range(chance.randrange(3) if held else 0):
        source, target = (chance.choice(["A", "B", "stock", "pile", "aside"]) for _ in range(2))
        ruling.moves.append(f"{at.write(chance.choice(held))}: {source}>{target}")
    for _ in range(chance.randrange(3)):
        forge(ruling, chance)
    request = ApplyActionRequest(state=write_state(at, state, "en"), ruling=ruling)
    if chance.random() < 0.8:
        request.action.CopyFrom(write_action(at, any_action(at, state, own, chance)))
    answer = answered(lambda: game_answers.apply_action(at, request, "en"))
    if answer is not None and answer.HasField("state"):
        game_answers.list_actions(at, ListLegalActionsRequest(state=answer.state))
        if answer.state.phase == actions_pb2.PHASE_COUNT and state.phase is not Phase.OVER:
            game_answers.score_round(at, ScoreRoundRequest(state=answer.state), None, "en")
