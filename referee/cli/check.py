"""`referee check FILE …`: every mistake of every file, with its place and the way out.

A folder stands for its rule files. What is found in a file is printed before the next one is read, so a thousand files
take no more room than one. With `--fix` the mistakes whose way out is one replacement are mended first, and what is
left is printed.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.answer.rule_sets import library_of, read_file
from referee.cli.failures import CommandError, complain
from referee.cli.terminal import has_colour, paint
from referee.diagnostics.model import Diagnostic, Severity, number_of
from referee.diagnostics.render import json_items, render_github, render_text
from referee.diagnostics.spelling import counted
from referee.limits import RULE_SET_BYTES
from referee.yamltree.messages import cannot_open

if TYPE_CHECKING:
    from referee.workshop.check import Checked

_STANDARD_INPUT = "-"
_CLEAN, _FINDINGS, _COULD_NOT_RUN = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Check all files, print what there is to say; a file that cannot be read does not keep the others waiting."""
    if (arguments.fix or arguments.unsafe_fixes or arguments.diff) and _STANDARD_INPUT in arguments.files:
        raise CommandError("what is mended must be a file; `-` is standard input")
    if arguments.diff and (arguments.json or arguments.format not in {None, "text"}):
        raise CommandError("`--diff` is for people; leave out `--json` and `--format`")
    report = _REPORTS["json" if arguments.json else arguments.format or "text"]()
    found: Counter[Severity] = Counter()
    unread = 0
    files = 0
    for name, failed in _files(arguments.files):
        files += 1
        try:
            if failed is not None:
                raise failed
            checked = _checked(name, arguments)
        except OSError as error:
            unread += 1
            report.unread(cannot_open(name, error), name)
        else:
            report.found(checked, name)
            for diagnostic in checked.diagnostics:
                found[diagnostic.severity] += number_of([diagnostic])
    report.end(files - unread, found, unread)
    if unread:
        return _COULD_NOT_RUN
    fails = (Severity.ERROR, Severity.WARNING) if arguments.strict else (Severity.ERROR,)
    return _FINDINGS if any(found[severity] for severity in fails) else _CLEAN


def _files(named: Iterable[str]) -> Iterator[tuple[str, OSError | None]]:
    """The files meant, of folders the rule files below them; with why a folder stands for none."""
    for name in named:
        if name == _STANDARD_INPUT or not name or "\0" in name or not os.path.isdir(name):  # noqa: PTH112 - no error
            yield name, None
            continue
        from referee.cli.records import rule_files  # noqa: PLC0415 - loads the model of records

        try:
            below = rule_files(name)
        except OSError as error:
            yield name, error
        else:
            for path in below:
                yield path, None


def _checked(name: str, arguments: Namespace) -> Checked:
    """What the check says of a file, once it is mended if that is asked for."""
    if name == _STANDARD_INPUT:
        return library_of(Path.cwd()).check(sys.stdin.buffer.read(RULE_SET_BYTES + 1), "standard input")
    beside, content = read_file(name)
    mends = arguments.fix or arguments.unsafe_fixes or arguments.diff
    if name.endswith("_test.yaml") and not mends:
        from referee.suite.running import check_file  # noqa: PLC0415 - only where tests are checked

        return check_file(Path(name), content, beside)
    if not mends:
        return beside.check(content, name)
    from referee.cli.mending import mended, nothing_said  # noqa: PLC0415 - only where something is to be mended

    if _record_mended(name, write=not arguments.diff):
        return nothing_said(name)
    return mended(name, content, beside, unsafe=arguments.unsafe_fixes, write=not arguments.diff)


def _record_mended(name: str, *, write: bool) -> bool:
    """Whether a file holds records that could be read; they are put in order then."""
    from referee.cli.records import is_record  # noqa: PLC0415 - loads the model of records

    if not is_record(name):
        return False
    from referee.cli.fmt import mend_records  # noqa: PLC0415 - loads the reader of records

    return mend_records(name, write=write)


class _Text:
    """For people: what stands in the files on standard output, which files cannot be read on standard error."""

    def __init__(self) -> None:
        self._colour = has_colour(sys.stdout)
        self._first: Diagnostic | None = None
        self._mendable = self._allowed = 0

    def unread(self, diagnostic: Diagnostic, _name: str) -> None:
        complain("referee check", diagnostic.message)

    def found(self, checked: Checked, _name: str) -> None:
        diagnostics = checked.diagnostics
        print(render_text(diagnostics, colour=self._colour), end="")
        self._mendable += sum(one.fix is not None and one.fix.safe for one in diagnostics)
        self._allowed += len(checked.allowed)
        if self._first is None or self._first.severity is not Severity.ERROR:
            errors = (one for one in diagnostics if one.severity is Severity.ERROR)
            self._first = next(errors, self._first or next(iter(diagnostics), None))

    def end(self, files: int, found: Mapping[Severity, int], _unread: int) -> None:
        if not files:
            return
        told = f"; {counted(self._allowed, 'warning')} allowed" if self._allowed else ""
        mends = f"; `--fix` mends {self._mendable:,}" if self._mendable else ""
        hint = "" if self._first is None else f"; `referee explain {self._first.code}` tells more"
        print("\n" if any(found.values()) else "", summary(found, files), told, mends, hint, sep="")


class _Json:
    """For programs: one array on standard output, of what stands in the files and which cannot be read."""

    def __init__(self) -> None:
        self._empty = True

    def unread(self, diagnostic: Diagnostic, _name: str) -> None:
        self._print([diagnostic])

    def found(self, checked: Checked, _name: str) -> None:
        self._print(checked.diagnostics)

    def _print(self, diagnostics: Sequence[Diagnostic]) -> None:
        for item in json_items(diagnostics):
            print("[" if self._empty else ",", item, sep="\n", end="")
            self._empty = False

    def end(self, _files: int, _found: Mapping[Severity, int], _unread: int) -> None:
        print("[]" if self._empty else "\n]")


class _Github:
    """For a workflow: one command for each mistake."""

    def unread(self, diagnostic: Diagnostic, _name: str) -> None:
        print(render_github([diagnostic]), end="")

    def found(self, checked: Checked, _name: str) -> None:
        print(render_github(checked.diagnostics), end="")

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
        self._print(self._log.results([diagnostic], name))

    def found(self, checked: Checked, name: str) -> None:
        allowed = ((each.diagnostic, each.reason) for each in checked.allowed)
        self._print(self._log.results(checked.diagnostics, name, allowed))

    def _print(self, results: Iterable[str]) -> None:
        for result in results:
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
