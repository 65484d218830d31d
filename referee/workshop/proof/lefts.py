"""What a seat can be left with after lay-offs: any cards of the pack, fewer than were loose, and of no more points.

That is more than can happen, so what holds for all of it holds in every game. Of cards that rules see alike one choice
is asked about; where no rule looks at single cards that are left, their points alone tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from types import SimpleNamespace
from typing import Any

from referee.table import Kind, Table
from referee.table.bound import opened
from referee.table.draft import MeldRecord
from referee.table.melds import RUN, SET, Signature
from referee.workshop.proof.answers import Answers
from referee.workshop.proof.besides import sums
from referee.workshop.proof.forms import forms
from referee.workshop.proof.looks import MOST_CHOICES, counts, fields_read, looks, room
from referee.workshop.proof.points import Point
from referee.workshop.proof.seenhands import SeenHands


@dataclass(frozen=True, slots=True)
class Left:
    """Cards that are left loose: the number of what rules see then, their points, and the cards by index."""

    place: int
    points: int
    cards: tuple[int, ...]


class Lefts:
    """What can be left at one table. `exact`: nothing else can be that rules could tell apart."""

    def __init__(self, seen: SeenHands, table: Table) -> None:
        self._seen, self._table, self.exact = seen, table, True
        self._about = {
            number: Answers(table, one)
            for number, one in seen.looked.items()
            if opened(one.expr, table.definitions) & {"loose", "hand"} == {"loose"}
        }
        exprs = [seen.looked[number].expr for number in self._about]
        self._with_melds = any("melds" in opened(expr, table.definitions) for expr in exprs)
        self._fields = fields_read(table, exprs) | {"points"}
        self._melds = _melds(table) if self._with_melds else {}

    def of(self, points: Sequence[Point]) -> Iterator[tuple[int, Left]]:
        """Everything that can be left of hands with these points, each with the number of such a point."""
        free = min(kind.points for kind in self._table.pack.kinds) < 0
        choices = [self._choices(cards) for cards in range(self._table.hand_size)]
        found: dict[int, None] = {}
        for at in self._telling(points):
            point = points[at]
            for cards in range(self._table.hand_size - point.melded):
                for worth, held in choices[cards]:
                    if worth > point.deadwood and not free:
                        continue
                    for answers in self._answers(point, worth, held):
                        place = self._seen.place(point._replace(deadwood=worth), cards, answers)
                        if place not in found:
                            found[place] = None
                            yield at, Left(place, worth, tuple(kind.index for kind in held))

    def _telling(self, points: Sequence[Point]) -> list[int]:
        """Of points that differ in no more than what is lost by laying cards off, the one with most loose points."""
        of: dict[tuple[object, ...], int] = {}
        for at, point in sorted(enumerate(points), key=lambda one: one[1].deadwood):
            kept = tuple(point.looked[number] for number in self._seen.looked if number not in self._about)
            of[point.melded, point.runs, point.sets, point.wilds, point.hand_points, kept] = at
        return sorted(of.values(), key=lambda at: points[at])

    def _choices(self, cards: int) -> list[tuple[int, tuple[Kind, ...]]]:
        """Every choice of so many cards that rules tell apart, with its points."""
        kinds = self._table.pack.kinds
        if not self._about:
            listed = sums(self._table)[cards].items()
            return [(worth, tuple(kinds[index] for index in held)) for worth, held in listed]
        alike = looks(self._table, self._fields)
        found = list(counts([room(look) for look in alike], cards))
        self.exact = self.exact and len(found) <= MOST_CHOICES
        return sorted(((sum(kind.points for kind in held), held) for held in map(_Held(alike), found)), key=_order)

    def _answers(self, point: Point, worth: int, held: Sequence[Kind]) -> Iterator[Mapping[int, Any]]:
        """The answers about cards that are left, for each choice of melds that can lie beside them."""
        if not self._about:
            yield {}
            return
        facts = SimpleNamespace(
            deadwood=worth,
            melded=point.melded,
            hand_points=point.hand_points,
            runs=point.runs,
            sets=point.sets,
            wilds=point.wilds,
            loose=held,
            melds=(None,) * (point.runs + point.sets),
            hand=(None,) * self._table.hand_size,
        )
        if not self._with_melds:
            yield {number: one.of(facts) for number, one in self._about.items()}
            return
        for facts.melds in self._melds.get((point.melded, point.runs, point.sets, point.wilds), ()):
            yield {number: one.of(facts) for number, one in self._about.items()}


class _Held:
    """Cards of so many of each look, the cheapest of each."""

    def __init__(self, alike: Sequence[Sequence[Kind]]) -> None:
        self._copies = [[kind for kind in look for _ in range(kind.count)] for look in alike]

    def __call__(self, chosen: Sequence[int]) -> tuple[Kind, ...]:
        held = (kind for copies, many in zip(self._copies, chosen, strict=True) for kind in copies[:many])
        return tuple(sorted(held, key=lambda kind: kind.index))


def _order(one: tuple[int, tuple[Kind, ...]]) -> tuple[int, list[int]]:
    return one[0], [kind.index for kind in one[1]]


def _melds(table: Table) -> dict[tuple[int, int, int, int], list[tuple[MeldRecord, ...]]]:
    """Every choice of forms of melds that a hand has room for, by its cards melded, runs, sets and wild cards."""
    found: dict[tuple[int, int, int, int], list[tuple[MeldRecord, ...]]] = {}
    allowed = [form for form in forms(table) if form in table.meld_rules.allowed and form.size <= table.hand_size]
    most = table.hand_size // min((form.size for form in allowed), default=table.hand_size)
    for many in range(most + 1):
        for chosen in combinations_with_replacement(allowed, many):
            if sum(form.size for form in chosen) <= table.hand_size:
                melds = tuple(MeldRecord.of(table.rule_set.enums, form, own=True) for form in chosen)
                found.setdefault(_shape(chosen), []).append(melds)
    return found


def _shape(chosen: Iterable[Signature]) -> tuple[int, int, int, int]:
    kinds = [form.kind for form in chosen]
    return sum(form.size for form in chosen), kinds.count(RUN), kinds.count(SET), sum(form.wilds for form in chosen)
