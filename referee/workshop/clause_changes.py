"""Which printed clauses differ between two tables: the rules of the course of play, in words."""

from __future__ import annotations

from dataclasses import dataclass

from referee.table import Table
from referee.voice import paragraphs


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A clause that is not the same; `was` or `now` is None where one table does not have it."""

    clause: str
    was: str | None
    now: str | None


def clause_changes(first: Table, second: Table, lang: str) -> tuple[ClauseChange, ...]:
    """In the order of the second booklet, then what only the first has."""
    was = {one.clause: one.text for one in paragraphs(first, lang)}
    now = {one.clause: one.text for one in paragraphs(second, lang)}
    clauses = [*now, *(clause for clause in was if clause not in now)]
    changed = [clause for clause in clauses if was.get(clause) != now.get(clause)]
    return tuple(ClauseChange(clause, was.get(clause), now.get(clause)) for clause in changed)
