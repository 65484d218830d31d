"""Compiled conditions: what is worked out beforehand, what is refused, and that nothing an author wrote gets into the code."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import pytest

from referee.lang.check import check
from referee.lang.compile import compile_expression
from referee.lang.cost import cost
from referee.lang.parse import parse
from referee.lang.scope import Scope
from referee.lang.syntax import And, Arithmetic, Comparison, Name, Number
from referee.lang.types import NUMBER, TRUTH, Enumeration, Many, Member, Quantity, Record, SetOf
from referee.lang.walk import reads
from referee.source import Text

RANK = Enumeration("rank", ("1", "2", "3", "sota", "rey"), ("joker",))
SUIT = Enumeration("suit", ("oros", "copas"))
ENUMS = {"rank": RANK, "suit": SUIT}
FIELDS = {"rank": Member("rank"), "suit": Member("suit"), "points": Quantity("points"), "wild": TRUTH}


def scope(wants=None, **definitions):
    return Scope(
        slot="define.test" if wants is None else "test",
        wants=wants,
        facts={
            "deadwood": Quantity("points"),
            "laps": Quantity("laps"),
            "out": TRUTH,
            "card": Record("card"),
            "hand": Many("card"),
            "size": NUMBER,
        },
        records={"card": FIELDS},
        units_of={"card": "cards"},
        enums=ENUMS,
        options={"limit": Quantity("points"), "strict": TRUTH, "trump": Member("suit")},
        definitions=definitions,
        needs={},
        bounds={"hand": 9},
    )


def typed(text, wants=None, **definitions):
    expr, told = parse(Text.plain(text))
    assert told == []
    checked, told = check(expr, scope(wants, **definitions))
    assert told == [], told
    return checked


CONSTANTS = {"limit": 100, "strict": False, "trump": "copas"}


def compiled(text, constants=CONSTANTS, definitions=None, wants=None):
    given = {name: tree.type for name, tree in (definitions or {}).items()}
    tree = typed(text, wants, **given)
    return compile_expression(tree, constants=constants, definitions=definitions, enums=ENUMS)


def card(rank, suit, points=0, wild=False):
    return SimpleNamespace(rank=rank, suit=suit, points=points, wild=wild)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("limit", 100),
        ("limit + 5 * 2", 110),
        ("-7 / 2", -4),
        ("7 / 2", 3),
        ("strict and out", False),
        ("out and strict", False),
        ("not strict or out", True),
        ("if strict then out else limit is 100", True),
        ("trump is copas", True),
        ("trump in [oros]", False),
        ("limit in [1..5, 70..]", True),
        ("min(limit, 5, 7)", 5),
        ("1 is 2", False),
        ("all(yes for c in hand)", True),
        ("any(strict for c in hand)", False),
        ("sum(0 for c in hand)", 0),
        ("count(strict for c in hand)", 0),
        ("if out then yes else yes", True),
    ],
)
def test_what_needs_no_fact_is_a_constant(text: str, value: object) -> None:
    found = compiled(text)
    assert found.constant == value
    assert type(found.constant) is type(value)
    assert found.reads == frozenset()
    assert found.call(None) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("deadwood at most limit", "(f.deadwood <= 100)"),
        ("not strict and out", "f.out"),
        ("strict or out", "f.out"),
        ("if strict then deadwood is 1 else deadwood is 2", "(f.deadwood == 2)"),
        ("if out then yes else no", "f.out"),
        ("if out then no else yes", "(not f.out)"),
        ("card.rank in 1..3", "(0 <= f.card.rank <= 2)"),
        ("card.rank in [1, 3, rey]", "(f.card.rank in {0, 2, 4})"),
        ("card.rank in 2..", "(1 <= f.card.rank <= 4)"),
        ("card.rank is joker", "(f.card.rank == -1)"),
        ("card.suit is trump", "(f.card.suit == 1)"),
        ("hand.count", "len(f.hand)"),
        ("count(c.wild for c in hand) is 2", "(len([1 for v0 in f.hand if v0.wild]) == 2)"),
        ("max(c.points for c in hand)", "max([v0.points for v0 in f.hand], default=0)"),
        ("min(deadwood, limit, 5)", "min(f.deadwood, 5)"),
    ],
)
def test_the_code_is_what_one_would_write(text: str, code: str) -> None:
    assert compiled(text).source == f"def value(f):\n    return {code}\n"


def test_facts_known_beforehand_are_constants() -> None:
    found = compiled("laps at least 1 and deadwood at most 5", {**CONSTANTS, "laps": 2})
    assert found.reads == {"deadwood"}
    assert compiled("laps at least 1", {"laps": 0}).constant is False


def test_a_jokers_suit_is_no_suit() -> None:
    joker, ace = card(-1, -1), card(0, 0)
    hand = SimpleNamespace(card=joker, hand=(joker, ace))
    assert compiled("any(c.suit is card.suit for c in hand)").call(hand) is False
    assert compiled("all(c.suit is not card.suit for c in hand)").call(hand) is True
    assert compiled("card.suit is oros").call(hand) is False
    assert compiled("card.suit is not oros").call(hand) is True
    assert compiled("card.suit in oros..").call(hand) is False
    assert compiled("any(c.rank is card.rank for c in hand)").call(hand) is True
    assert compiled("card.rank in 1..").call(hand) is False
    assert compiled("card.rank in [joker, 1]").call(hand) is True
    assert compiled("any(card.rank in c.rank..rey for c in hand)").call(hand) is False


def test_sets_are_pairs() -> None:
    cards = SetOf(Quantity("cards"))
    assert compiled("[3, 5..7, 9..]", wants=cards).constant == ((3, 3), (5, 7), (9, None))
    assert compiled("if strict then 2 else 3..4", wants=cards).constant == ((3, 4),)
    assert compiled("hand.count..", wants=cards).call(SimpleNamespace(hand=(1, 2))) == ((2, None),)
    assert compiled("2..", wants=SetOf(Member("rank"))).constant == ((1, 4),)


def test_definitions_are_opened() -> None:
    low = typed("deadwood at most limit")
    found = compiled("low and out", definitions={"low": low})
    assert found.source == "def value(f):\n    return ((f.deadwood <= 100) and f.out)\n"
    assert found.reads == {"deadwood", "out"}


def test_variables_of_definitions_are_their_own() -> None:
    inner = typed("any(c.wild for c in hand)")
    found = compiled("all(inner or c.points is 0 for c in hand)", definitions={"inner": inner})
    hand = (card(0, 0, 5), card(0, 0, 0))
    assert found.call(SimpleNamespace(hand=hand)) is False
    assert found.call(SimpleNamespace(hand=(*hand, card(0, 0, 1, wild=True)))) is True


def test_definitions_in_definitions_do_not_explode() -> None:
    definitions = {"d0": typed("deadwood + 1")}
    for level in range(1, 40):
        name = f"d{level - 1}"
        definitions[f"d{level}"] = typed(f"{name} + {name}", **{name: Quantity("points")})
    found = compiled("d39 at most 5", definitions=definitions)
    assert len(found.source) < 10_000
    assert found.reads == {"deadwood"}
    tree = typed("d39 at most 5", d39=Quantity("points"))
    assert cost(tree, {}, definitions) > 2**39
    assert reads(tree, definitions) == {"deadwood"}


def test_a_long_chain_of_deep_definitions_compiles() -> None:
    definitions = {"d0": typed("not " * 40 + "out")}
    for level in range(1, 60):
        name = f"d{level - 1}"
        definitions[f"d{level}"] = typed("not " * 40 + name, **{name: TRUTH})
    assert compiled("d59", definitions=definitions).call(SimpleNamespace(out=True)) is True


@pytest.mark.parametrize(
    "text",
    [
        "(" * 45 + "deadwood" + " + 1) * 2" * 22 + ")" * 23 + " is 1",
        "if out then deadwood else " * 48 + "0",
        "sum(" * 4 + "-(" * 40 + "deadwood" + ")" * 40 + "".join(f" for x{i} in hand)" for i in range(4)),
        "not " * 48 + "out",
        "-(" * 48 + "deadwood" + ")" * 48,
        "min(1, " * 48 + "deadwood" + ")" * 48,
        "deadwood in [" + ", ".join(f"deadwood + {i}.." for i in range(100)) + "]",
    ],
)
def test_the_deepest_expressions_compile(text: str) -> None:
    assert compiled(text).call(SimpleNamespace(deadwood=0, out=False, hand=())) in (0, 1)


def test_loops_in_definitions_in_loops_compile() -> None:
    """Python 3.12 and 3.13 die of twenty list comprehensions inside each other."""
    before, behind = "sum(" * 4, "".join(f" for x{i} in hand)" for i in range(4))
    definitions = {"d0": typed(f"{before}deadwood{behind}")}
    for level in range(1, 12):
        name = f"d{level - 1}"
        definitions[f"d{level}"] = typed(f"{before}{name}{behind}", **{name: Quantity("points")})
    found = compiled("sum(sum(d11 for y in hand) for z in hand) is 0", definitions=definitions)
    assert found.call(SimpleNamespace(deadwood=3, hand=())) is True


def test_forged_loops_are_refused() -> None:
    tree = typed("sum(deadwood for x in hand)")
    for _ in range(30):
        tree = dataclasses.replace(tree, body=tree)
    with pytest.raises(ValueError, match="inside each other"):
        compile_expression(tree)


def test_missing_constants_and_unchecked_trees_are_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        compiled("limit", {})
    with pytest.raises(ValueError, match="x"):
        compile_expression(Name("x"))


@pytest.mark.parametrize("name", ["__class__", "x; import os", "class", "X", "a b", "é"])
def test_no_forged_name_gets_into_the_code(name: str) -> None:
    fact = Name(name, "fact", type=NUMBER)
    with pytest.raises(ValueError, match="fact or field"):
        compile_expression(Comparison("is", fact, Number(1, type=NUMBER), type=TRUTH))


def test_functions_have_no_way_out() -> None:
    found = compiled("any(c.wild for c in hand)")
    assert found.call.__globals__["__builtins__"] == {}


def test_cost_counts_collections_by_their_bound() -> None:
    bounds = {"hand": 9}
    assert cost(typed("deadwood at most 5"), bounds, {}) == 3
    assert cost(typed("count(c.wild for c in hand) is 1"), bounds, {}) == 1 + (1 + 1 + 9 * 2) + 1
    nested = typed("any(any(c.suit is d.suit for d in hand) for c in hand)")
    assert cost(nested, bounds, {}) == 1 + 1 + 9 * (1 + 1 + 9 * 5)
    assert cost(typed("x and x", x=TRUTH), bounds, {"x": typed("out or out")}) == 1 + 2 * 4


def test_values_of_trees_put_together_by_hand() -> None:
    two = Arithmetic("+", Number(1, type=NUMBER), Number(1, type=NUMBER), type=NUMBER)
    assert compile_expression(two).constant == 2
    out = Name("out", "fact", type=TRUTH)
    assert compile_expression(And((out, out), type=TRUTH)).call(SimpleNamespace(out=True)) is True
