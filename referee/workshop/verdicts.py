"""Closes judged in bulk: what a hand may do and what it writes, for every hand of a pack.

The facts of the course are those of a question that gives none (everybody has had a turn) unless others are given; the
closing card is not known, so conditions on it are not judged. Rules that look at no single card see of a hand its
points and what its arrangements come to; hands that are alike in that are judged once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.game.close import judge_close
from referee.game.solve import counted, deadwood
from referee.game.space import Space
from referee.table import Table

_KEPT = 400_000


@dataclass(frozen=True, slots=True)
class ShortVerdict:
    """What a close with these cards kept comes to.

    `clauses` are those that refuse it, or the outcome's; `writes` None: refused, won, or not known from these cards.
    """

    legal: bool
    outcome: str | None
    wins_game: bool
    writes: int | None
    clauses: tuple[str, ...]
    deadwood: int


class BulkJudge:
    """Judges closes at some tables of one pack, side by side. It remembers, so it belongs to one process."""

    __slots__ = ("_given", "_known", "_tables")

    def __init__(self, tables: Sequence[Table], given: Mapping[str, int | bool] | None = None) -> None:
        self._given = given
        self._tables = [_Asked(table, _first_alike(table, tables), sees_no_card(table)) for table in tables]
        self._known: list[dict[_Seen, ShortVerdict]] = [{} for _ in tables]

    def verdicts(self, keep: Sequence[Card]) -> tuple[ShortVerdict, ...]:
        """One verdict for each table."""
        found: list[ShortVerdict] = []
        keys: list[_Seen | None] = []
        for asked, known in zip(self._tables, self._known, strict=True):
            if not asked.sees_no_card:
                keys.append(None)
                found.append(short_verdict(asked.table, keep, self._given))
                continue
            # tables with the same melds and points see the same of a hand
            key = keys[asked.alike] if asked.alike < len(keys) else None
            key = key or _seen(asked.table, keep)
            keys.append(key)
            verdict = known.get(key)
            if verdict is None:
                verdict = short_verdict(asked.table, keep, self._given)
                if len(known) < _KEPT:
                    known[key] = verdict
            found.append(verdict)
        return tuple(found)


_Seen = tuple[int, frozenset[int]]
"""What rules that look at no card see of a hand: its points, and what its arrangements come to."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A table: `alike` is the place of the first one with the same melds and points."""

    table: Table
    alike: int
    sees_no_card: bool


def _seen(table: Table, keep: Sequence[Card]) -> _Seen:
    space = Space(table.meld_rules, table.points, counted(keep))
    return sum([table.points[card.index] for card in keep]), space.seen()


def _first_alike(table: Table, tables: Sequence[Table]) -> int:
    return next(place for place, other in enumerate(tables) if same_melds(table, other))


def short_verdict(table: Table, keep: Sequence[Card], given: Mapping[str, int | bool] | None = None) -> ShortVerdict:
    """The verdict on closing with these cards kept, when the facts of the course are as given."""
    verdict = judge_close(table, keep, given=given)
    failed = dict.fromkeys(failure.clause for failure in verdict.failures)
    return ShortVerdict(
        legal=verdict.legal,
        outcome=verdict.outcome,
        wins_game=verdict.wins_game,
        writes=verdict.writes,
        clauses=(verdict.clause,) if verdict.legal else tuple(failed),
        deadwood=deadwood(table, keep),
    )


def sees_no_card(table: Table) -> bool:
    """Whether the rules of a close count cards and melds, and look at none of them."""
    if table.conditions("melds.whole_hand"):
        return False
    conditions, outcomes = table.conditions("close.may_close"), table.outcomes
    return not any(one.opens for one in conditions) and not any(one.opens for one in outcomes)


def same_melds(one: Table, other: Table) -> bool:
    """Whether two tables see the same of a hand: they have the same points, and the same melds."""
    a, b = one.meld_rules, other.meld_rules
    return (
        one.points == other.points
        and one.hand_size == other.hand_size
        and (a.allowed, a.tracks, a.wild_kinds, a.suit_room, a.cyclic)
        == (b.allowed, b.tracks, b.wild_kinds, b.suit_room, b.cyclic)
    )
