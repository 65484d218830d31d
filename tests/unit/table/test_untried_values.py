"""`check` cannot try every value of every option; `bind` lets none of them past the bounds."""

import pytest

from referee.ruleset.load import load
from referee.table import BindError, bind
from referee.table.possible import impossible
from tests.tables import FILES, variant

OPTION = "options: {k: {clause: zz.1, type: number, from: 0, to: 100, default: 0}}\n"
BUT = "if k * 2 is 100 - 6 then"
"""Holds for 47 alone, a number that stands nowhere in the rule."""

OUT_OF_BOUNDS = {
    "a hand of 38": f"deal:\n  cards: {BUT} 38 else 7\n",
    "forty packs": f"pack:\n  copies: {BUT} 40 else 1\n",
    "forty jokers": f"pack:\n  jokers: {BUT} 40 else 0\n",
    "every card wild": "pack:\n  wild: card.joker or k * 2 is 100 - 6\n",
    "melds of one": f"melds:\n  set:\n    size: {BUT} 1.. else 3..4\n",
    "two thousand million points": f"points:\n  es.7: {BUT} 40000 * 50000 else card.number\n",
}


@pytest.mark.parametrize("rules", OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS)
def test_a_value_nobody_tried_is_refused_when_the_table_is_set_up(rules: str) -> None:
    rule_set = variant(OPTION + rules)
    assert impossible(rule_set) == []
    bind(rule_set)
    with pytest.raises(BindError) as raised:
        bind(rule_set, options={"k": 47})

    assert raised.value.code == "NOT_PLAYABLE"
    assert raised.value.message.startswith("no game at this table: ")


def told(rules: str) -> list[str]:
    loaded = load(f"rule_set: house\nformat: 1\nextends: spanish-40\n{rules}".encode(), "house.yaml", FILES)
    return [f"{one.code} {one.message}" for one in loaded.diagnostics]


def test_a_short_range_is_tried_with_all_its_values() -> None:
    rules = OPTION.replace("100", "10") + "deal:\n  cards: if k * 2 is 10 - 4 then 38 else 7\n"
    assert told(rules) == ["CH519 38 cards in a hand, expected 1 to 14 with `k` 3"]


def test_of_a_long_range_what_lies_around_the_numbers_is_tried() -> None:
    rules = OPTION + "deal:\n  cards: if k above 60 and k below 62 then 38 else 7\n"
    assert told(rules) == ["CH519 38 cards in a hand, expected 1 to 14 with `k` 61"]
