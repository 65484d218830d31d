"""Which courses of a game rules can tell apart."""

from __future__ import annotations

import pytest

from referee.game.facts import GIVABLE
from referee.workshop.proof.courses import MOST_COURSES, Courses, courses
from tests.tables import house


def of(condition: str) -> Courses:
    table = house(f"close:\n  may_close:\n    t.1: {condition}\n")
    return courses(table, [one.expr for one in table.rule_set.conditions["close.may_close"] if one.key == "t.1"])


@pytest.mark.parametrize(
    ("condition", "tried"),
    [
        ("laps at least 2", {"laps": {1, 2, 3}}),
        ("seats_in is 2", {"seats_in": {0, 1, 2}}),
        ("not faulty", {"faulty": {False, True}}),
        ("deadwood at most 5", {}),
        ("total above limit", {"total": {-101, -100, -99, 0, 99, 100, 101}}),
    ],
)
def test_a_fact_is_tried_round_the_numbers_it_meets(condition: str, tried: dict[str, set[int]]) -> None:
    found = of(condition)
    assert found.exact
    assert {name: set(values) for name, values in found.tried.items()} == tried
    assert {name: found.all[0].given[name] for name in tried} == {name: GIVABLE[name] for name in tried}


def test_what_is_reckoned_with_is_tried_at_every_value_that_can_matter() -> None:
    found = of("total + deadwood at most limit")
    assert found.exact
    dearest = 12 * 4 + 11 * 3
    assert {100 - points for points in range(dearest + 1)} <= set(found.tried["total"])


@pytest.mark.parametrize("condition", ["total * 2 at most 50", "max(total, 3 points) + deadwood at most 9"])
def test_what_is_multiplied_is_no_proof(condition: str) -> None:
    found = of(condition)
    assert not found.exact
    assert len(found.all) <= MOST_COURSES


def test_a_part_that_an_option_overrules_is_asked_all_the_same() -> None:
    assert len(of("close_with_taken or not card.taken").all) == 2
    assert of("share_ties or laps at least 2").tried == {"laps": (1, 2, 3)}
    assert of("(if share_ties then total else lost) at least 5").tried.keys() == {"total"}


def test_closing_cards_are_tried_by_their_looks() -> None:
    assert len(of("not card.taken").all) == 2
    assert len(of("card.joker or card.taken").all) == 2
    assert {one.card.suit for one in of("card.suit is oros").all} == {0, 1, 2, 3}
    assert len({one.card.number for one in of("count(c.number above 3 for c in hand) at most 2").all}) == 10
