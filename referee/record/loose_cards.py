"""Single cards in other letters and in words, looked up once for each pack."""

from __future__ import annotations

from functools import lru_cache

from referee.cards import Card, CardError, Notation
from referee.limits import CARD_CHARACTERS

_KEPT = 4_096


@lru_cache(64)
def card_reader(notation: Notation) -> CardReader:
    """The reader of a pack's cards; it is kept while the notation is used."""
    return CardReader(notation)


class CardReader:
    """Cards in other letters and in words; what was looked up is kept."""

    def __init__(self, notation: Notation) -> None:
        self._notation = notation
        self._kept: dict[str, Card | CardError] = {}

    def read(self, text: str) -> Card | CardError:
        """The one card a text means, or why there is none."""
        found = self._kept.get(text)
        if found is None:
            try:
                found = self._notation.read(text)
            except CardError as error:  # made anew: one that was raised holds on to whatever was being read
                found = CardError(error.code, error.message, error.text)
            if len(text) <= CARD_CHARACTERS:
                if len(self._kept) >= _KEPT:
                    self._kept.clear()
                self._kept[text] = found
        return found
