"""Results as plain values, for programs, and as JUnit's XML, for services that show results of tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from referee.diagnostics.render import plain_list, render_text
from referee.suite.coverage import Coverage
from referee.suite.leaves import Rule
from referee.suite.mutation import Mutation
from referee.suite.results import Failure, FileResult, Result

_NO_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


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
    gaps = [{**_place(gap.rule), "leaf": gap.leaf, "answer": gap.answer, "cover": gap.cover} for gap in found.gaps]
    return {"clauses": clauses, "gaps": gaps, "closes_tried": found.closes, "rounds_tried": found.rounds}


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


# -- JUnit -----------------------------------------------------------------------------------------------------------


def junit(files: Sequence[FileResult]) -> str:
    """A suite for each file, a case for each test at each table; what cannot be asked is an error, not a failure."""
    root = Element("testsuites", _counts(files))
    for one in files:
        suite = SubElement(root, "testsuite", {"name": _clean(one.name), **_counts([one])})
        if one.file is None:
            case = SubElement(suite, "testcase", {"classname": _class(one), "name": "loads"})
            first = one.diagnostics[0].message if one.diagnostics else "it does not load"
            error = SubElement(case, "error", {"type": "not loaded", "message": _clean(first)})
            error.text = _clean(render_text(one.diagnostics))
        for result in one.results:
            case = SubElement(suite, "testcase", {"classname": _class(one), "name": _clean(result.name)})
            case.set("file", _clean(one.name))
            case.set("line", str(result.test.span.begin.line))
            _outcome(case, result)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _outcome(case: Element, result: Result) -> None:
    if result.fault is not None:
        error = SubElement(case, "error", {"type": result.fault.code, "message": _clean(result.fault.message)})
        error.text = _clean(render_text([result.fault]))
    elif result.failures:
        lines = [in_words(each) for each in result.failures]
        failure = SubElement(case, "failure", {"type": result.failures[0].what, "message": _clean(lines[0])})
        failure.text = _clean("\n".join(lines))


def in_words(one: Failure) -> str:
    """A failure in one line."""
    because = ", ".join(map(str, one.parts))
    rest = " · ".join(part for part in (one.clause, because) if part)
    return f"{one.what}: expected {one.expected}, got {one.got}" + (f" [{rest}]" if rest else "")


def _counts(files: Sequence[FileResult]) -> dict[str, str]:
    results = [result for one in files for result in one.results]
    not_loaded = sum(one.file is None for one in files)
    return {
        "tests": str(len(results) + not_loaded),
        "failures": str(sum(bool(one.failures) for one in results)),
        "errors": str(sum(one.fault is not None for one in results) + not_loaded),
        "skipped": str(sum(one.skipped for one in files)),
        "time": f"{sum(one.seconds for one in files):.3f}",
    }


def _class(one: FileResult) -> str:
    return _clean(PurePath(one.name).name.removesuffix(".yaml"))


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
