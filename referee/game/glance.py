"""Sees of most hands at a glance that they hold no meld: four of five that were just dealt.

Every kind is one number: bits for its places on the tracks of runs, and a one in a field for its rank. Of the sum of a
hand a few shifts tell whether as many neighbours are held as the shortest run has, or as many cards of one rank as the
smallest set has. Whether such cards are a meld is for `candidates` to say; without them there is none.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.table import Table

_FIELD = 6
"""Bits that count the suits held of a rank: the highest is a guard."""

_SOME = 15
"""The bits in which the wild kinds of a hand are counted, of which there are at most `WILD_KINDS`."""


class Glance:
    """The numbers of the kinds of one table."""

    __slots__ = ("_guards", "_known", "_least_run", "_numbers", "_runs", "_sets_at", "_short")

    def __init__(self, table: Table) -> None:
        """Wild cards are told by their number, for a hand that has any is not judged."""
        rules = table.meld_rules
        kinds, ranks = rules.pack.kinds, rules.pack.rank_count
        length = max(map(len, rules.tracks), default=0) + 1
        self._sets_at = length * len(rules.tracks)
        wild = 1 << (self._sets_at + _FIELD * ranks)
        self._known = not rules.cyclic and rules.suit_room == 1
        """Where runs go around, or twins stand in sets, other things would have to be counted."""
        self._runs = (1 << self._sets_at) - 1
        self._least_run = min(rules.run_sizes, default=length)
        least_set = min(rules.set_sizes, default=rules.most_cards + 1)
        fields = [self._sets_at + _FIELD * rank for rank in range(ranks)]
        self._short = sum([max(0, (1 << (_FIELD - 1)) - least_set) << at for at in fields])
        # several kinds may be wild: their sum must not carry past what is looked at
        self._guards = sum([1 << (at + _FIELD - 1) for at in fields]) | (wild * _SOME)
        numbers = [1 << fields[kind.rank] if not kind.joker else 0 for kind in kinds]
        for suit, track in enumerate(rules.tracks):
            for place, kind in enumerate(track):
                numbers[kind] += 1 << (length * suit + place)
        self._numbers = [wild if kind.wild else numbers[kind.index] for kind in kinds]

    @classmethod
    def of(cls, table: Table) -> Glance:
        """The numbers of a table; `Table.derived` keeps them."""
        return cls(table)

    def sees_none(self, kinds: Iterable[int]) -> bool:
        """Whether it is seen that these kinds, each once, hold no meld."""
        if not self._known:
            return False
        seen = sum(map(self._numbers.__getitem__, kinds))
        if (seen + self._short) & self._guards:
            return False
        neighbours = seen & self._runs
        for _ in range(self._least_run - 1):
            neighbours &= neighbours >> 1
        return not neighbours
