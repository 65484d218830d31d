"""Seats as people see them: the letters A, B … in order of play. Indices from 0 stay inside the code."""

from __future__ import annotations

from typing import Final

LETTERS: Final = "ABCDEFGH"
"""The letters of the seats in order of play: one for each seat a table may have (`limits.SEATS`)."""


def seat_letter(seat: int) -> str:
    """The letter of a seat of the table."""
    return LETTERS[seat]


def seat_index(letter: str) -> int:
    """The seat a letter stands for; ValueError if it is the letter of none."""
    return LETTERS.index(letter)
