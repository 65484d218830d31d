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
from referee.record.model import Ruling, seat_index, seat_letter
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
        # points are swallowed where a score is set
        bare = {seat: points for seat, points in scores.items() if not set_by(hearing, seat_letter(seat))}
        yield from _added(hearing, number, ruling, bare)


def ruled_points(hearing: Hearing) -> Iterator[Finding]:
    """The same for a round that is void, in which nothing but points of rulings counts."""
    for number, ruling in enumerate(hearing.rulings, 1):
        yield from _added(hearing, number, ruling, dict.fromkeys(map(seat_index, ruling.points), None))


def set_by(hearing: Hearing, letter: str) -> int:
    """The number of the ruling that sets the score of a seat, the first that does; 0 if none."""
    return next((number for number, one in enumerate(hearing.rulings, 1) if letter in one.scores), 0)


def _set(hearing: Hearing, number: int, ruling: Ruling, scores: Scores) -> Iterator[Finding]:
    """Scores that take the place of others."""
    for letter, points in ruling.scores.items():
        computed = scores.get(seat_index(letter), points)
        if points != computed and set_by(hearing, letter) == number:
            key = "score_set" if computed is None else "score_set_over"
            yield _finding(hearing, key, number, ("scores", letter), points=points, computed=computed)


def _added(hearing: Hearing, number: int, ruling: Ruling, scores: Scores) -> Iterator[Finding]:
    """Points beside those of the cards, where no play goes with the ruling."""
    if number in hearing.resting:
        return
    for letter, points in ruling.points.items():
        seat = seat_index(letter)
        if points and seat in scores:
            yield _finding(hearing, "SCORE_RULED", number, ("points", letter), points=points, computed=scores[seat])


def _finding(
    hearing: Hearing, key: str, number: int, at: tuple[str, str], *, points: int, computed: int | None
) -> Finding:
    """One number that is told; `at` is the part of the ruling, and the letter of the seat."""
    case, (part, letter) = hearing.case, at
    said = case.say(key, seat=case.seat(seat_index(letter)), number=number, points=points, computed=computed)
    place = replace(case.at("rounds", hearing.number, "rulings", number - 1, part, letter), seat=letter)
    measured = {"ruled": str(points)} | ({} if computed is None else {"computed": str(computed)})
    return case.finding("SCORE_RULED", place, said, weight=Weight.IRREGULARITY, measured=measured, ruling=number)
