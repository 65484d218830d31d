"""Turns from bytes: a draw, a take or a discard judged on a GameState as it lies on the wire, and nothing made of it.

The cards of a state are bits of a number, and whether they may be thrown or taken is looked up. That tells all where
each card is there once, and where the rules of a turn ask about nothing but the card. What is told is what
`StateWire` reads and `checks.fault_of` says of it; what is laid out otherwise, or asks for more, is left to those.

Compiled, cards are read byte by byte; as Python, texts that were met before are looked up.
"""

from __future__ import annotations

from typing import Final

from google.protobuf.message import DecodeError

from referee.game.actions import Discard, DrawStock, Pass, TakeUpcard
from referee.limits import HAND_SURPLUS
from referee.native import in_use
from referee.record.fast_rules import RoundRules
from referee.record.model import LETTERS
from referee.record.packed_cards import MAY_DISCARD, MAY_RETURN, MAY_TAKE, PackedCards
from referee.service.state_texts import UNKNOWN
from referee.service.state_wire import StateWire
from referee.service.turn_texts import TurnTexts
from referee.service.wire import ONE_BYTE
from referee.service.wire_memo import kept
from referee.table import Table

UNTOLD: Final = -1
REFUSED: Final = 0
ALLOWED: Final = 1
"""What a turn is told: look with care (less than nothing) · it is not legal · it is."""

DRAW: Final = 0
TAKE: Final = 1
THROW: Final = 2

NO_CARD: Final = -1
"""A card that is not named, or not known."""

# tags of a GameState, of a RoundState and of an entry of its hands or its turns
_PHASE: Final = 0x08
_STANDING: Final = 0x12
_ROUND: Final = 0x1A
_SEAT: Final = 0x12
_COUNT: Final = 0x18
_PILE: Final = 0x22
_HAND: Final = 0x2A
_TAKEN: Final = 0x3A
_TURNS: Final = 0x42
_FAULTY: Final = 0x4A
_BARRED: Final = 0x52
_RESHUFFLES: Final = 0x58
_ELDEST: Final = 0x62
_STOCK: Final = 0x6A
_THROWN: Final = 0x72
_LETTER: Final = 0x0A
_TEXT: Final = 0x12

_FIRST: Final = ord(LETTERS[0])
_BLANK: Final = ord(" ")
_NOT_KNOWN: Final = ord(UNKNOWN)

_OTHERS: Final = 512
"""So many words, standings and rounds without their cards are kept."""
_STATES: Final = 64
_HEARD: Final = 256
"""States kept that were heard of twice, and places for a mark of those that were heard of."""
_Turn = tuple[int, int, int, int, int, int, int, int]
"""The seat to act, and what its turn hangs on (`TurnWire._told`)."""

_Word = tuple[int, int]
"""A draw, a take or a throw, and the kind of the card."""


class TurnWire:
    """The turns of one table. `open` is no where they have to be judged with care."""

    __slots__ = (
        *("_allowed", "_bits", "_first", "_heard", "_keep", "_known", "_last", "_many", "_most", "_places", "_rests"),
        *("_said", "_scans", "_seats", "_size", "_standings", "_states", "_steps", "_texts", "_turn", "_turns"),
        "open",
    )

    def __init__(self, table: Table) -> None:
        rules, pack = RoundRules(table), table.pack
        cards = PackedCards.of(rules)
        self._states = table.derived(StateWire)
        self._seats, self._most, self._size = table.seats, table.hand_size + HAND_SURPLUS, pack.size
        self._keep = rules.keep
        self._scans = in_use()
        self.open = cards is not None and cards.many == 1
        if cards is not None:
            self._allowed, self._steps = cards.allowed, cards.steps
        self._places: dict[bytes, int] = {kind.text.encode(): kind.index for kind in pack.kinds}
        self._texts = TurnTexts(self._places, table.seats, self._most)
        self._said: list[dict[bytes, _Word]] = [{} for _ in range(table.seats)]
        self._turns: dict[bytes, _Turn] = {}
        self._turn: _Turn = (0,) * 8
        self._heard = bytearray(_HEARD)
        self._standings: dict[bytes, int] = {}
        self._rests: dict[bytes, int] = {}
        self._bits = self._known = self._many = 0
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
            kept(self, self._said[seat], said, (way, NO_CARD if card is None else card.index), _OTHERS)

    def judge(self, content: bytes, at: int, end: int, said: bytes) -> int:
        """What is told of a play in the state that lies from `at` to `end`: ALLOWED, REFUSED or UNTOLD."""
        try:
            if self._scans:
                return self._judged(content, at, end, said)
            state = content[at:end]
            turn = self._turns.get(state)
            if turn is None:
                told = self._judged(content, at, end, said)
                if told != UNTOLD:
                    self._heard_of(state)
                return told
            seat, discarding, hand, taken, stock, first, last, own = turn
            word = self._said[seat].get(said)
            return UNTOLD if word is None else self._told(word, discarding, hand, taken, stock, first, last, own)
        except (LookupError, DecodeError):  # it ends where a field should be, or names a card in other words
            return UNTOLD

    def _heard_of(self, state: bytes) -> None:
        """Keep a state that was heard of before: most are asked about once, and are then only in the way."""
        place, mark = hash(state) % _HEARD, hash(state) // _HEARD % 256
        if self._heard[place] == mark:
            kept(self, self._turns, state, self._turn, _STATES)
        self._heard[place] = mark

    def _judged(self, content: bytes, at: int, end: int, said: bytes) -> int:
        """Up to the round, which ends where the state does. LookupError, DecodeError."""
        if content[at] != _PHASE or content[at + 2] != _STANDING:
            return UNTOLD
        phase, size, at = content[at + 1], content[at + 3], at + 4
        if size >= ONE_BYTE:
            size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
        standing, at = content[at : at + size], at + size
        if content[at] != _ROUND:
            return UNTOLD
        size, at = content[at + 1], at + 2
        if size >= ONE_BYTE:
            size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
        if at + size != end or content[at] != _PHASE or content[at + 1] != phase or content[at + 2] != _SEAT:
            return UNTOLD
        if content[at + 3] != 1:
            return UNTOLD
        seat = content[at + 4] - _FIRST
        if not 0 <= seat < self._seats:
            return UNTOLD
        word = self._said[seat].get(said)
        if word is None:
            return UNTOLD
        known = self._standings.get(standing)
        out = self._standing(standing) if known is None else known
        return self._round(content, at, end, seat, out, word)

    def _round(self, content: bytes, at: int, end: int, seat: int, out: int, word: _Word) -> int:  # noqa: PLR0915, PLR0917 - one pass over the bytes
        """The round, field by field. LookupError, DecodeError."""
        head, at = content[at : at + 5], at + 5
        self._bits = self._known = 0
        count = -1
        if content[at] == _COUNT:
            count, at = content[at + 1], at + 2
        pile, last = 0, NO_CARD
        if content[at] == _PILE:
            size, at = content[at + 1], at + 2
            if size >= ONE_BYTE:
                size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
            start, at = at, at + size
            if self._scans:
                self._cards(content, start, at)
                pile, last = self._many, self._last
            else:
                pile, bits, last = self._texts.pile(content[start:at])
                self._bits, self._known = bits, pile
            if last == NO_CARD:
                return UNTOLD
        hand = dealt = held = 0
        while content[at] == _HAND:
            start, at = at, at + 2 + content[at + 1]
            before, known = self._bits, self._known
            other = self._hand(content, start, at)
            if dealt >> other & 1:
                return UNTOLD
            dealt |= 1 << other
            held += self._many
            if other == seat:
                hand = self._bits - before
                if self._known - known != self._many:
                    return UNTOLD
        taken, start = NO_CARD, at
        if content[at] == _TAKEN:
            start = at + 2 + content[at + 1]
            taken = self._places[content[at + 2 : start]]
        at = self._behind_hands(content, start)
        middle = content[start:at]
        stock, first = 0, NO_CARD
        if at < end and content[at] == _STOCK:
            size, at = content[at + 1], at + 2
            if size >= ONE_BYTE:
                size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
            start, at = at, at + size
            if self._scans:
                self._cards(content, start, at)
                stock, first = self._many, self._first
            else:
                stock, bits, first = self._texts.stock(content[start:at])
                self._bits += bits
                self._known += stock
            if 0 <= count != stock:
                return UNTOLD
        else:
            stock = count if count >= 0 else self._size - held - pile
        # a sum of cards has one bit less for every card that is twice in it
        if count >= ONE_BYTE or held + stock + pile != self._size or _count(self._bits) != self._known:
            return UNTOLD
        start, thrower = at, -1
        if at < end and content[at] == _THROWN:
            at = self._throwers(content, at, pile) if self._scans else self._texts.behind_throwers(content, at, pile)
            thrower = content[at - 1] - _FIRST if content[at - 2] == 1 else -1
        if at > end:
            return UNTOLD
        told = head + middle + content[at:end]
        rest = self._rests.get(told)
        number = self._rest(told) if rest is None else rest
        if number < 0 or not dealt >> seat & 1 or not dealt >> (number >> 1) & 1 or dealt & out:
            return UNTOLD
        discarding = number & 1
        if taken != NO_CARD and not (discarding and hand >> taken & 1):
            return UNTOLD
        own = thrower == seat
        if not self._scans:
            self._turn = seat, discarding, hand, taken, stock, first, last, own
        return self._told(word, discarding, hand, taken, stock, first, last, own)

    def _told(  # noqa: PLR0917 - all that a turn hangs on
        self, word: _Word, discarding: int, hand: int, taken: int, stock: int, first: int, last: int, own: int
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

    def _hand(self, content: bytes, at: int, end: int) -> int:
        """The seat of an entry of the hands; its cards are added to those that were seen. LookupError."""
        size = content[at + 1]
        if size >= ONE_BYTE or content[at + 2] != _LETTER or content[at + 3] != 1:
            raise LookupError
        if content[at + 5] != _TEXT or content[at + 6] != size - 5:
            raise LookupError
        if self._scans:
            seat = content[at + 4] - _FIRST
            if end > at + 7:
                self._cards(content, at + 7, end)
            else:
                self._many = 0
            if not 0 <= seat < self._seats or self._many > self._most:
                raise LookupError
            return seat
        seat, bits, known, self._many = self._texts.hand(content[at:end])
        self._bits += bits
        self._known += known
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
        if not self._scans:
            return self._texts.behind_hands(content, at)
        while True:
            tag, size = content[at], content[at + 1]
            if tag in {_TURNS, _FAULTY}:
                if size not in {5, 6}:
                    return at
                at += 2 + size
            elif tag in {_BARRED, _ELDEST}:
                if size != 1:
                    return at
                at += 3
            elif tag == _RESHUFFLES and size < ONE_BYTE:
                at += 2
            else:
                return at

    def _throwers(self, content: bytes, at: int, many: int) -> int:
        """Where as many throwers end as the pile has cards, nobody the first of them. LookupError."""
        nobody = True
        while content[at] == _THROWN:
            many -= 1
            if content[at + 1]:
                nobody = False
                if content[at + 1] != 1 or not 0 <= content[at + 2] - _FIRST < self._seats:
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
        self._turns.clear()
        self._standings.clear()
        self._rests.clear()
        for words in self._said:
            words.clear()
        self._texts.forget()


def _count(cards: int) -> int:
    """How many bits are set."""
    return cards.bit_count()
