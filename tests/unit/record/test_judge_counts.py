"""Counts and standings: scores beside computed ones, totals, who is out and who comes back, the result, the pot."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.verdict import FindingKind, Status, Weight
from tests.unit.record.judging import (
    CLOSED,
    DEAL,
    ENDED,
    LAP,
    SCORES,
    SECOND,
    judged,
    record_of,
    round_of,
    told,
    verdict_on,
    violation,
)

AFTER = {**SECOND, "scores": {"A": 53, "C": -10}}


def test_the_sheet_beside_the_written_one() -> None:
    verdict = judged(ENDED, AFTER, result={"winners": ["C"]})

    assert verdict.status is Status.CLEAN
    assert verdict.complete
    assert verdict.out == ("A", "B")
    assert [(line.round, line.seat, line.written, line.computed) for line in verdict.sheet] == [
        (1, "A", 1, 1),
        (1, "B", 34, 34),
        (1, "C", 17, 17),
        (2, "A", 53, 53),
        (2, "C", -10, -10),
    ]
    closer, other = verdict.sheet[0], verdict.sheet[1]
    assert (closer.outcome, closer.clause, closer.loose) == ("plain", "es.8", "1e 1")
    assert (other.outcome, other.laid_off) == ("es.8", "4c>1 3c>1")


@pytest.mark.parametrize(
    ("scores", "seat", "message"),
    [
        ({"A": 2, "B": 34, "C": 17}, "A", "the sheet says 2, the rules give 1: 1e 1"),
        ({"A": 1, "B": 34, "C": 99}, "C", "the sheet says 99, the rules give 17"),
        ({"A": 1, "C": 17}, "B", "the sheet says nothing, the rules give 34"),
    ],
)
def test_a_score_that_differs(scores: dict[str, int], seat: str, message: str) -> None:
    verdict = judged(round_of(CLOSED, scores=scores))
    found = violation(verdict)

    assert (found.code, found.kind, found.place.seat) == ("SCORE_DIFFERS", FindingKind.MISCOUNTED, seat)
    assert message in found.message
    assert len(verdict.sheet) == 3
    assert verdict.state is not None
    assert verdict.state.phase == "count"


@pytest.mark.parametrize(
    ("seat", "measured", "help_"),
    [
        (
            "A",
            {"computed": "1", "melds": "5c6c7c 12o12e12b", "loose": "1e"},
            "melds 5c6c7c 12o12e12b; loose 1e",
        ),
        (
            "B",
            {"computed": "34", "laid_off": "4c>1 3c>1", "loose": "2o 11o 6e 5b 10b"},
            "laid off 4c>1 3c>1; loose 2o 11o 6e 5b 10b",
        ),
    ],
)
def test_it_is_told_how_the_referee_put_the_cards_down(seat: str, measured: dict[str, str], help_: str) -> None:
    found = violation(judged(round_of(CLOSED, scores={**SCORES, seat: 99})))

    assert found.measured == {"written": "99", **measured}
    assert found.help == f"the referee's count: {help_}"


def test_a_score_that_is_not_that_of_its_loose_cards_has_its_clause() -> None:
    wrong = {**AFTER, "scores": {"A": 53, "C": 0}}
    found = violation(judged(ENDED, wrong))
    dearer = judged(round_of(CLOSED, scores=SCORES, rulings=[{"points": {"B": 9}, "clause": "T.4"}]))

    assert found.message == "C (Carla): the sheet says 0, the rules give -10: es.5 -10"
    assert found.help == "the referee's count: melds 1o2o3o4o 7c7e7b"
    assert violation(dearer).message.endswith("give 43: 2o 2 + 11o 11 + 6e 6 + 5b 5 + 10b 10 + T.4 9")


def test_a_score_that_a_ruling_sets_is_not_said_to_be_that_of_the_cards() -> None:
    verdict = judged(round_of(CLOSED, scores=SCORES, rulings=[{"exposed": ["A"]}, {"scores": {"B": 9}}]))
    found = violation(verdict)

    assert [line.loose for line in verdict.sheet] == ["1e 1", "", "1o 1 7o 7 3e 3 6b 6"]
    assert found.message == "B (Beñat): the sheet says 34, ruling 2 sets 9"
    assert (found.measured, found.help) == ({"written": "34", "computed": "9"}, "")


def test_only_the_first_score_that_differs_is_told() -> None:
    verdict = judged(round_of(CLOSED, scores={"A": 9, "B": 9, "C": 9}))

    assert violation(verdict).place.path == "rounds[0].scores.A"
    assert verdict.findings == ()


def test_a_seat_that_is_out_writes_nothing() -> None:
    found = violation(judged(ENDED, {**AFTER, "scores": {"A": 53, "B": 0, "C": -10}}))

    assert (found.code, found.place.path) == ("SEAT_IS_OUT", "rounds[1].scores.B")


def test_nobody_writes_when_the_game_is_won_at_once() -> None:
    won = {
        "eldest": "A",
        "hands": {"A": "1o 2o 3o 4o 5o 6o 12b", "B": "1c 3c 5c 7c 10e 11e 12e"},
        "upcard": "7o",
        "play": "A: +2b-2b +3b-1c A: <7o",
    }
    won["play"] = "A: <7o-12b +3b-3b A: +2bx2b"
    assert judged(won, seats=2).status is Status.CLEAN
    assert judged({**won, "scores": {"A": 0, "B": 0}}, seats=2).status is Status.CLEAN
    verdict = judged({**won, "scores": {"A": 0, "B": 54}}, seats=2)
    assert "nobody writes" in violation(verdict).message
    assert judged(won, seats=2).winners == ("A",)
    assert judged(won, seats=2).sheet == ()


def test_totals_are_those_before_anybody_comes_back() -> None:
    assert judged(round_of(CLOSED, scores=SCORES, totals=SCORES)).first_violation is None
    found = violation(judged(round_of(CLOSED, totals={"A": 1, "B": 43, "C": 17})))
    assert (found.code, found.place.path) == ("TOTAL_DIFFERS", "rounds[0].totals.B")
    assert found.measured == {"written": "43", "computed": "34"}


def test_the_result() -> None:
    def found(result: dict[str, Any]) -> Any:
        return violation(judged(ENDED, AFTER, result=result))

    assert found({"winners": ["A"]}).measured == {"written": "A", "computed": "C"}
    assert found({"winners": ["A", "C"]}).code == "RESULT_DIFFERS"
    assert found({"winners": ["C"], "pot": 5}).code == "POT_DIFFERS"
    early = violation(judged(ENDED, result={"winners": ["A"]}))
    assert (early.code, early.place.path) == ("RESULT_DIFFERS", "result.winners")
    pot = violation(judged(ENDED, result={"pot": 30}))
    assert (pot.code, pot.place.path) == ("RESULT_DIFFERS", "result.pot")
    assert judged(ENDED, result={"note": "to be continued"}).first_violation is None


def test_nothing_happens_after_the_end() -> None:
    verdict = judged(ENDED, AFTER, {"play": "A: +?-7o"})
    found = violation(verdict)

    assert (found.code, found.place.path, found.place.round) == ("GAME_IS_OVER", "rounds[2]", 3)
    assert verdict.complete
    assert verdict.accepted.rounds == 2


# -- re-entry, on sheets of Fournier's game ----------------------------------------------------------------------------


def sheets(*rounds: dict[str, Any], seats: int = 3, **keys: Any) -> Any:
    return judged(*rounds, rules="fournier-40", seats=seats, options={"limit": 70, "stake": 2}, **keys)


OUT = {"scores": {"A": 10, "B": 80, "C": 20}}
NEXT = {"scores": {"A": 5, "B": 5, "C": 5}}


def test_a_seat_that_is_out_comes_back_with_the_highest_total() -> None:
    verdict = sheets({**OUT, "totals": {"B": 80}, "reenter": ["B"]}, {**NEXT, "totals": {"A": 15, "B": 25, "C": 25}})

    assert verdict.first_violation is None, verdict.first_violation
    assert verdict.totals == {"A": 15, "B": 25, "C": 25}


def test_who_does_not_say_so_does_not_come_back() -> None:
    assert violation(sheets(OUT, NEXT)).code == "SEAT_IS_OUT"
    assert sheets(OUT, {"scores": {"A": 5, "C": 5}}).out == ("B",)


@pytest.mark.parametrize(
    ("rounds", "code", "path"),
    [
        ([{**OUT, "reenter": ["A"]}], "NOT_OUT", "rounds[0].reenter[0]"),
        ([{**NEXT, "reenter": ["A"]}], "NOT_OUT", "rounds[0].reenter[0]"),
        ([OUT, {"scores": {"A": 5, "C": 60}, "reenter": ["B"]}], "GAME_IS_OVER", "rounds[1].reenter[0]"),
    ],
)
def test_a_seat_that_may_not_come_back(rounds: list[dict[str, Any]], code: str, path: str) -> None:
    found = violation(sheets(*rounds))

    assert (found.code, found.place.path) == (code, path)


def test_no_re_entry_where_the_rules_know_none() -> None:
    found = violation(judged({**ENDED, "reenter": ["B"]}))
    assert (found.code, found.place.path) == ("NO_REENTRY", "rounds[0].reenter[0]")
    stands = judged({**ENDED, "reenter": ["B"], "rulings": [{"stands": True, "clause": "T.3"}]}, {"play": "C: +?-1o"})
    assert told(stands)[0] == ("irregularity", "NO_REENTRY", 1)


def test_no_re_entry_while_too_few_are_in() -> None:
    out = {"scores": {"A": 5, "B": 60, "C": 20}}
    found = violation(judged(out, {**out, "reenter": ["B"]}, rules="house-g"))
    assert (found.code, found.place.path) == ("REENTRY_CLOSED", "rounds[1].reenter[0]")


def test_the_pot_is_what_was_paid_in() -> None:
    rounds = [{**OUT, "reenter": ["B"]}, {"scores": {"A": 70, "B": 70, "C": 0}}]
    assert sheets(*rounds, result={"winners": ["C"], "pot": 8}).first_violation is None
    found = violation(sheets(*rounds, result={"winners": ["C"], "pot": 6}))
    assert (found.code, found.measured) == ("POT_DIFFERS", {"written": "6", "computed": "8"})


# -- rounds that stop, rounds of which little is known -----------------------------------------------------------------


def test_play_that_stops_is_no_mistake() -> None:
    verdict = judged(round_of(f"{LAP} +2b"))
    (found,) = verdict.findings

    assert verdict.status is Status.CLEAN
    assert not verdict.complete
    assert (found.code, found.kind) == ("PLAY_STOPS", FindingKind.UNFINISHED)
    assert found.message == "the play stops: A (Ane) is to throw or to close"
    assert (verdict.accepted.rounds, verdict.accepted.turns, verdict.accepted.actions) == (0, 4, 7)


def test_a_round_that_was_dealt_only() -> None:
    verdict = judged(DEAL)

    assert told(verdict) == [("note", "PLAY_STOPS", 0)]
    assert verdict.state is not None
    assert verdict.state.seat == 0


def test_scores_behind_play_that_stops_are_taken_as_written() -> None:
    verdict = judged(round_of(LAP, scores={"A": 5, "B": 6, "C": 7}), {"play": "B: +?-7o"})

    assert verdict.status is Status.CONSISTENT
    assert [code for _, code, _ in told(verdict)] == ["PLAY_STOPS", "PLAY_STOPS"]
    assert verdict.totals == {"A": 5, "B": 6, "C": 7}
    assert "round 1: the score of A, B and C" in verdict.not_judged


def test_where_nobody_knows_the_standing_nothing_hangs_on_it() -> None:
    verdict = judged(
        round_of(LAP), {"play": "C: +?-7o"}, {"scores": {"A": 5, "B": 5, "C": 5}}, result={"winners": ["A"]}
    )

    assert verdict.first_violation is None, verdict.first_violation
    assert verdict.totals == {}
    assert verdict.not_judged[-1] == "the result: the standing before it is not known"


def test_totals_begin_the_standing_anew() -> None:
    totals = {"A": 10, "B": 12, "C": 5}
    verdict = judged(round_of(LAP), {"scores": {"A": 5, "B": 5, "C": 5}, "totals": totals}, {"scores": SCORES})

    assert verdict.totals == {"A": 11, "B": 46, "C": 22}
    assert verdict.out == ("B",)


def test_who_closed_may_decide_the_game() -> None:
    tie = {"scores": {"A": 40, "B": 40}}
    open_ = judged(tie, seats=2, options={"limit": 30, "share_ties": "no"}, result={"winners": ["A"]})
    assert open_.first_violation is None
    assert not open_.complete
    assert "round 1: who closed, on which the end of the game hangs" in open_.not_judged
    shared = judged(tie, seats=2, result={"winners": ["A", "B"]})
    assert shared.winners == ("A", "B")


def test_a_sheet_alone_is_added_up() -> None:
    verdict = judged({"scores": {"A": 5, "B": 31, "C": 7}}, {"scores": {"A": 5, "C": 7}, "totals": {"A": 10, "C": 15}})

    found = violation(verdict)
    assert (found.code, found.place.path) == ("TOTAL_DIFFERS", "rounds[1].totals.C")
    assert verdict.not_judged[0] == "round 1: only the score sheet"


# -- going on behind a violation ---------------------------------------------------------------------------------------


def test_later_rounds_are_judged_on_what_was_written() -> None:
    wrong = round_of(CLOSED, scores={"A": 1, "B": 37, "C": 17})
    verdict = judged(wrong, {**AFTER, "scores": {"A": 54, "C": -10}}, asked={"keep_going": True})

    assert violation(verdict).place.path == "rounds[0].scores.B"
    (later,) = verdict.findings
    assert (later.code, later.place.round, later.conditional) == ("SCORE_DIFFERS", 2, True)
    assert verdict.accepted.rounds == 0
    assert verdict.totals == {"A": 0, "B": 0, "C": 0}


def test_without_being_asked_nothing_more_is_judged() -> None:
    wrong = round_of("A: <12b-12b", scores=SCORES)
    second = {**AFTER, "play": "C: <7b-7b"}

    assert judged(wrong, second).findings == ()
    (later,) = judged(wrong, second, asked={"keep_going": True}).findings
    assert (later.code, later.conditional) == ("THREW_TAKEN_CARD", True)


def test_what_was_written_may_not_say_enough() -> None:
    verdict = judged(round_of("A: <12b-12b"), {"play": "B: +?-7o"}, asked={"keep_going": True})

    assert [one.code for one in verdict.findings] == ["PLAY_STOPS"]
    assert all(one.conditional for one in verdict.findings)


def test_another_language() -> None:
    verdict = verdict_on(record_of(round_of("A: <12b-12b")), lang="es")
    assert violation(verdict).message == "12b se cogió de los descartes en este turno"
    assert violation(verdict_on(record_of(round_of("A: <12b-12b")), lang="xx")).message.startswith("12b was taken")


# -- the clauses of the end, and what is judged behind a mistake ----------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "result", "rules", "clause"),
    [
        # es.9 says who wins, not the clause of the whole block
        ([{"A": 3, "B": 50, "C": 60}], ["B"], "spanish-40", "es.9"),
        ([{"A": 3, "B": 5, "C": 6}], ["A"], "spanish-40", "es.9"),
        ([{"A": 3, "B": 70, "C": 60}, {"A": 5, "B": 60, "C": 60}], ["B"], "fournier-40", "fo.9"),
    ],
)
def test_the_result_cites_who_wins(rounds: list[dict[str, int]], result: list[str], rules: str, clause: str) -> None:
    found = violation(judged(*({"scores": one} for one in rounds), rules=rules, result={"winners": result}))

    assert (found.code, found.clause) == ("RESULT_DIFFERS", clause)


def test_a_round_behind_the_end_cites_the_end() -> None:
    over = {"scores": {"A": 3, "B": 50, "C": 60}}
    assert violation(judged(over, {"scores": {"A": 3}})).clause == "es.9"
    chinchon = {
        "eldest": "A",
        "hands": {"A": "1o 2o 3o 4o 5o 6o 12e", "B": "2e 11o 3c 4c 12c 6e 10b", "C": "1e 2c 10c 11c 3e 7e 6b"},
        "upcard": "12b",
        "play": "A: <12b-12e +5b-12c +7b-7e +7ox12b",
    }
    found = violation(judged(chinchon, {"scores": {"A": 3}}))
    assert (found.code, found.clause) == ("GAME_IS_OVER", "es.6")


def test_one_wrong_total_is_told_once() -> None:
    """What is behind it is judged on the totals as they were written."""
    scores = {"A": 3, "B": 20, "C": 9}
    totals = [{"A": 3, "B": 21, "C": 9}, {"A": 6, "B": 41, "C": 18}, {"A": 9, "B": 61, "C": 27}]
    rounds = [{"scores": scores, "totals": one} for one in totals]
    verdict = judged(*rounds, options={"limit": 100}, asked={"keep_going": True})
    assert (violation(verdict).code, told(verdict)) == ("TOTAL_DIFFERS", [])
    rounds[2]["totals"] = {"A": 9, "B": 62, "C": 27}
    verdict = judged(*rounds, options={"limit": 100}, asked={"keep_going": True})
    assert [(one.code, one.place.round, one.conditional) for one in verdict.findings] == [("TOTAL_DIFFERS", 3, True)]


def test_right_totals_behind_a_wrong_score_are_not_called_wrong() -> None:
    rounds: list[dict[str, Any]] = [
        round_of(CLOSED, scores={**SCORES, "C": 18}, totals=SCORES),
        {"scores": {"A": 3, "B": 20}, "totals": {"A": 4, "B": 54}},
    ]
    verdict = judged(*rounds, options={"limit": 100}, asked={"keep_going": True})

    assert violation(verdict).code == "SCORE_DIFFERS"
    assert [one.code for one in verdict.findings if one.weight is Weight.VIOLATION] == []
