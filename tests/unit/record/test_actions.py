"""Words as actions and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    Deal,
    Discard,
    DrawStock,
    Gap,
    Incident,
    IncidentKind,
    LaidCard,
    LayOff,
    Pass,
    Reenter,
    Reshuffle,
    Ruling,
    Show,
    ShownMeld,
    TakeUpcard,
)
from referee.record import model
from referee.record.actions import action_text, actions_of, words_of
from referee.record.layout import Seating, layout
from referee.record.play import read_play
from tests.unit.record.made import CARDS, MAYBE_CARDS, SEATS, SPANISH

RULINGS = (model.Ruling(turn=3, stands=True, points={"B": 10}, barred=("C",), clause="T.1"),)
SEAT = st.integers(0, 3)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(DrawStock, SEAT, MAYBE_CARDS),
    st.builds(TakeUpcard, SEAT, CARDS),
    st.builds(Pass, SEAT),
    st.builds(Discard, SEAT, CARDS),
    st.builds(Close, SEAT, MAYBE_CARDS),
    st.builds(Close, SEAT, st.none(), st.just(True)),
    st.builds(
        Show,
        SEAT,
        st.lists(st.builds(ShownMeld, st.lists(CARDS, min_size=1, max_size=3).map(tuple)), max_size=2).map(tuple),
        st.none() | st.lists(CARDS, min_size=1, max_size=3).map(sorted).map(tuple),
    ),
    st.builds(
        LayOff,
        SEAT,
        st.integers(1, 9),
        st.lists(st.builds(LaidCard, CARDS, MAYBE_CARDS), min_size=1, max_size=2).map(tuple),
    ),
    st.builds(Reshuffle, st.none() | st.lists(CARDS, min_size=1, max_size=4).map(tuple)),
    st.builds(Incident, st.sampled_from(list(IncidentKind)), SEAT),
    st.just(Gap()),
)


@given(st.lists(ACTIONS, max_size=8))
def test_actions_come_back_from_their_words(actions: list[Action]) -> None:
    words = words_of(actions, SPANISH)
    text = " ".join(f"{'' if word.label is None else 'ABCD'[word.label] + ': '}{word.form.text}" for word in words)

    play = read_play(text, SPANISH, SEATS, strict=True)

    found: list[Action] = []
    seat = 0
    for word in play.words:
        seat = seat if word.label is None else word.label
        found.extend(placed.action for placed in actions_of(word, seat))
    assert play.fault is None
    assert [one for one in found if not isinstance(one, Incident)] == [
        one for one in actions if not isinstance(one, Incident)
    ]


def test_what_words_say() -> None:
    play = read_play("+5c-12b x x? =5c6c7c|2e? JK=3c>2 %? !dead !call @1 ... .", SPANISH, SEATS)
    placed = [one for word in play.words for one in actions_of(word, 1, RULINGS)]

    five, three, joker = SPANISH.read("5c"), SPANISH.read("3c"), SPANISH.read("JK")
    run = tuple(SPANISH.read(text) for text in ("5c", "6c", "7c"))
    assert [one.action for one in placed] == [
        DrawStock(1, five),
        Discard(1, SPANISH.read("12b")),
        Close(1, None, True),
        Close(1, None),
        Show(1, (ShownMeld(run),), None),
        LayOff(1, 2, (LaidCard(joker, three),)),
        Reshuffle(None),
        Incident(IncidentKind.DEAD, None),
        Incident(IncidentKind.CALL, 1),
        Ruling(1, turn=3, stands=True, points={1: 10}, barred=frozenset({2}), clause="T.1"),
        Gap(),
        Pass(1),
    ]
    assert [play.text.value[one.start : one.end] for one in placed[:2]] == ["+5c", "-12b"]


def test_a_ruling_that_does_not_exist() -> None:
    play = read_play("@2", SPANISH, SEATS)
    with pytest.raises(LookupError):
        actions_of(play.words[0], 0, RULINGS)


def test_a_label_is_no_action() -> None:
    assert actions_of(read_play("A:", SPANISH, SEATS).words[0], 0) == ()


def test_what_no_word_says() -> None:
    for action in (Deal(0, ()), Reenter(0), TakeUpcard(0)):
        with pytest.raises(ValueError, match=r"no word|named"):
            action_text(action, SPANISH)
    assert action_text(Discard(0, Card(3)), SPANISH) == "-4o"


def test_an_app_writes_actions_and_gets_a_play() -> None:
    cards = [SPANISH.read(text) for text in ("5c", "12b", "6c", "7c", "1o", "2o")]
    actions = [
        step for seat in range(3) for step in (DrawStock(seat, cards[2 * seat]), Discard(seat, cards[2 * seat + 1]))
    ]

    assert layout(words_of(actions, SPANISH), Seating(0, (0, 1, 2))) == "A: +5c-12b +6c-7c +1o-2o"
