"""What is wrong with the game of one table, as a value; by itself, since `faults` and `worst` both make such values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableFault:
    """What makes a game impossible at one table, or too slow. `about` tells apart problems with one code and path."""

    code: str
    path: str
    about: str
    message: str
