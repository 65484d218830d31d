"""Kinds of hands on which two tables may differ: the referee itself is asked about no others.

What comes of a close is what comes of the best of its arrangements, and what comes of an arrangement is decided by what
rules can see of it (`pointverdicts`). So of most kinds of hands it is known without them that both tables say the same.
Where arrangements that come to different ends are equally good, the list of their cards decides (x.6 (e)), which no
kind can tell: if the tables do not agree about each of these, every hand must be asked about by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.game.closepoints import NEVER
from referee.table import Table
from referee.workshop.alike import Alike
from referee.workshop.cardlooks import CardLooks
from referee.workshop.pointverdicts import Comes, PointVerdicts, judged_exprs
from referee.workshop.verdicts import same_melds


@dataclass(frozen=True, slots=True)
class _Way:
    """What is known of one arrangement at a table: how good it is, its loose points, and what comes of it."""

    worth: int
    order: int
    deadwood: int
    comes: Comes


_Ways = Mapping[tuple[int, int], _Way]
"""By what a hand weighs and the number of the arrangement in `Space.seen`."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two tables at one moment. `seeing` are those whose melds must be looked at, `looks` what they tell apart."""

    seeing: Sequence[Table]
    looks: CardLooks
    points: Sequence[PointVerdicts]

    @classmethod
    def of(cls, tables: tuple[Table, Table], given: Mapping[str, int | bool]) -> Comparison | None:
        """Two tables of one pack; None where a kind of hands does not tell what comes of a close."""
        first, second = tables
        if any(table.conditions("melds.whole_hand") for table in tables):
            return None
        looks = CardLooks.of([(table, judged_exprs(table)) for table in tables])
        if looks is None:
            return None
        size = first.hand_size
        points = [PointVerdicts(table, given, looks, size) for table in tables]
        return cls([first] if same_melds(first, second) else tables, looks, points)

    def differing(self, kinds: Sequence[Alike]) -> list[Alike] | None:
        """The kinds on which the tables say something different; None where hands must be asked about one by one.

        Where both refuse a close it is no difference by which clauses they do.
        """
        first, second = (self._ways(place, kinds) for place in range(2))
        found: list[Alike] = []
        for one in kinds:
            was, now = _of(first, one, 0), _of(second, one, -1)
            ends = _ends(was), _ends(now)
            refused = not any(end.legal for end in ends[0] | ends[1])
            if refused or len(ends[0]) == len(ends[1]) == 1:
                if (not refused and ends[0] != ends[1]) or _least(was) != _least(now):
                    found.append(one)
            elif len(self.seeing) > 1 or was != now:
                return None
        return found

    def _ways(self, place: int, kinds: Sequence[Alike]) -> _Ways:
        """Every arrangement of these kinds as one of the tables sees it."""
        points, seen = self.points[place], -place
        known = dict.fromkeys((one.seen[seen][0], number) for one in kinds for number in one.seen[seen][1])
        rows = {way: points.row(*way) for way in known}
        different = list(dict.fromkeys(rows.values()))
        told = {
            row: _Way(one.worth, one.order, row.deadwood, Comes.of(one))
            for row, one in zip(different, points.judged(different), strict=True)
        }
        return {way: told[row] for way, row in rows.items()}


def _of(ways: _Ways, kind: Alike, seen: int) -> list[_Way]:
    weight, numbers = kind.seen[seen]
    return [ways[weight, number] for number in numbers]


def _least(ways: Sequence[_Way]) -> int:
    return min([one.deadwood for one in ways])


def _ends(ways: Sequence[_Way]) -> set[Comes]:
    """What comes of the best of some arrangements: more than one where that hangs on the list of their cards."""
    worth = min([one.worth for one in ways])
    if worth < NEVER:
        return {one.comes for one in ways if one.worth == worth}
    order = min([one.order for one in ways])
    return {one.comes for one in ways if one.order == order}
