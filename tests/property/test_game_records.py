"""Whole games of every rule set, written down: the judge finds nothing wrong, in any syntax, however far one reads."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random

import pytest

from referee.library.records import judge_record
from referee.record.model import to_plain
from referee.record.reading import read_mapping, read_record
from referee.record.verdict import Status, Verdict, Weight, verdict_plain
from referee.record.writing import to_json, to_yaml
from tests.corruption.traced import traced, with_round, with_words, words_of
from tests.property.careless import FORMS, LIBRARY, NAMES, game, tables
from tests.property.replaying import replayed

MANY = 10_000


def judged(record) -> Verdict:
    return judge_record(LIBRARY, to_json(record))


@pytest.mark.parametrize("name", NAMES)
def test_games_that_were_played_are_clean(name):
    """One game for each number of seats, in turn in each form; melds declared in every second."""
    for at, table in enumerate(tables(name)):
        form = FORMS[(at + len(name)) % len(FORMS)]
        made = game(table, 0, form)
        record = made.scribe.record(seals=form == "seals")
        verdict = judged(record)
        assert verdict.first_violation is None
        assert (verdict.status, verdict.complete, verdict.findings) == (Status.CLEAN, made.finished, ())
        assert (verdict.accepted.rounds, made.finished) == (made.rounds, True)
        assert verdict.winners == record.result.winners
        *_, (state, _) = replayed(table, record)
        assert state == made.state


@pytest.mark.parametrize("name", NAMES)
def test_every_syntax_gets_the_same_verdict(name):
    record = game(tables(name)[0], 1, "shows").record
    said = verdict_plain(judged(record))
    assert said == verdict_plain(judge_record(LIBRARY, to_yaml(record)))
    assert said == verdict_plain(judge_record(LIBRARY, read_mapping(to_plain(record))))
    assert (
        read_record(to_yaml(record), strict=True).record == read_record(to_json(record), strict=True).record == record
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_beginning_of_a_game_is_one(name):
    """Cut behind any word of any round: nothing is wrong, and never less is accepted than of a shorter beginning."""
    chance = Random(name)
    table = chance.choice(tables(name))
    record = game(table, 2, "hands").record
    taken_apart = traced(table, record)
    before = 0
    for number, spots in enumerate(taken_apart.rounds):
        places = sorted({0, len(spots), *chance.sample(range(len(spots)), min(4, len(spots)))})
        for place in places:
            cut = with_words(record, number, words_of(spots[:place]))
            cut = with_round(cut, number, scores={}, totals={}, reenter=())
            cut = replace(cut, rounds=cut.rounds[: number + 1], result=None)
            verdict = judged(cut)
            assert verdict.first_violation is None, verdict.first_violation
            assert not [one for one in verdict.findings if one.weight is not Weight.NOTE]
            assert verdict.accepted.turns >= before
            before = verdict.accepted.turns
    assert before == sum(spot.turn for spots in taken_apart.rounds for spot in spots[-1:])


def _many(task: tuple[str, int, int]) -> list[str]:
    """So many games at one table of a rule set, played and judged: what was wrong with them."""
    name, table_at, games = task
    table = tables(name)[table_at]
    wrong = []
    for seed in range(100, 100 + games):
        form = FORMS[seed % len(FORMS)]
        verdict = judged(game(table, seed, form).scribe.record(seals=form == "seals"))
        found = verdict.first_violation or (None if verdict.status is Status.CLEAN else verdict.status)
        wrong += [f"{name}, {table.seats} seats, seed {seed}: {found}"] if found else []
    return wrong


@pytest.mark.slow
def test_ten_thousand_games_are_clean(capsys):
    each = [(name, at) for name in NAMES for at in range(len(tables(name)))]
    games = -(-MANY // len(each))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        wrong = [one for found in pool.map(_many, [(*table, games) for table in each]) for one in found]
    with capsys.disabled():
        print(f"\n{games * len(each):,} games at {len(each)} tables: {len(wrong)} with findings", end=" ")
    assert not wrong, wrong[:5]
