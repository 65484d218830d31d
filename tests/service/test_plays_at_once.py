"""Plays that are judged at once: byte for byte what they are told in a lane, and none that ends a round."""

from __future__ import annotations

from random import Random

import pytest

from referee.service import game_answers, state_seen
from referee.service.actions_convert import write_action
from referee.service.play_wire import BRIEF
from referee.service.state_convert import write_state
from referee.service.state_seen import Seen
from referee.v1 import actions_pb2
from referee.v1 import referee_service_pb2 as messages
from tests.property.playing import every_action, play_game
from tests.service.test_game_states import SETUPS, table


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_what_is_said_at_once_is_what_a_lane_says(setup: int) -> None:
    name, seats, options = SETUPS[setup]
    at, chance, said = table(name, seats, **options), Random(setup), 0
    refused = 0
    for state, own in play_game(at, chance, rounds=1):
        sent = write_state(at, state, "en")
        for action in (own, *chance.sample(list(every_action(at, state)), 3)):
            request = messages.CheckActionRequest(state=sent, action=write_action(at, action))
            at.derived(Seen).warm = chance.random() < 0.9
            told = game_answers.check_at_once(at, request, "en")
            if told is not None:
                asked = game_answers.check_action(at, request, "en")
                assert told.SerializeToString(deterministic=True) == asked.SerializeToString(deterministic=True)
                assert isinstance(action, BRIEF)
                said += told.allowed
                refused += not told.allowed
    assert said > 10
    assert refused > 10


def test_what_is_too_large_or_wrong_is_left_to_the_lane() -> None:
    at = table("spanish-40", 2)
    seen = at.derived(Seen)
    seen.warm = True
    state, action = next(play_game(at, Random(1), rounds=1))
    request = messages.CheckActionRequest(state=write_state(at, state, "en"), action=write_action(at, action))
    wrong = messages.CheckActionRequest()
    wrong.CopyFrom(request)
    wrong.state.round.seat = "Z"
    long = messages.CheckActionRequest()
    long.CopyFrom(request)
    long.state.round.outcome = "x" * state_seen.MOST_BYTES
    nothing = messages.CheckActionRequest(state=request.state)
    for one in (wrong, long, nothing, messages.CheckActionRequest(action=request.action)):
        assert game_answers.check_at_once(at, one, "en") is None
    assert seen.game(long.state) is None
    assert seen.game(wrong.state) is None


def test_other_bytes_are_another_game() -> None:
    """And the order of a map is none of its bytes: the same hands sent in another order are the same game."""
    at = table("spanish-40", 2)
    seen = Seen()
    hands = {"A": "1o 2o 3o 4o 5o 6o 7o", "B": "1c 2c 3c 4c 5c 6c 7c"}
    state, _ = next(play_game(at, Random(1), rounds=1))
    ways = []
    for order in ("AB", "BA"):
        sent = write_state(at, state, "en")
        sent.round.CopyFrom(actions_pb2.RoundState(hands={seat: hands[seat] for seat in order}))
        ways.append(sent)
    seen.keep(ways[0], state)
    assert seen.game(ways[1]) is state
    ways[1].round.reshuffles = 1
    assert seen.game(ways[1]) is None
