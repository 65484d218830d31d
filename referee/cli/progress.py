"""How far a long command has come: a bar on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

_EVERY = 0.1
"""Seconds between two prints."""

_BAR = 24


class Progress:
    """A bar on standard error while it is entered; only on a terminal, and gone at the end.

    `total` is the work there is, in whatever unit `step` is told; 0 where nobody knows. What is counted besides are the
    steps, called `what`.
    """

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._done = self._steps = 0
        self._printed = 0.0
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def step(self, work: int = 1) -> None:
        """One more is done, which was so much work."""
        self._done += work
        self._steps += 1
        now = time.monotonic()
        if self._shown and now - self._printed >= _EVERY:
            self._printed = now
            told = bar(self._done, self._total, f"{self._steps:,} {self._what}")
            print(f"\r\x1b[2K{told}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the bar away: something else is to be printed."""
        if self._printed:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
            self._printed = 0.0


def bar(done: int, total: int, told: str) -> str:
    """One line, not as wide as the narrowest terminal: `[######          ]  37% 120 records`."""
    if not total:
        return told
    part = min(done, total)
    full = _BAR * part // total
    return f"[{'#' * full}{' ' * (_BAR - full)}] {100 * part // total:>3}% {told}"
