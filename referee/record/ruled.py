"""Numbers of the director: points a ruling adds and scores it sets. They are never silent.

A number that goes with a play which stands by the same ruling is told with that play (the sheet lists it among the
penalties). Any other one rests on nothing that the record shows, and is told by itself, as a wrong score is that a
ruling lets stand. A number that changes nothing is left to `idle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from referee.game.price import Sheet
from referee.record.hearing import Hearing
from referee.record.model import Ruling, seat_index
from referee.record.verdict import Finding, Weight

Scores = Mapping[int, int | None]
"""What the rules give, by seat; None where nobody knows it."""


def standing_by(findings: Iterable[Finding]) -> frozenset[int]:
    """The rulings by which something irregular stands."""
    return frozenset(one.ruling for one in findings if one.weight is Weight.IRREGULARITY and one.ruling)


def scores_of(sheet: Sheet) -> Scores:
    """The scores of a sheet as it was before the director set any."""
    return {line.seat: line.written if line.certain else None for line in sheet.lines}


def ruled_numbers(hearing: Hearing, scores: Scores) -> Iterator[Finding]:
    """A finding for each number of a ruling that changes what the rules give. `scores` has the seats that count."""
    for number, ruling in enumerate(hearing.rulings, 1):
        yield from _set(hearing, number, ruling, scores)
        if number not in hearing.resting:
            yield from _added(hearing, number, ruling, scores)


def set_by(hearing: Hearing, letter: str) -> int:
    """The number of the ruling that sets the score of a seat, the first that does; 0 if none."""
    return next((number for number, one in enumerate(hearing.rulings, 1) if letter in one.scores), 0)


def _set(hearing: Hearing, number: int, ruling: Ruling, scores: Scores) -> Iterator[Finding]:
    """Scores that take the place of others."""
    for letter, points in ruling.scores.items():
        seat = seat_index(letter)
        if seat not in scores or points == scores[seat] or set_by(hearing, letter) != number:
            continue
        key = "score_set" if scores[seat] is None else "score_set_over"
        yield _finding(hearing, key, number, ("scores", letter), points, scores[seat])


def _added(hearing: Hearing, number: int, ruling: Ruling, scores: Scores) -> Iterator[Finding]:
    """Points beside those of the cards, where no score is set that swallows them."""
    for letter, points in ruling.points.items():
        seat = seat_index(letter)
        if points and seat in scores and not set_by(hearing, letter):
            yield _finding(hearing, "SCORE_RULED", number, ("points", letter), points, scores[seat])


def _finding(
    hearing: Hearing, key: str, number: int, at: tuple[str, str], points: int, computed: int | None
) -> Finding:
    """One number that is told."""
    case, (part, letter) = hearing.case, at
    said = case.say(key, seat=case.seat(seat_index(letter)), number=number, points=points, computed=computed)
    place = replace(case.at("rounds", hearing.number, "rulings", number - 1, part, letter), seat=letter)
    measured = {} if computed is None else {"computed": str(computed)}
    return case.finding(
        "SCORE_RULED", place, said, weight=Weight.IRREGULARITY, measured={"ruled": str(points), **measured}, ruling=number
    )
