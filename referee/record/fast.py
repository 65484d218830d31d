"""The fast road of validation: says «clean», or nothing; whatever it does not say the judge is asked.

Contract: `clean` gives a `Clean` only for a record that `judge` finds clean (held by tests on played and on corrupted
records). It works on what nearly all records are: every hand known, one word a turn, no rulings, no incidents, no
irregular plays. What decides (may this card be thrown, is the close legal, what does the round come to) is asked of
`game`, as the judge does; here is no second reading of any rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.frozen import quick
from referee.game.stakes import opening
from referee.game.standing import Pause, close_pause
from referee.game.state import Standing
from referee.record.canonical import canonical
from referee.record.fast_round import RoundWalk
from referee.record.fast_rules import RoundRules
from referee.record.fast_words import AskJudge
from referee.record.model import LETTERS, GameRecord, Round, seat_index
from referee.record.seal import broken_seals
from referee.table import Table


@quick
@dataclass(frozen=True, slots=True)
class Clean:
    """A record in which everything was judged and nothing is wrong.

    `turns` and `actions` as `verdict.Prefix` counts them, `pauses` with the sheet of each round, and the standing at
    the end.
    """

    turns: int
    actions: int
    pauses: tuple[Pause, ...]
    standing: Standing

    @property
    def rounds(self) -> int:
        """The rounds, all of them whole."""
        return len(self.pauses)


class FastRoad:
    """The road of one table. It learns words as it goes; what it has learnt it never changes, so threads may share it.

    `open` is no if the rules ask more of a turn than can be answered here; then no record is found clean.
    """

    __slots__ = ("_rules", "open", "table")

    def __init__(self, table: Table) -> None:
        self.table, self._rules = table, RoundRules(table)
        self.open = self._rules.open

    @classmethod
    def of(cls, table: Table) -> FastRoad:
        """The road of a table, for `Table.derived`."""
        return cls(table)

    def clean(self, record: GameRecord) -> Clean | None:
        """What the record comes to if everything in it is known and right; None: ask the judge. Never raises."""
        if not self.open:
            return None
        try:
            return self._record(record)
        except AskJudge:
            return None

    def _record(self, record: GameRecord) -> Clean:
        table = self.table
        if "".join(sorted(record.seats)) != LETTERS[: table.seats] or not record.rounds:
            raise AskJudge
        eldest = record.rounds[0].eldest
        if eldest and eldest not in record.seats:
            raise AskJudge
        standing = opening(table, seat_index(eldest) if eldest else 0)
        turns = actions = pot = 0
        pauses: list[Pause] = []
        for played in record.rounds:
            if standing.winners or not played.totals.keys() <= record.seats.keys():
                raise AskJudge
            walk = RoundWalk(self._rules, standing, played)
            pauses.append(walk.pause())
            pot = pauses[-1].standing.pot + int(table.settings["re_entry.pays"]) * len(played.reenter)
            standing = _after(table, pauses[-1], played)
            turns, actions = turns + walk.turns, actions + walk.actions
        _agree(record, standing, pot)
        if not _seals_hold(record, table):
            raise AskJudge
        return Clean(turns, actions, tuple(pauses), standing)


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


def _agree(record: GameRecord, standing: Standing, pot: int) -> None:
    """The result that was written is the one computed. `pot` are the coins in it before they were paid out."""
    result = record.result
    if result is None:
        return
    winners = tuple(sorted(seat_index(letter) for letter in result.winners))
    if winners != standing.winners or (result.pot and (not winners or result.pot != pot)):
        raise AskJudge


def _seals_hold(record: GameRecord, table: Table) -> bool:
    """Whether no seal in the record is wrong."""
    if not record.seal and not any(played.seal for played in record.rounds):
        return True
    made = canonical(record, table.pack.notation).record
    return made is not None and not broken_seals(made)
