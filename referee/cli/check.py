"""`referee check FILE …`: every mistake of every file, with its place and the way out.

What is found in a file is printed before the next one is read, so a thousand files take no more room than one.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.answer.rule_sets import library_of, read_file
from referee.cli.failures import complain
from referee.cli.terminal import has_colour, paint
from referee.diagnostics.model import Diagnostic, Severity, number_of
from referee.diagnostics.render import json_items, render_github, render_text
from referee.limits import RULE_SET_BYTES
from referee.yamltree.messages import cannot_open

_STANDARD_INPUT = "-"
_CLEAN, _FINDINGS, _COULD_NOT_RUN = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Check all files, print what there is to say; a file that cannot be read does not keep the others waiting."""
    report = _REPORTS["json" if arguments.json else arguments.format or "text"]()
    found: Counter[Severity] = Counter()
    unread = 0
    for name in arguments.files:
        try:
            diagnostics = _check(name)
        except OSError as error:
            unread += 1
            report.unread(cannot_open(name, error), name)
        else:
            report.found(diagnostics, name)
            for diagnostic in diagnostics:
                found[diagnostic.severity] += number_of([diagnostic])
    report.end(len(arguments.files) - unread, found, unread)
    if unread:
        return _COULD_NOT_RUN
    fails = (Severity.ERROR, Severity.WARNING) if arguments.strict else (Severity.ERROR,)
    return _FINDINGS if any(found[severity] for severity in fails) else _CLEAN


def _check(name: str) -> tuple[Diagnostic, ...]:
    if name == _STANDARD_INPUT:
        return library_of(Path.cwd()).check(sys.stdin.buffer.read(RULE_SET_BYTES + 1), "standard input").diagnostics
    beside, content = read_file(name)
    return beside.check(content, name).diagnostics


class _Text:
    """For people: what stands in the files on standard output, which files cannot be read on standard error."""

    def __init__(self) -> None:
        self._colour = has_colour(sys.stdout)
        self._first: Diagnostic | None = None

    def unread(self, diagnostic: Diagnostic, _name: str) -> None:
        complain("referee check", diagnostic.message)

    def found(self, diagnostics: Sequence[Diagnostic], _name: str) -> None:
        print(render_text(diagnostics, colour=self._colour), end="")
        if self._first is None or self._first.severity is not Severity.ERROR:
            errors = (one for one in diagnostics if one.severity is Severity.ERROR)
            self._first = next(errors, self._first or next(iter(diagnostics), None))

    def end(self, files: int, found: Mapping[Severity, int], _unread: int) -> None:
        if not files:
            return
        hint = "" if self._first is None else f"; `referee explain {self._first.code}` tells more"
        print("\n" if any(found.values()) else "", summary(found, files), hint, sep="")


class _Json:
    """For programs: one array on standard output, of what stands in the files and which cannot be read."""

    def __init__(self) -> None:
        self._empty = True

    def unread(self, diagnostic: Diagnostic, name: str) -> None:
        self.found([diagnostic], name)

    def found(self, diagnostics: Sequence[Diagnostic], _name: str) -> None:
        for item in json_items(diagnostics):
            print("[" if self._empty else ",", item, sep="\n", end="")
            self._empty = False

    def end(self, _files: int, _found: Mapping[Severity, int], _unread: int) -> None:
        print("[]" if self._empty else "\n]")


class _Github:
    """For a workflow: one command for each mistake."""

    def unread(self, diagnostic: Diagnostic, name: str) -> None:
        self.found([diagnostic], name)

    def found(self, diagnostics: Sequence[Diagnostic], _name: str) -> None:
        print(render_github(diagnostics), end="")

    def end(self, _files: int, _found: Mapping[Severity, int], _unread: int) -> None:
        """Nothing more is to be said."""


class _Sarif:
    """For services that review code: one log, a result for each mistake and for each file that cannot be read."""

    def __init__(self) -> None:
        from referee.diagnostics.sarif import BEGINNING, SarifLog  # noqa: PLC0415 - for this format only

        self._log = SarifLog()
        self._before = ""
        print(BEGINNING, end="")

    def unread(self, diagnostic: Diagnostic, name: str) -> None:
        self.found([diagnostic], name)

    def found(self, diagnostics: Sequence[Diagnostic], name: str) -> None:
        for result in self._log.results(diagnostics, name):
            print(self._before, result, sep="\n", end="")
            self._before = ","

    def end(self, _files: int, _found: Mapping[Severity, int], unread: int) -> None:
        print("", self._log.ending(successful=not unread), sep="\n")


_REPORTS: Mapping[str, type[_Text | _Json | _Github | _Sarif]] = {
    "text": _Text,
    "json": _Json,
    "github": _Github,
    "sarif": _Sarif,
}


def summary(found: Mapping[Severity, int], files: int) -> str:
    """One line: how many files, how many of each kind of finding."""
    checked = f"{files:,} file{'' if files == 1 else 's'} checked"
    counts: list[str] = []
    for severity in Severity:
        number = found.get(severity, 0)
        if number:
            plural = "" if number == 1 or severity is Severity.INFORMATION else "s"
            counts.append(f"{number:,} {severity}{plural}")
    if not counts:
        return paint(f"{checked}, no mistakes", "green")
    return f"{checked}: {', '.join(counts)}"
