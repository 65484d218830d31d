"""Words and cards of a play made ready for the fast road: small numbers in place of values with places.

A set of cards is one integer with a field of bits for each kind of the pack: wide enough for as many cards as are ever
counted together, so that a hand can be summed up before anybody knows that no card is there too often, and above it a
guard bit. A set is part of another if taking it away borrows from no guard bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from referee.cards import Card
from referee.game.actions import IncidentKind
from referee.record.model import LETTERS
from referee.record.words import Form, StepKind, WordError, WordKind, forms_of
from referee.table.pack import Pack

_KEPT_CODES = 20_000
_KEPT_SUITS = 20_000
"""Words, and hands within one suit, remembered for a table; of the latter all are forgotten when there are more."""


class AskJudge(Exception):  # noqa: N818 - no error: the fast road ends here
    """The fast road ends here, and the judge is to be asked."""


class Op(IntEnum):
    """What a word does, as far as the fast road goes."""

    LABEL = 0
    DISCARD = 1
    CLOSE = 2
    PASS = 3
    DEAD = 4
    RESHUFFLE = 5


@dataclass(frozen=True, slots=True)
class Code:
    """A word made ready: kinds of cards as pack indices, -1 where there is none.

    DISCARD and CLOSE: `drawn` (`takes`: it was the upcard) and `thrown` · LABEL `seat` · RESHUFFLE `order`, top first.
    """

    op: Op
    takes: bool = False
    drawn: int = -1
    thrown: int = -1
    seat: int = -1
    order: tuple[int, ...] = ()


class PackCodes:
    """The words and the sets of cards of one pack. Words are kept once they were read.

    `most` is the number of cards that are ever counted together before it is known that the pack has them.
    """

    __slots__ = (
        "_chunk",
        "_full_chunk",
        "_known",
        "_read",
        "_suits",
        "_texts",
        "_width",
        "cards",
        "field",
        "full",
        "guards",
        "index_of",
        "unit",
        "unit_of",
    )

    def __init__(self, pack: Pack, most: int) -> None:
        self._width = width = max(most, *(kind.count for kind in pack.kinds)).bit_length() + 1
        self.cards = tuple(Card(kind.index) for kind in pack.kinds)
        self.unit = tuple(1 << (kind.index * width) for kind in pack.kinds)
        """One card of a kind, as a set."""
        self.field = tuple(((1 << width) - 1) << (kind.index * width) for kind in pack.kinds)
        """The bits that count a kind."""
        self.guards = sum(1 << (kind.index * width + width - 1) for kind in pack.kinds)
        self.full = sum(kind.count * unit for kind, unit in zip(pack.kinds, self.unit, strict=True))
        """The whole pack."""
        self._texts = tuple(kind.text for kind in pack.kinds)
        self.index_of = {kind.text: kind.index for kind in pack.kinds}
        """The kind that a card is, strictly written, by its text."""
        self.unit_of = {kind.text: self.unit[kind.index] for kind in pack.kinds}
        """The same as a set of one."""
        self._chunk = width * pack.rank_count
        self._full_chunk = (1 << self._chunk) - 1
        self._suits: dict[tuple[int, int], tuple[Card, ...]] = {}
        self._known = {f"{letter}:": Code(Op.LABEL, seat=at) for at, letter in enumerate(LETTERS)}
        self._read = forms_of(pack.notation).read

    def code(self, word: str) -> Code:
        """A word made ready; AskJudge if it is none, or one the fast road does not know."""
        known = self._known.get(word)
        if known is None:
            try:
                known = _code_of(self._read(word))
            except WordError:
                raise AskJudge from None
            if len(self._known) < _KEPT_CODES:
                self._known[word] = known
        return known

    def kind_of(self, text: str) -> int:
        """The kind a card is, strictly written; AskJudge if it is none, unknown, or names its copy."""
        try:
            return self.index_of[text]
        except KeyError:
            raise AskJudge from None

    def text_of(self, cards: Iterable[Card | None]) -> list[str]:
        """Known cards as they are written."""
        return [self._texts[card.index] for card in cards if card is not None]

    def set_of(self, texts: Sequence[str]) -> int:
        """At most as many cards as are counted together, strictly written, as a set; AskJudge as for `kind_of`."""
        try:
            return sum(map(self.unit_of.__getitem__, texts))
        except KeyError:
            raise AskJudge from None

    def has(self, held: int, part: int) -> bool:
        """Whether all cards of a set are in another."""
        return (held | self.guards) - part & self.guards == self.guards

    def cards_of(self, held: int) -> tuple[Card, ...]:
        """The cards of a set, in pack order: suit by suit, for in one suit there are few hands."""
        found: tuple[Card, ...] = ()
        suit = 0
        while held:
            part = held & self._full_chunk
            if part:
                known = self._suits.get((suit, part))
                found += self._in_suit(suit, part) if known is None else known
            held >>= self._chunk
            suit += 1
        return found

    def _in_suit(self, suit: int, part: int) -> tuple[Card, ...]:
        """The cards of one suit, whose set begins with its first card; the jokers come after the suits as one more."""
        found: list[Card] = []
        first, place, field = suit * (self._chunk // self._width), 0, (1 << self._width) - 1
        while part >> place:
            times = part >> place & field
            if times:
                found += (self.cards[first + place // self._width],) * times
            place += self._width
        if len(self._suits) >= _KEPT_SUITS:
            self._suits.clear()
        known = self._suits[suit, part] = tuple(found)
        return known


def _code_of(form: Form) -> Code:
    if form.kind is WordKind.PASS:
        return Code(Op.PASS)
    if form.kind is WordKind.EVENT and form.event is IncidentKind.DEAD:
        return Code(Op.DEAD)
    if form.kind is WordKind.RESHUFFLE and form.order is not None and not any(card.mark for card in form.order):
        return Code(Op.RESHUFFLE, order=tuple(card.index for card in form.order))
    known = [step.card.index for step in form.steps if step.card is not None and not step.card.mark]
    kinds = [step.kind for step in form.steps]
    if not kinds or len(known) < len(kinds) or len(kinds) > 2:
        raise AskJudge
    op = {StepKind.DISCARD: Op.DISCARD, StepKind.CLOSE: Op.CLOSE}.get(kinds[-1])
    if op is None or (len(kinds) == 2 and kinds[0] not in {StepKind.DRAW, StepKind.TAKE}):
        raise AskJudge
    drawn = known[0] if len(known) == 2 else -1
    return Code(op, takes=kinds[0] is StepKind.TAKE, drawn=drawn, thrown=known[-1])
