"""`referee check --fix`: files with the mistakes mended whose way out is one replacement, or what would be changed."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from referee.cli.overwriting import overwrite
from referee.diagnostics.spelling import counted
from referee.library import Library
from referee.source import Source
from referee.suite.model import SUFFIX
from referee.suite.running import mend_file
from referee.workshop.check import Checked
from referee.workshop.mend import mend


def mended(name: str, content: bytes, beside: Library, *, unsafe: bool, write: bool) -> Checked:
    """What the check says of a rule file or a file of tests that is mended; OSError if it cannot be written.

    How many mistakes went is told on standard error. With `write` off the difference is printed, and the file stays.
    """
    if name.endswith(SUFFIX):
        made = mend_file(Path(name), content, beside, unsafe=unsafe)
    else:
        made = mend(content, name, beside.shelf, unsafe=unsafe)
    settle(name, content, made.content, len(made.done), write=write)
    return made.checked


def settle(name: str, before: bytes, after: bytes, number: int, *, write: bool) -> None:
    """Write a mended file and say how many mistakes went, or print the difference; nothing if there is none."""
    if before == after:
        return
    if not write:
        sys.stdout.write(difference(name, before.decode("utf-8", "replace"), after.decode("utf-8", "replace")))
        return
    overwrite(name, before, after)
    print(f"{name}: {counted(number, 'mistake') + ' mended' if number else 'put in order'}", file=sys.stderr)


def nothing_said(name: str) -> Checked:
    """What the check says of a record that could be read: its plays are for `referee validate`."""
    return Checked(None, (), Source(name, ""))


def difference(name: str, before: str, after: str) -> str:
    """A unified difference of two texts of a file, every line with its end."""
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no line end\n" for line in lines)
