"""Mistakes that one file can hold a hundred thousand of, since they cost a character each: most are counted, not made.

A message costs more than the mistake it speaks of. So the first ones are made, as many as are ever shown, and after
them one more that stands for all the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.diagnostics.model import Diagnostic
from referee.limits import DIAGNOSTICS_SHOWN


@dataclass(slots=True)
class Crowd:
    """The mistakes met so far, in the order of the text."""

    _met: int = 0
    _last: Diagnostic | None = None

    def admit(self, make: Callable[[], Diagnostic]) -> Diagnostic | None:
        """The mistake that `make` makes, to be told now; None if it is only counted."""
        self._met += 1
        if self._met <= DIAGNOSTICS_SHOWN:
            return make()
        if self._last is None:
            self._last = make()
        return None

    def rest(self) -> Diagnostic | None:
        """The first that was not told, standing for those behind it; None if all were."""
        return None if self._last is None else replace(self._last, more=self._met - DIAGNOSTICS_SHOWN - 1)
