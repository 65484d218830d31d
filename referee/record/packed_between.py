"""The rules of one table between rounds, each asked of rows of facts: who is out, who comes back, who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.game.result import UNCLOSED, Course, RoundResult
from referee.game.roundfacts import RoundFacts
from referee.game.standing import next_eldest
from referee.game.state import Standing
from referee.lang.compile import Compiled
from referee.record.packed_facts import PackedRule
from referee.record.packed_memo import WordMemo
from referee.record.packed_round import MOST_SEATS, row
from referee.table import BoundCase, Table

_FOR_ALL: Final = frozenset({"rounds", "seats_in", "outcome", "highest_in", "second_highest_in"})
"""The facts that are the same for every seat."""

NO_CASE: Final = -(1 << 39)
"""Stands for what no case gives."""


class PackedBetween:
    """The rules between rounds of one table. `open` is no where they read more than is seen in rows of facts.

    `puts_out`, `ends`, `comes_back`, `adjusts`: whether there are rules by which a seat goes out, the game ends, a seat
    comes back, or its total becomes another; `returns`, whether it comes back by itself; `ends_for_all`, whether the
    game ends for one seat as for all; `by_highest`, whether a rule reads the highest totals. `criteria` are those of
    `game.winner`, of which `highest` says whether the highest or the lowest is best.
    """

    __slots__ = (
        "_eldest",
        "adjust",
        "adjusts",
        "back",
        "back_total",
        "by_highest",
        "comes_back",
        "criteria",
        "end",
        "ends",
        "ends_for_all",
        "entry",
        "highest",
        "loser_pays",
        "no_case",
        "open",
        "out",
        "price",
        "puts_out",
        "returns",
        "seats",
        "table",
        "winner_takes",
    )

    def __init__(self, table: Table) -> None:
        self.table, self.seats, settings = table, table.seats, table.settings
        self.entry, self.price = int(settings["stakes.entry"]), int(settings["re_entry.pays"])
        out, end = self._tests("game.out_when"), self._tests("game.ends_when")
        self.out, self.end, self.puts_out, self.ends = _any_of(out), _any_of(end), bool(out), bool(end)
        self.ends_for_all = all(one.reads <= _FOR_ALL for one in end)
        back = [one.test for one in table.conditions("re_entry.may_re_enter")]
        never = not back or any(one.constant is False for one in back)
        self.back = _all_of(back)
        total = table.setting("re_entry.total")
        self.back_total = _all_of(()) if total is None else _value_of(total)  # who may come back has a total
        cases = table.cases("game.adjust")
        self.adjusts, self.no_case = bool(cases), NO_CASE
        self.adjust = _first_of(cases)
        self.criteria = [_value_of(one.measure) for one in table.criteria]
        self.highest = row(max(len(self.criteria), 1))
        for place, one in enumerate(table.criteria):
            self.highest[place] = not one.lowest
        takes, pays = table.setting("stakes.winner_takes"), table.setting("stakes.loser_pays")
        assert takes is not None
        assert pays is not None
        self.winner_takes, self.loser_pays = _value_of(takes), _value_of(pays)
        asked = [self.out, self.end, self.adjust, *self.criteria, self.winner_takes, self.loser_pays]
        told = self.back.open and self.back_total.open
        self.comes_back = not never and told
        self.returns = not never and bool(settings["re_entry.automatic"])
        self.open = all(one.open for one in asked) and (told or not self.returns)
        self.by_highest = any(one.sees_highest for one in (*asked, self.back, self.back_total))
        self._eldest = WordMemo(6, 15)

    def _tests(self, block: str) -> list[Compiled]:
        """The conditions of a block that can ever hold."""
        return [one.test for one in self.table.conditions(block) if one.test.constant is not False]

    def next_eldest(self, eldest: int, closer: int, seats: int) -> int:
        """Who plays first in the next round, which these seats, as bits, are in."""
        key = (eldest * MOST_SEATS + closer) * (1 << MOST_SEATS) + seats
        known = self._eldest.get(key)
        return known if known >= 0 else self._learn_eldest(key, eldest, closer, seats)

    def _learn_eldest(self, key: int, eldest: int, closer: int, seats: int) -> int:
        count = self.seats
        nothing, since = (0,) * count, tuple([None if seats >> seat & 1 else 0 for seat in range(count)])
        standing = Standing(nothing, nothing, nothing, since, nothing, nothing, 0, 0, eldest)
        result = RoundResult(Course(eldest, 0, nothing), closer, UNCLOSED, None, (), (), ())
        known = next_eldest(self.table, standing, result)
        self._eldest.put(key, known)
        return known


def _reads(rules: Sequence[Compiled]) -> frozenset[str]:
    return frozenset[str]().union(*(one.reads for one in rules))


def _any_of(rules: Sequence[Compiled]) -> PackedRule:
    """Whether one of these conditions holds."""
    return PackedRule(_reads(rules), lambda facts: any(one.call(facts) for one in rules))


def _all_of(rules: Sequence[Compiled]) -> PackedRule:
    """Whether all of these conditions hold."""
    return PackedRule(_reads(rules), lambda facts: all(one.call(facts) for one in rules))


def _value_of(rule: Compiled) -> PackedRule:
    return PackedRule(rule.reads, lambda facts: int(rule.call(facts)))


def _first_of(cases: Sequence[BoundCase]) -> PackedRule:
    """The value of the first case that fits; `NO_CASE` where none does."""

    def ask(facts: RoundFacts) -> int:
        case = next((case for case in cases if case.when.call(facts)), None)
        return NO_CASE if case is None else int(case.value.call(facts))

    return PackedRule(_reads([part for one in cases for part in (one.when, one.value)]), ask)
