"""What a meld on the table was when it was put down, whatever was laid on it since: held against a twin that marks
every card as it is laid, and so need not find out afterwards which they were.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card
from referee.game.result import Course, Laid
from referee.game.showdown import as_declared
from referee.game.state import TableMeld
from referee.game.tablemeld import LOWER, NO_PLACE, as_put_down, as_written, growing, grown
from referee.service.state_melds import read_table_meld, write_table_meld
from referee.service.state_texts import TextReader
from referee.table import Table
from referee.table.melds import RUN
from tests.tables import table

TABLES = [table("spanish-40", 3, jokers=2), table("spanish-48", 3, jokers=2)]
FIRST = ("3c 4c 5c", "JK 4c 5c", "4c 5c JK", "4c JK 6c", "1c 2c 3c", "10c JK 12c", "1o 1c 1e", "JK 5o 5e")

Slot = tuple[Card, int, int]
"""A card of the twin's meld: which, what it plays, as which it was laid (0: with the meld, 1 first)."""


def put_down(at: Table, text: str) -> TableMeld:
    """A meld as its owner writes it."""
    made = as_written(at, 0, at.pack.notation.read_many(text))
    assert made is not None
    return made


def laid_on(at: Table, meld: TableMeld, times: int, chance: Random) -> tuple[TableMeld, list[Slot]]:
    """The meld with cards laid on it, at ends drawn by lot, and the twin's list of what lies there."""
    slots: list[Slot] = [(card, place, 0) for card, place in zip(meld.cards, meld.places, strict=True)]
    for number in range(1, times + 1):
        grower = growing(at, meld)
        kinds = list(range(len(at.pack.kinds)))
        ways = [(Card(kind), step) for kind in kinds for step in grower.steps(grower.start, kind)]
        if not ways:
            break
        jokers = [way for way in ways if at.kind(way[0]).wild]
        card, step = chance.choice(jokers if jokers and chance.random() < 0.7 else ways)
        slots.insert(0 if step.end == LOWER else len(slots), (card, step.place, number))
        meld = grown(meld, card, step, 1)
    return meld, slots


@given(st.sampled_from(TABLES), st.sampled_from(FIRST), st.integers(0, 4), st.randoms(use_true_random=False))
def test_what_was_put_down_and_what_was_laid(at: Table, text: str, times: int, chance: Random) -> None:
    first = put_down(at, text)
    meld, slots = laid_on(at, first, times, chance)

    assert [(card, place) for card, place, _ in slots] == list(zip(meld.cards, meld.places, strict=True))
    assert as_put_down(meld) == first
    hands = ((), meld.cards, ())
    found = as_declared(at, Course(0, 1, (1, 1, 1)), hands, [meld], shown=None).of(1)
    assert found is not None
    stands = [
        Laid(card, 1, Card(place) if meld.kind == RUN and place not in {card.index, NO_PLACE} else None)
        for card, place, number in sorted(slots, key=lambda slot: slot[2])
        if number
    ]
    assert list(found.laid) == stands


@given(st.sampled_from(TABLES), st.sampled_from(FIRST), st.integers(0, 4), st.randoms(use_true_random=False))
def test_it_comes_over_the_wire_as_it_was(at: Table, text: str, times: int, chance: Random) -> None:
    meld, _ = laid_on(at, put_down(at, text), times, chance)
    reader = TextReader(at)

    assert read_table_meld(reader, write_table_meld(at, meld), "meld") == meld
    assert reader.faults == []


def test_a_joker_below_a_run_whose_top_is_one() -> None:
    at = TABLES[0]
    first = put_down(at, "4c 5c JK")
    grower = growing(at, first)
    below = next(step for step in grower.steps(grower.start, first.cards[2].index) if step.end == LOWER)
    meld = grown(first, first.cards[2], below, 1)

    assert " ".join(map(at.write, meld.cards)) == "JK 4c 5c JK"
    assert as_put_down(meld) == first
