"""Whether a game can come to what an example or a test says of it: more cards in the stock than the pack has left.

Only what contradicts the table or itself is told; what takes luck is not. What nobody says may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.diagnostics import Diagnostic
from referee.diagnostics.spelling import counted
from referee.source import Span
from referee.table import Table

Facts = Mapping[str, int | bool]


def unreached(table: Table, given: Facts) -> Iterator[tuple[str, str]]:
    """Each fact with which no game of this table goes on, and why not."""
    seats_in = given.get("seats_in", table.seats)
    if not 1 <= seats_in <= table.seats:
        yield "seats_in", f"{counted(table.seats, 'seat')} sit at this table"
        return
    yield from _cards(table, given, seats_in)
    if given.get("laps", 0) > given.get("turns", given.get("laps", 0)):
        yield "laps", f"a seat that has finished {counted(int(given['turns']), 'turn')} has been through no more laps"
    shuffles = _most_shuffles(table)
    if shuffles is not None and given.get("reshuffles", 0) > shuffles:
        yield (
            "reshuffles",
            "the discards are never shuffled here" if not shuffles else f"at most {shuffles} are allowed",
        )


def impossible_fact(fact: str, value: object, why: str, place: Span | None) -> Diagnostic:
    """CH803: a fact with which no game goes on."""
    return Diagnostic(
        "CH803", f"no game comes to `{fact}: {value}`: {why}", place, help="say what can be, or leave it out"
    )


def _cards(table: Table, given: Facts, seats_in: int) -> Iterator[tuple[str, str]]:
    """No card is in the stock and in a hand, and unless all discards are shuffled one lies face up."""
    dealt = seats_in * table.hand_size
    upcard = table.settings["deal.next_card"] != "none" and table.settings["stock.reshuffle"] != "all"
    most = max(0, table.pack.size - dealt - upcard)
    if given.get("stock_cards", 0) > most:
        up = ", 1 lies open" if upcard else ""
        yield "stock_cards", f"of {table.pack.size} cards {dealt} are in hands{up}, and {most} are left"


def _most_shuffles(table: Table) -> int | None:
    """How often the discards may be shuffled in a round; None if as often as wanted."""
    if table.settings["stock.reshuffle"] == "none":
        return 0
    return table.settings.get("stock.at_most")
