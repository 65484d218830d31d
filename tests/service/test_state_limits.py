"""Limits on what is said of a game in progress, and on what is told of it, at their value and one above it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from referee import limits
from referee.diagnostics.model import Diagnostic, Related
from referee.game.actions import DrawStock
from referee.game.gamestate import GameState
from referee.game.legal import check, legal_actions
from referee.game.state import Hand
from referee.library import Library
from referee.service import convert
from referee.service.state_soundness import state_faults
from referee.service.state_texts import TextReader
from referee.source import Source, Span
from referee.table import Table
from referee.workshop.check import Checked
from tests.property.playing import play_game

LIBRARY = Library()
LARGE_HANDS = b"rule_set: casa\nformat: 1\nextends: spanish-40\ntable: {seats: 2}\ndeal: {cards: 12}\n"


def table(name: str, seats: int = 2) -> Table:
    return LIBRARY.table(LIBRARY.rule_set(name), seats)


def states(at: Table, seed: int) -> Iterator[GameState]:
    """States of some rounds of a random game in which a round is played."""
    return (state for state, _ in play_game(at, Random(seed), rounds=3) if state.round is not None)


def reasons(reader: TextReader) -> list[str]:
    return [fault.reason for fault in reader.faults]


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_of_a_state(sign: int) -> None:
    reader = TextReader(table("spanish-40"))
    most = sign * limits.STATE_NUMBER
    assert (reader.number(most, "pot"), reasons(reader)) == (most, [])
    assert (reader.number(most + sign, "pot"), reasons(reader)) == (0, ["NUMBER_OUT_OF_RANGE"])


def test_characters_of_cards() -> None:
    reader = TextReader(table("spanish-40"))
    text = "1o 2o"
    full = text + " " * (limits.CARDS_CHARACTERS - len(text))
    assert (len(reader.cards(full, "stock")), reasons(reader)) == (2, [])
    assert (reader.cards(full + " ", "stock"), reasons(reader)) == ((), ["FIELD_TOO_LONG"])


def test_cards_of_a_hand_of_a_state() -> None:
    at = table("spanish-40")
    state = next(states(at, 1))
    assert state.round is not None
    told = []
    for more in (0, 1):
        hand = Hand((), at.hand_size + limits.HAND_SURPLUS + more)
        play = replace(state.round, hands=(hand, *state.round.hands[1:]))
        told.append([fault.reason for fault in state_faults(at, replace(state, round=play), "state")])
    assert ["HAND_TOO_LARGE" in faults for faults in told] == [False, True]


def test_plays_told_with_a_refusal() -> None:
    """All of them while they are no more than the limit; the nearest ones where they are more."""
    at, seen = LIBRARY.table(LIBRARY.compile(LARGE_HANDS, "casa.yaml")), set[int]()
    for seed in range(2):
        for state in states(at, seed):
            if state.round is None or state.round.seat is None:
                continue
            many = len(list(legal_actions(at, state)))
            refused = check(at, state, DrawStock(1 - state.round.seat))
            assert refused is not None
            assert len(refused.legal) == min(many, limits.ALTERNATIVES)
            seen.add(many)
    assert {limits.ALTERNATIVES, limits.ALTERNATIVES + 1} <= seen


@pytest.mark.parametrize("more", [0, 1])
def test_places_sent_with_a_diagnostic(more: int) -> None:
    source = Source("casa.yaml", "rule_set: casa\n")
    span = Span(source, 0, 8)
    others = (Related("here", span),) * (limits.RELATED_PLACES + more)
    told = convert.checked(Checked(None, (Diagnostic("CH204", "a mistake", span, related=others),), source))
    assert len(told.diagnostics[0].related) == limits.RELATED_PLACES
