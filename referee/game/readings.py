"""Melds as whole numbers: the readings of one meld together, and the layout of the fields that its numbers have.

A layout gives every kind a field of bits. One that serves a whole table is made once (`TableMelds`), and with it the
readings of melds without wild cards: they are decided by the ranks held of one suit, or the suits held of one rank, of
which there are few, and so are found by looking them up. Hands with wild cards have a layout of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from referee.game.candidates import Candidate, candidates
from referee.table.melds import RUN, MeldRules

TAG_BITS = 5
RUNS_AT, SETS_AT, WILDS_AT = 0, TAG_BITS, 2 * TAG_BITS
PLAIN_TAGS = 3 * TAG_BITS
"""Where the counts of runs, sets and stand-ins lie in the tags; above them, on demand, one count per signature."""

CARD_BITS = 6
"""Enough for the number of melded cards."""

POINTS_AT = 12
"""Where the points begin in a weight: below them lie the cards, less one for each meld."""

_KEPT = 20_000
"""Suits and ranks remembered for a table; forgotten all at once when there are more."""


_made = tuple.__new__
"""Makes the readings of a meld of their fields in half the time."""


def weight_of(points: int, cards: int) -> int:
    """What x.6 makes of one meld of so many points and cards; weights of the melds of an arrangement are added."""
    return (points << POINTS_AT) + (cards << CARD_BITS) - 1


class MeldReadings(NamedTuple):
    """The readings of one meld: the same cards as the same kind of meld.

    `bare` counts its kinds, `numbers` has the profile of each reading, `weight` what x.6 makes of it: its points,
    then its cards, then that it is one meld.
    """

    kind: int
    cards: tuple[int, ...]
    readings: tuple[Candidate, ...]
    bare: int
    numbers: tuple[int, ...]
    weight: int


class Layout:
    """Fields for the kinds `live`, in this order from the bottom, each for up to `most` copies and a guard bit.

    `place` says which field a kind has, `units` what one card of it counts, `guards` are all guard bits.
    """

    __slots__ = (
        "_fields",
        "_melded",
        "_signatures",
        "base",
        "guards",
        "live",
        "place",
        "top",
        "units",
        "weights",
        "width",
    )

    def __init__(
        self,
        live: Sequence[int],
        most: int,
        points: Sequence[int],
        signatures: Sequence[tuple[int, int, int, int]] = (),
    ) -> None:
        self.live = tuple(live)
        self._signatures = tuple(signatures)
        self.width = most.bit_length() + 1
        self.base = PLAIN_TAGS + TAG_BITS * len(signatures)
        self.top = self.base + self.width * len(self.live)
        self.place = {kind: index for index, kind in enumerate(self.live)}
        self.units = {kind: 1 << self.at(index) for kind, index in self.place.items()}
        self.weights = {kind: (points[kind] << POINTS_AT) + (1 << CARD_BITS) for kind in self.live}
        worth = {kind: (1 << self.top) + (points[kind] << (self.top + CARD_BITS)) for kind in self.live}
        self._melded = {kind: unit + worth[kind] for kind, unit in self.units.items()}
        self._fields = (1 << self.top) - 1
        self.guards = sum(1 << (self.at(index + 1) - 1) for index in self.place.values())

    def at(self, place: int) -> int:
        """Where a field begins."""
        return self.base + self.width * place

    def readings(self, found: Sequence[Candidate]) -> list[MeldReadings]:
        """Candidates in the order of x.6 (e), those of the same cards together."""
        melds: list[MeldReadings] = []
        start, end = 0, len(found)
        while start < end:
            kind, cards = found[start][:2]
            behind = start + 1
            while behind < end and found[behind][1] == cards and found[behind][0] == kind:
                behind += 1
            melds.append(self._readings(kind, cards, tuple(found[start:behind])))
            start = behind
        return melds

    def _readings(self, kind: int, cards: tuple[int, ...], readings: tuple[Candidate, ...]) -> MeldReadings:
        melded = sum(map(self._melded.__getitem__, cards))
        number = melded + (1 << RUNS_AT if kind == RUN else 1 << SETS_AT)
        if self._signatures:
            numbers = tuple([number + (one.wilds << WILDS_AT) + self._signature_tag(one) for one in readings])
        elif len(readings) == 1:
            numbers = (number + (readings[0][2] << WILDS_AT),)
        else:
            numbers = tuple([number + (one.wilds << WILDS_AT) for one in readings])
        weight = (melded >> (self.top + CARD_BITS) << POINTS_AT) + (len(cards) << CARD_BITS) - 1
        return _made(MeldReadings, (kind, cards, readings, melded & self._fields, numbers, weight))

    def _signature_tag(self, one: Candidate) -> int:
        return 1 << (PLAIN_TAGS + TAG_BITS * self._signatures.index(signature_of(one)))


class TableMelds:
    """The melds without wild cards at one table, each suit and each rank worked out when it is first held so.

    The rules are not kept: they are the key under which this is remembered, and go when their table goes.
    """

    __slots__ = ("_least_run", "_least_set", "_ranks", "_room", "_runs", "_sets", "_wild", "layout", "points")

    def __init__(self, rules: MeldRules, points: Sequence[int]) -> None:
        kinds = rules.pack.kinds
        self.points = tuple(points)
        self.layout = Layout(range(len(kinds)), max(kind.count for kind in kinds), self.points)
        self._ranks, self._room = rules.pack.rank_count, rules.suit_room
        self._wild = rules.wild_kinds
        self._least_run = min(rules.run_sizes, default=rules.most_cards + 1)
        self._least_set = min(rules.set_sizes, default=rules.most_cards + 1)
        self._runs: dict[tuple[int, ...], tuple[MeldReadings, ...]] = {}
        self._sets: dict[tuple[tuple[int, int], ...], tuple[MeldReadings, ...]] = {}

    def of(self, rules: MeldRules, counts: Mapping[int, int]) -> list[MeldReadings] | None:
        """The melds of a hand counted by kind, in the order of x.6 (e); None if it has wild cards."""
        if not self._wild.isdisjoint(counts):
            return None
        ranks, suits, same_rank = self._ranks, dict[int, list[int]](), dict[int, list[int]]()
        for kind in sorted(counts):
            suit, rank = divmod(kind, ranks)
            if suit in suits:
                suits[suit].append(kind)
            else:
                suits[suit] = [kind]
            if rank in same_rank:
                same_rank[rank].append(kind)
            else:
                same_rank[rank] = [kind]
        found: list[MeldReadings] = []
        for held in suits.values():
            if len(held) >= self._least_run:
                found += self.in_suit(rules, tuple(held))
        sets: list[MeldReadings] = []
        for held in same_rank.values():
            if len(held) >= self._least_set or (
                self._room > 1 and sum(counts[kind] for kind in held) >= self._least_set
            ):
                before = len(sets)
                sets += self.of_rank(rules, tuple([(kind, counts[kind]) for kind in held]))
                if before and len(sets) > before:
                    sets.sort()
        return found + sets

    def in_suit(self, rules: MeldRules, held: tuple[int, ...]) -> tuple[MeldReadings, ...]:
        """The runs of these kinds of one suit, none wild, in the order of x.6 (e)."""
        known = self._runs.get(held)
        if known is None:
            if len(self._runs) >= _KEPT:
                self._runs.clear()
            runs = [one for one in candidates(rules, dict.fromkeys(held, 1)) if one.kind == RUN]
            known = self._runs[held] = tuple(self.layout.readings(runs))
        return known

    def of_rank(self, rules: MeldRules, held: tuple[tuple[int, int], ...]) -> tuple[MeldReadings, ...]:
        """The sets of these kinds of one rank, each with how many are held, none wild, in the order of x.6 (e)."""
        known = self._sets.get(held)
        if known is None:
            if len(self._sets) >= _KEPT:
                self._sets.clear()
            sets = [one for one in candidates(rules, dict(held)) if one.kind != RUN]
            known = self._sets[held] = tuple(self.layout.readings(sets))
        return known


_OF_TABLE: WeakKeyDictionary[MeldRules, TableMelds] = WeakKeyDictionary()


def table_melds(rules: MeldRules, points: Sequence[int]) -> TableMelds | None:
    """What is remembered for a table; None where kinds count other points than those it was made with."""
    known = _OF_TABLE.get(rules)
    if known is None:
        known = _OF_TABLE[rules] = TableMelds(rules, points)
    return known if known.points is points or known.points == points else None


def signature_of(one: Candidate) -> tuple[int, int, int, int]:
    """What a condition sees of a meld: kind, size, wilds, outer wilds."""
    return (one.kind, len(one.cards), one.wilds, one.outer_wilds)
