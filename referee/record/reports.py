"""What reading a record reports: faults, which keep it from being judged, and repairs, which do not.

A place is a span where there is a text, and always a path (`rounds[2].scores.B`), which also a record that came as a
message has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.source import Position, Span

_STEP = re.compile(r"([^.\[\]]+)|\[([0-9]{1,9})\]")

Path = tuple[str | int, ...]
"""The way to a value: keys, and places in lists from 0."""


def path_text(path: Path) -> str:
    """A path as people read it: `rounds[2].scores.B`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def path_of(path: str | Path) -> Path:
    """The steps of a path that is written as text."""
    if isinstance(path, tuple):
        return path
    steps: list[str | int] = []
    for found in _STEP.finditer(path):
        steps.append(found[1] if found[2] is None else int(found[2]))
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """Why something cannot be read. `code` is one of the kind «unreadable» of the verdict.

    `span` is None where no text exists; then `begin` is too.
    """

    code: str
    message: str
    path: str = ""
    span: Span | None = None
    help: str = ""

    @property
    def begin(self) -> Position | None:
        """Line and column where it stands."""
        return self.span.begin if self.span else None


@dataclass(frozen=True, slots=True)
class Repair:
    """How something not well-formed was read: `found` and `read_as` as texts, `why` in words."""

    path: str
    found: str
    read_as: str
    why: str
    span: Span | None = None

    @property
    def begin(self) -> Position | None:
        """Line and column where it stands."""
        return self.span.begin if self.span else None
