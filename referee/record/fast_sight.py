"""The melds of a hand that is a set of bits: looked up suit by suit and rank by rank.

What is a meld, what it is worth by x.6 and in which order melds are listed is what `game.readings` says; here it is
only kept by bits. Hands with wild cards are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.game.closepoints import DEADWOOD_AT
from referee.game.readings import PLAIN_TAGS, RUNS_AT, SETS_AT, WILDS_AT, MeldReadings, TableMelds, table_melds
from referee.game.suits import kinds_of
from referee.record.fast_turns import AskGame
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN

MOST_WAYS = 600
"""Of more arrangements than these the game is asked."""

_FOUR = 4


class BitMeld(NamedTuple):
    """A meld without wild cards. `order` is its place in the order of x.6 (e) among those of its kind.

    `weight` is what x.6 makes of it (`MeldReadings`), `seen` what it changes in the point at which rules see the
    arrangement (`game.closepoints`).
    """

    order: tuple[int, ...]
    bits: int
    weight: int
    seen: int
    points: int

    @property
    def is_set(self) -> bool:
        """Whether it is a set, and no run."""
        return self.seen >> SETS_AT & 1 == 1


def looked_up(table: Table, kept: TableMelds | None) -> bool:
    """Whether the melds of a hand are those of each suit and rank in it, as they are `kept`.

    They are where no run goes round the corner, no rule looks at the whole hand, no card counts less than nothing, and
    no joker is an ordinary card.
    """
    return (
        kept is not None
        and not table.meld_rules.cyclic
        and min(table.points, default=0) >= 0
        and not table.conditions("melds.whole_hand")
        and all(kind.wild or not kind.joker for kind in table.pack.kinds)
    )


class Sight:
    """What is seen of the hands of one table. `open` is no where its melds are not looked up this way."""

    __slots__ = (
        "_column",
        "_kept",
        "_least_run",
        "_parts",
        "_ranks",
        "_row",
        "_rules",
        "_runs",
        "_sets",
        "_suits",
        "_threes",
        "_width",
        "guards",
        "open",
        "wild",
    )

    def __init__(self, table: Table) -> None:
        rules, pack = table.meld_rules, table.pack
        self._rules, self._ranks = rules, pack.rank_count
        self._kept = table_melds(rules, table.points)
        self.open = looked_up(table, self._kept) and rules.suit_room == 1
        self._row = row = (1 << pack.rank_count) - 1
        self._suits = tuple([row << (suit * pack.rank_count) for suit in range(pack.suit_count)])
        self._column = sum([1 << (suit * pack.rank_count) for suit in range(pack.suit_count)])
        self._least_run = min(rules.run_sizes, default=0)
        # of four suits a few operations tell which ranks are held three times
        self._threes = pack.suit_count <= _FOUR and min(rules.set_sizes, default=LEAST_MELD) >= LEAST_MELD
        self.wild = sum([1 << kind.index for kind in pack.kinds if kind.wild])
        if pack.kinds[-1].wild and pack.kinds[-1].count > 1:
            self.wild |= -1 << pack.kinds[-1].index
        self.guards = 0
        """Bits that no card has, one above each kind, where a set may hold several cards of it; here none does."""
        self._parts: dict[int, tuple[int, tuple[BitMeld, ...]]] = {}
        self._sets: dict[int, tuple[BitMeld, ...]] = {}
        self._runs: dict[tuple[int, ...], tuple[BitMeld, ...]] = {}
        self._width = 1

    def points(self, held: int) -> int:
        """The points of all cards of a hand without wild cards."""
        points, known = 0, self._parts
        for suit in self._suits:
            part = held & suit
            if part:
                points += (known.get(part) or self._of_part(part))[0]
        return points

    def melds(self, held: int) -> tuple[int, list[BitMeld]]:
        """The points of all cards of a hand, and its melds in the order of x.6 (e). AskGame for wild cards."""
        if held & self.wild:
            raise AskGame
        points = 0
        found: list[BitMeld] = []
        known = self._parts
        for suit in self._suits:
            part = held & suit
            if part:
                of_part = known.get(part) or self._of_part(part)
                points += of_part[0]
                if of_part[1]:
                    found += of_part[1]
        ranks = self._ranks
        b = held >> ranks
        c = b >> ranks
        d = c >> ranks
        several = (held & b & (c | d) | c & d & (held | b)) & self._row if self._threes else self._row
        if not several:
            return points, found
        sets: list[BitMeld] = []
        while several:
            rank = several & -several
            several ^= rank
            sets += self._sets_of(held & rank * self._column)
        if len(sets) > 1:
            sets.sort()
        return points, found + sets

    def count(self, held: int) -> int:
        """How many cards are in a hand without wild cards."""
        return held.bit_count()

    def best(self, _held: int, melds: Sequence[BitMeld]) -> tuple[int, tuple[int, ...], int]:
        """The best arrangement by x.6 of the hand that has these melds, as `best` says."""
        return best(melds)

    def arranged(self, _held: int, melds: Sequence[BitMeld]) -> Sequence[tuple[int, tuple[int, ...]]]:
        """All arrangements of the hand that has these melds: what each changes in a point, and the places of its melds.

        AskGame if there are too many.
        """
        if len(melds) == 2 and not melds[0].bits & melds[1].bits:
            one, other = melds[0].seen, melds[1].seen
            return (0, ()), (one, (0,)), (other, (1,)), (one + other, (0, 1))
        return [(seen, places) for _, seen, places, _ in ways(melds)]

    def _of_part(self, part: int) -> tuple[int, tuple[BitMeld, ...]]:
        """The points and the runs of what is held of one suit."""
        kinds, rest = list[int](), part
        while rest:
            lowest = rest & -rest
            kinds.append(lowest.bit_length() - 1)
            rest ^= lowest
        assert self._kept is not None
        runs: tuple[BitMeld, ...] = ()
        if self._neighbours(part):
            for stretch in self._stretches(kinds):
                runs += self._of_stretch(stretch)
        known = self._parts[part] = sum([self._kept.points[kind] for kind in kinds]), runs
        return known

    def _stretches(self, kinds: Sequence[int]) -> list[tuple[int, ...]]:
        """Kinds of one suit in pieces whose runs are all that there are: unbroken ones where the ace is low alone."""
        if self._rules.ace != "low":
            return [tuple(kinds)]
        found: list[tuple[int, ...]] = []
        start = 0
        for place in range(1, len(kinds) + 1):
            if place == len(kinds) or kinds[place] != kinds[place - 1] + 1:
                if place - start >= self._least_run:
                    found.append(tuple(kinds[start:place]))
                start = place
        return found

    def _of_stretch(self, kinds: tuple[int, ...]) -> tuple[BitMeld, ...]:
        """The runs of some kinds of one suit, in the order of x.6 (e)."""
        known = self._runs.get(kinds)
        if known is None:
            assert self._kept is not None
            found = self._kept.in_suit(self._rules, kinds)
            known = self._runs[kinds] = tuple([as_bits(one, self._kept, self._width) for one in found])
        return known

    def _neighbours(self, part: int) -> bool:
        """Whether as many neighbours are held of one suit as the shortest run has; yes where aces are high too."""
        if self._rules.ace == "low":
            for _ in range(self._least_run - 1):
                part &= part >> 1
        return part != 0

    def _sets_of(self, part: int) -> tuple[BitMeld, ...]:
        """The sets of what is held of one rank."""
        known = self._sets.get(part)
        if known is None:
            assert self._kept is not None
            found = self._kept.of_rank(self._rules, tuple([(kind, 1) for kind in kinds_of(part)]))
            known = self._sets[part] = tuple([as_bits(one, self._kept) for one in found])
        return known


def ways(melds: Sequence[BitMeld]) -> list[tuple[int, int, tuple[int, ...], int]]:
    """All arrangements that have some of these melds, the empty one first. AskGame if there are too many.

    Of each: what x.6 makes of it, what rules see of it, the places of its melds, and their cards.
    """
    found: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), 0)]
    for place, (_, bits, weight, seen, _) in enumerate(melds):
        found += [
            (worth + weight, looks + seen, (*places, place), used | bits)
            for worth, looks, places, used in found
            if not used & bits
        ]
        if len(found) > MOST_WAYS:
            raise AskGame
    return found


def best(melds: Sequence[BitMeld]) -> tuple[int, tuple[int, ...], int]:
    """The best arrangement by x.6: what it is worth, the places of its melds, and their cards. AskGame."""
    if not melds:
        return 0, (), 0
    if len(melds) == 1 and melds[0].weight > 0:
        return melds[0].weight, (0,), melds[0].bits
    negative, places, used = min([(-worth, places, used) for worth, _, places, used in ways(melds)])
    return -negative, places, used


def as_bits(one: MeldReadings, kept: TableMelds, width: int = 1) -> BitMeld:
    """A meld as the cards of a set, with so many bits for each kind."""
    run = one.kind == RUN
    points = sum([kept.points[kind] for kind in one.cards])
    tags = (1 << RUNS_AT if run else 1 << SETS_AT) + (one.readings[0].wilds << WILDS_AT)
    seen = (len(one.cards) << PLAIN_TAGS) + tags - (points << DEADWOOD_AT)
    return BitMeld(one.cards, sum([1 << kind * width for kind in one.cards]), one.weight, seen, points)
