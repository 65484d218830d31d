"""States of a game that have the facts of a witness, in which the referee is asked about it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from referee.game.facts import GIVABLE
from referee.game.result import Course
from referee.game.state import Standing
from referee.table import Table


def course_of(table: Table, facts: SimpleNamespace, seat: int) -> Course:
    """The course of the round, as far as the facts of a seat go."""
    given = given_of(facts)
    return Course(
        eldest=seat if given["is_eldest"] else (seat + 1) % table.seats,
        laps=int(given["laps"]),
        turns=(int(given["turns"]),) * table.seats,
        faulty=frozenset({seat}) if given["faulty"] else frozenset(),
        stock_cards=int(given["stock_cards"]),
        reshuffles=int(given["reshuffles"]),
    )


def given_of(facts: SimpleNamespace) -> dict[str, Any]:
    """The plain facts of the round and the seat, the usual ones where a witness says nothing."""
    return {name: getattr(facts, name, usual) for name, usual in GIVABLE.items()}


def standing_of(table: Table, facts: SimpleNamespace, seat: int) -> Standing:
    """How the seats stand before the round is added; others than the seat in question have nothing."""
    given, seats = given_of(facts), table.seats

    def of(name: str) -> tuple[int, ...]:
        return tuple(int(given[name]) if each == seat else 0 for each in range(seats))

    totals = list(of("total"))
    if hasattr(facts, "closer") and facts.closer is not None:
        totals[0] = facts.closer.total
    still = int(given["seats_in"]) or seats
    since = tuple(None if (each - seat) % seats < still else 1 for each in range(seats))
    return Standing(
        tuple(totals), of("gained"), of("lost"), since, of("re_entries"), (0,) * seats, 0, int(given["rounds"]) - 1, 0
    )
