"""Scalars of a record: every one a text until its key gives it a type, and what is repaired on the way.

Here is also where faults and repairs are gathered: in strict reading a repair is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.limits import PLAY_CHARACTERS
from referee.record import messages
from referee.record.model import POLICIES, Plain
from referee.record.naming import plain_name
from referee.record.reports import Fault, Path, Repair, path_text
from referee.source import Span
from referee.yamltree.plain import NO_TEXT, integer

MINUSES = str.maketrans(dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\uff0d", "-"))
"""Signs people or their programs write for a minus."""

_TRUTHS = {"true": True, "false": False, "yes": True, "no": False}
_HEXADECIMAL = frozenset("0123456789abcdef")

Locate = Callable[[Path, bool], Span | None]
"""The place of a value in the source, or of its key."""


@dataclass(slots=True)
class Typed:
    """One run over one tree: what was found, and the seats once they are known."""

    strict: bool
    moved: dict[Path, str | int]
    locate: Locate
    faults: list[Fault] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    seats: Mapping[str, str] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=dict)

    def tell(self, fault: Fault, path: Path, *, key: bool = False) -> None:
        """A fault of the value at `path`, or of its key."""
        self.faults.append(fault if fault.span else replace(fault, span=self.locate(path, key)))

    def repaired(self, path: Path, found: str, read_as: str, why: str, *, key: bool = False) -> None:
        """A repair, or the fault it is in strict reading."""
        if self.strict:
            self.tell(messages.strict(path, found, read_as, why), path, key=key)
        else:
            self.repairs.append(Repair(path_text(path), found, read_as, why, self.locate(path, key)))

    def scalar(self, path: Path, value: Plain, expected: str) -> str | None:
        """A scalar as it was written."""
        if isinstance(value, str):
            return value
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        self.tell(messages.wrong_shape(path, kind_of(value), expected), path)
        return None

    def text(self, path: Path, value: Plain) -> str | None:
        """Any text that people can read."""
        text = value if type(value) is str else self.scalar(path, value, "a text")
        if text and not text.isprintable() and (odd := NO_TEXT.search(text)):
            self.tell(messages.no_text(path, odd[0]), path)
        return text

    def play(self, path: Path, value: Plain) -> str | None:
        """The words of a round; the line end that a block of YAML has behind its last line is no part of them."""
        text = self.scalar(path, value, "the words of a round")
        if text is None:
            return None
        if "\r" in text:
            self.repaired(path, "\\r", "\\n", "line ends of another system")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = self.text(path, text) or ""
        if len(text) > PLAY_CHARACTERS:
            self.tell(messages.play_too_long(len(text), path), path)
        return text.rstrip()

    def number(self, path: Path, value: Plain) -> int | None:
        """A whole number, negative ones too."""
        if type(value) is int and abs(value) <= 999_999:
            return value
        text = self.scalar(path, value, "a whole number")
        if text is None:
            return None
        number = integer(text)
        if number is None:
            plain = text.translate(MINUSES)
            number = integer(plain)
            if number is None:
                self.tell(messages.not_a_number(path, text), path)
            else:
                self.repaired(path, text, plain, "typographic minus")
        return number

    def count(self, path: Path, value: Plain) -> int | None:
        """A whole number from 0 up."""
        number = self.number(path, value)
        if number is not None and number < 0:
            self.tell(messages.wrong_shape(path, f"`{number}`", "a number from 0 up"), path)
        return number

    def truth(self, path: Path, value: Plain) -> bool | None:
        """Yes or no."""
        text = self.scalar(path, value, "`true` or `false`")
        truth = None if text is None else _TRUTHS.get(text)
        if text is not None and truth is None:
            self.tell(messages.not_yes_or_no(path, text), path)
        return truth

    def policy(self, path: Path, value: Plain) -> str | None:
        """What was agreed for a seat whose time runs out."""
        text = self.scalar(path, value, "what happens when time runs out")
        if text and text not in POLICIES:
            self.tell(messages.no_policy(path, text, POLICIES), path)
        return text

    def digest(self, path: Path, value: Plain) -> str | None:
        """32 bytes as 64 hexadecimal digits."""
        text = self.scalar(path, value, "64 hexadecimal digits")
        if text and (len(text) != 64 or not _HEXADECIMAL.issuperset(text)):
            self.tell(messages.not_hexadecimal(path, text), path)
        return text

    def seat(self, path: Path, value: Plain, *, key: bool = False) -> str | None:
        """The letter of a seat, however it is written."""
        text = self.scalar(path, value, "a seat")
        if text is None or text in self.seats:
            return text
        plain = plain_name(text)
        letters = [text.strip().upper()] if text.strip().upper() in self.seats else self.named.get(plain, [])
        if not letters:
            self.tell(messages.no_such_seat(path, text, self.seats), path, key=key)
        elif len(letters) > 1:
            self.tell(messages.two_such_seats(path, text, letters), path, key=key)
        else:
            why = "seat written by name" if plain in self.named else "seat written in another way"
            self.repaired((*path[:-1], letters[0]) if key else path, text, letters[0], why, key=key)
            return letters[0]
        return None


def kind_of(value: Plain) -> str:
    """What a value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    return "one text" if isinstance(value, str | int) else "a list"
