"""Rounds of one table counted on machine words: the close, the melds and lay-offs of all, and what everybody writes.

Where they do not tell it, as somebody holds a wild card or cards can be laid in too many ways, the game is asked, as
`fast_numbers` asks it. What is learnt here is kept; each use has a ledger of its own, and with it a desk.
"""

from __future__ import annotations

from typing import Final

from referee.game.courses import CloseCourses
from referee.record.fast_bits import Bits
from referee.record.fast_end import EndByGame
from referee.record.fast_rules import RoundRules
from referee.record.fast_turns import AskGame
from referee.record.fast_words import AskJudge
from referee.record.packed_between import PackedBetween
from referee.record.packed_close import PackedClose
from referee.record.packed_facts import PLACES
from referee.record.packed_lay import PackedLay
from referee.record.packed_ledger import PackedLedger
from referee.record.packed_price import PackedPrice
from referee.record.packed_round import PackedRound
from referee.record.packed_sight import PackedSight
from referee.table import Table

_OF_SEAT: Final = frozenset({"total", "gained", "lost", "is_eldest", "re_entries", "rounds", "seats_in"})
"""The facts of the course of the game that the ledger knows."""


class PackedRules:
    """The rules of one table, and `between` those between rounds.

    `open` is no where even the game is not told all that it is asked for, `plain` where it is asked of every round.
    """

    __slots__ = (
        "_by_seat",
        "_close",
        "_end",
        "_laps",
        "_lay",
        "_price",
        "_reshuffles",
        "_sight",
        "_stock_cards",
        "_table",
        "_turns",
        "between",
        "open",
        "plain",
    )

    def __init__(self, table: Table) -> None:
        self._table = table
        self._end: EndByGame | None = None
        self._sight, self._close, self._price = PackedSight(table), PackedClose(table), PackedPrice(table)
        self.between = PackedBetween(table)
        self._lay = PackedLay(table, self._sight)
        self.plain = all(one.open for one in (self._sight, self._close, self._price, self._lay))
        # which of the cards held was the upcard taken is not told but of the closing card
        self.open = self.between.open and "hand" not in table.derived(CloseCourses).known.rules.steady_reads
        self._by_seat = not _OF_SEAT.isdisjoint(self._close.reads)
        self._laps, self._turns = PLACES["laps"], PLACES["turns"]
        self._stock_cards, self._reshuffles = PLACES["stock_cards"], PLACES["reshuffles"]

    def count(self, played: PackedRound, ledger: PackedLedger) -> bool:
        """Fill in what a round comes to: its outcome, whether it wins the game, and what each place writes.

        False where the close is not legal, or where it is not told.
        """
        return self.told(played, ledger) or self._by_game(played, ledger)

    def told(self, played: PackedRound, ledger: PackedLedger) -> bool:
        """The same by machine words alone."""
        if not self.plain:
            return False
        desk, at = ledger.desk, played.closer
        melds, kept = desk.melds, played.hands[at]
        if kept & self._sight.wild or not self._sight.look(kept, melds) or played.thrown <= 0:
            return False
        self._see(played, ledger)
        course = self._close.course(desk.facts, kept, played.thrown, played.taken)
        verdict = -1 if course < 0 else self._close.judge(course, melds)
        if verdict < 0:
            return False
        outcome = self._close.outcomes[verdict]
        played.outcome = outcome
        played.wins = self._close.wins[verdict] != 0
        if played.wins:
            return True
        own = melds.whole
        for number in range(melds.chosen_count):
            own -= melds.points[melds.chosen[number]]
        if not self._lay.left(desk, played, self._close.onto[verdict], own):
            return False
        for place in range(played.places):
            if place != at:
                written = self._price.of_others(outcome, desk.left[place], desk.left[at])
            elif self._close.written[verdict] and desk.left[at] == own:
                written = self._close.writes[verdict]
            else:
                written = self._price.of_closer(outcome, desk.left, at, played.places)
            if written == self._price.untold:
                return False
            played.points[place] = written
        return True

    def _see(self, played: PackedRound, ledger: PackedLedger) -> None:
        """Fill the facts of the course of the game that the rules of closing may read, before the turn of the close."""
        facts, laps = ledger.desk.facts, played.turns // played.places
        if self._by_seat:
            ledger.see_closer(played.seats[played.closer])
        facts[self._laps] = facts[self._turns] = laps  # the closer has had no more turns than everybody
        facts[self._stock_cards] = played.stock_left
        facts[self._reshuffles] = played.reshuffles

    def _by_game(self, played: PackedRound, ledger: PackedLedger) -> bool:
        """The same by the values of the game, which takes a hundred times as long."""
        if self._end is None:
            self._end = EndByGame(self._table, Bits(RoundRules(self._table)))
        held = [int(played.hands[place]) for place in range(played.places)]
        thrown = int(played.thrown)
        moment = (played.turns, thrown, bool(played.taken), played.stock_left, played.reshuffles)
        done = (played.closer, *moment, 0, thrown if played.taken else 0)
        try:
            name, points = self._end.ended(ledger.standing(), held, done, None)
        except (AskGame, AskJudge):
            return False
        played.outcome = next(place for place, one in enumerate(self._table.outcomes) if one.rule.name == name)
        played.wins = points is None
        for place, written in enumerate(points or ()):
            played.points[place] = written
        return True
