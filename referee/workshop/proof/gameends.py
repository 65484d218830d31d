"""Does every game end? Either each round brings it nearer to its end, or rounds can follow each other for ever.

What a round can add to the totals is known from the hands: what the closer writes by each outcome, and what the others
write with so many loose points. A game is bounded if its end is a matter of rounds, or if every round drives the totals
towards it. It is not if some rounds, played again and again, leave the totals where they were or drive them away from
every limit; those are looked for, and shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from referee.game.factgroups import SeatRecord
from referee.game.facts import GIVABLE, UNKNOWN_CARD
from referee.lang.syntax import Comparison, Conditional, Expr, Name, Not, Or
from referee.lang.unparse import unparse
from referee.lang.walk import reads
from referee.table import Table
from referee.table.bound import opened
from referee.workshop.leafvalues import is_truth, joined, leaves
from referee.workshop.proof.block import Block
from referee.workshop.proof.courses import courses
from referee.workshop.proof.finding import span_of
from referee.workshop.proof.roundends import LATE, Ending

_ROUNDS = 30
"""So many times the same rounds are tried before they are called endless."""

_FAR = 5_000
"""Totals up to here are tried one by one."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one way to end a round adds: to the closer (None: nobody closed) and to each other seat; said in words."""

    closer: int | None
    others: int
    said: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A limit of the game that no total can come to: the part, its rule's path, and why."""

    path: str
    part: Expr
    said: str


def game_ending(table: Table, possible: Sequence[Round]) -> Ending:
    """Whether every game at this table ends, as far as what its rounds can bring (`possible_rounds`) settles it."""
    conditions = table.rule_set.conditions.get("game.ends_when", ())
    path = f"game.ends_when.{conditions[-1].key}" if conditions else "game.ends_when"
    span = span_of(conditions[-1].origin) or conditions[-1].expr.span if conditions else None
    rounds = _bound_by_rounds(table)
    if rounds is not None:
        return Ending(True, "`game.ends_when` counts the rounds", rounds)
    if _looks_at_cards(table):
        return Ending(None, "what is written hangs on single cards, and was not looked into", path=path, span=span)
    for one in sorted(possible, key=lambda one: (one.closer is None, abs((one.closer or 0) + one.others), one.said)):
        if _goes_on(table, one):
            help_ = "a condition of `game.ends_when` bounds it, such as `rounds at least 20`"
            return Ending(False, _endless(one), None, path, span, help_)
    growth = _growth(table, possible)
    if growth is not None:
        return Ending(True, growth)
    said = "no measure was found that comes nearer to its end with every round, nor rounds that repeat for ever"
    return Ending(None, said, path=path, span=span)


def unreachable_limits(table: Table, possible: Sequence[Round]) -> Iterator[Unreachable]:
    """Limits on totals that nobody comes to, because everybody only writes above 0, or only below."""
    if table.rule_set.cases.get("game.adjust") or not _never_comes_back(table):
        return
    changes = [change for one in possible for change in (one.closer, one.others) if change is not None]
    if not changes or min(changes) < 0 < max(changes) or not any(changes):
        return
    step = 1 if max(changes) > 0 else -1
    way = "rises" if step > 0 else "falls"
    said = f"seats write {min(changes)} to {max(changes)} points in a round, so that a total only {way}"
    for name in ("game.out_when", "game.ends_when"):
        for rule in table.rule_set.conditions.get(name, ()):
            for leaf in leaves(rule.expr, table.definitions):
                limit = isinstance(leaf, Comparison) and "total" in reads(leaf, table.definitions)
                if limit and not _ever(table, leaf, step):
                    yield Unreachable(f"{name}.{rule.key}", leaf, said)


def _ever(table: Table, leaf: Expr, step: int) -> bool:
    """Whether a part comes true of some total on one side of 0."""
    call = table.binder.compile(leaf).call
    return any(call(_standing(table, total, 1)) for total in (*range(0, step * _FAR, step), step * LATE))


# -- what a round can bring ------------------------------------------------------------------------------------------


def possible_rounds(table: Table, block: Block, deadwoods: Mapping[int, int]) -> tuple[Round, ...]:
    """What rounds can add to the totals: the extremes of each outcome beside what the others may write then.

    `block` is the close, `deadwoods` counts hands by their loose points. None where single cards decide.
    """
    if _looks_at_cards(table):
        return ()
    found: list[Round] = []
    loose = range(max(deadwoods, default=0) + 1)
    for number, written in _closers(table, block, loose).items():
        for others, points in _others(table, number, loose):
            for writes in written:
                name = block.cases[number].name
                said = f"a close by `{name}` writes {writes} and the others, with {points} loose, {others}"
                found.append(Round(writes, others, said))
    if _may_be_unclosed(table):
        for points in loose:
            value = _first_value(table, "written.if_unclosed", _seat_facts(table, points, -1))
            if value is not None:
                found.append(Round(None, value, f"a round that nobody closes, with {points} loose, writes {value}"))
    return tuple(found)


def _closers(table: Table, block: Block, loose: Sequence[int]) -> Mapping[int, list[int]]:
    """For each outcome the least and the greatest that the closer may write, and some between; wins are left out."""
    found: dict[int, set[int]] = {}
    unknown: set[int] = set()
    for group, course in block.touched(block.judged.passes):
        out = block.outcome(block.groups[group], course, block.judged)
        if out is not None and not out.effect[0]:
            writes = out.effect[1]
            if isinstance(writes, int):
                found.setdefault(out.case, set()).add(writes)
            else:
                unknown.add(out.case)
    for number in unknown:
        writes_rule = table.rule_set.outcomes[number].writes
        assert writes_rule is not None
        for points in _few(loose):
            facts = _seat_facts(table, 0, number)
            facts.others = (SeatRecord(points, points, 0, 0),) * (table.seats - 1)
            found.setdefault(number, set()).add(int(table.binder.compile(writes_rule).call(facts)))
    return {number: _few(sorted(written)) for number, written in sorted(found.items())}


def _others(table: Table, number: int, loose: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What another seat may write after an outcome, and with how many loose points; each number once."""
    seen: set[int] = set()
    for points in loose:
        value = _first_value(table, "written.by_others", _seat_facts(table, points, number))
        if value is not None and value not in seen:
            seen.add(value)
            yield value, points


def _first_value(table: Table, block: str, facts: Any) -> int | None:
    for case in table.cases(block):
        if case.when.call(facts):
            return int(case.value.call(facts))
    return None


def _seat_facts(table: Table, points: int, outcome: int) -> Any:
    """A seat with so many loose points after a close by an outcome (-1: nobody closed), as rules of writing see it."""
    melded = table.hand_size if not points else 0
    return SimpleNamespace(
        **GIVABLE,
        hand=(),
        card=UNKNOWN_CARD,
        deadwood=points,
        hand_points=points,
        melded=melded,
        loose=(None,) * (table.hand_size - melded),
        melds=(None,) * (1 if melded else 0),
        runs=1 if melded else 0,
        sets=0,
        wilds=0,
        closer=SeatRecord(0, 0, table.hand_size, 0),
        others=(),
        outcome=outcome,
        is_closer=False,
        after_closer=1,
    )


def _may_be_unclosed(table: Table) -> bool:
    return table.settings["stock.reshuffle"] == "none" or "stock.at_most" in table.settings


def _few(values: Sequence[int]) -> list[int]:
    """The least, the greatest, the one nearest to 0, and a few between."""
    if len(values) <= 12:
        return list(values)
    step = len(values) // 10
    return sorted({*values[::step], values[-1], min(values, key=abs)})


# -- rounds again and again ------------------------------------------------------------------------------------------


def _goes_on(table: Table, one: Round) -> bool:
    """Whether rounds of one kind, closed by each seat in turn, never end a game however often they are played."""
    if one.closer is not None and not _stays_away(table, one):
        return False
    if one.closer is None and one.others and not _stays_away(table, one):
        return False
    totals = [0] * table.seats
    for played in range(1, _ROUNDS * table.seats + 1):
        for seat in range(table.seats):
            closes = one.closer is not None and seat == played % table.seats
            change = one.closer if closes and one.closer is not None else one.others
            totals[seat] = _adjusted(table, totals[seat] + change)
        if any(_is_over(table, total, LATE) for total in totals):
            return False
    return True


def _adjusted(table: Table, total: int) -> int:
    """A total after the corrections of `game.adjust`."""
    facts = _standing(table, total, LATE)
    return next((int(case.value.call(facts)) for case in table.cases("game.adjust") if case.when.call(facts)), total)


def _stays_away(table: Table, one: Round) -> bool:
    """Whether a lap of such rounds leaves the totals where they were, or drives them where no limit is."""
    lap = (one.closer if one.closer is not None else one.others) + (table.seats - 1) * one.others
    return lap == 0 or not _is_over(table, _adjusted(table, (1 if lap > 0 else -1) * LATE), LATE)


def _is_over(table: Table, total: int, rounds: int) -> bool:
    """Whether a seat with this total is out, or the game ends with all others still in."""
    facts = _standing(table, total, rounds)
    return any(one.test.call(facts) for block in ("game.out_when", "game.ends_when") for one in table.conditions(block))


def _standing(table: Table, total: int, rounds: int) -> Any:
    """A seat after a round, all others being in."""
    facts = SimpleNamespace(**GIVABLE)
    facts.total, facts.gained, facts.lost = total, max(total, 0), max(-total, 0)
    facts.rounds, facts.seats_in = rounds, table.seats
    facts.out, facts.rounds_out, facts.highest_in, facts.second_highest_in = False, 0, total, total
    facts.outcome, facts.is_closer, facts.after_closer, facts.written, facts.pot = 0, False, 1, 0, 0
    return facts


def _endless(one: Round) -> str:
    turns = ", closed by each seat in turn," if one.closer is not None else ""
    return f"rounds like this{turns} never end it: {one.said}"


# -- measures --------------------------------------------------------------------------------------------------------


def _bound_by_rounds(table: Table) -> int | None:
    """After how many rounds `game.ends_when` holds whatever else is the case; None if there is no such number."""
    conditions = [one.expr for one in table.rule_set.conditions.get("game.ends_when", ())]
    numbers = courses(table, conditions).tried.get("rounds", ())
    for rounds in sorted(int(number) for number in numbers if number >= 1):
        if any(_surely(table, expr, rounds) for expr in conditions):
            return rounds
    return None


def _surely(table: Table, expr: Expr, rounds: int) -> bool | None:
    """Whether a condition surely holds, or surely does not, in a round of this number; None: it depends on more."""
    if isinstance(expr, Name) and expr.sort == "definition" and is_truth(expr):
        return _surely(table, table.definitions[expr.name], rounds)
    parts = [_surely(table, part, rounds) for part in joined(expr)]
    if not parts:
        known = reads(expr, table.definitions) <= {"rounds", "seats"}
        return bool(table.binder.compile(expr).call(_standing(table, 0, rounds))) if known else None
    if isinstance(expr, Not):
        return None if parts[0] is None else not parts[0]
    if isinstance(expr, Conditional):
        test, then, otherwise = parts
        return (then if then is otherwise else None) if test is None else then if test else otherwise
    decides = isinstance(expr, Or)  # one part that holds is enough, or one that does not
    if decides in parts:
        return decides
    return None if None in parts else not decides


def _growth(table: Table, possible: Sequence[Round]) -> str | None:
    """That every round brings some total nearer to a limit and none further off; None if that is not so."""
    stands = any(unparse(one.ruling) != "refused" for one in table.rule_set.irregular.values())
    if not possible or stands or table.rule_set.cases.get("game.adjust") or not _never_comes_back(table):
        return None
    changes = [((one.closer if one.closer is not None else one.others), one.others) for one in possible]
    for sign in (1, -1):
        forward = all(sign * closer >= 0 and sign * others >= 0 and (closer or others) for closer, others in changes)
        if forward and _is_over(table, sign * LATE, 1):
            least = min(abs(closer) + (table.seats - 1) * abs(others) for closer, others in changes)
            way = "rise" if sign > 0 else "fall"
            return f"the totals {way} by {least} points in all at least with every round, and none goes back"
    return None


def _never_comes_back(table: Table) -> bool:
    """Whether a seat that is out stays out."""
    conditions = table.rule_set.conditions.get("re_entry.may_re_enter", ())
    return not conditions or any(unparse(one.expr) == "no" for one in conditions)


def _looks_at_cards(table: Table) -> bool:
    """Whether rules on what is written look at single cards, melds or seats, which are not told apart here."""
    exprs = [
        expr
        for block in ("written.by_others", "written.if_unclosed")
        for one in table.rule_set.cases.get(block, ())
        for expr in (one.when, one.value)
    ]
    return any(opened(expr, table.definitions) for expr in exprs)
