"""Witnesses about moments of the game, put to the referee: a round is added, and it says what follows.

A moment lists what plain facts can be, whether or not some game comes to it. It is replayed where a round can be made
up after which the seat in question has all of these facts; None where it cannot.
"""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace

from referee.game.price import Sheet, SheetLine
from referee.game.result import UNCLOSED, RoundResult, SeatResult
from referee.game.standing import adjusted_by, close_pause, settle, why_not
from referee.game.state import Standing
from referee.table import Table
from referee.workshop.proof.block import Block
from referee.workshop.proof.claims import Witness
from referee.workshop.proof.moments import facts_read
from referee.workshop.proof.replaystates import course_of, given_of

_FOR_ALL = frozenset({"rounds", "seats_in", "outcome", "highest_in", "second_highest_in"})


def judged_moment(table: Table, block: Block, witness: Witness, facts: SimpleNamespace) -> bool | None:
    """Whether the referee says of a moment what the block says; None where no round leads to it."""
    group = block.groups[witness[0]]
    exprs = [one.expr for one in block.conditions] or [one.when for one in block.cases]
    asked = facts_read(table, exprs) & facts.__dict__.keys()
    facts = SimpleNamespace(**{name: getattr(facts, name) for name in asked})
    if block.name == "re_entry.may_re_enter":
        facts.out = getattr(facts, "out", True)
    seat = _behind(facts) % table.seats
    result, sheet = _round(table, facts, seat)
    before = _before(table, facts, seat)
    # behind whom, if nobody closed, and how can the closer sit behind himself: such rounds are not made up
    unlikely = result.closer is None or getattr(facts, "is_closer", seat == result.closer) != (seat == result.closer)
    if before is None or ("after_closer" in asked and unlikely):
        return None
    if block.name == "game.adjust":
        expected = block.outcome(group, witness[1], block.judged)
        clause = adjusted_by(table, before, result, sheet).get(seat)
        return clause == (None if expected is None else block.cases[expected.case].clause)
    holds = bool(block.judged.passes >> witness[1] * block.points + group.points[0] & 1)
    if block.name == "re_entry.may_re_enter":
        after = _added(before, facts, seat)
        return (
            None
            if not has_facts(after, facts, seat, asked)
            else (not why_not(table, after, result, sheet, seat)) == holds
        )
    pause = settle(table, before, result, sheet)
    if adjusted_by(table, before, result, sheet):
        return None
    if block.name == "game.out_when":
        return None if getattr(facts, "out", False) else (seat in dict(pause.out)) == holds
    if block.name != "game.ends_when" or not has_facts(pause.standing, facts, seat, asked):
        return None
    over = bool(close_pause(table, pause).winners)
    alone = all(one.test.reads <= _FOR_ALL for one in table.conditions("game.ends_when"))
    return over == holds if alone or holds or not over else None


def _behind(facts: SimpleNamespace) -> int:
    """How far behind the closer the seat sits."""
    return int(getattr(facts, "after_closer", 0 if getattr(facts, "is_closer", False) else 1))


def _round(table: Table, facts: SimpleNamespace, seat: int) -> tuple[RoundResult, Sheet]:
    """A round that ended as the facts say, in which all seats were dealt in, with what this seat wrote."""
    enum = table.rule_set.enums["outcome"]
    name = enum.member(facts.outcome) if hasattr(facts, "outcome") else table.rule_set.outcomes[-1].name
    closer = None if name == UNCLOSED else (seat - _behind(facts)) % table.seats
    course = course_of(table, facts, seat)
    seats = tuple(SeatResult(each, ()) for each in range(table.seats))
    lines = tuple(
        SheetLine(each, getattr(facts, "written", 0) if each == seat else 0, "", "", (), ())
        for each in range(table.seats)
    )
    return RoundResult(course, closer, name, None, (), seats, ()), Sheet(name, lines)


def _before(table: Table, facts: SimpleNamespace, seat: int) -> Standing | None:
    """The standing before the round was added; None where no such standing leads to the facts."""
    given, written = given_of(facts), int(getattr(facts, "written", 0))
    gained, lost = int(given["gained"]) - max(written, 0), int(given["lost"]) + min(written, 0)
    rounds = int(given["rounds"]) or 1
    out, others = getattr(facts, "out", False), table.seats - 1
    still = int(given["seats_in"]) or table.seats - out
    if (hasattr(facts, "gained") and gained < 0) or (hasattr(facts, "lost") and lost < 0):
        return None
    if hasattr(facts, "rounds") and rounds < 1:
        return None
    totals = _others(facts, int(given["total"]), still - (not out), others)
    if totals is None:
        return None
    since = _since(facts, rounds, out=out)
    behind = [(seat + 1 + at) % table.seats for at in range(others)]
    of = {seat: int(given["total"]) - written, **dict(zip(behind, totals, strict=True))}
    gone = {seat: since, **{each: None if at < still - (not out) else 1 for at, each in enumerate(behind)}}
    every = range(table.seats)
    return Standing(
        totals=tuple(of[each] for each in every),
        gained=tuple(gained if each == seat else 0 for each in every),
        lost=tuple(lost if each == seat else 0 for each in every),
        out_since=tuple(gone[each] for each in every),
        re_entries=tuple(int(given["re_entries"]) if each == seat else 0 for each in every),
        paid=(0,) * table.seats,
        pot=getattr(facts, "pot", 0),
        rounds=rounds - 1,
        eldest=0,
    )


def _since(facts: SimpleNamespace, rounds: int, *, out: bool) -> int | None:
    return rounds - int(getattr(facts, "rounds_out", 0)) if out else None


def _others(facts: SimpleNamespace, total: int, still: int, others: int) -> list[int] | None:
    """Totals of the others, those still in first, with which the highest are as the facts say; None if none are so."""
    if not 0 <= still <= others:
        return None
    highest = getattr(facts, "highest_in", 0)
    second = getattr(facts, "second_highest_in", min(highest, total))
    wanted = [each for each in (highest, second) if each != total][:still] if still else []
    return [*wanted, *([min(second, highest)] * (others - len(wanted)))]


def _added(before: Standing, facts: SimpleNamespace, seat: int) -> Standing:
    """The standing after the round, as the facts have it."""
    given = given_of(facts)

    def of(name: str, was: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(int(given[name]) if each == seat else one for each, one in enumerate(was))

    return Standing(
        of("total", before.totals),
        of("gained", before.gained),
        of("lost", before.lost),
        before.out_since,
        before.re_entries,
        before.paid,
        before.pot,
        before.rounds + 1,
        before.eldest,
    )


def has_facts(standing: Standing, facts: SimpleNamespace, seat: int, asked: Collection[str]) -> bool:
    """Whether a seat has those of these facts that are asked for."""
    since, still = standing.out_since[seat], [standing.totals[each] for each in standing.seats_in]
    highest = sorted(still)
    known = {
        "total": standing.totals[seat],
        "gained": standing.gained[seat],
        "lost": standing.lost[seat],
        "re_entries": standing.re_entries[seat],
        "rounds": standing.rounds,
        "seats_in": len(still),
        "out": since is not None,
        "rounds_out": 0 if since is None else standing.rounds - since,
        "highest_in": highest[-1] if highest else 0,
        "second_highest_in": highest[max(-2, -len(highest))] if highest else 0,
        "pot": standing.pot,
    }
    return all(getattr(facts, name) == known[name] for name in asked if name in known)
