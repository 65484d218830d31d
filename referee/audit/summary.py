"""What all records of an audit come to: how many of each status, what was broken, where and by whom.

A player counts for the findings at their seat; a record counts once for each clause that it breaks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import Any

from referee.audit.judging import DAMAGED, LOST, UNJUDGED, Row
from referee.record.verdict import FindingKind, Status, Weight

MOST_SHOWN = 50
"""Records to look at first, and unfinished games that are named."""

_NO_CLAUSE = "no clause"
_GRAVITY = {
    DAMAGED: -1,
    LOST: 0,
    Status.VIOLATION: 1,
    Status.UNREADABLE: 2,
    UNJUDGED: 3,
    Status.IRREGULAR: 4,
    Status.CONSISTENT: 5,
    Status.CLEAN: 6,
}
_JUDGED = frozenset({Status.CLEAN, Status.CONSISTENT, Status.IRREGULAR, Status.VIOLATION})
_KINDS = [
    str(kind) for kind in (FindingKind.ILLEGAL, FindingKind.DISAGREES, FindingKind.MISCOUNTED, FindingKind.IMPOSSIBLE)
]


@dataclass(slots=True)
class Summary:
    """The counts. Keys of `clauses` are `clause code`, of `players` names, of `tables` event and table.

    `stopped` are records judged only up to their first violation, though there are rounds behind it. `unfinished` are
    games that were judged to the end of what is written and do not end there; `open` are the first of them. `damaged`
    says of each file that could not be read to its end what is wrong; it has a status, too, but is no record.
    """

    statuses: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    players: Counter[str] = field(default_factory=Counter)
    irregular: Counter[str] = field(default_factory=Counter)
    records: int = 0
    complete: int = 0
    stopped: int = 0
    unfinished: int = 0
    rounds: int = 0
    actions: int = 0
    first: list[Row] = field(default_factory=list)
    open: list[Row] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """As JSON; counts by what they count, the largest first."""
        counted = ("statuses", "rules", "clauses", "tables", "players", "irregular")
        ordered = {name: dict(ordered_counts(getattr(self, name))) for name in counted}
        several = ("records", "complete", "unfinished", "stopped", "rounds", "actions")
        totals = {name: getattr(self, name) for name in several}
        shown = (
            "key",
            "record_id",
            "status",
            "violations",
            "first_code",
            "first_clause",
            "first_message",
            "first_round",
            "first_turn",
        )
        return {
            **totals,
            **ordered,
            "look_at_first": [{name: row[name] for name in shown} for row in self.first],
            "unfinished_games": [{name: row[name] for name in ("key", "record_id", "rounds")} for row in self.open],
        }


def told_stopped(count: int) -> str:
    """That records were judged in part, and the way out; "" where none was."""
    if not count:
        return ""
    records = "1 record was" if count == 1 else f"{count:,} records were"
    return f"{records} judged only up to the first violation; --keep-going judges the rounds behind it, too"


def told_unfinished(count: int) -> str:
    """That games do not end where their records do, and where they stand; "" where all do."""
    if not count:
        return ""
    games = "1 game is" if count == 1 else f"{count:,} games are"
    return f'{games} not finished where the record ends ("complete": false in records.jsonl)'


def ordered_counts(counts: Counter[str]) -> list[tuple[str, int]]:
    """The largest first, equal ones by name: the same report for the same records."""
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def summed(rows: Iterable[Row]) -> Summary:
    """The summary of the rows."""
    made = Summary()
    wanted: list[tuple[tuple[int, int, int, str], Row]] = []
    for row in rows:
        _add(made, row)
        if _GRAVITY[row["status"]] < _GRAVITY[Status.CONSISTENT]:
            wanted.append((_gravity(row), row))
            if len(wanted) > 20 * MOST_SHOWN:
                wanted = nsmallest(MOST_SHOWN, wanted, key=lambda entry: entry[0])
    made.first = [row for _, row in nsmallest(MOST_SHOWN, wanted, key=lambda entry: entry[0])]
    return made


def _add(made: Summary, row: Row) -> None:
    made.statuses[row["status"]] += 1
    if row["status"] == DAMAGED:
        made.damaged.append(row["first_message"])
        return
    made.records += 1
    made.complete += row["complete"]
    made.stopped += bool(row["rounds_left"])
    if not row["complete"] and not row["rounds_left"] and row["status"] in _JUDGED:
        made.unfinished += 1
        if len(made.open) < MOST_SHOWN:
            made.open.append(row)
    made.rounds += row["rounds"]
    made.actions += row["actions"]
    made.rules[row["rules"] or "none"] += 1
    findings = json.loads(row["findings"])
    violations = [one for one in findings if one["weight"] == Weight.VIOLATION]
    made.clauses.update({_broken(one) for one in violations})
    made.irregular.update({_broken(one) for one in findings if one["weight"] == Weight.IRREGULARITY})
    made.players.update([one["player"] for one in violations if one.get("player")])
    if violations:
        made.tables[" · ".join(part for part in (row["event"], row["table"]) if part) or row["file"]] += 1


def _broken(finding: Row) -> str:
    return f"{finding.get('clause') or _NO_CLAUSE} {finding['code']}"


def _gravity(row: Row) -> tuple[int, int, int, str]:
    """What is to be looked at first: by status, plays against the rules before sums, more before fewer."""
    kinds = [one["kind"] for one in json.loads(row["findings"]) if one["weight"] == Weight.VIOLATION]
    kind = min((_KINDS.index(each) for each in kinds if each in _KINDS), default=len(_KINDS))
    return _GRAVITY[row["status"]], kind, -row["violations"], row["key"]
