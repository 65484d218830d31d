"""How far a proof or a difference has come, told to whoever asked for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

One = TypeVar("One")


def _nothing(*_told: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Called as work is done: `part` after each part of the hands, `at` with what is gone through, and how far."""

    part: Callable[[], None] = _nothing
    at: Callable[[str, int, int], None] = _nothing

    def through(self, what: str, every: Sequence[One]) -> Iterator[One]:
        """One after the other, each told of when the next is asked for."""
        for done, one in enumerate(every, 1):
            yield one
            self.at(what, done, len(every))


UNHEARD: Final = Steps()
"""Told to nobody."""
