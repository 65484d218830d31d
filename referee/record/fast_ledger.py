"""The game between rounds as lists of numbers: totals are added, and what rules say of totals is remembered.

Nearly every round ends so: points are added, perhaps a seat goes out, nobody may come back, and the game goes on or has
its winners. Whatever else happens is settled by `game.standing`, on values made for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.game.price import Sheet, SheetLine
from referee.game.result import UNCLOSED, Course, RoundResult, SeatResult
from referee.game.roundfacts import RoundFacts
from referee.game.standing import close_pause, next_eldest, settle
from referee.game.state import Standing
from referee.lang.compile import Compiled
from referee.record.fast_words import AskJudge
from referee.record.model import LETTERS
from referee.table import Table

_SEEN = frozenset({"total", "seats_in", "rounds", "out"})
"""What rules may ask of a seat between rounds without anything else being made."""

_CLOSED = frozenset({"is_closer", "after_closer"})
"""What criteria of the winner may ask besides, where somebody has closed."""

_KEPT = 20_000
"""Answers remembered; all are forgotten when there are more."""

_SEAT_OF = {letter: seat for seat, letter in enumerate(LETTERS)}

Moment = tuple[int, int, int, bool]
"""A total, how many seats are in, how many rounds were played (0 where no rule asks), and whether the seat is out."""


class LedgerRules:
    """The rules between rounds of one table, with what they said so far.

    `plain` is no where they ask more than `Moment` tells; `may_come_back`: seats that are out may, some time, and
    `unasked`: they do without anybody saying so.
    `plain_end` is no where who wins hangs on more than `Moment` and who closed, or coins change hands at the end.
    """

    __slots__ = (
        "_calm",
        "_eldest",
        "_ends_when",
        "_known",
        "_out_when",
        "by_rounds",
        "may_come_back",
        "plain",
        "plain_end",
        "table",
        "unasked",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self._out_when, self._ends_when = (
            [one.test for one in table.conditions(block) if one.test.constant is not False]
            for block in ("game.out_when", "game.ends_when")
        )
        read = frozenset[str]().union(*(one.reads for one in (*self._out_when, *self._ends_when)))
        back = table.conditions("re_entry.may_re_enter")
        self.by_rounds = "rounds" in read
        self.plain = read <= _SEEN and not table.cases("game.adjust")
        self.may_come_back = bool(back) and all(one.test.constant is not False for one in back)
        self.unasked = self.may_come_back and bool(table.settings["re_entry.automatic"])
        self.plain_end = all(one.measure.reads <= _SEEN | _CLOSED for one in table.criteria) and _without_stakes(table)
        self._calm: dict[tuple[int, int], set[int]] = {}
        self._known: dict[tuple[str, Moment], bool] = {}
        self._eldest: dict[tuple[int, int, tuple[int, ...]], int] = {}

    def calm(self, seats_in: int, rounds: int) -> set[int]:
        """The totals met so far with which nothing happens to a seat that is in.

        Nothing: it does not go out, and the game is not over for it if nobody else goes out.
        """
        key = (seats_in, rounds)
        known = self._calm.get(key)
        if known is None or len(known) > _KEPT:
            if len(self._calm) > _KEPT:
                self._calm.clear()
            known = self._calm[key] = set()
        return known

    def is_calm(self, moment: Moment) -> bool:
        """The same, worked out."""
        total, seats_in, rounds, _ = moment
        found = not self.goes_out(moment) and not self.is_over(moment)
        if found:
            self.calm(seats_in, rounds).add(total)
        return found

    def goes_out(self, moment: Moment) -> bool:
        """Whether a seat that is in goes out."""
        return bool(self._out_when) and self._holds("out", self._out_when, moment)

    def is_over(self, moment: Moment) -> bool:
        """Whether the game is over for a seat that played the round."""
        return bool(self._ends_when) and self._holds("ends", self._ends_when, moment)

    def _holds(self, block: str, conditions: Sequence[Compiled], moment: Moment) -> bool:
        """Whether one of the conditions of a block holds, remembered."""
        total, seats_in, rounds, out = moment
        key = (block, (total, seats_in, rounds if self.by_rounds else 0, out))
        known = self._known.get(key)
        if known is None:
            if len(self._known) > _KEPT:
                self._known.clear()
            known = self._known[key] = _any_holds(conditions, moment)
        return known

    def winners(self, moments: Mapping[int, Moment], closer: int) -> tuple[int, ...]:
        """Who has won of the seats that played the last round, with the moment of each behind it."""
        left, seats = list(moments), self.table.seats
        facts = {seat: _facts(moment) for seat, moment in moments.items()}
        for seat, one in facts.items():
            one.is_closer, one.after_closer = seat == closer, (seat - closer) % seats
        for criterion in self.table.criteria:
            measured = [int(criterion.measure.call(facts[seat])) for seat in left]
            best = min(measured) if criterion.lowest else max(measured)
            left = [seat for seat, value in zip(left, measured, strict=True) if value == best]
        return tuple(sorted(left))

    def next_eldest(self, eldest: int, closer: int, seats: tuple[int, ...]) -> int:
        """Who plays first in the next round, which these seats are in."""
        key = (eldest, closer, seats)
        known = self._eldest.get(key)
        if known is None:
            table = self.table
            since = tuple([None if seat in seats else 0 for seat in range(table.seats)])
            nothing = (0,) * table.seats
            standing = Standing(nothing, nothing, nothing, since, nothing, nothing, 0, 0, eldest)
            result = RoundResult(Course(eldest, 0, nothing), closer, UNCLOSED, None, (), (), ())
            known = self._eldest[key] = next_eldest(table, standing, result)
        return known


def _without_stakes(table: Table) -> bool:
    """Whether nobody pays or is paid anything, at any time."""
    rules = [table.setting(slot) for slot in ("stakes.winner_takes", "stakes.loser_pays")]
    in_play = int(table.settings["stakes.entry"]), int(table.settings["re_entry.pays"])
    return not any(in_play) and all(rule is not None and rule.constant == 0 for rule in rules)


def _any_holds(conditions: Sequence[Compiled], moment: Moment) -> bool:
    facts = _facts(moment)
    return any(one.call(facts) for one in conditions)


def _facts(moment: Moment) -> RoundFacts:
    facts = RoundFacts()
    facts.total, facts.seats_in, facts.rounds, facts.out = moment
    return facts


class Ledger:
    """One game between its rounds. `seats` are those in, in order of play; `eldest` plays first in the next round.

    `letters` are those of the seats in.

    `written` are the totals behind the last round, before anybody came back, `pot` the coins before they were won.
    """

    __slots__ = (
        "_base",
        "_gained",
        "_lost",
        "_rules",
        "eldest",
        "letters",
        "pot",
        "rounds",
        "seats",
        "totals",
        "written",
    )

    def __init__(self, rules: LedgerRules, standing: Standing) -> None:
        self._rules = rules
        self.written: Sequence[int] = ()
        self.pot = 0
        self.take(standing)

    def take(self, standing: Standing) -> None:
        """Go on from this standing."""
        self._base = standing
        self.totals, self._gained, self._lost = list(standing.totals), list(standing.gained), list(standing.lost)
        self.seats, self.eldest, self.rounds = standing.seats_in, standing.eldest, standing.rounds
        self.letters = [LETTERS[seat] for seat in self.seats]

    @property
    def over(self) -> bool:
        """Whether the game has winners."""
        return bool(self._base.winners)

    def standing(self) -> Standing:
        """The standing before the next round."""
        base = self._base
        if base.rounds == self.rounds:
            return base
        return Standing(
            totals=tuple(self.totals),
            gained=tuple(self._gained),
            lost=tuple(self._lost),
            out_since=base.out_since,
            re_entries=base.re_entries,
            paid=base.paid,
            pot=base.pot,
            rounds=self.rounds,
            eldest=self.eldest,
        )

    def add(self, points: Sequence[int] | None, closer: int, outcome: str, coming: Sequence[str] = ()) -> None:
        """A round in which the seats in wrote these points; None: the closer has won the game, and nobody writes.

        `coming` are the letters of the seats that come back behind it. AskJudge if one of them may not.
        """
        if coming or points is None or not self._added(points, closer):
            self._settle(points, closer, outcome, coming)

    def _added(self, points: Sequence[int], closer: int) -> bool:
        """Add the points, if nobody comes back then; else nothing has changed."""
        rules, seats = self._rules, self.seats
        count = len(seats)
        if not rules.plain or (rules.unasked and count < rules.table.seats):
            return False
        rounds = self.rounds + 1 if rules.by_rounds else 0
        totals = self.totals.copy()
        added = [totals[seat] + one for seat, one in zip(seats, points, strict=True)]
        for seat, total in zip(seats, added, strict=True):
            totals[seat] = total
        told: tuple[int, tuple[int, ...]] | None = (0, ())
        if not rules.calm(count, rounds).issuperset(added):
            calm = [rules.is_calm((total, count, rounds, False)) for total in added]
            if not all(calm):
                told = self._told(totals, closer)
        if told is None:
            return False
        self._go_on(points, totals, closer, *told)
        return True

    def _told(self, totals: Sequence[int], closer: int) -> tuple[int, tuple[int, ...]] | None:
        """The seats that go out with these totals, as bits, and who wins if the game is over then; None: ask the game.

        Rules that do not ask for the number of rounds are given it, too.
        """
        rules, seats, rounds = self._rules, self.seats, self.rounds + 1
        gone = sum([1 << seat for seat in seats if rules.goes_out((totals[seat], len(seats), rounds, False))])
        if gone and rules.unasked:
            return None
        count = len(seats) - gone.bit_count()
        moments = {seat: (totals[seat], count, rounds, gone >> seat & 1 == 1) for seat in seats}
        if not any(map(rules.is_over, moments.values())):
            return gone, ()
        return (gone, rules.winners(moments, closer)) if rules.plain_end else None

    def _go_on(
        self, points: Sequence[int], totals: list[int], closer: int, gone: int, winners: tuple[int, ...]
    ) -> None:
        """The next round comes with these totals, or the winners have won; the seats of `gone`, as bits, are out."""
        gained, lost = self._gained, self._lost
        for seat, written in zip(self.seats, points, strict=True):
            if written > 0:
                gained[seat] += written
            else:
                lost[seat] -= written
        self.rounds += 1
        self.totals = self.written = totals
        self.pot = self._base.pot
        if gone or winners:
            base, rounds = self._base, self.rounds
            since = [rounds if gone >> seat & 1 else was for seat, was in enumerate(base.out_since)]
            if winners:
                base = replace(self.standing(), out_since=tuple(since), winners=winners)
                self.take(base)
                return
            self.seats = tuple([seat for seat in self.seats if not gone >> seat & 1])
            self.letters = [LETTERS[seat] for seat in self.seats]
            self._base = _with_out(base, tuple(since))
        self.eldest = self._rules.next_eldest(self.eldest, closer, self.seats)

    def _settle(self, points: Sequence[int] | None, closer: int, outcome: str, coming: Sequence[str]) -> None:
        """Settle the round with the values of the game. No rule between rounds asks for cards."""
        table, before, seats = self._rules.table, self.standing(), self.seats
        course = Course(before.eldest, 1, (1,) * table.seats)
        result = RoundResult(course, closer, outcome, None, (), tuple([SeatResult(seat, ()) for seat in seats]), ())
        if points is None:
            sheet = Sheet(outcome, (), closer)
        else:
            lines = [SheetLine(seat, one, "", "", (), ()) for seat, one in zip(seats, points, strict=True)]
            sheet = Sheet(outcome, tuple(lines))
        pause = settle(table, before, result, sheet)
        back = [_SEAT_OF.get(letter, -1) for letter in coming]
        if len(set(back)) != len(back) or not set(back) <= set(pause.asked):
            raise AskJudge
        self.written = pause.before.totals
        self.pot = pause.standing.pot + int(table.settings["re_entry.pays"]) * len(back)
        self.take(close_pause(table, pause, back))


def _with_out(standing: Standing, since: tuple[int | None, ...]) -> Standing:
    """The standing with these seats out; its totals are not those that count."""
    return Standing(
        standing.totals,
        standing.gained,
        standing.lost,
        since,
        standing.re_entries,
        standing.paid,
        standing.pot,
        standing.rounds,
        standing.eldest,
    )
