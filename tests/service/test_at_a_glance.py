"""Hands that are answered at a glance: byte for byte what they are answered as questions, and only such hands."""

from __future__ import annotations

from random import Random

import pytest

from referee.service.judging import HandQuestion, Warmth, told_at_a_glance
from referee.table import Table, bind
from referee.v1.hands_pb2 import HandValue
from tests.tables import table, variant

HANDS = 300
TOO_MANY = ["1o", "3o", "5o", "7o", "2c", "4c", "6c", "10c", "12e", "12b"]
OF_WHOLE_HANDS = bind(variant("melds: {whole_hand: {h.1: runs at least 1}}\n"), 3)


def as_question(at: Table, texts: list[str]) -> HandValue:
    told = HandValue()
    HandQuestion.read(at, texts, "cards", all_optimal=False).answer(told)
    return told


def dealt(at: Table, random: Random) -> list[str]:
    """A hand of any size that is arranged, half of the time of neighbours, so that many hold melds."""
    pack = [kind.text for kind in at.pack.kinds for _ in range(kind.count)]
    size, start = random.randint(0, at.most_cards), random.randrange(len(pack))
    near = [pack[(start + step) % len(pack)] for step in range(size + 3)]
    return random.sample(random.choice((pack, near)), size)


@pytest.mark.parametrize(
    ("at", "least"),
    [
        (table("spanish-40"), 0.9),
        (table("spanish-40", jokers=2), 0.5),
        (table("fournier-40", 5), 0.2),
        (table("chilean-50", wild_ace=True), 0.2),
        (table("gin-rummy"), 0.9),
        (OF_WHOLE_HANDS, 0.0),
    ],
    ids=["plain", "jokers", "twins", "wild ace", "ace at both ends", "whole hands"],
)
def test_what_is_seen_is_what_a_question_is_told(at: Table, least: float) -> None:
    random, seen, melded = Random(20261130), 0, 0
    for texts in [dealt(at, random) for _ in range(HANDS)]:
        told = as_question(at, texts)
        fields = told_at_a_glance(at, texts)
        if fields is not None:
            assert HandValue(**fields).SerializeToString(deterministic=True) == told.SerializeToString(
                deterministic=True
            ), texts
            seen, melded = seen + 1, melded + bool(told.best.melds)
            assert all(not meld.wilds for meld in told.best.melds)

    assert least * HANDS <= seen <= (HANDS if least else 0)
    assert melded >= least * HANDS / 5


def test_nothing_is_seen_at_a_table_before_it_is_warm() -> None:
    at = bind(table("spanish-40").rule_set, 4)

    assert told_at_a_glance(at, ["7o"]) is None
    as_question(at, ["7o"])
    assert told_at_a_glance(at, ["7o"]) is not None
    assert at.derived(Warmth).hands


@pytest.mark.parametrize(
    "texts",
    [["7O"], ["7o'1"], ["7o 7c"], ["7o", "7o"], ["99z"], ["JK"], TOO_MANY, ["x" * 201], [""]],
    ids=["case", "mark", "one text", "twice", "no card", "no joker here", "too many", "too long", "nothing"],
)
def test_what_has_to_be_read_with_care_is_not_seen(texts: list[str]) -> None:
    at = table("spanish-40")
    as_question(at, ["7o"])

    assert told_at_a_glance(at, texts) is None
