"""Turns from bytes: a draw, a take or a discard judged on a GameState as it lies on the wire, and nothing made of it.

The cards of a state are bits of a number, and whether they may be thrown or taken is looked up. That tells all where
each card is there once, and where the rules of a turn ask about nothing but the card. What is told is what
`StateWire` reads and `checks.fault_of` says of it; what is laid out otherwise, or asks for more, is left to those.

Compiled, cards are read byte by byte; as Python, they are the words of one text (`turn_texts`).
"""

from __future__ import annotations

from typing import Final

from google.protobuf.message import DecodeError

from referee.game.actions import Discard, DrawStock, Pass, TakeUpcard
from referee.limits import HAND_SURPLUS
from referee.native import in_use
from referee.record.fast_rules import RoundRules
from referee.record.packed_cards import MAY_DISCARD, MAY_RETURN, MAY_TAKE, PackedCards
from referee.service.state_tags import (
    BARRED,
    COUNT,
    ELDEST,
    FAULTY,
    FIRST,
    HAND,
    LETTER,
    PHASE,
    PILE,
    RESHUFFLES,
    ROUND,
    SEAT,
    STANDING,
    STOCK,
    TAKEN,
    TEXT,
    THROWN,
    TURNS,
)
from referee.service.state_texts import UNKNOWN
from referee.service.state_wire import StateWire
from referee.service.turn_texts import TurnTexts
from referee.service.turn_words import ALLOWED, DRAW, NO_CARD, REFUSED, TAKE, THROW, UNTOLD, Word, words_of
from referee.service.wire import ONE_BYTE
from referee.service.wire_memo import kept
from referee.table import Table

_BLANK: Final = ord(" ")
_NOT_KNOWN: Final = ord(UNKNOWN)

_OTHERS: Final = 512
"""So many words, standings and rounds without their cards are kept."""


class TurnWire:
    """The turns of one table. `open` is no where they have to be judged with care."""

    __slots__ = (
        "_allowed",
        "_at",
        "_bits",
        "_dealt",
        "_first",
        "_hand_bits",
        "_held",
        "_keep",
        "_known",
        "_last",
        "_many",
        "_most",
        "_places",
        "_rests",
        "_said",
        "_scans",
        "_seats",
        "_size",
        "_standings",
        "_states",
        "_steps",
        "_texts",
        "_words",
        "open",
    )

    def __init__(self, table: Table) -> None:
        rules, pack = RoundRules(table), table.pack
        cards = PackedCards.of(rules)
        self._states = table.derived(StateWire)
        self._seats, self._most, self._size = table.seats, table.hand_size + HAND_SURPLUS, pack.size
        self._keep = rules.keep
        self._scans = in_use()
        steady = rules.next_card == "turned_up" and rules.may_take.answers is not None
        self.open = steady and cards is not None and cards.many == 1
        if cards is not None:
            self._allowed, self._steps = cards.allowed, cards.steps
        self._places: dict[bytes, int] = {kind.text.encode(): kind.index for kind in pack.kinds}
        self._texts = TurnTexts(table, self._states, cards.allowed, rules.keep) if cards and self.open else None
        self._words = words_of(table) if self.open else {}
        self._said: list[dict[bytes, Word]] = [{} for _ in range(table.seats)]
        self._standings: dict[bytes, int] = {}
        self._rests: dict[bytes, int] = {}
        self._at = self._bits = self._known = self._many = self._dealt = self._held = self._hand_bits = 0
        self._first = self._last = NO_CARD

    @classmethod
    def of(cls, table: Table) -> TurnWire:
        """That of a table; `Table.derived` keeps it."""
        return cls(table)

    def learn(self, said: bytes, seat: int, action: DrawStock | TakeUpcard | Pass | Discard) -> None:
        """What is said where a seat is to act means this action, in every game."""
        way = {DrawStock: DRAW, TakeUpcard: TAKE, Discard: THROW}.get(type(action))
        card = None if isinstance(action, Pass) else action.card
        if way is not None and action.seat == seat:
            word = kept(self, self._said[seat], said, (way, NO_CARD if card is None else card.index), _OTHERS)
            if self._texts is not None:
                self._texts.learn(said, seat, word)

    def judge(self, content: bytes, at: int, end: int, said: bytes) -> int:
        """What is told of a play in the state that lies from `at` to `end`: ALLOWED, REFUSED or UNTOLD."""
        try:
            if self._scans or self._texts is None:
                return self._judged(content, at, end, said)
            return self._texts.judge(content, at, end, said)
        except (LookupError, DecodeError):  # it ends where a field should be, or names a card in other words
            return UNTOLD

    def _judged(self, content: bytes, at: int, end: int, said: bytes) -> int:
        """Up to the round, which ends where the state does. LookupError, DecodeError."""
        if content[at] != PHASE or content[at + 2] != STANDING:
            return UNTOLD
        phase, start = content[at + 1], at + 3
        size = self._length(content, start)
        standing, at = content[self._at : self._at + size], self._at + size
        if content[at] != ROUND:
            return UNTOLD
        start = at + 1
        size, at = self._length(content, start), self._at
        if at + size != end or content[at] != PHASE or content[at + 1] != phase or content[at + 2] != SEAT:
            return UNTOLD
        seat = content[at + 4] - FIRST
        if content[at + 3] != 1 or not 0 <= seat < self._seats:
            return UNTOLD
        word = self._words.get(said) or self._said[seat].get(said)
        if word is None:
            return UNTOLD
        known = self._standings.get(standing)
        out = self._standing(standing) if known is None else known
        return self._round(content, at, end, seat, out, word)

    def _round(self, content: bytes, at: int, end: int, seat: int, out: int, word: Word) -> int:  # noqa: PLR0917 - what was read of the state
        """The round, field by field. LookupError, DecodeError."""
        head, at = content[at : at + 5], at + 5
        self._bits = self._known = 0
        count = -1
        if content[at] == COUNT:
            count, at = content[at + 1], at + 2
        pile, last = 0, NO_CARD
        if content[at] == PILE:
            at = self._lying(content, at)
            pile, last = self._many, self._last
            if last == NO_CARD:
                return UNTOLD
        at = self._hands(content, at, seat)
        taken, start = NO_CARD, at
        if content[at] == TAKEN:
            start = at + 2 + content[at + 1]
            taken = self._places[content[at + 2 : start]]
        at = self._behind_hands(content, start)
        middle = content[start:at]
        stock, first = count if count >= 0 else self._size - self._held - pile, NO_CARD
        if at < end and content[at] == STOCK:
            at = self._lying(content, at)
            stock, first = self._many, self._first
        # a sum of cards has one bit less for every card that is twice in it
        if stock < 0 or self._held + stock + pile != self._size or _count(self._bits) != self._known:
            return UNTOLD
        if count >= 0 and (count != stock or count >= ONE_BYTE):
            return UNTOLD
        start, thrower = at, -1
        if at < end and content[at] == THROWN:
            at = self._throwers(content, at, pile)
            thrower = content[at - 1] - FIRST if content[at - 2] == 1 else -1
        if at > end:
            return UNTOLD
        told = head + middle + content[at:end]
        rest = self._rests.get(told)
        number = self._rest(told) if rest is None else rest
        if number < 0 or not self._dealt >> (number >> 1) & 1 or self._dealt & out:
            return UNTOLD
        discarding, hand = number & 1, self._hand_bits
        if taken != NO_CARD and not (discarding and hand >> taken & 1):
            return UNTOLD
        own = thrower == seat
        return self._told(word, discarding, hand, taken, stock, first, last, own)

    def _told(  # noqa: PLR0917 - all that a turn hangs on
        self, word: Word, discarding: int, hand: int, taken: int, stock: int, first: int, last: int, own: int
    ) -> int:
        """What the rules say: `first` lies on top of the stock, `last` of the pile, where its own seat threw it."""
        way, card = word
        if way == THROW:
            may = MAY_RETURN if card == taken else MAY_DISCARD
            return ALLOWED if discarding and hand >> card & 1 and self._allowed[card] & may else REFUSED
        if discarding:
            return REFUSED
        if way == DRAW:
            if card != NO_CARD and first == NO_CARD:
                return UNTOLD
            return ALLOWED if stock > self._keep and card in {NO_CARD, first} else REFUSED
        if own:
            return UNTOLD
        return ALLOWED if last != NO_CARD and card in {NO_CARD, last} and self._allowed[last] & MAY_TAKE else REFUSED

    # -- cards -------------------------------------------------------------------------------------------------------

    def _length(self, content: bytes, at: int) -> int:
        """The length that begins at a place; what it is of begins at `_at`. LookupError."""
        size = content[at]
        if size < ONE_BYTE:
            self._at = at + 1
            return size
        self._at = at + 2
        return size + (content[at + 1] - 1) * ONE_BYTE

    def _lying(self, content: bytes, at: int) -> int:
        """The stock, whose top comes first, or the pile, whose top comes last, is added; where it ends. LookupError."""
        size = self._length(content, at + 1)
        at, end = self._at, self._at + size
        self._cards(content, at, end)
        return end

    def _hands(self, content: bytes, at: int, seat: int) -> int:
        """All hands are added, `_dealt` to whom and `_held` how many cards; where they end. LookupError.

        That of the seat to act is `_hand_bits`: it is there, and all of it known.
        """
        self._dealt = self._held = 0
        while content[at] == HAND:
            start, at = at, at + 2 + content[at + 1]
            before, known = self._bits, self._known
            other = self._hand(content, start, at)
            if self._dealt >> other & 1:
                raise LookupError
            self._dealt |= 1 << other
            self._held += self._many
            if other == seat:
                self._hand_bits = self._bits - before
                if self._known - known != self._many:
                    raise LookupError
        if not self._dealt >> seat & 1:
            raise LookupError
        return at

    def _hand(self, content: bytes, at: int, end: int) -> int:
        """The seat of an entry of the hands; its cards are added to those that were seen. LookupError."""
        size = content[at + 1]
        if size >= ONE_BYTE or content[at + 2] != LETTER or content[at + 3] != 1:
            raise LookupError
        if content[at + 5] != TEXT or content[at + 6] != size - 5:
            raise LookupError
        seat = content[at + 4] - FIRST
        if end > at + 7:
            self._cards(content, at + 7, end)
        else:
            self._many = 0
        if not 0 <= seat < self._seats or self._many > self._most:
            raise LookupError
        return seat

    def _cards(self, content: bytes, at: int, end: int) -> int:
        """Cards byte by byte: they are added to those that were seen; how many, which first and last. LookupError."""
        steps, node, bits, known, many, kind, one = self._steps, 0, self._bits, self._known, 0, NO_CARD, 1
        while True:
            byte = content[at]
            step = steps[node + byte]
            at += 1
            if step > 0:
                node = step
                continue
            if step < 0:
                kind = -1 - step
                bits += one << kind
                known += 1
            elif node or byte != _NOT_KNOWN:
                raise LookupError
            else:
                kind = NO_CARD
            if not many:
                self._first = kind
            many += 1
            if at >= end:
                break
            if content[at] != _BLANK:
                raise LookupError
            at, node = at + 1, 0
        if at != end:
            raise LookupError
        self._bits, self._known, self._many, self._last = bits, known, many, kind
        return many

    # -- what has no cards in it -------------------------------------------------------------------------------------

    def _behind_hands(self, content: bytes, at: int) -> int:
        """Where what stands between the hands and the stock ends. LookupError."""
        while True:
            tag, size = content[at], content[at + 1]
            if tag in {TURNS, FAULTY}:
                if size not in {5, 6}:
                    return at
                at += 2 + size
            elif tag in {BARRED, ELDEST}:
                if size != 1:
                    return at
                at += 3
            elif tag == RESHUFFLES and size < ONE_BYTE:
                at += 2
            else:
                return at

    def _throwers(self, content: bytes, at: int, many: int) -> int:
        """Where as many throwers end as the pile has cards, nobody the first of them. LookupError."""
        nobody = True
        while content[at] == THROWN:
            many -= 1
            if content[at + 1]:
                nobody = False
                if content[at + 1] != 1 or not 0 <= content[at + 2] - FIRST < self._seats:
                    raise LookupError
                at += 3
            elif nobody:
                at += 2
            else:
                raise LookupError
        if many:
            raise LookupError
        return at

    def _standing(self, said: bytes) -> int:
        """The seats that are out by a standing, as bits. LookupError, DecodeError."""
        _, out = self._states.standing(said)
        return kept(self, self._standings, said, sum([1 << seat for seat in out]), _OTHERS)

    def _rest(self, said: bytes) -> int:
        """Who plays first and, in the lowest bit, whether it is time to discard; -1 where it takes a closer look."""
        rest = self._states.rest(said)
        return kept(self, self._rests, said, rest.eldest << 1 | rest.discarding if rest.usual else -1, _OTHERS)

    def forget(self) -> None:
        """Keep nothing."""
        self._standings.clear()
        self._rests.clear()
        for words in self._said:
            words.clear()
        if self._texts is not None:
            self._texts.forget()


def _count(cards: int) -> int:
    """How many bits are set."""
    return cards.bit_count()
