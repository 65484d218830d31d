"""Records that say little, and rulings that change nothing: what is clean, what is only consistent, what is told."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.reading import read_record
from referee.record.verdict import Status, Weight
from tests.unit.record.judging import CLOSED, DEAL, ENDED, HANDS, LAP, SCORES, SECOND, judged, round_of, told, violation


@pytest.mark.parametrize(
    ("rounds", "open_"),
    [
        ([{}], ["round 1: no cards, turns or scores are recorded"]),
        ([{"eldest": "B"}], ["round 1: no cards, turns or scores are recorded"]),
        (
            [{}, {"eldest": "B"}],
            [
                "round 1: no cards, turns or scores are recorded",
                "round 2: who plays first",
                "round 2: no cards, turns or scores are recorded",
            ],
        ),
        ([{"hands": {"A": HANDS["A"]}}], ["round 1: the hands of B and C"]),
        ([round_of(LAP), SECOND], ["round 1: how it ended", "round 2: who plays first"]),
        ([], ["no round is written"]),
    ],
)
def test_what_nobody_judged_is_not_clean(rounds: list[dict[str, Any]], open_: list[str]) -> None:
    verdict = judged(*rounds)

    assert verdict.status is Status.CONSISTENT
    assert list(verdict.not_judged) == open_


@pytest.mark.parametrize("rounds", [[round_of(CLOSED), SECOND], [round_of(LAP)], [DEAL]])
def test_what_was_judged_is_clean_without_any_number_written(rounds: list[dict[str, Any]]) -> None:
    verdict = judged(*rounds)

    assert (verdict.status, verdict.not_judged) == (Status.CLEAN, ())


@pytest.mark.parametrize(
    ("play", "rulings", "said"),
    [
        (LAP, [{"stands": True}], "ruling 1 changes nothing: what it lets stand breaks no rule"),
        (f"{LAP} @1", [{"stands": True}], "ruling 1 changes nothing: what it lets stand breaks no rule"),
        (LAP, [{"stands": True, "turn": 2}], "ruling 1 changes nothing: what it lets stand breaks no rule"),
        (LAP, [{"turn": 4}], "ruling 1 changes nothing: there is no turn 4 in this round, its last is 3"),
        (
            f"{LAP} @1 @2",
            [{"barred": ["B"]}, {"barred": ["B", "C"]}],
            "ruling 2 changes nothing: B (Beñat) could not close before it either",
        ),
        (
            f"{LAP} @1",
            [{"replay": True, "scores": {"A": 5}}],
            "ruling 1 changes nothing: the round is void, so nobody's score is set",
        ),
    ],
)
def test_a_ruling_that_changes_nothing_is_told(play: str, rulings: list[dict[str, Any]], said: str) -> None:
    verdict = judged(round_of(play, rulings=rulings))
    notes = [one for one in verdict.findings if one.code == "RULING_IDLE"]

    assert verdict.first_violation is None
    assert [(one.message, one.weight) for one in notes] == [(said, Weight.NOTE)]


@pytest.mark.parametrize(
    ("play", "ruling", "keys"),
    [
        ("A: <12b-12b @1 B: +5b-12c", {"stands": True}, {}),
        ("A: <12b-12b B: +5b-12c", {"stands": True, "turn": 1}, {}),
        (CLOSED, {"stands": True}, {"scores": {**SCORES, "A": 2}}),
        (f"{LAP} @1", {"barred": ["B"]}, {}),
        (LAP, {"turn": 3, "reason": "a warning"}, {}),
        ("A: <12b-4o ... B: +5b-12c", {"turn": 9, "reason": "a warning"}, {}),
    ],
)
def test_a_ruling_that_changes_something_or_only_remarks_is_not(
    play: str, ruling: dict[str, Any], keys: dict[str, Any]
) -> None:
    verdict = judged(round_of(play, rulings=[ruling], **keys))

    assert verdict.first_violation is None
    assert "RULING_IDLE" not in [code for _, code, _ in told(verdict)]


def test_a_ruling_on_the_result_is_not_idle() -> None:
    ruled = {**SECOND, "rulings": [{"stands": True, "reason": "as agreed"}]}
    verdict = judged(ENDED, ruled, result={"winners": ["A"]})

    assert told(verdict) == [("irregularity", "RESULT_DIFFERS", 1)]


def test_a_ruling_leaves_a_seat_in_the_game() -> None:
    found = violation(judged(round_of(f"{LAP} @1", rulings=[{"removed": ["A", "B", "C"]}])))

    assert (found.code, found.place.path) == ("WRONG_SHAPE", "rounds[0].rulings[0].removed")
    assert found.message == "a ruling must leave at least one seat in the game"


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ("rounds: []\nresult: {winners: [B, b]}", "result.winners[1]"),
        ("rounds:\n- reenter: [A, B, A]", "rounds[0].reenter[2]"),
        ("rounds:\n- rulings: [{barred: [A, Ane]}]", "rounds[0].rulings[0].barred[1]"),
    ],
)
def test_a_list_names_each_seat_once(keys: str, path: str) -> None:
    read = read_record(f"record: 1\nrules: spanish-40\nseats: {{A: Ane, B: Jon}}\n{keys}\n".encode())

    assert [(one.code, one.path) for one in read.faults] == [("WRONG_SHAPE", path)]


@pytest.mark.parametrize(
    ("keys", "code", "path"),
    [
        ({"rulings": [{"points": {"B": 5}}]}, "SEAT_IS_OUT", "rounds[1].rulings[0].points.B"),
        ({"rulings": [{}, {"scores": {"A": 5, "B": 5}}]}, "SEAT_IS_OUT", "rounds[1].rulings[1].scores.B"),
        ({"lots": {"A": "5c", "C": "6c"}}, "NOT_NOW", "rounds[1].lots"),
    ],
)
def test_what_would_have_no_effect_is_refused(keys: dict[str, Any], code: str, path: str) -> None:
    found = violation(judged(ENDED, {**SECOND, **keys}))

    assert (found.code, found.place.path) == (code, path)


@pytest.mark.parametrize(
    ("keys", "code", "path"),
    [
        ({"totals": {"A": 3, "B": 5}}, "TOTAL_DIFFERS", "rounds[0].totals.B"),
        ({"reenter": ["B"]}, "REENTRY_CLOSED", "rounds[0].reenter[0]"),
    ],
)
def test_a_void_round_changes_no_total_and_brings_nobody_back(keys: dict[str, Any], code: str, path: str) -> None:
    void = round_of("A: <12b-4o @1", rulings=[{"replay": True, "points": {"A": 3}}])
    found = violation(judged({**void, **keys}))

    assert (found.code, found.place.path) == (code, path)
    assert judged({**void, "totals": {"A": 3, "B": 0}}).first_violation is None
