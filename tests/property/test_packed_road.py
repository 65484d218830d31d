"""Records judged from their bytes are found clean only where the judge finds them clean, with the very same verdict.

The road is the same compiled and plain: what is held here of the one is held of the other where the package is built.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from referee.library import Library
from referee.library.packed import PackedRecords
from referee.record.fast import FastRoad
from referee.record.fast_sent import clean_sent, of_tree
from referee.record.judge import judge
from referee.record.model import Event, GameRecord, Result, to_plain
from referee.record.packed_road import PackedClean
from referee.record.reading import ReadRecord, read_record
from referee.record.write import scribe
from referee.service.record_convert import read_sent, write_record
from referee.table import Table
from referee.workshop.selfplay import play, play_game
from referee.workshop.strategies import sensible
from tests.property.test_fast_road import SLIPS
from tests.property.test_fast_sent import SIGNS, torn
from tests.tables import OWN, table

TABLES = [
    ("spanish-40", 2),
    ("spanish-40", 3),
    ("spanish-40", 4),
    ("spanish-48", 4),
    ("fournier-40", 3),
    ("gin-rummy", 2),
    ("house-a", 3),
    ("house-e", 4),
    ("house-g", 4),
]
JOKERS = {"house-e"}
"""Tables with printed jokers, where a hand of most games holds one."""

GAMES, SLIPPED, TORN = 8, 60, 300
MANY = 20
"""So many times as much in the slow part."""

TOLD = 0.9
"""So large a part of the games of which numbers tell all are told here at least, where nobody came back."""

LIBRARY = Library([OWN])


@cache
def records() -> PackedRecords:
    return PackedRecords(LIBRARY)


@cache
def a_record(at: Table, seed: int) -> GameRecord:
    """A game without seals: short, or to its end."""
    if seed % 2:
        played = play_game(scribe(at), [sensible] * at.seats, Random(seed), rounds=6)
        if not played.scribe.open:
            return replace(played.record, id=f"partida ñ {seed}", seats=named(at.seats))
    return replace(play(at, [sensible] * at.seats, Random(seed)).record, id=f"game {seed}")


def named(seats: int) -> dict[str, str]:
    return dict(
        zip("ABCDEFGH", ("Ane", "Beñat", "Carla", "Dora", "Eva", "Fermín", "G.", "Haizea")[:seats], strict=False)
    )


def in_json(record: GameRecord, **how: Any) -> bytes:
    return str(json.dumps(to_plain(record), ensure_ascii=False, **how)).encode()


def in_a_message(record: GameRecord) -> bytes:
    return bytes(write_record(record).SerializeToString())


def agrees(at: Table, said: PackedClean, read: ReadRecord) -> None:
    """Whether the judge says the same, but for the sheet and the state."""
    assert read.record is not None
    assert not read.repairs
    verdict = judge(read, at)
    assert said.verdict() == replace(verdict, sheet=(), state=None), verdict.first_violation
    assert (said.rounds, said.turns, said.actions) == (
        verdict.accepted.rounds,
        verdict.accepted.turns,
        verdict.accepted.actions,
    )
    assert said.complete is verdict.complete


# -- plain records -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_ordinary_records_are_clean_in_both_forms(name: str, seats: int) -> None:
    at = table(name, seats)
    road = FastRoad(at)
    told = by_numbers = 0
    for seed in range(GAMES):
        record = a_record(at, seed)
        sent = of_tree(to_plain(record))
        assert sent is not None
        by_numbers += clean_sent(road, sent) is not None and not any(one.reenter for one in record.rounds)
        message, line = in_a_message(record), in_json(record)
        said = [records().message(message), records().line(line), records().line(in_json(record, indent=1) + b"\n")]
        assert len({one is None for one in said}) == 1
        for one in said:
            if one is not None:
                agrees(at, one, read_record(line))
                assert one.record_id == record.id
        told += said[0] is not None
    assert told >= TOLD * by_numbers or name in JOKERS
    assert told > (GAMES / 2 if name.endswith("40") else 0) or name in JOKERS


@pytest.mark.parametrize(("name", "seats"), TABLES[1:2])
def test_names_are_told_to_those_who_ask(name: str, seats: int) -> None:
    record = a_record(table(name, seats), 1)
    for found in (
        records().message(in_a_message(record), named=True),
        records().line(in_json(record), named=True),
    ):
        assert found is not None
        assert found.names == tuple(record.seats.values())
    unasked = records().line(in_json(record))
    assert unasked is not None
    assert unasked.names == ()


def test_what_a_head_says_is_what_the_reader_reads() -> None:
    record = replace(
        a_record(table("spanish-40", 3, limit=150), 1),
        event=Event("Open", stage="final", table="3"),
        note="nota ñ",
        x={"app": "1.0"},
        time_out="skip",
    )
    assert record.options
    line = json.dumps(head_first(to_plain(record)), ensure_ascii=False).encode()
    behind: dict[str, Any] = {"rounds": (), "result": None, "note": "", "x": {}, "time_out": ""}
    for found in (records().message(in_a_message(record)), records().line(line)):
        assert found is not None
        agrees(found.table, found, read_record(line))
        named = replace(found.head, id=record.id, seats=record.seats)
        assert replace(named, **behind) == replace(record, **behind)


@pytest.mark.parametrize(
    "behind", [{"note": "\0"}, {"time_out": "never"}, {"x": {"a": "\x01"}}, {"seal": "0" * 64}, {"note": "nota"}]
)
def test_what_stands_behind_the_rounds_is_not_passed_over(behind: dict[str, Any]) -> None:
    record = replace(a_record(table("spanish-40", 3), 1), **behind)
    found = records().message(in_a_message(record))
    assert (found is not None) is (behind == {"note": "nota"})


def head_first(plain: dict[str, Any]) -> dict[str, Any]:
    """The same with all that is no round in front."""
    last = {key: plain[key] for key in ("rounds", "result") if key in plain}
    return {key: one for key, one in plain.items() if key not in last} | last


def test_rules_may_be_asked_for_that_no_record_names() -> None:
    at = table("spanish-40", 3)
    record = a_record(at, 0)
    for odd in (replace(record, rules_digest=""), replace(record, rules_digest="0" * 64), replace(record, rules="no")):
        assert records().line(in_json(odd)) is None
        assert records().message(in_a_message(odd)) is None
    unsaid = replace(record, rules_digest="")
    for found in (
        records().line(in_json(unsaid), at.rule_set),
        records().message(in_a_message(unsaid), at.rule_set),
    ):
        assert found is not None
        assert found.verdict().rules_digest == at.rule_set.digest
    assert records().line(in_json(unsaid)) is None, "what was asked for once is not asked for always"


# -- odd records -------------------------------------------------------------------------------------------------------


def said_of(record: GameRecord) -> PackedClean | None:
    """What is said of a record without odd texts, which is the same in both forms."""
    message = records().message(in_a_message(record))
    line = records().line(in_json(record))
    assert (message is None) is (line is None)
    return message


@pytest.mark.parametrize("text", ["spades  ", "\u200b", "A\x00", "B", "C", "x" * 300, " ", "", "é", "D", "_"])
def test_a_name_that_has_to_be_told_is_not_passed_over(text: str) -> None:
    at = table("spanish-40", 3)
    record = a_record(at, 0)
    for odd in (
        replace(record, seats={**record.seats, "A": text}),
        replace(record, id=text),
        replace(record, note=text),
        replace(record, rounds=(replace(record.rounds[0], note=text), *record.rounds[1:])),
        replace(record, result=Result(record.result.winners if record.result else (), 0, text)),
    ):
        for said in (records().message(in_a_message(odd)), records().line(in_json(odd))):
            if said is not None:
                agrees(at, said, read_record(in_json(odd)))


def test_a_result_is_the_one_that_is_computed() -> None:
    at = table("fournier-40", 3, stake=5)
    record = next(
        record for seed in range(0, 40, 2) if (record := a_record(at, seed)).result and said_of(record) is not None
    )
    assert record.result is not None
    others = [
        Result(record.result.winners, record.result.pot + 5),
        Result((), record.result.pot),
        Result(("A", "B", "C"), record.result.pot),
        Result(record.result.winners, -5),
    ]
    for other in others:
        assert said_of(replace(record, result=other)) is None
    for same in (None, Result(), Result(record.result.winners, 0), record.result):
        said = said_of(replace(record, result=same))
        assert said is not None
        agrees(at, said, read_record(in_json(replace(record, result=same))))


@pytest.mark.parametrize("apart", ['"id":', '"id" :', '"id"\t:', '"id"\r\n :'])
@pytest.mark.parametrize("key", ["id", "scores", "rules", "seats", "play", "rounds"])
def test_a_key_that_is_there_twice_is_not_clean(apart: str, key: str) -> None:
    line = json.dumps(to_plain(a_record(table("spanish-40", 3), 0)), ensure_ascii=False)
    copies = {"id": '"other", ', "rules": '"spanish-40", ', "play": '"+1o-2o", ', "rounds": "[], "}
    copy = apart.replace("id", key) + copies.get(key, '{"A": "1"}, ' if key == "seats" else '{"A": 99}, ')
    twice = line.replace(f'"{key}":', f'{copy}"{key}":', 1)
    assert any(fault.code == "KEY_TWICE" for fault in read_record(twice.encode()).faults)
    assert records().line(line.encode()) is not None
    assert records().line(twice.encode()) is None


# -- slips, and bytes torn ---------------------------------------------------------------------------------------------


def slipped(name: str, seats: int, times: int, seed: int) -> int:
    """Records with one slip; how many were clean all the same."""
    at, chance = table(name, seats), Random(f"{name} {seed}")
    clean = 0
    for number in range(times):
        slip = SLIPS[number % len(SLIPS)](a_record(at, number % GAMES), chance)
        said = said_of(slip)
        if said is not None:
            clean += 1
            agrees(at, said, read_record(in_json(slip)))
    return clean


def torn_line(record: GameRecord, chance: Random) -> bytes:
    line = in_json(record).decode()
    if chance.random() < 0.5:
        tree = deepcopy(to_plain(record))
        torn(tree, chance)
        return str(json.dumps(tree, ensure_ascii=False)).encode()
    at = chance.randint(0, len(line))
    sign: str = chance.choice(SIGNS)
    return (line[:at] + sign + line[at + chance.randint(0, 1) :]).encode()


def torn_message(record: GameRecord, chance: Random) -> bytes:
    """A message with a byte changed, put in, taken out or said again, or cut off."""
    message = bytearray(in_a_message(record))
    at = chance.randrange(len(message))
    change = chance.randrange(6)
    if change == 0:
        message[at] ^= 1 << chance.randrange(8)
    elif change == 1:
        message[at] = chance.randrange(256)
    elif change == 2:
        del message[at]
    elif change == 3:
        message.insert(at, chance.choice([0, 1, message[at], chance.randrange(256)]))
    elif change == 4:
        del message[at:]
    else:
        near = min(len(message) - 1, max(0, at + chance.randint(-9, 9)))
        message[at], message[near] = message[near], message[at]
    return bytes(message)


Tear = tuple[
    Callable[[GameRecord, Random], bytes], Callable[[bytes], PackedClean | None], Callable[[bytes], ReadRecord]
]


def tear(name: str, seats: int, times: int, seed: int) -> int:
    """Torn lines and messages; how many were clean all the same."""
    at, chance, clean = table(name, seats), Random(f"{name} {seed}"), 0
    ways: list[Tear] = [
        (torn_line, records().line, read_record),
        (torn_message, records().message, lambda content: read_sent(content, "record")),
    ]
    for number in range(times):
        make, ask, read = ways[number % 2]
        content = make(a_record(at, number % GAMES), chance)
        said = ask(content)
        if said is not None:
            clean += 1
            agrees(said.table, said, read(content))
    return clean


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_is_found_clean_that_the_judge_does_not_find_clean(name: str, seats: int) -> None:
    assert slipped(name, seats, SLIPPED, 0) < SLIPPED / 2
    assert tear(name, seats, TORN, 0) < TORN / 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_of_much_that_is_sent(name: str, seats: int) -> None:
    assert slipped(name, seats, SLIPPED * MANY, 1) < SLIPPED * MANY / 2
    assert tear(name, seats, TORN * MANY, 1) < TORN * MANY / 2


@given(some.binary(max_size=200))
def test_no_bytes_are_too_odd(content: bytes) -> None:
    assert records().message(content) is None
    assert records().line(content) is None
    assert records().line(b'{"record": 1, "seats": {"A": "Ane"}, "rounds": [{' + content) is None
    assert records().message(b"\x08\x01\x1a\nspanish-40:\x06\n\x01A\x12\x01AB" + content) is None


def test_a_record_cut_anywhere_is_not_clean() -> None:
    record = a_record(table("spanish-40", 3), 0)
    message, line = in_a_message(record), in_json(record)
    assert records().message(message) is not None
    for end in range(0, len(line) - 1, 7):
        assert records().line(line[:end]) is None
    cut = [found for end in range(len(message)) if (found := records().message(message[:end])) is not None]
    # what ends behind a whole round is a record, too
    assert all(found.rounds <= len(record.rounds) for found in cut)
    for found in cut:
        shorter = replace(record, rounds=record.rounds[: found.rounds], result=None)
        agrees(found.table, found, read_record(in_json(shorter)))
