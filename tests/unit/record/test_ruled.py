"""Numbers and removals of the director are never silent, and a ruling that changes nothing is told."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.verdict import Finding, Status, Weight
from tests.unit.record.judging import CLOSED, LAP, SCORES, judged, round_of, told


def ruled(*rulings: dict[str, Any], play: str = CLOSED, **keys: Any) -> Any:
    """The verdict on the usual round, closed, with these rulings."""
    return judged(round_of(play, rulings=list(rulings), **{"scores": SCORES, **keys}))


def numbers(verdict: Any) -> list[Finding]:
    """What is told of the director's numbers."""
    return [one for one in verdict.findings if one.code == "SCORE_RULED"]


def idle(verdict: Any) -> list[str]:
    """What is said of rulings without effect."""
    assert verdict.first_violation is None, verdict.first_violation
    return [one.message for one in verdict.findings if one.code == "RULING_IDLE"]


@pytest.mark.parametrize(
    ("ruling", "scores", "path", "measured"),
    [
        ({"points": {"B": 500}}, {"B": 534}, "points.B", {"ruled": "500", "computed": "34"}),
        ({"points": {"B": -5}}, {"B": 29}, "points.B", {"ruled": "-5", "computed": "34"}),
        ({"scores": {"A": 7}}, {"A": 7}, "scores.A", {"ruled": "7", "computed": "1"}),
        ({"scores": {"B": 0}, "reason": "as agreed"}, {"B": 0}, "scores.B", {"ruled": "0", "computed": "34"}),
    ],
)
@pytest.mark.parametrize("called", ["", " @1"])
def test_a_number_that_rests_on_no_play_is_irregular(
    ruling: dict[str, Any], scores: dict[str, int], path: str, measured: dict[str, str], called: str
) -> None:
    verdict = ruled(ruling, play=CLOSED + called, scores={**SCORES, **scores})

    assert verdict.status is Status.IRREGULAR
    (found,) = numbers(verdict)
    assert (found.place.path, found.ruling, found.weight) == (f"rounds[0].rulings[0].{path}", 1, Weight.IRREGULARITY)
    assert found.measured == measured


def test_the_number_is_told_where_nobody_knows_what_the_rules_give() -> None:
    verdict = judged({"scores": SCORES, "rulings": [{"scores": {"B": 34}}]})

    assert [(one.message, one.measured) for one in numbers(verdict)] == [
        ("B (Beñat): ruling 1 sets the score to 34", {"ruled": "34"})
    ]
    assert verdict.status is Status.IRREGULAR


def test_points_that_go_with_a_play_are_told_with_it() -> None:
    play = f"{LAP} +2bx12b @1 -7c A: +1b-1b"
    verdict = judged(round_of(play, rulings=[{"taken_back": 1, "points": {"A": 5}}]))
    assert numbers(verdict) == []

    thrown = CLOSED.replace("A: <12b-4o", "A: <12b-12b @1")
    verdict = judged(round_of(thrown, rulings=[{"stands": True, "points": {"A": 5}}]))
    assert numbers(verdict) == []


def test_a_score_that_is_set_swallows_points() -> None:
    verdict = ruled({"points": {"B": 10}}, {"scores": {"B": 20}}, scores={**SCORES, "B": 20})

    assert [one.ruling for one in numbers(verdict)] == [2]


def test_a_removed_seat_does_not_win_the_game_that_ends_there() -> None:
    last = round_of(f"{CLOSED} @1", scores=SCORES, rulings=[{"removed": ["A"]}])
    verdict = judged(last, options={"limit": 16})

    # Ane alone is within the limit; of the two who are not, Carla has less
    assert verdict.complete
    assert verdict.winners == ("C",)
    assert ("note", "SEAT_REMOVED", 1) in told(verdict)
    assert judged(round_of(CLOSED, scores=SCORES), options={"limit": 16}).winners == ("A",)


def test_a_seat_removed_or_gone_earlier_does_not_change_who_is_left() -> None:
    removed = round_of(f"{CLOSED} @1", scores=SCORES, rulings=[{"removed": ["B"]}])
    verdict = judged(removed, options={"limit": 16})

    assert verdict.winners == ("A",)


@pytest.mark.parametrize(
    ("play", "ruling"),
    [
        (CLOSED, {"clause": "T.1"}),
        (f"{CLOSED} @1", {"clause": "T.1"}),
        (CLOSED, {"turn": 2}),
        (CLOSED, {"exposed": ["B"]}),
        (CLOSED, {"by": "Ione", "time": "18:42"}),
    ],
)
def test_a_ruling_that_says_nothing_is_told(play: str, ruling: dict[str, Any]) -> None:
    assert idle(ruled(ruling, play=play)) == ["ruling 1 changes nothing: it says nothing that could"]


def test_a_remark_and_an_exposed_hand_are_not() -> None:
    assert idle(ruled({"reason": "a warning"})) == []
    assert idle(ruled({"exposed": ["B"]}, play=f"{LAP} @1 +2bx2b")) == []


def test_a_ruling_called_twice_is_told() -> None:
    said = ["ruling 1 is called 2 times, and counts once"]
    assert idle(ruled({"points": {"B": 5}}, play=f"{CLOSED} @1 @1", scores={**SCORES, "B": 39})) == said
    assert idle(ruled({"barred": ["B"]}, play=f"{LAP} @1 @1 +2bx2b")) == said
    # two plays stand by it
    twice = "A: <12b-12b @1 <12b-12b @1 C: +7o-7e"
    assert idle(judged(round_of(twice, rulings=[{"stands": True}]))) == []


@pytest.mark.parametrize(
    "ruling", [{"scores": {"B": 34}}, {"points": {"B": 0}}, {"scores": {"B": 34, "A": 1}, "reason": "as counted"}]
)
def test_a_number_that_changes_none_is_told(ruling: dict[str, Any]) -> None:
    verdict = ruled(ruling)

    assert idle(verdict) == ["ruling 1 changes nothing: no score is another one by it"]
    assert verdict.status is Status.CLEAN


# -- what is behind a round nobody wrote down --------------------------------------------------------------------------

LIMIT = {"limit": 16}
LAST = {"scores": SCORES}


def test_nobody_has_won_where_a_round_before_is_not_known() -> None:
    verdict = judged({}, LAST, options=LIMIT)

    assert (verdict.complete, verdict.winners, verdict.totals) == (False, (), {})


def test_written_totals_begin_the_standing_anew_and_are_not_judged() -> None:
    verdict = judged({}, {**LAST, "totals": {"A": 3, "B": 36, "C": 19}}, options=LIMIT)

    assert verdict.winners == ("A",)
    assert "round 2: the totals, which are taken as they are written" in verdict.not_judged
