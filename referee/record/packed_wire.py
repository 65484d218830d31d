"""A record in the bytes of its message (`GameRecord`), read where it lies.

What is read is what every writer of protobuf makes of a plain record: fields of a known number and type, each at most
once but for rounds and seats, in the order of their numbers as far as rounds and others go, with entries of maps that
have key and value in this order. Every other writing is right as well, and not told here.
"""

from __future__ import annotations

from typing import Final

from referee.limits import RECORD_BYTES, ROUNDS
from referee.record.packed_heads import is_plain
from referee.record.packed_reader import DONE, FIRST_LETTER, MORE, MOST_KEPT, MOST_WRITTEN, UNTOLD, PackedReader
from referee.record.packed_round import MOST_SEATS, PackedRound

RECORD: Final = 0x08
ID: Final = 0x12
SEATS: Final = 0x3A
ROUND: Final = 0x42
RESULT: Final = 0x4A
RULES: Final = 0x1A
DIGEST: Final = 0x22
OPTIONS: Final = 0x2A
EVENT: Final = 0x32
NOTES: Final = 0x62
EXTENSIONS: Final = 0x6A
TIME_OUT: Final = 0x72
"""Fields of a record: a number times eight, and the type. Where a record has others it is sealed."""

ELDEST: Final = 0x0A
HANDS: Final = 0x22
UPCARD: Final = 0x2A
STOCK: Final = 0x32
PLAY: Final = 0x42
SCORES: Final = 0x52
TOTALS: Final = 0x5A
REENTER: Final = 0x62
"""Fields of a round."""

KEY: Final = 0x0A
TEXT: Final = 0x12
NUMBER: Final = 0x10
WINNERS: Final = 0x0A
POT: Final = 0x10
NOTE: Final = 0x1A
"""Fields of an entry of a map, and of a result."""

_MOST_HEAD_FIELDS: Final = 200
_KEPT_TAILS: Final = 2_000


class WireReader(PackedReader):
    """Reads messages."""

    __slots__ = ("_seen", "_tails", "_told")

    def __init__(self) -> None:
        self._told = self._seen = 0
        self._tails: dict[bytes, bool] = {}
        super().__init__(escaped=False)

    def open(self, content: bytes) -> bool:
        """Read what stands in front of the rounds of these bytes. IndexError."""
        if len(content) > RECORD_BYTES:
            return False
        self.take(content)
        self._told = self._seen = 0
        parts: list[bytes] = []
        since = fields = 0
        while fields < _MOST_HEAD_FIELDS:
            fields += 1
            start = self.at
            tag = self.octets[start]
            if tag == ROUND:
                if since < start:
                    parts.append(content[since:start])
                self.rest = parts[0] if len(parts) == 1 else b"".join(parts)
                return self.seats > 0 and self._seen == (1 << self.seats) - 1
            if tag == RECORD:
                self.at = start + 2
                if self.octets[start + 1] > 127:
                    return False
                continue
            self.at = start + 1
            length = self._length()
            begin = self.at
            end = begin + length
            if length < 0 or end > self.size:
                return False
            self.at = end
            if tag not in (SEATS, ID):
                if tag not in (RULES, DIGEST, OPTIONS, EVENT):
                    return False
                continue
            if tag == SEATS:
                if not self._seat(begin, end):
                    return False
            elif self.id_end or not length or not self.shown(begin, end, -1):
                return False
            else:
                self.id_at, self.id_end = begin, end
            if since < start:
                parts.append(content[since:start])
            self.at = since = end
        return False

    def following(self, played: PackedRound) -> int:
        """Read the next round. IndexError."""
        if self.at == self.size or self.octets[self.at] != ROUND:
            return DONE if self._end() else UNTOLD
        self.at += 1
        length = self._length()
        end = self.at + length
        if length < 0 or end > self.size or self._told == ROUNDS:
            return UNTOLD
        self._told += 1
        self.begin()
        played.scored = played.totalled = played.coming = 0
        while self.at < end:
            if not self._field(played):
                return UNTOLD
        return MORE if self.at == end else UNTOLD

    def _end(self) -> bool:
        """What stands behind the rounds: a result, and a few texts."""
        since = self.at
        while self.at < self.size:
            start = self.at
            tag = self.octets[start]
            self.at = start + 1
            length = self._length()
            end = self.at + length
            if length < 0 or end > self.size:
                return False
            if tag == RESULT:
                if since < start or self.resulted or not self._result(self.at, end):
                    return False
                since = end
            elif tag not in (NOTES, EXTENSIONS, TIME_OUT):
                return False
            self.at = end
        return since == self.size or self._tail_is_plain(self.content[since:])

    def _tail_is_plain(self, tail: bytes) -> bool:
        """Whether nothing is to be said of the texts behind the rounds; what was found is remembered."""
        known = self._tails.get(tail)
        if known is None:
            known = is_plain(tail)
            if len(tail) > MOST_KEPT:
                return known
            if len(self._tails) > _KEPT_TAILS:
                self._tails.clear()
            self._tails[tail] = known
        return known

    def _field(self, played: PackedRound) -> bool:
        """Read a field of a round."""
        begin = self.at + 2
        tag, length = self.octets[begin - 2], self.octets[begin - 1]
        if length > 127:  # few parts of a round are so long
            self.at = begin - 1
            length = self._length()
            begin = self.at
            if length < 0:
                return False
        end = begin + length
        self.at = end
        if tag == SCORES:
            seat = self._numbered(begin, end)
            if seat < 0 or played.scored >> seat & 1:
                return False
            played.scored |= 1 << seat
            played.scores[seat] = self.number
        elif tag == TOTALS:
            seat = self._numbered(begin, end)
            if seat < 0 or played.totalled >> seat & 1:
                return False
            played.totalled |= 1 << seat
            played.totals[seat] = self.number
        elif tag == HANDS:
            return self._hand(begin, end)
        elif tag == PLAY:
            if self.play_end:
                return False
            self.play_at, self.play_end = begin, end
        elif tag == STOCK:
            if self.stock_end:
                return False
            self.stock_at, self.stock_end = begin, end
        elif tag == UPCARD:
            if self.upcard_end:
                return False
            self.upcard_at, self.upcard_end = begin, end
        elif tag == REENTER:
            seat = self.octets[begin] - FIRST_LETTER
            if length != 1 or not 0 <= seat < MOST_SEATS or played.coming >> seat & 1:
                return False
            played.coming |= 1 << seat
        elif tag == ELDEST:
            if length != 1 or self.eldest >= 0:
                return False
            self.eldest = self.octets[begin] - FIRST_LETTER
            return 0 <= self.eldest < MOST_SEATS
        else:
            return False
        return True

    # -- parts -------------------------------------------------------------------------------------------------------

    def _length(self) -> int:
        """A whole number of at most three bytes at the place; -1 if it is longer."""
        byte = self.octets[self.at]
        found = byte & 127
        self.at += 1
        if byte > 127:
            byte = self.octets[self.at]
            found |= (byte & 127) << 7
            self.at += 1
            if byte > 127:
                byte = self.octets[self.at]
                found |= byte << 14
                self.at += 1
                if byte > 127:
                    return -1
        return found

    def _signed(self) -> bool:
        """A number with a sign at the place, as it may be written in a record; no for any other."""
        found = self._length()
        if found < 0:
            return False
        self.number = -(found + 1 >> 1) if found & 1 else found >> 1
        return -MOST_WRITTEN <= self.number <= MOST_WRITTEN

    def _key(self, begin: int) -> int:
        """The seat that an entry is of; -1 for none."""
        if self.octets[begin] != KEY or self.octets[begin + 1] != 1:
            return -1
        seat = self.octets[begin + 2] - FIRST_LETTER
        return seat if 0 <= seat < MOST_SEATS else -1

    def _texts(self, begin: int, end: int) -> int:
        """The seat of an entry with a text, which ends where the entry does; the place is at the text. -1 for none."""
        seat = self._key(begin)
        if seat < 0 or self.octets[begin + 3] != TEXT:
            return -1
        self.at = begin + 4
        length = self._length()
        return seat if length >= 0 and self.at + length == end else -1

    def _numbered(self, begin: int, end: int) -> int:
        """The seat of an entry with a number, which is read. -1 for none."""
        seat = self._key(begin)
        if seat < 0 or self.octets[begin + 3] != NUMBER:
            return -1
        self.at = begin + 4
        return seat if self._signed() and self.at == end else -1

    def _hand(self, begin: int, end: int) -> bool:
        seat = self._texts(begin, end)
        if seat < 0 or self.handed >> seat & 1:
            return False
        self.handed |= 1 << seat
        self.hand_at[seat], self.hand_end[seat] = self.at, end
        self.at = end
        return True

    def _seat(self, begin: int, end: int) -> bool:
        seat = self._texts(begin, end)
        if seat < 0 or self._seen >> seat & 1 or not self.shown(self.at, end, seat):
            return False
        self.name_at[seat], self.name_end[seat] = self.at, end
        self._seen |= 1 << seat
        self.seats += 1
        return True

    def _result(self, begin: int, end: int) -> bool:
        """The result of the record."""
        self.resulted, self.at, before = True, begin, 0
        while self.at < end:
            tag = self.octets[self.at]
            if tag < before or (tag == before and tag != WINNERS):
                return False
            before = tag
            self.at += 1
            if tag == POT:
                if not self._signed():
                    return False
                self.pot = self.number
                continue
            length, start = self._length(), self.at
            if length < 0 or start + length > end:
                return False
            if tag == NOTE:
                if not self.shown(start, start + length, -1):
                    return False
            elif tag != WINNERS or length != 1 or not self._won(self.octets[start] - FIRST_LETTER):
                return False
            self.at = start + length
        return self.at == end
