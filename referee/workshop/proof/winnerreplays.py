"""Two seats of which a criterion puts one in front, put to the referee: a game that ends with them, and who wins it."""

from __future__ import annotations

from types import SimpleNamespace

from referee.game.price import Sheet, SheetLine
from referee.game.result import UNCLOSED, Course, RoundResult, SeatResult
from referee.game.standing import Pause, close_pause, ended_by
from referee.game.state import Standing
from referee.table import Table
from referee.workshop.proof.block import RankedBlock
from referee.workshop.proof.gamereplays import has_facts
from referee.workshop.proof.moments import facts_read
from referee.workshop.proof.replaystates import given_of

_NOBODY = -1
"""A seat that does not play: the game has ended, and it is the criteria that say who has won."""


def ranked(table: Table, block: RankedBlock, criterion: int, two: tuple[int, int]) -> bool | None:
    """Whether that criterion decides between two seats; None where no two seats of one table are as they are."""
    exprs = [one.prefer for one in table.rule_set.winner]
    asked = facts_read(table, exprs)
    facts = [block.facts(0, number) for number in two]
    seats = _places(table, facts, asked)
    standing = None if seats is None else _standing(table, facts, seats)
    if seats is None or standing is None:
        return None
    result, sheet = _round(table, facts, seats, asked)
    for one, seat in zip(facts, seats, strict=True):
        if not (_sits(table, result, one, seat, asked) and has_facts(standing, one, seat, asked)):
            return None
    pause = Pause(standing, standing, result, sheet)
    won, rule = close_pause(table, pause).winners, table.rule_set.winner[criterion]
    return len(won) == 1 and ended_by(table, pause).winner == rule.clause


def _places(table: Table, facts: list[SimpleNamespace], asked: frozenset[str]) -> list[int] | None:
    """Where the two sit, the first seat being the closer, or the eldest in a round that nobody closed."""
    found: list[int] = []
    for one in facts:
        taken = set(found)
        free = [seat for seat in range(table.seats) if seat not in taken]
        if "after_closer" in asked:
            free = [seat for seat in free if seat == one.after_closer]
        if "is_closer" in asked:
            free = [seat for seat in free if one.is_closer == (seat == 0 and not _is_unclosed(table, facts, asked))]
        if not free:
            return None
        found.append(free[-1])
    return found


def _is_unclosed(table: Table, facts: list[SimpleNamespace], asked: frozenset[str]) -> bool:
    if "outcome" not in asked:
        return "is_closer" in asked and not any(one.is_closer for one in facts)
    return table.rule_set.enums["outcome"].member(facts[0].outcome) == UNCLOSED


def _standing(table: Table, facts: list[SimpleNamespace], seats: list[int]) -> Standing | None:
    """How the seats stand; None where the others cannot stand so that these facts are theirs."""
    given = [given_of(one) for one in facts]
    rounds = int(given[0]["rounds"]) or 1
    outs = [bool(getattr(one, "out", False)) for one in facts]
    still = (int(given[0]["seats_in"]) or table.seats - sum(outs)) - outs.count(False)
    others = [seat for seat in range(table.seats) if seat not in seats]
    totals = [int(one["total"]) for one in given]
    if not 0 <= still <= len(others):
        return None
    mine = [each for each, out in zip(totals, outs, strict=True) if not out]
    beside = _beside(facts[0], mine, still) + [0] * (len(others) - still)

    def of(name: str) -> tuple[int, ...]:
        values = dict(zip(seats, (int(one[name]) for one in given), strict=True))
        return tuple(values.get(seat, 0) for seat in range(table.seats))

    gone: dict[int, int | None] = {seat: None if place < still else 1 for place, seat in enumerate(others)}
    for seat, one, out in zip(seats, facts, outs, strict=True):
        gone[seat] = rounds - int(getattr(one, "rounds_out", 0)) if out else None
    total = {**dict(zip(seats, totals, strict=True)), **dict(zip(others, beside, strict=True))}
    every = range(table.seats)
    return Standing(
        tuple(total[seat] for seat in every),
        of("gained"),
        of("lost"),
        tuple(gone[seat] for seat in every),
        of("re_entries"),
        (0,) * table.seats,
        0,
        rounds,
        0,
    )


def _beside(facts: SimpleNamespace, mine: list[int], still: int) -> list[int]:
    """Totals of the others that are in, with which the highest are as the facts say."""
    highest = getattr(facts, "highest_in", max(mine, default=0))
    second = getattr(facts, "second_highest_in", highest)
    wanted = [highest, second]
    for each in mine:
        if each in wanted:
            wanted.remove(each)
    return (wanted + [min(highest, second)] * still)[:still]


def _round(
    table: Table, facts: list[SimpleNamespace], seats: list[int], asked: frozenset[str]
) -> tuple[RoundResult, Sheet]:
    """The round that ended the game for the two of them."""
    enum = table.rule_set.enums["outcome"]
    name = enum.member(facts[0].outcome) if "outcome" in asked else table.rule_set.outcomes[-1].name
    name = UNCLOSED if _is_unclosed(table, facts, asked) else name
    given = [given_of(one) for one in facts]
    eldest = next((seat for seat, one in zip(seats, given, strict=True) if one["is_eldest"]), None)
    if eldest is None:
        eldest = next((seat for seat in range(table.seats) if seat not in seats), 0)
    closer = None if name == UNCLOSED else 0
    course = Course(eldest, 1, (1,) * table.seats)
    played = tuple(SeatResult(seat, ()) for seat in sorted(seats))
    lines = tuple(
        SheetLine(seat, int(getattr(one, "written", 0)), "", "", (), ()) for seat, one in zip(seats, facts, strict=True)
    )
    return RoundResult(course, closer, name, None, (), played, ()), Sheet(name, lines, won_by=_NOBODY)


def _sits(table: Table, result: RoundResult, facts: SimpleNamespace, seat: int, asked: frozenset[str]) -> bool:
    """Whether a seat sits as the facts say."""
    known = {
        "is_eldest": seat == result.course.eldest,
        "is_closer": seat == result.closer,
        "after_closer": (seat - result.first) % table.seats,
    }
    return all(getattr(facts, name) == value for name, value in known.items() if name in asked)
