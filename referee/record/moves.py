"""Cards a director moves: `5c: B>stock`, one text for each card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cards import Card, CardError, Notation
from referee.diagnostics.spelling import listed, quoted
from referee.record.words import WordError
from referee.table.seats import seat_index, seat_letter

PLACES = ("stock", "pile", "aside")
"""Where a card may lie besides in a hand. `stock` and `pile` mean their top."""


@dataclass(frozen=True, slots=True)
class Move:
    """A card from one place to another; a place is the index of a seat, or one of `PLACES`."""

    card: Card
    source: int | str
    target: int | str


def read_move(text: str, notation: Notation, seats: Mapping[str, str]) -> Move:
    """What a text says; WordError if it is no move. Blanks count for nothing."""
    card, colon, ways = text.partition(":")
    source, arrow, target = ways.partition(">")
    if not colon or not arrow:
        help_ = "write the card, where it is and where it goes: `5c: B>stock`"
        raise WordError((f"{quoted(text)} is no move of a card", help_), 0, len(text))
    try:
        read = notation.read(card.strip())
    except CardError as error:
        raise WordError((error.message, ""), 0, len(card)) from None
    start = len(card) + 1
    return Move(
        read,
        _place(source, seats, start),
        _place(target, seats, start + len(source) + 1),
    )


def write_move(move: Move, notation: Notation) -> str:
    """The text of a move."""
    source, target = (place if isinstance(place, str) else seat_letter(place) for place in (move.source, move.target))
    return f"{notation.write(move.card)}: {source}>{target}"


def _place(text: str, seats: Mapping[str, str], start: int) -> int | str:
    word = text.strip()
    if word in PLACES:
        return word
    if word in seats:
        return seat_index(word)
    help_ = f"places are {listed([*seats, *PLACES])}"
    raise WordError((f"{quoted(word)} is no place of a card", help_), start, start + len(text), "NO_SUCH_SEAT")
