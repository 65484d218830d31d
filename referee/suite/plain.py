"""Results as plain values, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.diagnostics.render import plain_list
from referee.suite.results import Failure, FileResult, Result

if TYPE_CHECKING:
    from referee.suite.coverage import Coverage
    from referee.suite.leaves import Rule
    from referee.suite.mutation import Mutation


def file_plain(made: FileResult, coverage: Coverage | None = None, mutation: Mutation | None = None) -> dict[str, Any]:
    """One file: its rules, every test, and what was measured."""
    told = {
        "file": made.name,
        "loaded": made.file is not None,
        "rules": made.rules,
        "digest": made.digest,
        "passed": made.passed,
        "failed": made.failed,
        "skipped": made.skipped,
        "diagnostics": list(plain_list(made.diagnostics)),
        "tests": [_result(one) for one in made.results],
    }
    if coverage is not None:
        told["coverage"] = coverage_plain(coverage)
    if mutation is not None:
        told["mutation"] = mutation_plain(mutation)
    return told


def _result(one: Result) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": one.test.name,
        "at": one.at,
        "kind": str(one.test.kind),
        "line": one.test.span.begin.line,
        "passed": one.passed,
    }
    if one.failures:
        made["failures"] = [_failure(each) for each in one.failures]
    if one.fault is not None:
        made["fault"] = next(iter(plain_list([one.fault])))
    return made


def _failure(one: Failure) -> dict[str, Any]:
    parts = [{"text": part.text, "value": part.value} for part in one.parts]
    return {"what": one.what, "expected": one.expected, "got": one.got, "clause": one.clause, "parts": parts}


def coverage_plain(found: Coverage) -> dict[str, Any]:
    """The clauses and what is missing; `cover` is a test that would show it, empty where none was found."""
    clauses = [
        {
            "clause": one.clause,
            "rules": one.rules,
            "decided": one.decided,
            "answers": one.answers,
            "seen": one.seen,
        }
        for one in found.clauses
    ]
    gaps = [
        {**_place(gap.rule), "leaf": gap.leaf, "answer": gap.answer, "reason": gap.reason, "cover": gap.cover}
        for gap in found.gaps
    ]
    return {
        "clauses": clauses,
        "gaps": gaps,
        "diagnostics": list(plain_list(found.diagnostics)),
        "closes_tried": found.closes,
        "rounds_tried": found.rounds,
    }


def mutation_plain(found: Mutation) -> dict[str, Any]:
    """How many mutants were killed, and the survivors; `kill` is a test that would, empty where none was found."""
    survivors = [
        {
            **_place(one.mutant.rule),
            "change": one.mutant.change,
            "text": one.mutant.text,
            "reason": one.reason,
            "kill": one.kill,
            "closes_tried": one.closes,
            "rounds_tried": one.rounds,
        }
        for one in found.survivors
    ]
    idle = [{"path": path, "change": change} for path, change in found.idle]
    counts = {"mutants": found.all, "killed": found.killed, "no_game": found.no_game}
    return {**counts, "survivors": survivors, "idle_reasons": idle}


def _place(rule: Rule) -> dict[str, Any]:
    origin = rule.origin
    return {
        "path": rule.path,
        "clause": rule.clause,
        "rule_set": "" if origin is None else origin.rule_set,
        "line": 0 if origin is None else origin.line,
    }
