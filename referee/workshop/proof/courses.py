"""The courses of a game that rules about a hand can tell apart: laps, totals, the closing card.

A fact that is only compared with numbers needs a few values: those numbers and their neighbours, for between them
nothing changes. One that is reckoned with (`total + deadwood at most limit`) needs every value from where the least
hand could matter to where the dearest could. Of closing cards one of each look is enough. So the courses listed here
are all that matter, unless `exact` says that there would be too many, or that a fact is multiplied or written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeGuard

from referee.game.facts import GIVABLE, UNKNOWN_CARD
from referee.lang.syntax import (
    Arithmetic,
    Choice,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Number,
    Over,
    Range,
)
from referee.lang.types import Quantity
from referee.lang.walk import children, definitions_used, everything, size, transform
from referee.table import Kind, Table
from referee.workshop.leafvalues import is_truth, leaves

MOST_COURSES = 600
"""More are not tried; a few of them are, and no proof is claimed."""

_WIDEST = 400
_LARGEST = 2_000
_UNSIGNED = frozenset(GIVABLE) - {"total"}
_LEAST = {"seats_in": 1}


@dataclass(frozen=True, slots=True)
class Course:
    """What is the case beside the cards kept. `card` is the closing card, UNKNOWN_CARD where no rule looks at it."""

    given: Mapping[str, int | bool]
    card: Kind


@dataclass(frozen=True, slots=True)
class Courses:
    """The courses tried, the usual one first, of so many in `space`.

    `tried` lists the values of each fact that some rule asks for.
    """

    all: tuple[Course, ...]
    exact: bool
    tried: Mapping[str, tuple[int | bool, ...]]
    space: int


def courses(table: Table, exprs: Sequence[Expr], *, with_cards: bool = True) -> Courses:
    """The courses that these rules of a close can tell apart; `with_cards`: those of closing cards too."""
    opened = [_with_numbers_open(table, expr) for expr in (*exprs, *_definitions(table, exprs))]
    used = _used(table, exprs)
    exact, tried = True, dict[str, tuple[int | bool, ...]]()
    for name, usual in GIVABLE.items():
        if name in used:
            values, sure = ((False, True), True) if isinstance(usual, bool) else _values(table, name, opened)
            exact = exact and sure
            tried[name] = (usual, *sorted({*values} - {usual}))
    cards = _closing_cards(table, opened) if with_cards and used & {"card", "hand"} else (UNKNOWN_CARD,)
    space = prod(map(len, tried.values())) * len(cards)
    if space > MOST_COURSES:
        exact = False
        tried = {name: _fewer(values) for name, values in tried.items()}
    found = (
        Course({**GIVABLE, **dict(zip(tried, values, strict=True))}, card)
        for values in product(*tried.values())
        for card in cards
    )
    return Courses(tuple(course for course, _ in zip(found, range(MOST_COURSES), strict=False)), exact, tried, space)


def values_asked(table: Table, name: str, exprs: Sequence[Expr]) -> tuple[tuple[int, ...], bool]:
    """The values of any other quantity that these rules can tell apart, and whether they are all that matter."""
    opened = [_with_numbers_open(table, expr) for expr in (*exprs, *_definitions(table, exprs))]
    values, sure = _values(table, name, opened)
    return tuple(sorted(values or {0}, key=lambda value: (abs(value), value))), sure


def cards_asked(table: Table, exprs: Sequence[Expr]) -> tuple[Kind, ...]:
    """One card of each look that these rules can tell apart."""
    return _closing_cards(table, [*exprs, *_definitions(table, exprs)])


def _used(table: Table, exprs: Iterable[Expr]) -> frozenset[str]:
    """The facts that some part asks for; within a part, not what the options of this table leave out."""
    parts = (part for expr in exprs for part in (leaves(expr, table.definitions) if is_truth(expr) else (expr,)))
    return frozenset[str]().union(*(table.binder.compile(part).reads for part in parts))


def _definitions(table: Table, exprs: Iterable[Expr]) -> tuple[Expr, ...]:
    """The definitions used, but for quantities, which stand opened where they are used."""
    named = table.definitions
    used = dict.fromkeys(name for expr in exprs for name in definitions_used(expr, named))
    return tuple(named[name] for name in used if not isinstance(named[name].type, Quantity))


def _with_numbers_open(table: Table, expr: Expr) -> Expr:
    """A rule in which the definitions of quantities stand opened, so that what is compared can be seen.

    Not in a rule that would grow too large so: what is in them is then taken to be anything.
    """
    room = _LARGEST

    def opened(node: Expr) -> Expr:
        nonlocal room
        if isinstance(node, Conditional) and table.binder.is_constant(node.test):
            return node.then if table.binder.value(node.test) else node.otherwise
        if not _is_named_quantity(node):
            return node
        definition = table.definitions[node.name]
        room -= size(definition)
        return node if room < 0 else transform(definition, opened)

    return transform(expr, opened)


def _is_named_quantity(node: Expr) -> TypeGuard[Name]:
    return isinstance(node, Name) and node.sort == "definition" and isinstance(node.type, Quantity)


def _values(table: Table, name: str, exprs: Iterable[Expr]) -> tuple[set[int], bool]:
    """The values of a quantity that matter, and whether they are all that do."""
    values, sure = set[int](), True
    for expr, inside in _uses(name, exprs):
        if not isinstance(expr, Comparison):
            sure = False  # it is written, or stands in a sum that is: every value makes another one
            continue
        numbers = _numbers(table, expr)
        if inside:
            sure = sure and inside == "plain"
            spread = _dearest(table)
            low, high = min(numbers, default=0) - spread - 1, max(numbers, default=0) + spread + 1
            if high - low > _WIDEST:
                sure, low, high = False, max(low, -_WIDEST // 2), min(high, _WIDEST // 2)
            values.update(range(low, high + 1))
        else:
            values.update(number + step for number in numbers for step in (-1, 0, 1))
    least = _LEAST.get(name, 0)
    if name in _UNSIGNED:
        values = {value for value in values if value >= least}
    if name == "seats_in":
        values = {value for value in values if value <= table.seats}
    return values, sure


def _uses(name: str, exprs: Iterable[Expr]) -> Iterator[tuple[Expr, str]]:
    """Where a fact is used: the comparison it stands in, and how: "" by itself, "plain" in a sum, "mixed" otherwise.

    Where it stands in no comparison, what it stands in.
    """
    for expr in exprs:
        for node in everything(expr):
            if isinstance(node, Comparison) and _reads(node, name):
                other = [side for side in (node.left, node.right) if not _is(side, name)]
                if len(other) == 1 and not _facts(other[0]):
                    yield node, ""
                else:
                    yield node, "plain" if _is_sum(node.left) and _is_sum(node.right) else "mixed"
            elif _is_named_quantity(node):  # one that was not opened, which may be anything
                yield node, "mixed"
        if isinstance(expr.type, Quantity) and any(_is(node, name) for node in _outside(expr)):
            yield expr, "mixed"


def _outside(expr: Expr) -> Iterator[Expr]:
    """The parts of a quantity that stand in no comparison."""
    yield expr
    for child in children(expr):
        if not isinstance(child, Comparison):
            yield from _outside(child)


def _is(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.sort == "fact" and expr.name == name


def _reads(expr: Expr, name: str) -> bool:
    return any(_is(node, name) for node in everything(expr))


def _facts(expr: Expr) -> bool:
    return any(isinstance(node, Name) and node.sort in {"fact", "definition", "variable"} for node in everything(expr))


def _is_sum(expr: Expr) -> bool:
    """Whether it is a sum of plain names and numbers: one more of a fact is one more of the sum."""
    if isinstance(expr, Arithmetic):
        return expr.operator in "+-" and _is_sum(expr.left) and _is_sum(expr.right)
    if isinstance(expr, Negative):
        return _is_sum(expr.operand)
    if isinstance(expr, Conditional) and not _facts(expr.test):
        return _is_sum(expr.then) and _is_sum(expr.otherwise)
    counted = isinstance(expr, Field) and expr.name == "count"
    return counted or isinstance(expr, Number) or (isinstance(expr, Name) and expr.sort in {"fact", "option"})


def _numbers(table: Table, expr: Expr) -> set[int]:
    """The numbers that stand in a comparison, those of options and of table facts too."""
    found: set[int] = set()
    for node in everything(expr):
        if isinstance(node, Number):
            found.update((node.value, -node.value))
        elif isinstance(node, Name) and node.name in table.constants:
            value = table.constants[node.name]
            if isinstance(value, int) and not isinstance(value, bool):
                found.update((value, -value))
        elif isinstance(node, Arithmetic | Negative) and not _facts(node):
            found.add(int(table.binder.value(node)))
        elif isinstance(node, Range | Choice):
            found.add(0)
    return found


def _dearest(table: Table) -> int:
    """The most points that a hand can come to, up or down."""
    points = sorted((abs(kind.points) for kind in table.pack.kinds for _ in range(kind.count)), reverse=True)
    return sum(points[: table.hand_size])


def _fewer(values: tuple[int | bool, ...]) -> tuple[int | bool, ...]:
    """A few of many values: the usual one, both ends and some between."""
    if len(values) <= 4:
        return values
    step = max(1, (len(values) - 1) // 3)
    return tuple(dict.fromkeys((*values[::step], values[-1])))


def _closing_cards(table: Table, exprs: Iterable[Expr]) -> tuple[Kind, ...]:
    """One card of each look that the rules can tell apart, taken from the pile and thrown by oneself or not."""
    nodes = [node for expr in exprs for node in everything(expr)]
    variables = {"card", *(node.variable for node in nodes if isinstance(node, Over))}
    looked = {
        node.name
        for node in nodes
        if isinstance(node, Field) and isinstance(node.base, Name) and node.base.name in variables
    }
    flags = [
        (taken, own)
        for taken in (False, True)[: 1 + ("taken" in looked)]
        for own in (False, True)[: 1 + ("own" in looked)]
    ]
    found: dict[object, Kind] = {}
    for kind in table.pack.kinds:
        for taken, own in flags:
            card = replace(kind, taken=taken, own=own)
            found.setdefault(tuple(getattr(card, name, None) for name in sorted(looked)), card)
    return tuple(found.values())
