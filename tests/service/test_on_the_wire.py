"""What is answered from bytes: the very bytes that the same request is told by way of messages, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game.gamestate import GameState
from referee.game.state import TURN_PHASES
from referee.service import game_answers, wire_memo
from referee.service.actions_convert import word_of, write_action
from referee.service.hand_wire import HandWire
from referee.service.judging import HandQuestion
from referee.service.play_wire import PlayWire
from referee.service.state_convert import read_state, write_state
from referee.service.state_seen import MOST_BYTES, Seen
from referee.service.state_soundness import state_faults
from referee.service.state_texts import TextReader
from referee.service.state_wire import StateWire
from referee.service.status import CallError, ItemFault
from referee.service.wire import field, numbers_of, varint
from referee.table import Table
from referee.v1 import referee_service_pb2 as messages
from referee.v1 import rounds_pb2
from tests.service.forging import forge
from tests.service.test_at_a_glance import dealt
from tests.service.test_game_states import SETUPS, any_action, played

STATE, ACTION, WORD, LANGUAGE = b"\x12", b"\x1a", b"\x22", b"\x2a"


def spoilt(content: bytes, chance: Random) -> bytes:
    """Bytes of which some were lost, changed, put in, said twice or moved."""
    made = bytearray(content)
    at, end = sorted(chance.randrange(len(made) + 1) for _ in range(2)) if made else (0, 0)
    near = min(end, at + chance.choice([1, 2, 3, 5, 8, 24]))
    way = chance.randrange(6)
    if way == 0:
        del made[at:near]
    elif way == 1:
        made[at:near] = bytes(chance.choice([*made, 0, 1, 127, 128, 255]) for _ in made[at:near])
    elif way == 2:
        made[at:at] = bytes(chance.choice([*made, 0x72, 0x2A, 0x80]) for _ in range(chance.randrange(4)))
    elif way == 3:
        made[at:at] = made[at:near]
    elif way == 4:
        part = made[at:near]
        del made[at:near]
        made[end:end] = part
    else:
        del made[at:]
    return bytes(made)


def fields_of(content: bytes) -> list[bytes]:
    """The fields of a message, each as its bytes; their lengths have at most two."""
    found, at = [], 0
    while at < len(content):
        start, at = at, at + 1 + (content[at] > 127)
        size = content[at]
        if size > 127:
            size += (content[at + 1] - 1) * 128
            at += 1
        at += 1 + (size if content[start] & 7 == 2 else 0)
        found.append(content[start:at])
    return found


def sound(at: Table, content: bytes) -> GameState | None:
    """The slow twin: the game of a message, read and looked at with care; None where anything is wrong."""
    try:
        sent = rounds_pb2.GameState.FromString(content)
    except DecodeError:
        return None
    reader = TextReader(at)
    state = read_state(reader, sent, "state")
    return None if reader.faults or [*state_faults(at, state, "state")] else state


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_every_state_in_a_turn_is_read_and_is_the_same(setup: int) -> None:
    at, pairs = played(setup, 0)
    wire, read = StateWire(at), 0
    for _ in range(2):  # the second time from what was kept
        for state, _ in pairs:
            found = wire.read(write_state(at, state, "en").SerializeToString())
            assert found in (None, state)
            in_turn = state.phase in TURN_PHASES and state.round is not None and not state.round.left
            assert (found is not None) is (in_turn and state.round.seat is not None)  # type: ignore[union-attr]
            read += found is not None
    assert read > 20


@settings(max_examples=250, deadline=None)
@given(
    setup=st.integers(0, len(SETUPS) - 1),
    seed=st.integers(0, 3),
    forged=st.integers(0, 2),
    times=st.integers(0, 2),
    chance=st.randoms(use_true_random=False),
)
def test_what_is_read_of_spoilt_bytes_is_sound(setup: int, seed: int, forged: int, times: int, chance: Random) -> None:
    at, pairs = played(setup, seed)
    wire = at.derived(StateWire)
    for state, _ in chance.sample(pairs, min(6, len(pairs))):
        sent = write_state(at, state, "en")
        for _ in range(forged):
            forge(sent, chance)
        content = sent.SerializeToString()
        for _ in range(times):
            content = spoilt(content, chance)
        found = wire.read(content)
        assert found is None or found == sound(at, content)


@settings(max_examples=80, deadline=None)
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 3), chance=st.randoms(use_true_random=False))
def test_fields_that_are_missing_twice_or_elsewhere(setup: int, seed: int, chance: Random) -> None:
    """Every field of a round left out, said twice, and put in another place."""
    at, pairs = played(setup, seed)
    wire, (state, _) = at.derived(StateWire), chance.choice(pairs)
    sent = write_state(at, state, "en")
    parts = fields_of(sent.round.SerializeToString())
    sent.ClearField("round")
    rest = sent.SerializeToString()
    for number, part in enumerate(parts):
        others = parts[:number] + parts[number + 1 :]
        moved = [*others]
        moved.insert(chance.randrange(len(others) + 1), part)
        for some in (others, [*parts, part], [part, *parts], moved):
            content = rest + field(b"\x1a", b"".join(some))
            found = wire.read(content)
            assert found is None or found == sound(at, content)


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_every_byte_counts(setup: int) -> None:
    """Each byte of a state put to others: what is then read is what the message says."""
    at, pairs = played(setup, 3)
    chance, wire, read = Random(setup), at.derived(StateWire), 0
    states = [state for state, _ in pairs if wire.read(write_state(at, state, "en").SerializeToString())]
    for state in chance.sample(states, 4):
        content = bytearray(write_state(at, state, "en").SerializeToString())
        for place, byte in enumerate(content):
            for other in {0, 1, 2, 32, 63, 66, 127, 128, 255, byte - 1, byte + 1, byte ^ 32} & {*range(256)}:
                content[place] = other
                found = wire.read(bytes(content))
                assert found is None or found == sound(at, bytes(content)), (place, other)
                read += found is not None
            content[place] = byte
    assert read > 100


def changed(wire: StateWire, state: Any, change: Callable[[Any], None]) -> bool:
    """Whether a state is read where one thing is otherwise."""
    other = type(state)()
    other.CopyFrom(state)
    change(other.round)
    return wire.read(other.SerializeToString()) is not None


def test_no_card_is_there_twice_and_none_is_missing() -> None:
    at, pairs = played(0, 0)
    wire = StateWire(at)
    state = next(state for state, _ in pairs if state.phase.value == "discard" and state.round and state.round.pile)
    sent = write_state(at, state, "en")
    assert state.round is not None
    letter = "ABC"[state.round.seat or 0]
    hand, pile = sent.round.hands[letter], sent.round.discard_pile
    assert changed(wire, sent, lambda play: None)
    assert not changed(wire, sent, lambda play: play.hands.update({letter: hand.rpartition(" ")[0]}))
    assert not changed(wire, sent, lambda play: play.hands.update({letter: f"{hand.rpartition(' ')[0]} {pile[:2]}"}))
    assert not changed(wire, sent, lambda play: setattr(play, "seat", "Z"))
    assert not changed(wire, sent, lambda play: setattr(play, "stock_count", play.stock_count + 1))
    assert not changed(wire, sent, lambda play: play.thrown_by.append("A"))
    assert not changed(wire, sent, lambda play: setattr(play, "outcome", "clean"))
    assert changed(wire, sent, lambda play: play.barred.append("B"))


def test_no_field_is_there_twice_though_it_be_empty() -> None:
    """Of two the later one counts, which an empty one does not show."""
    at, pairs = played(2, 1)
    wire = StateWire(at)
    state = next(state for state, _ in pairs if wire.read(write_state(at, state, "en").SerializeToString()))
    sent = write_state(at, state, "en")
    play = sent.round.SerializeToString()
    sent.ClearField("round")
    rest = sent.SerializeToString()
    assert wire.read(rest + field(b"\x1a", play)) == state
    for twice in (b"\x22\x00", b"\x6a\x00", b"\x08\x04", b"\x12\x01B", b"\x3a\x00", b"\xb2\x01\x00", b"\xfa\x01\x00"):
        content = rest + field(b"\x1a", play + twice)
        assert rounds_pb2.GameState.FromString(content).HasField("round")
        assert wire.read(content) is None


def test_few_tables_keep_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    at, pairs = played(0, 0)
    sent = write_state(at, pairs[3][0], "en").SerializeToString()
    monkeypatch.setattr(wire_memo, "_TABLES", 2)
    monkeypatch.setattr(wire_memo, "_keeping", wire_memo._keeping.copy())
    wire_memo._keeping.clear()
    wires = [StateWire(at) for _ in range(3)]
    found = [wire.read(sent) for wire in (*wires, wires[0])]
    assert found == [pairs[3][0]] * 4
    assert list(wire_memo._keeping) == [wires[2], wires[0]]


# -- plays -----------------------------------------------------------------------------------------------------------


def by_messages(at: Table, content: bytes) -> bytes | None:
    """The slow twin: what a request is told that is judged with messages; None if nothing can be told."""
    try:
        request = messages.CheckActionRequest.FromString(content)
        return game_answers.check_action(at, request, "en").SerializeToString(deterministic=True)
    except (DecodeError, CallError):
        return None


def asked(at: Table, state: GameState, action: Any, chance: Random) -> bytes:
    """What follows the table in a request."""
    content = field(STATE, write_state(at, state, "en").SerializeToString())
    word = word_of(at, action)
    if word and chance.random() < 0.6:
        content += field(WORD, word.encode())
    else:
        content += field(ACTION, write_action(at, action).SerializeToString())
    return content + chance.choice([b"", field(LANGUAGE, b"es"), field(LANGUAGE, b"xx")])


@settings(max_examples=200, deadline=None)
@given(
    setup=st.integers(0, len(SETUPS) - 1),
    seed=st.integers(0, 3),
    times=st.integers(0, 2),
    chance=st.randoms(use_true_random=False),
)
def test_plays_are_told_what_messages_are_told(setup: int, seed: int, times: int, chance: Random) -> None:
    at, pairs = played(setup, seed)
    at.derived(Seen).warm = True
    wire = at.derived(PlayWire)
    for state, own in chance.sample(pairs, min(4, len(pairs))):
        content = asked(at, state, any_action(at, state, own, chance), chance)
        for _ in range(times):
            content = spoilt(content, chance)
        told = wire.answer(content, 0)
        assert told is None or told == by_messages(at, content)


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_most_legal_plays_are_told_at_once(setup: int) -> None:
    at, pairs = played(setup, 1)
    at.derived(Seen).warm = True
    told = brief = 0
    for state, own in pairs:
        content = field(STATE, write_state(at, state, "en").SerializeToString())
        content += field(WORD, word_of(at, own).encode())
        answer = at.derived(PlayWire).answer(content, 0)
        assert answer is None or answer == by_messages(at, content)
        quick = type(own).__name__ in {"DrawStock", "Discard", "TakeUpcard", "Pass"} and state.phase in TURN_PHASES
        brief += quick and len(content) < MOST_BYTES and by_messages(at, content) is not None
        told += answer is not None
    assert told > 10
    assert told > 0.6 * brief


def test_nothing_is_told_before_a_table_is_warm() -> None:
    at, pairs = played(0, 2)
    state, own = pairs[5]
    content = field(STATE, write_state(at, state, "en").SerializeToString())
    content += field(ACTION, write_action(at, own).SerializeToString())
    at.derived(Seen).warm = False
    assert at.derived(PlayWire).answer(content, 0) is None
    assert by_messages(at, content) is not None
    assert at.derived(Seen).warm


# -- hands -----------------------------------------------------------------------------------------------------------


def by_question(at: Table, content: bytes) -> bytes | None:
    """The slow twin: what the cards of a request are told that is asked as a question."""
    try:
        request = messages.EvaluateHandRequest.FromString(content)
        response = messages.EvaluateHandResponse(rule_set_digest=at.rule_set.digest)
        question = HandQuestion.read(at, request.cards[:], "cards", all_optimal=request.all_optimal)
    except (DecodeError, ItemFault):
        return None
    question.answer(response.value)
    return response.SerializeToString(deterministic=True)


def hands(at: Table, number: int, chance: Random) -> Iterator[bytes]:
    for _ in range(number):
        yield messages.EvaluateHandRequest(cards=dealt(at, chance)).SerializeToString()


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_hands_are_told_what_questions_are_told(setup: int) -> None:
    at, chance, told = played(setup, 0)[0], Random(setup), 0
    wire = HandWire(at)
    by_question(at, field(b"\x12", b"7o"))
    by_question(at, field(b"\x12", b"7s"))
    for content in hands(at, 200, chance):
        answer = wire.answer(content, 0)
        if answer is not None:
            assert answer == by_question(at, content)
            told += 1
        for _ in range(3):
            wrong = spoilt(content, chance)
            answer = wire.answer(wrong, 0)
            assert answer is None or answer == by_question(at, wrong)
    assert told > 60


def test_numbers_are_written_as_protobuf_writes_them() -> None:
    for number in (0, 1, 127, 128, 129, 300, 16_383, 16_384, 2**31 - 1):
        sent = rounds_pb2.Standing(rounds=number).SerializeToString()
        assert sent == (b"\x40" + varint(number) if number else b"")


def test_fields_are_told_by_their_numbers() -> None:
    sent = messages.CheckActionRequest(word="+?", language="en")
    sent.table.seats = 300
    assert numbers_of(sent.SerializeToString()) == [1, 4, 5]
    assert numbers_of(rounds_pb2.Standing(pot=300, rounds=1, winners=["A", "B"]).SerializeToString()) == [7, 8, 10, 10]
    assert numbers_of(field(b"\xfa\x01", b"x" * 200)) == [31]
    with pytest.raises(LookupError):
        numbers_of(b"\x0d1234")
    with pytest.raises(LookupError):
        numbers_of(b"\x08\xff")
