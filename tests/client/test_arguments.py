"""Arguments of the wrong kind, by both clients: a TypeError that names the argument and says what it takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from referee_client import AsyncClient, Client, CloseQuestion, Deal, GameState

NOWHERE = "127.0.0.1:1"
"""Nothing listens there: what is asked wrongly never gets so far."""

STATE = GameState(b"")
RULES = "spanish-40"
MISTAKES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "a state where the rules are asked for": ("rules", lambda one: one.score_round(RULES, STATE)),
    "the rules where a state is asked for": ("rules", lambda one: one.list_legal_actions(STATE, RULES)),
    "no rules": ("rules", lambda one: one.list_legal_actions(None, STATE)),
    "the path of a rule file": ("rules", lambda one: one.evaluate_hand("7o 7c", Path("x.yaml"))),
    "other rules": ("rules", lambda one: one.score_round(STATE, RULES, repriced_at=7)),
    "text as a source": ("source", lambda one: one.check_rule_set("rule_set: casa")),
    "text to be compiled": ("source", lambda one: one.compile_rule_set("rule_set: casa")),
    "a name as a state": ("state", lambda one: one.check_action("-7c", RULES, RULES)),
    "a name as a round": ("played", lambda one: one.score_round(RULES, RULES)),
    "no play": ("play", lambda one: one.check_action(None, RULES, STATE)),
    "a number as cards": ("cards", lambda one: one.evaluate_hand(7, RULES)),
    "numbers as cards": ("cards", lambda one: one.evaluate_hand([7], RULES)),
    "bytes as cards": ("keep", lambda one: one.check_close(RULES, keep=b"7o")),
    "a number as a hand": ("hand", lambda one: one.check_close(RULES, hand=7)),
    "a number as the closing card": ("closing_card", lambda one: one.check_close(RULES, hand="7o", closing_card=7)),
    "a text as a fact": ("given", lambda one: one.check_close(RULES, hand="7o", given="laps=1")),
    "one hand as a batch": ("hands", lambda one: one.batch_evaluate_hands("7o 7c", RULES)),
    "one question as a batch": ("questions", lambda one: one.batch_check_closes(CloseQuestion("7o"), RULES)),
    "hands as questions": ("questions", lambda one: one.batch_check_closes(["7o"], RULES)),
    "seats as text": ("seats", lambda one: one.evaluate_hand("7o", RULES, seats="2")),
    "seats as a truth": ("seats", lambda one: one.evaluate_hand("7o", RULES, seats=True)),
    "options as text": ("options", lambda one: one.evaluate_hand("7o", RULES, options="jokers=2")),
    "an option without a value": (
        'options["jokers"]',
        lambda one: one.evaluate_hand("7o", RULES, options={"jokers": None}),
    ),
    "a language": ("language", lambda one: one.describe_rule_set(RULES, language=None)),
    "a ruling": ("ruling", lambda one: one.apply_action(Deal("A"), RULES, ruling="stands")),
    "a path as a record": ("record", lambda one: one.validate_record(Path("game.yaml"))),
    "one record as a batch": ("given", lambda one: one.batch_validate_records("record: 1")),
    "one line as many": ("lines", lambda one: one.answer_lines("{}")),
    "one record as a stream": ("given", lambda one: one.stream_validate_records({"record": 1})),
}


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_the_argument_is_named(mistake: str) -> None:
    name, ask = MISTAKES[mistake]
    with Client(NOWHERE) as client, pytest.raises(TypeError) as raised:
        ask(client)
    said = str(raised.value)
    assert said.startswith(f"`{name}` takes ")
    assert "; found " in said
    async with AsyncClient(NOWHERE) as other:
        with pytest.raises(TypeError) as raised:
            await _awaited(ask, other)
    assert str(raised.value) == said


async def _awaited(ask: Callable[[Any], Any], other: AsyncClient) -> None:
    answer = ask(other)
    assert inspect.isawaitable(answer)
    await answer


def test_what_was_found_is_named() -> None:
    with Client(NOWHERE) as client, pytest.raises(TypeError) as raised:
        client.list_legal_actions(None, RULES)  # type: ignore[arg-type]
    assert str(raised.value) == "`rules` takes the name of a rule set, a Source or a Digest; found None"
