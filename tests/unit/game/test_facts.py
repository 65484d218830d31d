"""The facts compiled conditions read are the names the vocabulary gives their slots."""

from __future__ import annotations

import pytest

from referee.game.facts import ARRANGEMENT, GIVABLE, ROUND, SEAT, CloseFacts, WholeHandFacts
from referee.lang.types import Many, Quantity, Truth
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
