"""The score sheet of one round: facts come in, points go out, every line with the clause it rests on.

The closer writes what the outcome says, the others the first case of `written.by_others` that fits, and if nobody
closed everybody writes by `written.if_unclosed`. After an outcome that wins the game nobody writes. Penalties by
ruling or irregularity are added.

A result can be priced at another table than it was played at. Cards, melds and lay-offs are then taken as they
happened; the outcome is the first of that table's outcomes that fits the closer's melds (where none does, the last one,
as when a director lets a close stand).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.frozen import quick
from referee.game.factgroups import SeatRecord
from referee.game.facts import HIDDEN, UNKNOWN_CARD, CloseFacts
from referee.game.result import UNCLOSED, Laid, RoundResult, SeatResult, less
from referee.game.roundfacts import (
    RoundFacts,
    points_of,
    set_arrangement,
    set_result,
    set_round,
    set_seat,
)
from referee.game.state import Standing
from referee.table import BoundOutcome, Table

BY_OTHERS, IF_UNCLOSED = "written.by_others", "written.if_unclosed"
"""The blocks of cases by which a round is written down."""

Penalty = tuple[int, int, str]
"""A penalty: seat, points, clause."""


@quick
@dataclass(frozen=True, slots=True)
class SheetLine:
    """What one seat writes.

    `points` is what the rules give before penalties, None where its cards are not known. `clause` is the paragraph the
    points rest on, `key` the case or the outcome that priced them. `loose` are the cards left with what each
    counts, `laid_off` what went on the table; `penalties` are points with their clauses.
    """

    seat: int
    points: int | None
    clause: str
    key: str
    loose: tuple[tuple[Card, int], ...]
    laid_off: tuple[Laid, ...]
    penalties: tuple[tuple[int, str], ...] = ()
    certain: bool = True

    @property
    def written(self) -> int | None:
        """Points and penalties."""
        if self.points is None or not self.penalties:
            return self.points
        return self.points + sum([points for points, _ in self.penalties])


@quick
@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of the seats dealt in, in order of play from the first seat; none if the game was won at once.

    `outcome` is its name at the table that priced, `won_by` the seat that won at once, `pays` the coins that
    every other seat dealt in pays the closer (0 where they hang on a closing card that nobody knows).
    """

    outcome: str
    lines: tuple[SheetLine, ...]
    won_by: int | None = None
    pays: int = 0

    def of(self, seat: int) -> SheetLine | None:
        """The line of a seat, if it writes."""
        for line in self.lines:
            if line.seat == seat:
                return line
        return None

    def written(self, seat: int) -> int:
        """What a seat writes; 0 if it does not write, or if that is not known."""
        line = self.of(seat)
        return (line.written or 0) if line is not None else 0


def price(table: Table, result: RoundResult, standing: Standing, penalties: Iterable[Penalty] = ()) -> Sheet:
    """The sheet of a round. `standing` is that before it was added."""
    return _Pricing(table, table.derived(_Reads), result, standing, tuple(penalties)).sheet()


@dataclass(frozen=True, slots=True)
class _Reads:
    """The facts that the rules of one table read when a round is priced: its outcomes, and the cases of each block."""

    outcomes: frozenset[str]
    cases: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, table: Table) -> _Reads:
        """The facts read at a table, for `Table.derived`."""
        asked = [rule for one in table.outcomes for rule in (one.when, one.wins_game, one.writes, one.pays)]
        outcomes = frozenset[str]().union(*(rule.reads for rule in asked if rule is not None))
        cases = {
            block: frozenset[str]().union(*(one.when.reads | one.value.reads for one in table.cases(block)))
            for block in (BY_OTHERS, IF_UNCLOSED)
        }
        return cls(outcomes, cases)


@dataclass(slots=True)
class _Pricing:
    """One result being priced. Facts that no rule reads are not worked out."""

    table: Table
    reads: _Reads
    result: RoundResult
    standing: Standing
    penalties: Sequence[Penalty]

    def sheet(self) -> Sheet:
        """All lines."""
        result = self.result
        if result.closer is None:
            lines = [self.by_cases(one, IF_UNCLOSED, UNCLOSED, None) for one in result.seats]
            return Sheet(UNCLOSED, tuple(lines))
        closer = result.of(result.closer)
        assert closer is not None
        melded = [card for meld in result.judged for card in meld.cards]
        shown = less(closer.hand or (), melded)
        facts = self.close_facts(closer, shown)
        outcome = self.outcome(facts)
        name = outcome.rule.name
        wins_game = not self.is_hidden(outcome.wins_game.reads) and bool(outcome.wins_game.call(facts))
        loose = tuple(shown)
        if closer.laid or closer.exchanged:
            loose = tuple(less(less(closer.held, melded), [one.card for one in closer.laid]))
            # the outcome is that of the cards as they were shown, the points are written after the lay-offs
            set_arrangement(facts, self.table, closer.held, result.judged, loose, reads=self.reads.outcomes)
        pays = 0 if self.is_hidden(outcome.pays_reads) else int(outcome.pays.call(facts))
        if outcome.writes is None or wins_game:
            return Sheet(name, (), result.closer, pays)
        if loose != closer.loose:
            closer = replace(closer, loose=loose)
        record = self.record(closer) if "closer" in self.reads.cases[BY_OTHERS] else None
        lines = [
            self.closer_line(closer, outcome, facts)
            if one.seat == closer.seat
            else self.by_cases(one, BY_OTHERS, name, record)
            for one in result.seats
        ]
        return Sheet(name, tuple(lines), None, pays)

    def close_facts(self, closer: SeatResult, loose: Sequence[Card]) -> CloseFacts:
        """What the outcomes see: the closer before lay-offs, with what was loose then, the others after."""
        facts, reads = CloseFacts(None), self.reads.outcomes
        hand = closer.hand or ()
        closing = self.result.closing
        held = hand if closing is None else (*hand, closing)
        set_round(facts, self.table, self.result.course, closer.seat, held, reads=reads)
        self.set_seat(facts, closer.seat, reads)
        set_arrangement(facts, self.table, hand, self.result.judged, loose, reads=reads)
        facts.card = UNKNOWN_CARD if closing is None else self.table.kind(closing)
        if "others" in reads:
            facts.others = [
                self.record(one) for one in self.result.seats if one.seat != closer.seat and one.hand is not None
            ]
        return facts

    def outcome(self, facts: CloseFacts) -> BoundOutcome:
        """The outcome: that of the result if it fits what lies there, else the first that does, else the last."""
        outcomes = self.table.outcomes
        for one in outcomes:
            if self.is_hidden(one.reads):
                if one.rule.name == self.result.outcome:
                    return one
            elif one.when.call(facts):
                return one
        return next((one for one in outcomes if one.rule.name == self.result.outcome), outcomes[-1])

    def is_hidden(self, reads: frozenset[str]) -> bool:
        """Whether what reads these facts hangs on the closing card, and nobody knows it."""
        return self.result.closing is None and bool(reads & HIDDEN)

    def record(self, one: SeatResult) -> SeatRecord:
        """A seat as other seats' rules see it."""
        return SeatRecord(
            deadwood=points_of(self.table, one.loose),
            hand_points=points_of(self.table, one.held),
            melded=sum(len(meld.cards) for meld in one.melds),
            total=self.standing.totals[one.seat],
        )

    def set_seat(self, facts: CloseFacts | RoundFacts, seat: int, reads: Collection[str]) -> None:
        """The group `seat` as it is before the round is added."""
        standing = self.standing
        set_seat(facts, standing, seat, eldest=self.result.course.eldest, rounds=standing.rounds + 1, reads=reads)

    def closer_line(self, closer: SeatResult, outcome: BoundOutcome, facts: CloseFacts) -> SheetLine:
        """What the closer writes."""
        assert outcome.writes is not None
        hangs_on_others = "others" in outcome.writes_reads and any(one.hand is None for one in self.result.seats)
        unknown = hangs_on_others or self.is_hidden(outcome.writes_reads)
        points = None if unknown else int(outcome.writes.call(facts))
        hangs = "others" in outcome.writes_reads
        certain = closer.certain and (not hangs or all(one.certain for one in self.result.seats))
        return self.line(closer, points, outcome.rule.priced_by, outcome.rule.name, certain=certain)

    def by_cases(self, one: SeatResult, block: str, outcome: str, closer: SeatRecord | None) -> SheetLine:
        """What a seat writes by the first case that fits."""
        if one.hand is None:
            return self.line(one, None, "", "")
        facts, reads = RoundFacts(), self.reads.cases[block]
        held = one.held
        set_round(facts, self.table, self.result.course, one.seat, held, reads=reads)
        self.set_seat(facts, one.seat, reads)
        set_arrangement(facts, self.table, held, one.melds, one.loose, reads=reads)
        if closer is not None:
            facts.closer = closer
        if block == BY_OTHERS:
            set_result(facts, self.table, self.result, outcome, one.seat, reads=reads)
        case = next(case for case in self.table.cases(block) if case.when.call(facts))
        return self.line(one, int(case.value.call(facts)), case.clause, case.key, certain=one.certain)

    def line(self, one: SeatResult, points: int | None, clause: str, key: str, *, certain: bool = False) -> SheetLine:
        """A line of the sheet."""
        worth = self.table.points
        loose = tuple([(card, worth[card.index]) for card in one.loose])
        penalties = tuple([(points, clause) for seat, points, clause in self.penalties if seat == one.seat])
        return SheetLine(one.seat, points, clause, key, loose, one.laid, penalties, certain=certain)
