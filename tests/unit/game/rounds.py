"""Rounds for tests: cards as text in, the result, the sheet and the standing out. Seats are letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.game.close import judge_close
from referee.game.meld import is_meld
from referee.game.price import Sheet, price
from referee.game.result import Course, RoundResult
from referee.game.showdown import Shown, showdown
from referee.game.stakes import opening
from referee.game.standing import Pause, close_pause, settle
from referee.game.state import Standing, TableMeld
from referee.game.tablemeld import table_meld
from referee.table import Table

SEATS = "ABCDEFGH"


@dataclass(frozen=True)
class Round:
    at: Table
    standing: Standing
    result: RoundResult
    sheet: Sheet

    @property
    def writes(self) -> dict[str, int | None]:
        return {SEATS[line.seat]: line.written for line in self.sheet.lines}

    @property
    def clauses(self) -> dict[str, tuple[str, str]]:
        return {SEATS[line.seat]: (line.clause, line.key) for line in self.sheet.lines}

    @property
    def laid(self) -> dict[str, str]:
        """By seat `7c>2 JK=3c>1`, seats that laid nothing left out."""
        return {
            SEATS[one.seat]: " ".join(
                self.at.write(laid.card)
                + (f"={self.at.write(laid.stands_for)}" if laid.stands_for else "")
                + f">{laid.meld}"
                for laid in one.laid
            )
            for one in self.result.seats
            if one.laid
        }

    @property
    def table(self) -> list[str]:
        return [" ".join(self.at.write(card) for card in meld.cards) for meld in self.result.table]

    def loose(self, seat: str) -> str:
        found = self.result.of(SEATS.index(seat))
        assert found is not None
        return " ".join(self.at.write(card) for card in found.loose)

    def pause(self) -> Pause:
        return settle(self.at, self.standing, self.result, self.sheet)

    def after(self, re_entering: str = "") -> Standing:
        return close_pause(self.at, self.pause(), [SEATS.index(seat) for seat in re_entering])


def standing(at: Table, totals: Sequence[int] | None = None, *, out: str = "", **fields: object) -> Standing:
    """A standing after one round; `out` are seats that went out in it."""
    start = opening(at)
    if totals is None:
        return start
    return replace(
        start,
        totals=tuple(totals),
        gained=tuple(max(one, 0) for one in totals),
        lost=tuple(max(-one, 0) for one in totals),
        out_since=tuple(1 if SEATS[seat] in out else None for seat in range(at.seats)),
        rounds=1,
        **fields,  # type: ignore[arg-type]
    )


def played(
    at: Table,
    hands: Mapping[str, str],
    closer: str | None = "A",
    *,
    before: Standing | None = None,
    closing: str | None = None,
    eldest: str = "A",
    laps: int = 1,
    penalties: Sequence[tuple[int, int, str]] = (),
    unknown: str = "",
) -> Round:
    """A round that has been shown and priced. `hands` by letter, the closer's as kept; seats left out are out."""
    held = [at.read_hand(hands[seat]) if seat in hands else None for seat in SEATS[: at.seats]]
    before = before or standing(at)
    course = Course(SEATS.index(eldest), laps, (laps,) * at.seats)
    shown = None
    if closer is not None:
        seat = SEATS.index(closer)
        kept = held[seat]
        assert kept is not None
        put_down = None if closing is None else at.read_hand(closing)[0]
        given = {"laps": laps, "total": before.totals[seat]}
        verdict = judge_close(at, kept, given=given, closing=put_down)
        assert verdict.legal, verdict.failures
        shown = Shown.of(seat, verdict, put_down)
    result = showdown(at, before, course, held, shown, unknown=[SEATS.index(seat) for seat in unknown])
    return Round(at, before, result, price(at, result, before, penalties))


def melds(at: Table, *texts: tuple[int, str]) -> list[TableMeld]:
    """Melds on the table, each with the seat that put it down."""
    made = []
    for owner, text in texts:
        meld = is_meld(at, at.read_hand(text))
        assert meld is not None
        made.append(table_meld(owner, meld))
    return made
