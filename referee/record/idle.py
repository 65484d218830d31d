"""Rulings that change nothing: a slip of the pen, or a play the record does not show. They are told, never judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.record.findings import Case
from referee.record.hearing import Hearing
from referee.record.model import Ruling, seat_index
from referee.record.verdict import Finding, FindingKind, Weight

_NOTE: Final = FindingKind.NOTE


@dataclass(frozen=True, slots=True)
class Heard:
    """A round (from 0) that was judged.

    `last` is the number of its last turn, None where turns are missing; `called` are the rulings that its play calls.
    """

    number: int
    last: int | None
    void: bool
    called: tuple[int, ...]


def heard(hearing: Hearing) -> Heard:
    """What is kept of a round, for later."""
    moment = hearing.moment
    last = None if moment.gapped or not hearing.words else moment.turn
    return Heard(hearing.number, last, moment.void, tuple(hearing.called))


def idle_rulings(case: Case, rounds: Sequence[Heard], findings: Sequence[Finding]) -> Iterator[Finding]:
    """A note for every ruling without effect; `findings` are those of the whole record."""
    used = {(one.place.round, one.ruling) for one in findings if one.ruling}
    last = len(case.record.rounds) - 1
    for one in rounds:
        # the last round may also rule on the result, whose place is in no round
        numbers = {ruling for number, ruling in used if number == one.number + 1 or (not number and one.number == last)}
        barred: set[str] = set()
        for number, ruling in enumerate(case.record.rounds[one.number].rulings, 1):
            found = _idle(case, ruling, one, barred, ruled=number in numbers, called=number in one.called)
            barred.update(ruling.barred)
            if found is not None:
                path, why = found
                said = case.say("RULING_IDLE", number=number, why=why)
                place = case.at("rounds", one.number, "rulings", number - 1, *([path] if path else []))
                yield case.finding("RULING_IDLE", place, said, weight=Weight.NOTE, ruling=number)
            elif _called_again(ruling, one, number, findings):
                said = case.say("idle_twice", count=one.called.count(number), number=number)
                place = case.at("rounds", one.number, "rulings", number - 1)
                yield case.finding("RULING_IDLE", place, said, weight=Weight.NOTE, ruling=number)


def _idle(
    case: Case, ruling: Ruling, one: Heard, barred: set[str], *, ruled: bool, called: bool
) -> tuple[str, str] | None:
    """The part of a ruling that has no effect, and why it has none."""
    if one.last is not None and ruling.turn > one.last:
        return "turn", case.say("idle_turn", turn=ruling.turn, last=one.last)
    if ruling.scores and one.void:
        return "scores", case.say("idle_scores")
    twice = barred.intersection(ruling.barred)
    if twice:
        return "barred", case.say("idle_barred", what=case.seats(map(seat_index, twice)))
    if ruled or _acts(ruling, called=called):
        return None
    if ruling.points or ruling.scores:
        counted = bool(case.record.rounds[one.number].scores)
        return ("scores" if ruling.scores else "points", case.say("idle_ruled")) if counted else None
    if ruling.stands:
        return "stands", case.say("idle_stands")
    # a reason alone is a remark
    return None if ruling.reason else ("", case.say("idle_nothing"))


def _called_again(ruling: Ruling, one: Heard, number: int, findings: Sequence[Finding]) -> bool:
    """Whether the play calls a ruling more often than it has plays that stand by it."""
    if ruling.taken_back or ruling.moves:
        return False
    path = f"rounds[{one.number}].play"
    plays = sum(found.ruling == number and found.place.path == path for found in findings if found.kind is not _NOTE)
    return one.called.count(number) > max(plays, 1)


def _acts(ruling: Ruling, *, called: bool) -> bool:
    """Whether it does more than to let a play stand and to rule on scores."""
    parts: tuple[Sequence[str] | bool | int, ...] = (
        ruling.taken_back,
        ruling.barred,
        ruling.exposed and called,
        ruling.removed,
        ruling.moves,
        ruling.replay,
    )
    return any(parts)
