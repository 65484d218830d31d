"""Sees the best melds of most hands at a glance: four of five that were just dealt hold none, the others one or two.

Every kind is one number: bits for its places on the tracks of runs, and a one in a field for its rank. Of the sum of a
hand a few shifts tell in which suits as many neighbours are held as the shortest run has, and of which ranks as many
cards as the smallest set has. Whether such cards are a meld is for `candidates` to say; without them there is none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.game.candidates import Candidate
from referee.game.readings import MeldReadings, table_melds
from referee.table import Table

_FIELD = 6
"""Bits that count the suits held of a rank: the highest is a guard."""

_SOME = 15
"""The bits in which the wild kinds of a hand are counted, of which there are at most `WILD_KINDS`."""

_FEW = 6
"""So many melds are seen at a glance; among more one has to search."""


class Glance:
    """The numbers of the kinds of one table."""

    __slots__ = (
        "_guards",
        "_kept",
        "_known",
        "_least_run",
        "_numbers",
        "_ranks",
        "_rules",
        "_runs",
        "_short",
        "_suits",
        "_twins_known",
        "_wild",
    )

    def __init__(self, table: Table) -> None:
        """Wild cards are told by their number, for a hand that has any is not judged."""
        rules = self._rules = table.meld_rules
        kinds, ranks = rules.pack.kinds, rules.pack.rank_count
        length = max(map(len, rules.tracks), default=0) + 1
        sets_at = length * len(rules.tracks)
        wild = self._wild = 1 << (sets_at + _FIELD * ranks)
        self._kept = table_melds(rules, table.points)
        # where runs go around, or twins are held that may stand in one set, other things would have to be counted
        self._known = self._kept is not None and not rules.cyclic
        self._twins_known = self._known and rules.suit_room == 1
        self._runs = (1 << sets_at) - 1
        self._least_run = min(rules.run_sizes, default=length)
        least_set = min(rules.set_sizes, default=rules.most_cards + 1)
        fields = [sets_at + _FIELD * rank for rank in range(ranks)]
        self._short = sum([max(0, (1 << (_FIELD - 1)) - least_set) << at for at in fields])
        # several kinds may be wild: their sum must not carry past what is looked at
        guards = [1 << (at + _FIELD - 1) for at in fields]
        self._guards = sum(guards) | (wild * _SOME)
        numbers = [1 << fields[kind.rank] if not kind.joker else 0 for kind in kinds]
        for suit, track in enumerate(rules.tracks):
            for place, kind in enumerate(track):
                numbers[kind] += 1 << (length * suit + place)
        self._numbers = [wild if kind.wild else numbers[kind.index] for kind in kinds]
        suits = enumerate(map(frozenset, rules.tracks))
        self._suits = [(((1 << length) - 1) << (length * suit), held) for suit, held in suits]
        suited = range(len(rules.tracks) * ranks)
        self._ranks = [(guard, frozenset(suited[rank::ranks])) for rank, guard in enumerate(guards)]

    @classmethod
    def of(cls, table: Table) -> Glance:
        """The numbers of a table; `Table.derived` keeps them."""
        return cls(table)

    def best(self, kinds: Collection[int], *, twins: bool = False) -> tuple[Candidate, ...] | None:
        """The best melds by x.6 of a hand of these kinds; None where that takes more than a glance.

        `twins` as for `melds`.
        """
        melds = self.melds(kinds, twins=twins)
        if not melds:
            return None if melds is None else ()
        return _best_of(melds) if len(melds) <= _FEW else None

    def melds(self, kinds: Collection[int], *, twins: bool = False) -> list[MeldReadings] | None:
        """All melds of a hand of these kinds in the order of x.6 (e); None where that takes more than a glance.

        `twins`: some kinds are held more than once. Of such a hand it is only seen that it holds no meld.
        """
        if not (self._twins_known if twins else self._known):
            return None
        seen = sum(map(self._numbers.__getitem__, kinds))
        ranks = (seen + self._short) & self._guards
        neighbours = seen & self._runs
        for _ in range(self._least_run - 1):
            neighbours &= neighbours >> 1
        if not neighbours and not ranks:
            return []
        if twins or ranks >= self._wild:
            return None
        return self._melds(sorted(kinds), neighbours, ranks)

    def _melds(self, kinds: Sequence[int], neighbours: int, ranks: int) -> list[MeldReadings]:
        """The melds in the suits and ranks that were seen, in the order of x.6 (e)."""
        runs: list[MeldReadings] = []
        sets: list[MeldReadings] = []
        assert self._kept is not None
        if neighbours:
            for places, suit in self._suits:
                if neighbours & places:
                    runs += self._kept.in_suit(self._rules, tuple([kind for kind in kinds if kind in suit]))
        if ranks:
            for guard, rank in self._ranks:
                if ranks & guard:
                    sets += self._kept.of_rank(self._rules, tuple([(kind, 1) for kind in kinds if kind in rank]))
            if len(sets) > 1:
                sets.sort()
        return runs + sets if runs else sets


def _best_of(melds: Sequence[MeldReadings]) -> tuple[Candidate, ...]:
    """The best arrangement by going through all: melds of cards that are held once, in the order of x.6 (e)."""
    if len(melds) == 1 and melds[0].weight > 0:
        return (melds[0].readings[0],)
    ways: list[tuple[int, tuple[int, ...], int]] = [(0, (), 0)]
    for index, meld in enumerate(melds):
        bare, weight = meld.bare, meld.weight
        ways += [(worth + weight, (*places, index), used | bare) for worth, places, used in ways if not used & bare]
    _, best, _ = min(ways, key=_order)
    return tuple([melds[index].readings[0] for index in best])


def _order(way: tuple[int, tuple[int, ...], int]) -> tuple[int, tuple[int, ...]]:
    """What x.6 compares of an arrangement: what it is worth, then the list of its melds."""
    return -way[0], way[1]
