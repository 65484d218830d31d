"""From one round to the next: totals, who is out, who comes back, whether the game is over.

Where only the sheet of a round is known, what the rules make of it is said only if it is the same whoever closed.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from referee.game.actions import Reenter
from referee.game.flow import answer_fault, next_round
from referee.game.gamestate import GameState
from referee.game.price import Sheet
from referee.game.result import RoundResult
from referee.game.standing import EndedBy, Pause, adjusted_by, close_pause, ended_by, settle
from referee.game.state import Phase, Standing
from referee.record.bare_sheet import impossible_score
from referee.record.findings import Case
from referee.record.hearing import Hearing
from referee.record.model import seat_index, seat_letter
from referee.record.ruled import ruled_points
from referee.record.sheet import Priced, penalties_of, priced, read_between, results_of_sheet, standing_ruling
from referee.record.shows import laid_less
from referee.record.verdict import Finding, ScoreLine, Weight

_NOT_IN_TOTALS: Final = frozenset({"gained", "lost", "re_entries", "rounds", "rounds_out"})
"""Facts of the game so far that nobody can tell from the totals."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a round.

    `after` is the game between this round and the next, None where nobody can say; `pot` are the coins that were paid
    in up to then, None where it is not known how many. `wrong` stops the judging, `findings` stand by a ruling.
    `ended` are the clauses of the end, where this round was the last.
    """

    after: GameState | None
    lines: tuple[ScoreLine, ...] = ()
    wrong: Finding | None = None
    findings: tuple[Finding, ...] = ()
    pot: int | None = 0
    ended: EndedBy = field(default_factory=EndedBy)


def settled(hearing: Hearing, standing: Standing, *, as_written: bool = False) -> Settled:
    """Count a round and settle it. `as_written`: what was written is taken for right, and nothing is compared."""
    ruling = standing_ruling(hearing)
    made = priced(hearing, standing, ruling=ruling, as_written=as_written)
    if made.result is not None:
        laid_less(hearing, made.result)
    wrong = made.wrong
    if wrong is None and not as_written:
        wrong = impossible_score(hearing, any(line.computed is None for line in made.lines))
    settling = _Settling(hearing, standing, made, ruling, as_written)
    if wrong is not None:
        apart = settling.totals_beside(wrong.place.seat) if wrong.code == "SCORE_DIFFERS" else ()
        return Settled(None, made.lines, wrong, (*made.findings, *apart))
    return settling.settled()


def voided(hearing: Hearing, standing: Standing) -> Settled:
    """A round that is void: only the points of rulings count, and the same seat plays first again."""
    case, totals = hearing.case, list(standing.totals)
    gained, lost = list(standing.gained), list(standing.lost)
    penalties, lines = penalties_of(hearing), []
    written = {seat_index(letter): points for letter, points in hearing.played.scores.items()}
    for seat in sorted({*penalties, *written}):
        points = sum(penalties.get(seat, {}).values())
        letter = seat_letter(seat)
        totals[seat] += points
        gained[seat] += max(points, 0)
        lost[seat] += max(-points, 0)
        lines.append(
            ScoreLine(hearing.number + 1, letter, written.get(seat), points, penalties=penalties.get(seat, {}))
        )
        if seat in written and written[seat] != points:
            said = case.say("score_void", seat=case.seat(seat), written=written[seat])
            place = case.at("rounds", hearing.number, "scores", letter)
            measured = {"written": str(written[seat]), "computed": str(points)}
            wrong = case.finding("SCORE_DIFFERS", replace(place, seat=letter), said, measured=measured)
            return Settled(None, tuple(lines), wrong)
    apart = tuple(_void_differs(hearing, standing.totals, totals))
    if apart:
        return Settled(None, tuple(lines), apart[0], apart[1:])
    after = replace(standing, totals=tuple(totals), gained=tuple(gained), lost=tuple(lost))
    told = tuple(ruled_points(hearing))
    return Settled(GameState(Phase.DEAL, after), tuple(lines), None, told, pot=standing.pot)


def _void_differs(hearing: Hearing, before: Sequence[int], totals: Sequence[int]) -> Iterator[Finding]:
    """Totals behind a void round that are not those before it, and a seat that comes back then: nobody does."""
    case = hearing.case
    if hearing.standing_known:
        yield from totals_apart(hearing, before, totals, {})
    if hearing.played.reenter:
        letter = hearing.played.reenter[0]
        place = replace(case.at("rounds", hearing.number, "reenter", 0), seat=letter)
        yield case.finding("REENTRY_CLOSED", place, case.say("REENTRY_CLOSED", seat=case.seat(seat_index(letter))))


def totals_apart(
    hearing: Hearing,
    before: Sequence[int],
    totals: Sequence[int],
    clauses: Mapping[int, str],
    *,
    but: Container[str] = (),
) -> Iterator[Finding]:
    """Every total written that is another than it should be; `clauses` by which it is not the sum, by seat.

    `before` are the totals before the round. Seats of `but` are left out.
    """
    for letter, written in sorted(hearing.played.totals.items()):
        seat = seat_index(letter)
        if written != totals[seat] and letter not in but:
            yield total_differs(hearing, seat, written, (before[seat], totals[seat]), clauses.get(seat, ""))


def total_differs(hearing: Hearing, seat: int, written: int, right: tuple[int, int], clause: str) -> Finding:
    """A total that is not the sum (x.8 adds them up), or not what a clause makes of it.

    `right` is the total before the round and the one behind it.
    """
    before, computed = right
    added = f"{before} {'-' if computed < before else '+'} {abs(computed - before)}"
    case, letter = hearing.case, seat_letter(seat)
    key = "total_adjusted" if clause else "TOTAL_DIFFERS"
    said = case.say(key, seat=case.seat(seat), written=written, computed=computed, sum=added, clause=clause)
    place = replace(case.at("rounds", hearing.number, "totals", letter), seat=letter)
    clause = clause or case.table.rule_set.block_clauses.get("game", "")
    measured = {"written": str(written), "computed": str(computed)}
    return case.finding("TOTAL_DIFFERS", place, said, clause=clause, measured=measured)


@dataclass(slots=True)
class _Settling:
    """One round being settled."""

    hearing: Hearing
    standing: Standing
    made: Priced
    ruling: int
    as_written: bool

    @property
    def case(self) -> Case:
        """The record before the judge."""
        return self.hearing.case

    def settled(self) -> Settled:
        """Totals, re-entry, the next round."""
        made, findings = self.made, list(self.made.findings)
        self.tell_unknown()
        sheet = self.resumed(made.sheet)
        if sheet is None or any(line.points is None for line in sheet.lines):
            return Settled(None, made.lines, None, tuple(findings))
        pause = self.pause(sheet)
        apart = [] if self.as_written else list(self.apart(pause, sheet))
        if apart and not self.ruling:
            return Settled(None, made.lines, apart[0], (*findings, *apart[1:]))
        findings += [replace(one, weight=Weight.IRREGULARITY, ruling=self.ruling) for one in apart]
        if apart or self.as_written:
            sheet = self.with_totals(sheet, pause)
            pause = self.pause(sheet)
        coming, asked, wrong = self.coming(pause, findings)
        if wrong is not None and not self.as_written:
            return Settled(None, made.lines, wrong, tuple(findings))
        after = close_pause(self.case.table, replace(pause, asked=asked), coming)
        if not self.certain(sheet, after, coming):
            self.hearing.leave_open("unjudged_close_of_sheet")
            return Settled(None, made.lines, None, tuple(findings))
        if apart or self.as_written:
            after = self.standing_written(after, pause, coming)
        pays = int(self.case.table.settings["re_entry.pays"])
        unsure = bool(pays) and not self.hearing.standing_known
        pot = None if unsure else pause.standing.pot + pays * len(coming)
        ended = ended_by(self.case.table, replace(pause, asked=asked), coming) if after.winners else EndedBy()
        return Settled(next_round(after), made.lines, None, tuple(findings), pot, ended)

    def tell_unknown(self) -> None:
        """Say which scores could not be judged."""
        hearing = self.hearing
        unknown = [line.seat for line in self.made.lines if line.computed is None and line.seat]
        seats = {seat_index(letter) for letter in unknown}
        computed = {seat_index(line.seat) for line in self.made.lines if line.computed is not None}
        seats |= {line.seat for line in self.made.sheet.lines if line.seat not in computed}
        if not seats or self.as_written:
            return
        if not hearing.played.play.strip():
            hearing.leave_open("unjudged_sheet")
        else:
            hearing.leave_open("unjudged_scores", *seats)

    # -- the standing --------------------------------------------------------------------------------------------

    def resumed(self, sheet: Sheet) -> Sheet | None:
        """The sheet to be added; where the standing was not known, the totals written here begin it anew.

        They do not where a rule asks for more than totals say.
        """
        if self.hearing.standing_known:
            return sheet
        totals = {seat_index(letter): total for letter, total in self.hearing.played.totals.items()}
        seats = [line.seat for line in sheet.lines]
        if not totals or not set(seats) <= set(totals) or sheet.won_by is not None:
            return None
        if read_between(self.case.table) & _NOT_IN_TOTALS:
            return None
        self.hearing.leave_open("unjudged_totals")
        known = tuple(totals.get(seat, total) for seat, total in enumerate(self.standing.totals))
        self.standing = replace(self.standing, totals=known)
        return replace(sheet, lines=tuple(replace(line, points=0, penalties=()) for line in sheet.lines))

    def pause(self, sheet: Sheet) -> Pause:
        """The pause after the round."""
        return settle(self.case.table, self.standing, self.round_result(sheet), sheet, gone=self.gone())

    def round_result(self, sheet: Sheet) -> RoundResult:
        """What the round came to, or may have come to."""
        return self.made.result or self.possible(sheet)[0]

    def gone(self) -> frozenset[int]:
        """The seats that left the game in this round."""
        play = self.hearing.moment.state.round
        left = frozenset() if play is None else play.left
        return left | self.hearing.moment.leaving

    def possible(self, sheet: Sheet) -> Sequence[RoundResult]:
        """What the round may have come to."""
        play = self.hearing.moment.state.round
        closer = None if play is None else play.closer
        return results_of_sheet(self.case, self.standing, [line.seat for line in sheet.lines], closer)

    def certain(self, sheet: Sheet, after: Standing, coming: Sequence[int]) -> bool:
        """Whether the game stands the same whoever closed and however."""
        if self.made.result is not None:
            return True
        for result in self.possible(sheet):
            pause = settle(self.case.table, self.standing, result, sheet, gone=self.gone())
            if not set(coming) <= set(pause.asked):
                return False
            other = close_pause(self.case.table, pause, coming)
            if replace(other, paid=after.paid, pot=after.pot) != after:
                return False
        return True

    def with_totals(self, sheet: Sheet, pause: Pause) -> Sheet:
        """The sheet that leads to the totals as they were written, where a ruling lets them stand."""
        totals = {seat_index(letter): total for letter, total in self.hearing.played.totals.items()}
        lines = []
        for line in sheet.lines:
            apart = totals.get(line.seat, pause.before.totals[line.seat]) - pause.before.totals[line.seat]
            lines.append(replace(line, points=(line.points or 0) + apart))
        return replace(sheet, lines=tuple(lines))

    def apart(self, pause: Pause, sheet: Sheet) -> Iterator[Finding]:
        """The totals that are others than they should be."""
        return totals_apart(self.hearing, self.standing.totals, pause.before.totals, self.clauses(sheet))

    def standing_written(self, after: Standing, pause: Pause, coming: Container[int]) -> Standing:
        """The standing with the totals as they were written, also where a rule would have made others of them.

        The totals of seats that come back are not those of the sheet.
        """
        totals = list(after.totals)
        for letter, written in self.hearing.played.totals.items():
            seat = seat_index(letter)
            if seat not in coming and pause.standing.totals[seat] == pause.before.totals[seat]:
                totals[seat] = written
        return replace(after, totals=tuple(totals))

    def clauses(self, sheet: Sheet) -> dict[int, str]:
        """The clauses by which totals are not the sums, by seat."""
        if sheet.won_by is not None:
            return {}
        return adjusted_by(self.case.table, self.standing, self.round_result(sheet), sheet)

    def totals_beside(self, accused: str) -> Sequence[Finding]:
        """Beside a wrong score of a seat: every total that neither is what it should be nor follows from it."""
        sheet, played = self.made.sheet, self.hearing.played
        if not self.hearing.standing_known or sheet.won_by is not None:
            return ()
        written = {seat_index(letter): points for letter, points in played.scores.items()}
        known = {seat_index(line.seat): line.computed for line in self.made.lines if line.computed is not None}
        right, followed = self.with_points(sheet, {**written, **known}), self.with_points(sheet, written)
        totals, follow = self.pause(right).before.totals, self.pause(followed).before.totals
        fine = [letter for letter, total in played.totals.items() if total == follow[seat_index(letter)]]
        # of a seat whose score nobody knows every total may be right
        unsaid = {line.seat for line in sheet.lines} - (written.keys() - {seat_index(accused)}) - known.keys()
        fine += map(seat_letter, unsaid)
        return list(totals_apart(self.hearing, self.standing.totals, totals, self.clauses(right), but=fine))

    def with_points(self, sheet: Sheet, points: Mapping[int, int]) -> Sheet:
        """The sheet with these points; a seat that has none writes nothing."""
        lines = [replace(line, points=points.get(line.seat, 0), penalties=()) for line in sheet.lines]
        return replace(sheet, lines=tuple(lines))

    # -- re-entry ------------------------------------------------------------------------------------------------

    def coming(self, pause: Pause, findings: list[Finding]) -> tuple[tuple[int, ...], tuple[int, ...], Finding | None]:
        """Who comes back, who was asked, and the first who may not."""
        coming: list[int] = []
        asked = pause.asked
        for index, letter in enumerate(self.hearing.played.reenter):
            seat = seat_index(letter)
            if seat in coming or seat in pause.re_entered:
                continue
            if seat not in asked:
                wrong = self.may_not(pause, seat, index)
                if not self.ruling or wrong.code in {"NOT_OUT", "GAME_IS_OVER"}:
                    return tuple(coming), asked, wrong
                findings.append(replace(wrong, weight=Weight.IRREGULARITY, ruling=self.ruling))
                asked = (*asked, seat)
            coming.append(seat)
        return tuple(sorted(coming)), asked, None

    def may_not(self, pause: Pause, seat: int, index: int) -> Finding:
        """Why a seat may not come back."""
        case = self.case
        state = next_round(close_pause(case.table, pause))
        if pause.asked and state.phase is not Phase.OVER:
            state = GameState(Phase.REENTRY, pause.standing, pause=pause, asked=pause.asked)
        wrong = answer_fault(case.table, state, Reenter(seat))
        assert wrong is not None, "who was asked may"
        place = replace(case.at("rounds", self.hearing.number, "reenter", index), seat=seat_letter(seat))
        said = case.say(wrong.code, seat=case.seat(seat))
        return case.finding(wrong.code, place, said, clause=wrong.clause, measured=wrong.measured)
