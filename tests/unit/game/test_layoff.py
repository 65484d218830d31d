"""Own melds and lay-offs of one seat: the cases from the field, the ties of x.6, and rules that look at the hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.game.layoff import LaidOff, lay_off_onto
from referee.table import Table
from tests.tables import house, table

CASES = json.loads((Path(__file__).parents[2] / "cases" / "cases.json").read_text(encoding="utf-8"))
CHECKS = [
    pytest.param(check, id=f"{case['id']}-{number}")
    for case in CASES
    for number, check in enumerate(case.get("check") or [])
    if check["op"] == "layoff"
]
PLAIN = table("spanish-40")
JOKERS = table("spanish-40", jokers=2)
TWINS = table("fournier-40", 5)


def laid_off(at: Table, melds: list[str], hand: str) -> LaidOff:
    found = lay_off_onto(at, [at.read_hand(meld) for meld in melds], at.read_hand(hand))
    assert found is not None
    return found


def moves(at: Table, found: LaidOff) -> str:
    return " ".join(
        at.write(one.card) + (f"={at.write(one.stands_for)}" if one.stands_for else "") + f">{one.meld}"
        for one in found.laid
    )


def own(at: Table, found: LaidOff) -> list[str]:
    return [" ".join(at.write(card) for card in meld.cards) for meld in found.melds]


@pytest.mark.parametrize("check", CHECKS)
def test_case(check: dict[str, Any]) -> None:
    at = table(check["rules"], check.get("seats"), **check.get("options", {}))
    melds = [at.read_hand(meld) for meld in check["table"]]
    found = lay_off_onto(at, melds, at.read_hand(check["hand"]))
    assert found is not None
    assert found.deadwood == check["expect"]


def test_all_of_them_are_here() -> None:
    assert len(CHECKS) >= 7


def test_what_is_no_meld() -> None:
    assert lay_off_onto(PLAIN, [PLAIN.read_hand("4c 7e 12b")], PLAIN.read_hand("1o 2o 3o")) is None


def test_nothing_on_the_table() -> None:
    found = laid_off(PLAIN, [], "1o 2o 3o 7e 12b 10c 4e")
    assert (own(PLAIN, found), found.laid, found.deadwood) == (["1o 2o 3o"], (), 33)


# -- ties ----------------------------------------------------------------------------------------------------------------


def test_c_cards_are_melded_rather_than_laid_off() -> None:
    found = laid_off(PLAIN, ["4c 5c 6c"], "7c 7e 7b 7o 12o 1e 10e")
    assert (own(PLAIN, found), moves(PLAIN, found)) == (["7o 7c 7e 7b"], "")


def test_a_goes_before_c() -> None:
    # three sevens melded, the fourth laid off and the ten after it
    found = laid_off(PLAIN, ["4c 5c 6c"], "7c 7e 7b 7o 10c 1e 10e")
    assert (own(PLAIN, found), moves(PLAIN, found)) == (["7o 7e 7b"], "7c>1 10c>1")


def test_d_fewest_melds_and_e_the_smallest_list() -> None:
    found = laid_off(PLAIN, ["12o 12c 12e"], "1o 2o 3o 4o 5o 6o 12b")
    assert (own(PLAIN, found), moves(PLAIN, found)) == (["1o 2o 3o 4o 5o 6o"], "12b>1")
    # 1o 2o 3o or the aces, the other three laid: the run comes first
    melds = ["4o 5o 6o", "1b 2b 3b"]
    found = laid_off(TWINS, melds, "1o 2o 3o 12c 10e 7e 7b")
    assert (own(TWINS, found), moves(TWINS, found)) == (["1o 2o 3o"], "")


def test_f_the_earliest_meld_and_the_upper_end() -> None:
    found = laid_off(PLAIN, ["1c 2c 3c", "5c 6c 7c"], "4c 12o 10e 6o 2e 1b 3e")
    assert moves(PLAIN, found) == "4c>1"
    found = laid_off(PLAIN, ["5c 6c 7c", "1c 2c 3c"], "4c 12o 10e 6o 2e 1b 3e")
    assert moves(PLAIN, found) == "4c>1"
    found = laid_off(JOKERS, ["4c 5c 6c", "11o 11e 11b"], "JK JK 12o 10e 2e 1b 7b")
    assert moves(JOKERS, found) == "JK=7c>1 JK=10c>1"
    # of two cards that cost the same, only one of which can go: the first in the pack
    at = house("points: {es.7: 5}\nmelds: {set: {size: 3..4}, run: {size: 3}}\n")
    found = laid_off(at, ["5o 5c 5e"], "5b 12o 10e 6o 2e 1b 3e")
    assert moves(at, found) == "5b>1"


def test_a_card_kept_back_for_the_better_place() -> None:
    # both fours fit either run; only one way serves the five as well
    found = laid_off(TWINS, ["1c 2c 3c", "5c 6c 7c"], "4c 4c 5c 12o 10e 2e 1b")
    assert (moves(TWINS, found), found.deadwood) == ("4c>1 5c>1 4c>2", 10 + 8 + 2 + 1)


# -- sizes, twins, jokers -----------------------------------------------------------------------------------------------


def test_sizes_hold_on_the_table_too() -> None:
    chile = table("chilean-50", 3)
    assert moves(chile, laid_off(chile, ["4c 5c 6c"], "7c 10c 3c 12o 1e 2b 10e")) in {"3c>1", "10c>1", "7c>1"}
    assert moves(chile, laid_off(chile, ["4c 5c 6c 7c"], "10c 3c 2c 12o 1e 2b 10e")) == ""
    short = house("melds: {run: {size: 3..4}}\n")
    assert moves(short, laid_off(short, ["4c 5c 6c"], "7c 10c 1o 12o 1e 2b 10e")) == "7c>1"


def test_twins_may_stand_in_one_set() -> None:
    assert moves(TWINS, laid_off(TWINS, ["7o 7c 7e"], "7o 7b 1c 12e 10o 2b 4o")) == "7o>1 7b>1"
    differ = table("fournier-40", 5, twins=False)
    assert moves(differ, laid_off(differ, ["7o 7c 7e"], "7o 7b 1c 12e 10o 2b 4o")) == "7b>1"


def test_a_loose_joker_is_laid_where_it_opens_the_way() -> None:
    found = laid_off(JOKERS, ["4c 5c 6c", "1o 1e 1b"], "JK 10c 12o 11e 2e 4b 7b")
    assert (moves(JOKERS, found), found.deadwood) == ("JK=7c>1 10c>1", 36)


def test_a_wild_card_in_its_own_place_is_itself() -> None:
    at = house("melds: {each_meld: {es.12: meld.wilds is 0}}\npack: {wild: card.rank is 1 and card.suit is oros}\n")
    found = laid_off(at, ["2o 3o 4o"], "1o 12c 10e 6c 2e 4b 7b")
    assert moves(at, found) == "1o>1"
    assert moves(at, laid_off(at, ["2c 3c 4c"], "1o 12c 10e 6c 2e 4b 7b")) == ""


def test_runs_that_go_around() -> None:
    at = house("melds: {run: {ace: around}}\n")
    assert moves(at, laid_off(at, ["10c 11c 12c"], "1c 2c 12o 10e 6o 4e 3b")) == "1c>1 2c>1"
    both = house("melds: {run: {ace: both}}\n")
    assert moves(both, laid_off(both, ["10c 11c 12c"], "1c 2c 12o 10e 6o 4e 3b")) == "1c>1"
    high = house("melds: {run: {ace: high}}\n")
    assert moves(high, laid_off(high, ["2c 3c 4c"], "1c 5c 12o 10e 6o 4e 3b")) == "5c>1"


# -- rules that look at card, meld and hand ------------------------------------------------------------------------------


def test_wild_cards_may_be_kept_out() -> None:
    at = house("lay_off: {may_lay_off: {h.1: not card.joker}}\nbook: {h.1: {en: One.}}\n", jokers=2)
    assert moves(at, laid_off(at, ["4c 5c 6c"], "JK 7c 12o 10e 2e 1b 5b")) == "7c>1"


def test_the_meld_is_as_it_lies_before() -> None:
    at = house("lay_off: {may_lay_off: {h.1: meld.size below 5 and meld.kind is run}}\nbook: {h.1: {en: One.}}\n")
    melds = ["3c 4c 5c 6c", "11o 11e 11b"]
    assert moves(at, laid_off(at, melds, "7c 10c 12o 2e 4e 1b 5b")) == "7c>1"
    assert moves(at, laid_off(at, melds, "11c 7o 12o 2e 4e 1b 5b")) == ""


def test_rules_may_look_at_the_arrangement() -> None:
    at = house("lay_off: {may_lay_off: {h.1: deadwood at most 20}}\nbook: {h.1: {en: One.}}\n")
    melds = ["4c 5c 6c"]
    # with the sevens melded 20 are loose, and 3c may go; otherwise more is
    found = laid_off(at, melds, "7c 7e 7b 10o 3c 2e 5o")
    assert (own(at, found), moves(at, found), found.deadwood) == (["7c 7e 7b"], "3c>1", 17)
    found = laid_off(at, melds, "7c 7e 7b 11o 3c 2e 5o")
    assert (moves(at, found), found.deadwood) == ("", 21)
    at = house("lay_off: {may_lay_off: {h.1: any(m.kind is set for m in melds)}}\nbook: {h.1: {en: One.}}\n")
    assert moves(at, laid_off(at, melds, "7c 7e 7b 10o 3c 2e 5o")) == "3c>1"
    assert moves(at, laid_off(at, melds, "7c 1o 2o 3o 12e 10b 5b")) == ""
    at = house("lay_off: {may_lay_off: {h.1: all(c.points below 12 for c in loose)}}\nbook: {h.1: {en: One.}}\n")
    assert moves(at, laid_off(at, melds, "7c 1o 2o 3o 12e 10b 5b")) == ""
    assert moves(at, laid_off(at, melds, "7c 1o 2o 3o 11e 10b 5b")) == "7c>1"


def test_whole_hands_and_lay_offs() -> None:
    at = house("melds: {whole_hand: {h.1: runs at least 1}}\nbook: {h.1: {en: One.}}\n")
    found = laid_off(at, ["4c 5c 6c"], "7c 7e 7b 12o 3c 2e 5o")
    assert (own(at, found), moves(at, found)) == ([], "3c>1 7c>1")


def test_the_melds_of_the_table_afterwards() -> None:
    found = laid_off(JOKERS, ["4c 5c 6c"], "JK 2c 1o 12e 10b 5o 7e")
    assert [JOKERS.write(card) for card in found.on_table[0].cards] == ["2c", "JK", "4c", "5c", "6c"]
    assert [JOKERS.pack.kinds[place].text for place in found.on_table[0].places] == ["2c", "3c", "4c", "5c", "6c"]
    assert [seat for seat, _ in found.on_table[0].laid] == [1, 1]
