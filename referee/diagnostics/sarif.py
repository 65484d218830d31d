"""Diagnostics as SARIF 2.1.0, the form in which services that review code take findings of any program.

A log is written piece by piece, so that a thousand files take no more room than one: `BEGINNING`, the results with
commas between them, then `ending`, where the rules stand that were met. Columns count characters, as everywhere here;
ends are exclusive, as SARIF has them. What a rule tells at length comes from the page of its code.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from referee.diagnostics.codes import CODES
from referee.diagnostics.explanation import explanation
from referee.diagnostics.model import Diagnostic, Fix, Related, Severity, number_of
from referee.diagnostics.spelling import visible
from referee.limits import DIAGNOSTICS_SHOWN
from referee.source import Span
from referee.version import __version__

Tree = dict[str, object]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BEGINNING = f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints", "results": ['

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}


@dataclass(slots=True)
class SarifLog:
    """What has to be known of a log until it ends: the codes met, in order, and what is told of the run."""

    _codes: dict[str, int] = field(default_factory=dict)
    _notes: list[Tree] = field(default_factory=list)

    def results(
        self, diagnostics: Iterable[Diagnostic], name: str, allowed: Iterable[tuple[Diagnostic, str]] = ()
    ) -> Iterator[str]:
        """One result for each diagnostic of the file called `name`; beyond those shown, a note of how many.

        What the file lets stand is a result too, marked as suppressed, with the reason its author gave.
        """
        for diagnostic, reason in allowed:
            suppression = {"kind": "inSource", "justification": visible(reason)}
            yield json.dumps({**self._result(diagnostic, name), "suppressions": [suppression]}, ensure_ascii=False)
        given = list(diagnostics)
        for diagnostic in given[:DIAGNOSTICS_SHOWN]:
            yield json.dumps(self._result(diagnostic, name), ensure_ascii=False)
        more = number_of(given) - min(len(given), DIAGNOSTICS_SHOWN)
        if more:
            text = f"{visible(name)}: and {more:,} more"
            self._notes.append({"level": "note", "message": {"text": text}})

    def ending(self, *, successful: bool) -> str:
        """The rest of the log; `successful` is whether every file could be read."""
        invocation: Tree = {"executionSuccessful": successful, "toolExecutionNotifications": self._notes}
        driver = {"name": "referee", "version": __version__, "rules": [_rule(code) for code in self._codes]}
        rest = {"tool": {"driver": driver}, "invocations": [invocation]}
        return f"], {json.dumps(rest, ensure_ascii=False)[1:]}]}}"

    def _result(self, one: Diagnostic, name: str) -> Tree:
        told = [visible(one.message), *([f"help: {visible(one.help)}"] if one.help else [])]
        result: Tree = {
            "ruleId": one.code,
            "ruleIndex": self._codes.setdefault(one.code, len(self._codes)),
            "level": _LEVELS[one.severity],
            "message": {"text": "\n".join(told)},
            "locations": [_location(one.span, name)],
        }
        if one.related:
            result["relatedLocations"] = [_related(other, number) for number, other in enumerate(one.related, 1)]
        if one.fix is not None:
            result["fixes"] = [_fix(one.fix)]
        if one.path:
            result["properties"] = {"path": one.path}
        return result


def _fix(fix: Fix) -> Tree:
    """One replacement in one file. An editor applies what it is given, so what is only likely says so."""
    place = _location(fix.span, "")["physicalLocation"]
    assert isinstance(place, dict)
    replacement: Tree = {"deletedRegion": place["region"], "insertedContent": {"text": fix.text}}
    words = f"write `{visible(fix.text)}`" if fix.text else "take it out"
    return {
        "description": {"text": words if fix.safe else f"{words}, if that is what you mean"},
        "artifactChanges": [{"artifactLocation": place["artifactLocation"], "replacements": [replacement]}],
    }


def _rule(code: str) -> Tree:
    page = explanation(code)
    plain = f"{page.meaning}\n\n{page.reason}"
    shown = "\n\nMended:\n\n".join(f"```yaml\n{sample.text}```" for sample in (page.wrong, page.right))
    return {
        "id": code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.meaning},
        "help": {"text": plain, "markdown": f"{plain}\n\n{shown}"},
        "defaultConfiguration": {"level": _LEVELS[Severity(CODES[code].severity)]},
    }


def _location(span: Span | None, name: str) -> Tree:
    """A place in a file; the file alone where it has no text."""
    file = name if span is None else span.source.name
    physical: Tree = {"artifactLocation": {"uri": _uri(file)}}
    if span is not None:
        begin, finish = span.begin, span.finish
        place: Tree = {"startLine": begin.line, "startColumn": begin.column}
        place |= {"endLine": finish.line, "endColumn": finish.column}
        physical["region"] = place
    return {"physicalLocation": physical}


def _related(other: Related, number: int) -> Tree:
    return {"id": number, "message": {"text": visible(other.message)}, **_location(other.span, "")}


def _uri(file: str) -> str:
    """A file name as a reference: relative as it was typed, absolute ones with their scheme."""
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
