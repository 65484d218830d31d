"""Scores without cards: what no round of the table can give is told, and what could be is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from referee.record.verdict import Status
from referee.vocabulary import LANGUAGES
from tests.unit.record.judging import judged, violation

WRONG: list[tuple[dict[str, int], str, str, str]] = [
    ({"A": 710, "B": 5}, "A", "es.8", "A (Ane): the sheet says 710, which nobody can write at this table"),
    ({"A": 82}, "A", "es.8", "A (Ane): the sheet says 82, which nobody can write at this table"),
    ({"B": -70}, "B", "es.5", "B (Beñat): the sheet says -70, which nobody can write at this table"),
    ({"A": 3, "C": -25}, "C", "es.5", "C (Carla): the sheet says -25, which nobody can write at this table"),
    (
        {"A": -10, "B": -10, "C": 4},
        "B",
        "es.5",
        "B (Beñat): the sheet says -10, which only a closer writes, and A (Ane) closed already",
    ),
]


@pytest.mark.parametrize(("scores", "seat", "clause", "said"), WRONG)
def test_what_nobody_can_have_written(scores: dict[str, int], seat: str, clause: str, said: str) -> None:
    found = violation(judged({"scores": scores}))

    assert (found.code, found.clause, found.place.path) == ("SCORE_DIFFERS", clause, f"rounds[0].scores.{seat}")
    assert found.message == said
    assert found.help == "who closes writes -10 and 0 to 5; the others write 0 to 81"
    assert found.measured == {"written": str(scores[seat])}


@pytest.mark.parametrize(
    ("scores", "keys"),
    [
        ({"A": 81, "B": 81, "C": 81}, {}),
        ({"A": -10, "B": 81, "C": 0}, {}),
        ({"A": 0, "B": 0, "C": 0}, {}),
        ({"A": -50, "B": 106}, {"options": {"jokers": 2}}),
        ({"A": -10, "B": 60}, {"rules": "fournier-40"}),
        ({"A": 10, "B": -70}, {"rules": "chilean-50"}),
        ({"A": 125, "B": 0}, {"rules": "gin-rummy", "seats": 2}),
    ],
)
def test_what_could_be(scores: dict[str, int], keys: dict[str, Any]) -> None:
    assert judged({"scores": scores}, **keys).status is Status.CONSISTENT


def test_a_ruling_may_set_any_number() -> None:
    ruled = judged({"scores": {"A": 710, "B": 5, "C": 9}, "rulings": [{"scores": {"A": 710}}]})

    assert ruled.first_violation is None


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_it_is_told_in_every_language(lang: str) -> None:
    for scores, *_, said in WRONG:
        found = violation(judged({"scores": scores}, asked={"lang": lang}))
        assert found.message != said
        assert "who closes" not in found.help


def test_where_cards_are_known_of_some_the_scores_of_the_others_are_looked_at() -> None:
    assert judged({"scores": {"A": 3, "B": 40, "C": 12}, "play": "..."}).status is Status.CONSISTENT
    assert violation(judged({"scores": {"A": 3, "B": 400, "C": 12}, "play": "..."})).place.seat == "B"


def test_a_result_behind_a_round_of_which_nothing_is_said_is_not_judged() -> None:
    """It may have been won at once, and then nobody writes."""
    verdict = judged({"scores": {"A": 3, "B": 20, "C": 9}}, {}, result={"winners": ["B"]})

    assert verdict.status is Status.CONSISTENT
    assert "the result: the standing before it is not known" in verdict.not_judged
