"""Cards in the texts of a record: hands, packs, stocks, upcards. `?` is a card the writer does not know.

Strictly they are parted by single blanks; people may glue them together, part them by commas, or write them in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from referee.cards import Card, Notation
from referee.record import messages
from referee.record.repairs import LooseReader
from referee.record.reports import ReadingFault, Repair
from referee.record.words import forms_of
from referee.source import Text

_GAP = re.compile(r"[\s,;]*")
_WORD = re.compile(r"[^\s,;]+")


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a text in the order in which they are written, None for unknown ones.

    `places` are their characters in the text. After a `fault` the cards are those before it.
    """

    text: Text
    cards: tuple[Card | None, ...]
    places: tuple[tuple[int, int], ...]
    repairs: tuple[Repair, ...] = ()
    fault: ReadingFault | None = None

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that are known."""
        return tuple(card for card in self.cards if card is not None)


def read_cards(text: Text | str, notation: Notation, *, strict: bool = False, path: str = "cards") -> Cards:
    """The cards of a text. Never raises: what is no card ends the list, with a fault."""
    given = Text.plain(text, path) if isinstance(text, str) else text
    value, forms = given.value, forms_of(notation)
    loose = LooseReader(value, notation, forms, {})
    cards: list[Card | None] = []
    places: list[tuple[int, int]] = []
    at = _blanks(value, 0)
    fault = None
    while at < len(value):
        found = forms.card.match(value, at)
        end = found.end() if found else at
        whole = end == len(value) or value[end].isspace() or not strict
        read: tuple[Card | None, int] | None = None
        if value[at] == "?":
            read = None, at + 1
        elif strict:
            read = (forms.found(found), end) if found and whole else None
        else:
            read = loose.card(at)
        if read is None:
            word = _WORD.match(value, at)
            piece = word[0] if word else value[at]
            said = messages.no_card(piece, piece, forms.nearest(piece))
            fault = ReadingFault("UNREADABLE", said[0], path, given.span(at, at + len(piece)), said[1])
            break
        cards.append(read[0])
        places.append((at, read[1]))
        at = _blanks(value, read[1])
    repairs = () if strict else _repairs(given, path, cards, places, notation)
    return Cards(given, tuple(cards), tuple(places), repairs, fault)


def write_cards(cards: Iterable[Card | None], notation: Notation) -> str:
    """Cards as a record writes them, parted by blanks."""
    return " ".join("?" if card is None else notation.write(card) for card in cards)


def hand_order(cards: Iterable[Card | None]) -> list[Card | None]:
    """The cards of a hand in pack order, unknown ones last."""
    given = list(cards)
    known = sorted(card for card in given if card is not None)
    return [*known, *[None] * (len(given) - len(known))]


def _blanks(value: str, at: int) -> int:
    found = _GAP.match(value, at)
    return found.end() if found else at


def _repairs(
    text: Text, path: str, cards: list[Card | None], places: list[tuple[int, int]], notation: Notation
) -> tuple[Repair, ...]:
    """One for each card that is not written canonically, one for what parts them."""
    made = [
        Repair(
            path, text.value[start:end], write_cards([card], notation), "card written loosely", text.span(start, end)
        )
        for card, (start, end) in zip(cards, places, strict=True)
        if text.value[start:end] != write_cards([card], notation)
    ]
    for (_, before), (start, _) in pairwise(places):
        between = text.value[before:start]
        if not between or between.strip():
            why = "stray punctuation" if between else "cards glued together"
            found = text.value[max(before - 3, 0) : start + 3].strip()
            made.append(Repair(path, found, "cards parted by blanks", why, text.span(before, start)))
            break
    return tuple(made)
