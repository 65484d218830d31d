"""What may happen in a game: the actions of seats, of the table and of the director, one frozen shape each.

An action says what was done, never whether it was allowed: irregular plays need no shape of their own. Seats are
indices from 0 in order of play; people see letters. A card of None is one the writer does not know. Texts of actions
(`+5c`, `x7e`) belong to the record notation, not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.cards import Card


class IncidentKind(StrEnum):
    """Something that is not a play."""

    RESIGN = "resign"
    LEAVE = "leave"
    TIMEOUT = "timeout"
    CALL = "call"
    DEAD = "dead"
    MISDEAL = "misdeal"
    FEINT = "feint"


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card laid on a meld. `stands_for` is the card a wild one takes the place of; None: by the default placing."""

    card: Card
    stands_for: Card | None = None


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld put down: its cards as written, a run upwards, so that a wild card's place says what it stands for."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals. `hands` by seat: None for a seat that is out; cards of None are unknown.

    `upcard` None: not known, or none is turned up. `stock` is the rest in the order it will be drawn, top first, cards
    of None are unknown; None: nothing of its order is known.
    """

    eldest: int
    hands: tuple[tuple[Card | None, ...] | None, ...]
    upcard: Card | None = None
    stock: tuple[Card | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draws the top of the stock."""

    seat: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class TakeUpcard:
    """Takes the upcard; `card` None: whatever lies on top."""

    seat: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Lets an offer or a turn go by; in the lay-off: nothing (more) to lay."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discards face up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Close:
    """Closes with `card` face down; None: not known, or none at all where `without_card`.

    `melds` are the closer's declared melds, None where the referee arranges the hand.
    """

    seat: int
    card: Card | None = None
    without_card: bool = False
    melds: tuple[ShownMeld, ...] | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Puts melds on the table; `loose` are the cards that stay loose, None where they follow from the hand."""

    seat: int
    melds: tuple[ShownMeld, ...]
    loose: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lays loose cards, in this order, on meld number `meld` of the table, counted from 1 as melds were put down."""

    seat: int
    meld: int
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discards become the stock; `order` is the new stock, top first, None where it is not known."""

    order: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reenter:
    """A seat that is out comes back, between two rounds."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """A seat that is out and might come back does not."""

    seat: int


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that is not a play. `seat` None: the table's (dead, misdeal)."""

    kind: IncidentKind
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A director's ruling takes effect (RECORD.md section 7): the fields of the record's ruling."""

    number: int
    turn: int | None = None
    stands: bool = False
    taken_back: int = 0
    points: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    barred: frozenset[int] = frozenset()
    exposed: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    moves: tuple[str, ...] = ()
    replay: bool = False
    clause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """Turns that were not recorded: hands and pile are unknown from here."""


Action = (
    Deal
    | DrawStock
    | TakeUpcard
    | Pass
    | Discard
    | Close
    | Show
    | LayOff
    | Reshuffle
    | Reenter
    | Decline
    | Incident
    | Ruling
    | Gap
)
