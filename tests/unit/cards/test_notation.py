"""How cards are read and written, one by one."""

from __future__ import annotations

import pytest

from referee.cards import Card, CardError, Notation, folded

SPANISH = Notation(
    [("oros", "o"), ("copas", "c"), ("espadas", "e"), ("bastos", "b")],
    [(str(n), n, str(n)) for n in range(1, 8)] + [("sota", 10, "10"), ("caballo", 11, "11"), ("rey", 12, "12")],
    has_jokers=True,
)
FRENCH = Notation(
    [("spades", "s"), ("hearts", "h"), ("diamonds", "d"), ("clubs", "c")],
    [("ace", 1, "A")]
    + [(str(n), n, str(n)) for n in range(2, 10)]
    + [("ten", 10, "T"), ("jack", 11, "J"), ("queen", 12, "Q"), ("king", 13, "K")],
    has_jokers=False,
)


def read(notation: Notation, text: str) -> str:
    return " ".join(map(notation.write, notation.read_many(text)))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7o", "7o"),
        ("7O", "7o"),
        ("7 o", "7o"),
        ("7 de oros", "7o"),
        ("7 DE OROS", "7o"),
        ("7 oro", "7o"),
        ("sota copas", "10c"),
        ("sota de copas", "10c"),
        ("Sota de Copas, 7o", "10c 7o"),
        ("12 de bastos", "12b"),
        ("rey de bastos", "12b"),
        ("Rb", "12b"),
        ("sc", "10c"),
        ("cc", "11c"),
        ("as de oros", "1o"),
        ("JK", "JK"),
        ("jk", "JK"),
        ("joker", "JK"),
        ("comodín", "JK"),
        ("7o,6c", "7o 6c"),
        ("4c5c6c", "4c 5c 6c"),
        ("11o11e11b", "11o 11e 11b"),
        ("7o; 7c | 7e", "7o 7c 7e"),
        ("7o'2 7o", "7o'2 7o"),
        ("7o’2", "7o'2"),
        ("7o'2JK'1", "7o'2 JK'1"),
        ("7 de oros'2", "7o'2"),
        ("  7o  ", "7o"),
        ("", ""),
    ],
)
def test_spanish_cards(text: str, cards: str) -> None:
    assert read(SPANISH, text) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("As Td Kh", "As Td Kh"),
        ("as td kh", "As Td Kh"),
        ("AsTdKh", "As Td Kh"),
        ("10d", "Td"),
        ("ace of spades", "As"),
        ("king of hearts, queen of clubs", "Kh Qc"),
    ],
)
def test_french_cards(text: str, cards: str) -> None:
    assert read(FRENCH, text) == cards


@pytest.mark.parametrize(
    ("notation", "text", "told"),
    [
        (SPANISH, "8e", "`8e` is no card of this pack; the nearest are `7e`"),
        (SPANISH, "7x", "`7x` is no card of this pack; the nearest are `7o`"),
        (SPANISH, "7o 13b", "`13b` is no card"),
        (SPANISH, "9x", "`9x` is no card of this pack; the nearest are `10o`, `10c`, `10e`"),
        (SPANISH, "99x", "`99x` is no card of this pack; a card is rank and suit, such as `1o`"),
        (SPANISH, "oros", "`oros` is no card"),
        (SPANISH, "de", "`de` is no card"),
        (SPANISH, "7 de", "`7` is no card"),
        (SPANISH, "…" * 1000, "is no card"),
        (FRENCH, "JK", "`JK` is a joker, and this pack has none"),
        (FRENCH, "0s", "`0s` is no card"),
        (FRENCH, "Zs", "`Zs` is no card"),
    ],
)
def test_what_is_no_card(notation: Notation, text: str, told: str) -> None:
    with pytest.raises(CardError) as caught:
        notation.read_many(text)
    assert caught.value.code == "CARD_UNKNOWN"
    assert told in caught.value.message
    assert len(caught.value.message) < 160


def test_one_card_means_one() -> None:
    assert SPANISH.read("7 de oros") == Card(6)
    for text in ("7o 7c", "7o7c", "", "7 de oros" * 5, "7" * 2_000_000):
        with pytest.raises(CardError):
            SPANISH.read(text)


def test_what_can_be_read_in_two_ways_is_not_guessed() -> None:
    # sota and seis share an initial, and so do the suits copas and corazones
    odd = Notation(
        [("copas", "c"), ("oros", "o")], [("as", 1, "1"), ("sota", 10, "10"), ("seis", 6, "6")], has_jokers=False
    )
    with pytest.raises(CardError) as caught:
        odd.read("sc")
    assert caught.value.code == "CARD_UNKNOWN"
    numbers = Notation([("copas", "c"), ("1", "1")], [("1", 1, "1"), ("11", 11, "11")], has_jokers=False)
    with pytest.raises(CardError) as caught:
        numbers.read_many("1111c")
    assert caught.value.code == "CARD_AMBIGUOUS"
    assert "can be read as" in caught.value.message


def test_order_is_that_of_the_pack() -> None:
    assert SPANISH.texts[:3] == ("1o", "2o", "3o")
    assert SPANISH.texts[9:11] == ("12o", "1c")
    assert SPANISH.texts[-1] == "JK"
    assert [SPANISH.read(text) for text in SPANISH.texts] == sorted(map(Card, range(41)))


def test_folding() -> None:
    assert folded("Comodín") == "comodin"
    assert folded("ESPADAS") == "espadas"
