"""Records as they were sent are found clean only where the judge finds them clean, with the very same verdict."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.record.fast import FastRoad
from referee.record.fast_sent import Sent, clean_sent, of_line, of_tree
from referee.record.fast_verdict import short_verdict
from referee.record.judge import judge
from referee.record.model import GameRecord, to_plain
from referee.record.reading import ReadRecord, read_mapping, read_record
from referee.record.verdict import Verdict
from referee.service.record_convert import as_sent, read_message, write_record
from referee.table import Table
from tests.property.test_fast_road import SLIPS, a_game
from tests.tables import table

TABLES = [
    ("spanish-40", 3),
    ("fournier-40", 4),
    ("house-g", 4),
    ("house-e", 4),
    ("gin-rummy", 2),
    ("chilean-50", 4),
    ("eight-cards", 3),
    ("house-l", 3),
    ("ten-cards", 2),
    ("fournier-40", 5),
    ("house-h", 3),
]
SLIPPED, TORN = 80, 300
MANY = 20
"""So many times as much in the slow part."""


def verdict_of(road: FastRoad, sent: Sent | None) -> Verdict | None:
    """The verdict on a record that is clean beyond doubt."""
    found = None if sent is None else clean_sent(road, sent)
    return None if found is None or sent is None else short_verdict(road.table, sent.head.id, found)


def agrees(at: Table, said: Verdict, read: ReadRecord) -> None:
    """Whether the judge says the same, but for the sheet and the state."""
    assert read.record is not None
    assert not read.repairs
    verdict = judge(read, at)
    assert said == replace(verdict, sheet=(), state=None), verdict.first_violation


@cache
def a_record(at: Table, seed: int) -> GameRecord:
    """A game without seals."""
    record, _ = a_game(at, 3 * seed)
    return replace(record, id=f"game {seed}")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_ordinary_records_are_clean_in_every_form(name: str, seats: int) -> None:
    at = table(name, seats)
    road = FastRoad(at)
    told = 0
    for seed in range(8):
        record = a_record(at, seed)
        line = json.dumps(to_plain(record), ensure_ascii=False).encode()
        forms = [as_sent(write_record(record)), of_line(line), of_tree(to_plain(record))]
        said = [verdict_of(road, form) for form in forms]
        assert said[0] == said[1] == said[2]
        if said[0] is not None:
            told += 1
            agrees(at, said[0], read_record(line))
    assert told > 0


@pytest.mark.parametrize("text", ["spades  ", "\u200b", "A\x00", "B", "x" * 300])
def test_a_name_that_has_to_be_told_is_not_passed_over(text: str) -> None:
    at = table("spanish-40", 2)
    record = a_record(at, 1)
    for odd in (
        replace(record, id=text),
        replace(record, seats={"A": text, "B": "Bea"}),
        replace(record, note=text),
        replace(record, rounds=(replace(record.rounds[0], note=text), *record.rounds[1:])),
    ):
        said = verdict_of(FastRoad(at), of_tree(to_plain(odd)))
        if said is not None:
            agrees(at, said, read_mapping(to_plain(odd)))


def slipped(name: str, seats: int, times: int, seed: int) -> int:
    """Records with one slip, in every form; how many were clean all the same."""
    at, chance = table(name, seats), Random(f"{name} {seed}")
    road, clean = FastRoad(at), 0
    for number in range(times):
        slip = SLIPS[number % len(SLIPS)](a_record(at, number % 3), chance)
        message = write_record(slip)
        said = verdict_of(road, as_sent(message))
        assert said == verdict_of(road, of_tree(to_plain(slip))) == verdict_of(road, of_line(in_json(slip)))
        if said is not None:
            clean += 1
            agrees(at, said, read_message(message, "record"))
    return clean


def in_json(record: GameRecord) -> bytes:
    return json.dumps(to_plain(record), ensure_ascii=False).encode()


# -- torn trees and lines ----------------------------------------------------------------------------------------------

ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    "",
    " ",
    "A",
    "4o",
    "12",
    1_000_000,
    7.0,
    [],
    {},
    ["A"],
    {"A": 1},
    "\x1f",
]
"""Values that may stand where others should."""

SIGNS = [*"0123456789 +-<x:,.?!'\"\\{}[]ABoceb", "\n", "\u00a0", "\x1f", "\x85", "\u2212", "\u200b", '"A":1,']


def torn(tree: Any, chance: Random) -> None:
    """Put an odd value somewhere into a tree."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(tree[key], dict | list) and chance.random() < 0.8:
            tree = tree[key]
            continue
        change = chance.random()
        if change < 0.2:
            del tree[key]
        elif change < 0.4 and isinstance(tree, dict):
            tree[chance.choice(["note", "seal", "pack", "lots", "x", "reenter", "A", "Z"])] = chance.choice(ODD)
        elif change < 0.6 and isinstance(tree[key], str):
            at = chance.randint(0, len(tree[key]))
            tree[key] = tree[key][:at] + chance.choice(SIGNS) + tree[key][at + chance.randint(0, 1) :]
        else:
            tree[key] = chance.choice(ODD)
        return


def of_torn_tree(tree: Mapping[str, Any], chance: Random) -> tuple[Sent | None, Callable[[], ReadRecord]]:
    made = deepcopy(dict(tree))
    torn(made, chance)
    return of_tree(made), lambda: read_mapping(made)


def of_torn_line(tree: Mapping[str, Any], chance: Random) -> tuple[Sent | None, Callable[[], ReadRecord]]:
    line = json.dumps(tree, ensure_ascii=False)
    at = chance.randint(0, len(line))
    line = line[:at] + chance.choice(SIGNS) + line[at + chance.randint(0, 1) :]
    return of_line(line.encode()), lambda: read_record(line)


def tear(name: str, seats: int, times: int, seed: int) -> int:
    """Torn trees and lines; how many were clean all the same."""
    at, chance = table(name, seats), Random(f"{name} {seed}")
    road, clean = FastRoad(at), 0
    trees = [to_plain(a_record(at, number)) for number in range(3)]
    for number in range(times):
        make = of_torn_tree if number % 2 else of_torn_line
        sent, read = make(trees[number % 3], chance)
        said = verdict_of(road, sent)
        if said is not None:
            clean += 1
            agrees(at, said, read())
    return clean


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_sent_is_found_clean_that_the_judge_does_not_find_clean(name: str, seats: int) -> None:
    assert slipped(name, seats, SLIPPED, 0) < SLIPPED / 2
    assert tear(name, seats, TORN, 0) < TORN / 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_of_much_that_is_sent(name: str, seats: int) -> None:
    assert slipped(name, seats, SLIPPED * MANY, 1) < SLIPPED * MANY / 2
    assert tear(name, seats, TORN * MANY, 1) < TORN * MANY / 2


@pytest.mark.parametrize("apart", ['"id" :', '"id"\t:', '"id"\r\n :'])
@pytest.mark.parametrize("key", ["id", "scores"])
def test_a_key_that_is_there_twice_is_not_clean(apart: str, key: str) -> None:
    """The first of the two with its colon apart, so that it is not counted by `":`."""
    at = table("spanish-40", 3)
    line = json.dumps(to_plain(a_record(at, 0)), ensure_ascii=False)
    copy = apart.replace("id", key) + ('"other", ' if key == "id" else '{"A": 99}, ')
    twice = line.replace(f'"{key}":', f'{copy}"{key}":', 1)
    assert any(fault.code == "KEY_TWICE" for fault in read_record(twice.encode()).faults)
    assert of_line(twice.encode()) is None
