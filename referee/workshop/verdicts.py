"""Closes judged in bulk: what a hand may do and what it writes, for every hand of a pack.

The facts of the course are those of a question that gives none (everybody has had a turn), and the closing card is not
known, so conditions on it are not judged. Rules that look at no single card see of a hand its points and what its
arrangements come to; hands that are alike in that are judged once.
"""

from __future__ import annotations

from collections.abc import Sequence
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

    __slots__ = ("_alike", "_known", "_tables")

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables = tuple(tables)
        self._alike = all(_sees_no_card(table) and _same_melds(table, tables[0]) for table in tables)
        self._known: dict[tuple[int, frozenset[int]], tuple[ShortVerdict, ...]] = {}

    def verdicts(self, keep: Sequence[Card]) -> tuple[ShortVerdict, ...]:
        """One verdict for each table."""
        if not self._alike:
            return tuple([short_verdict(table, keep) for table in self._tables])
        first = self._tables[0]
        space = Space(first.meld_rules, first.points, counted(keep))
        points = first.points
        key = (sum([points[card.index] for card in keep]), space.seen())
        known = self._known.get(key)
        if known is None:
            known = tuple([short_verdict(table, keep) for table in self._tables])
            if len(self._known) < _KEPT:
                self._known[key] = known
        return known


def short_verdict(table: Table, keep: Sequence[Card]) -> ShortVerdict:
    """The verdict on closing with these cards kept."""
    verdict = judge_close(table, keep)
    failed = dict.fromkeys(failure.clause for failure in verdict.failures)
    return ShortVerdict(
        legal=verdict.legal,
        outcome=verdict.outcome,
        wins_game=verdict.wins_game,
        writes=verdict.writes,
        clauses=(verdict.clause,) if verdict.legal else tuple(failed),
        deadwood=deadwood(table, keep),
    )


def _sees_no_card(table: Table) -> bool:
    """Whether the rules of a close count cards and melds, and look at none of them."""
    if table.conditions("melds.whole_hand"):
        return False
    conditions, outcomes = table.conditions("close.may_close"), table.outcomes
    return not any(one.opens for one in conditions) and not any(one.opens for one in outcomes)


def _same_melds(one: Table, other: Table) -> bool:
    a, b = one.meld_rules, other.meld_rules
    return (
        one.points == other.points
        and one.hand_size == other.hand_size
        and (a.allowed, a.tracks, a.wild_kinds, a.suit_room, a.cyclic)
        == (b.allowed, b.tracks, b.wild_kinds, b.suit_room, b.cyclic)
    )
