"""No clause stands in the YAML for nothing: taken out, it is missed.

For every clause of the three families its entries are taken out of the file that has them, first all together, then
one by one, and the played situations are played again. Something seen must differ: a verdict, points, or the clause
that is cited. Where nothing can be played without the clause, that is what differs. Clauses that are prose only change
the printed rules. What differs first is written down in `clauses.txt`, for people to look through.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.rules.model import RuleSet
from referee.table import BindError, bind
from referee.voice import paragraphs
from tests.played.judging import seen_at
from tests.played.removal import Without, entries, tree_of
from tests.played.situation import Situation, situations
from tests.tables import rule_set

GOLDEN = Path(__file__).parent / "clauses.txt"
FAMILIES = (("x", 10, "common"), ("es", 15, "spanish-40"), ("fo", 12, "fournier-40"), ("cl", 10, "chilean-50"))
ELSEWHERE = {"es.11": "spanish-48"}
PLAYED_BY = {"common": "spanish-40"}
"""Whose situations are played where the file itself has none."""
PROSE = frozenset({"cl.3", "fo.3", "fo.8"})
"""Nothing in the rules rests on these: they say what is allowed anyway, follows from another clause, or is for people."""

CLAUSES = [
    (f"{family}.{number}", ELSEWHERE.get(f"{family}.{number}", base))
    for family, count, base in FAMILIES
    for number in range(1, count + 1)
]
TELLING = ("refused", "stands", "outcome", "writes", "winners", "out", "asked", "totals", "eldest", "turn", "phase")
"""What is told of a difference, the first that differs."""


@cache
def played(rules: str) -> tuple[tuple[Situation, Any], ...]:
    """The situations of a rule set with what is seen in them."""
    return tuple((one, _seen(rule_set(rules), one)) for one in situations() if one.rules == rules)


def _seen(rules: RuleSet, one: Situation) -> dict[str, Any]:
    try:
        table = bind(rules, one.seats, one.options)
    except BindError as error:
        return {"refused": error.code}
    return seen_at(table, one.moment)


def differences(base: str, clause: str, paths: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    """What is seen otherwise without these entries."""
    rules = PLAYED_BY.get(base, base)
    changed = Without(base, clause, paths).rule_set(rules)
    if changed is None:
        yield "cannot be played"
        return
    for one, before in played(rules):
        after = _seen(changed, one)
        if before != after:
            key = next((key for key in TELLING if before.get(key) != after.get(key)), "legal")
            yield f"{one.name}: {key} {_told(before.get(key))} -> {_told(after.get(key))}"


def _told(value: Any) -> str:
    if isinstance(value, dict) and "code" in value:
        return f"{value['code']} {value['clauses']}".strip()
    if isinstance(value, set):
        return " ".join(sorted(value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {one}" for key, one in value.items()) or "nothing"
    return "nothing" if value in (None, "") else str(value)


def report(clause: str, base: str) -> list[str]:
    """What each way of taking the clause out changes: all entries, then each alone."""
    paths = entries(tree_of(base), clause)
    lines = []
    ways = [paths, *((path,) for path in paths)] if len(paths) > 1 else [paths]
    for way in ways:
        first = next(differences(base, clause, way), "nothing")
        name = "all" if len(way) != 1 else " ".join(way[0])
        lines.append(f"  {name}: {first}")
    return lines


@pytest.mark.parametrize(("clause", "base"), CLAUSES, ids=[clause for clause, _ in CLAUSES])
def test_clause_is_missed(clause: str, base: str, told: dict[str, list[str]]) -> None:
    if clause in PROSE:
        assert not entries(tree_of(base), clause)
        assert list(differences(base, clause, ())) == []
        table = bind(rule_set(base), 5 if base == "fournier-40" else None)
        changed = Without(base, clause, ()).rule_set(base)
        assert changed is not None
        without = bind(changed, table.seats)
        assert clause in {one.clause for one in paragraphs(table, "en")}
        assert clause not in {one.clause for one in paragraphs(without, "en")}
        told[clause] = ["  prose only: the printed rules"]
        return
    lines = told[clause] = report(clause, base)
    assert not lines[0].endswith(": nothing"), lines


@pytest.fixture(scope="module")
def told() -> dict[str, list[str]]:
    """What was found, clause by clause."""
    return {}


def test_written_down(told: dict[str, list[str]], update_golden: bool) -> None:
    if len(told) < len(CLAUSES):
        pytest.skip("only with all clauses in the same run")
    text = "".join(f"{clause} ({base})\n" + "".join(f"{line}\n" for line in told[clause]) for clause, base in CLAUSES)
    if update_golden:
        GOLDEN.write_text(text, encoding="utf-8", newline="\n")
    assert text == GOLDEN.read_text("utf-8")
