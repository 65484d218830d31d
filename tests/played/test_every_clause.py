"""No clause stands in the YAML for nothing: taken out, it is missed.

For every clause of the three families its entries are taken out of the file that has them, first all together, then
one by one, and the played situations are played again. Something seen must differ: a verdict, points, or the clause
that is cited. Where nothing can be played without the clause, that is what differs. What no situation can show, a
record does: before the first deal there is nothing to play. Clauses that are prose only change the printed rules. What differs first is written down in `clauses.txt`, for people to look through.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path as File
from typing import Any

import pytest

from referee.cards import CardError
from referee.record.judge import judge
from referee.record.reading import read_record
from referee.rules.model import RuleSet
from referee.table import BindError, bind
from referee.voice import paragraphs
from tests.played.judging import seen_at
from tests.played.removal import Path, Without, entries, tree_of
from tests.played.situation import Situation, situations
from tests.tables import rule_set

GOLDEN = File(__file__).parent / "clauses.txt"
RECORDS = File(__file__).parents[1] / "golden" / "records" / "broken"
FAMILIES = (("x", 10, "common"), ("es", 15, "spanish-40"), ("fo", 12, "fournier-40"), ("cl", 10, "chilean-50"))
ELSEWHERE = {"es.11": "spanish-48"}
PLAYED_BY = {
    "common": ("spanish-40", "unshuffled-spanish"),
    "spanish-40": ("spanish-40", "unshuffled-spanish"),
    "chilean-50": ("chilean-50", "unshuffled-chilean"),
}
"""Whose situations are played, where it is not only the file itself."""
PROSE = frozenset({"cl.3", "fo.8"})
"""Nothing in the rules rests on these: they say what is allowed anyway, or follow from another clause."""
RECORDED = {"fo.3": "b30-eldest-against-the-lots"}
"""Clauses that are missed where a record is judged, with its name among the broken ones."""

CLAUSES = [
    (f"{family}.{number}", ELSEWHERE.get(f"{family}.{number}", base))
    for family, count, base in FAMILIES
    for number in range(1, count + 1)
]
NOTHING = "nothing differs"
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
    try:
        return seen_at(table, one.moment)
    except CardError as error:
        return {"refused": error.code}


def differences(base: str, clause: str, paths: tuple[Path, ...]) -> Iterator[str]:
    """What is seen otherwise without these entries."""
    for rules in PLAYED_BY.get(base, (base,)):
        changed = Without(base, clause, paths).rule_set(rules)
        if changed is None:
            yield "cannot be played"
            return
        for one, before in played(rules):
            after = _seen(changed, one)
            if before != after:
                key = next(key for key in (*TELLING, *sorted(before)) if before.get(key) != after.get(key))
                yield f"{one.name}: {key} {_told(before.get(key))} -> {_told(after.get(key))}"


def _told(value: Any) -> str:
    if isinstance(value, dict) and "code" in value:
        return f"{value['code']} {value['clauses']}".strip()
    if isinstance(value, set):
        return " ".join(sorted(value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {one}" for key, one in value.items()) or "nothing"
    return "nothing" if value in (None, "") else str(value)


@cache
def report(clause: str, base: str) -> tuple[str, ...]:
    """What each way of taking the clause out changes: all entries, then each alone."""
    if clause in PROSE:
        return ("prose only: the printed rules",)
    if clause in RECORDED:
        without = Without(base, clause, ()).rule_set(base)
        before, after = _judged(rule_set(base), RECORDED[clause]), "cannot be played"
        after = after if without is None else _judged(without, RECORDED[clause])
        return (f"record {RECORDED[clause]}: {before} -> {after if before != after else NOTHING}",)
    paths = entries(tree_of(base), clause)
    lines = []
    for way in [paths, *((path,) for path in paths)] if len(paths) > 1 else [paths]:
        name = "all" if way == paths else " ".join(way[0])
        lines.append(f"{name}: {next(differences(base, clause, way), NOTHING)}")
    return tuple(lines)


def _judged(rules: RuleSet, record: str) -> str:
    """The first violation of a record, judged by these rules."""
    read = read_record((RECORDS / f"{record}.yaml").read_bytes())
    assert read.record is not None
    found = judge(read, bind(rules, len(read.record.seats), {})).first_violation
    return "nothing" if found is None else f"refused {found.code} {found.clause}"


@pytest.mark.parametrize(("clause", "base"), CLAUSES)
def test_clause_is_missed(clause: str, base: str) -> None:
    assert not report(clause, base)[0].endswith(NOTHING), report(clause, base)


@pytest.mark.parametrize("clause", sorted(PROSE))
def test_prose(clause: str) -> None:
    base = dict(CLAUSES)[clause]
    assert not entries(tree_of(base), clause)
    assert not list(differences(base, clause, ()))
    without = Without(base, clause, ()).rule_set(base)
    assert without is not None
    assert clause in _printed(rule_set(base))
    assert clause not in _printed(without)


def _printed(rules: RuleSet) -> set[str]:
    """The clauses in the printed rules, at the table with most seats."""
    return {one.clause for one in paragraphs(bind(rules, 5 if rules.name == "fournier-40" else 2), "en")}


def test_written_down(update_golden: bool) -> None:
    found = [
        f"{clause} ({base})\n" + "".join(f"  {line}\n" for line in report(clause, base)) for clause, base in CLAUSES
    ]
    if update_golden:
        GOLDEN.write_text("".join(found), encoding="utf-8", newline="\n")
    assert "".join(found) == GOLDEN.read_text("utf-8")
