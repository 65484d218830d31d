"""Every hand a pack can deal, one of each class: hands that differ only in suits no rule tells apart are one class.

Suits are told apart by what their cards cost and which of them are wild; conditions may name suits too, and then every
hand stands for itself. Twins are not told apart: a hand is so many of each kind. Where a pack has too many hands to ask
about each (`Hands.countable`), a sample must do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import factorial, prod
from random import Random

from referee.cards import Card
from referee.lang.syntax import Expr, Field
from referee.lang.walk import children
from referee.table import Table
from referee.table.bound import opened

MOST_CLASSES = 12_000_000
"""A space with more classes is sampled."""

MOST_WITH_TWINS = 4_000_000
"""The same for packs with twins, whose hands have more melds."""

Class = tuple[int, tuple[Card, ...]]
"""How many hands a class has, and one of them in pack order."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of `size` cards of one pack.

    `groups` are the suits by index, those together that no rule tells apart; `jokers` the kinds of the printed jokers;
    `copies` says how often the pack holds each kind.
    """

    size: int
    ranks: int
    groups: tuple[tuple[int, ...], ...]
    jokers: tuple[int, ...]
    copies: tuple[int, ...]

    @classmethod
    def of(cls, tables: Sequence[Table]) -> Hands:
        """The hands to be asked about at these tables, which have the same pack."""
        pack = tables[0].pack
        ranks, suits = pack.rank_count, pack.suit_count
        named = any(_names_suits(table) for table in tables)
        looks: dict[object, list[int]] = {}
        for suit in range(suits):
            span = range(suit * ranks, (suit + 1) * ranks)
            look = tuple((table.points[kind], table.pack.kinds[kind].wild) for table in tables for kind in span)
            looks.setdefault((suit if named else -1, look), []).append(suit)
        return cls(
            size=tables[0].hand_size,
            ranks=ranks,
            groups=tuple(map(tuple, looks.values())),
            jokers=tuple(kind.index for kind in pack.kinds if kind.joker),
            copies=tuple(kind.count for kind in pack.kinds),
        )

    @property
    def hands(self) -> int:
        """How many hands there are that can be told apart."""
        ways = [1] + [0] * self.size
        for count in self.copies:
            ways = [sum(ways[cards - here] for here in range(min(count, cards) + 1)) for cards in range(self.size + 1)]
        return ways[self.size]

    @property
    def without_jokers(self) -> Hands:
        """The hands of the same pack with none of its printed jokers."""
        return replace(self, jokers=(), copies=self.copies[: len(self.copies) - len(self.jokers)])

    @property
    def countable(self) -> bool:
        """Whether every class can be asked about."""
        most = MOST_CLASSES if self._twins == 1 else MOST_WITH_TWINS
        return self.hands / prod(factorial(len(group)) for group in self.groups) < most

    @property
    def _twins(self) -> int:
        """How often the pack holds each card that has a suit."""
        return self.copies[0]

    def classes(self, part: int = 0, parts: int = 1, *, jokers: int = 0) -> Iterator[Class]:
        """Every class, or the share of one worker of `parts`; with so many jokers or more, if any.

        Only where they are `countable`.
        """
        held = _Held(self.ranks, self._twins, self.size, part, parts)
        for wild in self._joker_hands(jokers):
            for times, masks in self._suited(held, self.size - len(wild), 0):
                cards: list[Card] = []
                for suit, mask in masks:
                    cards += held.cards(suit, mask)
                if len(self.groups) > 1:
                    cards.sort()
                yield times, (*cards, *wild)

    def sample(self, hands: int, chance: Random) -> Iterator[Class]:
        """Hands drawn at random, each by itself."""
        pack = [Card(kind) for kind, count in enumerate(self.copies) for _ in range(count)]
        for _ in range(hands):
            yield 1, tuple(sorted(chance.sample(pack, self.size)))

    def _joker_hands(self, least: int) -> Iterator[tuple[Card, ...]]:
        """Every choice of so many jokers or more; equal ones are not told apart."""
        jokers = [Card(kind) for kind in self.jokers for _ in range(self.copies[kind])]
        for cards in range(least, min(len(jokers), self.size) + 1):
            yield from sorted(set(combinations(jokers, cards)))

    def _suited(self, held: _Held, left: int, place: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        """What the suits of the groups from `place` on hold together: times, and (suit, ranks as bits) each."""
        if place == len(self.groups):
            if not left:
                yield 1, ()
            return
        suits, first = self.groups[place], place == 0
        room = sum(len(group) for group in self.groups[place + 1 :]) * self.ranks * self._twins
        ways = factorial(len(suits))
        for here in range(max(0, left - room), min(left, len(suits) * self.ranks * self._twins) + 1):
            for masks in held.ways(here, len(suits), None, first=first):
                times = ways
                if len(set(masks)) < len(masks):
                    times //= prod(factorial(same) for same in Counter(masks).values())
                chosen = tuple(zip(suits, masks, strict=True))
                for more, rest in self._suited(held, left - here, place + 1):
                    yield times * more, chosen + rest


class _Held:
    """What suits may hold: so many of each rank, in `width` bits for a rank; of the first the share of one worker."""

    __slots__ = ("_by_size", "_cards", "_most", "_part", "_parts", "_ranks", "_width")

    def __init__(self, ranks: int, twins: int, size: int, part: int, parts: int) -> None:
        self._ranks, self._part, self._parts = ranks, part, parts
        self._most, self._width = min(size, ranks * twins), twins.bit_length()
        self._by_size: list[list[int]] = [[] for _ in range(self._most + 1)]
        self._list(0, 0, 0, twins)
        self._cards: dict[tuple[int, int], tuple[Card, ...]] = {}

    def _list(self, rank: int, held: int, cards: int, twins: int) -> None:
        """Every choice of so many of each rank from `rank` on, beside what is held already."""
        if rank == self._ranks:
            self._by_size[cards].append(held)
            return
        for here in range(min(twins, self._most - cards), -1, -1):
            self._list(rank + 1, held | here << rank * self._width, cards + here, twins)

    def ways(self, left: int, suits: int, most: tuple[int, int] | None, *, first: bool) -> Iterator[tuple[int, ...]]:
        """What `suits` suits that are not told apart hold together, the largest first."""
        if suits == 0:
            if not left:
                yield ()
            return
        number = 0
        for size in range(min(left, self._most, most[0] if most else self._most), -1, -1):
            if left > suits * size:
                break
            for mask in self._by_size[size]:
                number += 1
                if (most is not None and (size, mask) > most) or (first and number % self._parts != self._part):
                    continue
                if suits == 1:
                    yield (mask,)
                    continue
                for rest in self.ways(left - size, suits - 1, (size, mask), first=False):
                    yield (mask, *rest)

    def cards(self, suit: int, mask: int) -> tuple[Card, ...]:
        """The cards of these ranks."""
        known = self._cards.get((suit, mask))
        if known is None:
            digit = (1 << self._width) - 1
            ranks = (rank for rank in range(self._ranks) for _ in range(mask >> rank * self._width & digit))
            known = self._cards[suit, mask] = tuple(Card(suit * self._ranks + rank) for rank in ranks)
        return known


def _names_suits(table: Table) -> bool:
    """Whether a rule that a hand is judged by looks at the suit of a card."""
    rules = table.rule_set
    blocks = ("close.may_close", "melds.whole_hand")
    expressions: list[Expr] = [one.expr for block in blocks for one in rules.conditions.get(block, ())]
    for outcome in rules.outcomes:
        parts = (outcome.when, outcome.wins_game, outcome.writes, outcome.lay_off, outcome.pays)
        expressions += [part for part in parts if part is not None]
    expressions += [expr for expr in _of_seats(table) if opened(expr, table.definitions)]
    return any(_looks_at_suit(expr) for expr in [*expressions, *table.definitions.values()])


def _of_seats(table: Table) -> Iterator[Expr]:
    """What is asked about seats that did not close, who may look at single cards of their hands too."""
    for block in ("written.by_others", "written.if_unclosed"):
        for case in table.rule_set.cases.get(block, ()):
            yield from (case.when, case.value)
    for block in ("lay_off.may_lay_off", "lay_off.may_exchange"):
        yield from (one.expr for one in table.rule_set.conditions.get(block, ()))


def _looks_at_suit(expr: Expr) -> bool:
    waiting: list[Expr] = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Field) and node.name == "suit":
            return True
        waiting.extend(children(node))
    return False
