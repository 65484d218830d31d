"""The cards of a state by their texts, for `turn_wire` as Python runs it: what was met before is looked up.

Cards are bits of a number. A game differs from the one before by a card or two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Final

from referee.record.model import LETTERS
from referee.service.state_tags import BEHIND_HANDS, BOTTOM, FIRST, HANDS_KEPT
from referee.service.state_texts import UNKNOWN
from referee.service.turn_words import NO_CARD
from referee.service.wire_memo import kept

_BLANK: Final = ord(" ")
_NOT_KNOWN: Final = UNKNOWN.encode()

_OTHERS: Final = 512
"""So many piles and stocks of one table are kept."""

_STATES: Final = 64
_HEARD: Final = 256
"""States kept that were heard of twice, and places for a mark of those that were heard of."""

Turn = tuple[int, int, int, int, int, int, int, int]
"""The seat to act, and what its turn hangs on (`TurnWire._told`)."""

_Hand = tuple[int, int, int, int]
"""A seat, its cards, how many are known and how many there are."""

_Lying = tuple[int, int, int, int]
"""How many cards lie there, how many of them are known, those, and the kind of the one on top."""


class TurnTexts:
    """The texts of one table. A card that is there twice is added twice."""

    __slots__ = ("_hands", "_heard", "_most", "_numbers", "_piles", "_seats", "_stocks", "_thrown", "_tops", "turns")

    def __init__(self, places: Mapping[bytes, int], seats: int, most: int) -> None:
        """`places`: the kinds by their texts; `most` cards are in a hand."""
        self._seats, self._most = seats, most
        self._numbers = {text: 1 << kind for text, kind in places.items()} | {_NOT_KNOWN: 0}
        self._tops = {**places, _NOT_KNOWN: NO_CARD}
        self._thrown = re.compile(rb"(?:r\x00)*((?:r\x01[%c-%c])*)" % (FIRST, ord(LETTERS[seats - 1])))
        self.turns: dict[bytes, Turn] = {}
        """The turns of whole states."""
        self._heard = bytearray(_HEARD)
        self._hands: dict[bytes, _Hand] = {}
        self._piles: dict[bytes, tuple[bytes, list[int]]] = {}
        self._stocks: dict[bytes, tuple[bytes, list[int]]] = {}

    def heard_of(self, state: bytes, turn: Turn) -> None:
        """Keep a state that was heard of before: most are asked about once, and are then only in the way."""
        place, mark = hash(state) % _HEARD, hash(state) // _HEARD % 256
        if self._heard[place] == mark:
            kept(self, self.turns, state, turn, _STATES)
        self._heard[place] = mark

    def hand(self, entry: bytes) -> _Hand:
        """An entry of the hands, whose lengths are right. LookupError."""
        return self._hands.get(entry) or self._met(entry)

    def _met(self, entry: bytes) -> tuple[int, int, int, int]:
        """The seat of an entry, its cards, how many are known and how many there are. LookupError."""
        text, seat = entry[7:], entry[4] - FIRST
        numbers = [self._numbers[word] for word in text.split(b" ")] if text else []
        many = len(numbers)
        if not 0 <= seat < self._seats or many > self._most:
            raise LookupError
        found = seat, sum(numbers), many - numbers.count(0), many
        return kept(self, self._hands, entry, found, HANDS_KEPT)

    def pile(self, text: bytes) -> _Lying:
        """The cards of a pile, its last one on top. It grows at its end, so most was met before. LookupError."""
        key, size, many = text[:BOTTOM], len(text), text.count(b" ") + 1
        whole, sums = self._piles.get(key) or (b"", [0])
        if not (whole.startswith(text) and (size == len(whole) or whole[size] == _BLANK)):
            more = text.split(b" ")
            if not (whole and text.startswith(whole) and text[len(whole)] == _BLANK):
                sums = [0]
            met = len(sums) - 1
            added = [self._numbers[word] for word in more[met:]]
            sums = [*sums[:met], *accumulate(added, initial=sums[met])]
            kept(self, self._piles, key, (text, sums), _OTHERS)
        return many, many - text.count(_NOT_KNOWN), sums[many], self._tops[text[text.rfind(b" ") + 1 :]]

    def stock(self, text: bytes) -> _Lying:
        """The cards of a stock, its first one on top. It shrinks there: all was met before. LookupError."""
        key, many = text[-BOTTOM:], text.count(b" ") + 1
        whole, sums = self._stocks.get(key) or (b"", [0])
        above = len(whole) - len(text)
        if not (text and whole.endswith(text) and (not above or whole[above - 1] == _BLANK)):
            words = text.split(b" ")
            sums = list(accumulate([self._numbers[word] for word in reversed(words)], initial=0))
            kept(self, self._stocks, key, (text, sums), _OTHERS)
        return many, many - text.count(_NOT_KNOWN), sums[many], self._tops[text.partition(b" ")[0]]

    @staticmethod
    def behind_hands(content: bytes, at: int) -> int:
        """Where what stands between the hands and the stock ends."""
        found = BEHIND_HANDS.match(content, at)
        assert found is not None  # though it may be empty
        return found.end()

    def behind_throwers(self, content: bytes, at: int, many: int) -> int:
        """Where as many throwers end as the pile has cards, nobody the first of them. LookupError."""
        found = self._thrown.match(content, at)
        assert found is not None  # though it may be empty
        start, end = found.span(1)
        if (start - at) // 2 + (end - start) // 3 != many:
            raise LookupError
        return end

    def forget(self) -> None:
        """Keep nothing."""
        self.turns.clear()
        self._hands.clear()
        self._piles.clear()
        self._stocks.clear()
