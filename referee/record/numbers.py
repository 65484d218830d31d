"""The numbers of findings in the table of diagnostics: CH901 to CH910 are mistakes of records, told by their names.

A finding is known by its name, which says more to a scorer; the number stands beside it wherever people read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STANDS: Final = "CH908"
"""Of no name: whatever a ruling settles, or the rules let stand, is an irregularity instead of a violation."""

NUMBERS: Final[Mapping[str, str]] = {
    "CARD_TWICE": "CH901",
    "NOT_IN_HAND": "CH902",
    "OUT_OF_TURN": "CH903",
    "STOCK_EMPTY": "CH904",
    "CLOSE_TOO_MANY_POINTS": "CH905",
    "SCORE_DIFFERS": "CH906",
    "RULES_UNKNOWN": "CH907",
    "PLAY_STOPS": "CH909",
    "SHUFFLE_DIFFERS": "CH910",
}
"""The number of each finding that has one."""

NAMES: Final[Mapping[str, str]] = {number: name for name, number in NUMBERS.items()}
"""And the other way round."""


def numbered(name: str) -> str:
    """`CH902 NOT_IN_HAND`, and the name alone where it has no number."""
    return f"{NUMBERS[name]} {name}" if name in NUMBERS else name
