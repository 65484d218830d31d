"""Cards in bytes: what is looked up by the form of a text is the card of that text, and nothing else is a card."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.library import Library
from referee.library.packed import PackedRecords
from referee.record.fast_bits import Bits
from referee.record.fast_rules import RoundRules
from referee.record.packed_cards import LONG, NO_FORM, NONE, PackedCards
from referee.record.reading import read_record
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible
from tests.property.test_packed_road import agrees, in_a_message, in_json
from tests.tables import OWN, table

FORMED = [("spanish-40", 3), ("spanish-48", 4), ("fournier-40", 3), ("house-a", 3)]
LOOK_ALIKES = 60


def cards(name: str, seats: int) -> PackedCards:
    rules = RoundRules(table(name, seats))
    return PackedCards(rules, Bits(rules))


@pytest.mark.parametrize(("name", "seats"), FORMED)
def test_a_form_says_what_the_tree_says(name: str, seats: int) -> None:
    made = cards(name, seats)
    kinds = table(name, seats).pack.kinds
    assert made.begins != NO_FORM
    found = {}
    for kind in kinds:
        *before, first, second = kind.text.encode()
        assert before in ([], [made.begins])
        found[bool(before) * LONG + first + 256 * second] = kind.index
    assert {place: kind for place, kind in enumerate(bytes(made.forms)) if kind != NONE} == found
    assert len(found) == len(kinds) < NONE


@pytest.mark.parametrize(("name", "seats", "more"), [("fournier-40", 5, {}), ("spanish-48", 3, {"jokers": 2})])
def test_packs_with_twins_have_no_form(name: str, seats: int, more: dict[str, int]) -> None:
    rules = RoundRules(table(name, seats, **more))
    assert PackedCards(rules, Bits(rules)).begins == NO_FORM


@pytest.mark.parametrize(("name", "seats"), FORMED)
def test_what_looks_like_a_card_is_none(name: str, seats: int) -> None:
    at, chance, asked = table(name, seats), Random(7), PackedRecords(Library([OWN]))
    record = play(at, [sensible] * seats, Random(3)).record
    texts = [kind.text for kind in at.pack.kinds]
    card = re.compile(rb"(?<=[ \"+<x-])[0-9]{1,2}[a-z](?=[ \"\\+<x-])")
    told = 0
    line = in_json(record)
    for one in (line, in_a_message(record)):
        said = asked.line(one) if one is line else asked.message(one)
        if said is not None:
            agrees(at, said, read_record(line))
            told += 1
    assert told == 2
    places = list(card.finditer(line))
    for _ in range(LOOK_ALIKES):
        place = chance.choice(places)
        old = place[0].decode()
        longer = [f"2{old[-2:]}", f"3{old}", f"0{old}", f"1{old}", f"{old} ", f" {old}"]
        other = chance.choice([*longer, old[1:], f"{old[:-1]}z", f"{old[:-1]}é", chance.choice(texts)])
        changed = line[: place.start()] + other.encode() + line[place.end() :]
        if other != old:
            said = asked.line(changed)
            if said is not None:
                agrees(at, said, read_record(changed))
            assert said is None or other in texts
