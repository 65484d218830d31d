"""Results as JUnit's XML, for services that show results of tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from referee.diagnostics.render import render_text
from referee.suite.results import Failure, FileResult, Result

_NO_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


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
