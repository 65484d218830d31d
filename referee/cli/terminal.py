"""What is on the other side: a terminal with colours and a width, or a file that wants neither."""

from __future__ import annotations

import os
import sys
from typing import TextIO

_NARROWEST, _WIDEST = 50, 100
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def has_colour(stream: TextIO) -> bool:
    """Whether to colour: a terminal, unless NO_COLOR says no or the terminal cannot."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str) -> str:
    """The text in a style, where standard output has colours."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if has_colour(sys.stdout) else text


def width() -> int:
    """Columns to fill: those of the terminal, within what reads well."""
    import shutil  # noqa: PLC0415 - not for commands that wrap nothing

    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns))


def wrapped(text: str, *, first: str = "", rest: str = "") -> str:
    """The text in lines, `first` before the first one and `rest` before the others."""
    import textwrap  # noqa: PLC0415 - as above

    return "\n".join(
        textwrap.wrap(text, width(), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first]
    )


def drop_output() -> None:
    """What is still buffered cannot be written: without this the interpreter complains once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
