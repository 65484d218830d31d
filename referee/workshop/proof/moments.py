"""Moments of a game: what rules can be asked about when more than the cards kept plays a part.

A moment is put together of *dimensions*: how a hand is arranged, the course of the round, how it was closed, a card, a
meld. Each dimension lists what its facts can be together; every choice from every dimension is a moment, possible or
not, so that what holds at all of them holds in every game. A dimension that no rule reads is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from math import prod
from operator import mul
from types import SimpleNamespace
from typing import Any

from referee.lang.syntax import Expr
from referee.table import Table
from referee.workshop.leafvalues import is_truth, leaves
from referee.workshop.proof.besides import Besides
from referee.workshop.proof.incolumns import bits_of_choices

MOST_MOMENTS = 400_000
"""With more the dimensions are thinned out, and no proof is claimed."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Dimension:
    """Facts that belong together: `values` lists what they can be, `told` says each in words ("" where that is plain).

    `exact`: rules can tell apart nothing that is not listed. `answers` are those of parts that look at single cards, by
    `id` of the part, one for each value; a part of which `besides` says what else it reads has one for each of that.
    `space` is how many values there are, where not all are listed and that is known.
    """

    names: frozenset[str]
    values: tuple[Facts, ...]
    told: tuple[str, ...]
    exact: bool = True
    answers: Mapping[int, tuple[Any, ...]] | None = None
    besides: Mapping[int, Besides] | None = None
    space: int = 0

    @property
    def thinned(self) -> Dimension:
        """About half of it, the first value kept."""
        places = sorted({*range(0, len(self.values), 2), len(self.values) - 1})
        answers = None
        if self.answers is not None:
            answers = {part: tuple(each[place] for place in places) for part, each in self.answers.items()}
        values, told = (tuple(of[place] for place in places) for of in (self.values, self.told))
        return replace(self, values=values, told=told, exact=False, answers=answers, space=self.whole)

    @property
    def whole(self) -> int:
        """How many values there are, as far as that is known."""
        return max(self.space, len(self.values))


@dataclass(frozen=True, eq=False)
class Moments:
    """All moments of some dimensions; that of number `n` chooses from the first dimension by the remainder of `n`.

    `space` is how many there are, where dimensions were thinned out too.
    """

    table: Table
    dimensions: tuple[Dimension, ...]
    space: int = 0

    @classmethod
    def of(cls, table: Table, exprs: Sequence[Expr], offered: Iterable[Dimension], kept: int = 0) -> Moments:
        """The moments that these rules can tell apart; the first `kept` dimensions stay whatever is read."""
        read = facts_read(table, exprs)
        chosen = [one for place, one in enumerate(offered) if place < kept or one.names & read]
        space = prod(one.whole for one in chosen)
        while prod(len(one.values) for one in chosen) > MOST_MOMENTS:
            largest = max(range(kept, len(chosen)), key=lambda place: len(chosen[place].values), default=-1)
            if largest < 0 or len(chosen[largest].values) < 3:
                break
            chosen[largest] = chosen[largest].thinned
        return cls(table, tuple(chosen), space)

    @property
    def number(self) -> int:
        """How many moments there are."""
        return prod(len(one.values) for one in self.dimensions)

    @property
    def exact(self) -> bool:
        """Whether no other moment can make a difference."""
        return all(one.exact for one in self.dimensions)

    @cached_property
    def _below(self) -> tuple[int, ...]:
        """For each dimension how many moments those before it make."""
        return tuple(accumulate((len(one.values) for one in self.dimensions), mul, initial=1))

    def places(self, moment: int) -> tuple[int, ...]:
        """What a moment chooses from each dimension."""
        return tuple(moment // self._below[at] % len(one.values) for at, one in enumerate(self.dimensions))

    def facts(self, moment: int) -> SimpleNamespace:
        """The facts of a moment."""
        return self._facts(dict(enumerate(self.places(moment))))

    def told(self, moment: int) -> str:
        """A moment in words."""
        return self.told_of(self.places(moment))

    def told_of(self, places: Sequence[int], first: int = 0) -> str:
        """What is chosen from the dimensions from number `first` on, in words."""
        said = (one.told[place] for one, place in zip(self.dimensions[first:], places[first:], strict=True))
        return ", ".join(each for each in said if each)

    def _facts(self, chosen: Mapping[int, int]) -> SimpleNamespace:
        made = SimpleNamespace()
        for at, place in chosen.items():
            made.__dict__.update(self.dimensions[at].values[place])
        return made

    def value(self, expr: Expr, moment: int) -> Any:
        """What a part comes to at a moment."""
        return self._answer(expr, dict(enumerate(self.places(moment))))

    def _answer(self, expr: Expr, chosen: Mapping[int, int]) -> Any:
        for at, place in chosen.items():
            known = (self.dimensions[at].answers or {}).get(id(expr))
            if known is not None:
                besides = (self.dimensions[at].besides or {}).get(id(expr))
                if besides is None or len(besides.choices) == 1:
                    return known[place]
                return known[place][besides.number(self._facts(chosen))]
        return self.table.binder.compile(expr).call(self._facts(chosen))

    def column(self, expr: Expr) -> int:
        """At which moments a part holds, as bits; it is asked once for each choice from the dimensions it reads.

        Where those are many they are asked in columns.
        """
        read = self.table.binder.compile(expr).reads
        answered = [id(expr) in (one.answers or {}) for one in self.dimensions]
        asked = [bool(one.names & read) or known for one, known in zip(self.dimensions, answered, strict=True)]
        if not any(answered):
            places = [at for at, one in enumerate(asked) if one]
            bits = bits_of_choices(self.table, expr, [one.values for one in self.dimensions], places)
            if bits is not None:
                return bits

        def build(at: int, chosen: dict[int, int]) -> int:
            if at < 0:
                return 1 if self._answer(expr, chosen) else 0
            below, many = self._below[at], len(self.dimensions[at].values)
            if not asked[at]:
                one = build(at - 1, chosen)
                return one * (((1 << below * many) - 1) // ((1 << below) - 1)) if one else 0
            return sum(build(at - 1, {**chosen, at: place}) << (place * below) for place in range(many))

        return build(len(self.dimensions) - 1, {})


def facts_read(table: Table, exprs: Iterable[Expr]) -> frozenset[str]:
    """The facts that some part of these rules asks for at a table, not what its options leave out."""
    parts = (part for expr in exprs for part in (leaves(expr, table.definitions) if is_truth(expr) else (expr,)))
    return frozenset[str]().union(*(table.binder.compile(part).reads for part in parts))


def single(names: Iterable[str], values: Iterable[Any], told: Callable[[Any], str], *, exact: bool = True) -> Dimension:
    """A dimension of one fact."""
    (name,) = names
    listed = tuple(values)
    return Dimension(frozenset({name}), tuple({name: each} for each in listed), tuple(map(told, listed)), exact)
