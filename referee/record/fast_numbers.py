"""A round as whole numbers, from the texts of its deal and its words to the points that everybody writes.

What decides is asked of `game` and remembered by the numbers that it looks at; no card, meld or event becomes a value.
A table whose rules look at more than numbers is not `open`, and a round that is not plain ends with `AskGame`:
`fast_round` walks it with the values of the game then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.game.moment import seat_facts
from referee.game.price import BY_OTHERS
from referee.game.roundfacts import RoundFacts
from referee.record.fast_bits import Bits
from referee.record.fast_close import CloseByNumbers
from referee.record.fast_lay import Choice, LayByNumbers
from referee.record.fast_ledger import Ledger, LedgerRules
from referee.record.fast_rules import RoundRules
from referee.record.fast_sight import Sight
from referee.record.fast_turns import AskGame, Closing, Turns
from referee.table import Table

_LAPS = ("laps",)

_KEPT = 20_000
"""Prices remembered; all are forgotten when there are more."""


Counted = tuple[int, int, str, list[int] | None]
"""A round that was closed: by whom, after how many finished turns of all seats, how, and what the seats in write.

The points stand in order of the seats; None where the close wins the game.
"""


class Row(NamedTuple):
    """What the sheet says of a seat beside its points: clause and case, its loose cards, and what it laid off."""

    clause: str
    key: str
    loose: int
    laid: Choice


class Numbers:
    """The numbers of one table. `ledger` are its rules between rounds."""

    __slots__ = ("_bits", "_close", "_counted", "_lay", "_price", "_sight", "_table", "_turns", "ledger", "open")

    def __init__(self, rules: RoundRules) -> None:
        self._table = table = rules.table
        self.ledger = LedgerRules(table)
        self._counted = [f"{kind.text} {kind.points}" for kind in table.pack.kinds]
        self._sight, self._price = Sight(table), _Price(table)
        self._close, self.open = CloseByNumbers(table), False
        if Bits.fit(rules) and all(one.open for one in (self._sight, self._price, self._close)):
            self._lay = LayByNumbers(table, self._sight)
            self.open = self._lay.open
            self._bits = Bits(rules)
            self._turns = Turns(rules, self._bits)

    def counted(  # noqa: PLR0917 - the parts of a round, asked for once a round
        self,
        ledger: Ledger,
        hands: Mapping[str, str],
        upcard: str,
        stock: str,
        words: Sequence[str],
        rows: list[Row] | None = None,
    ) -> Counted:
        """What the round comes to that is played next; its sheet is added to `rows`. AskJudge, AskGame."""
        seats = ledger.seats
        dealt = self._turns.dealt(ledger.letters, hands, upcard, stock)
        done = self._turns.closing(words, dealt, seats, seats.index(ledger.eldest))
        at, turns, thrown, taken = done[:4]
        held = dealt[0]
        kept = held[at]
        points, melds = self._sight.melds(kept)
        course = self._close.course(self._moment(ledger, done), self._bits, kept, thrown, taken)
        judged, shown = self._close.judged(course, points, melds)
        outcome, closer = judged.outcome, seats[at]
        assert outcome is not None
        name = outcome.rule.name
        if judged.wins_game or outcome.writes is None:
            return closer, turns + 1, name, None
        for meld in shown:
            points -= meld.points
        after, writes = (at, seats, judged.onto), judged.writes
        if rows is None:
            left = self._lay.left(held, after, points, shown)
        else:
            put_down = self._lay.put_down(held, after, shown, exact=True)
            left = [self._sight.points(loose) for loose, _ in put_down]
        if writes is None or left[at] != points:
            writes = self._price.of_closer(name, left[at])
        written = self._price.of_others(name, left)
        written[at] = writes
        if rows is not None:
            says = [self._price.case_of(name, loose) for loose in left]
            says[at] = (outcome.rule.priced_by, name)
            rows += [Row(*one, *put) for one, put in zip(says, put_down, strict=True)]
        return closer, turns + 1, name, written

    def told(self, row: Row) -> tuple[str, str]:
        """The loose cards of a row with what each counts, and the cards laid off, as a sheet has them."""
        counted, write = self._counted, self._table.write
        loose = [counted[card.index] for card in self._bits.cards_of(row.loose)]
        laid = [f"{write(card)}>{place + 1}" for place, cards in row.laid for card in self._bits.cards_of(cards)]
        return " ".join(loose), " ".join(laid)

    def _moment(self, ledger: Ledger, done: Closing) -> tuple[int, ...]:
        """The facts of the course of the game that the rules of closing read, before the turn of the close."""
        reads = self._close.reads
        if reads == _LAPS:
            return (done[1] // len(ledger.seats),)
        return tuple([self._fact(name, ledger, done) for name in reads])

    @staticmethod
    def _fact(name: str, ledger: Ledger, done: Closing) -> int:
        """One of these facts."""
        at, turns, _, _, left, reshuffles = done
        seats, count = ledger.seats, len(ledger.seats)
        if name == "laps":
            return turns // count
        if name == "turns":
            behind = (at - seats.index(ledger.eldest)) % count
            return (turns - behind + count - 1) // count
        if name == "stock_cards":
            return left
        if name == "reshuffles":
            return reshuffles
        if name == "faulty":
            return False
        return seat_facts(ledger.standing(), seats[at], eldest=ledger.eldest, rounds=ledger.rounds + 1)[name]


class _Price:
    """What is written by loose points, where the rules ask for nothing else."""

    __slots__ = ("_cases", "_closer", "_others", "_said", "_table", "open")

    def __init__(self, table: Table) -> None:
        self._table, self._cases = table, table.cases(BY_OTHERS)
        read = frozenset[str]().union(*(one.when.reads | one.value.reads for one in self._cases))
        self.open = read <= {"deadwood", "outcome"}
        self._others: dict[tuple[str, int], int] = {}
        self._closer: dict[tuple[str, int], int] = {}
        self._said: dict[tuple[str, int], tuple[str, str]] = {}

    def of_others(self, outcome: str, left: list[int]) -> list[int]:
        """What seats write with so many loose points that did not close."""
        known = self._others.get  # others may be forgetting all of it at the same time
        return [self._asked(outcome, loose) if (one := known((outcome, loose))) is None else one for loose in left]

    def _asked(self, outcome: str, loose: int) -> int:
        facts = self._facts(outcome, loose)
        case = next(case for case in self._cases if case.when.call(facts))
        if len(self._others) > _KEPT:
            self._others.clear()
        found = self._others[outcome, loose] = int(case.value.call(facts))
        return found

    def _facts(self, outcome: str, loose: int) -> RoundFacts:
        facts = RoundFacts()
        facts.deadwood = loose
        facts.outcome = self._table.rule_set.enums["outcome"].index(outcome)
        return facts

    def case_of(self, outcome: str, loose: int) -> tuple[str, str]:
        """The clause and the case by which such a seat writes."""
        known = self._said.get((outcome, loose))
        if known is None:
            facts = self._facts(outcome, loose)
            case = next(case for case in self._cases if case.when.call(facts))
            if len(self._said) > _KEPT:
                self._said.clear()
            known = self._said[outcome, loose] = case.clause, case.key
        return known

    def of_closer(self, outcome: str, loose: int) -> int:
        """What the closer writes that has laid off cards after it was judged. AskGame."""
        key = (outcome, loose)
        known = self._closer.get(key)
        if known is None:
            writes = next(one.writes for one in self._table.outcomes if one.rule.name == outcome)
            if writes is None or not writes.reads <= {"deadwood"}:
                raise AskGame
            facts = RoundFacts()
            facts.deadwood = loose
            known = self._closer[key] = int(writes.call(facts))
        return known
