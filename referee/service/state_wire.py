"""Games from bytes: a GameState in the middle of a round as it lies on the wire, read without making a message.

What is read is what `state_convert` reads and `state_soundness` finds sound: the very same values. What is laid out
otherwise, stands at another stage, names cards in other words or is at fault in any way is left to those two: `read`
gives None. A game differs from the one before by a card or two, so hands are found again by their texts, and what has
no cards in it is read the careful way once and found again by its bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import accumulate
from typing import Any

from google.protobuf.message import DecodeError

from referee.cards import Card, in_pack_order
from referee.game.gamestate import GameState
from referee.game.state import TURN_PHASES, Hand, Phase, RoundState, Standing
from referee.limits import HAND_SURPLUS
from referee.record.model import LETTERS
from referee.service.state_convert import read_round
from referee.service.state_standing import read_standing
from referee.service.state_tags import (
    BEHIND_HANDS,
    BOTTOM,
    COUNT,
    FIRST,
    HAND,
    HANDS_KEPT,
    PHASE,
    PILE,
    ROUND,
    SEAT,
    STANDING,
    STOCK,
    TAKEN,
    TEXT,
)
from referee.service.state_texts import UNKNOWN, TextReader
from referee.service.wire import ONE_BYTE, numbers_of
from referee.service.wire_memo import kept
from referee.table import Table
from referee.v1 import actions_pb2, rounds_pb2

_THROWN, _LETTER = b"r", b"\x0a\x01"
"""Tags with their lengths, or without."""

_SEATS = bytes([LETTERS.find(chr(letter)) % 256 for letter in range(256)])
"""The seat of each letter; of whatever is none, one that no table has."""
_BITS = 8
"""Bits that count the copies of a kind: as many as the cards of the largest pack that is counted, and a guard."""
_MOST_CARDS = (1 << (_BITS - 1)) - 1
_OTHERS = 512
"""So many of whatever has no hands are kept."""

_FIELDS = actions_pb2.RoundState.DESCRIPTOR.fields_by_name
_SEVERAL = frozenset({_FIELDS[name].number for name in ("turns", "faulty", "barred", "exposed", "penalties")})
_ALIKE = _SEVERAL.union(
    _FIELDS[name].number
    for name in ("phase", "seat", "reshuffles", "eldest", "taken_had_twin", "taken_own", "offered", "onto")
)
"""The fields of a round that nobody has closed or left which are not read where they lie; several of some."""
_NAMES = [one.name for one in fields(RoundState)]
_BEHIND_THROWN, _AT_TAKEN = _NAMES.index("thrown_by") + 1, _NAMES.index("taken")

_Cards = tuple[Card | None, ...]
_Lying = tuple[bytes, _Cards, list[int]]
"""Cards as they lie on each other: their text, and how often each is there among the first of them, from the bottom."""

_NO_CARDS: _Lying = (b"", (), [0])
_BLANK = ord(" ")


@dataclass(frozen=True, slots=True)
class Rest:
    """What is in a round beside its cards: the fields of a RoundState in their order, and those that are looked at."""

    first: tuple[Phase, int, int]
    middle: tuple[Any, ...]
    last: tuple[Any, ...]
    seat: int
    eldest: int
    offered: int
    discarding: bool
    usual: bool
    """The upcard was not offered, and of a card that was taken there is no more to say than which it is."""


class StateWire:
    """How the games of one table lie on the wire."""

    __slots__ = (
        *("_cards", "_guards", "_hands", "_lone", "_most", "_numbers", "_piles", "_rests", "_room", "_seats", "_size"),
        *("_standings", "_stocks", "_table"),
    )

    def __init__(self, table: Table) -> None:
        pack, unknown = table.pack, UNKNOWN.encode()
        self._table, self._seats = table, table.seats
        self._most = table.hand_size + HAND_SURPLUS
        self._lone = all(kind.count == 1 for kind in pack.kinds)
        self._size = pack.size if pack.size <= _MOST_CARDS else -1
        self._cards: dict[bytes, Card | None] = {unknown: None}
        self._numbers: dict[bytes, int] = {unknown: 0}
        for kind in pack.kinds:
            copies = [f"{kind.text}'{mark}" for mark in range(1, min(kind.count, 9) + 1)]
            for text in (kind.text, *copies):
                self._cards[text.encode()] = pack.notation.read(text)
                self._numbers[text.encode()] = 1 << (_BITS * kind.index)
        self._room = sum([(_MOST_CARDS - kind.count) << (_BITS * kind.index) for kind in pack.kinds])
        self._guards = sum([(_MOST_CARDS + 1) << (_BITS * kind.index) for kind in pack.kinds])
        self._hands: dict[bytes, tuple[int, Hand, int, int]] = {}
        self._standings: dict[bytes, tuple[Standing, tuple[int, ...]]] = {}
        self._rests: dict[bytes, Rest] = {}
        self._piles: dict[bytes, _Lying] = {}
        self._stocks: dict[bytes, _Lying] = {}

    @classmethod
    def of(cls, table: Table) -> StateWire:
        """That of a table; `Table.derived` keeps it."""
        return cls(table)

    def read(self, content: bytes) -> GameState | None:
        """The game of a message; None where it has to be read with care."""
        try:
            return self._game(content)
        except (LookupError, DecodeError):  # it ends where a field should be, or names a card in other words
            return None

    def _game(self, content: bytes) -> GameState | None:
        """A stage, a standing and a round, and nothing else. LookupError, DecodeError."""
        if content[0] != PHASE or content[2] != STANDING:
            return None
        said, at = _text(content, 3)
        standing, out = self.standing(said)
        if content[at] != ROUND:
            return None
        size, at = content[at + 1], at + 2
        if size >= ONE_BYTE:
            size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
        if at + size != len(content) or content[at : at + 2] != content[:2]:
            return None
        play = self._round(content, at)
        if play is None:
            return None
        for seat in out:
            if play.hands[seat] is not None:
                return None
        return GameState(play.phase, standing, play)

    def _round(self, content: bytes, at: int) -> RoundState | None:
        """A round that fills what follows: its stage and the seat to act, then cards. LookupError, DecodeError."""
        if content[at + 2] != SEAT or content[at + 3] != 1:
            return None
        head, at = content[at : at + 5], at + 5
        count, number, held = -1, 0, 0
        if content[at] == COUNT:
            count, at = content[at + 1], at + 2
        pile: _Cards = ()
        if content[at] == PILE:
            text, at = _text(content, at + 1)
            pile, number = self._pile(text)
        hands: list[Hand | None] = [None] * self._seats
        while content[at] == HAND:
            start, at = at, at + 2 + content[at + 1]
            entry = content[start:at]
            seat, hand, cards, many = self._hands.get(entry) or self._hand(entry)
            if hands[seat] is not None:
                return None
            hands[seat], number, held = hand, number + cards, held + many
        taken, start = None, at
        if content[at] == TAKEN:
            text, start = _text(content, at + 1)
            taken = self._cards[text]
            if taken is None:
                return None
        found = BEHIND_HANDS.match(content, start)
        assert found is not None  # though it may be empty
        at = found.end()
        middle = content[start:at]
        stock: _Cards = ()
        if at < len(content) and content[at] == STOCK:
            text, at = _text(content, at + 1)
            stock, cards = self._stock(text)
            number += cards
            if 0 <= count != len(stock):
                return None
        else:
            stock = (None,) * (count if count >= 0 else self._size - held - len(pile))
        if count >= ONE_BYTE or held + len(stock) + len(pile) != self._size or (number + self._room) & self._guards:
            return None
        return self._whole(content, at, head + middle, hands, taken, stock, pile)

    def _whole(  # noqa: PLR0917 - the rest of the one before
        self,
        content: bytes,
        at: int,
        said: bytes,
        hands: list[Hand | None],
        taken: Card | None,
        stock: _Cards,
        pile: _Cards,
    ) -> RoundState | None:
        """A round whose cards are each in one place, with what stands from `at` on and was `said` before."""
        many = len(pile)
        thrown_by: tuple[int | None, ...] = (None,) * many
        if content[at : at + 1] == _THROWN:
            nobody = 0
            while content[at : at + 2] == b"r\x00":
                nobody, at = nobody + 1, at + 2
            many -= nobody
            if many < 0:
                return None
            start, at = at, at + 3 * many
            if content[start:at:3] != _THROWN * many or content[start + 1 : at : 3] != b"\x01" * many:
                return None
            throwers = tuple(content[start + 2 : at : 3].translate(_SEATS))
            if many and max(throwers) >= self._seats:
                return None
            thrown_by = (None,) * nobody + throwers
        said += content[at:]
        rest = self.rest(said)
        hand = hands[rest.seat]
        if hand is None or hands[rest.eldest] is None or rest.offered > self._seats - hands.count(None):
            return None
        if taken is not None and not (
            rest.discarding and (hand.unknown or taken.index in [card.index for card in hand.known])
        ):
            return None
        values: tuple[Any, ...] = (*rest.first, tuple(hands), stock, pile, thrown_by, *rest.middle, taken, *rest.last)
        return RoundState(*values)

    # -- cards -------------------------------------------------------------------------------------------------------

    def _pile(self, text: bytes) -> tuple[_Cards, int]:
        """A pile, and how often each card is there. It grows at its end, so most of it was read before. LookupError."""
        key, size = text[:BOTTOM], len(text)
        whole, cards, numbers = self._piles.get(key) or _NO_CARDS
        if whole.startswith(text) and (size == len(whole) or whole[size] == _BLANK):
            many = text.count(b" ") + 1
            return cards[:many], numbers[many]
        more = text.split(b" ")
        if whole and text.startswith(whole) and text[len(whole)] == _BLANK:
            more = more[len(cards) :]
        else:
            cards, numbers = (), [0]
        cards += tuple([self._cards[word] for word in more])
        numbers = [*numbers[:-1], *accumulate([self._numbers[word] for word in more], initial=numbers[-1])]
        kept(self, self._piles, key, (text, cards, numbers), _OTHERS)
        return cards, numbers[-1]

    def _stock(self, text: bytes) -> tuple[_Cards, int]:
        """The same of a stock. It shrinks at its beginning, so all of it was read before. LookupError."""
        key = text[-BOTTOM:]
        whole, cards, numbers = self._stocks.get(key) or _NO_CARDS
        above = len(whole) - len(text)
        if whole.endswith(text) and (not above or whole[above - 1] == _BLANK):
            many = text.count(b" ") + 1
            return cards[len(cards) - many :], numbers[many]
        words = text.split(b" ")
        cards = tuple([self._cards[word] for word in words])
        numbers = list(accumulate([self._numbers[word] for word in reversed(words)], initial=0))
        kept(self, self._stocks, key, (text, cards, numbers), _OTHERS)
        return cards, numbers[-1]

    def _hand(self, entry: bytes) -> tuple[int, Hand, int, int]:
        """A seat, its hand, how often each card is there, and how many they are. LookupError."""
        size, seat, text = len(entry) - 2, entry[4] - FIRST, entry[7:]
        if entry[1] != size or entry[2:4] != _LETTER or entry[5] != TEXT or entry[6] != size - 5:
            raise LookupError
        words = text.split(b" ") if text else []
        numbers = [self._numbers[word] for word in words]
        cards = [self._cards[word] for word in words]
        known = tuple([card for card in cards if card is not None])
        if not self._lone or numbers != sorted(numbers):  # as they are written they mostly stand in order
            known = in_pack_order(known)
        if size >= ONE_BYTE or not 0 <= seat < self._seats or len(cards) > self._most:
            raise LookupError
        found = seat, Hand(known, len(cards) - len(known)), sum(numbers), len(cards)
        return kept(self, self._hands, entry, found, HANDS_KEPT)

    # -- what has no cards in it -------------------------------------------------------------------------------------

    def standing(self, said: bytes) -> tuple[Standing, tuple[int, ...]]:
        """A standing, and the seats that are out. LookupError, DecodeError."""
        known = self._standings.get(said)
        if known is not None:
            return known
        reader = TextReader(self._table)
        standing = read_standing(reader, rounds_pb2.Standing.FromString(said), "standing")
        if reader.faults or not standing.seats_in:
            raise LookupError
        out = tuple([seat for seat, since in enumerate(standing.out_since) if since is not None])
        return kept(self, self._standings, said, (standing, out), _OTHERS)

    def rest(self, said: bytes) -> Rest:
        """A round but for its cards. LookupError, DecodeError."""
        known = self._rests.get(said)
        if known is not None:
            return known
        numbers = numbers_of(said)
        once = [number for number in numbers if number not in _SEVERAL]
        if not _ALIKE.issuperset(numbers) or len(set(once)) < len(once):
            raise LookupError
        sent = actions_pb2.RoundState.FromString(said)
        reader = TextReader(self._table)
        play = read_round(reader, sent, "round")
        if reader.faults or play.seat is None or play.phase not in TURN_PHASES:
            raise LookupError
        values = [getattr(play, name) for name in _NAMES]
        rest = Rest(
            first=(play.phase, play.seat, play.eldest),
            middle=tuple(values[_BEHIND_THROWN:_AT_TAKEN]),
            last=tuple(values[_AT_TAKEN + 1 :]),
            seat=play.seat,
            eldest=play.eldest,
            offered=play.offered,
            discarding=play.phase is Phase.DISCARD,
            usual=not (play.offered or play.phase is Phase.OFFER or play.taken_own or play.taken_had_twin),
        )
        return kept(self, self._rests, said, rest, _OTHERS)

    def forget(self) -> None:
        """Keep nothing."""
        for held in (self._hands, self._rests, self._standings, self._piles, self._stocks):
            held.clear()


def _text(content: bytes, at: int) -> tuple[bytes, int]:
    """What follows its length at `at`, and where it ends. LookupError."""
    size = content[at]
    start = at + 1
    if size >= ONE_BYTE:
        size += (content[start] - 1) * ONE_BYTE
        start += 1
    end = start + size
    if end > len(content):
        raise LookupError
    return content[start:end], end
