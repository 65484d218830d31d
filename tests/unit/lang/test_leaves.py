"""The reasons a condition gives when it fails."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.lang.leaves import failing_leaves
from referee.lang.unparse import unparse
from tests.unit.lang.test_compile import ENUMS, card, typed

DEFINITIONS = {"low": typed("deadwood at most 5 and not out")}
CONSTANTS = {"limit": 100, "strict": False, "trump": 1}


def why(text: str, wanted: bool = True, **facts: object) -> list[tuple[str, bool, dict[str, object]]]:
    tree = typed(text, **{name: one.type for name, one in DEFINITIONS.items()})
    given = {"deadwood": 12, "laps": 0, "out": False, "card": card(3, 0), "hand": (card(0, 0), card(1, 1))}
    leaves = failing_leaves(tree, wanted, CONSTANTS, DEFINITIONS, ENUMS)(SimpleNamespace(**{**given, **facts}))
    return [(unparse(leaf.expr), leaf.holds, {unparse(side): value for side, value in leaf.sides}) for leaf in leaves]


LOW = ("deadwood at most 5 points", False, {"deadwood": 12})
LAP = ("laps at least 1 lap", False, {"laps": 0})


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("deadwood at most 5", [LOW]),
        ("deadwood at most limit", []),
        ("deadwood above limit", [("deadwood above limit", False, {"deadwood": 12, "limit": 100})]),
        ("hand.count is 7 and deadwood at most 5", [("hand.count is 7 cards", False, {"hand.count": 2}), LOW]),
        ("laps at least 1 and deadwood at most 50", [LAP]),
        ("laps at least 1 or deadwood at most 5", [LAP, LOW]),
        ("out", [("out", False, {})]),
        ("not not out", [("out", False, {})]),
        ("no", [("no", False, {})]),
        ("strict", [("strict", False, {})]),
        ("not (deadwood above 5)", [("deadwood above 5 points", True, {"deadwood": 12})]),
        ("not (deadwood above 5 and laps is 0)", [
            ("deadwood above 5 points", True, {"deadwood": 12}),
            ("laps is 0 laps", True, {"laps": 0}),
        ]),
        ("not (deadwood above 5 or laps is 1)", [("deadwood above 5 points", True, {"deadwood": 12})]),
        ("low", [LOW]),
        ("not out and low", [LOW]),
        ("if out then yes else laps at least 1", [("out", False, {}), LAP]),
        ("if out then no else laps at least 1", [LAP]),
        ("if not out then laps at least 1 else deadwood at most 50", [("out", False, {}), LAP]),
        ("card.rank in 1..2", [("card.rank in 1..2", False, {"card.rank": 3})]),
        ("card.suit is trump", [("card.suit is trump", False, {"card.suit": 0, "trump": 1})]),
        ("all(c.suit is oros for c in hand)", [("all(c.suit is oros for c in hand)", False, {})]),
        ("sum(c.points for c in hand) above 1", [
            ("sum(c.points for c in hand) above 1 point", False, {"sum(c.points for c in hand)": 0}),
        ]),
        ("deadwood at most 5 and (laps is 0 and deadwood at most 5)", [LOW]),
    ],
)  # fmt: skip
def test_reasons(text: str, leaves: list[tuple[str, bool, dict[str, object]]]) -> None:
    assert why(text) == leaves


def test_nothing_is_wrong_with_what_is_as_wanted() -> None:
    assert why("deadwood is 12") == []
    assert why("deadwood at most 5", wanted=False) == []


def test_reasons_for_holding() -> None:
    assert why("deadwood is 12 or out", wanted=False) == [("deadwood is 12 points", True, {"deadwood": 12})]


def test_the_same_reason_is_given_once() -> None:
    assert why("deadwood at most 5 or deadwood at most 5") == [LOW]
