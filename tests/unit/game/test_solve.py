"""The best arrangement by x.6, its order, and all that are as good."""

from __future__ import annotations

from gc import collect
from weakref import ref

import pytest

from referee.game.solve import Arrangement, arrange, best_arrangement, deadwood, optimal_arrangements
from referee.table import Table
from tests.tables import house, table

PLAIN = table("spanish-40")
JOKERS = table("spanish-40", jokers=2)
WILDS = table("chilean-50", wild_ace=True, printed_jokers=2)


def shown(at: Table, found: Arrangement) -> str:
    melds = " | ".join(" ".join(map(at.write, meld.cards)) for meld in found.melds)
    return f"{melds} / {' '.join(map(at.write, found.loose))} = {found.deadwood}"


def best(at: Table, hand: str) -> str:
    return shown(at, best_arrangement(at, at.read_hand(hand)))


@pytest.mark.parametrize(
    ("at", "hand", "answer"),
    [
        (PLAIN, "", " /  = 0"),
        (PLAIN, "12o 7c", " / 12o 7c = 19"),
        (PLAIN, "7o 7c 7e 7b 5b 6b 12o", "5b 6b 7b | 7o 7c 7e / 12o = 12"),
        # equal points and cards: fewest melds (d)
        (PLAIN, "1b 2b 3b 4b 5b 6b 7b", "1b 2b 3b 4b 5b 6b 7b /  = 0"),
        # runs before sets (e)
        (PLAIN, "4c 5c 6c 7c 7o 7e 1b", "4c 5c 6c | 7o 7c 7e / 1b = 1"),
        # a list that ends is smaller than one that goes on: the joker joins the later meld
        (JOKERS, "10o 5c 5o 6b 6o 7o JK", "6o 7o 10o | 5o 5c JK / 6b = 6"),
        (JOKERS, "7o 7c 7e 7b JK 12o 1e", "7o 7c 7e JK / 12o 1e 7b = 20"),
        (JOKERS, "12o 11c 7e 5b 3o 1e JK", " / 3o 12o 11c 1e 7e 5b JK = 64"),
        (JOKERS, "4c 5c 6c 11o 11e 11b JK", "4c 5c 6c | 11o 11e 11b JK /  = 0"),
        # wild cards of two kinds
        (WILDS, "1o 5e 4e JK", "4e 5e 1o JK /  = 0"),
        (WILDS, "1o 5e 4e JK JK", "4e 5e JK JK / 1o = 1"),
    ],
)  # fmt: skip
def test_best_arrangement(at: Table, hand: str, answer: str) -> None:
    assert best(at, hand) == answer


def test_twins_never_change_the_answer() -> None:
    at = table("fournier-40", 5)
    plain, marked = at.read_hand("7o 7o 7c 5b 6b 7b 1o"), at.read_hand("7o'2 7o'1 7c 5b'1 6b 7b 1o'2")
    one, other = best_arrangement(at, plain), best_arrangement(at, marked)
    assert [[card.index for card in meld.cards] for meld in one.melds] == [
        [card.index for card in meld.cards] for meld in other.melds
    ]
    assert one.deadwood == other.deadwood == deadwood(at, plain)


def test_all_that_are_as_good() -> None:
    hand = PLAIN.read_hand("5o 6o 7o 7c 7e 1b 12c")
    assert [shown(PLAIN, one) for one in optimal_arrangements(PLAIN, hand)] == ["7o 7c 7e / 5o 6o 12c 1b = 24"]
    hand = PLAIN.read_hand("7o 7c 7e 7b 1o 2o 12b")
    assert [shown(PLAIN, one) for one in optimal_arrangements(PLAIN, hand)] == ["7o 7c 7e 7b / 1o 2o 12b = 15"]
    hand = PLAIN.read_hand("2o 3o 4o 5o 2c 2e 12b")
    assert [shown(PLAIN, one) for one in optimal_arrangements(PLAIN, hand)] == ["3o 4o 5o | 2o 2c 2e / 12b = 12"]
    hand = PLAIN.read_hand("1b 2b 3b 4b 5b 6b 7b")
    assert [shown(PLAIN, one) for one in optimal_arrangements(PLAIN, hand)] == [
        "1b 2b 3b 4b 5b 6b 7b /  = 0",
        "1b 2b 3b | 4b 5b 6b 7b /  = 0",
        "1b 2b 3b 4b | 5b 6b 7b /  = 0",
    ]
    assert len(optimal_arrangements(PLAIN, hand, limit=2)) == 2


def test_with_nothing_to_meld_the_empty_arrangement_is_the_only_one() -> None:
    hand = PLAIN.read_hand("1o 3c 5e")
    assert [shown(PLAIN, one) for one in optimal_arrangements(PLAIN, hand)] == [" / 1o 3c 5e = 9"]


def test_whole_hand_conditions_keep_arrangements_out() -> None:
    at = house("melds: {whole_hand: {h.1: runs at least 1}}\n")
    assert best(at, "7o 7c 7e 1b 2b 12c 4e") == " / 7o 7c 12c 4e 7e 1b 2b = 40"
    assert best(at, "7o 7c 7e 1b 2b 3b 4e") == "1b 2b 3b | 7o 7c 7e / 4e = 4"


def test_a_rule_may_make_it_right_to_leave_cards_loose() -> None:
    at = house("melds: {whole_hand: {h.1: all(m.size is 3 for m in melds), h.2: loose.count at least 1}}\n")
    assert best(at, "1b 2b 3b 4b 12o") == "2b 3b 4b / 12o 1b = 13"
    assert best(at, "1b 2b 3b 4b 5b 6b") == "4b 5b 6b / 1b 2b 3b = 6"


def test_points_below_zero_are_better_left_loose() -> None:
    at = house("points: {es.7: 'if card.number is 1 then -20 else card.number'}\n")
    assert best(at, "1o 2o 3o 4o 12c") == "2o 3o 4o / 1o 12c = -8"
    assert best(at, "1o 2o 3o 12c") == " / 1o 2o 3o 12c = -3"


def test_nothing_is_remembered_of_a_table_that_is_gone() -> None:
    at = house("deal: {cards: 8}\n")
    best_arrangement(at, at.read_hand("1o 2o 3o 4o 6c 6e 6b 12b"))
    arrange(at, "1o 2o 3o 4o 6c 6e 6b 12b")
    rules = ref(at.meld_rules)
    del at
    collect()
    assert rules() is None
