"""The score sheet of a round: what the rules give beside what was written, seat by seat.

Every hand that is known is priced; the points of a seat whose cards are not known are those that were written. A
director's points are added, a director's scores take the place of what the rules give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.cards import Notation
from referee.game.flow import result_of
from referee.game.price import Sheet, SheetLine, price
from referee.game.result import UNCLOSED, Course, Laid, RoundResult, SeatResult
from referee.game.state import Phase, RoundState, Standing
from referee.record.findings import Case
from referee.record.hearing import Hearing
from referee.record.model import seat_index, seat_letter
from referee.record.ruled import ruled_numbers, scores_of, set_by
from referee.record.verdict import Finding, Place, ScoreLine, Weight
from referee.record.words import WordKind
from referee.table import Table

_ARE: Final = {"melds": "melds_are", "laid_off": "laid_off_are", "loose": "loose_are"}
"""The sentence for each part of how a seat's cards were put down."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A round that was priced. `result` is None where nobody knows what it came to.

    `sheet` has a line for each seat that was dealt in, points None where they are known from nowhere; `lines` are
    those of the verdict. `wrong` is the first score that differs, `findings` are those that stand by a ruling.
    """

    result: RoundResult | None
    sheet: Sheet
    lines: tuple[ScoreLine, ...]
    wrong: Finding | None
    findings: tuple[Finding, ...]


def priced(hearing: Hearing, standing: Standing, *, ruling: int, as_written: bool = False) -> Priced:
    """The sheet of the round. `standing` is that before it, `ruling` lets a wrong score stand (0: none does).

    `as_written`: nothing is computed, what was written is taken for right.
    """
    return _Pricing(hearing, standing, ruling, as_written).priced()


def penalties_of(hearing: Hearing) -> dict[int, dict[int, int]]:
    """The points of rulings, by seat and number of the ruling."""
    found: dict[int, dict[int, int]] = {}
    for number, one in enumerate(hearing.rulings, 1):
        for letter, points in one.points.items():
            found.setdefault(seat_index(letter), {})[number] = points
    return found


def uncalled(hearing: Hearing) -> Iterator[int]:
    """The numbers of the rulings that the play calls nowhere."""
    called = {word.form.number for word in hearing.words if word.kind is WordKind.RULING}
    return (number for number in range(1, len(hearing.rulings) + 1) if number not in called)


def standing_ruling(hearing: Hearing) -> int:
    """The ruling that lets a wrong deal or a wrong written number stand: one the play does not call; 0 if none does."""
    for number in uncalled(hearing):
        one = hearing.rulings[number - 1]
        acts = one.turn or one.taken_back or one.replay or one.moves or one.removed or one.barred or one.exposed
        if not acts and (one.stands or not (one.points or one.scores)):
            return number
    return 0


@dataclass(slots=True)
class _Pricing:
    """One sheet being made."""

    hearing: Hearing
    standing: Standing
    ruling: int
    as_written: bool
    shown: RoundResult | None = None

    @property
    def case(self) -> Case:
        """The record before the judge."""
        return self.hearing.case

    def priced(self) -> Priced:
        """Price, override, compare."""
        penalties = penalties_of(self.hearing)
        result = self.shown = self.result()
        sheet = self.sheet(result, penalties)
        bare = scores_of(self.sheet(result, {}) if penalties else sheet)
        sheet = replace(sheet, lines=tuple(self.overridden(line) for line in sheet.lines))
        written = {seat_index(letter): points for letter, points in self.hearing.played.scores.items()}
        lines = tuple(self.lines(sheet, written, penalties))
        wrong, findings = self.compared(sheet, written) if written and not self.as_written else (None, ())
        if wrong is None:
            sheet = replace(sheet, lines=tuple(self.filled(line, written) for line in sheet.lines))
        ruled = () if self.as_written else ruled_numbers(self.hearing, bare)
        return Priced(result, sheet, lines, wrong, (*ruled, *findings))

    def result(self) -> RoundResult | None:
        """What the round came to."""
        moment = self.hearing.moment
        if self.as_written or moment.state.phase is not Phase.COUNT or not moment.judged:
            return None
        return result_of(self.case.table, moment.state)

    def sheet(self, result: RoundResult | None, penalties: Mapping[int, Mapping[int, int]]) -> Sheet:
        """The sheet as the rules give it."""
        if result is None:
            return Sheet(UNCLOSED, tuple(SheetLine(seat, None, "", "", (), ()) for seat in self.seats()))
        play = self.hearing.moment.play
        added = [
            (seat, points, self.hearing.rulings[number - 1].clause)
            for seat, ones in penalties.items()
            for number, points in ones.items()
        ]
        return price(self.case.table, result, self.standing, [*play.penalties, *added])

    def seats(self) -> list[int]:
        """The seats that were dealt in and have not left."""
        play = self.hearing.moment.state.round
        if play is None:
            return list(self.standing.seats_in)
        return [seat for seat, hand in enumerate(play.hands) if hand is not None and seat not in play.left]

    def overridden(self, line: SheetLine) -> SheetLine:
        """The line with the score the director set."""
        for one in self.hearing.rulings:
            points = one.scores.get(seat_letter(line.seat))
            if points is not None:
                return replace(line, points=points, penalties=(), certain=True)
        return line

    def filled(self, line: SheetLine, written: Mapping[int, int]) -> SheetLine:
        """The line with what was written, where the rules do not say more, or the director lets it stand."""
        if line.points is not None and line.certain and not (self.ruling and line.seat in written):
            return line
        points = written.get(line.seat)
        total = self.hearing.played.totals.get(seat_letter(line.seat))
        if points is None and total is not None and self.hearing.standing_known:
            points = total - self.standing.totals[line.seat]
        return replace(line, points=points, penalties=(), certain=True)

    # -- what the verdict shows ----------------------------------------------------------------------------------

    def lines(
        self, sheet: Sheet, written: Mapping[int, int], penalties: Mapping[int, Mapping[int, int]]
    ) -> Iterator[ScoreLine]:
        """The lines of the verdict, in order of play from the first seat."""
        by_seat = {line.seat: line for line in sheet.lines}
        for seat in sorted({*by_seat, *(written if sheet.won_by is None else ())}):
            line = by_seat.get(seat, SheetLine(seat, None, "", "", (), (), certain=False))
            known = line.points is not None and line.certain
            if not known and seat not in written:
                continue
            given = {0: sum(points for number, points, _ in self.own_penalties() if number == seat)}
            given |= penalties.get(seat, {})
            yield ScoreLine(
                round=self.hearing.number + 1,
                seat=seat_letter(seat),
                written=written.get(seat),
                computed=line.written if known else None,
                outcome=line.key if known else "",
                clause=line.clause if known else "",
                loose=" ".join(self.counted(line)) if known and not self.ruled(seat) else "",
                laid_off=" ".join(map(self.laid, line.laid_off)) if known else "",
                penalties={number: points for number, points in given.items() if points},
            )

    def own_penalties(self) -> tuple[tuple[int, int, str], ...]:
        """The penalties of the rule set itself."""
        play = self.hearing.moment.state.round
        return () if play is None else play.penalties

    def counted(self, line: SheetLine) -> list[str]:
        """Loose cards with what each counts."""
        return counted(line, self.case.table.pack.notation)

    def laid(self, one: Laid) -> str:
        """A card laid off, as a record writes it."""
        return laid(one, self.case.table.pack.notation)

    # -- comparing -----------------------------------------------------------------------------------------------

    def compared(self, sheet: Sheet, written: Mapping[int, int]) -> tuple[Finding | None, tuple[Finding, ...]]:
        """The first score that differs, from which others may follow; all that differ if they stand."""
        found = list(self.differing(sheet, written))
        if not found:
            return None, ()
        if self.ruling and all(one.code == "SCORE_DIFFERS" for one in found):
            return None, tuple(replace(one, weight=Weight.IRREGULARITY, ruling=self.ruling) for one in found)
        return found[0], ()

    def differing(self, sheet: Sheet, written: Mapping[int, int]) -> Iterator[Finding]:
        """Every score that is not the one computed, in order of play."""
        by_seat = {line.seat: line for line in sheet.lines}
        for seat in range(self.case.table.seats):
            line, points = by_seat.get(seat), written.get(seat)
            if sheet.won_by is not None:
                if points:
                    yield self.finding(seat, "score_of_none", points, None)
            elif line is None:
                if points is not None and self.hearing.standing_known:
                    said = self.case.say("SEAT_IS_OUT", seat=self.case.seat(seat))
                    yield self.case.finding("SEAT_IS_OUT", self.place(seat), said)
            elif line.points is not None and line.certain and points != line.written:
                yield self.finding(seat, "score_missing" if points is None else "SCORE_DIFFERS", points, line)

    def place(self, seat: int) -> Place:
        """Where the score of a seat stands."""
        place = self.case.at("rounds", self.hearing.number, "scores", seat_letter(seat))
        return replace(place, seat=seat_letter(seat))

    def finding(self, seat: int, key: str, points: int | None, line: SheetLine | None) -> Finding:
        """A score that is not the one computed: what was priced, and how the referee put the cards down."""
        case, ruled = self.case, self.ruled(seat)
        priced = None if ruled else line
        items = " + ".join(items_of(priced, case.table.pack.notation)) if priced is not None else ""
        if ruled and key == "SCORE_DIFFERS":
            key = "score_ruled"
        computed = None if line is None else line.written
        said = case.say(
            key,
            seat=case.seat(seat),
            written=points,
            computed=computed,
            items=case.say("items", items=items) if items else "",
            number=ruled,
        )
        arranged = {} if priced is None else self.arranged(priced)
        measured = {
            "written": "" if points is None else str(points),
            "computed": "" if computed is None else str(computed),
            **arranged,
        }
        return case.finding(
            "SCORE_DIFFERS",
            self.place(seat),
            said,
            clause="" if line is None else line.clause,
            measured={name: text for name, text in measured.items() if text},
            help_=self.told_arranged(arranged),
        )

    def ruled(self, seat: int) -> int:
        """The number of the ruling that set the score of a seat; 0 if none did."""
        return set_by(self.hearing, seat_letter(seat))

    def arranged(self, line: SheetLine) -> dict[str, str]:
        """How the referee put the cards of a seat down: `melds`, `laid_off` and `loose` as texts, "" for none."""
        one = None if self.shown is None else self.shown.of(line.seat)
        melds = () if one is None else one.melds
        return {
            "melds": " ".join("".join(map(self.case.table.write, meld.cards)) for meld in melds),
            "laid_off": " ".join(map(self.laid, line.laid_off)),
            "loose": " ".join(self.case.table.write(card) for card, _ in line.loose),
        }

    def told_arranged(self, arranged: Mapping[str, str]) -> str:
        """The same in words."""
        said = [self.case.say(_ARE[key], cards=cards) for key, cards in arranged.items() if cards]
        return self.case.say("help_arranged", parts="; ".join(said)) if said else ""


def items_of(line: SheetLine, notation: Notation) -> list[str]:
    """The parts of a score, which add up to it: the loose cards or what their case makes of them, then penalties."""
    loose = counted(line, notation)
    if line.points is not None and sum(points for _, points in line.loose) != line.points:
        more = f" ({' + '.join(loose)})" if loose else ""
        loose = [f"{line.clause or line.key} {line.points}{more}"]
    return [*loose, *(f"{clause or '@'} {points}" for points, clause in line.penalties)]


def counted(line: SheetLine, notation: Notation) -> list[str]:
    """Loose cards with what each counts: `11o 11`."""
    return [f"{notation.write(card)} {points}" for card, points in line.loose]


def laid(one: Laid, notation: Notation) -> str:
    """A card laid off, as a record writes it: `4c>1`, `JK=3c>1`."""
    stands = f"={notation.write(one.stands_for)}" if one.stands_for is not None else ""
    return f"{notation.write(one.card)}{stands}>{one.meld}"


def results_of_sheet(case: Case, standing: Standing, seats: list[int], closer: int | None) -> list[RoundResult]:
    """What a round of which only the sheet is known may have come to: who closed, and how.

    One is enough where no rule of the game asks; `closer` is known where only its cards are not.
    """
    table = case.table
    course = Course(eldest=standing.eldest, laps=1, turns=(1,) * table.seats)
    rows = tuple(SeatResult(seat, None, certain=False) for seat in seats)

    def made(closed_by: int | None, outcome: str) -> RoundResult:
        return RoundResult(course, closed_by, outcome, None, (), rows, ())

    if not _asks_for_close(case):
        return [made(closer, UNCLOSED if closer is None else table.outcomes[-1].rule.name)]
    closers = seats if closer is None else [closer]
    names = [one.rule.name for one in table.outcomes]
    found = [made(seat, name) for seat in closers for name in names]
    return [*found, made(None, UNCLOSED)] if closer is None else found


_CLOSE = frozenset({"outcome", "is_closer", "after_closer"})


def _asks_for_close(case: Case) -> bool:
    """Whether anything between two rounds hangs on who closed and how."""
    return case.table.settings["eldest.next"] == "closer" or bool(read_between(case.table) & _CLOSE)


def read_between(table: Table) -> frozenset[str]:
    """The facts that the rules of what is between two rounds read."""
    blocks = ("game.out_when", "game.ends_when", "re_entry.may_re_enter")
    read = [one.test.reads for block in blocks for one in table.conditions(block)]
    read += [one.measure.reads for one in table.criteria]
    for one in table.cases("game.adjust"):
        read += [one.when.reads, one.value.reads]
    return frozenset[str]().union(*read)


def between(phase: Phase, standing: Standing) -> RoundState:
    """A state between two rounds: the cards are to be dealt, or seats say whether they come back."""
    seats = len(standing.totals)
    nothing, hands = (0,) * seats, (None,) * seats
    return RoundState(phase, None, standing.eldest, hands, (), (), (), nothing, nothing)
