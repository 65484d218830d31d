"""The verdict on a clean record, made of what the fast road found: the very one that the judge gives."""

from __future__ import annotations

from dataclasses import replace

from referee.game.state import Phase
from referee.record.fast import Clean, FastRoad
from referee.record.model import seat_letter
from referee.record.reading import ReadRecord
from referee.record.sheet import between
from referee.record.verdict import Prefix, Status, Verdict
from referee.table import Table


def clean_verdict(road: FastRoad, read: ReadRecord) -> Verdict | None:
    """The verdict on a record in which everything is known and right; None: ask the judge."""
    if read.record is None or read.repairs:
        return None
    record, table = read.record, road.table
    found = road.clean(record, sheets=True)
    if found is None:
        return None
    standing = found.standing
    state = None if standing.winners else between(Phase.DEAL, standing)
    return replace(short_verdict(table, record.id, found), state=state, sheet=found.sheet)


def short_verdict(table: Table, record_id: str, found: Clean) -> Verdict:
    """The same without the sheet, and without the state in which play stands."""
    standing = found.standing
    letters = [seat_letter(seat) for seat in range(table.seats)]
    return Verdict(
        record_id=record_id,
        rules_digest=table.rule_set.digest,
        status=Status.CLEAN,
        complete=bool(standing.winners),
        accepted=Prefix(found.rounds, found.turns, found.actions),
        totals=dict(zip(letters, standing.totals, strict=True)),
        out=tuple(letters[seat] for seat, since in enumerate(standing.out_since) if since is not None),
        winners=tuple(letters[seat] for seat in standing.winners),
        notation=table.pack.notation,
    )
