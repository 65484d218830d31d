"""What a director decides: plays that stand, are taken back, cards that are moved, rounds that are played again."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.verdict import FindingKind, Status, Weight
from tests.unit.record.judging import CLOSED, DEAL, HANDS, LAP, SCORES, irregular, judged, round_of, told, violation


def ruled(play: str, *rulings: dict[str, Any], **keys: Any) -> Any:
    """The verdict on a round with these rulings."""
    return judged(round_of(play, rulings=list(rulings), **keys))


STANDING = (
    # what happens, what follows if it stands
    ("THREW_TAKEN_CARD", "A: <12b-12b @1 B: +5b-12c"),
    ("DREW_TWICE", "A: <12b+5b-4o @1 B: +7o-12c"),
    ("NOT_DRAWN", "A: -4o @1 B: +5b-12c"),
    ("TURN_MISSED", "A: . @1 B: +5b-12c"),
    ("OUT_OF_TURN", "A: <12b-4o C: +5b-7e @1 A: +7o-7o"),
    ("OUT_OF_TURN", "A: <12b-4o C: +5b-7e @1 B: +7o-12c"),
    ("STOCK_NOT_EMPTY", "A: <12b-4o +5b-12c %? @1 C: +7o-7e"),
    ("CLOSE_TOO_EARLY", "A: <12bx4o @1"),
    ("CLOSE_TOO_MANY_POINTS", f"{LAP} +2bx12b @1"),
)


@pytest.mark.parametrize(("code", "play"), STANDING)
def test_a_play_stands_by_the_ruling_called_behind_it(code: str, play: str) -> None:
    verdict = ruled(play, {"stands": True, "clause": "T.1"})

    assert verdict.first_violation is None, verdict.first_violation
    assert told(verdict)[0] == ("irregularity", code, 1)
    assert verdict.status is Status.IRREGULAR


@pytest.mark.parametrize(("code", "play"), STANDING)
def test_it_stands_by_a_ruling_that_names_its_turn(code: str, play: str) -> None:
    turn = 4 if play.startswith(LAP) else 2 if code == "OUT_OF_TURN" else 3 if "%" in play else 1
    late = play.replace("@1", "")
    verdict = ruled(late, {"turn": turn, "reason": "nobody objected"})

    assert verdict.first_violation is None, verdict.first_violation
    assert irregular(verdict) == [code]


def test_a_ruling_on_another_turn_helps_nobody() -> None:
    play = "A: <12b-12b @1 B: +5b-12c"

    assert violation(ruled(play, {"turn": 2, "stands": True})).code == "THREW_TAKEN_CARD"
    assert violation(ruled("A: <12b-12b B: +5b-12c @1", {"stands": True})).code == "THREW_TAKEN_CARD"


def test_a_late_claim_is_called_where_it_was_made() -> None:
    play = "A: <12b-12b B: +5b-12c C: +7o @1 -7e"
    verdict = ruled(play, {"turn": 1, "stands": True, "clause": "T.11"})

    assert verdict.first_violation is None
    found = verdict.findings[0]
    assert (found.code, found.ruling, found.place.turn) == ("THREW_TAKEN_CARD", 1, 1)
    assert verdict.accepted.actions == 6


def test_what_is_taken_back_never_was() -> None:
    verdict = ruled(f"{LAP} +2bx12b @1 A: x2b", {"taken_back": 1, "points": {"A": 5}}, scores={**SCORES, "A": 6})

    assert verdict.first_violation is None, verdict.first_violation
    assert verdict.status is Status.IRREGULAR
    assert verdict.accepted.rounds == 1
    assert verdict.totals == {"A": 6, "B": 34, "C": 17}
    line = verdict.sheet[0]
    assert (line.written, line.computed, line.penalties) == (6, 6, {1: 5})


def test_a_whole_turn_may_be_taken_back() -> None:
    verdict = ruled("A: <12b-4o C: +5b-7e @1 B: +5b-12c C: +7o-7e", {"taken_back": 2})

    assert verdict.first_violation is None
    assert verdict.state is not None
    assert verdict.state.seat == 0
    assert [hand.size for hand in verdict.state.hands if hand is not None] == [7, 7, 7]


def test_no_more_can_be_taken_back_than_happened() -> None:
    found = violation(ruled("A: <12b-12b @1", {"taken_back": 3}))

    assert (found.code, found.place.path) == ("WRONG_SHAPE", "rounds[0].rulings[0].taken_back")


def test_what_the_cards_contradict_cannot_stand() -> None:
    found = violation(ruled("A: <12b-3c @1", {"stands": True}))
    assert found.code == "NOT_IN_HAND"
    assert found.ruling == 0
    assert violation(ruled("A: <12b-4o B: <12b-4c @1", {"stands": True})).code == "NOT_THE_UPCARD"
    assert violation(ruled("A: <12b-4o C: +5b-3c @1", {"stands": True})).code == "NOT_IN_HAND"
    assert violation(ruled("A: <12b-4o C: <12b-7e @1", {"stands": True})).code == "NOT_THE_UPCARD"


def test_hands_that_stand_with_a_wrong_number_of_cards_are_faulty() -> None:
    verdict = ruled("A: <12b+5b-4o @1 B: +7o-12c", {"stands": True})
    assert verdict.state is not None
    assert verdict.state.faulty == (1, 0, 0)

    found = violation(ruled(f"{LAP} +2b+1b-12b @1 B: +1c-12c C: +1e-1e A: x12b @1", {"stands": True}))
    assert found.code in {"NOT_DRAWN", "NOT_IN_HAND", "CARD_TWICE"}


def test_no_ruling_lets_a_hand_grow_beyond_all_measure() -> None:
    found = violation(ruled("A: <12b+5b+7o+2b-4o @1", {"stands": True}))

    assert (found.code, found.place.text) == ("WRONG_HAND_SIZE", "+2b")


def test_a_seat_that_is_barred_may_not_close() -> None:
    found = violation(ruled(f"{LAP} @1 +2bx2b", {"barred": ["A"]}))

    assert (found.code, found.place.text) == ("CLOSE_BARRED", "x2b")
    assert ruled(f"{LAP} @1 +2b-2b", {"barred": ["A"]}).state.barred == frozenset({0})


def test_a_hand_that_is_exposed_plays_on() -> None:
    verdict = ruled(f"{LAP} @1 +2bx2b", {"exposed": ["B"]})

    assert verdict.first_violation is None
    assert verdict.state.phase == "deal"


def test_the_director_puts_a_card_back() -> None:
    play = "A: <12b+5b @1 A: -4o B: +5b-12c"
    verdict = ruled(play, {"stands": True, "moves": ["5b: A>stock"]})

    assert verdict.first_violation is None, verdict.first_violation
    assert verdict.state.faulty == (0, 0, 0)
    assert len(verdict.state.stock) == 17
    assert irregular(verdict) == ["DREW_TWICE"]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("3c: A>stock", "NOT_IN_HAND"),
        ("12b: pile>stock", "NOT_THE_UPCARD"),
        ("3c: aside>stock", "CARD_MISSING"),
        ("nonsense", "UNREADABLE"),
        ("4o: A>Z", "NO_SUCH_SEAT"),
    ],
)
def test_a_move_that_cannot_be_made(move: str, code: str) -> None:
    found = violation(ruled("A: <12b-4o @1", {"moves": [move]}))

    assert (found.code, found.place.path) == (code, "rounds[0].rulings[0].moves[0]")
    assert found.message


def test_moves_that_leave_a_hand_too_large_are_refused() -> None:
    moves = ["2o: B>A", "11o: B>A", "3c: B>A"]
    found = violation(ruled("A: <12b-4o @1", {"moves": moves}))

    assert found.code == "WRONG_HAND_SIZE"


def test_a_seat_is_removed() -> None:
    verdict = judged(
        round_of("A: <12b-4o @1 B: +5b-12c A: +7o-7o", rulings=[{"removed": ["C"]}]),
    )
    assert verdict.first_violation is None, verdict.first_violation
    assert verdict.state.left == frozenset({2})
    assert violation(judged(round_of("A: <12b-4o @1 B: +5b-12c C: +7o-7o", rulings=[{"removed": ["C"]}]))).code == (
        "SEAT_IS_OUT"
    )


def test_a_round_is_played_again() -> None:
    void = round_of("A: <12b-4o +5b-12c @1", rulings=[{"replay": True, "points": {"B": 3}}])
    again = round_of(CLOSED, scores=SCORES, totals={"A": 1, "B": 37, "C": 17})
    verdict = judged(void, again)

    assert verdict.first_violation is None, verdict.first_violation
    assert told(verdict) == [("note", "ROUND_VOID", 1), ("irregularity", "SCORE_RULED", 1)]
    assert verdict.totals == {"A": 1, "B": 37, "C": 17}
    assert verdict.accepted.rounds == 2
    first = verdict.sheet[0]
    assert (first.round, first.seat, first.computed) == (1, "B", 3)


def test_a_void_round_has_no_scores_and_no_more_play() -> None:
    void = {"rulings": [{"replay": True}]}
    found = violation(judged(round_of("A: <12b-4o @1", scores={"A": 4}, **void)))
    assert (found.code, found.place.seat) == ("SCORE_DIFFERS", "A")
    assert violation(judged(round_of("A: <12b-4o @1 B: +5b-12c", **void))).code == "ROUND_IS_OVER"
    assert judged(round_of("A: <12b-4o @1", scores={"A": 0}, **void)).first_violation is None


def test_a_misdeal_is_dealt_again_by_the_same_seat() -> None:
    verdict = judged(round_of("!misdeal"), round_of(CLOSED, scores=SCORES))
    assert verdict.first_violation is None
    assert told(verdict) == [("note", "ROUND_VOID", 0)]
    assert violation(judged(round_of("!misdeal"), {**DEAL, "eldest": "B"})).code == "WRONG_ELDEST"


def test_the_director_sets_a_score() -> None:
    rulings = [{"scores": {"B": 20}, "reason": "agreed"}]
    verdict = judged(round_of(CLOSED, scores={**SCORES, "B": 20}, rulings=rulings))
    assert verdict.first_violation is None
    assert verdict.totals["B"] == 20
    assert violation(judged(round_of(CLOSED, scores=SCORES, rulings=rulings))).code == "SCORE_DIFFERS"


def test_a_ruling_the_play_does_not_call_lets_a_wrong_score_stand() -> None:
    wrong = {**SCORES, "B": 35}
    verdict = judged(round_of(CLOSED, scores=wrong, rulings=[{"stands": True, "clause": "T.20"}]))

    assert verdict.first_violation is None
    assert told(verdict) == [("irregularity", "SCORE_DIFFERS", 1)]
    assert verdict.totals["B"] == 35
    # one that only adds points lets nothing stand
    assert violation(judged(round_of(CLOSED, scores=wrong, rulings=[{"points": {"C": 1}}]))).place.seat == "B"


def test_a_ruling_the_play_does_not_call_lets_a_wrong_deal_stand() -> None:
    second = {"eldest": "A", "play": "A: +?-7o", "rulings": [{"stands": True}]}
    first = round_of(CLOSED, scores={"A": 1, "B": 24, "C": 17}, rulings=[{"scores": {"B": 24}}])
    verdict = judged(first, second)

    assert verdict.first_violation is None, verdict.first_violation
    assert told(verdict)[:2] == [("irregularity", "SCORE_RULED", 1), ("irregularity", "WRONG_ELDEST", 1)]
    twice = {**DEAL, "hands": {**HANDS, "C": "1o 2c 10c 11c 3e 7e 12o"}, "rulings": [{"stands": True}]}
    assert violation(judged(twice)).code == "CARD_TWICE"


def test_a_total_may_stand_too() -> None:
    played = round_of(CLOSED, scores=SCORES, totals={"A": 1, "B": 34, "C": 27}, rulings=[{"stands": True}])
    verdict = judged(played)

    assert told(verdict) == [("irregularity", "TOTAL_DIFFERS", 1)]
    assert verdict.totals["C"] == 27


def test_a_ruling_that_takes_effect_nowhere_is_said_to() -> None:
    verdict = judged(round_of(LAP, rulings=[{"taken_back": 1}]))

    assert verdict.not_judged == ("round 1: ruling 1, which the play does not call",)


def test_a_card_laid_on_meld_one_does_not_call_ruling_one() -> None:
    shows = f"{CLOSED} =5c6c7c,12o12e12b|1e B: =|2o3c4c6e10b11o5b 4c3c>1"
    idle = judged(round_of(shows, rulings=[{"removed": ["C"]}]))
    assert idle.status is Status.CONSISTENT
    assert idle.not_judged == ("round 1: ruling 1, which the play does not call",)

    wrong = {**SCORES, "B": SCORES["B"] + 1}
    verdict = judged(round_of(shows, scores=wrong, rulings=[{"stands": True}]))
    assert told(verdict) == [("irregularity", "SCORE_DIFFERS", 1)]


def test_the_policy_of_the_rule_set_comes_before_a_ruling() -> None:
    hands = {"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b"}
    played = {"eldest": "A", "hands": hands, "upcard": "12b", "play": "A: <12b+5b-4o @1 B: +2b-12c"}
    verdict = judged({**played, "rulings": [{"stands": True, "clause": "T.1"}]}, rules="fournier-40", seats=2)

    found = verdict.findings[0]
    assert (found.code, found.clause, found.ruling) == ("DREW_TWICE", "fo.10", 0)
    assert (found.weight, found.kind) == (Weight.IRREGULARITY, FindingKind.ILLEGAL)
    again = {**played, "play": "A: <12b+5b-4o B: +2b-12c A: +1o+3o-1o"}
    assert violation(judged(again, rules="fournier-40", seats=2)).code == "DREW_TWICE"
    closes = {**played, "play": "A: <12b+5b-4o B: +2b-12c A: +1ox1o"}
    assert violation(judged(closes, rules="fournier-40", seats=2)).code == "CLOSE_WITH_FAULTY_HAND"
