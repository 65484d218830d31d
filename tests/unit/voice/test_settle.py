"""Expressions as they read at a table."""

import pytest

from referee.lang.types import TRUTH
from referee.lang.unparse import unparse
from referee.voice.settle import Known
from tests.unit.voice.spoken import known, typed


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("total above limit", "total above 70 points"),
        ("strict or not card.taken", "not card.taken"),
        ("not strict or not card.taken", "yes"),
        ("strict and laps at least 1", "no"),
        ("laps at least 1 and (strict or faulty)", "laps at least 1 lap and faulty"),
        ("(if strict then 1 else 3) at most melded", "3 cards at most melded"),
        ("total above limit - 100", "total above -30 points"),
        ("total above max(limit, 100)", "total above 100 points"),
        ("all(strict for c in hand)", "all(no for c in hand)"),
        ("any(strict for c in hand)", "no"),
        ("all(not strict for c in hand)", "yes"),
        ("pace is slow", "no"),
        ("pace in [slow, fast] and faulty", "faulty"),
        ("not (strict and faulty)", "yes"),
    ],
)
def test_what_is_known_is_worked_out(text: str, settled: str) -> None:
    here = known(limit=70, strict=False, pace="fast")

    assert unparse(here.settled(typed(text, "close.may_close.*"))) == settled


def test_definitions_are_opened() -> None:
    clean = typed("loose.count is 0 and (strict or wilds is 0)", "define.*")
    expr = typed("clean and laps at least 1", "close.may_close.*", {"clean": clean})

    settled = known({"clean": clean}, strict=True).settled(expr)

    assert unparse(settled) == "loose.count is 0 cards and laps at least 1 lap"
    assert settled.type == TRUTH


def test_without_jokers_nothing_is_a_joker() -> None:
    expr = typed("card.joker or card.number is 1", "points.*.when")

    assert unparse(Known(never=frozenset({"card.joker"})).settled(expr)) == "card.number is 1"


def test_what_is_not_known_stays() -> None:
    expr = typed("total above limit and strict", "close.may_close.*")

    assert unparse(known().settled(expr)) == "total above limit and strict"
    assert known().value(typed("3 cards", "deal.cards")) == 3
