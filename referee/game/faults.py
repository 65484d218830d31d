"""Faults: why a play is not allowed, before anybody asks what would have been.

The codes are those of the game record, in two kinds: an *impossible* play contradicts the cards or the seats and
can never stand, an *illegal* one breaks a clause, and a rule set's policy or a director may let it stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.game.refusal import Failure

IMPOSSIBLE = frozenset(
    {
        "CARD_TWICE",
        "CARD_MISSING",
        "NO_SUCH_CARD",
        "WRONG_HAND_SIZE",
        "NOT_IN_HAND",
        "NOT_ON_TOP",
        "NOT_THE_UPCARD",
        "PILE_EMPTY",
        "STOCK_EMPTY",
        "NEW_STOCK_DIFFERS",
        "NO_SUCH_MELD",
        "SEAT_IS_OUT",
    }
)
"""Codes of plays that contradict the cards."""


class FaultKind(StrEnum):
    """Whether a ruling may let the play stand."""

    IMPOSSIBLE = "impossible"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Fault:
    """One play that is not allowed: its code, the clause it rests on, and what was measured (texts by name).

    `failures` are the conditions that fail, with their leaves, where conditions decide; `clauses` are all clauses
    broken, in natural order. `act` is the word of `irregular` whose policy may let the play stand, "" if none.
    """

    code: str
    clause: str
    measured: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    act: str = ""

    @property
    def kind(self) -> FaultKind:
        """Impossible or illegal."""
        return FaultKind.IMPOSSIBLE if self.code in IMPOSSIBLE else FaultKind.ILLEGAL

    @property
    def clauses(self) -> tuple[str, ...]:
        """All clauses broken; the failures come in natural order."""
        return tuple(dict.fromkeys(one.clause for one in self.failures)) or ((self.clause,) if self.clause else ())
