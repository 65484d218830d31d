"""The game between two rounds: who is out, who comes back, whether the game is over and who has won it.

Everything is judged once, when all points of the round have been added (x.8), in this order: totals are added,
`game.adjust`, `game.out_when` for each seat, re-entry, `game.ends_when` asked of every seat that played the round,
`game.winner` among those, and the stakes. Between them lies one pause, in which seats that are out and may come back
are asked; `settle` leads up to it and `close_pause` away from it. Where nobody is asked the two follow each other.

All who re-enter in one pause see the totals as they were before any of them did. A game won at once by its outcome
has no sheet: nobody writes, and the closer is the winner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.frozen import quick
from referee.game.factgroups import WrittenGroup, slots_of
from referee.game.facts import SEAT
from referee.game.price import Sheet
from referee.game.result import RoundResult
from referee.game.roundfacts import RESULT, STANDING, RoundFacts, set_result, set_seat
from referee.game.stakes import pay_pot, pay_seats, settle_stakes
from referee.game.state import Standing
from referee.lang.compile import Compiled
from referee.table import BoundCondition, BoundCriterion, Table


@quick
@dataclass(frozen=True, slots=True)
class Pause:
    """A pause after a round. `standing` is that after seats went out and came back by themselves.

    `asked` are the seats that may re-enter if they like, in order of play from the first seat; `re_entered` those that
    did without being asked. `before` is what all of them saw; `out` are the seats this round put out, with the clause,
    without those that left the game in it.
    """

    standing: Standing
    before: Standing
    result: RoundResult
    sheet: Sheet
    asked: tuple[int, ...] = ()
    re_entered: tuple[int, ...] = ()
    out: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EndedBy:
    """The clauses of an end: by which the game was over, and by which its winners are left of all who played."""

    end: str = ""
    winner: str = ""


@dataclass(frozen=True, slots=True)
class MayNot:
    """A condition that keeps a seat from re-entering."""

    clause: str
    key: str


def settle(table: Table, standing: Standing, result: RoundResult, sheet: Sheet, *, gone: Collection[int] = ()) -> Pause:
    """Add the round and judge who is out. `gone` are seats that have left the game in this round: they are out."""
    if sheet.won_by is not None:
        added = _without(_pay(replace(standing, rounds=standing.rounds + 1), result, sheet), gone)
        return Pause(added, added, result, sheet)
    added = _pay(_added(standing, sheet), result, sheet)
    added = _adjusted(table, added, result, sheet)
    out = tuple([one for one in _put_out(table, added, result, sheet) if one[0] not in gone])
    before = _without(added, {*gone, *(seat for seat, _ in out)}) if out or gone else added
    may = tuple(_may_re_enter(table, before, result, sheet, gone))
    if not table.settings["re_entry.automatic"]:
        return Pause(before, before, result, sheet, may, (), out)
    return Pause(_re_entered(table, before, result, sheet, may), before, result, sheet, (), may, out)


def adjusted_by(table: Table, standing: Standing, result: RoundResult, sheet: Sheet) -> dict[int, str]:
    """The clauses by which totals become others than the sums, by seat; the arguments as for `settle`."""
    added = _pay(_added(standing, sheet), result, sheet)
    return {seat: clause for seat, clause, _ in _adjusting(table, added, result, sheet)}


def _without(standing: Standing, seats: Collection[int]) -> Standing:
    """The standing with these seats out, from this round on where they were not."""
    if not seats:
        return standing
    since = [standing.rounds if seat in seats and was is None else was for seat, was in enumerate(standing.out_since)]
    return replace(standing, out_since=tuple(since))


def _may_re_enter(
    table: Table, before: Standing, result: RoundResult, sheet: Sheet, gone: Collection[int]
) -> Iterator[int]:
    """The seats that are out and may come back, in order of play from the first seat."""
    if not table.derived(_Rules).may_re_enter:
        return
    for seat, since in enumerate(before.out_since):
        if since is not None and seat not in gone and not why_not(table, before, result, sheet, seat):
            yield seat


def why_not(table: Table, standing: Standing, result: RoundResult, sheet: Sheet, seat: int) -> tuple[MayNot, ...]:
    """The conditions of re-entry that a seat fails; without any condition nobody may (clause of the block)."""
    conditions = table.conditions("re_entry.may_re_enter")
    if not conditions:
        clause = table.rule_set.block_clauses.get("re_entry", "")
        return (MayNot(clause, clause),)
    facts = _facts(table, standing, result, sheet, seat)
    return tuple(MayNot(one.clause, one.rule.key) for one in conditions if not one.test.call(facts))


def close_pause(table: Table, pause: Pause, re_entering: Iterable[int] = ()) -> Standing:
    """After the pause: who was asked and comes back is in, the game may be over, else the next eldest is named.

    ValueError if a seat re-enters that was not asked.
    """
    coming = tuple(sorted(re_entering))
    for seat in coming:
        if seat not in pause.asked:
            raise ValueError(f"seat {seat} may not re-enter")
    result, sheet = pause.result, pause.sheet
    if sheet.won_by is not None:
        played = _candidates(pause)
        winners = (sheet.won_by,) if sheet.won_by in played else _winners(table, pause.standing, result, sheet, played)
        return _won(table, pause.standing, result, sheet, winners)
    back = _re_entered(table, pause.before, result, sheet, coming) if coming else pause.standing
    if _ended(table, back, result, sheet, [one.seat for one in result.seats]):
        return _won(table, back, result, sheet, _winners(table, back, result, sheet, _candidates(pause)))
    return _led_by(back, next_eldest(table, back, result))


def ended_by(table: Table, pause: Pause, re_entering: Iterable[int] = ()) -> EndedBy:
    """By which clauses the game ends with this pause; the same arguments as `close_pause`, which must have ended it.

    The winners' clause is that of the last criterion that left fewer; where none did, that of the end.
    """
    result, sheet, played = pause.result, pause.sheet, _candidates(pause)
    standing, end = pause.standing, ""
    if sheet.won_by is not None:
        end = next((one.rule.clause for one in table.outcomes if one.rule.name == sheet.outcome), "")
        if sheet.won_by in played:
            return EndedBy(end, end)
    else:
        standing = _re_entered(table, pause.before, result, sheet, sorted(re_entering)) if re_entering else standing
        facts = [_facts(table, standing, result, sheet, one.seat) for one in result.seats]
        asked = table.conditions("game.ends_when")
        end = next((one.clause for one in asked if any(one.test.call(each) for each in facts)), "")
    winner, left = end, list(played)
    for one in table.criteria:
        kept = _kept(
            {seat: _facts(table, standing, result, sheet, seat, reads=one.measure.reads) for seat in left}, one
        )
        winner, left = (one.rule.clause, kept) if len(kept) < len(left) else (winner, left)
    return EndedBy(end, winner)


def _candidates(pause: Pause) -> Sequence[int]:
    """The seats that may win a game which this round ends: those that played it and have not left it, if there are any.

    Who left is out from this round on, and no clause put it out.
    """
    since, by_clause = pause.before.out_since, {seat for seat, _ in pause.out}
    played = [one.seat for one in pause.result.seats]
    return [seat for seat in played if since[seat] != pause.before.rounds or seat in by_clause] or played


def next_eldest(table: Table, standing: Standing, result: RoundResult) -> int:
    """Who plays first in the next round: the next seat in, or where the rules say so the closer."""
    seats = standing.seats_in
    if table.settings["eldest.next"] == "closer" and result.closer is not None:
        return _from(table, result.closer, seats)
    return _from(table, result.course.eldest + 1, seats)


def _led_by(standing: Standing, eldest: int) -> Standing:
    """The standing with its next eldest; made of its parts, for every round ends so."""
    return Standing(
        totals=standing.totals,
        gained=standing.gained,
        lost=standing.lost,
        out_since=standing.out_since,
        re_entries=standing.re_entries,
        paid=standing.paid,
        pot=standing.pot,
        rounds=standing.rounds,
        eldest=eldest,
        winners=standing.winners,
    )


def _from(table: Table, first: int, seats: Sequence[int]) -> int:
    """The first of these seats, which are in order of play, from a place on."""
    first %= table.seats
    for seat in seats:
        if seat >= first:
            return seat
    return seats[0] if seats else first


# -- the rules -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rules:
    """What is asked in every pause at one table: the conditions of `game.out_when` and of `game.ends_when`.

    Those that can never hold here are left out. `ends_for_all`: the latter come to the same for every seat. `reads` are
    the facts that all of them read. `may_re_enter`: some seat may come back some time.
    """

    out_when: tuple[BoundCondition, ...]
    ends_when: tuple[BoundCondition, ...]
    ends_for_all: bool
    reads: frozenset[str]
    may_re_enter: bool

    @classmethod
    def of(cls, table: Table) -> _Rules:
        """The rules of a table, for `Table.derived`."""
        out_when, ends_when = (
            tuple([one for one in table.conditions(block) if one.test.constant is not False])
            for block in ("game.out_when", "game.ends_when")
        )
        for_all = all(one.test.reads <= _FOR_ALL for one in ends_when)
        reads = frozenset[str]().union(*(one.test.reads for one in (*out_when, *ends_when)))
        re_entry = table.conditions("re_entry.may_re_enter")
        may = bool(re_entry) and all(one.test.constant is not False for one in re_entry)
        return cls(out_when, ends_when, for_all, reads, may)


_FOR_ALL = frozenset({"rounds", "seats_in", "outcome", "highest_in", "second_highest_in"})
"""The facts of a pause that are the same for every seat."""

# -- the steps -------------------------------------------------------------------------------------------------------


def _added(standing: Standing, sheet: Sheet) -> Standing:
    """The totals with the points of the round."""
    totals, gained, lost = list(standing.totals), list(standing.gained), list(standing.lost)
    for line in sheet.lines:
        written = line.written or 0
        totals[line.seat] += written
        if written > 0:
            gained[line.seat] += written
        else:
            lost[line.seat] -= written
    return Standing(
        totals=tuple(totals),
        gained=tuple(gained),
        lost=tuple(lost),
        out_since=standing.out_since,
        re_entries=standing.re_entries,
        paid=standing.paid,
        pot=standing.pot,
        rounds=standing.rounds + 1,
        eldest=standing.eldest,
        winners=standing.winners,
    )


def _pay(standing: Standing, result: RoundResult, sheet: Sheet) -> Standing:
    """What the outcome makes every other seat dealt in pay the closer."""
    if not sheet.pays or result.closer is None:
        return standing
    for one in result.seats:
        if one.seat != result.closer:
            standing = pay_seats(standing, one.seat, [(result.closer, sheet.pays)])
    return standing


def _adjusted(table: Table, standing: Standing, result: RoundResult, sheet: Sheet) -> Standing:
    """The first case of `game.adjust` that fits, for each seat that played the round."""
    totals = list(standing.totals)
    for seat, _, total in _adjusting(table, standing, result, sheet):
        totals[seat] = total
    return replace(standing, totals=tuple(totals)) if totals != [*standing.totals] else standing


def _adjusting(table: Table, standing: Standing, result: RoundResult, sheet: Sheet) -> Iterator[tuple[int, str, int]]:
    """The seats of which the total becomes another, with the clause and that total."""
    cases = table.cases("game.adjust")
    for one in result.seats if cases else ():
        facts = _facts(table, standing, result, sheet, one.seat)
        case = next((case for case in cases if case.when.call(facts)), None)
        if case is not None:
            yield one.seat, case.clause, int(case.value.call(facts))


def _put_out(table: Table, standing: Standing, result: RoundResult, sheet: Sheet) -> tuple[tuple[int, str], ...]:
    """The seats that played the round and are out now, with the clause."""
    found = []
    rules = table.derived(_Rules)
    for one in result.seats if rules.out_when else ():
        facts = _facts(table, standing, result, sheet, one.seat, reads=rules.reads)
        for rule in rules.out_when:
            if rule.test.call(facts):
                found.append((one.seat, rule.clause))
                break
    return tuple(found)


def _re_entered(table: Table, before: Standing, result: RoundResult, sheet: Sheet, coming: Iterable[int]) -> Standing:
    """These seats come back, each with the total it has by the standing before any of them did."""
    after = before
    total = table.setting("re_entry.total")
    price = int(table.settings["re_entry.pays"])
    for seat in coming:
        totals, since, times = list(after.totals), list(after.out_since), list(after.re_entries)
        if total is not None:
            totals[seat] = int(total.call(_facts(table, before, result, sheet, seat)))
        since[seat] = None
        times[seat] += 1
        after = pay_pot(
            replace(after, totals=tuple(totals), out_since=tuple(since), re_entries=tuple(times)), seat, price
        )
    return after


def _ended(table: Table, standing: Standing, result: RoundResult, sheet: Sheet, played: Sequence[int]) -> bool:
    rules = table.derived(_Rules)
    for seat in played if rules.ends_when else ():
        facts = _facts(table, standing, result, sheet, seat, reads=rules.reads)
        for one in rules.ends_when:
            if one.test.call(facts):
                return True
        if rules.ends_for_all:
            return False
    return False


def _winners(
    table: Table, standing: Standing, result: RoundResult, sheet: Sheet, played: Sequence[int]
) -> tuple[int, ...]:
    """Those who are left when the criteria have been asked one after the other."""
    left = list(played)
    for one in table.criteria:
        left = _kept(
            {seat: _facts(table, standing, result, sheet, seat, reads=one.measure.reads) for seat in left}, one
        )
    return tuple(left)


def _kept(left: Mapping[int, RoundFacts], one: BoundCriterion) -> list[int]:
    """Those of the seats left, with their facts, that a criterion keeps."""
    measured = {seat: int(one.measure.call(facts)) for seat, facts in left.items()}
    best = min(measured.values()) if one.lowest else max(measured.values())
    return [seat for seat in left if measured[seat] == best]


def _won(table: Table, standing: Standing, result: RoundResult, sheet: Sheet, winners: Sequence[int]) -> Standing:
    """The end: the winners share, first among them the one who sits first after the closer."""
    in_order = sorted(winners, key=lambda seat: (seat - result.first - 1) % table.seats)

    def loser_pays(seat: int, rule: Compiled) -> int:
        return int(rule.call(_facts(table, standing, result, sheet, seat, reads=rule.reads)))

    settled = settle_stakes(table, standing, in_order, loser_pays) if in_order else standing
    return replace(settled, winners=tuple(sorted(winners)))


# -- facts -----------------------------------------------------------------------------------------------------------


PAUSE = (*SEAT, *RESULT, *slots_of(WrittenGroup), *STANDING)
"""The facts of a pause."""


def _facts(
    table: Table,
    standing: Standing,
    result: RoundResult,
    sheet: Sheet,
    seat: int,
    *,
    reads: Collection[str] = PAUSE,
) -> RoundFacts:
    """The facts of a seat in the pause: groups `seat`, `result`, `written` and `standing`.

    `reads` are the facts that will be read: the others need not be filled.
    """
    facts = RoundFacts()
    set_seat(facts, standing, seat, eldest=result.course.eldest, rounds=standing.rounds, reads=reads)
    set_result(facts, table, result, sheet.outcome, seat, reads=reads)
    if "written" in reads:
        facts.written = sheet.written(seat)
    if "out" in reads or "rounds_out" in reads:
        since = standing.out_since[seat]
        facts.out = since is not None
        facts.rounds_out = 0 if since is None else standing.rounds - since
    if "highest_in" in reads or "second_highest_in" in reads:
        highest = sorted([total for total, out in zip(standing.totals, standing.out_since, strict=True) if out is None])
        facts.highest_in = highest[-1] if highest else 0
        facts.second_highest_in = highest[max(-2, -len(highest))] if highest else 0
    return facts


__all__ = ["EndedBy", "MayNot", "Pause", "adjusted_by", "close_pause", "ended_by", "next_eldest", "settle", "why_not"]
