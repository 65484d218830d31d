"""The turn of a state by the texts of its cards, for `turn_wire` as Python runs it.

A state is cut at its lengths, and its cards are counted at once: they are the words of one text, and each card of the
pack is one of these words. What has no cards in it comes again in other games, and is looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.game.state import TURN_PHASES
from referee.limits import HAND_SURPLUS
from referee.record.model import LETTERS
from referee.record.packed_cards import MAY_DISCARD, MAY_RETURN, MAY_TAKE
from referee.service.state_convert import WIRE_PHASES
from referee.service.state_tags import (
    BEHIND_HANDS,
    COUNT,
    FIRST,
    HAND,
    LETTER,
    PHASE,
    PILE,
    ROUND,
    SEAT,
    STANDING,
    STOCK,
    TAKEN,
    TEXT,
    THROWN,
)
from referee.service.state_texts import UNKNOWN
from referee.service.state_wire import StateWire
from referee.service.turn_words import ALLOWED, DRAW, NO_CARD, REFUSED, THROW, UNTOLD, Word, words_of
from referee.service.wire import ONE_BYTE
from referee.service.wire_memo import kept
from referee.table import Table

_NOT_KNOWN: Final = UNKNOWN.encode()
_ENTRY: Final = 7
"""Bytes of an entry of the hands before its cards: two tags with their lengths around a letter, and its own."""

_OTHERS: Final = 512
"""So many standings and rounds without their cards are kept."""

_STATES: Final = 64
_HEARD: Final = 256
"""States kept that were heard of twice, and places for a mark of those that were heard of."""

Turn = tuple[int, bool, bytes, bytes, int, bytes, bytes, bool]
"""The seat to act, whether it is time to discard, its hand, the card taken, how many cards the stock has, the first of
them, the last of the pile, and whether its own seat threw that. A card that is not there is an empty text."""

_Rest = tuple[bool, int]
"""Whether it is time to discard, and who plays first, as a bit."""

_Worded = tuple[int, bytes]
"""A draw, a take or a throw, and the text of the card; an empty one where none is named."""

_NOBODY_KNOWS: Final = frozenset({b"", _NOT_KNOWN})


class TurnTexts:
    """The texts of one table, whose cards are there once each."""

    __slots__ = (
        *("_cards", "_entries", "_heads", "_heard", "_keep", "_most", "_outs", "_rests", "_returned", "_said", "_size"),
        *("_states", "_taken", "_texts", "_thrown", "_throws", "_turns", "_words"),
    )

    def __init__(self, table: Table, states: StateWire, allowed: Sequence[int], keep: int) -> None:
        """`states` reads those parts of a state that have no cards in them.

        `allowed`: what may be done with each kind (`PackedCards`). `keep`: so many cards the stock keeps.
        """
        letters = LETTERS[: table.seats].encode()
        self._states, self._keep = states, keep
        self._size, self._most = table.pack.size, table.hand_size + HAND_SURPLUS
        self._texts = texts = [kind.text.encode() for kind in table.pack.kinds]
        self._cards = frozenset(texts)
        self._thrown, self._returned, self._taken = [
            frozenset([text for text, may in zip(texts, allowed, strict=True) if may & what])
            for what in (MAY_DISCARD, MAY_RETURN, MAY_TAKE)
        ]
        self._heads = {
            bytes([PHASE, WIRE_PHASES[phase], SEAT, 1, letter]): seat
            for phase in TURN_PHASES
            for seat, letter in enumerate(letters)
        }
        longest = self._most * (max([len(text) for text in texts]) + 1)
        self._entries = {
            bytes([HAND, size + 5, LETTER, 1, letter, TEXT, size]): 1 << seat
            for size in range(min(longest, ONE_BYTE - 5))
            for seat, letter in enumerate(letters)
        }
        alike = bytes([letters[0] if byte in letters else byte for byte in range(256)])
        self._throws = alike, bytes([THROWN, 1, letters[0]])
        self._words = {said: self._worded(word) for said, word in words_of(table).items()}
        self._said: list[dict[bytes, _Worded]] = [{} for _ in letters]
        self._outs: dict[bytes, int] = {}
        self._rests: dict[bytes, _Rest] = {}
        self._turns: dict[bytes, Turn] = {}
        self._heard = [0] * _HEARD

    def learn(self, said: bytes, seat: int, word: Word) -> None:
        """What is said where a seat is to act means this, in every game."""
        kept(self, self._said[seat], said, self._worded(word), _OTHERS)

    def _worded(self, word: Word) -> _Worded:
        way, kind = word
        return way, b"" if kind == NO_CARD else self._texts[kind]

    def judge(self, content: bytes, at: int, end: int, said: bytes) -> int:
        """What is told of a play in the state from `at` to `end`. LookupError and DecodeError where it is UNTOLD."""
        state = content[at:end]
        turn = self._turns.get(state)
        if turn is None:
            turn = self._turn(content, at, end)
            mark = hash(state)
            place = mark % _HEARD
            if self._heard[place] == mark:
                kept(self, self._turns, state, turn, _STATES)
            self._heard[place] = mark
        seat, discarding, hand, taken, stock, first, last, own = turn
        way, card = self._words.get(said) or self._said[seat][said]
        if way == THROW:
            may = self._returned if card == taken else self._thrown
            return ALLOWED if discarding and card in may and card in hand.split(b" ") else REFUSED
        if discarding:
            return REFUSED
        if way == DRAW:
            if card and first in _NOBODY_KNOWS:
                return UNTOLD
            return ALLOWED if stock > self._keep and card in {b"", first} else REFUSED
        if own:
            return UNTOLD
        return ALLOWED if last in self._taken and card in {b"", last} else REFUSED

    def _turn(self, content: bytes, at: int, end: int) -> Turn:
        """The turn in the state from `at` to `end`. LookupError and DecodeError where that takes a closer look."""
        start = at + 5 + content[at + 3]
        before, size, place = content[at:start], content[start], start + 1
        if size >= ONE_BYTE:
            size, place = size + (content[place] - 1) * ONE_BYTE, place + 1
        seat = self._heads[content[place : place + 5]]
        out = self._outs.get(before)
        if out is None:
            out = self._out(before)
        if place + size != end or content[place + 1] != content[at + 1]:
            raise LookupError
        at, count, pile = place + 5, -1, b""
        if content[at] == COUNT:
            count, at = content[at + 1], at + 2
        if content[at] == PILE:
            size, at = content[at + 1], at + 2
            if size >= ONE_BYTE:
                size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
            pile, at = content[at : at + size], at + size
        dealt, own, hand, cards = 0, 1 << seat, b"", []
        while content[at] == HAND:
            start = at + _ENTRY
            whose, at = self._entries[content[at:start]], start + content[start - 1]
            held = content[start:at]
            if dealt & whose or held.count(b" ") >= self._most:
                raise LookupError
            dealt |= whose
            if whose == own:
                hand = held
            cards.append(held)
        if not hand or dealt & out or _NOT_KNOWN in hand or b"" in cards:
            raise LookupError
        taken, start = b"", at
        if content[at] == TAKEN:
            start = at + 2 + content[at + 1]
            taken = content[at + 2 : start]
        found = BEHIND_HANDS.match(content, start)
        assert found is not None  # though it may be empty
        said = content[place : place + 5] + content[start : found.end()]
        stock, first, thrower, at = self._lying(content, found.end(), end, count, pile, cards)
        said += content[at:end]
        discarding, eldest = self._rests.get(said) or self._rest(said)
        if not dealt & eldest or (taken and not (discarding and taken in hand.split(b" "))):
            raise LookupError
        return seat, discarding, hand, taken, stock, first, pile[pile.rfind(b" ") + 1 :], thrower == seat

    def _lying(  # noqa: PLR0917 - the rest of the one before
        self, content: bytes, at: int, end: int, count: int, pile: bytes, cards: list[bytes]
    ) -> tuple[int, bytes, int, int]:
        """The cards of the stock, its first, who threw the last of the pile, and where its throwers end. LookupError.

        `cards`: the hands. With what lies there they have each card of the pack once.
        """
        many = hidden = count
        first = b""
        if at < end and content[at] == STOCK:
            size, at = content[at + 1], at + 2
            if size >= ONE_BYTE:
                size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
            stock, at = content[at : at + size], at + size
            many, hidden, first = stock.count(b" ") + 1, 0, stock.partition(b" ")[0]
            if 0 <= count != many:
                raise LookupError
            cards.append(stock)
        if pile:
            cards.append(pile)
        words = b" ".join(cards).split(b" ")
        if hidden < 0:
            many = hidden = self._size - len(words)
        # each card that is known takes one of those left, but if another has taken it
        left = len(self._cards.difference(words))
        if hidden < 0 or count >= ONE_BYTE or len(words) + hidden != self._size:
            raise LookupError
        if left and (left != words.count(_NOT_KNOWN) + hidden or (pile and words[-1] == _NOT_KNOWN)):
            raise LookupError
        thrower = -1
        if at < end and content[at] == THROWN:
            thrown = pile.count(b" ") + 1 if pile else 0
            while content[at] == THROWN and not content[at + 1]:
                thrown, at = thrown - 1, at + 2
            start, at = at, at + 3 * thrown
            alike, one = self._throws
            if thrown < 0 or content[start:at].translate(alike) != one * thrown:
                raise LookupError
            thrower = content[at - 1] - FIRST if thrown else -1
        if at > end:
            raise LookupError
        return many, first, thrower, at

    def _out(self, before: bytes) -> int:
        """The seats that are out, as bits, by what stands before the round and its length. LookupError, DecodeError."""
        if before[0] != PHASE or before[2] != STANDING or before[3] >= ONE_BYTE or before[4 + before[3]] != ROUND:
            raise LookupError
        _, out = self._states.standing(before[4:-1])
        return kept(self, self._outs, before, sum([1 << seat for seat in out]), _OTHERS)

    def _rest(self, said: bytes) -> _Rest:
        """What has no cards in it. LookupError, DecodeError."""
        rest = self._states.rest(said)
        if not rest.usual:
            raise LookupError
        return kept(self, self._rests, said, (rest.discarding, 1 << rest.eldest), _OTHERS)

    def forget(self) -> None:
        """Keep nothing."""
        self._turns.clear()
        self._outs.clear()
        self._rests.clear()
        for words in self._said:
            words.clear()
