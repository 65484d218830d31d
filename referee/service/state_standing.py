"""The game between two rounds, between the domain and the wire."""

from __future__ import annotations

from dataclasses import replace

from referee.game.state import Standing
from referee.record.model import seat_letter
from referee.service.state_texts import TextReader, write_by_seat, write_seats
from referee.v1 import rounds_pb2


def write_standing(found: Standing) -> rounds_pb2.Standing:
    """A standing. ValueError where points or coins are beyond 32 bits."""
    return rounds_pb2.Standing(
        totals=write_by_seat(found.totals),
        gained=write_by_seat(found.gained),
        lost=write_by_seat(found.lost),
        out_since={seat_letter(seat): since for seat, since in enumerate(found.out_since) if since is not None},
        re_entries=write_by_seat(found.re_entries),
        paid=write_by_seat(found.paid),
        pot=found.pot,
        rounds=found.rounds,
        eldest=seat_letter(found.eldest),
        winners=write_seats(found.winners),
    )


def read_standing(reader: TextReader, sent: rounds_pb2.Standing, path: str) -> Standing:
    """A standing."""
    since = reader.by_seat(sent.out_since, f"{path}.out_since", None)
    found = Standing(
        totals=reader.numbers(sent.totals, f"{path}.totals"),
        gained=reader.numbers(sent.gained, f"{path}.gained"),
        lost=reader.numbers(sent.lost, f"{path}.lost"),
        out_since=since,
        re_entries=reader.numbers(sent.re_entries, f"{path}.re_entries"),
        paid=reader.numbers(sent.paid, f"{path}.paid"),
        pot=reader.number(sent.pot, f"{path}.pot"),
        rounds=reader.number(sent.rounds, f"{path}.rounds"),
        eldest=reader.seat(sent.eldest, f"{path}.eldest"),
        winners=reader.seats(sent.winners, f"{path}.winners"),
    )
    if any(number is not None and number > found.rounds for number in since):
        reader.fault(f"{path}.out_since", "STATE_INCONSISTENT", f"a seat went out after round {found.rounds}")
        return replace(found, out_since=(None,) * len(since))
    return found
