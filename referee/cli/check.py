"""`referee check FILE …`: every mistake of every file, with its place and the way out."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from referee.answer.rule_sets import library_of, read_file
from referee.cli.terminal import complain, has_colour, paint
from referee.diagnostics.model import Diagnostic, Severity
from referee.diagnostics.render import render_github, render_json, render_text
from referee.limits import RULE_SET_BYTES
from referee.yamltree.messages import cannot_open

_STANDARD_INPUT = "-"
_CLEAN, _FINDINGS, _COULD_NOT_RUN = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Check all files, print what there is to say; a file that cannot be read does not keep the others waiting."""
    form = "json" if arguments.json else arguments.format or "text"
    found: list[Diagnostic] = []
    unread: list[Diagnostic] = []
    for name in arguments.files:
        try:
            found += _check(name)
        except OSError as error:
            unread.append(cannot_open(name, error))
    _print(found, unread, form, len(arguments.files) - len(unread))
    if unread:
        return _COULD_NOT_RUN
    fails = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return _FINDINGS if any(diagnostic.severity in fails for diagnostic in found) else _CLEAN


def _check(name: str) -> tuple[Diagnostic, ...]:
    if name == _STANDARD_INPUT:
        return library_of(Path.cwd()).check(sys.stdin.buffer.read(RULE_SET_BYTES + 1), "standard input").diagnostics
    beside, content = read_file(name)
    return beside.check(content, name).diagnostics


def _print(found: list[Diagnostic], unread: list[Diagnostic], form: str, files: int) -> None:
    """Programs get everything on standard output; people are told of files that cannot be read on standard error."""
    if form == "json":
        print(render_json([*unread, *found]))
    elif form == "github":
        print(render_github([*unread, *found]), end="")
    else:
        for diagnostic in unread:
            complain("referee check", diagnostic.message)
        if not files:
            return
        if found:
            print(render_text(found, colour=has_colour(sys.stdout)).rstrip("\n"), end="\n\n")
        print(summary(found, files))


def summary(found: list[Diagnostic], files: int) -> str:
    """One line: how many files, how many of each kind of finding."""
    checked = f"{files} file{'' if files == 1 else 's'} checked"
    counts: list[str] = []
    for severity in Severity:
        number = sum(diagnostic.severity is severity for diagnostic in found)
        if number:
            plural = "" if number == 1 or severity is Severity.INFORMATION else "s"
            counts.append(f"{number} {severity}{plural}")
    if not counts:
        return paint(f"{checked}, no mistakes", "green")
    return f"{checked}: {', '.join(counts)}"
