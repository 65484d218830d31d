"""A problem at one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """What makes a game impossible at one table, or too slow. `about` tells apart problems with one code and path."""

    code: str
    path: str
    about: str
    message: str
