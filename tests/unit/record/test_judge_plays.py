"""Every code of a play and a deal, from the smallest record that shows it: where, by which clause, what may be done."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.verdict import FindingKind, Status
from tests.unit.record.judging import CLOSED, DEAL, HANDS, LAP, judged, round_of, violation

IMPOSSIBLE, ILLEGAL, UNREADABLE, DISAGREES = (
    FindingKind.IMPOSSIBLE,
    FindingKind.ILLEGAL,
    FindingKind.UNREADABLE,
    FindingKind.DISAGREES,
)

PLAYS = (
    # code, kind, clause, play, word part, turn, action
    ("NOT_IN_HAND", IMPOSSIBLE, "x.2", "A: <12b-4o +5b-12b", "-12b", 2, 2),
    ("NOT_THE_UPCARD", IMPOSSIBLE, "x.2", "A: <12e-4o", "<12e", 1, 1),
    ("CARD_TWICE", IMPOSSIBLE, "x.1", "A: +2o-4o", "+2o", 1, 1),
    ("NO_SUCH_CARD", IMPOSSIBLE, "", "A: +7o'2-4o", "+7o'2", 1, 1),
    ("OUT_OF_TURN", ILLEGAL, "x.2", "A: <12b-4o C: +5b-7e", "+5b", 2, 1),
    ("OUT_OF_TURN", ILLEGAL, "x.2", "A: <12b +5b-12c", "+5b", 2, 1),
    ("TURN_MISSED", ILLEGAL, "x.2", "A: <12b-4o .", ".", 2, 1),
    ("NOT_DRAWN", ILLEGAL, "x.2", "A: -4o", "-4o", 1, 1),
    ("NOT_DRAWN", ILLEGAL, "x.2", f"{LAP} x12o", "x12o", 4, 1),
    ("DREW_TWICE", ILLEGAL, "x.2", "A: <12b+5b-4o", "+5b", 1, 2),
    ("DREW_TWICE", ILLEGAL, "x.2", "A: +5b<12b-4o", "<12b", 1, 2),
    ("THREW_TAKEN_CARD", ILLEGAL, "es.2", "A: <12b-12b", "-12b", 1, 2),
    ("CLOSE_TOO_EARLY", ILLEGAL, "es.3", "A: <12bx4o", "x4o", 1, 2),
    ("CLOSE_TOO_MANY_POINTS", ILLEGAL, "es.4", f"{LAP} +2bx12b", "x12b", 4, 2),
    ("NOT_NOW", ILLEGAL, "x.2", "A: +5b .", ".", 1, 2),
    ("NOT_NOW", ILLEGAL, "x.2", "A: =5c6c7c", "=5c6c7c", 0, 0),
    ("STOCK_NOT_EMPTY", ILLEGAL, "es.10", "A: <12b-4o %?", "%?", 2, 0),
    ("NOT_DEAD", ILLEGAL, "es.10", "A: <12b-4o !dead", "!dead", 2, 0),
    ("ROUND_IS_OVER", ILLEGAL, "x.4", f"{CLOSED} B: +1b-12c", "+1b", 5, 1),
    ("SEAT_NOT_SAID", UNREADABLE, "", "... +1b-12c", "+1b-12c", 0, 0),
    ("NO_SUCH_RULING", UNREADABLE, "", "A: <12b-4o @1", "@1", 1, 0),
    ("UNREADABLE", UNREADABLE, "", "A: <12b-4o +5b-13c", "", 2, 0),
    ("SHOWN_HAND_DIFFERS", DISAGREES, "", f"{CLOSED} =5c6c7c,12o12e12b|2e", "=5c6c7c,12o12e12b|2e", 4, 2),
    ("SHOWN_HAND_DIFFERS", DISAGREES, "", f"{CLOSED} B: =|2o3c4c", "=|2o3c4c", 4, 2),
    ("NO_MELD", ILLEGAL, "x.3", f"{CLOSED} =5c6c12o,7c12e12b|1e", "=5c6c12o,7c12e12b|1e", 4, 2),
    ("NO_SUCH_MELD", IMPOSSIBLE, "x.7", f"{CLOSED} B: 4c>3", "4c>3", 4, 2),
    ("CANNOT_BE_LAID", ILLEGAL, "x.7", f"{CLOSED} B: 3c>1", "3c>1", 4, 2),
    ("NOT_IN_HAND", IMPOSSIBLE, "x.7", f"{CLOSED} B: 2c>1", "2c>1", 4, 2),
)


@pytest.mark.parametrize("case", PLAYS, ids=lambda case: f"{case[0]} {case[3]}")
def test_a_play(case: tuple[str, FindingKind, str, str, str, int, int]) -> None:
    code, kind, clause, play, part, turn, action = case
    verdict = judged(round_of(play))
    found = violation(verdict)

    assert (found.code, found.kind, found.clause) == (code, kind, clause)
    assert (found.place.text, found.place.turn, found.place.action) == (part, turn, action)
    assert (found.place.round, found.place.path) == (1, "rounds[0].play")
    assert found.message
    assert not found.message.endswith(".")
    assert verdict.status is (Status.UNREADABLE if kind is UNREADABLE else Status.VIOLATION)
    assert verdict.accepted.rounds == 0
    assert not found.conditional


def test_nothing_is_judged_behind_a_violation() -> None:
    verdict = judged(round_of("A: <12b-12b C: -7e +99x", scores={"A": 99}), round_of("x"), result={"winners": ["A"]})

    assert violation(verdict).code == "THREW_TAKEN_CARD"
    assert verdict.findings == ()
    assert verdict.sheet == ()


DEALS = (
    # code, kind, the round, path, text
    ("WRONG_HAND_SIZE", IMPOSSIBLE, {**DEAL, "hands": {**HANDS, "B": "2o 11o"}}, "rounds[0].hands.B", ""),
    ("WRONG_HAND_SIZE", IMPOSSIBLE, {**DEAL, "upcard": "12b 1b"}, "rounds[0].upcard", ""),
    ("CARD_TWICE", IMPOSSIBLE, {**DEAL, "upcard": "12o"}, "rounds[0].upcard", "12o"),
    ("NO_SUCH_CARD", IMPOSSIBLE, {**DEAL, "upcard": "12b'2"}, "rounds[0].upcard", "12b'2"),
    ("CARD_MISSING", IMPOSSIBLE, {**DEAL, "stock": "5b 7o 2b"}, "rounds[0].stock", ""),
    ("CARD_MISSING", IMPOSSIBLE, {"pack": "4o 12o 5c"}, "rounds[0].pack", ""),
    ("WRONG_SHAPE", UNREADABLE, {**DEAL, "pack": "4o 12o 5c"}, "rounds[0].hands", ""),
    ("UNREADABLE", UNREADABLE, {**DEAL, "upcard": "13b"}, "rounds[0].upcard", ""),
    ("UNREADABLE", UNREADABLE, {**DEAL, "lots": {"A": "13b"}}, "rounds[0].lots.A", ""),
    ("WRONG_ELDEST", ILLEGAL, {**DEAL, "lots": {"A": "5c", "B": "12o", "C": "7e"}}, "rounds[0].eldest", ""),
)


@pytest.mark.parametrize(("code", "kind", "given", "path", "text"), DEALS)
def test_a_deal(code: str, kind: FindingKind, given: dict[str, Any], path: str, text: str) -> None:
    found = violation(judged(given))

    assert (found.code, found.kind, found.place.path, found.place.text) == (code, kind, path, text)
    assert found.place.round == 1
    assert found.message


def test_the_highest_lot_plays_first() -> None:
    lots = {"A": "5c", "B": "12o", "C": "7e"}
    played = round_of("B: <12b-12c", lots=lots)
    del played["eldest"]

    assert judged(played).first_violation is None
    equal = {"A": "5c", "B": "12o", "C": "12e"}
    assert judged(round_of("C: <12b-7e", lots=equal, eldest="C")).first_violation is None
    assert violation(judged(round_of("", lots=equal))).code == "WRONG_ELDEST"


@pytest.mark.parametrize(
    ("lots", "first"),
    [
        ({"A": "5c 12c", "B": "12o 3c", "C": "12e 2c"}, "B"),
        ({"A": "12c 1o 7e", "B": "12o 3c 6c", "C": "12e 3e 5c"}, "B"),
        ({"A": "12c 3o", "B": "12o 3c", "C": "5c"}, "AB"),
        ({"A": "12c 3o", "B": "12o", "C": "5c"}, "AB"),
        ({"A": "12c ?", "B": "12o 3c", "C": "5c"}, "AB"),
        ({"A": "?", "B": "12o 3c", "C": "5c"}, "ABC"),
    ],
)
def test_equal_lots_are_drawn_again(lots: dict[str, str], first: str) -> None:
    drawn = [letter for letter in "ABC" if judged({"eldest": letter, "lots": lots}).first_violation is None]

    assert drawn == list(first)


@pytest.mark.parametrize(("rules", "clause"), [("spanish-40", "x.5"), ("fournier-40", "fo.3"), ("house-g", "fo.3")])
def test_the_clause_of_lots_is_that_of_the_rules(rules: str, clause: str) -> None:
    lots = {"A": "5c", "B": "12o", "C": "7e"}
    by_lot = violation(judged({"eldest": "A", "lots": lots}, rules=rules, options={}))
    first = {"eldest": "B", "scores": {"A": 1, "B": 2, "C": 3}}
    later = violation(judged(first, {"eldest": "A"}, rules=rules, options={}))

    assert (by_lot.code, later.code) == ("WRONG_ELDEST", "WRONG_ELDEST")
    assert (by_lot.clause, later.clause) == (clause, "x.5")


def test_the_first_seat_plays_first_where_nobody_says_who() -> None:
    played = round_of("B: <12b-12c")
    del played["eldest"]

    assert violation(judged(played)).code == "OUT_OF_TURN"


def test_what_would_have_been_legal_comes_nearest_first() -> None:
    found = violation(judged(round_of(f"{LAP} +2bx12b")))

    assert found.legal == ("x2b", "x1e", "-12b", "-12e", "-12o", "-7c", "-6c", "-5c", "-2b", "-1e")
    assert found.help == "put 2b down instead and it is a close"
    assert found.measured["deadwood"] == "27"
    assert found.measured["loose"] == "12o 1e 12e 2b"


def test_a_card_is_said_to_be_where_it_is() -> None:
    def message(play: str) -> str:
        return violation(judged(round_of(play))).message

    assert message("A: <12b-3e").endswith("; it is in C (Carla)'s hand")
    assert message("A: +5b-12b").endswith("; it is in the discard pile")
    assert message("A: +5b-1b") == "1b is not in the hand of A (Ane)"
    stock = "5b 7o 2b 1b 2e 3o 3b 4e 4b 5o 5e 6o 7b 10o 10e 11e 11b 1c"
    assert violation(judged(round_of("A: +7o-4o", stock=stock))).code == "NOT_ON_TOP"
    found = violation(judged(round_of("A: +5b-1b", stock=stock)))
    assert found.message.endswith("; it is in the stock")


GIN = {"hands": {"A": "Ah 2h 3h 5s 6s 7s 9c Tc Jc Kd", "B": "Ks Kh Qd 2c 4d 6d 8h Th Jh 3s"}, "upcard": "4s"}


@pytest.mark.parametrize(
    ("code", "play", "part"),
    [
        ("OFFER_NOT_ANSWERED", "A: +5c-Kd", "+5c"),
        ("OFFER_NOT_ANSWERED", "A: -Kd", "-Kd"),
        ("OFFER_PASSED", "A: . . <4s-Kd", "<4s"),
        ("CLOSED_WITH_TAKEN_CARD", "A: <4sx4s", "x4s"),
        ("THREW_TAKEN_CARD", "A: <4s-4s", "-4s"),
        ("CLOSE_TOO_MANY_POINTS", "A: . <4sxKs", "xKs"),
    ],
)
def test_an_offered_card(code: str, play: str, part: str) -> None:
    found = violation(judged({**GIN, "play": play}, rules="gin-rummy", seats=2))

    assert (found.code, found.place.text) == (code, part)
