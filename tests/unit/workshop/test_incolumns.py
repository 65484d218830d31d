"""Conditions asked in columns hold where they hold when they are asked one by one, in every block of a proof."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.lang.walk import everything
from referee.library import Library
from referee.workshop.proof import incolumns, moments
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.handkinds import hand_kinds
from referee.workshop.proof.moments import Dimension, Moments
from referee.workshop.proof.tableblocks import TableBlocks

TABLES = ["spanish-40", "chilean-50", "gin-rummy", "conga", "house-e", "house-i"]


def judged(name: str) -> dict[tuple[str, str], tuple[int, tuple[int, ...]]]:
    """Where the conditions of every block of a table hold, and where its cases fit, over some hands."""
    library = Library()
    rules = CloseRules.of(library.table(library.rule_set(name)))
    made = TableBlocks.of(rules, hand_kinds(rules, Random(3), sample=150))
    return {key: (block.judged.passes, block.judged.firsts) for key, block in made.blocks.items()}


@pytest.mark.parametrize("name", TABLES)
def test_every_block_comes_out_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[bool] = []

    def noted(ask: Callable[..., int | None]) -> Callable[..., int | None]:
        def asked(*given: Any) -> int | None:
            found = ask(*given)
            answered.append(found is not None)
            return found

        return asked

    monkeypatch.setattr(incolumns, "worth_while", lambda _rows: True)
    monkeypatch.setattr(incolumns.ManyFacts, "where", noted(incolumns.ManyFacts.where))
    monkeypatch.setattr(moments, "bits_of_choices", noted(incolumns.bits_of_choices))
    in_columns = judged(name)
    assert sum(answered) > len(answered) // 2, "most of what is asked has a column"
    monkeypatch.setattr(incolumns, "worth_while", lambda _rows: False)
    assert judged(name) == in_columns


def test_choices_from_several_dimensions(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    table = library.table(library.rule_set("spanish-40"))
    (condition,) = (one for one in table.rule_set.conditions["close.may_close"] if "laps" in names(one.expr))
    dimensions = (
        Dimension(frozenset({"total"}), tuple({"total": each} for each in (7, 8)), ("", "")),
        Dimension(frozenset({"laps"}), tuple({"laps": each} for each in (0, 1, 2)), ("", "", "")),
        Dimension(frozenset({"faulty"}), tuple({"faulty": each} for each in (False, True)), ("", "")),
    )
    every = Moments(table, dimensions)
    wanted = sum(1 << moment for moment in range(12) if every.value(condition.expr, moment))
    for told in (True, False):
        monkeypatch.setattr(incolumns, "worth_while", lambda _rows, told=told: told)
        assert every.column(condition.expr) == wanted == 0b111100111100
    two_say = (*dimensions, Dimension(frozenset({"laps"}), ({"laps": 5}, {"laps": 0}), ("", "")))
    monkeypatch.setattr(incolumns, "worth_while", lambda _rows: False)
    wanted = Moments(table, two_say).column(condition.expr)
    monkeypatch.setattr(incolumns, "worth_while", lambda _rows: True)
    assert Moments(table, two_say).column(condition.expr) == wanted


def names(expr: Any) -> set[str]:
    """The names in a tree."""
    return {node.name for node in everything(expr) if hasattr(node, "name")}


def test_what_no_dimension_says_is_left_alone() -> None:
    library = Library()
    table = library.table(library.rule_set("spanish-40"))
    (condition,) = (one for one in table.rule_set.conditions["close.may_close"] if "laps" in names(one.expr))
    assert incolumns.bits_of_choices(table, condition.expr, [[{"total": 1}] * incolumns.MANY], [0]) is None
    facts = incolumns.ManyFacts(table, lambda: [SimpleNamespace(laps=0), SimpleNamespace(laps=1)], incolumns.MANY)
    assert facts.where(condition.expr, SimpleNamespace()) == 0b10


def test_few_are_asked_one_by_one_and_numpy_is_not_imported_for_them() -> None:
    script = "import sys, referee.workshop.proof.prove as p; from referee.workshop.proof import incolumns as c; "
    script += "print(c.worth_while(c.SOME), c.worth_while(c.MANY - 1), c.worth_while(c.MANY), 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True", "False"]
