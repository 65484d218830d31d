"""The JSON form of checked trees."""

from __future__ import annotations

import pytest

from referee.lang.parse import parse
from referee.lang.tree import from_json, to_json, type_from_json, type_to_json
from referee.lang.types import NUMBER, TRUTH, Criterion, Many, Member, Quantity, Record, SetOf
from referee.source import Text
from tests.unit.lang.test_compile import typed

FIVE = {"number": 5, "type": "points"}


def test_shapes() -> None:
    assert to_json(typed("deadwood at most 5")) == {
        "op": "at most",
        "left": {"fact": "deadwood", "type": "points"},
        "right": FIVE,
        "type": "yes_no",
    }
    assert to_json(typed("any(c.rank in [1, 2..] for c in hand)")) == {
        "over": "any",
        "each": {
            "op": "in",
            "left": {
                "field": "rank",
                "of": {"variable": "c", "type": {"record": "card"}},
                "type": {"enum": "rank"},
            },
            "right": {
                "list": [
                    {"member": "1", "type": {"enum": "rank"}},
                    {"from": {"member": "2", "type": {"enum": "rank"}}, "type": {"set": {"enum": "rank"}}},
                ],
                "type": {"set": {"enum": "rank"}},
            },
            "type": "yes_no",
        },
        "variable": "c",
        "in": {"fact": "hand", "type": {"many": "card"}},
        "type": "yes_no",
    }


@pytest.mark.parametrize(
    "kind",
    [
        NUMBER,
        TRUTH,
        Quantity("points"),
        Member("suit"),
        Record("card"),
        Many("card"),
        SetOf(Member("rank")),
        Criterion(),
    ],
)
def test_types(kind) -> None:
    assert type_from_json(type_to_json(kind)) == kind


def deep(levels: int) -> dict:
    tree = {"fact": "out", "type": "yes_no"}
    for _ in range(levels):
        tree = {"op": "not", "operand": tree, "type": "yes_no"}
    return tree


@pytest.mark.parametrize(
    "tree",
    [
        {},
        [],
        None,
        "deadwood",
        {"number": 5},
        {"number": 5, "type": "yes_no"},
        {"number": -5, "type": "points"},
        {"number": True, "type": "points"},
        {"number": 5.5, "type": "points"},
        {"number": "5", "type": "points"},
        {"number": 5, "type": "apples"},
        {"number": 5, "type": {"enum": 5}},
        {"number": 5, "type": {"set": {"many": "card"}}},
        {"nothing": 5, "type": "points"},
        {"fact": 5, "type": "points"},
        {"op": "**", "left": FIVE, "right": FIVE, "type": "points"},
        {"op": "+", "left": FIVE, "type": "points"},
        {"op": "and", "parts": 5, "type": "yes_no"},
        {"list": [FIVE, None], "type": {"set": "points"}},
        {"prefer": "best", "operand": FIVE, "type": "criterion"},
        deep(100),
        deep(5000),
    ],
)
def test_what_is_no_tree_is_refused(tree) -> None:
    with pytest.raises(ValueError, match=r"JSON|type|operation|part|quantity"):
        from_json(tree)


def test_only_checked_trees_have_a_form() -> None:
    with pytest.raises(ValueError, match="checked"):
        to_json(parse(Text.plain("deadwood"))[0])
