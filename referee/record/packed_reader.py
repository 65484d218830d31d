"""What both readers of bytes have in common: where the parts of a record stand, and the texts that only people read.

A reader goes once over the bytes of a record: first over its head, then from round to round, then over its end. It
makes nothing of a round but the places of its texts and the numbers that were written. Whatever is not plain ends with
nothing said; an index beyond the bytes is an IndexError, for whoever reads a whole record.
"""

from __future__ import annotations

from typing import Final

from referee.record.model import LETTERS
from referee.record.naming import looks_empty
from referee.record.packed_round import MOST_SEATS, PackedRound, row

MORE: Final = 1
DONE: Final = 0
UNTOLD: Final = -1
"""What comes of a step: a round · there are no more, and the record has ended as it should · nothing is said."""

FIRST_LETTER: Final = ord("A")
MOST_WRITTEN: Final = 999_999
"""The greatest number that a record may have, without its sign."""

_FIRST: Final = FIRST_LETTER
_BEHIND: Final = FIRST_LETTER + MOST_SEATS
"""The letters of seats begin here, and end in front of this one: for native code, where others read the former."""

MOST_KEPT: Final = 2_000
"""The bytes of the longest text that is remembered: records may have notes of any length."""

_KEPT_TEXTS: Final = 20_000
"""Texts remembered that were looked at one by one; all are forgotten when there are more."""


class PackedReader:
    """One record being read. A place in its bytes is where a text begins, an end the place behind it.

    Of the head: `rest`, all of it but what changes from game to game, `seats`, how many there are, `name_at` and
    `name_end` by seat, and the place of the `id`; of JSON also where the rounds begin (`head_end`). Of each round:
    `eldest`, a seat, -1 where nobody says; `hand_at` and `hand_end` by seat, those there are as bits of `handed`; the
    places of upcard, stock and play; its numbers are in the `PackedRound`. Of the end: whether there is a result
    (`resulted`), its `winners` as bits, and its `pot`. `number` is the last one that was read.

    `least_hand` and `least_stock` are said by whoever knows the table: the least bytes of a hand, and of a stock
    that is written. `escaped`: within a play a line ends with a backslash and an n.
    """

    __slots__ = (
        "_known",
        "at",
        "content",
        "eldest",
        "escaped",
        "hand_at",
        "hand_end",
        "handed",
        "head_end",
        "id_at",
        "id_end",
        "least_hand",
        "least_stock",
        "name_at",
        "name_end",
        "number",
        "octets",
        "play_at",
        "play_end",
        "pot",
        "rest",
        "resulted",
        "seats",
        "size",
        "stock_at",
        "stock_end",
        "upcard_at",
        "upcard_end",
        "winners",
    )

    def __init__(self, *, escaped: bool) -> None:
        self.hand_at, self.hand_end = row(), row()
        self.name_at, self.name_end = row(), row()
        self.escaped = escaped
        self._known: dict[bytes, bool] = {}
        self.least_hand = self.least_stock = 0
        self.take(b"")

    def take(self, content: bytes) -> None:
        """Begin with these bytes."""
        self.content = self.octets = content
        self.size = len(content)
        self.rest = b""
        self.at = self.head_end = self.id_at = self.id_end = self.seats = self.winners = self.pot = self.number = 0
        self.resulted = False
        self.begin()

    def begin(self) -> None:
        """Nothing of the round is known."""
        self.eldest = -1
        self.handed = self.upcard_at = self.upcard_end = self.stock_at = self.stock_end = 0
        self.play_at = self.play_end = 0

    def open(self, content: bytes) -> bool:
        """Read the head of these bytes. IndexError."""
        raise NotImplementedError

    def following(self, played: PackedRound) -> int:
        """Read the next round: MORE, DONE or UNTOLD. IndexError."""
        raise NotImplementedError

    def _won(self, seat: int) -> bool:
        """A winner; no if that is no seat, or was one already."""
        if not 0 <= seat < self.seats or self.winners >> seat & 1:
            return False
        self.winners |= 1 << seat
        return True

    def text(self, at: int, end: int) -> str:
        """The text that stands there, which was looked at."""
        return self.content[at:end].decode() if at < end else ""

    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple([self.text(self.name_at[seat], self.name_end[seat]) for seat in range(self.seats)])

    def shown(self, at: int, end: int, name: int) -> bool:
        """Whether a text is one that people can read. IndexError.

        `name`: it is that of the seat of this number, -1 for any other text. What is plain ASCII is looked at here; of
        others what was found is remembered.
        """
        letter = -1
        place = at
        while place < end:
            byte = self.octets[place]
            if not 32 <= byte < 127 or (byte == 92 and self.escaped):
                return self._looked(at, end, name)
            if 65 <= byte < 91 or 97 <= byte < 123:
                letter = byte
            place += 1
        if name < 0:
            return True
        if end - at == 1:  # the letter of a seat may be the name of that seat alone
            return letter == _FIRST + name or letter >= _BEHIND
        return letter >= 0 and self.octets[at] > 32 and self.octets[end - 1] > 32

    def _looked(self, at: int, end: int, name: int) -> bool:
        """The same of any text. Escapes of JSON are not told."""
        text = self.content[at:end]
        key = text if name < 0 else text + b"\0"
        known = self._known.get(key)
        if known is None:
            known = not (self.escaped and b"\\" in text) and _readable(text, name >= 0)
            if len(text) > MOST_KEPT:
                return known
            if len(self._known) > _KEPT_TEXTS:
                self._known.clear()
            self._known[key] = known
        return known


def _readable(text: bytes, is_name: bool) -> bool:
    try:
        read = text.decode()
    except UnicodeDecodeError:
        return False
    return read.isprintable() and not (is_name and (looks_empty(read) or read.strip() in LETTERS))
