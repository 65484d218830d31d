"""The packed road of validation: from the bytes of a record to «clean», or to nothing, on machine words alone.

The contract is that of `fast`: a record is found clean only where the judge finds it clean, and whatever is not said
here is asked elsewhere. It is a road of its own only where it is compiled; as plain Python it is right, and slow.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.game.stakes import opening
from referee.record.fast import Clean
from referee.record.fast_rules import RoundRules
from referee.record.fast_verdict import short_verdict
from referee.record.model import GameRecord
from referee.record.packed_cards import PackedCards
from referee.record.packed_ledger import PackedLedger
from referee.record.packed_reader import DONE, MORE, PackedReader
from referee.record.packed_round import PackedRound
from referee.record.packed_rules import PackedRules
from referee.record.packed_turns import PackedTurns
from referee.record.verdict import Verdict
from referee.table import Table

_KEPT_WALKS: Final = 16


class PackedClean:
    """A record in which everything was judged and nothing is wrong, as it was played at `table`.

    `head` is what it says beside its rounds, but for its `record_id` and the `names` of its seats, which are told to
    those who asked for them.
    `turns` and `actions` as `verdict.Prefix` counts them, all `rounds` whole. `totals` by seat; the seats still in and
    the winners, if there are any, as bits of `inside` and `winners`.
    """

    __slots__ = ("actions", "head", "inside", "names", "record_id", "rounds", "table", "totals", "turns", "winners")

    def __init__(self, table: Table, head: GameRecord, record_id: str) -> None:
        self.table, self.head, self.record_id = table, head, record_id
        self.names: tuple[str, ...] = ()
        self.rounds = self.turns = self.actions = self.inside = self.winners = 0
        self.totals: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the game has ended."""
        return self.winners > 0

    def verdict(self) -> Verdict:
        """What is told of it, without sheet and state."""
        seats = range(self.table.seats)
        standing = replace(
            opening(self.table),
            totals=self.totals,
            out_since=tuple([None if self.inside >> seat & 1 else 0 for seat in seats]),
            winners=tuple([seat for seat in seats if self.winners >> seat & 1]),
        )
        return short_verdict(self.table, self.record_id, Clean(self.rounds, self.turns, self.actions, standing))


class PackedRoad:
    """The road of one table, for any number of threads. `open` is no if numbers do not tell the rounds of the table."""

    __slots__ = ("_cards", "_least_hand", "_least_stock", "_of_rounds", "_rules", "_walks", "open", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self._of_rounds = RoundRules(table)
        self._cards = PackedCards.of(self._of_rounds)
        self._rules = PackedRules(table)
        self.open = self._cards is not None and self._rules.open
        self._walks: list[PackedWalk] = []
        cards, size = self._cards, self._of_rounds.hand_size
        self._least_hand = 0 if cards is None else cards.least(size)
        self._least_stock = 0 if cards is None else cards.least(cards.size - 1 - size * table.seats)

    @classmethod
    def of(cls, table: Table) -> PackedRoad:
        """The road of a table, for `Table.derived`."""
        return cls(table)

    def clean(self, read: PackedReader, head: GameRecord, named: bool = False) -> PackedClean | None:
        """What a record comes to that was opened and has this head; None: ask elsewhere. Never raises.

        `named`: with the names of the seats.
        """
        if not self.open or read.seats != self.table.seats:
            return None
        try:
            walk = self._walks.pop()
        except IndexError:
            walk = self._made()
        found: PackedClean | None = None
        read.least_hand, read.least_stock = self._least_hand, self._least_stock
        try:
            if walk.through(read):
                found = walk.found(self.table, read, head)
                if named:
                    found.names = read.names()
        except IndexError:  # a text that is cut off
            found = None
        if len(self._walks) < _KEPT_WALKS:
            self._walks.append(walk)
        return found

    def _made(self) -> PackedWalk:
        assert self._cards is not None
        return PackedWalk(PackedTurns(self._of_rounds, self._cards), self._rules)


class PackedWalk:
    """What goes through a record, one at a time."""

    __slots__ = ("_ledger", "_passes", "_played", "_rounds", "_rules", "_turns", "_turns_made")

    def __init__(self, turns: PackedTurns, rules: PackedRules) -> None:
        self._turns, self._rules = turns, rules
        self._played = PackedRound()
        self._ledger = PackedLedger(rules.between)
        self._rounds = self._turns_made = self._passes = 0

    def through(self, read: PackedReader) -> bool:
        """Whether everything in the record is known and right. IndexError."""
        ledger, played, turns, rules = self._ledger, self._played, self._turns, self._rules
        self._rounds = self._turns_made = self._passes = 0
        step = read.following(played)
        if read.eldest >= read.seats:
            return False
        ledger.begin(max(read.eldest, 0))
        while step == MORE:
            if ledger.winners or (read.eldest >= 0 and read.eldest != ledger.eldest):
                return False
            ledger.lay_out(played)
            if not played.places:  # rules may put out everybody, and go on
                return False
            if not turns.deal(read, played) or not turns.play(read, played) or not rules.count(played, ledger):
                return False
            if not self._scores_agree(played) or not ledger.add(played):
                return False
            if played.totalled and not self._totals_agree(played, read.seats):
                return False
            self._rounds += 1
            self._turns_made += played.turns + 1
            self._passes += played.passes
            step = read.following(played)
        return step == DONE and self._rounds > 0 and self._result_agrees(read)

    def found(self, table: Table, read: PackedReader, head: GameRecord) -> PackedClean:
        """What the record comes to that was gone through."""
        ledger = self._ledger
        made = PackedClean(table, head, read.text(read.id_at, read.id_end))
        passes = self._passes  # each a turn of one action
        made.rounds, made.turns, made.actions = self._rounds, self._turns_made + passes, 2 * self._turns_made + passes
        made.inside, made.winners = ledger.seats_in, ledger.winners
        made.totals = tuple([ledger.held(seat) for seat in range(read.seats)])
        return made

    def _scores_agree(self, played: PackedRound) -> bool:
        """Whether every seat that is in has the points that are computed, where any are written."""
        if played.wins:
            return not played.scored
        place = there = 0
        while place < played.places:
            seat = played.seats[place]
            there |= 1 << seat
            if played.scores[seat] != played.points[place]:
                return False
            place += 1
        return there == played.scored

    def _totals_agree(self, played: PackedRound, seats: int) -> bool:
        """Whether the totals that are written are those computed."""
        seat = 0
        while seat < seats:
            if played.totalled >> seat & 1 and played.totals[seat] != self._ledger.total(seat):
                return False
            seat += 1
        return not played.totalled >> seats

    def _result_agrees(self, read: PackedReader) -> bool:
        if not read.resulted:
            return True
        if read.winners != self._ledger.winners:
            return False
        return not read.pot or (read.winners > 0 and read.pot == self._ledger.pot)
