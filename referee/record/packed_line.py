"""A record in the bytes of its JSON: its rounds. The keys of one may stand in any order, with blanks as one likes.

Most writers put a blank behind a comma and a colon, or none, and the keys in the order of the format: those are looked
for first.
"""

from __future__ import annotations

from typing import Final

from referee.limits import ROUNDS
from referee.record.packed_json import JsonReader
from referee.record.packed_reader import DONE, FIRST_LETTER, MORE, UNTOLD
from referee.record.packed_round import MOST_SEATS, PackedRound
from referee.record.packed_signs import (
    BEGINS,
    BLANK,
    COLON,
    COMMA,
    ELDEST,
    ENDS,
    HANDS,
    LIST_ENDS,
    MINUS,
    OTHER,
    PLAY,
    QUOTE,
    REENTER,
    SCORES,
    STOCK,
    TOTALS,
    UPCARD,
    ZERO,
)

_MOST_DIGITS: Final = 6


class LineReader(JsonReader):
    """Reads lines of JSON."""

    __slots__ = ("_ended",)

    def __init__(self) -> None:
        super().__init__()
        self._ended = False

    def following(self, played: PackedRound) -> int:
        """Read the next round. IndexError."""
        more = self._told > 0 and self._sign(COMMA)
        if not more and self._sign(LIST_ENDS):
            return DONE if self._told and self._end() else UNTOLD
        if (self._told and not more) or self._told == ROUNDS or not self._sign(BEGINS):
            return UNTOLD
        self._told += 1
        self.begin()
        played.scored = played.totalled = played.coming = 0
        seen, key = 0, OTHER
        while True:
            key = self._round_key(key)
            if key <= 0 or key > REENTER or seen >> key & 1:
                return UNTOLD
            seen |= 1 << key
            if not self._value(key, played):
                return UNTOLD
            at = self._behind(self.at)
            if at == 0:
                return UNTOLD
            self.at = at
            if self._ended:
                return MORE

    def _round_key(self, before: int) -> int:
        """Past a key of a round and its colon, and the blanks around it: which it is, most likely the next one."""
        at = self.at
        if self.octets[at] != QUOTE or before >= TOTALS:
            return self._key()
        key = before + 1
        place = self._starts[key]
        at += 1
        while self._names[place] == self.octets[at]:
            at += 1
            if self._names[place] == QUOTE:
                self.at = self._colon(at)
                return key if self.at else -1
            place += 1
        return self._key()

    def _value(self, key: int, played: PackedRound) -> bool:
        """The value of a key of a round."""
        if key == HANDS:
            return self._hands()
        if key in (SCORES, TOTALS):
            return self._numbers(played, key == TOTALS)
        if key == REENTER:
            played.coming = self._letters()
            return played.coming > 0
        at = self.at
        if self.octets[at] != QUOTE:
            return False
        begin = at = at + 1
        if key == STOCK and self.octets[at] != QUOTE:
            at += self.least_stock
        while self.octets[at] != QUOTE:
            at += 1
        self.at = at + 1
        if key == PLAY:
            self.play_at, self.play_end = begin, at
        elif key == STOCK:
            self.stock_at, self.stock_end = begin, at
        elif key == UPCARD:
            self.upcard_at, self.upcard_end = begin, at
        else:
            self.eldest = self.octets[begin] - FIRST_LETTER
            return key == ELDEST and at == begin + 1 and 0 <= self.eldest < MOST_SEATS
        return True

    def _hands(self) -> bool:
        """The hands by seat. Of a text only the end is looked for: whoever reads its cards looks at every sign."""
        at = self._object()
        while at:
            seat = self.octets[at + 1] - FIRST_LETTER
            if self.octets[at] != QUOTE or self.octets[at + 2] != QUOTE or not 0 <= seat < MOST_SEATS:
                return False
            at = self._colon(at + 3)
            if self.handed >> seat & 1 or self.octets[at] != QUOTE:
                return False
            self.handed |= 1 << seat
            self.hand_at[seat] = at + 1
            at += 1 + self.least_hand
            while self.octets[at] != QUOTE:
                at += 1
            self.hand_end[seat] = at
            at = self._behind(at + 1)
            if self._ended:
                self.at = at
                return at > 0
        return False

    def _numbers(self, played: PackedRound, totals: bool) -> bool:
        """Numbers by seat."""
        at, seen = self._object(), 0
        while at:
            seat = self.octets[at + 1] - FIRST_LETTER
            if (
                self.octets[at] != QUOTE
                or self.octets[at + 2] != QUOTE
                or not 0 <= seat < MOST_SEATS
                or seen >> seat & 1
            ):
                return False
            seen |= 1 << seat
            at = self._colon(at + 3)
            negative = self.octets[at] == MINUS
            at += negative
            start, found = at, 0
            while 0 <= self.octets[at] - ZERO <= 9 and at - start <= _MOST_DIGITS:
                found = 10 * found + self.octets[at] - ZERO
                at += 1
            many = at - start
            if many == 0 or many > _MOST_DIGITS or (self.octets[start] == ZERO and (many > 1 or negative)):
                return False
            if negative:
                found = -found
            if totals:
                played.totals[seat] = found
            else:
                played.scores[seat] = found
            at = self._behind(at)
            if self._ended:
                self.at = at
                if totals:
                    played.totalled = seen
                else:
                    played.scored = seen
                return at > 0
        return False

    # -- signs -------------------------------------------------------------------------------------------------------

    def _object(self) -> int:
        """The place behind the sign with which an object begins, and blanks; 0 if there is none. IndexError."""
        at = self.at
        if self.octets[at] != BEGINS:
            return 0
        at += 1
        return at if self.octets[at] > BLANK else self._blank(at)

    def _colon(self, at: int) -> int:
        """The place behind a colon and the blanks around it; 0 if there is none. IndexError."""
        if self.octets[at] != COLON:
            at = self._blank(at)
            if self.octets[at] != COLON:
                return 0
        at += 1
        if self.octets[at] == BLANK:
            at += 1
        return at if self.octets[at] > BLANK else self._blank(at)

    def _behind(self, at: int) -> int:
        """The place behind a comma, or behind the sign with which an object ends, and blanks; 0 if there is neither.

        `_ended`: it was the latter, or neither. IndexError.
        """
        byte = self.octets[at]
        if byte <= BLANK:
            at = self._blank(at)
            byte = self.octets[at]
        at += 1
        self._ended = byte != COMMA
        if self._ended and byte != ENDS:
            return 0
        if self.octets[at] == BLANK:
            at += 1
        return at if self.octets[at] > BLANK else self._blank(at)
