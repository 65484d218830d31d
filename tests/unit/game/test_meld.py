"""One meld: what it is, and how it lies on the table."""

from __future__ import annotations

import pytest

from referee.game.meld import Meld, is_meld
from referee.table import Table
from tests.tables import house, table


def meld(at: Table, cards: str) -> Meld | None:
    return is_meld(at, at.read_hand(cards))


def laid(at: Table, cards: str) -> tuple[str, str, str]:
    """Kind, cards as they lie, and what they play (`*` for any suit)."""
    found = meld(at, cards)
    assert found is not None
    assert found.wilds + found.naturals == len(found.cards)
    places = " ".join("*" if place is None else at.write(place) for place in found.places)
    return found.kind, " ".join(map(at.write, found.cards)), places


JOKERS = table("spanish-40", jokers=2)
WILD_ACE = table("chilean-50", wild_ace=True, printed_jokers=2)


@pytest.mark.parametrize(
    ("at", "cards", "kind", "lies", "plays"),
    [
        (JOKERS, "7o 6o 5o", "run", "5o 6o 7o", "5o 6o 7o"),
        (JOKERS, "6o 7o 10o", "run", "6o 7o 10o", "6o 7o 10o"),
        # gaps first, then above the top, then below (es.15)
        (JOKERS, "4c JK 6c", "run", "4c JK 6c", "4c 5c 6c"),
        (JOKERS, "4c 5c JK", "run", "4c 5c JK", "4c 5c 6c"),
        (JOKERS, "11c 12c JK", "run", "JK 11c 12c", "10c 11c 12c"),
        (JOKERS, "11c 10c JK JK", "run", "JK 10c 11c JK", "7c 10c 11c 12c"),
        (JOKERS, "4c 6c JK JK", "run", "4c JK 6c JK", "4c 5c 6c 7c"),
        (JOKERS, "7b 7o JK", "set", "7o 7b JK", "7o 7b *"),
        (JOKERS, "JK 7b 7o JK", "set", "7o 7b JK JK", "7o 7b * *"),
        # a wild card in its own place counts as itself (cl.10), elsewhere as the card it stands for
        (WILD_ACE, "1o 2o 3o", "run", "1o 2o 3o", "1o 2o 3o"),
        (WILD_ACE, "1o 5c 7c", "run", "5c 1o 7c", "5c 6c 7c"),
        (WILD_ACE, "1o 3o 4o", "run", "3o 4o 1o", "3o 4o 5o"),
        (WILD_ACE, "1o 2o 4o JK", "run", "1o 2o JK 4o", "1o 2o 3o 4o"),
        (WILD_ACE, "1o 1c 1e", "set", "1o 1c 1e", "1o 1c 1e"),
        (WILD_ACE, "1o 7c 7e", "set", "1o 7c 7e", "* 7c 7e"),
        (WILD_ACE, "11o 12o 1o JK", "run", "1o JK 11o 12o", "7o 10o 11o 12o"),
    ],
)  # fmt: skip
def test_how_a_meld_lies(at: Table, cards: str, kind: str, lies: str, plays: str) -> None:
    assert laid(at, cards) == (kind, lies, plays)


@pytest.mark.parametrize(
    ("at", "cards"),
    [
        (JOKERS, ""),
        (JOKERS, "7o"),
        (JOKERS, "JK JK"),
        (JOKERS, "7o JK JK"),
        (JOKERS, "12o 1o 2o"),
        (JOKERS, "11o 12o 1o"),
        (JOKERS, "7o 7c 7e 7b JK"),
        (JOKERS, "4c 5c 7o"),
        (WILD_ACE, "2c 3c 4c 5c 6c"),
        (WILD_ACE, "JK JK 1o"),
    ],
)
def test_no_meld(at: Table, cards: str) -> None:
    assert meld(at, cards) is None


def test_the_counts_of_wild_cards() -> None:
    found = meld(JOKERS, "4c 6c JK JK")
    assert found is not None
    assert (found.wilds, found.naturals, found.outer_wilds) == (2, 2, 1)
    found = meld(WILD_ACE, "1o 2o 3o 4o")
    assert found is not None
    assert (found.wilds, found.naturals, found.outer_wilds) == (0, 4, 0)


def test_a_run_where_it_can_be_both() -> None:
    at = house("pack: {jokers: 2}\nmelds: {each_meld: {es.12: remove}}\n")
    assert laid(at, "5o JK JK")[0] == "run"


@pytest.mark.parametrize(
    ("ace", "yes", "no"),
    [
        ("low", ["1o 2o 3o"], ["11o 12o 1o", "12o 1o 2o"]),
        ("high", ["11o 12o 1o"], ["1o 2o 3o", "12o 1o 2o"]),
        ("both", ["1o 2o 3o", "11o 12o 1o"], ["12o 1o 2o"]),
        ("around", ["1o 2o 3o", "11o 12o 1o", "12o 1o 2o"], ["1o 2o 12c"]),
    ],
)
def test_where_the_ace_stands(ace: str, yes: list[str], no: list[str]) -> None:
    at = house(f"melds: {{run: {{ace: {ace}}}}}\n")
    for cards in yes:
        found = meld(at, cards)
        assert found is not None, cards
        assert found.kind == "run"
    assert [meld(at, cards) for cards in no] == [None] * len(no)


def test_a_run_around_lies_in_its_own_order() -> None:
    at = house("melds: {run: {ace: around}}\n", jokers=2)
    assert laid(at, "12o 1o 2o")[1] == "12o 1o 2o"
    assert laid(at, "12o JK 2o")[1] == "12o JK 2o"
    assert laid(at, "11o 12o JK")[2] == "11o 12o 1o"


def test_the_whole_suit_around_is_one_run_and_takes_no_rank_twice() -> None:
    at = house("deal: {cards: 9}\ntable: {seats: 2}\npack: {copies: 2}\nmelds: {run: {ace: around}}\n", jokers=2)
    assert meld(at, "1o 2o 3o 4o 5o 6o 7o 10o 11o 12o") is not None
    assert meld(at, "1o 2o 3o 4o 5o 6o 7o 10o 11o 12o JK") is None


def test_twins() -> None:
    at = table("fournier-40", 5)
    assert laid(at, "7o 7o 7c") == ("set", "7o 7o 7c", "7o 7o 7c")
    assert meld(at, "4c 5c 6c 7c 7c") is None, "a run takes one card of each rank (fo.8)"
    assert meld(table("fournier-40", 5, twins=False), "7o 7o 7c") is None
    found = meld(at, "7o'2 7o'1 7c")
    assert found is not None
    assert [at.write(card) for card in found.cards] == ["7o'1", "7o'2", "7c"]


def test_two_wild_aces_of_one_suit() -> None:
    at = table("two-packs")
    assert laid(at, "1o 7o 7o") == ("set", "1o 7o 7o", "* 7o 7o")
    found = meld(at, "1o 1o 2o 3o")
    assert found is not None
    # one plays itself, its twin stands for the card above the top
    assert [at.write(card) for card in found.cards] == ["1o", "2o", "3o", "1o"]
    assert [place and at.write(place) for place in found.places] == ["1o", "2o", "3o", "4o"]
    assert meld(at, "1o 1o 7c 8c".replace("8", "6")) is None, "at most one stands for another"
