"""Melds of hands with twins, and how those grow that may hold them: `fast_sight` and `fast_growth` for counted cards.

A meld that a hand can hold twice stands twice in the list of its melds. Hands with wild cards are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.record.fast_growth import Growths
from referee.record.fast_sight import MOST_WAYS, BitMeld, Sight, as_bits, looked_up
from referee.record.fast_turns import AskGame
from referee.record.fast_twins import TwinBits
from referee.table import Table

_KEPT = 50_000
"""Cards of one suit or one rank remembered; all are forgotten when there are more."""

_PAIR = 2


class TwinSight(Sight):
    """What is seen of the hands of a table whose pack has cards twice."""

    __slots__ = ("_bits", "_column_of", "_melds", "_ones", "_short")

    def __init__(self, table: Table, bits: TwinBits) -> None:
        super().__init__(table)
        rules, pack = table.meld_rules, table.pack
        self._bits, self.guards, self._width = bits, bits.guards, bits.width
        self.open = looked_up(table, self._kept) and all(kind.count <= _PAIR for kind in pack.kinds if not kind.wild)
        self.wild = sum([bits.fields[bits.units[kind.index]] for kind in pack.kinds if kind.wild])
        self._suits, columns = bits.lines(pack.suit_count, pack.rank_count)
        # a row of counts tells by its highest bits of which ranks there are enough for a set
        ones = sum(bits.units[: pack.rank_count])
        top = 1 << (bits.width - 1)
        self._row, self._ones = self._suits[0], sum(bits.units)
        self._short = ones * (top - min(top, min(rules.set_sizes, default=top)))
        self._column_of = {bits.units[rank] * top: column for rank, column in enumerate(columns)}
        self._melds: dict[int, tuple[int, tuple[BitMeld, ...]]] = {}

    def count(self, held: int) -> int:
        """How many cards are in a hand."""
        return (held & self._ones).bit_count() + 2 * (held >> 1 & self._ones).bit_count()

    def points(self, held: int) -> int:
        """The points of all cards of a hand without wild cards."""
        points, known = 0, self._melds
        for suit in self._suits:
            part = held & suit
            if part:
                points += (known.get(part) or self._seen(part))[0]
        return points

    def melds(self, held: int) -> tuple[int, list[BitMeld]]:
        """The points of all cards of a hand, and its melds in the order of x.6 (e). AskGame for wild cards."""
        if held & self.wild:
            raise AskGame
        points, found, known = 0, list[BitMeld](), self._melds
        for suit in self._suits:
            part = held & suit
            if part:
                of_part = known.get(part) or self._seen(part)
                points += of_part[0]
                found += of_part[1]
        row, step, rest, counts = self._row, self._bits.width * self._ranks, held, 0
        while rest:
            counts += rest & row
            rest >>= step
        several = counts + self._short & self.guards & row
        if not several:
            return points, found
        sets: list[BitMeld] = []
        while several:
            rank = several & -several
            several ^= rank
            part = held & self._column_of[rank]
            sets += (known.get(~part) or self._sets_in(part))[1]
        if len(sets) > 1:
            sets.sort()
        return points, found + sets

    def best(self, held: int, melds: Sequence[BitMeld]) -> tuple[int, tuple[int, ...], int]:
        """The best arrangement by x.6: what it is worth, the places of its melds, and their cards. AskGame."""
        if not melds:
            return 0, (), 0
        if len(melds) == 1 and melds[0].weight > 0:
            return melds[0].weight, (0,), melds[0].bits
        negative, places, used = min([(-worth, places, used) for worth, _, places, used in self._ways(held, melds)])
        return -negative, places, used

    def arranged(self, held: int, melds: Sequence[BitMeld]) -> Sequence[tuple[int, tuple[int, ...]]]:
        """All arrangements of a hand with these melds, as the base class says."""
        return [(seen, places) for _, seen, places, _ in self._ways(held, melds)]

    def _ways(self, held: int, melds: Sequence[BitMeld]) -> list[tuple[int, int, tuple[int, ...], int]]:
        """All arrangements as `fast_sight.ways` has them, of cards of which there may be two."""
        guards = self.guards
        free = held | guards
        found: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), 0)]
        for place, (_, bits, weight, seen, _) in enumerate(melds):
            found += [
                (worth + weight, looks + seen, (*places, place), used + bits)
                for worth, looks, places, used in found
                if free - used - bits & guards == guards
            ]
            if len(found) > MOST_WAYS:
                raise AskGame
        return found

    def _seen(self, part: int) -> tuple[int, tuple[BitMeld, ...]]:
        """The points and the runs of what is held of one suit."""
        counts = self._bits.counts(part)
        assert self._kept is not None
        runs = [one for stretch in self._stretches(list(counts)) for one in self._of_stretch(stretch)]
        points = sum([self._kept.points[kind] * times for kind, times in counts.items()])
        return self._remember(part, points, runs, part)

    def _sets_in(self, part: int) -> tuple[int, tuple[BitMeld, ...]]:
        """The sets of what is held of one rank; their points are not asked for."""
        assert self._kept is not None
        found = self._kept.of_rank(self._rules, tuple(self._bits.counts(part).items()))
        return self._remember(~part, 0, [as_bits(one, self._kept, self._width) for one in found], part)

    def _remember(self, key: int, points: int, melds: list[BitMeld], part: int) -> tuple[int, tuple[BitMeld, ...]]:
        guards = self.guards
        each = [[one] * (1 + ((part | guards) - 2 * one.bits & guards == guards)) for one in melds]
        if len(self._melds) > _KEPT:
            self._melds.clear()
        known = self._melds[key] = points, tuple([one for several in each for one in several])
        return known


class TwinGrowths(Growths):
    """The melds of such a table without wild cards, where an ace stands at the bottom of its suit alone."""

    __slots__ = ("_bits", "_room", "_units_in", "_width")

    def __init__(self, table: Table, bits: TwinBits) -> None:
        super().__init__(table)
        self._bits, self._width = bits, bits.width
        self._room = table.meld_rules.suit_room
        self._suits, self._columns = bits.lines(table.pack.suit_count, table.pack.rank_count)
        self._units_in = {column: [unit for unit in bits.units if unit & column] for column in self._columns}

    def learn(self, bits: int) -> int:
        """The kinds of which a card may be next on a meld that is met for the first time; remembered in `reach`."""
        line = self._line[bits] = next(line for line in (*self._suits, *self._columns) if not bits & ~line)
        if line in self._suits:
            near = (bits << self._width | bits >> self._width) & line & ~bits
            found = near * ((1 << self._width) - 1)
        else:
            fields, room = self._bits.fields, self._room
            found = sum([fields[unit] for unit in self._units_in[line] if bits & fields[unit] < room * unit])
        self.reach[bits] = found
        return found

    def _each(self, cards: int) -> list[int]:
        """Cards by themselves, in pack order."""
        return [self._bits.units[card.index] for card in self._bits.cards_of(cards)]

    def _next(self, bits: int, held: int) -> Sequence[int]:
        units, near = self._bits.units, self.reach[bits] & held
        return [units[kind] for kind in self._bits.counts(near)]

    def _size(self, bits: int) -> int:
        return self._bits.cards(bits)

    def _index(self, card: int) -> int:
        return self._bits.kind_of[card]
