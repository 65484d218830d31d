"""What rules say by numbers alone: asked once for each set of the numbers that they read, and remembered by them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from referee.game.roundfacts import RoundFacts
from referee.record.packed_memo import WordMemo
from referee.record.packed_round import row

_SIGNED: Final = 1 << 20
"""What is added to totals, so that none of six digits is below 0."""

WIDTHS: Final = {
    "laps": (14, 0),
    "turns": (14, 0),
    "stock_cards": (8, 0),
    "reshuffles": (14, 0),
    "faulty": (1, 0),
    "total": (21, _SIGNED),
    "gained": (21, 0),
    "lost": (21, 0),
    "is_eldest": (1, 0),
    "re_entries": (8, 0),
    "rounds": (16, 0),
    "seats_in": (4, 0),
    "written": (21, _SIGNED),
    "outcome": (8, 0),
    "is_closer": (1, 0),
    "after_closer": (4, 0),
    "out": (1, 0),
    "rounds_out": (16, 0),
    "highest_in": (21, _SIGNED),
    "second_highest_in": (21, _SIGNED),
    "pot": (32, 0),
    "card": (6, 0),
    "taken": (1, 0),
}
"""The facts that are seen here, in the order of a row of them: the bits that one takes, and what is added to it."""

PLACES: Final = {name: place for place, name in enumerate(WIDTHS)}
"""Where each fact stands in a row of facts."""

_MOST_BITS: Final = 62
_DIRECT: Final = 512
"""A single fact below this, and above what it is with a minus, is looked up in a row."""

_TRUTHS: Final = frozenset({"faulty", "is_eldest", "is_closer", "out"})
_ANSWER: Final = 1 << 40
"""What is added to an answer that is remembered, so that none is below 0."""

UNTOLD: Final = -(1 << 60)
"""Stands for an answer that is not told here."""

Asked = Callable[[RoundFacts], int]


class PackedRule:
    """What a rule, or several together, say of a row of facts: a whole number.

    `open` is no where they read more than is seen here, `sees_highest` yes where they read the highest totals. `ask` is
    asked where something is met for the first time; a rule that reads nothing is asked once. `only` is the place of the
    fact that it reads where that is a single one, -1 otherwise.
    """

    __slots__ = (
        "_answer",
        "_ask",
        "_count",
        "_direct",
        "_known",
        "_more",
        "_places",
        "_reads",
        "_widths",
        "only",
        "open",
        "sees_highest",
        "untold",
    )

    def __init__(self, reads: Collection[str], ask: Asked) -> None:
        self._ask, self.untold, self._answer = ask, UNTOLD, _ANSWER
        self._reads = tuple([name for name in WIDTHS if name in reads])
        self.open = len(self._reads) == len(reads) and sum([WIDTHS[name][0] for name in self._reads]) <= _MOST_BITS
        self._count = len(self._reads) if self.open else 0
        self._places, self._widths, self._more = row(len(WIDTHS)), row(len(WIDTHS)), row(len(WIDTHS))
        for at in range(self._count):
            name = self._reads[at]
            self._places[at] = PLACES[name]
            self._widths[at], self._more[at] = WIDTHS[name]
        self.sees_highest = "highest_in" in reads or "second_highest_in" in reads
        self._known = WordMemo(6, 16)
        self.only = int(self._places[0]) if self._count == 1 else -1
        self._direct = row(2 * _DIRECT if self.only >= 0 else 1)

    def of_one(self, fact: int, facts: memoryview) -> int:
        """What is said where `only` is this fact, which is put in its place among the facts if it is looked for."""
        at = fact + _DIRECT
        if 0 <= at < 2 * _DIRECT:
            known = self._direct[at]
            if known:
                return known - self._answer
        facts[self.only] = fact
        said = self.of(facts)
        if 0 <= at < 2 * _DIRECT and said != self.untold:
            self._direct[at] = said + self._answer
        return said

    def of(self, facts: memoryview) -> int:
        """What is said of these facts; `untold` where one of them is larger than is seen here."""
        key = 0
        for at in range(self._count):
            fact = facts[self._places[at]] + self._more[at]
            if fact < 0 or fact >> self._widths[at] != 0:
                return self.untold
            key = key << self._widths[at] | fact
        known = self._known.get(key)
        if known < 0:
            known = self._learn(key, facts)
        return known - self._answer

    def _learn(self, key: int, facts: memoryview) -> int:
        seen = RoundFacts()
        for name in self._reads:
            fact = int(facts[PLACES[name]])
            setattr(seen, name, bool(fact) if name in _TRUTHS else fact)
        known = int(self._ask(seen)) + self._answer
        self._known.put(key, known)
        return known


def facts_row() -> memoryview:
    """A row of facts, all 0."""
    return row(len(WIDTHS))
