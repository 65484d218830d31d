"""The fast road of validation: says «clean», or nothing; whatever it does not say the judge is asked.

Contract: `clean` gives a `Clean` only for a record that `judge` finds clean (held by tests on played and on corrupted
records). It works on what nearly all records are: every hand known, one word a turn, no rulings, no incidents, no
irregular plays. What decides (may this card be thrown, is the close legal, what does the round come to) is asked of
`game`, as the judge does; here is no second reading of any rule.

There are two ways to go through a round. On whole numbers (`fast_numbers`), where the rules look at nothing else, no
value of the game is made at all, and a sheet only for whoever wants it. With the values of the game (`fast_round`) go
the rounds that numbers do not tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.frozen import quick
from referee.game.stakes import opening
from referee.game.standing import Pause, close_pause
from referee.game.state import Standing
from referee.record.canonical import canonical
from referee.record.fast_end import Row
from referee.record.fast_ledger import Ledger
from referee.record.fast_numbers import Numbers
from referee.record.fast_round import RoundWalk
from referee.record.fast_rules import RoundRules
from referee.record.fast_sheet import lines_of
from referee.record.fast_turns import AskGame
from referee.record.fast_words import AskJudge
from referee.record.model import LETTERS, GameRecord, Result, Round, seat_index
from referee.record.seal import broken_seals
from referee.record.verdict import ScoreLine
from referee.table import Table

_MOST = 999_999
"""The greatest number that a record may have."""


@quick
@dataclass(frozen=True, slots=True)
class Clean:
    """A record in which everything was judged and nothing is wrong.

    `turns` and `actions` as `verdict.Prefix` counts them, all `rounds` whole, and the standing at the end. `sheet` has
    the lines of all rounds, if they were asked for.
    """

    rounds: int
    turns: int
    actions: int
    standing: Standing
    sheet: tuple[ScoreLine, ...] = ()


class FastRoad:
    """The road of one table. It learns words as it goes; what it has learnt it never changes, so threads may share it.

    `open` is no if the rules ask more of a turn than can be answered here; then no record is found clean.
    """

    __slots__ = ("_numbers", "_rules", "open", "table")

    def __init__(self, table: Table) -> None:
        self.table, self._rules = table, RoundRules(table)
        self.open = self._rules.open
        self._numbers = Numbers(self._rules)

    @classmethod
    def of(cls, table: Table) -> FastRoad:
        """The road of a table, for `Table.derived`."""
        return cls(table)

    def clean(self, record: GameRecord, *, sheets: bool = False) -> Clean | None:
        """What the record comes to if everything in it is known and right; None: ask the judge. Never raises.

        `sheets`: with the sheet of each round.
        """
        if not self.open:
            return None
        try:
            going = _Going(self, record.seats, record.rounds[0].eldest if record.rounds else "")
            going.sheet = [] if sheets else None
            return going.through(record)
        except AskJudge:
            return None

    @property
    def rules(self) -> RoundRules:
        """What a walk asks of the table."""
        return self._rules

    @property
    def numbers(self) -> Numbers:
        """The rounds of the table as whole numbers."""
        return self._numbers


class Going:
    """One record being gone through: the standing before the next round, and what was counted so far.

    `sheet` are the lines so far, None where nobody wants them.
    """

    __slots__ = ("_ledger", "_letters", "_numbers", "_road", "_seats", "actions", "pot", "sheet", "turns")

    def __init__(self, road: FastRoad, seats: Mapping[str, str], eldest: str) -> None:
        """`seats` by letter; `eldest` is who plays first in the first round, "" where nobody says. AskJudge."""
        table = road.table
        if "".join(sorted(seats)) != LETTERS[: table.seats] or (eldest and eldest not in seats):
            raise AskJudge
        self._road, self._numbers, self._seats = road, road.numbers, seats
        self._letters = LETTERS[: table.seats]
        self._ledger = Ledger(road.numbers.ledger, opening(table, seat_index(eldest) if eldest else 0))
        self.turns = self.actions = self.pot = 0
        self.sheet: list[ScoreLine] | None = None

    def by_numbers(  # noqa: PLR0917 - the parts of a round, asked for once a round
        self,
        eldest: str,
        hands: Mapping[str, str],
        upcard: str,
        stock: str,
        words: Sequence[str],
        scores: Mapping[str, int],
        totals: Mapping[str, int],
        reenter: Sequence[str] = (),
    ) -> None:
        """The next round as it was written, on whole numbers. AskJudge; AskGame, and then nothing has changed."""
        ledger, letters = self._ledger, self._letters
        if ledger.over or (eldest and letters[ledger.eldest] != eldest):
            raise AskJudge
        rows: list[Row] | None = None if self.sheet is None else []
        closer, turns, actions, outcome, points = self._numbers.counted(ledger, hands, upcard, stock, words, rows)
        if len(scores) != (0 if points is None else len(points)):
            raise AskJudge
        if points is not None:
            for letter, computed in zip(ledger.letters, points, strict=True):
                if scores.get(letter) != computed:
                    raise AskJudge
            if self.sheet is not None and rows is not None:
                number, lines = ledger.rounds + 1, zip(ledger.letters, points, rows, strict=True)
                self.sheet += [
                    ScoreLine(number, letter, one, one, row.key, row.clause, row.loose, row.laid)
                    for letter, one, row in lines
                ]
        ledger.add(points, closer, outcome, reenter)
        self.pot = ledger.pot
        if len(totals):
            told = len(totals)
            for letter, total in zip(letters, ledger.written, strict=True):
                written = totals.get(letter)
                if written is not None:
                    told -= 1
                    if written != total or not -_MOST <= total <= _MOST:
                        raise AskJudge
            if told:
                raise AskJudge
        self.turns, self.actions = self.turns + turns, self.actions + actions

    def walked(self, played: Round) -> None:
        """The next round, with the values of the game. AskJudge."""
        table = self._road.table
        before = self.standing
        if before.winners or not before.seats_in or not played.totals.keys() <= self._seats.keys():
            raise AskJudge
        walk = RoundWalk(self._road.rules, before, played)
        pause = walk.pause()
        if self.sheet is not None:
            self.sheet += lines_of(table, before.rounds + 1, pause, played)
        self.pot = pause.standing.pot + int(table.settings["re_entry.pays"]) * len(played.reenter)
        self._ledger.take(_after(table, pause, played))
        self.turns, self.actions = self.turns + walk.turns, self.actions + walk.actions

    @property
    def standing(self) -> Standing:
        """The standing before the next round."""
        return self._ledger.standing()

    def agree(self, result: Result | None) -> None:
        """AskJudge unless the result written is the one computed; `pot` are the coins before they were paid out."""
        if result is None:
            return
        winners = tuple(sorted([seat_index(letter) for letter in result.winners]))
        if winners != self.standing.winners or (result.pot and (not winners or result.pot != self.pot)):
            raise AskJudge


class _Going(Going):
    """A record of values."""

    __slots__ = ()

    def through(self, record: GameRecord) -> Clean:
        """The whole record. AskJudge."""
        if not record.rounds:
            raise AskJudge
        for played in record.rounds:
            if not self._told(played):
                self.walked(played)
        self.agree(record.result)
        if not _seals_hold(record, self._road.table):
            raise AskJudge
        return Clean(len(record.rounds), self.turns, self.actions, self.standing, tuple(self.sheet or ()))

    def _told(self, played: Round) -> bool:
        """Whether numbers tell the next round; if they do not nothing has changed. AskJudge."""
        if played.lots or played.pack or played.shuffle is not None or played.rulings:
            return False
        try:
            self.by_numbers(
                played.eldest,
                played.hands,
                played.upcard,
                played.stock,
                played.play.split(),
                played.scores,
                played.totals,
                played.reenter,
            )
        except AskGame:
            return False
        return True


def _after(table: Table, pause: Pause, played: Round) -> Standing:
    """The standing after the pause, if what was written agrees with it."""
    if played.scores != {LETTERS[line.seat]: line.written for line in pause.sheet.lines}:
        raise AskJudge
    totals = pause.before.totals
    for letter, total in played.totals.items():
        if totals[LETTERS.index(letter)] != total:
            raise AskJudge
    if not played.reenter:
        return close_pause(table, pause)
    coming = sorted(seat_index(letter) for letter in played.reenter)
    if not set(coming) <= set(pause.asked):
        raise AskJudge
    return close_pause(table, pause, coming)


def _seals_hold(record: GameRecord, table: Table) -> bool:
    """Whether no seal in the record is wrong."""
    if not record.seal and not any(played.seal for played in record.rounds):
        return True
    made = canonical(record, table.pack.notation).record
    return made is not None and not broken_seals(made)
