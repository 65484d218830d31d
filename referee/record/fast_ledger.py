"""The game between rounds as lists of numbers: totals are added, and what rules say of totals is remembered.

Nearly every round ends so: points are added, perhaps a seat goes out, nobody may come back, the game goes on. Whatever
else happens is settled by `game.standing`, on values made for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.price import Sheet, SheetLine
from referee.game.result import UNCLOSED, Course, RoundResult, SeatResult
from referee.game.roundfacts import RoundFacts
from referee.game.standing import close_pause, next_eldest, settle
from referee.game.state import Standing
from referee.record.model import LETTERS
from referee.table import Table

_SEEN = frozenset({"total", "seats_in", "rounds", "out"})
"""What rules may ask of a seat between rounds without anything else being made."""

_KEPT = 20_000
"""Answers remembered; all are forgotten when there are more."""

Moment = tuple[int, int, int, bool]
"""A total, how many seats are in, how many rounds were played (0 where no rule asks), and whether the seat is out."""


class LedgerRules:
    """The rules between rounds of one table, with what they said so far.

    `plain` is no where they ask more than `Moment` tells; `may_come_back`: seats that are out may, some time.
    """

    __slots__ = ("_calm", "_eldest", "_ends_when", "_out_when", "by_rounds", "may_come_back", "plain", "table")

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
        self._calm: dict[tuple[int, int], dict[int, bool]] = {}
        self._eldest: dict[tuple[int, int, tuple[int, ...]], int] = {}

    def calm(self, seats_in: int, rounds: int) -> dict[int, bool]:
        """The totals met so far, and whether with one of them nothing happens to a seat that is in.

        Nothing: it does not go out, and the game is not over for it if nobody else goes out.
        """
        key = (seats_in, rounds)
        known = self._calm.get(key)
        if known is None or len(known) > _KEPT:
            if len(self._calm) > _KEPT:
                self._calm.clear()
            known = self._calm[key] = {}
        return known

    def is_calm(self, moment: Moment) -> bool:
        """The same, worked out."""
        total, seats_in, rounds, _ = moment
        found = not self.goes_out(moment) and not self.is_over(moment)
        self.calm(seats_in, rounds)[total] = found
        return found

    def goes_out(self, moment: Moment) -> bool:
        """Whether a seat that is in goes out."""
        return any(one.call(_facts(moment)) for one in self._out_when)

    def is_over(self, moment: Moment) -> bool:
        """Whether the game is over for a seat that played the round."""
        return any(one.call(_facts(moment)) for one in self._ends_when)

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

    def add(self, points: Sequence[int] | None, closer: int, outcome: str) -> None:
        """A round in which the seats in wrote these points; None: the closer has won the game, and nobody writes."""
        if points is None or not self._added(points, closer):
            self._settle(points, closer, outcome)

    def _added(self, points: Sequence[int], closer: int) -> bool:
        """Add the points, if the game simply goes on then; else nothing has changed."""
        rules, seats = self._rules, self.seats
        count = len(seats)
        if not rules.plain or (rules.may_come_back and count < rules.table.seats):
            return False
        rounds = self.rounds + 1 if rules.by_rounds else 0
        totals, calm, gone = self.totals.copy(), rules.calm(count, rounds), 0
        for seat, written in zip(seats, points, strict=True):
            total = totals[seat] = totals[seat] + written
            if total in calm:
                gone |= not calm[total]
            else:
                gone |= not rules.is_calm((total, count, rounds, False))
        if gone:
            gone = self._gone(totals, rounds)
            if gone < 0:
                return False
        self._go_on(points, totals, closer, gone)
        return True

    def _gone(self, totals: Sequence[int], rounds: int) -> int:
        """The seats that go out with these totals, as bits; below 0 where the game is over then, or may be."""
        rules, seats, gone = self._rules, self.seats, 0
        count = len(seats)
        for seat in seats:
            gone |= rules.goes_out((totals[seat], count, rounds, False)) << seat
        if gone and rules.may_come_back:
            return -1
        count -= gone.bit_count()
        over = any(rules.is_over((totals[seat], count, rounds, gone >> seat & 1 == 1)) for seat in seats)
        return -1 if over else gone

    def _go_on(self, points: Sequence[int], totals: list[int], closer: int, gone: int) -> None:
        """The next round comes with these totals; the seats of `gone`, as bits, have gone out."""
        gained, lost = self._gained, self._lost
        for seat, written in zip(self.seats, points, strict=True):
            if written > 0:
                gained[seat] += written
            else:
                lost[seat] -= written
        self.rounds += 1
        self.totals = totals
        self.written = totals
        self.pot = self._base.pot
        if gone:
            base, rounds = self._base, self.rounds
            since = [rounds if gone >> seat & 1 else was for seat, was in enumerate(base.out_since)]
            self.seats = tuple([seat for seat in self.seats if not gone >> seat & 1])
            self.letters = [LETTERS[seat] for seat in self.seats]
            self._base = _with_out(base, tuple(since))
        self.eldest = self._rules.next_eldest(self.eldest, closer, self.seats)

    def _settle(self, points: Sequence[int] | None, closer: int, outcome: str) -> None:
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
        self.written, self.pot = pause.before.totals, pause.standing.pot
        self.take(close_pause(table, pause))


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
