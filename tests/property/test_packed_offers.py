"""Records of tables that offer the upcard, and let it be taken by what the stock has, judged from their bytes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from referee.record.judge import judge
from referee.record.model import Round
from referee.record.packed_price import PackedPrice
from referee.record.packed_round import row
from referee.record.reading import read_record
from referee.record.verdict import Status
from referee.table import bind
from tests.property.test_packed_road import a_record, agrees, in_a_message, in_json, records, said_of
from tests.tables import house, table, variant

OFFERING = [("gin-rummy", 2), ("ten-cards", 2)]
OPENED = 60


def passes(played: Round) -> int:
    return played.play.split().count(".")


@pytest.mark.parametrize(("name", "seats"), OFFERING)
def test_upcards_are_told_however_many_let_them_go_by(name: str, seats: int) -> None:
    at, seen, told, asked = table(name, seats), Counter[int](), 0, 0
    for seed in range(8):
        record = a_record(at, seed)
        said = said_of(record)
        closed = all("!" not in one.play for one in record.rounds)
        asked += closed
        if said is not None:
            told += 1
            agrees(at, said, read_record(in_json(record)))
            seen.update(map(passes, record.rounds))
    assert told == asked > 4
    assert all(seen[count] for count in range(seats + 1)), seen


@pytest.mark.parametrize(("name", "seats"), OFFERING)
def test_how_a_round_opens_is_told_only_as_the_judge_finds_it(name: str, seats: int) -> None:
    at, chance, refused = table(name, seats), Random(name), 0
    for number in range(OPENED):
        record = a_record(at, number % 4)
        assert said_of(record) is not None
        place = chance.randrange(len(record.rounds))
        played = record.rounds[place]
        words = [word for word in played.play.split() if word != "." and word[1:] != ":"]
        first = chance.choice("+<") + words[0][1:]
        opening = " ".join(["."] * (number % (seats + 2)) + chance.choice([[], [".-"], ["A:"], ["B:"]]))
        odd = replace(played, play=" ".join([opening, first, *words[1:]]).strip())
        changed = replace(record, rounds=(*record.rounds[:place], odd, *record.rounds[place + 1 :]))
        said = said_of(changed)
        refused += said is None
        if said is not None:
            agrees(at, said, read_record(in_json(changed)))
    assert OPENED / 2 < refused < OPENED


@pytest.mark.parametrize("left", [12, 18, 22])
def test_upcards_are_taken_while_the_stock_has_enough(left: int) -> None:
    """Records of one table are judged by rules that let upcards be taken no longer than so."""
    other = bind(variant(f"turn:\n  may_take:\n    gin.10: stock_cards above {left}", "gin-rummy"))
    seen = Counter[Status]()
    for seed in range(1, 24, 2):
        record = replace(a_record(table("gin-rummy", 2), seed), rules="house", rules_digest="")
        short = [replace(record, rounds=record.rounds[:count], result=None) for count in range(1, len(record.rounds))]
        for one in (record, *short):
            said = records().message(in_a_message(one), other.rule_set)
            status = judge(read_record(in_json(one)), other).status
            seen[status] += 1
            assert (said is not None) is (status is Status.CLEAN)
    assert seen[Status.CLEAN] > 0
    assert seen[Status.VIOLATION] > 0


def test_points_hang_on_what_each_of_the_others_has_left() -> None:
    """Fewer seats are not taken for more, and the seats not for one another."""
    at = house(
        "close:\n  outcomes:\n    plain: {clause: es.8, writes: deadwood + sum(2 * one.deadwood for one in others)}",
        seats=4,
    )
    price, left = PackedPrice(at), row()
    assert price.open
    plain = next(place for place, one in enumerate(at.outcomes) if one.rule.name == "plain")
    for _ in range(2):  # met for the first time, and remembered
        for hands in ((3, 0), (3, 0, 0), (0, 3), (5, 7, 9), (7, 5, 9), (5, 0, 0, 7), (0, 5, 7, 0)):
            for at_place in range(len(hands)):
                for place, loose in enumerate(hands):
                    left[place] = loose
                found = price.of_closer(plain, left, at_place, len(hands))
                assert found == hands[at_place] + 2 * (sum(hands) - hands[at_place])
    left[1] = 4_000
    assert price.of_closer(plain, left, 0, 2) == price.untold
    assert price.of_others(plain, -1, 0) == price.of_others(plain, 0, 4_000) == price.untold


def test_what_others_hold_beside_is_not_told_by_loose_points() -> None:
    at = house(
        "written:\n  by_others:\n    es.8: deadwood + closer.hand_points\n"
        "close:\n  outcomes:\n    plain: {clause: es.8, writes: deadwood + sum(one.total for one in others)}",
        seats=3,
    )
    price, left = PackedPrice(at), row()
    plain = next(place for place, one in enumerate(at.outcomes) if one.rule.name == "plain")
    assert price.open
    assert price.of_others(plain, 3, 0) == price.of_closer(plain, left, 0, 3) == price.untold
