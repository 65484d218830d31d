"""The facts compiled conditions read are the names the vocabulary gives their slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_type_hints

import pytest

from referee.game import factgroups
from referee.game.factgroups import SeatRecord
from referee.game.facts import ARRANGEMENT, GIVABLE, ROUND, SEAT, CloseFacts, WholeHandFacts
from referee.game.moment import CourseFacts, TurnFacts
from referee.game.roundfacts import RoundFacts
from referee.lang.types import Many, Member, Quantity, Record, Truth, Type
from referee.table import Kind
from referee.table.draft import TABLE_FACTS, MeldRecord
from referee.vocabulary import vocabulary

TABLE = vocabulary()


def names(*groups: str) -> set[str]:
    return {name for name, entry in TABLE.names.items() if entry.group in groups}


@pytest.mark.parametrize(
    ("facts", "slots"),
    [
        (WholeHandFacts, ["melds.whole_hand.*"]),
        (
            CloseFacts,
            [
                "close.may_close.*",
                "close.outcomes.*.when",
                "close.outcomes.*.writes",
                "close.outcomes.*.wins_game",
                "close.outcomes.*.lay_off",
                "close.outcomes.*.pays",
            ],
        ),
    ],
)
def test_a_class_has_what_its_slots_see(facts: type, slots: list[str]) -> None:
    groups = {group for slot in slots for group in TABLE.slot(slot).groups}
    assert set(facts.__slots__) == names(*groups) - TABLE_FACTS  # type: ignore[attr-defined]


def test_the_groups() -> None:
    assert set(ROUND) == names("round")
    assert set(SEAT) == names("seat")
    assert set(ARRANGEMENT) == names("arrangement")
    assert names("table") == TABLE_FACTS


RECORDS = {"card": Kind, "meld": MeldRecord, "seat": SeatRecord}


def stored(kind: Type, *, maybe: bool) -> object:
    """What a fact of a type is at run time; members of an arrangement's collections may be left out."""
    if isinstance(kind, Many):
        member = RECORDS[kind.record]
        return Sequence[member | None] if maybe else Sequence[member]
    return {Quantity: int, Member: int, Truth: bool}[type(kind)]


@pytest.mark.parametrize("group", sorted({entry.group for entry in TABLE.names.values()} - {"table", "discard"}))
def test_every_fact_has_the_type_of_the_vocabulary(group: str) -> None:
    """`table` facts are constants, and `can_close` is worked out when it is asked for."""
    told = get_type_hints(getattr(factgroups, f"{group.capitalize()}Group"))
    told.pop("__slots__", None)
    wanted = {
        name: RECORDS[entry.type.name]
        if isinstance(entry.type, Record)
        else stored(entry.type, maybe=group == "arrangement")
        for name, entry in TABLE.names.items()
        if entry.group == group and name not in TABLE_FACTS
    }
    assert told == wanted


def slots(facts: type) -> set[str]:
    return {name for kind in facts.__mro__ for name in getattr(kind, "__slots__", ())}


@pytest.mark.parametrize(
    ("facts", "seen"),
    [
        (CourseFacts, "irregular.*.penalty"),
        (TurnFacts, "turn.may_discard.*"),
        (TurnFacts, "turn.may_take.*"),
        (RoundFacts, "lay_off.may_lay_off.*"),
        (RoundFacts, "lay_off.may_exchange.*"),
        (RoundFacts, "written.by_others.*.writes"),
        (RoundFacts, "re_entry.total"),
        (RoundFacts, "stakes.loser_pays"),
    ],
)
def test_a_class_has_room_for_what_a_slot_sees(facts: type, seen: str) -> None:
    wanted = names(*TABLE.slot(seen).groups) - TABLE_FACTS - {"can_close"}
    assert wanted <= slots(facts)


def test_facts_have_no_room_for_anything_else() -> None:
    for facts in (CourseFacts({}, ()), RoundFacts(), CloseFacts({})):
        assert not hasattr(facts, "__dict__")


def test_what_may_be_given_is_what_cards_do_not_show() -> None:
    plain = {name: TABLE.names[name].type for name in names("round", "seat")}
    assert set(GIVABLE) == {name for name, kind in plain.items() if not isinstance(kind, Many)}
    for name, value in GIVABLE.items():
        assert isinstance(value, bool) == isinstance(plain[name], Truth)
        assert isinstance(plain[name], Quantity | Truth)


@pytest.mark.parametrize(("record", "made"), [("card", Kind), ("meld", MeldRecord)])
def test_records_have_their_fields(record: str, made: type) -> None:
    assert set(TABLE.records[record]) <= set(made.__slots__)  # type: ignore[attr-defined]


def test_unknown_facts_are_refused() -> None:
    with pytest.raises(ValueError, match="`deadwood` is no fact that can be given"):
        CloseFacts({"deadwood": 3})
