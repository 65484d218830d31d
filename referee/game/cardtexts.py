"""Canonical texts of cards to a mask by their characters: for the compiled form, where that is a matter of a few steps.

A text is the number that its characters make, eight bits each, and a table tells the card of such a number: it is found
at the place that some bits of a product of the number give, which are different for all cards of the pack. Plain Python
looks texts up in a dictionary instead.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

_PLACES = 1 << 10
"""Places of a table, for some fifty cards."""

_SHIFT = 16
"""Where in a product the bits of a place begin."""

_MOST_SIGNS = 4
"""Characters of a text: more do not fit the number."""

_LARGEST = (1 << 8 * _MOST_SIGNS) - 1
"""The largest number that a text can make."""

_LAST_SIGN = 127
"""The last character that there may be in a text."""

_TIMES = 0x1E3779B1
"""The first factor of a code that is tried; with it a product is a machine word."""


class CardTexts:
    """The texts of one table, `spelt`: what each adds to a mask.

    Cards whose bit is below `beyond` are in a hand once. No hand has more than `cards`, and no text of one more than so
    many `characters`.
    """

    __slots__ = ("_beyond", "_bits", "_cards", "_characters", "_codes", "_last", "_shift", "_times")

    def __init__(self, spelt: Mapping[str, int], beyond: int, cards: int, characters: int) -> None:
        self._beyond = beyond
        self._cards = cards
        self._characters = characters
        self._last = _PLACES - 1
        self._shift = _SHIFT
        coded = {
            sum([ord(sign) << 8 * at for at, sign in enumerate(reversed(text))]): bit
            for text, bit in spelt.items()
            if 0 < len(text) <= _MOST_SIGNS and text.isascii()
        }
        times = _TIMES
        while len({code * times >> _SHIFT & _PLACES - 1 for code in coded}) < len(coded):
            times += 2
        codes, bits = [0] * _PLACES, [0] * _PLACES
        for code, bit in coded.items():
            place = code * times >> _SHIFT & _PLACES - 1
            codes[place], bits[place] = code, bit
        self._times = times
        self._codes = array("q", codes)
        self._bits = array("q", bits)

    def mask_of(self, cards: Sequence[str] | str) -> int:
        """The mask of a hand given as text, or as a text for each card; -1 for other texts, and with a card twice."""
        if type(cards) is str:
            return self._of_text(cards)
        if len(cards) > self._cards:
            return -1
        mask = 0
        for word in cards:
            if type(word) is not str:
                return -1
            mask = self._with(mask, self._code_of(word))
            if mask < 0:
                return -1
        return mask

    def _of_text(self, text: str) -> int:
        """The same of one text, with spaces between the cards."""
        if len(text) > self._characters:
            return -1
        mask = code = count = 0
        for sign in text:
            if sign != " ":
                code = code << 8 | ord(sign)
                if ord(sign) > _LAST_SIGN or code > _LARGEST or not ord(sign):  # a NUL in front would add nothing
                    return -1
            elif code:
                mask = self._with(mask, code)
                if mask < 0:
                    return -1
                count += 1
                code = 0
        if code:
            mask = self._with(mask, code)
            count += 1
        return mask if count <= self._cards else -1

    def _with(self, mask: int, code: int) -> int:
        """A mask with one card more; -1 for a text that is none here, or a card that is there."""
        bit = self._bit_of(code)
        return -1 if not bit or (bit < self._beyond and mask & bit) else mask + bit

    def _code_of(self, word: str) -> int:
        """The number that the characters of a text make; 0 for one that is none here."""
        size, code = len(word), 0
        if size > _MOST_SIGNS:
            return 0
        for at in range(size):
            sign = ord(word[at])
            if sign > _LAST_SIGN or not sign:
                return 0
            code = code << 8 | sign
        return code

    def _bit_of(self, code: int) -> int:
        """What a text adds to a mask; 0 for one that is none here."""
        place = code * self._times >> self._shift & self._last
        return self._bits[place] if code and self._codes[place] == code else 0
