"""Setting up tables: seats, options, packs, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from referee.table import BindError, CardError, Table, bind
from tests.tables import house, rule_set, table, variant


def refused(rules: str, seats: int | None = None, **options: Any) -> BindError:
    with pytest.raises(BindError) as caught:
        bind(rule_set(rules), seats, options)
    assert not caught.value.message.endswith(".")
    return caught.value


def test_defaults() -> None:
    at = table("spanish-40")
    assert at.seats == 2
    assert at.hand_size == 7
    assert at.most_cards == 9
    assert at.pack.size == 40
    assert at.options["limit"] == 100
    assert at.constants["seats"] == 2
    assert at.constants["hand_size"] == 7
    assert at.low_is_better
    assert at.settings["deal.next_card"] == "turned_up"
    assert at.settings["melds.run.size"] == ((3, None),)
    assert not table("chilean-50").low_is_better


@pytest.mark.parametrize("value", [2, "2"])
def test_numbers_may_be_texts(value: int | str) -> None:
    at = table("spanish-40", jokers=value)
    assert at.options["jokers"] == 2
    assert at.pack.size == 42
    assert at.pack.kinds[-1].text == "JK"
    assert (at.pack.kinds[-1].points, at.pack.kinds[-1].wild, at.pack.kinds[-1].count) == (25, True, 2)


@pytest.mark.parametrize(
    ("value", "wild"), [(True, True), ("yes", True), ("true", True), ("no", False), (False, False)]
)
def test_truth_values_may_be_texts(value: bool | str, wild: bool) -> None:
    at = table("chilean-50", wild_ace=value)
    assert [kind.text for kind in at.pack.kinds if kind.wild] == (["1o"] if wild else [])


def test_the_pack_may_depend_on_the_seats() -> None:
    assert [table("fournier-40", seats).pack.size for seats in (2, 4, 5, 8)] == [40, 40, 80, 80]
    assert table("fournier-40", 5).meld_rules.set_sizes == (3, 4, 5, 6, 7, 8)
    assert table("fournier-40", 5, twins=False).meld_rules.set_sizes == (3, 4)
    assert table("fournier-40", 4).meld_rules.set_sizes == (3, 4)


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        ({"joker": 2}, "OPTION_UNKNOWN", "did you mean `jokers`?"),
        ({"x": 2}, "OPTION_UNKNOWN", "no option `x`"),
        ({"jokers": 1}, "OPTION_OUT_OF_RANGE", "0 or 2"),
        ({"jokers": "two"}, "OPTION_OUT_OF_RANGE", "`two`"),
        ({"jokers": True}, "OPTION_OUT_OF_RANGE", "0 or 2"),
        ({"jokers": "02"}, "OPTION_OUT_OF_RANGE", "`02`"),
        ({"limit": 9}, "OPTION_OUT_OF_RANGE", "10 to 1000 points"),
        ({"limit": 1001}, "OPTION_OUT_OF_RANGE", "10 to 1000 points"),
        ({"share_ties": 1}, "OPTION_OUT_OF_RANGE", "yes or no"),
        ({"share_ties": "maybe"}, "OPTION_OUT_OF_RANGE", "yes or no"),
    ],
)
def test_options_refused(options: dict[str, Any], code: str, told: str) -> None:
    error = refused("spanish-40", **options)
    assert error.code == code
    assert told in error.message
    assert error.field == f"options.{next(iter(options))}"


def test_bounds_of_options_are_inside() -> None:
    assert [table("spanish-40", limit=limit).options["limit"] for limit in (10, 1000)] == [10, 1000]


def test_an_option_that_is_not_offered_stays_as_it_is() -> None:
    error = refused("chilean-50", printed_jokers=2)
    assert (error.code, error.field) == ("OPTION_NOT_OFFERED", "options.printed_jokers")
    assert table("chilean-50", printed_jokers=0).pack.jokers == 0
    assert table("chilean-50", printed_jokers="2", wild_ace="yes").pack.jokers == 2


def test_a_fixed_option_can_only_be_what_it_is() -> None:
    fixed = variant("options: {jokers: {fixed: 2}}\n")
    assert bind(fixed).pack.jokers == 2
    assert bind(fixed, None, {"jokers": "2"}).pack.jokers == 2
    with pytest.raises(BindError) as caught:
        bind(fixed, None, {"jokers": 0})
    assert caught.value.code == "OPTION_FIXED"


@pytest.mark.parametrize("seats", [1, 5, 0, -1, 99])
def test_seats_refused(seats: int) -> None:
    error = refused("spanish-40", seats)
    assert (error.code, error.field) == ("SEATS_NOT_OFFERED", "seats")
    assert "2 to 4" in error.message


def test_what_lacks_a_pack_cannot_be_played() -> None:
    assert refused("common").code == "NOT_PLAYABLE"


def test_points_and_wild_cards_are_worked_out() -> None:
    at = house(
        "pack: {wild: card.rank is 2 or card.joker}\npoints: {es.7: 'if card.suit is oros then 1 else card.place'}\n"
    )
    points = {kind.text: kind.points for kind in at.pack.kinds}
    assert (points["12o"], points["12c"], points["10b"]) == (1, 10, 8)
    assert [kind.text for kind in at.pack.kinds if kind.wild] == ["2o", "2c", "2e", "2b"]
    assert at.points == tuple(points.values())


# -- reading hands -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def at() -> Table:
    return table("spanish-40", jokers=2)


@pytest.mark.parametrize("hand", ["7o 1o JK", "JK, 1o; 7 de oros", ["7o", "as de oros", "joker"], ("JK", "7O", "1o")])
def test_hands_are_in_pack_order(at: Table, hand: Any) -> None:
    assert " ".join(map(at.write, at.read_hand(hand))) == "1o 7o JK"


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("7o 7o", "CARD_TWICE"),
        ("JK JK JK", "CARD_TWICE"),
        ("8o", "CARD_UNKNOWN"),
        ("7o'2", "CARD_UNKNOWN"),
        (["7o 7c"], "CARD_UNKNOWN"),
        (["7o", ""], "CARD_UNKNOWN"),
        ("1o 2o 3o 4o 5o 6o 7o 1c 2c 3c", "HAND_TOO_LARGE"),
        (["7o"] * 10, "HAND_TOO_LARGE"),
        (["7o"] * 1_000_000, "HAND_TOO_LARGE"),
        ("7" * 1_000_000, "HAND_TOO_LARGE"),
        ("1o" * 10, "HAND_TOO_LARGE"),
    ],
)
def test_hands_refused(at: Table, hand: Any, code: str) -> None:
    with pytest.raises(CardError) as caught:
        at.read_hand(hand)
    assert caught.value.code == code
    assert not caught.value.message.endswith(".")


def test_twins_by_repetition_or_by_mark() -> None:
    at = table("fournier-40", 5)
    assert [at.write(card) for card in at.read_hand("7o 7o")] == ["7o", "7o"]
    assert [at.write(card) for card in at.read_hand("7o'2 7o'1")] == ["7o'1", "7o'2"]
    for hand, code in (("7o 7o 7o", "CARD_TWICE"), ("7o'1 7o'1", "CARD_TWICE"), ("7o'3", "CARD_UNKNOWN")):
        with pytest.raises(CardError) as caught:
            at.read_hand(hand)
        assert caught.value.code == code


def test_the_largest_hand_is_two_above_a_full_one(at: Table) -> None:
    assert len(at.read_hand("1o 2o 3o 4o 5o 6o 7o 1c 2c")) == 9


def test_no_joker_in_a_pack_without() -> None:
    with pytest.raises(CardError, match="this pack has none"):
        table("spanish-40").read_hand("JK")
