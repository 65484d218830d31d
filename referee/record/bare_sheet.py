"""Scores of a round whose cards are not known: certain to be wrong where no round of this table can give them.

Nothing is computed here. What is told rests on the rules alone (`writable`), so that nobody is accused whose sheet
could be right. A round with rulings is left alone: a ruling may set any number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.record.findings import Case
from referee.record.hearing import Hearing
from referee.record.model import seat_index, seat_letter
from referee.record.verdict import Finding
from referee.record.wording import listed
from referee.record.writable import Span, Writable


def impossible_score(hearing: Hearing, unknown: bool) -> Finding | None:
    """The first written score that no round of this table can give, or none; `unknown`: some score was not computed."""
    if not unknown or hearing.rulings or not hearing.played.scores:
        return None
    can = hearing.case.table.derived(Writable)
    if not can.open:
        return None
    written = sorted((seat_index(letter), points) for letter, points in hearing.played.scores.items())
    for seat, points in written:
        if not can.anybody(points):
            return _finding(hearing, seat, points, "score_of_nobody", can, clause=can.nearest(points))
    seats = hearing.moment.state.standing.seats_in
    complete = hearing.standing_known and set(seats) <= {seat for seat, _ in written}
    if can.together([points for _, points in written], complete=complete):
        return None
    closers = [(seat, points) for seat, points in written if not can.not_closing(points)]
    if len(closers) > 1:
        seat, points = closers[1]
        clause = can.nearest(points, closing=True)
        return _finding(hearing, seat, points, "score_of_closer", can, clause=clause, other=closers[0][0])
    seat, points = (closers or written)[0]
    return _finding(hearing, seat, points, "score_not_beside", can, clause=can.nearest(points))


def _finding(
    hearing: Hearing, seat: int, points: int, key: str, can: Writable, *, clause: str, other: int | None = None
) -> Finding:
    """What cannot have been written, with what can."""
    case = hearing.case
    said = case.say(key, seat=case.seat(seat), written=points, other=case.seat(other))
    closer, others = _told(case, can.by_closer), _told(case, (*can.others, *can.unclosed))
    help_ = case.say("help_writable", closer=closer, others=others)
    place = case.at("rounds", hearing.number, "scores", seat_letter(seat))
    measured = {"written": str(points)}
    return case.finding(
        "SCORE_DIFFERS", replace(place, seat=seat_letter(seat)), said, clause=clause, measured=measured, help_=help_
    )


def _told(case: Case, spans: Sequence[Span]) -> str:
    """Numbers in words, each once, the least first: `-10, 0 to 5`."""
    met: list[list[int]] = []
    for low, high in sorted({(span.low, span.high) for span in spans}):
        if met and low <= met[-1][1] + 1:
            met[-1][1] = max(met[-1][1], high)
        else:
            met.append([low, high])
    numbers = [str(low) if low == high else case.say("from_to", low=str(low), high=str(high)) for low, high in met]
    return listed(case.lang, numbers) or "-"
