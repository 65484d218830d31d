"""States and actions on the wire: nothing is lost, and nothing that was tampered with does any harm."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee.game import actions as plays
from referee.game.gamestate import GameState
from referee.game.legal import apply, fault
from referee.game.standing import Pause
from referee.game.state import Phase, RoundState, Standing
from referee.library import Library
from referee.service import game_answers
from referee.service.actions_convert import read_action, word_of, write_action
from referee.service.game_results import read_result, read_sheet, write_result, write_sheet
from referee.service.state_convert import read_state, write_state
from referee.service.state_soundness import state_faults
from referee.service.state_texts import TextReader
from referee.service.status import CallError
from referee.table import Table
from referee.v1 import actions_pb2, rounds_pb2
from referee.v1 import referee_service_pb2 as messages
from tests.property.playing import every_action, play_game
from tests.service.forging import forge

SETUPS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("spanish-40", 3, {"jokers": 2}),
    ("spanish-40", 4, {"declared": True, "jokers": 2}),
    ("spanish-48", 2, {}),
    ("fournier-40", 5, {}),
    ("fournier-48", 3, {"declared": True}),
    ("chilean-50", 4, {}),
    ("gin-rummy", 2, {}),
    ("conga", 3, {}),
)
LIBRARY = Library()
EVENTS = (plays.IncidentKind.RESIGN, plays.IncidentKind.LEAVE, plays.IncidentKind.CALL, plays.IncidentKind.FEINT)


def table(name: str, seats: int, **options: Any) -> Table:
    return LIBRARY.table(LIBRARY.rule_set(name), seats, options)


@cache
def played(setup: int, seed: int) -> tuple[Table, tuple[tuple[GameState, plays.Action], ...]]:
    """A table, and every state of some rounds of a random game with an action in it; states of a count, too."""
    name, seats, options = SETUPS[setup]
    at = table(name, seats, **options)
    return at, tuple(_states(at, Random(seed)))


def _states(at: Table, chance: Random) -> Iterator[tuple[GameState, plays.Action]]:
    for state, action in play_game(at, chance, rounds=2):
        yield state, action
        if fault(at, state, action) is None:
            after = apply(at, state, action)
            if after.phase is Phase.COUNT:
                yield after, action


def any_action(at: Table, state: GameState, own: plays.Action, chance: Random) -> plays.Action:
    """The action that was played, any other, one that declares, or something that is no play."""
    seat = chance.randrange(at.seats)
    held = [card for hand in (state.round.hands if state.round else ()) if hand for card in hand.known]
    melds = tuple(plays.ShownMeld(tuple(chance.sample(held, 3))) for _ in range(chance.randrange(3)) if len(held) > 3)
    others = [
        own,
        chance.choice(list(every_action(at, state))),
        plays.Incident(chance.choice(EVENTS), seat),
        plays.Incident(plays.IncidentKind.MISDEAL),
        plays.Show(seat, melds, chance.choice([None, ()])),
        plays.Close(seat, None, chance.random() < 0.5, chance.choice([None, melds])),
        plays.Reshuffle(tuple(held)),
        plays.Reenter(seat),
        plays.Decline(seat),
        plays.Gap(),
        plays.Ruling(number=2),
    ]
    if held:
        others.append(plays.LayOff(seat, chance.randrange(4), (plays.LaidCard(chance.choice(held)),)))
        others.append(plays.LayOff(seat, 1, (plays.LaidCard(held[0], chance.choice(held)),)))
    return chance.choice(others)


@pytest.mark.parametrize("setup", range(len(SETUPS)))
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(4, 2**20))
def test_states_and_actions_come_back_as_they_went(setup: int, seed: int) -> None:
    name, seats, options = SETUPS[setup]
    at = table(name, seats, **options)
    for state, action in _states(at, Random(seed)):
        reader = TextReader(at)
        sent = write_state(at, state, "en")
        back = read_state(reader, type(sent).FromString(sent.SerializeToString()), "state")
        assert (back, reader.faults, list(state_faults(at, back, "state"))) == (state, [], [])
        assert read_action(reader, write_action(at, action), state, "action") == action
        assert not reader.faults


@settings(max_examples=300, deadline=None)
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 3), chance=st.randoms(use_true_random=False))
def test_every_action_comes_back_as_it_went(setup: int, seed: int, chance: Random) -> None:
    at, pairs = played(setup, seed)
    state, own = chance.choice(pairs)
    action = any_action(at, state, own, chance)
    reader = TextReader(at)
    assert read_action(reader, write_action(at, action), state, "action") == action
    assert not reader.faults


def test_a_pause_comes_back_as_it_went() -> None:
    """Whole games with re-entry come to pauses; what a round came to is in them, line by line."""
    at, found = table("fournier-40", 5, limit=70), 0
    for seed in range(5):
        for state, _ in play_game(at, Random(seed), rounds=30):
            if state.pause is None:
                continue
            found += 1
            reader = TextReader(at)
            pause = state.pause
            assert read_state(reader, write_state(at, state, "es"), "state") == state
            assert read_result(reader, write_result(at, pause.result), "result") == pause.result
            assert read_sheet(reader, write_sheet(at, pause.sheet, "eu"), "sheet") == pause.sheet
            assert not reader.faults
    assert found > 3


def test_no_field_of_a_state_is_forgotten() -> None:
    """Every field of the dataclasses stands in the message under its name, or under the one that is told here."""
    renamed = {"pile": "discard_pile", "taken": "taken_card"}
    pairs: tuple[tuple[type, Any], ...] = (
        (GameState, rounds_pb2.GameState),
        (Pause, rounds_pb2.Pause),
        (Standing, rounds_pb2.Standing),
        (RoundState, actions_pb2.RoundState),
    )
    for kind, message in pairs:
        fields = {renamed.get(one.name, one.name) for one in dataclasses.fields(kind)}
        assert fields <= set(message.DESCRIPTOR.fields_by_name)


def answered(question: Callable[[], Any]) -> Any:
    """The answer; None if it is the caller's fault that there is none. Anything else is not caught."""
    try:
        return question()
    except CallError as error:
        failed = error
    assert failed.code.name == "INVALID_ARGUMENT"
    assert failed.faults
    return None


class Judged:
    """What comes of the four calls."""

    def __init__(self, at: Table) -> None:
        self.at = at
        self.answered = 0
        self.after: Any = None

    def ask(self, state: Any, action: Any) -> None:
        questions = (
            lambda: game_answers.list_actions(self.at, messages.ListLegalActionsRequest(state=state)),
            lambda: game_answers.check_action(self.at, messages.CheckActionRequest(state=state, action=action), "es"),
            lambda: game_answers.apply_action(self.at, messages.ApplyActionRequest(state=state, action=action), "fr"),
            lambda: game_answers.score_round(self.at, messages.ScoreRoundRequest(state=state), None, "tr"),
        )
        for question in questions:
            answer = answered(question)
            self.answered += answer is not None
            if isinstance(answer, messages.ApplyActionResponse) and answer.HasField("state"):
                self.after = answer.state


@settings(max_examples=300, deadline=None)
@given(
    setup=st.integers(0, len(SETUPS) - 1),
    seed=st.integers(0, 3),
    times=st.integers(0, 3),
    chance=st.randoms(use_true_random=False),
)
def test_what_was_tampered_with_does_no_harm(setup: int, seed: int, times: int, chance: Random) -> None:
    at, pairs = played(setup, seed)
    state, own = chance.choice(pairs)
    sent = write_state(at, state, "en")
    action = write_action(at, any_action(at, state, own, chance))
    for _ in range(times):
        forge(chance.choice([sent, action]), chance)
    judged = Judged(at)
    judged.ask(sent, action)
    assert times or judged.answered >= 3
    if judged.after is not None:
        # what the referee made of it, it takes back
        game_answers.list_actions(at, messages.ListLegalActionsRequest(state=judged.after))


@settings(max_examples=150, deadline=None)
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 3), chance=st.randoms(use_true_random=False))
def test_facts_that_were_tampered_with_do_no_harm(setup: int, seed: int, chance: Random) -> None:
    at, pairs = played(setup, seed)
    counts = [state for state, _ in pairs if state.phase is Phase.COUNT]
    assume(counts)
    request = messages.ScoreRoundRequest(state=write_state(at, chance.choice(counts), "en"))
    answer = game_answers.score_round(at, request, None, "en")
    again = messages.ScoreRoundRequest(facts=answer.facts)
    assert game_answers.score_round(at, again, at, "en").repriced == answer.sheet
    forge(again.facts, chance)
    answered(lambda: game_answers.score_round(at, again, at, "en"))


@settings(max_examples=100, deadline=None)
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 3), chance=st.randoms(use_true_random=False))
@example(setup=0, seed=0, chance=Random(0))
def test_a_word_says_the_action_it_is_made_from(setup: int, seed: int, chance: Random) -> None:
    at, pairs = played(setup, seed)
    state, own = chance.choice(pairs)
    word = word_of(at, own)
    assume(word and state.round is not None and state.phase is not Phase.COUNT)
    sent = write_state(at, state, "en")
    by_word = game_answers.check_action(at, messages.CheckActionRequest(state=sent, word=word), "en")
    by_message = messages.CheckActionRequest(state=sent, action=write_action(at, own))
    assert by_word == game_answers.check_action(at, by_message, "en")
    assert by_word.allowed
