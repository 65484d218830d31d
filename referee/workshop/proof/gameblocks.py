"""What is judged when a round has been added up, as far as it hangs on how the round came out.

Corrections of totals, who is out, whether the game is over, who comes back, and who has won. Facts that rules compare
with numbers are tried round those numbers; what a seat writes lies between the least and the most that a round can
bring, where that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from referee.game.facts import GIVABLE
from referee.lang.syntax import Conditional, Expr, Name, Negative, Preference
from referee.lang.unparse import unparse
from referee.table import Table
from referee.workshop.leafvalues import is_truth
from referee.workshop.proof.block import Block, Effect, Group, RankedBlock
from referee.workshop.proof.blocks import OF_COURSE, rules_of, settled_by_course
from referee.workshop.proof.courses import values_asked
from referee.workshop.proof.gameends import Round
from referee.workshop.proof.momentblocks import moment_block
from referee.workshop.proof.moments import Dimension, Moments, facts_read, single
from referee.workshop.proof.seatblocks import case_rules, course_dimension

_OUT = single(["out"], [False, True], lambda out: "out of the game" if out else "still in")
ADJUST, WINNER = "game.adjust", "game.winner"
_STANDING = ("rounds_out", "highest_in", "second_highest_in", "pot")
_BESIDES_THE_HAND = GIVABLE.keys() | {"others", "card", "hand"}
SHARED = frozenset({"outcome", "rounds", "seats_in", "highest_in", "second_highest_in"})
"""Facts that are the same for all seats of a table."""


def game_blocks(table: Table, possible: Callable[[], Sequence[Round]], *, exact: bool) -> Iterator[Block]:
    """The blocks judged after a round that look at how it came out, or at how the seats stand.

    `possible` is what rounds can bring, `exact` if that was decided on every hand.
    """
    rules = table.rule_set
    for name, one in OF_COURSE.items():
        conditions = rules.conditions.get(name, ())
        exprs = [each.expr for each in conditions]
        if name.startswith(("game.", "re_entry.")) and not settled_by_course(table, exprs):
            moments = _moments(table, exprs, possible, exact=exact)
            yield _block(name, moments, conditions=rules_of(name, conditions), one=one)
    cases = rules.cases.get(ADJUST, ())
    if cases:
        exprs = [expr for case in cases for expr in (case.when, case.value)]
        moments = _moments(table, [case.when for case in cases], possible, exact=exact)
        values = [case.value for case in cases]

        def effect(case: int, _course: int, _point: int) -> Effect:
            fixed = table.binder.compile(values[case])
            return (unparse(values[case]) if fixed.constant is None else int(fixed.constant),)

        yield _block(ADJUST, moments, cases=case_rules(ADJUST, cases), effect=effect)
    if rules.winner:
        yield winner_block(table, possible, exact=exact)


def _block(name: str, moments: Moments, **more: Any) -> Block:
    groups = tuple(Group((place,), 1, moments.told(place)) for place in range(moments.number))
    return moment_block(name, "course", moments, groups, moment=lambda _course: "", **more)


def _moments(table: Table, exprs: Sequence[Expr], possible: Callable[[], Sequence[Round]], *, exact: bool) -> Moments:
    """The moments that rules on a seat after a round can tell apart."""
    round_ends = (result_dimension(table, facts_read(table, exprs)), _written(table, exprs, possible, exact=exact))
    standing = (_quantity(table, name, exprs) for name in _STANDING)
    return Moments.of(table, exprs, (course_dimension(table, exprs), *round_ends, _OUT, *standing))


def _quantity(table: Table, name: str, exprs: Sequence[Expr], besides: Iterable[int] = ()) -> Dimension:
    """A quantity at the values that rules can tell apart, and at some others."""
    values, sure = values_asked(table, name, exprs)
    may_fall = name in {"total", "highest_in", "second_highest_in"}
    listed = dict.fromkeys(value for value in (*values, *besides) if value >= 0 or may_fall)
    return single([name], listed or [0], _named(name), exact=sure or bool(besides))


def _named(name: str) -> Callable[[Any], str]:
    return lambda value: f"{name} {value}"


def result_dimension(table: Table, read: frozenset[str]) -> Dimension:
    """Every way a round can end for a seat."""
    enum = table.rule_set.enums["outcome"]
    names = [one.name for one in table.rule_set.outcomes] + ["unclosed"]
    found: dict[tuple[Any, ...], tuple[dict[str, Any], str]] = {}
    for name in names:
        for behind in range(table.seats):
            closer = name != "unclosed" and behind == 0
            facts = {"outcome": enum.index(name), "is_closer": closer, "after_closer": behind}
            said = [f"after `{name}`"] if "outcome" in read else []
            said += (
                ["the closer" if closer else f"{behind} behind the closer"]
                if read & {"is_closer", "after_closer"}
                else []
            )
            key = tuple(facts[each] for each in sorted(read & facts.keys()))
            found.setdefault(key, (facts, ", ".join(said)))
    values, told = zip(*found.values(), strict=True)
    return Dimension(frozenset({"outcome", "is_closer", "after_closer"}), values, told)


def _written(table: Table, exprs: Sequence[Expr], possible: Callable[[], Sequence[Round]], *, exact: bool) -> Dimension:
    """What a seat may write, between the least and the most that a round can bring."""
    if "written" not in facts_read(table, exprs):
        return single(["written"], [0], _named("written"))
    values, sure = values_asked(table, "written", exprs)
    bounds = written_bounds(table, possible())
    if bounds is not None:
        low, high = bounds
        values = tuple(sorted({low, high, *(value for value in values if low <= value <= high)}, key=abs))
    return single(["written"], values, _named("written"), exact=sure and (exact or bounds is None))


def written_bounds(table: Table, possible: Sequence[Round]) -> tuple[int, int] | None:
    """The least and the most that a seat can write; None where it hangs on more than loose points and outcomes."""
    blocks = ("written.by_others", "written.if_unclosed")
    cases = [case for block in blocks for case in table.rule_set.cases.get(block, ())]
    written = [one.writes for one in table.rule_set.outcomes if one.writes is not None]
    penalties = any(unparse(one.penalty) not in {"0", "0 points"} for one in table.rule_set.irregular.values())
    others = facts_read(table, [expr for case in cases for expr in (case.when, case.value)])
    closers = facts_read(table, written)
    if not possible or penalties or not others <= {"deadwood", "outcome"} or closers & _BESIDES_THE_HAND:
        return None
    every = [value for one in possible for value in (one.closer, one.others) if value is not None]
    return min(every), max(every)


# -- the winner ------------------------------------------------------------------------------------------------------


def winner_block(table: Table, possible: Callable[[], Sequence[Round]], *, exact: bool) -> RankedBlock:
    """What the criteria of `game.winner` come to for every seat that rules can tell apart."""
    exprs = [_operand(one.prefer) for one in table.rule_set.winner]
    moments = _seats(table, exprs, possible, exact=exact)
    facts = [moments.facts(number) for number in range(moments.number)]
    calls = [table.binder.compile(one.prefer) for one in table.rule_set.winner]
    read = sorted(facts_read(table, exprs) & SHARED)
    made = _block(WINNER, moments)
    return RankedBlock(
        **{each.name: getattr(made, each.name) for each in fields(made)},
        shared=tuple(tuple(getattr(each, name) for name in read) for each in facts),
        ranks=tuple(tuple(int(call.call(each)) for each in facts) for call in calls),
    )


_SOME = (-2, -1, 1, 2, 3, 50)
"""Values besides of a fact by which seats are ranked: two that differ are enough to see that it ranks them."""


def _seats(table: Table, exprs: Sequence[Expr], possible: Callable[[], Sequence[Round]], *, exact: bool) -> Moments:
    """The seats that criteria can tell apart. One that ranks by more than a plain fact is only tried on some."""
    plain = all(is_truth(expr) or _is_plain(table, expr) for expr in exprs)
    some = _SOME if plain else ()
    flags = (single([name], [False, True], _named(name)) for name, usual in GIVABLE.items() if isinstance(usual, bool))
    counted = [name for name, usual in GIVABLE.items() if not isinstance(usual, bool)]
    ranked = {name for expr in exprs if not is_truth(expr) for name in facts_read(table, [expr])}
    numbers = (_quantity(table, name, exprs, some if name in ranked else ()) for name in (*counted, *_STANDING))
    written = (
        _quantity(table, "written", exprs, some)
        if "written" in ranked
        else _written(table, exprs, possible, exact=exact)
    )
    return Moments.of(
        table, exprs, (*numbers, *flags, result_dimension(table, facts_read(table, exprs)), written, _OUT)
    )


def _is_plain(table: Table, expr: Expr) -> bool:
    """Whether a quantity is one fact, whatever the options make of it."""
    if isinstance(expr, Negative):
        return _is_plain(table, expr.operand)
    if isinstance(expr, Conditional) and table.binder.compile(expr.test).constant is not None:
        return _is_plain(table, expr.then if table.binder.value(expr.test) else expr.otherwise)
    if isinstance(expr, Name) and expr.sort == "definition":
        return _is_plain(table, table.definitions[expr.name])
    return isinstance(expr, Name) or table.binder.compile(expr).constant is not None


def _operand(prefer: Expr) -> Expr:
    return prefer.operand if isinstance(prefer, Preference) else prefer


def criteria(table: Table) -> Iterable[tuple[int, Expr]]:
    """The criteria that ask something of a seat, by number; what options alone settle is a choice of the table."""
    for number, one in enumerate(table.rule_set.winner):
        expr = _operand(one.prefer)
        if table.binder.compile(expr).constant is None:
            yield number, expr
