"""What is written by loose points, in rows of machine words: each number asked of the rules when it is met first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from referee.game.factgroups import SeatRecord
from referee.game.facts import CloseFacts
from referee.game.price import BY_OTHERS
from referee.game.roundfacts import RoundFacts
from referee.record.fast_turns import AskGame
from referee.record.packed_facts import UNTOLD
from referee.record.packed_memo import WordMemo
from referee.record.packed_round import row
from referee.table import Table

BY_LEFT: Final = frozenset({"deadwood", "others"})
"""What a closer's points are told by: what it has left, and what the others have."""

_WRITTEN: Final = 1 << 40
"""What is added to what is written, so that 0 stands for what is not known yet."""

_LOOSE_BITS: Final = 10
_MOST_SEEN: Final = 5
_MOST_OUTCOMES: Final = 1_024
"""The loose points of so many seats, and an outcome, are seen together in a word; of more nothing is said."""


class PackedPrice:
    """What the seats of one table write.

    `open` is no where rules ask for more than loose points, of the seat, the closer or the others, and the outcome.
    """

    __slots__ = (
        "_bits",
        "_by_closer",
        "_by_left",
        "_by_others",
        "_cases",
        "_most",
        "_of_left",
        "_of_seat",
        "_outcomes",
        "_sees_closer",
        "_span",
        "_table",
        "_written",
        "open",
        "untold",
    )

    def __init__(self, table: Table) -> None:
        self._table, self._cases = table, table.cases(BY_OTHERS)
        read = frozenset[str]().union(*(one.when.reads | one.value.reads for one in self._cases))
        self._sees_closer = "closer" in read
        worth = sorted([kind.points for kind in table.pack.kinds for _ in range(kind.count)], reverse=True)
        self._span = max(sum(worth[: table.hand_size]), 0) + 1
        told = [one.writes is not None and "others" in one.writes.reads for one in table.outcomes]
        fits = self._span <= 1 << _LOOSE_BITS and table.seats <= _MOST_SEEN and len(told) <= _MOST_OUTCOMES
        self.open = read <= {"deadwood", "outcome", "closer"} and (fits or not (self._sees_closer or any(told)))
        self._by_others, self._by_closer = (row(self._span * len(table.outcomes)) for _ in range(2))
        self._by_left, self._outcomes = row(len(told)), len(told)
        self._of_left, self._of_seat = WordMemo(8, 18), WordMemo(8, 18)
        for outcome, by_left in enumerate(told):
            self._by_left[outcome] = by_left
        self._written, self.untold = _WRITTEN, UNTOLD
        self._bits, self._most = _LOOSE_BITS, _MOST_SEEN

    def of_others(self, outcome: int, loose: int, own: int) -> int:
        """What a seat writes with so many loose points that did not close; `untold` where that is not told.

        The closer has so many `own` in the end.
        """
        if not 0 <= loose < self._span or not 0 <= own < self._span:
            return self.untold
        if not self._sees_closer:
            known = self._by_others[outcome * self._span + loose]
            return known - self._written if known else self._learn_others(outcome, loose, 0, -1)
        key = (outcome << self._bits | loose) << self._bits | own
        known = self._of_seat.get(key)
        return known - self._written if known >= 0 else self._learn_others(outcome, loose, own, key)

    def of_closer(self, outcome: int, left: memoryview, at: int, places: int) -> int:
        """What the closer, in the place `at`, writes; `untold` where that is not told. `left` are all loose points."""
        own = left[at]
        if not 0 <= own < self._span:
            return self.untold
        if not self._by_left[outcome]:
            known = self._by_closer[outcome * self._span + own]
            return known - self._written if known else self._learn_closer(outcome, own)
        if places > self._most:
            return self.untold
        key = 1 << self._bits | own  # the bit in front says how many there are
        for place in range(places):
            loose = left[place]
            if not 0 <= loose < self._span:
                return self.untold
            if place != at:
                key = key << self._bits | loose
        key = key * self._outcomes + outcome
        known = self._of_left.get(key)
        return known - self._written if known >= 0 else self._learn_by_left(outcome, left, at, places, key)

    def _learn_others(self, outcome: int, loose: int, own: int, key: int) -> int:
        """`key`: that of what the closer has, too; below 0 where rules do not ask for it."""
        facts = self._facts(loose)
        facts.outcome = self._table.rule_set.enums["outcome"].index(self._table.outcomes[outcome].rule.name)
        facts.closer = _left(own)
        try:
            case = next(case for case in self._cases if case.when.call(facts))
            found = int(case.value.call(facts))
        except AskGame:
            return self.untold
        if key < 0:
            self._by_others[outcome * self._span + loose] = found + self._written
        elif self._kept(found):
            self._of_seat.put(key, found + self._written)
        return found

    def _learn_closer(self, outcome: int, own: int) -> int:
        writes = self._table.outcomes[outcome].writes
        if writes is None or not writes.reads <= {"deadwood"}:
            return self.untold
        found = int(writes.call(self._facts(own)))
        self._by_closer[outcome * self._span + own] = found + self._written
        return found

    def _learn_by_left(self, outcome: int, left: memoryview, at: int, places: int, key: int) -> int:
        writes = self._table.outcomes[outcome].writes
        if writes is None or not writes.reads <= BY_LEFT:
            return self.untold
        facts = CloseFacts(None)
        facts.deadwood = int(left[at])
        facts.others = [_left(int(left[place])) for place in range(places) if place != at]
        try:
            found = int(writes.call(facts))
        except AskGame:
            return self.untold
        if self._kept(found):
            self._of_left.put(key, found + self._written)
        return found

    def _kept(self, found: int) -> bool:
        """Whether a memo has room for this."""
        return -self._written <= found < self._written

    @staticmethod
    def _facts(loose: int) -> RoundFacts:
        facts = RoundFacts()
        facts.deadwood = loose
        return facts


@dataclass(frozen=True, slots=True)
class _Left:
    """Another seat as rules see it, of which only the loose points are known here; for the rest the game is asked."""

    deadwood: int

    @property
    def hand_points(self) -> int:
        """AskGame."""
        raise AskGame

    melded = total = hand_points


def _left(deadwood: int) -> SeatRecord:
    return cast("SeatRecord", _Left(deadwood))
