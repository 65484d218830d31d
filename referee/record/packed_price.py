"""What is written by loose points, in rows of machine words: each number asked of the rules when it is met first."""

from __future__ import annotations

from typing import Final

from referee.game.price import BY_OTHERS
from referee.game.roundfacts import RoundFacts
from referee.record.packed_facts import UNTOLD
from referee.record.packed_round import row
from referee.table import Table

_WRITTEN: Final = 1 << 40
"""What is added to what is written, so that 0 stands for what is not known yet."""


class PackedPrice:
    """What the seats of one table write. `open` is no where rules ask for more than loose points and the outcome."""

    __slots__ = ("_by_closer", "_by_others", "_cases", "_span", "_table", "_written", "open", "untold")

    def __init__(self, table: Table) -> None:
        self._table, self._cases = table, table.cases(BY_OTHERS)
        read = frozenset[str]().union(*(one.when.reads | one.value.reads for one in self._cases))
        self.open = read <= {"deadwood", "outcome"}
        worth = sorted([kind.points for kind in table.pack.kinds for _ in range(kind.count)], reverse=True)
        self._span = max(sum(worth[: table.hand_size]), 0) + 1
        self._by_others, self._by_closer = (row(self._span * len(table.outcomes)) for _ in range(2))
        self._written, self.untold = _WRITTEN, UNTOLD

    def of_others(self, outcome: int, loose: int) -> int:
        """What a seat writes with so many loose points that did not close; `untold` where that is not told."""
        if not 0 <= loose < self._span:
            return self.untold
        known = self._by_others[outcome * self._span + loose]
        return known - self._written if known else self._learn_others(outcome, loose)

    def of_closer(self, outcome: int, loose: int) -> int:
        """What the closer writes that has so many loose points in the end; `untold` where that is not told."""
        if not 0 <= loose < self._span:
            return self.untold
        known = self._by_closer[outcome * self._span + loose]
        return known - self._written if known else self._learn_closer(outcome, loose)

    def _learn_others(self, outcome: int, loose: int) -> int:
        facts = self._facts(loose)
        facts.outcome = self._table.rule_set.enums["outcome"].index(self._table.outcomes[outcome].rule.name)
        case = next(case for case in self._cases if case.when.call(facts))
        found = int(case.value.call(facts))
        self._by_others[outcome * self._span + loose] = found + self._written
        return found

    def _learn_closer(self, outcome: int, loose: int) -> int:
        writes = self._table.outcomes[outcome].writes
        if writes is None or not writes.reads <= {"deadwood"}:
            return self.untold
        found = int(writes.call(self._facts(loose)))
        self._by_closer[outcome * self._span + loose] = found + self._written
        return found

    @staticmethod
    def _facts(loose: int) -> RoundFacts:
        facts = RoundFacts()
        facts.deadwood = loose
        return facts
