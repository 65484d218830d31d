"""No printed rule is older than the rule it tells: whatever threshold or operator of a built-in a house rule turns round.

The paragraph that told the rule is gone from the book, its clause is spoken from the rules at a table that has chosen
nothing, and where the paragraph told other rules too, whoever wrote the house rule is warned. Which paragraph tells
which rule is worked out here once more, from the compiled rule set.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.diagnostics import Severity
from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.library import Library
from referee.rules.model import Case, Condition, Criterion, Irregular, Option, Outcome, Setting
from referee.ruleset.load import Loaded, load
from referee.table import bind
from referee.voice import paragraphs
from referee.voice.statements import Statement, statements
from tests.tables import FILES, rule_set

BUILT_IN = [name for name in Library().names() if not name.startswith("house-")]
TURNED = {
    "at most": "below",
    "below": "at most",
    "at least": "above",
    "above": "at least",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
    "lowest": "highest",
    "highest": "lowest",
    "not": "not not",
    "yes": "no",
    "no": "yes",
}
SIGN = re.compile(r"\b(?:at most|at least|below|above|is not|is|not in|not|in|lowest|highest|yes|no|\d+)\b")


class Turn(NamedTuple):
    """A rule of a built-in with one sign turned: where it stands, what it says now, and the clauses it was told in."""

    base: str
    path: tuple[str, ...]
    says: str
    told_in: frozenset[str]
    shared: bool

    def loaded(self) -> Loaded:
        section, *below = self.path
        rules: object = self.says
        for key in reversed(below):
            rules = {key: rules}
        head = f"rule_set: turned\nformat: 1\nextends: {self.base}\n"
        return load(f"{head}{section}: {json.dumps(rules)}\n".encode(), "turned.yaml", FILES)


def homes(clauses: set[str], book: set[str]) -> frozenset[str]:
    """The paragraphs that rules of some clauses are told in: of each the longest beginning that is one."""
    found = set()
    for clause in clauses:
        parts = clause.split(".")
        beginnings = [".".join(parts[:length]) for length in range(len(parts), 1, -1)]
        found.update([each for each in beginnings if each in book][:1])
    return frozenset(found)


def values(one: Statement) -> Iterator[tuple[tuple[str, ...], Expr | None]]:
    """The expressions of a rule, each with the path it is written at."""
    rule, block = one.rule, tuple(one.block.split("."))
    if isinstance(rule, Setting):
        yield tuple(rule.slot.split(".")), rule.expr
    elif isinstance(rule, Condition):
        yield (*block, rule.key), rule.expr
    elif isinstance(rule, Criterion):
        yield (*block, rule.key, "prefer"), rule.prefer
    elif isinstance(rule, Case):
        key = {"points": "points", "game.adjust": "becomes"}.get(one.block, "writes")
        yield (*block, rule.key, "when"), rule.when
        yield (*block, rule.key, key), rule.value
    elif isinstance(rule, Outcome):
        yield (*block, rule.name, "when"), rule.when
        yield (*block, rule.name, "writes"), rule.writes
    elif isinstance(rule, Irregular):
        yield ("irregular", rule.act, "penalty"), rule.penalty
        yield ("irregular", rule.act, "shows_hand"), rule.shows_hand


def unit(one: Statement) -> tuple[str, ...]:
    """What counts as one rule: the settings of a block all together, anything else by itself."""
    rule = one.rule
    if isinstance(rule, Setting):
        return tuple(rule.slot.split(".")[:-1])
    if isinstance(rule, Irregular):
        return ("irregular", rule.act)
    name = getattr(rule, "key", None) or getattr(rule, "name", None)
    return (one.block.partition(".")[0],) if name is None else (*one.block.split("."), name)


@cache
def turns(base: str) -> tuple[Turn, ...]:
    """Every way to turn one sign in one rule of a built-in."""
    rules = rule_set(base)
    book = {paragraph.key for paragraph in rules.book}
    said = [one for one in statements(rules) if one.clause and not isinstance(one.rule, Option)]
    clauses: dict[tuple[str, ...], set[str]] = {}
    for one in said:
        clauses.setdefault(unit(one), set()).add(one.clause)
    found = {}
    for one in said:
        told_in = homes(clauses[unit(one)], book)
        others = [homes(cited, book) for other, cited in clauses.items() if other != unit(one)]
        shared = any(told_in & other for other in others)
        for path, expr in values(one):
            text = "" if expr is None else unparse(expr)
            for sign in SIGN.finditer(text):
                turned = TURNED.get(sign[0]) or str(int(sign[0]) + 1)
                says = text[: sign.start()] + turned + text[sign.end() :]
                found[path, says] = Turn(base, path, says, told_in, shared)
    return tuple(found.values())


@settings(max_examples=60)
@given(st.data())
def test_no_paragraph_outlives_its_rule(data: st.DataObject) -> None:
    turn = data.draw(st.sampled_from(turns(data.draw(st.sampled_from(BUILT_IN)))))
    loaded = turn.loaded()
    codes = [each.code for each in loaded.diagnostics]
    if any(each.severity is Severity.ERROR for each in loaded.diagnostics):
        assert "CH713" not in codes  # nobody reads the book of a file with mistakes
        return
    assert loaded.rule_set is not None
    left = {paragraph.key for paragraph in loaded.rule_set.book}
    assert turn.told_in.isdisjoint(left)
    gone_too = {paragraph.key for paragraph in rule_set(turn.base).book} - left - turn.told_in
    assert "CH713" in codes or not turn.shared
    assert "CH713" not in codes or turn.shared or gone_too
    if loaded.rule_set.playable:
        from_book = {one.clause for one in paragraphs(bind(loaded.rule_set), "eu") if one.from_book}
        assert turn.told_in.isdisjoint(from_book)


def test_there_is_something_to_turn() -> None:
    found = [turn for base in BUILT_IN for turn in turns(base)]
    assert {turn.base for turn in found} == set(BUILT_IN)
    assert {turn.shared for turn in found if turn.told_in} == {True, False}
    told = {clause for turn in found if turn.base == "spanish-40" for clause in turn.told_in}
    assert {"es.2", "es.3", "es.4", "es.9", "es.12", "es.13", "es.14", "x.3"} <= told
