"""Games that play themselves: the same chance gives the same game, every rule set is played to its end."""

from dataclasses import replace
from random import Random

import pytest

from referee.game.actions import Close, Deal, LayOff, Show, TakeUpcard
from referee.game.legal import fault, legal_actions
from referee.game.state import Hand, Phase
from referee.library import Library
from referee.library.records import judge_record
from referee.record.write import scribe
from referee.record.writing import to_json
from referee.table import BindError
from referee.workshop.selfplay import play, play_game, steps
from referee.workshop.strategies import at_random, sensible
from tests.tables import table

LIBRARY = Library()
NAMES = [name for name in LIBRARY.names() if LIBRARY.rule_set(name).playable]


@pytest.mark.parametrize("name", NAMES)
def test_sensible_seats_play_every_rule_set_to_its_end(name):
    played = 0
    for seats in range(2, 9):
        try:
            here = LIBRARY.table(LIBRARY.rule_set(name), seats)
        except BindError:
            continue
        if played and seats not in (4, 8):
            continue
        made = play(here, [sensible], Random(name))
        assert made.finished
        assert made.state.phase is Phase.OVER
        assert made.record.result.winners
        assert len(made.record.rounds) == made.rounds
        played += 1
    assert played


def test_the_same_chance_gives_the_same_game():
    here = table("fournier-40", 3)
    first, second = (play(here, [sensible, at_random], Random(7)) for _ in range(2))
    assert first.record == second.record
    assert play(here, [sensible, at_random], Random(8)).record != first.record


@pytest.mark.parametrize("strategy", [sensible, at_random])
def test_a_game_in_which_nobody_may_do_anything_stops(strategy):
    rules = b"rule_set: stuck\nformat: 1\nextends: spanish-40\nturn:\n  may_discard: {our.1: card.number above 50}\n"
    made = play(LIBRARY.table(LIBRARY.compile(rules, "stuck.yaml"), 2), [strategy], Random(1))
    assert not made.finished
    assert made.record.note == "Unfinished: stopped in round 1, action 1."
    assert judge_record(LIBRARY, to_json(made.record).encode()).first_violation is None


def test_a_cap_leaves_a_record_that_says_so():
    here = table("spanish-40", 3)
    cut = play_game(scribe(here), [at_random], Random(1), actions=40)
    assert not cut.finished
    assert cut.record.note == "Unfinished: stopped in round 1, action 40."
    assert cut.record.result is None
    assert not cut.record.rounds[-1].scores
    whole = play_game(scribe(here), [sensible], Random(1), rounds=2)
    assert len(whole.record.rounds) == whole.rounds == 2
    assert whole.record.note == f"Unfinished: stopped after 2 rounds, action {whole.actions}."
    assert whole.record.rounds[-1].scores


@pytest.mark.parametrize("name", ["spanish-40", "fournier-40", "chilean-50", "conga", "house-p"])
def test_random_seats_declare_what_is_legal(name):
    """Melds and lay-offs of both strategies are legal where they are declared, and all of them happen."""
    here = table(name, 3, declared=True)
    seen = set()
    for seed in range(4):
        for step in _rounds(steps(here, [sensible, at_random], Random(seed)), 4, 400):
            if step.action is not None:
                assert fault(here, step.before, step.action) is None
                seen.add(type(step.action))
    assert {Close, Show, LayOff} <= seen


def _rounds(moments, rounds, actions):
    for at, step in enumerate(moments):
        yield step
        rounds -= step.pause is not None
        if not rounds or at > actions:
            return


def test_random_is_uniform():
    here = table("spanish-40", 2)
    *_, step = (one for _, one in zip(range(2), steps(here, [sensible], Random(3)), strict=False))
    legal = legal_actions(here, step.before)
    chance = Random(0)
    times = [0] * len(legal)
    for _ in range(3_000):
        times[legal.index(at_random(here, step.before, legal, chance))] += 1
    assert all(abs(count - 3_000 / len(legal)) < 200 for count in times)


def test_sensible_looks_at_no_other_hand_and_not_into_the_stock():
    here = table("fournier-40", 3)
    compared = 0
    for _, step in zip(range(120), steps(here, [sensible], Random(5)), strict=False):
        play_, state = step.before.round, step.before
        if step.action is None or isinstance(step.action, Deal) or play_ is None or play_.phase is Phase.LAY_OFF:
            continue
        others = list(reversed(play_.stock))
        hidden = replace(
            state,
            round=replace(
                play_,
                stock=tuple(others),
                hands=tuple(hand if at == play_.seat else Hand(()) for at, hand in enumerate(play_.hands)),
            ),
        )
        legal = legal_actions(here, state)
        chosen = sensible(here, hidden, legal, Random(1))
        assert chosen == sensible(here, state, legal, Random(1))
        compared += 1
    assert compared > 50


def test_sensible_takes_what_helps_and_closes_when_it_may():
    here = table("spanish-40", 2)
    took = closed = 0
    for _, step in zip(range(3_000), steps(here, [sensible], Random(11)), strict=False):
        took += isinstance(step.action, TakeUpcard)
        if step.before.phase is Phase.DISCARD and any(
            isinstance(one, Close) for one in legal_actions(here, step.before)
        ):
            assert isinstance(step.action, Close)
            closed += 1
    assert took
    assert closed


def test_actions_are_counted_as_a_verdict_counts_them():
    for name, seats in (("spanish-40", 3), ("gin-rummy", 2), ("house-l", 2), ("house-p", 3)):
        made = play(table(name, seats, declared=True), [sensible], Random(2))
        accepted = judge_record(LIBRARY, to_json(made.record)).accepted
        assert (accepted.rounds, accepted.actions) == (made.rounds, made.actions)
