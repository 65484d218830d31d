"""What a rule file may have of a kind, at its most and one above it; and that one is told once, whatever stands behind it."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.diagnostics import number_of
from referee.lang.cost import Costs
from referee.limits import (
    CHAIN,
    DEFINITIONS,
    DIAGNOSTICS_MADE,
    DIAGNOSTICS_SHOWN,
    EXPRESSION_SIGNS,
    OPTIONS,
    OVERLAYS,
    TABLE_STEPS,
)
from referee.ruleset.load import Loaded
from referee.table.possible import rules_of_tables

Compile = Callable[..., Loaded]
Put = Callable[..., None]


def errors(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics if each.severity == "error"]


@pytest.mark.parametrize("beyond", [0, 1, 40])
def test_overlays(child: Compile, put: Put, beyond: int) -> None:
    names = [f"house-{number}" for number in range(OVERLAYS + beyond)]
    for number, name in enumerate(names):
        put(name, f"close: {{may_close: {{h.{number}: deadwood at most {number + 5}}}}}\n")
    loaded = child("", head=f"extends: plain\nadopts: [{', '.join(names)}]\n")
    assert errors(loaded) == (["CH708"] if beyond else [])
    if beyond:
        place = loaded.diagnostics[0].span
        assert place is not None
        assert place.source.text[place.start : place.end] == f"house-{OVERLAYS}"
    else:
        assert loaded.rule_set is not None
        assert loaded.rule_set.adopts == tuple(names)


@pytest.mark.parametrize("beyond", [0, 1])
def test_bases(child: Compile, put: Put, beyond: int) -> None:
    for number in range(1, CHAIN + beyond):
        put(f"step-{number}", "", extends="plain" if number == 1 else f"step-{number - 1}")
    assert errors(child("", head=f"extends: step-{CHAIN - 1 + beyond}\n")) == ["CH708"] * beyond


@pytest.mark.parametrize("beyond", [0, 1, 40])
def test_options(child: Compile, beyond: int) -> None:
    """Those of the base count too, and a rule may use one that is too many without being told of it."""
    inherited = 3
    more = range(OPTIONS - inherited + beyond)
    lines = "".join(f"  o{number}: {{clause: p.9, type: yes_no, default: no}}\n" for number in more)
    last = f"close: {{may_close: {{h.1: o{more[-1]} or not o{more[-1]}}}}}\n"
    assert errors(child(f"options:\n{lines}{last}")) == (["CH012"] if beyond else [])


@pytest.mark.parametrize("beyond", [0, 1, 40])
def test_definitions(child: Compile, beyond: int) -> None:
    inherited = 2
    more = range(DEFINITIONS - inherited + beyond)
    lines = "".join(f"  d{number}: deadwood + {number}\n" for number in more)
    rules = "".join(f"    h.{number}: d{number} at least 0\n" for number in more)
    assert errors(child(f"define:\n{lines}close:\n  may_close:\n{rules}")) == (["CH012"] if beyond else [])


@pytest.mark.parametrize("beyond", [0, 1, 3_000])
def test_signs_of_all_expressions(child: Compile, beyond: int) -> None:
    """Where they are too many the last ones are not read, and nothing is told of what may stand in them."""

    def condition(signs: int) -> str:
        assert signs % 2
        return " or ".join(["yes"] * (signs // 2 + 1))

    whole, rest = divmod(EXPRESSION_SIGNS + beyond, 399)
    lengths = [399] * whole + ([rest] if rest % 2 else [rest - 1] if rest > 1 else [])
    lines = "".join(f"    h.{number}: {condition(signs)}\n" for number, signs in enumerate(lengths))
    odd = EXPRESSION_SIGNS + beyond - sum(lengths)
    last = f"    z.1: {'no' if odd == 1 else 'not no'}\n" if odd else ""
    loaded = child(f"turn:\n  may_discard:\n{lines}{last}")
    assert errors(loaded) == (["CH012"] if beyond else [])


@pytest.mark.parametrize("beyond", [0, 1])
def test_steps_of_a_table(child: Compile, beyond: int) -> None:
    """`meld.size at least 3` takes four steps, `meld.size is 3 or yes` one more for each condition that is joined."""

    def told(conditions: int, joined: int) -> list[str]:
        lines = "".join(f"    h.{number}: meld.size at least 3\n" for number in range(conditions))
        last = f"    z.1: {' or '.join(['yes'] * joined)}\n" if joined else ""
        return errors(child(f"melds:\n  each_meld:\n{lines}{last}"))

    few = child("melds: {each_meld: {h.1: meld.size at least 3}}\n").rule_set
    none = child("").rule_set
    assert few is not None
    assert none is not None
    rest = TABLE_STEPS - steps(none)
    each = steps(few) - steps(none)
    conditions, joined = divmod(rest - 1, each)
    if joined < 2:
        conditions, joined = conditions - 1, joined + each
    assert told(conditions, joined + beyond) == ["CH610"] * beyond


def steps(rule_set: Any) -> int:
    costs = Costs({}, {name: one.expr for name, one in rule_set.definitions.items()})
    return sum(map(costs.of, rules_of_tables(rule_set)))


def test_no_more_expressions_are_looked_at_behind_thousands_of_errors(child: Compile) -> None:
    def lines(number: int) -> str:
        return "".join(f"    h.{number}: x\n" for number in range(number))

    all_told = child(f"close:\n  may_close:\n{lines(DIAGNOSTICS_MADE - 1)}").diagnostics
    assert [each.code for each in all_told] == ["CH201"] * (DIAGNOSTICS_MADE - 1)
    first, *others = child(f"close:\n  may_close:\n{lines(DIAGNOSTICS_MADE + 500)}").diagnostics
    assert (first.code, first.severity, len(others)) == ("CH017", "information", DIAGNOSTICS_MADE)


def test_mistakes_of_examples_keep_no_rule_from_being_looked_at(child: Compile) -> None:
    examples = "".join("- {close: 1o, wrong: 1, odd: 1, strange: 1, other: 1, more: 1}\n" for _ in range(450))
    loaded = child(f"examples:\n{examples}close: {{may_close: {{h.1: deadwod at most 5}}}}\n")
    assert {each.code for each in loaded.diagnostics} == {"CH101", "CH201"}


@pytest.mark.parametrize(
    ("text", "code"),
    [("9 ", "CH807"), ("{ ", "CH805"), ("} ", "CH805"), ("{} ", "CH805")],
    ids=["figures", "opened", "closed", "empty"],
)
def test_the_mistakes_of_a_long_text_are_counted_and_the_first_ones_told(child: Compile, text: str, code: str) -> None:
    met = DIAGNOSTICS_SHOWN + 20_000
    told = child(f'book: {{p.4: {{en: "{text * met}"}}}}\n').diagnostics
    assert {each.code for each in told} == {code}
    assert (len(told), number_of(told)) == (DIAGNOSTICS_SHOWN + 1, met)
    assert [each.more for each in told] == [0] * DIAGNOSTICS_SHOWN + [met - DIAGNOSTICS_SHOWN - 1]
