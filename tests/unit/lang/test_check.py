"""Typed trees: units that numbers take, sorts of names, members; the tables the language shares with the vocabulary."""

from __future__ import annotations

import dataclasses

import pytest

from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.scope import Scope
from referee.lang.syntax import Choice, Conditional, Name, Number, Preference
from referee.lang.types import TRUTH, Enumeration, Many, Member, Quantity, Record, SetOf
from referee.lang.walk import everything
from referee.lang.words import FUNCTIONS, UNITS
from referee.source import Text
from referee.vocabulary.load import vocabulary

SCOPE = Scope(
    slot="test",
    wants=None,
    facts={"deadwood": Quantity("points"), "hand": Many("card"), "card": Record("card"), "out": TRUTH},
    records={"card": {"rank": Member("rank"), "number": Quantity(), "points": Quantity("points")}},
    units_of={"card": "cards"},
    enums={"rank": Enumeration("rank", ("1", "2", "sota"), ("joker",))},
    options={"limit": Quantity("points"), "factor": Quantity()},
    definitions={"clean": TRUTH, "elsewhere": TRUTH},
    needs={"clean": frozenset({"hand"}), "elsewhere": frozenset({"closer"})},
    elsewhere={"closer": ("written.by_others.*.when",)},
)


def typed(text: str, **changes):
    scope = dataclasses.replace(SCOPE, **changes)
    expr, told = parse(Text.plain(text))
    assert told == []
    checked, told = check(expr, scope)
    assert told == [], told
    return checked


def codes(text: str, **changes) -> list[str]:
    expr, told = parse(Text.plain(text))
    assert told == []
    checked, told = check(expr, dataclasses.replace(SCOPE, **changes))
    assert (checked is None) == bool(told)
    return [one.code for one in told]


def test_the_language_and_the_vocabulary_have_the_same_tables() -> None:
    assert set(vocabulary().units) == set(UNITS)
    assert set(vocabulary().functions) == set(FUNCTIONS)


def test_every_node_has_its_type() -> None:
    expr = typed("if out or clean then min(deadwood, 5) + 2 * card.number else sum(c.points for c in hand)")
    assert all(node.type is not None for node in everything(expr))
    assert {node.name: node.sort for node in everything(expr) if isinstance(node, Name)} == {
        "out": "fact",
        "clean": "definition",
        "deadwood": "fact",
        "card": "fact",
        "c": "variable",
        "hand": "fact",
    }


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("deadwood at most 5", ["points"]),
        ("5 at least deadwood", ["points"]),
        ("hand.count is 7", ["cards"]),
        ("deadwood + 1 at most 2 - 3", ["points", "points", "points"]),
        ("deadwood at most 2 * 3", [None, None]),
        ("2 * deadwood at most 3", [None, "points"]),
        ("deadwood / 2 at most 3", [None, "points"]),
        ("deadwood in [1, 2..3, 4..]", ["points"] * 4),
        ("deadwood is -5", ["points"]),
        ("card.number is 5", [None]),
        ("deadwood at most (if out then 5 else limit)", ["points"]),
        ("deadwood at most max(1, card.number)", ["points"]),
        ("deadwood at most sum(2 for c in hand)", ["points"]),
        ("count(out for c in hand) is 2", ["cards"]),
        ("coins(3) is 3", [None, "coins"]),
        ("factor is 3", [None]),
        ("deadwood is 3 * factor", [None]),
    ],
)
def test_numbers_take_the_unit_they_meet(text: str, units: list[str | None]) -> None:
    assert [node.unit for node in everything(typed(text)) if isinstance(node, Number)] == units


def test_the_slot_gives_its_unit() -> None:
    assert typed("5", wants=Quantity("points")) == Number(5, "points")
    assert typed("card.number", wants=Quantity("points")).type == Quantity()
    assert codes("5 cards", wants=Quantity("points")) == ["CH403"]
    assert codes("5 points", wants=Quantity()) == ["CH403"]


def test_a_single_value_is_a_set_of_one_where_a_set_is_wanted() -> None:
    cards = SetOf(Quantity("cards"))
    assert typed("2", wants=cards) == typed("[2]", wants=cards) == Choice((Number(2, "cards"),))
    branches = typed("if out then 2 else 3..4", wants=cards)
    assert isinstance(branches, Conditional)
    assert isinstance(branches.then, Choice)
    assert branches.type == cards
    ranks = typed("1", wants=SetOf(Member("rank")))
    assert ranks.items[0].sort == "member"


def test_numbers_are_ranks_where_ranks_are_expected() -> None:
    for text in ["card.rank is 1", "1 is card.rank", "card.rank in [1, 2]", "(if out then 1 else card.rank) is 2"]:
        ranks = [node for node in everything(typed(text)) if isinstance(node, Name) and node.sort == "member"]
        assert ranks, text
        assert all(node.type == Member("rank") for node in ranks)
        assert not any(isinstance(node, Number) for node in everything(typed(text)))


def test_and_inside_and_is_flattened() -> None:
    assert typed("out and (clean and (out and clean))") == typed("out and clean and out and clean")
    assert typed("out or (clean or out)") != typed("(out or clean) and out")


def test_definitions_need_their_facts() -> None:
    assert codes("elsewhere") == ["CH202"]
    assert codes("clean", facts={"out": TRUTH}) == ["CH202"]


def test_placeholders_show_only_what_is_printable() -> None:
    assert codes("hand") == ["CH611"]  # it would be shown to others, too
    assert codes("card") == ["CH805"]
    assert typed("card", printable=frozenset({"card"})).type == Record("card")
    assert codes("1..3") == ["CH805"]
    assert typed("deadwood").type == Quantity("points")


def test_criteria() -> None:
    scope = dataclasses.replace(SCOPE, wants=vocabulary().slots["game.winner.*.prefer"].wants)
    plain = check(parse(Text.plain("out"))[0], scope)[0]
    assert plain == check(parse(Text.plain("out"), criterion=True)[0], scope)[0]
    assert isinstance(plain, Preference)


def test_one_mistake_is_told_once() -> None:
    assert codes("wrong.rank is sota and min(wrong, 3) is 3 + wrong") == ["CH201", "CH201", "CH201"]
    assert codes("wrong is sota") == ["CH201"]
    assert codes("not (wrong + 1)") == ["CH201"]
    assert codes("if wrong then 1 point else 2 cards") == ["CH201", "CH404"]
    assert codes("any(c.wrong for c in hand) or deadwood at most 5 cards") == ["CH210", "CH406"]


@pytest.mark.parametrize(
    ("text", "guess", "mends"),
    [
        ("deadwood at most limt", "limit", True),
        ("deadwood at most cleen", "clean", False),
        ("deadwood at most handd", "hand", False),
        ("cleen", "clean", True),
        ("deadwood at most tres", "3", True),
        ("deadwood at most Cinco", "5", True),
    ],
)
def test_a_guess_is_put_only_where_it_fits(text: str, guess: str, mends: bool) -> None:
    """`handd` may be the hand, but no points are compared with that: `--fix` would make one mistake of another."""
    expr, _ = parse(Text.plain(text))
    _, (told,) = check(expr, SCOPE)
    assert f"did you mean `{guess}`?" in told.message
    assert (told.fix is not None and told.fix.text == guess and told.fix.safe) is mends
    assert mends or told.fix is None


def test_of_two_names_as_near_the_one_that_fits_is_meant() -> None:
    facts = {"turns": Quantity("points"), "terns": Quantity("cards")}
    expr, _ = parse(Text.plain("turns is txrns"))
    _, (told,) = check(expr, dataclasses.replace(SCOPE, facts=facts, memo={}))
    assert "did you mean `turns`?" in told.message
