"""Where a game stands: frozen, complete, and free of everything that can be worked out from the rest.

`GameState` lasts from the first deal to the end, `RoundState` from a deal to its scoring. Hidden cards may be unknown
(a viewer's state, a scorer's sheet): a hand is the cards known and the number of the others, a stock is a tuple
in which an unknown card is None. Everything else (laps, the upcard, who may act) is derived.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.frozen import quick


class Phase(StrEnum):
    """The stages of a game (RECORD.md section 3)."""

    DEAL = "deal"
    OFFER = "offer"
    DRAW = "draw"
    DISCARD = "discard"
    LAY_OFF = "lay_off"
    COUNT = "count"
    REENTRY = "reentry"
    OVER = "over"


TURN_PHASES = frozenset({Phase.OFFER, Phase.DRAW, Phase.DISCARD})
"""The phases in which seats take turns."""


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """The cards a seat holds: those known, in pack order, and how many are not."""

    known: tuple[Card, ...]
    unknown: int = 0

    @property
    def size(self) -> int:
        """All cards held."""
        return len(self.known) + self.unknown


@quick
@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table. `cards` of a run stand upwards; `places` are the kinds (pack indices) they stand for.

    In a set a wild card's place is -1: it holds no particular suit. `laid` are the cards added since it was put
    down, in order, with the seats that laid them, `ends` for each whether it went below (1) or not (0); `exchanged`
    are exchanges in order: the seat, the card put in, and the wild card taken out.
    """

    owner: int
    kind: int
    cards: tuple[Card, ...]
    places: tuple[int, ...]
    laid: tuple[tuple[int, Card], ...] = ()
    exchanged: tuple[tuple[int, Card, Card], ...] = ()
    ends: tuple[int, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class RoundState:
    """One round from its deal on. Tuples `by seat` are as long as the table; a seat not dealt in has the hand None.

    `stock` top first, `pile` bottom first, both with None for unknown cards. `taken` is the card the seat on turn
    took from the pile in this turn; `taken_had_twin` whether it held that card's twin before (es.2 is about the
    very card, and a play that names no copy means the one that may be thrown), `taken_own` whether the seat itself had
    thrown it there. `thrown_by` runs parallel to `pile`.
    `faulty`: surplus (+) or missing (-) cards of an irregular hand. `offered` counts offers made (gin).
    `queue`: seats still to act in the lay-off, each with 1 or 2 for the sweep. `closer`, `aside` (the closing card;
    None: not known), `outcome` and `onto` (whose melds are open to lay-offs) are set from the close on. `penalties` are
    (seat, points, clause) by ruling or for an irregular play.
    """

    phase: Phase
    seat: int | None
    eldest: int
    hands: tuple[Hand | None, ...]
    stock: tuple[Card | None, ...]
    pile: tuple[Card | None, ...]
    thrown_by: tuple[int | None, ...]
    turns: tuple[int, ...]
    faulty: tuple[int, ...]
    table: tuple[TableMeld, ...] = ()
    taken: Card | None = None
    taken_had_twin: bool = False
    taken_own: bool = False
    reshuffles: int = 0
    offered: int = 0
    barred: frozenset[int] = frozenset()
    exposed: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    queue: tuple[tuple[int, int], ...] = ()
    closer: int | None = None
    aside: tuple[Card | None, ...] = ()
    outcome: str | None = None
    onto: str = "nobody"
    penalties: tuple[tuple[int, int, str], ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Standing:
    """The game between rounds, by seat: what conditions of the groups seat, standing and pot read.

    `rounds` have been played and added. `out_since` is the number of the round a seat went out in, None while it is in.
    `paid` are coins paid so far (into the pot or to others; negative: received).
    """

    totals: tuple[int, ...]
    gained: tuple[int, ...]
    lost: tuple[int, ...]
    out_since: tuple[int | None, ...]
    re_entries: tuple[int, ...]
    paid: tuple[int, ...]
    pot: int
    rounds: int
    eldest: int
    winners: tuple[int, ...] = ()

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats still in, in order of play."""
        return tuple([seat for seat, since in enumerate(self.out_since) if since is None])
