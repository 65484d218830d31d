"""Rulings that change nothing: a slip of the pen, or a play the record does not show. They are told, never judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.record.findings import Case
from referee.record.hearing import Hearing
from referee.record.model import Ruling, seat_index
from referee.record.verdict import Finding, Weight


@dataclass(frozen=True, slots=True)
class Heard:
    """A round (from 0) that was judged: the number of its last turn, None where turns are missing."""

    number: int
    last: int | None
    void: bool


def heard(hearing: Hearing) -> Heard:
    """What is kept of a round, for later."""
    moment = hearing.moment
    return Heard(hearing.number, None if moment.gapped or not hearing.words else moment.turn, moment.void)


def idle_rulings(case: Case, rounds: Sequence[Heard], findings: Sequence[Finding]) -> Iterator[Finding]:
    """A note for every ruling without effect; `findings` are those of the whole record."""
    used = {(one.place.round, one.ruling) for one in findings if one.ruling}
    last = len(case.record.rounds) - 1
    for one in rounds:
        # the last round may also rule on the result, whose place is in no round
        numbers = {ruling for number, ruling in used if number == one.number + 1 or (not number and one.number == last)}
        barred: set[str] = set()
        for number, ruling in enumerate(case.record.rounds[one.number].rulings, 1):
            found = _idle(case, ruling, one, barred, ruled=number in numbers)
            barred.update(ruling.barred)
            if found is not None:
                path, why = found
                said = case.say("RULING_IDLE", number=number, why=why)
                place = case.at("rounds", one.number, "rulings", number - 1, path)
                yield case.finding("RULING_IDLE", place, said, weight=Weight.NOTE, ruling=number)


def _idle(case: Case, ruling: Ruling, one: Heard, barred: set[str], *, ruled: bool) -> tuple[str, str] | None:
    """The part of a ruling that has no effect, and why it has none."""
    if one.last is not None and ruling.turn > one.last:
        return "turn", case.say("idle_turn", turn=ruling.turn, last=one.last)
    if ruling.scores and one.void:
        return "scores", case.say("idle_scores")
    twice = barred.intersection(ruling.barred)
    if twice:
        return "barred", case.say("idle_barred", what=case.seats(map(seat_index, twice)))
    if ruling.stands and not ruled and not _acts(ruling):
        return "stands", case.say("idle_stands")
    return None


def _acts(ruling: Ruling) -> bool:
    """Whether it does more than to let a play stand."""
    parts: tuple[Mapping[str, int] | Sequence[str] | bool | int, ...] = (
        ruling.taken_back,
        ruling.points,
        ruling.scores,
        ruling.barred,
        ruling.exposed,
        ruling.removed,
        ruling.moves,
        ruling.replay,
    )
    return any(parts)
