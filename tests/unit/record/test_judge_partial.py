"""What is judged of what somebody did not see, and what is left open."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.judge import judge
from referee.record.reading import read_mapping
from referee.record.verdict import Status
from tests.tables import house
from tests.unit.record.judging import CLOSED, HANDS, SCORES, judged, record_of, round_of, told, violation

SEEN = "A: <12b-4o +?-12c +?-7e"
"""The first lap as everybody sees it."""


def seen(play: str, **keys: Any) -> Any:
    return judged({"eldest": "A", "upcard": "12b", "play": play, **keys})


def test_public_play_is_judged() -> None:
    assert seen(SEEN).status is Status.CONSISTENT
    assert violation(seen("A: <12b-12b")).code == "THREW_TAKEN_CARD"
    assert violation(seen("A: <12e-4o")).code == "NOT_THE_UPCARD"
    assert violation(seen(f"{SEEN} +?-4o")).code == "NOT_IN_HAND"
    assert violation(seen(f"{SEEN} <7e-7e")).code == "THREW_TAKEN_CARD"
    assert violation(seen("A: +?x?")).code == "CLOSE_TOO_EARLY"


def test_a_card_that_was_thrown_is_in_no_hand() -> None:
    shown = f"{SEEN} +?x? =4o5o6o,12o12e12b|1e"
    found = violation(seen(shown))

    assert (found.code, found.place.text) == ("CARD_TWICE", "=4o5o6o,12o12e12b|1e")
    assert found.message == "4o turns up once more than the pack has it; it is in the discard pile"


def test_a_hand_that_is_shown_is_judged() -> None:
    good = f"{SEEN} +?x? =5c6c7c,12o12e12b|1e B: =|2o11o3c4c6e5b10b 4c3c>1 C: =|1o7o2c10c11c3e6b"
    verdict = seen(good, scores=SCORES)
    assert verdict.first_violation is None
    assert [line.computed for line in verdict.sheet] == [1, 34, 17]
    assert violation(seen(good, scores={**SCORES, "C": 18})).code == "SCORE_DIFFERS"
    many = seen(f"{SEEN} +?x? =5c6c7c|12o12e11b1e")
    assert (violation(many).code, violation(many).place.text) == ("CLOSE_TOO_MANY_POINTS", "x?")
    assert violation(many).legal == ()


def test_a_hand_too_small_is_none() -> None:
    found = violation(seen(f"{SEEN} +?x? =5c6c7c,12o12e12b|1e2e"))
    assert found.message == "A (Ane) shows 8 cards, but holds 7"
    held = violation(seen(f"{SEEN} +?x? =5c6c7c,12o12e12c|1e", hands={"A": HANDS["A"]}))
    assert held.code in {"SHOWN_HAND_DIFFERS", "CARD_TWICE"}


def test_a_close_nobody_saw_is_left_open() -> None:
    verdict = seen(f"{SEEN} +?x?", scores=SCORES)

    assert verdict.status is Status.CONSISTENT
    assert "round 1: the close of A" in verdict.not_judged
    assert "round 1: the score of A, B and C" in verdict.not_judged
    assert verdict.totals == SCORES


def test_one_seat_sees_its_own_hand() -> None:
    own = {"hands": {"B": HANDS["B"]}}
    assert seen("A: <12b-4o +5b-12c", **own).first_violation is None
    assert violation(seen("A: <12b-4o +5b-12e", **own)).code == "NOT_IN_HAND"
    assert violation(seen("A: <12b-2o", **own)).code == "NOT_IN_HAND"


def test_behind_turns_not_recorded_the_label_says_who_plays() -> None:
    verdict = judged(round_of("A: <12b-4o ... C: +?-7e +?-1e"))
    assert verdict.first_violation is None
    assert verdict.gapped
    assert verdict.state is not None
    assert verdict.state.seat == 1
    assert violation(judged(round_of("A: <12b-4o ... C: +?-7e B: +?-1e"))).code == "OUT_OF_TURN"


def test_behind_turns_not_recorded_cards_are_where_they_can_be() -> None:
    assert judged(round_of("A: <12b-4o ... C: <2o-2c A: +?-4o")).first_violation is None
    assert violation(judged(round_of("... C: <2o-2c A: +?-2o"))).code == "NOT_IN_HAND"
    assert violation(judged(round_of("... C: <2o-2o"))).code == "THREW_TAKEN_CARD"


def test_es_3_is_taken_as_met_behind_turns_not_recorded() -> None:
    verdict = judged(round_of("... A: +?x? =5c6c7c,12o12e12b|1e"))

    assert verdict.first_violation is None
    assert "round 1: es.3 (hangs on what is not known)" in verdict.not_judged


def test_the_close_may_be_among_turns_not_recorded() -> None:
    verdict = judged(round_of("A: <12b-4o ... B: =|2o11o3c4c6e5b10b C: .", scores=SCORES))

    assert verdict.first_violation is None
    assert verdict.totals == SCORES


def test_with_two_packs_a_twin_may_be_thrown() -> None:
    unknown = {"eldest": "A", "upcard": "12b", "play": "A: <12b-12b"}
    own = {**unknown, "hands": {"A": "4o 12o 5c 6c 7c 1e 12e"}}
    twin = {**unknown, "hands": {"A": "4o 12o 5c 6c 7c 1e 12b"}}

    def two_packs(played: dict[str, Any]) -> Any:
        return judged(played, rules="house-o", seats=3)

    assert two_packs(unknown).first_violation is None
    assert two_packs(twin).first_violation is None
    assert violation(two_packs(own)).code == "THREW_TAKEN_CARD"


# -- laying off, as it was written -------------------------------------------------------------------------------------


def test_who_laid_off_less_than_could_be_is_told() -> None:
    verdict = judged(round_of(f"{CLOSED} B: 4c>1 . C: 10c11c>1 .", scores=SCORES))

    assert verdict.status is Status.CLEAN
    (found,) = verdict.findings
    assert (found.code, found.place.seat, found.legal) == ("LAID_LESS", "B", ("4c3c>1",))
    assert found.measured["written"] == "37"


@pytest.mark.parametrize("play", ["B: 4c3c>1 . C: 10c11c2c>1 .", "B: 4c>1 3c>1 C: 2c>1 10c>1 11c>1", "C: 10c11c>1"])
def test_cards_laid_one_by_one(play: str) -> None:
    assert judged(round_of(f"{CLOSED} {play}", scores=SCORES)).first_violation is None


def test_melds_nobody_wrote_down_have_their_numbers() -> None:
    assert judged(round_of(f"{CLOSED} B: 4c>1")).first_violation is None
    assert violation(judged(round_of(f"{CLOSED} B: 1o>2"))).code == "NOT_IN_HAND"
    assert violation(judged(round_of(f"{CLOSED} C: 1o>2"))).code == "CANNOT_BE_LAID"
    # the closer may write them the other way round
    other = f"{CLOSED} =12o12e12b,5c6c7c|1e B: 4c3c>2"
    assert judged(round_of(other)).first_violation is None


def test_nobody_lays_off_where_the_rules_forbid_it() -> None:
    clean = {
        "eldest": "A",
        "hands": {"A": "1o 2o 3o 4c 4e 4b 12b", "B": "4o 5o 7c 10c 11e 12e 1e"},
        "upcard": "4o",
    }
    clean["hands"] = {"A": "1o 2o 3o 4c 4e 4b 12b", "B": "5o 6o 7c 10c 11e 12e 1e"}
    play = "A: <4o-12b +3b-3b +2bx2b"
    assert judged({**clean, "play": play}, seats=2).first_violation is None
    found = violation(judged({**clean, "play": f"{play} B: 5o>1"}, seats=2))
    assert (found.code, found.place.text) == ("CANNOT_BE_LAID", "5o>1")


def test_declared_lay_offs_bind() -> None:
    declared = {"limit": 100, "declared": "yes"}
    play = f"{CLOSED} =5c6c7c,12o12e12b|1e B: 4c>1 . C: 10c11c>1 ."
    verdict = judged(round_of(play, scores={"A": 1, "B": 37, "C": 19}), options=declared)
    assert verdict.first_violation is None, verdict.first_violation
    assert violation(judged(round_of(play, scores=SCORES), options=declared)).place.seat == "B"
    stops = judged(round_of(f"{CLOSED} =5c6c7c,12o12e12b|1e B: 4c>1"), options=declared)
    assert told(stops) == [("note", "PLAY_STOPS", 0)]
    assert stops.findings[0].message == "the play stops: B (Beñat) is to show and to lay off"
    loose = f"{CLOSED} =5c6c7c,12o12e12b|2e"
    assert violation(judged(round_of(loose), options=declared)).code == "SHOWN_HAND_DIFFERS"
    waits = f"{CLOSED} =5c6c7c,12o12e12b|1e C: 10c11c>1"
    assert judged(round_of(waits), options=declared).first_violation is None
    back = f"{waits} B: 4c>1"
    assert violation(judged(round_of(back), options=declared)).code == "OUT_OF_TURN"


# -- shows and lay-offs out of hands that are not known whole ----------------------------------------------------------

OUT = f"{SEEN} +?x2b =5c6c7c,12o12e12b|1e"
"""A closed, and everybody saw with what; of the others nobody knows more than they show."""


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("B: 4c3c>1 C: =|1o7o2c10c11c3e6b 2c>1", None),
        ("B: 3c>1 C: .", None),  # C may have laid 4c before: nobody wrote what it had
        ("B: 4c3c>1 C: . B: 1c>1", "CANNOT_BE_LAID"),
        ("C: . B: 3c>1", "CANNOT_BE_LAID"),
        ("C: . B: 4c>3", "NO_SUCH_MELD"),
        ("B: 5c>1", "NOT_IN_HAND"),
        ("B: 4o>1", "NOT_IN_HAND"),
        ("B: 4c>1 4c>1", "NOT_IN_HAND"),
    ],
)
def test_what_is_laid_is_judged_by_what_lies_there(play: str, code: str | None) -> None:
    verdict = seen(f"{OUT} {play}")

    assert (verdict.first_violation and verdict.first_violation.code) == code


def test_what_cannot_be_judged_of_a_lay_off_is_listed() -> None:
    assert "round 1: the lay-off" in seen(f"{OUT} B: 3c>1").not_judged
    assert "round 1: the lay-off" not in seen(f"{OUT} B: 4c>1").not_judged


@pytest.mark.parametrize("declared", [False, True])
@pytest.mark.parametrize(
    ("rules", "play"),
    [
        ("lay_off: {may_lay_off: {es.8: melds.count at least 1}}", "B: 4c>1"),
        ("lay_off: {may_lay_off: {es.8: deadwood at most 3}}", "B: =5o5b5e 4c3c>1"),
        ("lay_off: {may_lay_off: {es.8: deadwood at most 90}}", "B: 4c>1"),
        ("melds: {whole_hand: {es.8: deadwood at most 5}}", "B: =5o5b5e"),
        ("melds: {whole_hand: {es.8: melded at least 6}}", "B: =5o5b5e"),
    ],
)
def test_what_is_asked_of_a_hand_nobody_knows_is_left_open(rules: str, play: str, *, declared: bool) -> None:
    """Neither held against the seat nor taken as met: it is listed, and what was laid lies where it was laid."""
    at = house(rules, seats=3, declared=declared)
    read = read_mapping(record_of({"eldest": "A", "upcard": "12b", "play": f"{OUT} {play}"}, rules="house", options={}))
    verdict = judge(read, at)

    assert verdict.first_violation is None
    assert "round 1: es.8 (hangs on what is not known)" in verdict.not_judged
    assert verdict.state is not None


def test_what_does_not_fit_is_wrong_whatever_the_hand_is() -> None:
    at = house("lay_off: {may_lay_off: {es.8: melds.count at least 1}}", seats=3, declared=True)
    read = read_mapping(
        record_of({"eldest": "A", "upcard": "12b", "play": f"{OUT} B: 4c2c>1"}, rules="house", options={})
    )

    assert violation(judge(read, at)).code == "CANNOT_BE_LAID"
