"""What a part that looks at single cards of a hand asks besides: how the round was closed, a card, a meld, the course.

Such a part (`any(c.points above closer.deadwood for c in loose)`) has no one answer for a hand. It is asked about every
hand beside every choice of all else that it reads, so that hands with the same answers throughout are one to it, and
choices of which the part sees the same are one choice (`sights`). Of a closer every number of points is a choice that
cards of the pack can come to, whether or not one can close so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import Any

from referee.game.factgroups import SeatRecord
from referee.game.facts import GIVABLE, VARYING
from referee.lang.syntax import Expr
from referee.table import Table
from referee.table.draft import MeldRecord
from referee.workshop.proof.courses import cards_asked, courses, values_asked
from referee.workshop.proof.forms import forms
from referee.workshop.proof.looks import fields_of
from referee.workshop.proof.sights import Sight

OF_A_HAND = VARYING | {"hand_points", "hand"}
"""The facts of a hand as it lies."""

_RESULT = ("after_closer", "is_closer", "outcome")
_RECORDS = ("card", "closer", "meld")

MOST_CHOICES = 6_000
"""Beside more choices not every hand is asked about, but a sample of both (`sampledblocks`)."""

_MOST_LISTED = 400_000
"""Among more it is not looked for those of which a part sees the same."""

_Facts = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Besides:
    """Every choice of what one part reads beside a hand, one for each thing that it can see of them."""

    sight: Sight
    choices: tuple[_Facts, ...]
    numbers: Mapping[tuple[Any, ...], int]

    def number(self, facts: SimpleNamespace) -> int:
        """Which choice these facts are."""
        return self.numbers[self.sight.seen(facts.__dict__)]


def besides_of(table: Table, part: Expr, exprs: Sequence[Expr]) -> Besides | None:
    """What a part of these rules of a seat reads beside its hand; None if there are too many choices."""
    names = table.binder.compile(part).reads - OF_A_HAND
    read = tuple((name, fields_of(table, [part], name) if name in _RECORDS else ()) for name in sorted(names))
    sight = Sight.of(table, part, names)
    found: dict[tuple[Any, ...], _Facts] = {}
    for listed, choice in enumerate(_choices(table, names, read, exprs)):
        found.setdefault(sight.seen(choice), choice)
        if len(found) > MOST_CHOICES or listed > _MOST_LISTED:
            return None
    return Besides(sight, tuple(found.values()), {key: number for number, key in enumerate(found)})


def _choices(
    table: Table, names: frozenset[str], read: Sequence[tuple[str, tuple[str, ...]]], exprs: Sequence[Expr]
) -> Iterator[_Facts]:
    offered: list[Sequence[_Facts]] = []
    if names & GIVABLE.keys():
        kept = sorted(names & GIVABLE.keys())
        given = (course.given for course in courses(table, exprs, with_cards=False).all)
        offered.append(
            [dict(one) for one in dict.fromkeys(tuple((name, each[name]) for name in kept) for each in given)]
        )
    outcomes = table.rule_set.enums["outcome"]
    values: Mapping[str, Sequence[Any]] = {
        "outcome": [outcomes.index(name) for name in (*outcomes.members, *outcomes.outside)],
        "after_closer": range(table.seats),
        "is_closer": (False, True),
    }
    offered += [[{name: value} for value in values[name]] for name in _RESULT if name in names]
    fields = dict(read)
    if "closer" in names:
        offered.append([{"closer": one} for one in _closers(table, fields["closer"], exprs)])
    if "card" in names:
        offered.append([{"card": one} for one in cards_asked(table, exprs)])
    if "meld" in names:
        enums = table.rule_set.enums
        offered.append(
            [{"meld": MeldRecord.of(enums, form, own=own)} for own in (False, True) for form in forms(table)]
        )
    for chosen in product(*offered):
        yield {name: value for one in chosen for name, value in one.items()}


def _closers(table: Table, fields: Sequence[str], exprs: Sequence[Expr]) -> Iterator[SeatRecord]:
    """Every closer, as far as these fields go."""
    points = sorted({each for some in sums(table) for each in some})
    of: Mapping[str, Sequence[int]] = {
        "deadwood": points,
        "hand_points": points,
        "melded": range(table.hand_size + 1),
        "total": values_asked(table, "total", exprs)[0],
    }
    for deadwood, hand_points, melded, total in product(*(of[name] if name in fields else (0,) for name in of)):
        yield SeatRecord(deadwood, hand_points, melded, total)


def sums(table: Table) -> tuple[dict[int, tuple[int, ...]], ...]:
    """By a number of cards every sum of points that so many cards of the pack come to, each with cards that do."""
    found: list[dict[int, tuple[int, ...]]] = [{0: ()}, *({} for _ in range(table.hand_size))]
    for kind in table.pack.kinds:
        for _ in range(min(kind.count, table.hand_size)):
            for cards in range(table.hand_size, 0, -1):
                for points, held in [*found[cards - 1].items()]:
                    found[cards].setdefault(points + kind.points, (*held, kind.index))
    return tuple(dict(sorted(each.items())) for each in found)
