"""Hands that the rules of some tables see alike, counted without asking about each.

Rules that look at no single card see of a hand its points and what its arrangements come to (`Space.seen`). Without
wild cards a run lies in one suit, and a set is made of cards that enough suits hold of one rank. So what is seen of a
hand without such a rank is the sum of what is seen of its suits, of which there are few; and a hand with such ranks
is seen with each of their sets taken out of it, and without. `Space` is asked about suits and single sets, never about
a whole hand; a test asks it about hands too, and finds the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import factorial, prod

from referee.cards import Card
from referee.game.readings import CARD_BITS, PLAIN_TAGS, SETS_AT
from referee.game.space import Space, tag
from referee.table import Table
from referee.workshop.hands import Hands

Seen = tuple[int, frozenset[int]]
"""What a table sees of a hand: its points (or the weights of its cards), and `Space.seen`."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Hands that every table sees alike, each in its way (`seen`, by table).

    `hands` are all of them, in `classes` classes of `Hands.classes`; `first` is the first of those in pack order.
    """

    hands: int
    classes: int
    first: tuple[Card, ...]
    seen: tuple[Seen, ...]


def countable_alike(tables: Sequence[Table], hands: Hands) -> bool:
    """Whether `AlikeHands` can tell: no card is wild or there twice, and too few suits for two sets of one rank."""
    if not hands.countable or hands.jokers or any(count > 1 for count in hands.copies):
        return False
    suits = len(hands.copies) // hands.ranks
    return all(
        all(kind >= len(hands.copies) for kind in table.meld_rules.wild_kinds) and suits < 2 * _least_set(table, suits)
        for table in tables
    )


def _least_set(table: Table, suits: int) -> int:
    return min(table.meld_rules.set_sizes, default=suits + 1)


class _Sight:
    """What one table sees: sets of numbers of arrangements, each by a number of its own. 0 is that of no meld."""

    __slots__ = (
        "_kinds",
        "_numbers",
        "_set_numbers",
        "_sums",
        "_table",
        "_weights",
        "least_set",
        "looks",
        "points",
    )

    def __init__(self, table: Table, hands: Hands, weights: Sequence[int]) -> None:
        suits = len(hands.copies) // hands.ranks
        self._table, self._weights = table, weights
        self._kinds: list[frozenset[int]] = [frozenset((0,))]
        self._numbers = {self._kinds[0]: 0}
        self._sums: dict[tuple[int, int], int] = {}
        self._set_numbers: dict[tuple[int, tuple[int, ...]], tuple[tuple[tuple[int, ...], int], ...]] = {}
        self.least_set = _least_set(table, suits)
        self.points: list[dict[int, int]] = [{} for _ in range(suits)]
        self.looks: list[dict[int, int]] = [{} for _ in range(suits)]
        for group in hands.groups:
            points, looks = self.points[group[0]], self.looks[group[0]]
            for mask in range(1 << hands.ranks):
                if mask.bit_count() <= hands.size:
                    kinds = [group[0] * hands.ranks + rank for rank in range(hands.ranks) if mask >> rank & 1]
                    points[mask] = sum([weights[kind] for kind in kinds])
                    looks[mask] = self._number(self._asked(kinds))
            for suit in group[1:]:
                self.points[suit], self.looks[suit] = points, looks

    def _asked(self, kinds: Sequence[int]) -> frozenset[int]:
        return Space(self._table.meld_rules, self._weights, dict.fromkeys(kinds, 1)).seen()

    def _number(self, seen: frozenset[int]) -> int:
        number = self._numbers.setdefault(seen, len(self._kinds))
        if number == len(self._kinds):
            self._kinds.append(seen)
        return number

    def seen(self, number: int) -> frozenset[int]:
        """What has this number."""
        return self._kinds[number]

    def sum(self, one: int, other: int) -> int:
        """What is seen of cards that no meld joins: every arrangement of the ones with every one of the others."""
        if not one or not other:
            return one or other
        known = self._sums.get((one, other))
        if known is None:
            sums = frozenset([left + right for left in self._kinds[one] for right in self._kinds[other]])
            known = self._sums[one, other] = self._number(sums)
        return known

    def with_sets(self, masks: Sequence[int], ranks: int) -> int:
        """What is seen of a hand that holds these ranks of each suit; of `ranks` it may hold sets."""
        if not ranks:
            number = 0
            for looks, mask in zip(self.looks, masks, strict=True):
                number = self.sum(number, looks[mask])
            return number
        bit = ranks & -ranks
        others, rank = ranks ^ bit, bit.bit_length() - 1
        found = self._kinds[self.with_sets(masks, others)]
        for suits, number in self._sets(rank, tuple([suit for suit, mask in enumerate(masks) if mask & bit])):
            left = list(masks)
            for suit in suits:
                left[suit] ^= bit
            found = found.union([one + number for one in self._kinds[self.with_sets(left, others)]])
        return self._number(found)

    def _sets(self, rank: int, held: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
        """The sets of the cards of one rank that these suits hold: the suits of each, and its number."""
        known = self._set_numbers.get((rank, held))
        if known is None:
            ranks = self._table.pack.rank_count
            known = self._set_numbers[rank, held] = tuple(
                (suits, number)
                for size in range(self.least_set, len(held) + 1)
                for suits in combinations(held, size)
                for number in self._asked([suit * ranks + rank for suit in suits])
                if tag(number, SETS_AT) == 1 and number >> PLAIN_TAGS & ((1 << CARD_BITS) - 1) == size
            )
        return known


_Look = tuple[tuple[int, int], ...]
"""What is seen of some suits: by table their points, and the number of what is seen of them."""


class _Looks:
    """The looks that there are, each by a number of its own."""

    __slots__ = ("_numbers", "_sums", "all", "nothing", "sights")

    def __init__(self, sights: Sequence[_Sight]) -> None:
        self.sights = sights
        self.all: list[_Look] = []
        self._numbers: dict[_Look, int] = {}
        self._sums: dict[tuple[int, int], int] = {}
        self.nothing = self.number(tuple((0, 0) for _ in sights))

    def number(self, look: _Look) -> int:
        """The number of a look."""
        number = self._numbers.setdefault(look, len(self.all))
        if number == len(self.all):
            self.all.append(look)
        return number

    def seen(self, number: int) -> tuple[Seen, ...]:
        """What a look is, by table."""
        both = zip(self.sights, self.all[number], strict=True)
        return tuple([(points, sight.seen(one)) for sight, (points, one) in both])

    def sum(self, one: int, other: int) -> int:
        """The look of suits of one look and of another together, without sets."""
        known = self._sums.get((one, other))
        if known is None:
            both = zip(self.sights, self.all[one], self.all[other], strict=True)
            known = self.number(tuple([(a[0] + b[0], sight.sum(a[1], b[1])) for sight, a, b in both]))
            self._sums[one, other] = known
        return known

    def with_sets(self, plain: int, masks: Sequence[int], ranks: int) -> int:
        """The look of a hand that may hold sets of some ranks; `plain` is what it would be without."""
        both = zip(self.sights, self.all[plain], strict=True)
        return self.number(tuple([(points, sight.with_sets(masks, ranks)) for sight, (points, _) in both]))


_Cell = list[int]
"""Hands, classes, and the first hand in pack order: backwards as a number, so that the greatest is the first."""


@dataclass(slots=True)
class _Place:
    """One suit in the order in which they are filled.

    `chained`: it holds no more than the one before, from which no rule tells it apart. `room` is what those behind it
    can hold. By the ranks held, `looks` has the number of their look, and `fronts` their part of a hand backwards.
    """

    suit: int
    chained: bool
    room: int
    looks: dict[int, int]
    fronts: list[int]


class AlikeHands:
    """Goes through all classes of hands of the tables' pack, suit by suit. Only where they are `countable_alike`.

    `weights` are, by table, what every kind counts instead of its points (`CardLooks.weights`).
    """

    __slots__ = ("_by_size", "_cells", "_hands", "_held", "_least", "_looks", "_part", "_parts", "_places")

    def __init__(self, tables: Sequence[Table], hands: Hands, weights: Sequence[Sequence[int]] | None = None) -> None:
        self._hands, self._part, self._parts = hands, 0, 1
        counted = [table.points for table in tables] if weights is None else weights
        sights = [_Sight(table, hands, each) for table, each in zip(tables, counted, strict=True)]
        self._least = min(one.least_set for one in sights)
        self._looks, ranks = _Looks(sights), hands.ranks
        self._by_size: list[list[int]] = [[] for _ in range(ranks + 1)]
        for mask in range(1 << ranks):
            self._by_size[mask.bit_count()].append(mask)
        self._cells: dict[int, dict[int, _Cell]] = {}
        order = [(suit, place > 0) for group in hands.groups for place, suit in enumerate(group)]
        self._held = [0] * len(order)
        self._places = [
            _Place(
                suit,
                chained,
                ranks * (len(order) - 1 - place),
                {
                    mask: self._looks.number(tuple([(one.points[suit][mask], one.looks[suit][mask]) for one in sights]))
                    for mask in sights[0].points[suit]
                },
                [_backwards(mask, ranks) << ranks * (len(order) - 1 - suit) for mask in range(1 << ranks)],
            )
            for place, (suit, chained) in enumerate(order)
        ]

    def all(self, parts: int = 1, part_done: Callable[[], None] = lambda: None) -> Iterator[Alike]:
        """All hands, those together that every table sees alike. `part_done` is called as each of `parts` is done."""
        self._cells, self._parts = {}, parts
        ways = prod(factorial(len(group)) for group in self._hands.groups)
        for self._part in range(parts):
            self._fill(0, self._hands.size, (self._looks.nothing, 0, ways, 1), [0] * (self._least + 1))
            part_done()
        merged: dict[int, _Cell] = {}
        for look, row in self._cells.items():
            for last, cell in row.items():
                known = merged.setdefault(self._looks.sum(look, last), cell)
                if known is not cell:
                    known[0] += cell[0]
                    known[1] += cell[1]
                    known[2] = max(known[2], cell[2])
        for look, (times, classes, front) in merged.items():
            yield Alike(times, classes, self._cards(front), self._looks.seen(look))

    def _cards(self, front: int) -> tuple[Card, ...]:
        kinds = len(self._hands.copies)
        return tuple([Card(kind) for kind in range(kinds) if front >> (kinds - 1 - kind) & 1])

    def _fill(self, place: int, left: int, so_far: tuple[int, int, int, int], reach: Sequence[int]) -> None:
        """Let the suits from `place` on hold the cards left.

        So far: the look of the suits before and their part of the hand, in how many ways suits that are alike can hold
        what they hold, and how many of the last ones hold the same. `reach[n]` are the ranks that n of them hold.
        """
        here = self._places[place]
        if place == len(self._places) - 1:
            self._last(here, left, so_far, reach)
            return
        look, front, ways, same = so_far
        before = self._held[place - 1] if here.chained else -1
        number = 0
        for size in range(min(left, self._hands.ranks), -1, -1):
            if left - size > here.room:
                break
            for mask in _not_more(self._by_size[size], size, before):
                number += 1
                if not place and number % self._parts != self._part:
                    continue
                self._held[place] = mask
                run = same + 1 if mask == before else 1
                reached = [0, *(high | low & mask for low, high in pairwise(reach))]
                reached[1] |= mask
                now = (self._looks.sum(look, here.looks[mask]), front | here.fronts[mask], ways // run, run)
                self._fill(place + 1, left - size, now, reached)

    def _last(self, here: _Place, left: int, so_far: tuple[int, int, int, int], reach: Sequence[int]) -> None:
        """Let the last suit hold the cards left, and count the hands."""
        if left > self._hands.ranks:
            return
        look, front, ways, same = so_far
        before = self._held[-2] if here.chained else -1
        row = self._cells.setdefault(look, {})
        looks, fronts, always, almost = here.looks, here.fronts, reach[self._least], reach[self._least - 1]
        for mask in _not_more(self._by_size[left], left, before):
            times = ways if mask != before else ways // (same + 1)
            backwards = front | fronts[mask]
            sets = always | almost & mask
            cell = self._with_sets(look, here, mask, sets) if sets else row.get(looks[mask])
            if cell is None:
                row[looks[mask]] = [times, 1, backwards]
            else:
                cell[0] += times
                cell[1] += 1
                cell[2] = max(cell[2], backwards)

    def _with_sets(self, look: int, here: _Place, mask: int, ranks: int) -> _Cell:
        """The cell of a hand that may hold sets of these ranks."""
        masks = [0] * len(self._places)
        for place, held in zip(self._places, self._held, strict=True):
            masks[place.suit] = held
        masks[here.suit] = mask
        number = self._looks.with_sets(self._looks.sum(look, here.looks[mask]), masks, ranks)
        return self._cells.setdefault(number, {}).setdefault(self._looks.nothing, [0, 0, 0])


def _not_more(masks: Sequence[int], size: int, most: int) -> Sequence[int]:
    """Those of so many ranks, but for what comes before what the suit before holds (-1: that is nothing to it)."""
    if most < 0 or size < most.bit_count():
        return masks
    return masks[: bisect_right(masks, most)] if size == most.bit_count() else ()


def _backwards(mask: int, ranks: int) -> int:
    return int(f"{mask:0{ranks}b}"[::-1], 2)
