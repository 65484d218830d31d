"""Seats, cards and numbers of a request about a game, read at a table: every fault with its field, none of them raised.

A reader goes on after a fault with something harmless in its place, so that all faults are found. Whoever asked looks
at `faults` before anything is done with what was read. Seats are letters in order of play, cards are texts parted by
blanks, `?` is a card nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from referee.cards import Card, CardError
from referee.limits import CARDS_CHARACTERS, FIELD_CHARACTERS, STATE_NUMBER
from referee.record.model import LETTERS, seat_letter
from referee.service.status import FieldFault
from referee.table import Table

UNKNOWN = "?"

Value = TypeVar("Value")


class TextReader:
    """Reads the texts of one request; `faults` are what was wrong with it so far."""

    def __init__(self, table: Table, nobody: int | None = None) -> None:
        """Read at `table`. `nobody`: the seat that is read where none is named; None: one must be."""
        self.table = table
        self._nobody = nobody
        self.faults: list[FieldFault] = []

    def fault(self, path: str, reason: str, message: str) -> None:
        """Something is wrong with a field."""
        self.faults.append(FieldFault(path, reason, message))

    # -- seats -------------------------------------------------------------------------------------------------------

    def seat(self, letter: str, path: str) -> int:
        """The seat of a letter."""
        at = LETTERS.find(letter) if len(letter) == 1 else -1
        if 0 <= at < self.table.seats:
            return at
        if not letter and self._nobody is not None:
            return self._nobody
        if letter:
            seats = f"{LETTERS[0]} to {LETTERS[self.table.seats - 1]}"
            self.fault(path, "SEAT_UNKNOWN", f"`{_short(letter)}` is no seat of this table; its seats are {seats}")
        else:
            self.fault(path, "SEAT_MISSING", f"`{path}` names no seat")
        return 0

    def seat_or_none(self, letter: str, path: str) -> int | None:
        """The seat of a letter, None where there is none."""
        return self.seat(letter, path) if letter else None

    def seats(self, letters: Sequence[str], path: str) -> tuple[int, ...]:
        """Seats in the order in which they are named, each once."""
        if len(letters) > self.table.seats:
            self.fault(
                path, "TOO_MANY_ENTRIES", f"`{path}` names {len(letters)} seats, the table has {self.table.seats}"
            )
            return ()
        found = tuple(self.seat(letter, f"{path}[{at}]") for at, letter in enumerate(letters))
        if len(set(letters)) < len(letters):
            self.fault(path, "SEAT_TWICE", f"`{path}` names a seat twice")
        return found

    def by_seat(self, values: Mapping[str, Value], path: str, missing: Value) -> tuple[Value, ...]:
        """The values of a map by seat in order of play; seats that are not in it have `missing`."""
        if len(values) > len(LETTERS):
            self.fault(path, "TOO_MANY_ENTRIES", f"`{path}` has {len(values)} entries, the most is {len(LETTERS)}")
            return (missing,) * self.table.seats
        found = [missing] * self.table.seats
        for letter, value in values.items():
            found[self.seat(letter, path)] = value
        return tuple(found)

    # -- numbers -----------------------------------------------------------------------------------------------------

    def number(self, value: int, path: str) -> int:
        """A number of points, coins, turns: within what games can come to."""
        if -STATE_NUMBER <= value <= STATE_NUMBER:
            return value
        self.fault(path, "NUMBER_OUT_OF_RANGE", f"`{path}` is {value}, numbers go up to {STATE_NUMBER} either way")
        return 0

    def numbers(self, values: Mapping[str, int], path: str) -> tuple[int, ...]:
        """Numbers by seat; what is missing is 0."""
        return tuple(self.number(value, path) for value in self.by_seat(values, path, 0))

    # -- cards -------------------------------------------------------------------------------------------------------

    def card(self, text: str, path: str) -> Card:
        """One card."""
        try:
            return self.table.pack.notation.read(text)
        except CardError as error:
            self.fault(path, error.code, error.message)
            return Card(0)

    def card_or_none(self, text: str, path: str) -> Card | None:
        """One card, None where it is not known."""
        return self.card(text, path) if text and text != UNKNOWN else None

    def cards(self, text: str, path: str) -> tuple[Card | None, ...]:
        """Cards as they follow each other, None for unknown ones."""
        if len(text) > CARDS_CHARACTERS:
            message = f"`{path}` has {len(text)} characters, the most is {CARDS_CHARACTERS}"
            self.fault(path, "FIELD_TOO_LONG", message)
            return ()
        try:
            if UNKNOWN not in text:
                return self.table.pack.notation.read_many(text)
            return tuple(None if word == UNKNOWN else self.table.pack.notation.read(word) for word in text.split())
        except CardError as error:  # hands and stocks are hidden from most, and errors are read by many
            self.fault(path, error.code, f"`{path}` holds a text that is no card of this pack")
            return ()

    def known_cards(self, text: str, path: str) -> tuple[Card, ...]:
        """Cards as they follow each other, all of them known."""
        found = self.cards(text, path)
        if None in found:
            self.fault(path, "CARD_UNKNOWN", f"every card of `{path}` has to be known")
        return tuple(card for card in found if card is not None)

    def meld(self, text: str, path: str) -> tuple[Card, ...]:
        """The cards of one meld, which are written together."""
        self.short(text, path)
        return () if len(text) > FIELD_CHARACTERS else self.known_cards(text, path)

    # -- other texts -------------------------------------------------------------------------------------------------

    def short(self, text: str, path: str) -> str:
        """A short text: a name, a clause."""
        if len(text) > FIELD_CHARACTERS:
            message = f"`{path}` has {len(text)} characters, the most is {FIELD_CHARACTERS}"
            self.fault(path, "FIELD_TOO_LONG", message)
        return text

    def few(self, items: Sequence[object], most: int, path: str) -> bool:
        """Whether there are no more items than `most`."""
        if len(items) <= most:
            return True
        self.fault(path, "TOO_MANY_ENTRIES", f"`{path}` has {len(items)} entries, the most is {most}")
        return False

    def member(self, text: str, enum: str, path: str) -> str:
        """A member of an enumeration of the rule set."""
        known = self.table.rule_set.enums[enum]
        members = (*known.members, *known.outside)
        if text not in members:
            self.fault(path, "NAME_UNKNOWN", f"`{_short(text)}` is none of {', '.join(members)}")
        return text


def write_cards(table: Table, cards: Iterable[Card | None]) -> str:
    """Cards in the order in which they are given."""
    return " ".join(UNKNOWN if card is None else table.write(card) for card in cards)


def write_card(table: Table, card: Card | None) -> str:
    """One card, nothing for none."""
    return "" if card is None else table.write(card)


def write_seat(seat: int | None) -> str:
    """The letter of a seat, nothing for nobody."""
    return "" if seat is None else seat_letter(seat)


def write_seats(seats: Iterable[int]) -> list[str]:
    """The letters of seats, in the order in which they are given."""
    return [seat_letter(seat) for seat in seats]


def write_by_seat(values: Sequence[Value]) -> dict[str, Value]:
    """A map by seat; what is 0 is left out."""
    return {seat_letter(seat): value for seat, value in enumerate(values) if value}


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:19]}…"
