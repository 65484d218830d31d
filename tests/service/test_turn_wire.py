"""Turns judged on the bytes of a state: as values tell them, or not at all. Both ways: byte by byte, and by texts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game.actions import Discard, DrawStock, Pass, TakeUpcard
from referee.game.checks import fault_of
from referee.game.gamestate import GameState
from referee.game.state import TURN_PHASES, Phase
from referee.service import turn_wire
from referee.service.actions_convert import read_word, word_of
from referee.service.state_convert import write_state
from referee.service.state_texts import TextReader
from referee.service.turn_wire import ALLOWED, REFUSED, UNTOLD, TurnWire
from referee.service.turn_words import DRAW, NO_CARD, TAKE, THROW, words_of
from referee.service.wire import field
from referee.table import Table
from referee.table.seats import seat_letter
from tests.property.playing import every_action, play_game
from tests.service.forging import forge
from tests.service.test_game_states import table
from tests.service.test_on_the_wire import WORD, sound, spoilt

TABLES = (("spanish-40", 3), ("spanish-48", 2), ("chilean-50", 4))
BOTH = pytest.mark.parametrize("scans", [False, True])
Told = list[tuple[bytes, Any]]


@cache
def turns(number: int, seed: int = 0) -> tuple[Table, tuple[GameState, ...]]:
    """A table, and the states of two rounds in which a seat is to act."""
    name, seats = TABLES[number]
    at = table(name, seats)
    found = [state for state, _ in play_game(at, Random(seed), rounds=2) if state.phase in TURN_PHASES]
    return at, tuple(found)


@cache
def reader(number: int, *, scans: bool) -> TurnWire:
    """What judges the turns of a table in one of its two ways."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn_wire, "in_use", lambda: scans)
        made = TurnWire(turns(number)[0])
    assert made.open
    return made


def words(at: Table, state: GameState) -> Told:
    """All draws, takes, passes and discards, legal or not, each as it is said."""
    seat = state.round.seat if state.round else None
    brief = [one for one in every_action(at, state) if isinstance(one, (DrawStock, TakeUpcard, Pass, Discard))]
    return [(field(WORD, word_of(at, one).encode()), one) for one in brief if one.seat == seat]


@BOTH
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_play_of_every_turn_is_told_as_values_tell_it(number: int, scans: bool) -> None:
    at, states = turns(number)
    wire, found = reader(number, scans=scans), {ALLOWED: 0, REFUSED: 0, UNTOLD: 0}
    for state in states[::3]:
        content = write_state(at, state, "en").SerializeToString()
        for said, action in words(at, state):
            wire.learn(said, action.seat, action)
            for _ in range(3):  # the third time it is a state that is known
                told = wire.judge(content + said, 0, len(content), said)
                found[told] += 1
                if told != UNTOLD:
                    assert (told == ALLOWED) is (fault_of(at, state, action) is None)
                else:  # a card may be named that nobody knows
                    assert not isinstance(action, Discard)
                    assert action != DrawStock(action.seat)
    assert found[ALLOWED] > 50
    assert found[REFUSED] > 50


@cache
def questions(number: int) -> Told:
    """Some plays, each learnt for every seat."""
    at, states = turns(number)
    known = [*words(at, states[4]), *words(at, states[5])]
    asked = [(field(WORD, b"+?"), DrawStock(0)), *Random(number).sample(known, 24)]
    for scans in (False, True):
        for said, action in asked:
            for seat in range(at.seats):
                reader(number, scans=scans).learn(said, seat, replace(action, seat=seat))
    return asked


def held_to(number: int, content: bytes, *, scans: bool) -> int:
    """How many plays are told of these bytes, each as it is of what a message says in them."""
    asked, wire = questions(number), reader(number, scans=scans)
    told = [wire.judge(content + said, 0, len(content), said) for said, _ in asked]
    if max(told) == UNTOLD:
        return 0
    at = turns(number)[0]
    game = sound(at, content)
    assert game is not None
    assert game.round is not None
    assert game.round.seat is not None
    for (_, action), one in zip(asked, told, strict=True):
        own = replace(action, seat=game.round.seat)
        assert one == UNTOLD or (one == ALLOWED) is (fault_of(at, game, own) is None)
    return len(told) - told.count(UNTOLD)


@settings(max_examples=150, deadline=None)
@given(
    number=st.integers(0, len(TABLES) - 1),
    scans=st.booleans(),
    forged=st.integers(0, 2),
    times=st.integers(0, 2),
    chance=st.randoms(use_true_random=False),
)
def test_what_is_told_of_spoilt_bytes_is_sound(
    number: int, scans: bool, forged: int, times: int, chance: Random
) -> None:
    at, states = turns(number)
    sent = write_state(at, chance.choice(states), "en")
    for _ in range(forged):
        forge(sent, chance)
    content = sent.SerializeToString()
    for _ in range(times):
        content = spoilt(content, chance)
    held_to(number, content, scans=scans)


@BOTH
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_byte_counts(number: int, scans: bool) -> None:
    """Each byte of a state put to others: what is then told is told of what the message says."""
    at, states = turns(number)
    chance, told = Random(number), 0
    content = bytearray(write_state(at, chance.choice(states), "en").SerializeToString())
    for place, byte in enumerate(content):
        for other in {0, 1, 32, 66, 128, byte - 1, byte + 1} & {*range(256)}:
            content[place] = other
            told += held_to(number, bytes(content), scans=scans)
        content[place] = byte
    assert told > 100


@BOTH
def test_a_card_that_is_there_twice_is_seen(scans: bool) -> None:
    at, states = turns(0)
    state = next(one for one in states if one.round and one.round.pile and one.round.stock)
    sent = write_state(at, state, "en")
    assert held_to(0, sent.SerializeToString(), scans=scans)
    stock = sent.round.stock.split(" ")
    for other in (sent.round.discard_pile.split(" ")[0], sent.round.hands["B"].split(" ")[0], stock[-1]):
        sent.round.stock = " ".join([other, *stock[1:]])
        assert not held_to(0, sent.SerializeToString(), scans=scans)


def test_both_ways_forget() -> None:
    at, states = turns(0)
    wire = TurnWire(at)
    usual, action = next(one for one in words(at, states[4]) if isinstance(one[1], Discard))
    said = field(WORD, seat_letter(action.seat).encode() + b": " + usual[2:])
    content = write_state(at, states[4], "en").SerializeToString()
    assert wire.judge(content + said, 0, len(content), said) == UNTOLD, "it is no word that means the same of all seats"
    wire.learn(said, action.seat, action)
    assert wire.judge(content + said, 0, len(content), said) != UNTOLD
    wire.forget()
    assert wire.judge(content + said, 0, len(content), said) == UNTOLD


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_usual_words_mean_what_is_read_of_them(number: int) -> None:
    """Of every seat, and there is none for what takes a closer look."""
    at, states = turns(number)
    known = words_of(at)
    assert len(known) == 1 + 3 * len(at.pack.notation.cards)
    ways = {DRAW: DrawStock, TAKE: TakeUpcard, THROW: Discard}
    for state in {one.round.seat: one for one in states if one.round}.values():
        for said, (way, kind) in known.items():
            reading = TextReader(at)
            action = read_word(reading, said[2:].decode(), state, "word")
            assert not reading.faults
            card = None if kind == NO_CARD else at.pack.notation.cards[kind]
            assert state.round
            assert action == ways[way](state.round.seat, card)


@BOTH
def test_a_stock_that_nobody_knows_is_told_too(scans: bool) -> None:
    at, states = turns(0)
    state = next(one for one in states if one.phase is Phase.DRAW and one.round and one.round.pile and one.round.stock)
    sent = write_state(at, state, "en")
    sent.round.stock = " ".join("?" for _ in sent.round.stock.split())
    content, said = sent.SerializeToString(), field(WORD, b"+?")
    wire = reader(0, scans=scans)
    assert [wire.judge(content + said, 0, len(content), said) for _ in range(3)] == [ALLOWED] * 3
    named = field(WORD, f"+{at.write(at.pack.notation.cards[3])}".encode())
    assert wire.judge(content + named, 0, len(content), named) == UNTOLD, "whether it lies there nobody knows"


@BOTH
def test_a_stock_has_no_less_than_no_cards(scans: bool) -> None:
    """Cards that nobody knows make more than the pack has, and the stock is what they leave."""
    at, states = turns(0)
    state = next(one for one in states if one.phase is Phase.DISCARD and one.round and one.round.pile)
    sent = write_state(at, state, "en")
    assert state.round
    hand = state.round.hands[state.round.seat or 0]
    assert hand
    said = field(WORD, f"-{at.write(hand.known[0])}".encode())
    sent.round.ClearField("stock_count")
    lying = len(sent.round.stock.split())
    sent.round.stock = ""
    thrown = list(sent.round.thrown_by)
    for more, told in ((lying, ALLOWED), (lying + 1, UNTOLD)):
        sent.round.discard_pile = " ".join(["?"] * more + [at.write(card) for card in state.round.pile if card])
        sent.round.thrown_by[:] = [""] * more + thrown
        content = sent.SerializeToString()
        assert reader(0, scans=scans).judge(content + said, 0, len(content), said) == told


def test_a_table_with_twins_has_its_plays_judged_with_care() -> None:
    assert not TurnWire(table("fournier-40", 5)).open
    assert not TurnWire(table("spanish-40", 3, jokers=2)).open


def test_a_table_where_upcards_are_offered_has_its_plays_judged_with_care() -> None:
    assert not TurnWire(table("gin-rummy", 2)).open
