"""Totals: each is judged against what it should be, also beside a score that is wrong; and what is told of no rounds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.record.reading import read_record
from referee.record.verdict import Status, Weight
from referee.service.record_convert import read_message, write_record
from tests.unit.record.judging import CLOSED, SCORES, judged, record_of, round_of, told, verdict_on, violation

SLIPS = st.fixed_dictionaries(dict.fromkeys(SCORES, st.sampled_from([0, 0, 0, -3, 1, 10])))


def plus(numbers: dict[str, int], slips: dict[str, int]) -> dict[str, int]:
    """Numbers with what was added by mistake."""
    return {seat: number + slips[seat] for seat, number in numbers.items()}


@given(SLIPS, SLIPS)
def test_a_total_is_wrong_if_it_neither_is_right_nor_follows_from_the_score(
    in_scores: dict[str, int], in_totals: dict[str, int]
) -> None:
    scores, totals = plus(SCORES, in_scores), plus(SCORES, in_totals)
    verdict = judged(round_of(CLOSED, scores=scores, totals=totals), options={"limit": 100})

    wrong = [f"rounds[0].totals.{seat}" for seat in "ABC" if totals[seat] not in {SCORES[seat], scores[seat]}]
    slips = [f"rounds[0].scores.{seat}" for seat in "ABC" if in_scores[seat]]
    found = [verdict.first_violation, *verdict.findings]
    # of scores the first is told, for others may follow from it; of totals all
    assert [one.place.path for one in found if one] == [*slips[:1], *wrong]
    assert not any(one.conditional for one in verdict.findings)
    assert (verdict.status is Status.CLEAN) is not bool(slips or wrong)


def test_a_score_that_is_missing_may_be_missing_in_the_total() -> None:
    for total in (0, SCORES["B"]):
        verdict = judged(round_of(CLOSED, scores={"A": 1, "C": 17}, totals={**SCORES, "B": total}))
        assert (violation(verdict).code, told(verdict)) == ("SCORE_DIFFERS", [])


def test_totals_are_added_up_from_those_before() -> None:
    sheet = {"scores": {"A": 3, "B": 20, "C": 9}}
    second: dict[str, Any] = {"scores": {"A": 3, "B": 999_999, "C": 9}, "totals": {"A": 6, "B": 40, "C": 19}}
    verdict = judged(sheet, second, options={"limit": 100})

    assert violation(verdict).place.path == "rounds[1].scores.B"
    # without cards nobody knows what the score of B should be, nor the total
    assert [(one.code, one.place.path) for one in verdict.findings] == [("TOTAL_DIFFERS", "rounds[1].totals.C")]


def test_a_ruling_lets_every_wrong_total_stand() -> None:
    ruled = round_of(CLOSED, scores=SCORES, totals={"A": 2, "B": 34, "C": 18}, rulings=[{"stands": True}])

    assert told(judged(ruled)) == [("irregularity", "TOTAL_DIFFERS", 1)] * 2


def test_every_wrong_total_behind_a_void_round_is_told() -> None:
    void = round_of("A: <12b-4o @1", rulings=[{"replay": True}], totals={"A": 0, "B": 2, "C": 1})
    verdict = judged(void)

    assert violation(verdict).place.path == "rounds[0].totals.B"
    assert [one.place.path for one in verdict.findings if one.weight is Weight.VIOLATION] == ["rounds[0].totals.C"]


def test_the_clause_by_which_a_total_is_not_the_sum() -> None:
    """House rule q: no total falls below -50."""
    cleanly = {"scores": {"A": -10, "B": 5}}
    rounds: list[dict[str, Any]] = [*[cleanly] * 5, {**cleanly, "totals": {"A": -60, "B": 30}}]
    found = violation(judged(*rounds, rules="house-q", seats=2))

    assert (found.code, found.clause) == ("TOTAL_DIFFERS", "q.1")
    assert found.message == "A (Ane): the total is written as -60, by q.1 it is -50"
    rounds[-1]["totals"] = {"A": -50, "B": 31}
    found = violation(judged(*rounds, rules="house-q", seats=2))
    assert (found.clause, found.message) == ("x.8", "B (Beñat): the total is written as 31, 25 + 5 is 30")


# -- going on behind a wrong total -----------------------------------------------------------------------------------

SHEET = {"A": 3, "B": 20, "C": 9}
WRITTEN = st.fixed_dictionaries(dict.fromkeys(SHEET, st.sampled_from([0, 0, 0, 0, -1, 2])))


@given(st.lists(WRITTEN, min_size=2, max_size=4))
def test_behind_a_wrong_total_each_is_judged_against_the_one_that_is_written_before(
    slips: list[dict[str, int]],
) -> None:
    totals, rounds, wrong = dict.fromkeys(SHEET, 0), list[dict[str, Any]](), list[str]()
    for number, slip in enumerate(slips):
        totals = plus(plus(totals, SHEET), slip)
        rounds.append({"scores": SHEET, "totals": totals})
        wrong += [f"rounds[{number}].totals.{seat}" for seat in "ABC" if slip[seat]]
    verdict = judged(*rounds, options={"limit": 100}, asked={"keep_going": True})

    found = [one for one in [verdict.first_violation, *verdict.findings] if one]
    assert sorted(one.place.path for one in found) == sorted(wrong)
    assert [one.conditional for one in found] == [one.place.round > found[0].place.round for one in found]
    # the totals were judged in every round, and nothing says otherwise
    assert [line for line in verdict.not_judged if "totals" in line] == []


def test_a_total_counts_as_written_also_where_a_rule_makes_another_of_it() -> None:
    cleanly = {"scores": {"A": -10, "B": 5}}
    rounds: list[dict[str, Any]] = [
        *[cleanly] * 5,
        {**cleanly, "totals": {"A": -60, "B": 30}},
        {"scores": {"A": 15, "B": -10}, "totals": {"A": -45, "B": 20}},
        {"scores": {"A": 15, "B": -10}, "totals": {"A": -31, "B": 10}},
    ]
    verdict = judged(*rounds, rules="house-q", seats=2, asked={"keep_going": True})

    assert violation(verdict).place.path == "rounds[5].totals.A"
    assert [one.message for one in verdict.findings] == ["A (Ane): the total is written as -31, -45 + 15 is -30"]


def test_behind_a_wrong_total_that_stands_the_totals_are_judged() -> None:
    first = {"scores": SHEET, "totals": {**SHEET, "B": 30}, "rulings": [{"stands": True}]}
    second = {"scores": SHEET, "totals": {"A": 6, "B": 51, "C": 18}}

    assert violation(judged(first, second)).message == "B (Beñat): the total is written as 51, 30 + 20 is 50"


# -- no rounds ---------------------------------------------------------------------------------------------------------


def test_where_no_round_is_written_nothing_is_clean() -> None:
    verdict = verdict_on(record_of())

    assert (verdict.status, verdict.complete, verdict.first_violation) == (Status.CONSISTENT, False, None)
    assert verdict.not_judged == ("no round is written",)


@pytest.mark.parametrize("result", [{"winners": ["A"]}, {"pot": 3}])
def test_a_game_without_rounds_has_no_result(result: dict[str, Any]) -> None:
    assert violation(verdict_on(record_of(result=result))).code == "RESULT_DIFFERS"


def test_a_message_without_rounds_is_the_record_without_rounds() -> None:
    """An empty list is the same as none in protobuf."""
    record = read_record("record: 1\nrules: spanish-40\nseats: {A: Ane, B: Jon}\nrounds: []\n").record

    assert record is not None
    assert read_message(write_record(record), "record").record == record
