"""What seats write by loose points, remembered: asked of the conditions of a table with as much as they may read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from referee.game.factgroups import SeatRecord
from referee.game.facts import CloseFacts
from referee.game.price import BY_OTHERS
from referee.game.roundfacts import RoundFacts
from referee.record.fast_turns import AskGame
from referee.table import Table

_KEPT = 20_000
"""Prices remembered; all are forgotten when there are more."""


class Price:
    """What is written by loose points, and by those that other seats have, where the rules ask for nothing else."""

    __slots__ = ("_by_closer", "_cases", "_closer", "_others", "_said", "_table", "open", "plain")

    def __init__(self, table: Table) -> None:
        self._table, self._cases = table, table.cases(BY_OTHERS)
        read = frozenset[str]().union(*(one.when.reads | one.value.reads for one in self._cases))
        self.open = read <= {"deadwood", "outcome", "closer"}
        self._by_closer = "closer" in read
        self.plain = not self._by_closer
        """Whether what a seat that did not close writes does not hang on what the closer has left."""
        self._others: dict[tuple[str, int, int], int] = {}
        self._closer: dict[tuple[str, int, tuple[int, ...]], int] = {}
        self._said: dict[tuple[str, int, int], tuple[str, str]] = {}

    def of_others(self, outcome: str, left: list[int], at: int) -> list[int]:
        """What seats write with so many loose points that did not close; `at` is the place of the closer. AskGame."""
        known = self._others.get  # others may be forgetting all of it at the same time
        own = left[at] if self._by_closer else 0
        return [
            self._asked(outcome, loose, own) if (one := known((outcome, loose, own))) is None else one for loose in left
        ]

    def _asked(self, outcome: str, loose: int, own: int) -> int:
        facts = self._facts(outcome, loose, own)
        case = next(case for case in self._cases if case.when.call(facts))
        if len(self._others) > _KEPT:
            self._others.clear()
        found = self._others[outcome, loose, own] = int(case.value.call(facts))
        return found

    def _facts(self, outcome: str, loose: int, own: int) -> RoundFacts:
        facts = RoundFacts()
        facts.deadwood = loose
        facts.outcome = self._table.rule_set.enums["outcome"].index(outcome)
        facts.closer = _left(own)
        return facts

    def case_of(self, outcome: str, loose: int, own: int) -> tuple[str, str]:
        """The clause and the case by which such a seat writes, where the closer has so many points. AskGame."""
        key = (outcome, loose, own if self._by_closer else 0)
        known = self._said.get(key)
        if known is None:
            facts = self._facts(*key)
            case = next(case for case in self._cases if case.when.call(facts))
            if len(self._said) > _KEPT:
                self._said.clear()
            known = self._said[key] = case.clause, case.key
        return known

    def of_closer(self, outcome: str, left: list[int], at: int) -> int:
        """What the closer writes that has laid off cards after it was judged, or by what the others have. AskGame."""
        writes = next(one.writes for one in self._table.outcomes if one.rule.name == outcome)
        if writes is None or not writes.reads <= {"deadwood", "others"}:
            raise AskGame
        others = tuple(left[:at] + left[at + 1 :]) if "others" in writes.reads else ()
        key = (outcome, left[at], others)
        known = self._closer.get(key)
        if known is None:
            if len(self._closer) > _KEPT:
                self._closer.clear()
            facts = CloseFacts(None)
            facts.deadwood = left[at]
            facts.others = [_left(loose) for loose in others]
            known = self._closer[key] = int(writes.call(facts))
        return known


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
