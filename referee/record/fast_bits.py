"""The cards of one pack as bits of a small number, and the words of a play as tuples of such numbers.

A set of cards is a whole number with one bit for each kind of the pack, the first kind the lowest. The last kind may
be there several times (printed jokers are): it is counted in the bits from its own upwards, above which there is
nothing. No set takes more than 62 bits, so that native code keeps it in one register; packs with twins have sets of
their own (`fast_twins`).

A sum of cards loses one bit of its count for every card that is twice in it, whatever they carry into: as many cards
as are counted means that no two were the same. That is how a deal is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from referee.cards import Card
from referee.record.fast_rules import RoundRules
from referee.record.fast_words import AskJudge, Code, Op
from referee.record.model import LETTERS
from referee.table import Kind

_MOST_BITS: Final = 62

_KEPT_WORDS: Final = 20_000
"""Words remembered for a table."""

_MANY_WORDS: Final = 400
"""Of so many words met by themselves it is worth while to learn all turns at once, some ten thousand."""

STOCK: Final = 0
TAKE: Final = 1
LABEL: Final = 2
CLOSE_STOCK: Final = 3
CLOSE_TAKE: Final = 4
RESHUFFLE: Final = 5
NEVER: Final = 6
REST: Final = 7
PASS: Final = 8
THROW: Final = 9
CLOSE_HELD: Final = 10
"""What a word does.

A draw from the stock and a discard · the upcard taken and a discard · a label · the same two with a close · a
reshuffle · a turn that the rules never allow · anything else · the upcard offered is let go by · a discard and a close
without a draw, as the eldest makes them who was dealt a card more.
"""

_PLAIN_TURN: Final = re.compile("([+<])([^-+<x]+)([-x])([^-+<x]+)")
"""A turn in which a card is drawn and one is thrown: most words of a play, which need no reader of words."""

Word = tuple[int, int, int, int]
"""A word made ready: what it does, the card drawn, the card thrown, and the bits in which that is counted.

Of a label the second is the seat, of a reshuffle its place among the words.
"""

_TURN_UPS: Final = frozenset({"turned_up", "offered", "to_eldest"})
"""What may become of the card behind the hands, where it is known how a round then begins."""


class Bits:
    """The cards and the words of one table."""

    __slots__ = (
        "_codes",
        "_in_order",
        "_may_discard",
        "_may_take",
        "_met",
        "_takeable",
        "at_last",
        "fields",
        "full",
        "kind_of",
        "known",
        "single",
        "takes_by_stock",
        "unit_of",
        "units",
    )

    def __init__(self, rules: RoundRules) -> None:
        kinds = rules.table.pack.kinds
        self._codes, self._met = rules.codes, 0
        self._lay_out(kinds)
        self._may_discard, self._may_take = rules.may_discard.answers, rules.may_take
        self.takes_by_stock = self._may_take.answers is None
        """Whether the stock decides too which upcards may be taken (`takeable`)."""
        self._takeable: dict[int, int] = {}
        self.unit_of = {kind.text: unit for kind, unit in zip(kinds, self.units, strict=True)}
        """A card, strictly written, as a set of one."""
        self.kind_of = {unit: kind.index for kind, unit in zip(kinds, self.units, strict=True)}
        self.full = sum([kind.count * unit for kind, unit in zip(kinds, self.units, strict=True)])
        """The whole pack."""
        self._in_order = re.compile("|".join(map(re.escape, sorted(self.unit_of, key=len, reverse=True))))
        self.known: dict[str, Word] = {f"{letter}:": (LABEL, at, 0, 0) for at, letter in enumerate(LETTERS)}
        """The words met so far."""

    def _lay_out(self, kinds: Sequence[Kind]) -> None:
        """Which bits are whose."""
        several = kinds[-1].count > 1
        self.at_last = len(kinds) - several
        """The bit in which the last kind is counted; where that is a single one, the bit behind all."""
        self.single = (1 << self.at_last) - 1
        """All cards of which the pack has one."""
        self.units = tuple([1 << kind.index for kind in kinds])
        self.fields = {unit: unit for unit in self.units}
        """For each set of one the bits in which its kind is counted."""
        if several:
            self.fields[self.units[-1]] = (1 << _MOST_BITS) - self.units[-1]

    @staticmethod
    def fit(rules: RoundRules) -> bool:
        """Whether every turn is a draw and a discard besides, and the card alone says whether it may be taken."""
        return Bits.reads(rules) and rules.next_card == "turned_up" and rules.may_take.answers is not None

    @classmethod
    def reads(cls, rules: RoundRules) -> bool:
        """Whether the pack and the rules of a turn are of the shape that is read here."""
        return (
            cls.holds(rules)
            and rules.open
            and rules.next_card in _TURN_UPS
            and rules.may_discard.answers is not None
            and rules.may_take.by_stock
        )

    @staticmethod
    def holds(rules: RoundRules) -> bool:
        """Whether the cards of the pack fit into one number of the shape that is read here."""
        *others, last = rules.table.pack.kinds
        return (
            all(kind.count == 1 for kind in others)
            and (last.count == 1 or last.joker)
            and len(others) + last.count.bit_length() <= _MOST_BITS
        )

    def takeable(self, left: int) -> int:
        """The kinds of which the upcard may be taken while so many cards are in the stock, as a set."""
        known = self._takeable.get(left)
        if known is None:
            known = self._takeable[left] = sum([self.units[kind] for kind in self._may_take.with_stock(left)])
        return known

    def are_in_pack(self, held: int) -> bool:
        """Whether the pack has the cards of a sum, of which so many were added as are counted in it."""
        return held >> self.at_last <= self.full >> self.at_last

    def cards(self, held: int) -> int:
        """How many cards are in a set."""
        return (held & self.single).bit_count() + (held >> self.at_last)

    def cards_of(self, held: int) -> list[Card]:
        """The cards of a set, in pack order."""
        found: list[Card] = []
        single = held & self.single
        while single:
            lowest = single & -single
            found.append(Card(lowest.bit_length() - 1))
            single -= lowest
        return found + [Card(self.at_last)] * (held >> self.at_last)

    def learnt(self, words: Sequence[str]) -> list[Word]:
        """The words of a round, of which some are met for the first time. Up to the first that is none."""
        found: list[Word] = []
        for place, word in enumerate(words):
            try:
                made = self.known.get(word) or self._learn(word)
            except AskJudge:
                return [*found, (NEVER, 0, 0, 0)]
            found.append(made if made[0] != RESHUFFLE else (RESHUFFLE, place, 0, 0))
        return found

    def _learn(self, word: str) -> Word:
        """A word that is met for the first time; AskJudge if it is none."""
        self._met += 1
        if self._met == _MANY_WORDS:
            self._learn_turns()
        plain = _PLAIN_TURN.fullmatch(word)
        if plain is not None and plain[2] in self.unit_of and plain[4] in self.unit_of:
            made = self._turn(plain[1] == "<", plain[3] == "x", self.unit_of[plain[2]], self.unit_of[plain[4]])
        elif word[:1] == "%":
            return (RESHUFFLE, 0, 0, 0)  # no two of those are the same
        elif word.isprintable():
            made = self._made(self._codes.code(word))
        else:
            raise AskJudge
        if len(self.known) < _KEPT_WORDS:
            self.known[word] = made
        return made

    def _learn_turns(self) -> None:
        """Learn every turn of a draw and a discard, or a close, if there are not too many."""
        if 4 * len(self.unit_of) ** 2 > _KEPT_WORDS - 2 * _MANY_WORDS:
            return
        for draw, takes in (("+", False), ("<", True)):
            for throw, closes in (("-", False), ("x", True)):
                self.known.update(
                    {
                        f"{draw}{card}{throw}{other}": self._turn(takes, closes, drawn, thrown)
                        for card, drawn in self.unit_of.items()
                        for other, thrown in self.unit_of.items()
                    }
                )

    def order(self, word: str) -> list[int]:
        """The new stock of a reshuffle, top first. AskJudge where the word is none of cards strictly written."""
        cards = self._in_order.findall(word, 1)
        if "".join(cards) != word[1:]:
            raise AskJudge
        return [self.unit_of[card] for card in cards]

    def _made(self, code: Code) -> Word:
        if code.op is Op.PASS:
            return (PASS, 0, 0, 0)
        if code.op not in {Op.DISCARD, Op.CLOSE}:
            return (REST, 0, 0, 0)
        if code.drawn < 0:
            return self._held(code.op is Op.CLOSE, code.thrown)
        return self._turn(code.takes, code.op is Op.CLOSE, self.units[code.drawn], self.units[code.thrown])

    def _held(self, closes: bool, kind: int) -> Word:
        """A card is thrown, or closed with, and none was drawn before."""
        assert self._may_discard is not None
        if not closes and kind not in self._may_discard[False]:
            return (NEVER, 0, 0, 0)
        thrown = self.units[kind]
        return (CLOSE_HELD if closes else THROW, 0, thrown, self.fields[thrown])

    def _turn(self, takes: bool, closes: bool, drawn: int, thrown: int) -> Word:
        """A turn in which a card is drawn, or the upcard taken, and one is thrown, or closed with."""
        may_take, may_discard, kind = self._may_take.answers, self._may_discard, self.kind_of[thrown]
        assert may_discard is not None
        if takes and may_take is not None and self.kind_of[drawn] not in may_take[False]:
            return (NEVER, 0, 0, 0)
        if not closes:
            returned = takes and drawn == thrown
            twin = returned and self.fields[drawn] != drawn  # one may be held, which then is the card that is thrown
            if twin and (kind in may_discard[True]) != (kind in may_discard[False]):
                return (REST, 0, 0, 0)
            if kind not in may_discard[returned]:
                return (NEVER, 0, 0, 0)
        op = (CLOSE_TAKE if takes else CLOSE_STOCK) if closes else TAKE if takes else STOCK
        return (op, drawn, thrown, self.fields[thrown])
