"""Sheets without cards, of every rule set there is: nobody is accused who wrote down a game played by the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.record.judge import judge
from referee.record.model import GameRecord, Round, seat_letter
from referee.record.verdict import Status
from referee.record.writable import Writable
from referee.table import Table
from referee.workshop.selfplay import play
from referee.workshop.strategies import STRATEGIES
from tests.property import recorded
from tests.tables import FILES, rule_set, table

NAMES = [name for name in FILES.names() if rule_set(name).playable]
OFTEN = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def game(here: Table, seed: int) -> GameRecord:
    """A short game in which some play at random, so that rounds end in every way."""
    strategies = [STRATEGIES["sensible"], STRATEGIES["random"]][: 1 + seed % 2]
    return play(here, strategies, Random(seed)).record


def bare(record: GameRecord) -> GameRecord:
    """Nothing but the scores, and who came back."""
    rounds = tuple(Round(eldest=one.eldest, scores=one.scores, reenter=one.reenter) for one in record.rounds)
    return replace(record, rounds=rounds)


@OFTEN
@given(st.sampled_from(NAMES), st.integers(0, 999))
def test_the_scores_of_a_game_are_never_called_impossible(name: str, seed: int) -> None:
    here = table(name)
    verdict = judge(recorded.as_read(bare(game(here, seed))), here)

    assert verdict.status in {Status.CONSISTENT, Status.CLEAN}, verdict.first_violation


@OFTEN
@given(st.integers(0, len(recorded.TABLES) - 1), st.integers(0, 40), st.data())
def test_one_round_alone_neither(number: int, seed: int, data: st.DataObject) -> None:
    """Each round by itself too, with some of its scores left out, and with nothing known of what came before."""
    here, record = recorded.game_at(number, seed)
    played = data.draw(st.sampled_from(record.rounds))
    kept = data.draw(st.sets(st.sampled_from([seat_letter(seat) for seat in range(here.seats)])))
    scores = {letter: points for letter, points in played.scores.items() if letter in kept}
    made = replace(record, rounds=(Round(), Round(scores=scores)), result=None)
    verdict = judge(recorded.as_read(made), here)

    assert verdict.status in {Status.CONSISTENT, Status.CLEAN}, verdict.first_violation


@OFTEN
@given(st.sampled_from(NAMES), st.integers(0, 999), st.data())
def test_a_number_too_large_for_any_hand_is_found(name: str, seed: int, data: st.DataObject) -> None:
    here = table(name)
    record = game(here, seed)
    at = data.draw(st.sampled_from([n for n, one in enumerate(record.rounds) if one.scores] or [0]))
    assume(record.rounds[at].scores)
    seat = data.draw(st.sampled_from(sorted(record.rounds[at].scores)))
    made = bare(replace(record, rounds=record.rounds[: at + 1], result=None))
    scores = {**record.rounds[at].scores, seat: data.draw(st.sampled_from([710, -710]))}
    rounds = (*made.rounds[:at], replace(made.rounds[at], scores=scores, reenter=()))
    found = judge(recorded.as_read(replace(made, rounds=rounds)), here).first_violation

    assert found is not None
    assert (found.code, found.place.path) == ("SCORE_DIFFERS", f"rounds[{at}].scores.{seat}")


@pytest.mark.parametrize("name", NAMES)
def test_something_is_known_of_every_rule_set(name: str) -> None:
    can = table(name).derived(Writable)

    assert can.open
    assert can.not_closing(0) or can.together([0], complete=False)
    assert not can.anybody(999_999)
