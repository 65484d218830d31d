"""`referee check --fix`: files with the mistakes mended whose way out is one replacement, or what would be changed."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from referee.diagnostics.spelling import counted
from referee.library import Library
from referee.workshop.mend import mend

if TYPE_CHECKING:
    from referee.workshop.check import Checked


def mended(name: str, content: bytes, beside: Library, *, unsafe: bool, write: bool) -> Checked:
    """What the check says of a file that is mended; OSError if it cannot be written.

    How many mistakes went is told on standard error. With `write` off the difference is printed, and the file stays.
    """
    made = mend(content, name, beside.shelf, unsafe=unsafe)
    if made.content == content:
        return made.checked
    if not write:
        sys.stdout.write(difference(name, content.decode("utf-8", "replace"), made.content.decode("utf-8", "replace")))
        return made.checked
    Path(name).write_bytes(made.content)
    print(f"{name}: {counted(len(made.done), 'mistake')} mended", file=sys.stderr)
    return made.checked


def difference(name: str, before: str, after: str) -> str:
    """A unified difference of two texts of a file, every line with its end."""
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no line end\n" for line in lines)
