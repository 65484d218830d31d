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
from referee.record.reports import Path, ReadingFault, Repair, path_text
from referee.record.wording import Spoken
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
    """One run over one tree: what was found, and the seats once they are known.

    `strangers` are names that no seat has: the number of their fault, how often they stand there, and where first. Of
    a record without `seats` that is told, and nobody is a stranger.
    """

    strict: bool
    moved: dict[Path, str | int]
    locate: Locate
    faults: list[ReadingFault] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    seats: Mapping[str, str] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=dict)
    strangers: dict[str, tuple[int, int, Path]] = field(default_factory=dict)
    seatless: bool = False

    def tell(self, fault: ReadingFault, path: Path, *, key: bool = False) -> None:
        """A fault of the value at `path`, or of its key."""
        self.faults.append(fault if fault.span else replace(fault, span=self.locate(path, key)))

    def repaired(self, path: Path, found: str, read_as: str, why: str, *, key: bool = False) -> None:
        """A repair, or the fault it is in strict reading."""
        if self.strict:
            self.tell(messages.strict(path, found, read_as, why), path, key=key)
        else:
            self.repairs.append(Repair(path_text(path), found, read_as, why, self.locate(path, key)))

    def stranger(self, path: Path, text: str, *, key: bool) -> None:
        """Somebody who is no seat: told where it first stands, and how often, for one line under `seats` mends all."""
        if self.seatless:
            return
        if text in self.strangers:
            at, times, first = self.strangers[text]
        else:
            at, times, first = len(self.faults), 0, path
            self.tell(messages.no_such_seat(path, text, self.seats), path, key=key)
        span, around = self.faults[at].span, self.locate(("seats",), True)
        line = around.begin.line if around else 0
        self.faults[at] = replace(messages.no_such_seat(first, text, self.seats, times=times + 1, line=line), span=span)
        self.strangers[text] = (at, times + 1, first)

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
        text = value if type(value) is str else self.scalar(path, value, Spoken("is_text"))
        if text and not text.isprintable() and (odd := NO_TEXT.search(text)):
            self.tell(messages.no_text(path, odd[0]), path)
        return text

    def play(self, path: Path, value: Plain) -> str | None:
        """The words of a round; the line end that a block of YAML has behind its last line is no part of them."""
        if isinstance(value, Mapping):
            self.tell(messages.play_without_block(path), path)
            return None
        text = value if type(value) is str else self.scalar(path, value, Spoken("is_words"))
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
        text = self.scalar(path, value, Spoken("is_number"))
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
            self.tell(messages.wrong_shape(path, f"`{number}`", Spoken("is_count")), path)
        return number

    def truth(self, path: Path, value: Plain) -> bool | None:
        """Yes or no."""
        text = self.scalar(path, value, Spoken("is_truth"))
        truth = None if text is None else _TRUTHS.get(text)
        if text is not None and truth is None:
            self.tell(messages.not_yes_or_no(path, text), path)
        return truth

    def policy(self, path: Path, value: Plain) -> str | None:
        """What was agreed for a seat whose time runs out."""
        text = self.scalar(path, value, Spoken("is_policy"))
        if text and text not in POLICIES:
            self.tell(messages.no_policy(path, text, POLICIES), path)
        return text

    def digest(self, path: Path, value: Plain) -> str | None:
        """32 bytes as 64 hexadecimal digits."""
        text = self.scalar(path, value, Spoken("is_digest"))
        if text and (len(text) != 64 or not _HEXADECIMAL.issuperset(text)):
            self.tell(messages.not_hexadecimal(path, text), path)
        return text

    def seat(self, path: Path, value: Plain, *, key: bool = False) -> str | None:
        """The letter of a seat, however it is written."""
        text = value if type(value) is str else self.scalar(path, value, Spoken("is_seat"))
        if text is None or text in self.seats:
            return text
        plain = plain_name(text)
        letters, letter = self.named.get(plain, []), text.strip().upper()
        if letter in self.seats:
            letters = [letter] if text.strip() == letter else sorted({letter, *letters})
        if not letters:
            self.stranger(path, text, key=key)
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
        return Spoken("is_nothing")
    if isinstance(value, Mapping):
        return Spoken("is_mapping")
    return Spoken("is_one_text" if isinstance(value, str | int) else "is_list")
