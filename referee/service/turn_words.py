"""What is said of a turn: a draw, a take or a throw, as a word that means the same of every seat and in every game."""

from __future__ import annotations

from typing import Final

from referee.game.actions import Discard, DrawStock, TakeUpcard
from referee.record.actions import action_text
from referee.service.wire import field
from referee.table import Table

DRAW: Final = 0
TAKE: Final = 1
THROW: Final = 2

NO_CARD: Final = -1
"""A card that is not named, or not known."""

UNTOLD: Final = -1
REFUSED: Final = 0
ALLOWED: Final = 1
"""What a turn is told: look with care (less than nothing) · it is not legal · it is."""

Word = tuple[int, int]
"""A draw, a take or a throw, and the kind of the card."""

_WORD: Final = b"\x22"
"""The tag of a word in a request."""


def words_of(table: Table) -> dict[bytes, Word]:
    """Words as they are usually said, in the bytes of a request."""
    notation = table.pack.notation
    said: dict[bytes, Word] = {}

    def put(way: int, kind: int, action: DrawStock | TakeUpcard | Discard) -> None:
        said[field(_WORD, action_text(action, notation).encode())] = way, kind

    put(DRAW, NO_CARD, DrawStock(0))
    for card in notation.cards:
        put(DRAW, card.index, DrawStock(0, card))
        put(TAKE, card.index, TakeUpcard(0, card))
        put(THROW, card.index, Discard(0, card))
    return said
