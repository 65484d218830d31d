"""How far a long command has come: a bar on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

_EVERY = 0.1
"""Seconds between two prints."""

_BAR = 24

PATIENCE = 2.0
"""Seconds for which a command that is mostly quick says nothing."""

OF_THE_HANDS = "of 32 parts of the hands"
"""What `prove` and `diff` count first (`workshop.seenkinds.PARTS`)."""


class Progress:
    """A bar on standard error while it is entered; only on a terminal, and gone at the end.

    `total` is the work there is, in whatever unit `step` is told; 0 where nobody knows. What is counted besides are the
    steps, called `what`. Nothing is said for `patience` seconds. `clock` gives seconds.
    """

    def __init__(
        self, total: int, what: str, *, patience: float = 0.0, clock: Callable[[], float] | None = None
    ) -> None:
        self._total, self._what = total, what
        self._done = self._steps = 0
        self._clock = clock or time.monotonic
        self._quiet_until = self._clock() + patience if patience else 0.0
        self._printed = 0.0
        self._shown = sys.stderr.isatty()
        self._told = "nothing is done"

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
        self._tell(f"{self._steps:,} {self._what}")

    def at(self, what: str, done: int, known: int) -> None:
        """So much is done of all that is known of another piece of work, which follows on the one before."""
        self._done, self._total, self._steps = done, known, 0
        self._tell(f"{what}: {done:,} of {known:,}")

    def interrupted(self, who: str) -> None:
        """Say in one line, wherever standard error goes, that somebody ended it, and how far it had come."""
        self.clear()
        print(f"{who}: interrupted: {self._told}", file=sys.stderr, flush=True)

    def _tell(self, told: str) -> None:
        self._told = told
        if not self._shown:
            return
        now = self._clock()
        if now >= self._quiet_until and now - self._printed >= _EVERY:
            self._printed = now
            print(f"\r\x1b[2K{bar(self._done, self._total, told)}", end="", file=sys.stderr, flush=True)

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
