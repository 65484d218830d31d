"""What is found again by its bytes: of each table some things, and of few tables anything."""

from __future__ import annotations

from collections import deque
from typing import Protocol, TypeVar

_TABLES = 32
"""So many readers keep anything; each table has two."""

_Made = TypeVar("_Made")


class Keeper(Protocol):
    """Whoever keeps what it found."""

    def forget(self) -> None:
        """Keep nothing."""


_keeping: deque[Keeper] = deque()


def kept(keeper: Keeper, held: dict[bytes, _Made], said: bytes, found: _Made, most: int) -> _Made:
    """What was found; `held`, in which there are at most so many, has it from now on."""
    if len(held) >= most:
        held.clear()
    if not held:
        _enrol(keeper)
    held[said] = found
    return found


def _enrol(keeper: Keeper) -> None:
    """One of those that keep anything; the one that began first forgets it all if they are too many."""
    if keeper in _keeping:
        return
    _keeping.append(keeper)
    if len(_keeping) > _TABLES:
        _keeping.popleft().forget()
