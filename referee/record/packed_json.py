"""The parts of JSON in bytes, and the head and the end of a record in them, read where they lie.

What is read is what writers of JSON make of a plain record: its rounds behind what the head says, behind them nothing
but the result and a note, no text with an escape but the line ends of a play. Every other writing may be right as well,
and is not told here.
"""

from __future__ import annotations

from array import array
from typing import Final

from referee.limits import RECORD_BYTES
from referee.record.packed_reader import FIRST_LETTER, MOST_WRITTEN, PackedReader
from referee.record.packed_round import MOST_SEATS
from referee.record.packed_signs import (
    BACKSLASH,
    BEGINS,
    COLON,
    COMMA,
    ELDEST,
    ENDS,
    HANDS,
    ID,
    LIST_BEGINS,
    LIST_ENDS,
    MINUS,
    NOTE,
    OTHER,
    PLAY,
    POT,
    QUOTE,
    REENTER,
    RESULT,
    ROUND_LIST,
    SCORES,
    SEATS,
    STOCK,
    TOTALS,
    UPCARD,
    WINNERS,
    ZERO,
)

_NAMES: Final = ("", "eldest", "hands", "upcard", "stock", "play", "scores", "totals", "reenter")
_OTHER_NAMES: Final = ("id", "seats", "rounds", "result", "winners", "pot", "note")
_TEXT: Final = "".join([f'{name}"' for name in (*_NAMES, *_OTHER_NAMES)])
"""All names, each with the sign behind it."""

_DEEPEST: Final = 8
_MOST_HEAD_KEYS: Final = 32
_DIGITS: Final = 6


class JsonReader(PackedReader):
    """Reads what stands in front of the rounds of a line of JSON, and behind them."""

    __slots__ = ("_names", "_noted", "_starts", "_told")

    def __init__(self) -> None:
        self._names = _TEXT.encode()
        self._starts = memoryview(array("h", [_TEXT.index(f'{name}"') for name in (*_NAMES, *_OTHER_NAMES)]))
        self._told, self._noted = 0, False
        super().__init__(escaped=True)

    def open(self, content: bytes) -> bool:
        """Read these bytes up to their first round. IndexError."""
        if len(content) > RECORD_BYTES:
            return False
        self.take(content)
        self._told, self._noted = 0, False
        parts: list[bytes] = []
        since = keys = 0
        if not self._sign(BEGINS):
            return False
        while keys < _MOST_HEAD_KEYS:
            keys += 1
            key = self._key()
            if key < 0:
                return False
            if key == ROUND_LIST:
                self.head_end = self.at
                parts.append(content[since : self.at])
                self.rest = b"\0".join(parts)
                return self._sign(LIST_BEGINS) and self.seats > 0
            start = self.at
            if key == ID:
                if self.id_end or not self._string() or not self.shown(start + 1, self.at - 1, -1):
                    return False
                self.id_at, self.id_end = start + 1, self.at - 1
            elif key == SEATS:
                if self.seats or not self._names_of_seats():
                    return False
            elif key == RESULT or not self._skip():
                return False
            else:
                self._noted |= key == NOTE
                start = -1
            if start >= 0:
                parts.append(content[since:start])
                since = self.at
            if not self._sign(COMMA):
                return False
        return False

    def _names_of_seats(self) -> bool:
        """The names of the seats, from the first letter on."""
        if not self._sign(BEGINS):
            return False
        seen = 0
        while True:
            seat = self._seat()
            start = self.at + 1
            if seat < 0 or seen >> seat & 1 or not self._string() or not self.shown(start, self.at - 1, seat):
                return False
            self.name_at[seat], self.name_end[seat] = start, self.at - 1
            seen |= 1 << seat
            self.seats += 1
            if self._sign(ENDS):
                return seen == (1 << self.seats) - 1
            if not self._sign(COMMA):
                return False

    def _end(self) -> bool:
        """What stands behind the rounds."""
        while self._sign(COMMA):
            key = self._key()
            start = self.at + 1
            if key == RESULT and not self.resulted:
                if not self._result():
                    return False
            elif key != NOTE or self._noted or not self._string() or not self.shown(start, self.at - 1, -1):
                return False
            else:
                self._noted = True
        return self._sign(ENDS) and self.at == self.size

    def _result(self) -> bool:
        if not self._sign(BEGINS):
            return False
        self.resulted = True
        seen = 0
        while True:
            key = self._key()
            start = self.at + 1
            if key < WINNERS or seen >> (key - WINNERS) & 1:
                return False
            seen |= 1 << (key - WINNERS)
            if key == POT:
                if not self._number():
                    return False
                self.pot = self.number
            elif key == NOTE:
                if not self._string() or not self.shown(start, self.at - 1, -1):
                    return False
            else:
                self.winners = self._letters()
                if self.winners < 0 or self.winners >> self.seats:
                    return False
            if self._sign(ENDS):
                return True
            if not self._sign(COMMA):
                return False

    def _letters(self) -> int:
        """The seats of a list of letters, as bits; -1 for none, and where one stands there twice."""
        if not self._sign(LIST_BEGINS):
            return -1
        found = 0
        while True:
            start = self.at
            seat = self.octets[start + 1] - FIRST_LETTER
            if not self._string() or self.at != start + 3 or not 0 <= seat < MOST_SEATS or found >> seat & 1:
                return -1
            found |= 1 << seat
            if self._sign(LIST_ENDS):
                return found
            if not self._sign(COMMA):
                return -1

    # -- the parts of JSON -------------------------------------------------------------------------------------------

    def _blanks(self) -> None:
        """Past the blanks at the place."""
        while self.at < self.size:
            byte = self.octets[self.at]
            if byte > 32 or byte not in (32, 9, 10, 13):
                return
            self.at += 1

    def _blank(self, at: int) -> int:
        """The place of the first sign that is no blank from a place on. IndexError."""
        while self.octets[at] in (32, 9, 10, 13):
            at += 1
        return at

    def _sign(self, sign: int) -> bool:
        """Past this sign, and the blanks before and behind it; no if it is not there."""
        if self.octets[self.at] != sign:
            self._blanks()
            if self.octets[self.at] != sign:
                return False
        at = self.at + 1
        if at < self.size and self.octets[at] == 32:  # most writers put one blank
            at += 1
        self.at = at
        if at < self.size and self.octets[at] <= 32:
            self._blanks()
        return True

    def _string(self) -> bool:
        """Past a string at the place; no if there is none, or one with a sign that cannot stand there."""
        if self.octets[self.at] != QUOTE:
            return False
        at = self.at + 1
        while True:
            byte = self.octets[at]
            at += 1
            if byte == QUOTE:
                break
            if byte < 32:
                return False
            if byte == BACKSLASH:
                at += 1
        self.at = at
        return True

    def _key(self) -> int:
        """Past a key and its colon, and the blanks around it: which it is, -1 for none."""
        at = self.at
        if self.octets[at] != QUOTE:
            return -1
        key = _likely(self.octets[at + 1], self.octets[at + 2], self.octets[at + 3])
        place = self._starts[key]
        while key and self._names[place] == self.octets[at + 1]:
            at += 1
            if self._names[place] == QUOTE:
                self.at = at + 1
                return key if self._sign(COLON) else -1
            place += 1
        at = self.at + 1
        while self.octets[at] != QUOTE:
            if self.octets[at] == BACKSLASH:  # a key written otherwise may be one of these
                return -1
            at += 1
        self.at = at + 1
        return OTHER if self._sign(COLON) else -1

    def _seat(self) -> int:
        """Past a letter as a key, and its colon: the seat; -1 for none."""
        at = self.at
        seat = self.octets[at + 1] - FIRST_LETTER
        if self.octets[at] != QUOTE or not 0 <= seat < MOST_SEATS or self.octets[at + 2] != QUOTE:
            return -1
        self.at = at + 3
        return seat if self._sign(COLON) else -1

    def _number(self) -> bool:
        """Past a whole number, which is read; no if it is none that may be written in a record."""
        at, found = self.at, 0
        negative = self.octets[at] == MINUS
        at += negative
        start = at
        while 0 <= self.octets[at] - ZERO <= 9:
            found = 10 * found + self.octets[at] - ZERO
            at += 1
            if at - start > _DIGITS:
                return False
        if at == start or (self.octets[start] == ZERO and (at - start > 1 or negative)):
            return False
        if self.octets[at] not in (COMMA, ENDS, 32, 9, 10, 13):
            return False
        self.at = at
        self.number = -found if negative else found
        return found <= MOST_WRITTEN

    def _skip(self) -> bool:
        """Past any value: whether it is one is for whoever reads the head to say."""
        depth = 0
        while True:
            byte = self.octets[self.at]
            if byte == QUOTE:
                if not self._string():
                    return False
            elif byte in (BEGINS, LIST_BEGINS):
                depth += 1
                self.at += 1
                if depth > _DEEPEST:
                    return False
            elif byte in (ENDS, LIST_ENDS):
                if not depth:
                    return True
                depth -= 1
                self.at += 1
            elif byte < 32 and byte not in (9, 10, 13):
                return False
            elif byte == COMMA and not depth:
                return True
            else:
                self.at += 1


def _likely(first: int, second: int, third: int) -> int:
    """The key that begins so, if there is one."""
    if first == 115:  # s
        return STOCK if second == 116 else SCORES if second == 99 else SEATS
    if first == 104:  # h
        return HANDS
    if first == 116:  # t
        return TOTALS
    if first == 112:  # p
        return PLAY if second == 108 else POT
    if first == 117:  # u
        return UPCARD
    if first == 101:  # e
        return ELDEST
    if first == 114:  # r
        return ROUND_LIST if second == 111 else REENTER if third == 101 else RESULT
    if first == 105:  # i
        return ID
    return WINNERS if first == 119 else NOTE if first == 110 else 0
