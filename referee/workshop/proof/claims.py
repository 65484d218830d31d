"""What is claimed of rules, in a form that can be put to any block: each claim looks for what speaks against it.

A finding rests on a claim that held on everything. The same claim is then put to other tables of the same rules, where
something may speak against it: what never matters at this table may matter at that one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from referee.lang.syntax import Expr
from referee.workshop.leafvalues import Instead
from referee.workshop.proof.block import Block, RankedBlock

Witness = tuple[int, int]
"""A group of a block by its number, and a course."""


class Claim(Protocol):
    """Something that is so for every group in every course."""

    def against(self, block: Block) -> Witness | None:
        """The smallest group, and the course, that speaks against it; None if nothing does."""
        ...  # pragma: no cover


@dataclass(frozen=True, eq=False)
class Always:
    """A part holds everywhere, or nowhere."""

    expr: Expr
    holds: bool

    def against(self, block: Block) -> Witness | None:
        """A group of which it is not so."""
        column = block.columns.of(self.expr)
        wrong = block.columns.everywhere & ~column if self.holds else column
        return next(block.touched(wrong), None)


@dataclass(frozen=True, eq=False)
class Unchanged:
    """Taking some parts to be always so changes nothing for anybody."""

    instead: Instead

    def against(self, block: Block) -> Witness | None:
        """A group that comes out otherwise."""
        return block.difference(self.instead)


@dataclass(frozen=True, slots=True)
class NeverDecides:
    """A case decides nothing."""

    case: int

    def against(self, block: Block) -> Witness | None:
        """A group that it decides."""
        return block.decided[self.case]


@dataclass(frozen=True, eq=False)
class Apart:
    """Some parts never hold together."""

    parts: tuple[Expr, ...]

    def against(self, block: Block) -> Witness | None:
        """A group of which they all hold."""
        column = block.columns.everywhere
        for part in self.parts:
            column &= block.columns.of(part)
        return next(block.touched(column), None)


@dataclass(frozen=True, slots=True)
class NobodyPasses:
    """The conditions together let nothing pass."""

    def against(self, block: Block) -> Witness | None:
        """A group that passes."""
        return next(block.touched(block.judged.passes), None)


@dataclass(frozen=True, slots=True)
class SameResult:
    """Without a case, others would do the same wherever it decides."""

    case: int

    def against(self, block: Block) -> Witness | None:
        """A group of which the others would not do the same."""
        was = block.judged
        now = block.judge({id(block.cases[self.case].when): False})
        for group, course in block.touched(was.firsts[self.case] & was.passes):
            one, other = (block.outcome(block.groups[group], course, judged) for judged in (was, now))
            if one is not None and self.case in one.cases and (other is None or one.effect != other.effect):
                return group, course
        return None


@dataclass(frozen=True, slots=True)
class RanksNobody:
    """Seats that are equal by all criteria in front of one are equal by it too."""

    criterion: int

    def against(self, block: Block) -> Witness | None:
        """A seat that it puts in front of another one, or behind."""
        two = next(self.pairs(block), None)
        return None if two is None else (two[1], 0)

    def pairs(self, block: Block) -> Iterator[tuple[int, int]]:
        """Two seats each, by their numbers, that it does not call equal."""
        if not isinstance(block, RankedBlock):
            return
        earlier: dict[object, int] = {}
        ranks = block.ranks[self.criterion]
        for number, shared in enumerate(block.shared):
            first = earlier.setdefault((shared, *(each[number] for each in block.ranks[: self.criterion])), number)
            if ranks[first] != ranks[number]:
                yield first, number


def alike(block: Block, one: int, other: int) -> bool:
    """Whether two cases would do the same wherever one of them decides."""
    column = (block.judged.firsts[one] | block.judged.firsts[other]) & block.judged.passes
    return all(
        block.effect_of(one, course, point) == block.effect_of(other, course, point)
        for course, point in places(block, column)
    )


def places(block: Block, column: int) -> Iterator[tuple[int, int]]:
    """The courses and points at which a column holds."""
    while column:
        low = column & -column
        yield divmod(low.bit_length() - 1, block.points)
        column ^= low
