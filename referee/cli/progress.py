"""How far a long command has come: a bar on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from referee.cli.terminal import width

_EVERY = 0.1
"""Seconds between two prints."""


class Progress:
    """A bar on standard error while it is entered; only on a terminal, and gone at the end."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._done, self._printed = 0, 0.0
        self._shown = sys.stderr.isatty() and total > 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown and self._printed:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)

    def step(self, count: int = 1) -> None:
        """So many more are done."""
        self._done += count
        now = time.monotonic()
        if self._shown and now - self._printed >= _EVERY:
            self._printed = now
            print(f"\r\x1b[2K{bar(self._done, self._total, self._what)}", end="", file=sys.stderr, flush=True)


def bar(done: int, total: int, what: str) -> str:
    """One line, as wide as the terminal or less: `[#####     ] 120/240 records`."""
    told = f" {done}/{total} {what}"
    room = max(10, min(40, width() - len(told) - 2))
    full = room * min(done, total) // max(total, 1)
    return f"[{'#' * full}{' ' * (room - full)}]{told}"
