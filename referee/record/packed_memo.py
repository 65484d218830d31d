"""What was met before, by one machine word: a table of words with one for each, looked up without a Python number.

This is for the packed road alone: where it is compiled no other thread comes between two steps of a call. The plain
form is its twin in tests, and for one thread.
"""

from __future__ import annotations

from array import array


class WordMemo:
    """Answers by word. Keys are below 2**62, answers are whole numbers from 0 to 2**62.

    It has room for `2**bits` words at first and for `2**most_bits` in the end; half of them are used, then all are
    forgotten.
    """

    __slots__ = ("_all", "_keys", "_least_shift", "_mask", "_shift", "_spread", "_used", "_values")

    def __init__(self, bits: int, most_bits: int) -> None:
        self._spread, self._all = 0x1E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF
        self._least_shift = 64 - most_bits
        self._empty(1 << bits, 64 - bits)

    def get(self, key: int) -> int:
        """The answer for a word; -1 if none is known."""
        place = (key * self._spread & self._all) >> self._shift
        wanted = key + 1
        held = self._keys[place]
        while held != wanted:
            if held == 0:
                return -1
            place = place + 1 & self._mask
            held = self._keys[place]
        return self._values[place]

    def put(self, key: int, value: int) -> None:
        """Remember the answer for a word that has none."""
        if 2 * self._used > self._mask:
            self._make_room()
        self._keep(key, value)

    def _keep(self, key: int, value: int) -> None:
        place = (key * self._spread & self._all) >> self._shift
        while self._keys[place] != 0:
            place = place + 1 & self._mask
        self._values[place] = value
        self._keys[place] = key + 1
        self._used += 1

    def _make_room(self) -> None:
        """Twice as large, or empty where it is as large as it may be."""
        shift = self._shift
        if shift <= self._least_shift:
            self._empty(self._mask + 1, shift)
            return
        held = [(key - 1, value) for key, value in zip(list(self._keys), list(self._values), strict=True) if key]
        self._empty(2 * (self._mask + 1), shift - 1)
        for key, value in held:
            self._keep(key, value)

    def _empty(self, room: int, shift: int) -> None:
        keys, values = array("Q", bytes(8 * room)), array("q", bytes(8 * room))
        self._keys, self._values = memoryview(keys), memoryview(values)
        self._shift, self._mask, self._used = shift, room - 1, 0
