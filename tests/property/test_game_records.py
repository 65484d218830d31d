"""Whole games of every rule set, written down: the judge finds nothing wrong, in any syntax, however far one reads."""

from __future__ import annotations

import os
from collections import Counter
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


def _one(task: tuple[str, int, int]) -> tuple[str, str]:
    """One game, played and judged: its rule set, and what was wrong."""
    name, table_at, seed = task
    table = tables(name)[table_at]
    form = FORMS[seed % len(FORMS)]
    made = game(table, seed, form)
    verdict = judged(made.scribe.record(seals=form == "seals"))
    wrong = verdict.first_violation or (None if verdict.status is Status.CLEAN else verdict.status)
    return name, "" if wrong is None else f"{table.seats} seats, seed {seed}: {wrong}"


@pytest.mark.slow
def test_ten_thousand_games_are_clean(capsys):
    each = [(name, at) for name in NAMES for at in range(len(tables(name)))]
    tasks = [(*each[at % len(each)], 100 + at // len(each)) for at in range(MANY)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(_one, tasks, chunksize=20))
    wrong = [f"{name}: {what}" for name, what in found if what]
    with capsys.disabled():
        print(
            f"\n{len(found)} games of {len(Counter(name for name, _ in found))} rule sets: {len(wrong)} with findings"
        )
    assert not wrong, wrong[:5]
