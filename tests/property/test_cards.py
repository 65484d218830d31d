"""Card notation goes there and back, whatever the pack and however it is typed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, CardError, Notation

SUITS = [("oros", "o"), ("copas", "c"), ("espadas", "e"), ("bastos", "b")]
FRENCH_SUITS = [("spades", "s"), ("hearts", "h"), ("diamonds", "d"), ("clubs", "c")]
FORTY = [(str(n), n, str(n)) for n in range(1, 8)] + [("sota", 10, "10"), ("caballo", 11, "11"), ("rey", 12, "12")]
FORTY_EIGHT = [(str(n), n, str(n)) for n in range(1, 10)] + FORTY[7:]
FRENCH = [("ace", 1, "A")] + [(str(n), n, str(n)) for n in range(2, 10)]
FRENCH += [("ten", 10, "T"), ("jack", 11, "J"), ("queen", 12, "Q"), ("king", 13, "K")]

NOTATIONS = [
    Notation(SUITS, FORTY, has_jokers=False),
    Notation(SUITS, FORTY, has_jokers=True),
    Notation(SUITS, FORTY_EIGHT, has_jokers=True),
    Notation(FRENCH_SUITS, FRENCH, has_jokers=False),
    Notation(FRENCH_SUITS, FRENCH, has_jokers=True),
]
notations = st.sampled_from(NOTATIONS)


@st.composite
def typed(draw: st.DrawFn) -> tuple[Notation, list[Card]]:
    notation = draw(notations)
    cards = st.builds(Card, st.integers(0, len(notation.texts) - 1), st.integers(0, 4))
    return notation, draw(st.lists(cards, max_size=12))


@given(typed())
def test_what_is_written_is_read_back(made: tuple[Notation, list[Card]]) -> None:
    notation, cards = made
    texts = [notation.write(card) for card in cards]
    assert [notation.read(text) for text in texts] == cards
    assert list(notation.read_many(" ".join(texts))) == cards


@given(typed(), st.data())
def test_sloppy_typing_is_read_the_same(made: tuple[Notation, list[Card]], data: st.DataObject) -> None:
    notation, cards = made
    ways = [str, str.upper, str.lower, str.title]
    texts = [data.draw(st.sampled_from(ways))(notation.write(card)) for card in cards]
    between = st.sampled_from([" ", ", ", ",", "\n", " ; ", " | ", "\t"])
    text = "".join(text + data.draw(between) for text in texts)
    assert list(notation.read_many(text)) == cards
    assert list(notation.read_many("".join(texts))) == cards


@given(notations, st.integers(0, 3), st.integers(0, 9), st.sampled_from([" de ", " ", " DE ", " del ", " of "]))
def test_words_mean_the_card_they_name(notation: Notation, suit: int, rank: int, between: str) -> None:
    suits, ranks = (FRENCH_SUITS, FRENCH) if "As" in notation.texts else (SUITS, None)
    if ranks is None:
        ranks = FORTY_EIGHT if "8o" in notation.texts else FORTY
    name, number, sign = ranks[rank]
    wanted = Card(suit * len(ranks) + rank)
    for rank_word in (name, sign, str(number), name.capitalize()):
        assert notation.read(f"{rank_word}{between}{suits[suit][0]}") == wanted


@given(notations, st.text(max_size=60))
def test_any_text_is_cards_or_a_card_error(notation: Notation, text: str) -> None:
    error = None
    try:
        cards = notation.read_many(text)
    except CardError as caught:
        error = caught
    if error is None:
        assert notation.read_many(" ".join(map(notation.write, cards))) == cards
    else:
        assert error.code in {"CARD_UNKNOWN", "CARD_AMBIGUOUS"}
        assert not error.message.endswith(".")


@given(
    notations,
    st.lists(
        st.sampled_from(
            ["7", "1", "0", "o", "c", "e", "b", "s", "h", "d", "A", "T", "K", "J", "k", "de", "oros", "copas", "'", "2"]
        ),
        max_size=14,
    ),
)
def test_texts_made_of_pieces_of_cards(notation: Notation, pieces: list[str]) -> None:
    for text in ("".join(pieces), " ".join(pieces)):
        try:
            cards = notation.read_many(text)
        except CardError:
            continue
        assert notation.read_many(" ".join(map(notation.write, cards))) == cards
