"""What every part of a condition comes to: its yes-or-no parts, and their values over many cases at once.

A *leaf* is a part that no `and`, `or`, `not` or conditional joins any further: a comparison, a fact, an answer about a
collection. The parts above leaves are worked out of them. Values over many cases are one whole number, a bit for each
case, so that what holds where is set arithmetic: `a & ~b` is where `a` holds and `b` does not.

Definitions are not copied into the rules that name them: a part of one is one part, however many rules use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from referee.lang.syntax import And, Conditional, Expr, Name, Not, Or, TruthValue
from referee.lang.types import Truth
from referee.lang.walk import children

Instead = Mapping[int, bool]
"""Parts, by `id` of their tree, that are taken to be always so, in place of what they say."""

NOTHING_ELSE: Instead = {}


def is_truth(expr: Expr) -> bool:
    """Whether a checked part answers yes or no."""
    return isinstance(expr.type, Truth)


def joined(expr: Expr) -> tuple[Expr, ...]:
    """The yes-or-no parts that a yes-or-no part is put together of; none for a leaf and for a name."""
    if isinstance(expr, And | Or | Not | Conditional) and all(map(is_truth, children(expr))):
        return children(expr)
    return ()


def truth_parts(expr: Expr) -> Iterator[Expr]:
    """`expr` and all yes-or-no parts it is put together of, each before its own; definitions are not opened."""
    yield expr
    for part in joined(expr):
        yield from truth_parts(part)


def leaves(expr: Expr, definitions: Mapping[str, Expr]) -> Iterator[Expr]:
    """The leaves of a part, those in the definitions it names too; one that stands in two places comes twice."""
    if isinstance(expr, Name) and expr.sort == "definition" and is_truth(expr):
        yield from leaves(definitions[expr.name], definitions)
        return
    parts = joined(expr)
    if not parts:
        yield expr
    for part in parts:
        yield from leaves(part, definitions)


@dataclass(slots=True)
class Columns:
    """The values of parts over `cases` cases, as bits; what was worked out of a leaf is kept.

    `of_leaf` gives the bits of a leaf. Trees are told apart by identity, and must live as long as this.
    """

    cases: int
    of_leaf: Callable[[Expr], int]
    definitions: Mapping[str, Expr]
    _leaves: dict[int, int] = field(default_factory=dict)

    @property
    def everywhere(self) -> int:
        """All cases."""
        return (1 << self.cases) - 1

    def of(self, expr: Expr, instead: Instead = NOTHING_ELSE) -> int:
        """Where a part holds, with some parts taken to be always so."""
        if id(expr) in instead:
            return self.everywhere if instead[id(expr)] else 0
        match expr:
            case TruthValue(value=value):
                return self.everywhere if value else 0
            case Name(sort="definition") if is_truth(expr):
                return self.of(self.definitions[expr.name], instead)
            case And(parts=parts):
                return self._both(parts, instead)
            case Or(parts=parts):
                return self._either(parts, instead)
            case Not(operand=operand):
                return self.everywhere & ~self.of(operand, instead)
            case Conditional(test=test, then=then, otherwise=otherwise) if is_truth(expr):
                where = self.of(test, instead)
                return (where & self.of(then, instead)) | (self.of(otherwise, instead) & ~where)
        known = self._leaves.get(id(expr))
        if known is None:
            known = self._leaves[id(expr)] = self.of_leaf(expr)
        return known

    def _both(self, parts: tuple[Expr, ...], instead: Instead) -> int:
        where = self.everywhere
        for part in parts:
            where &= self.of(part, instead)
        return where

    def _either(self, parts: tuple[Expr, ...], instead: Instead) -> int:
        where = 0
        for part in parts:
            where |= self.of(part, instead)
        return where
