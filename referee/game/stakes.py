"""Stakes: what is paid into the pot, out of it, and from seat to seat. Coins are whole; none is lost or made.

`Standing.paid` counts what each seat has paid so far, less what it has received; with the pot it always sums up to
nothing owed: the sum of `paid` is the pot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from referee.game.state import Standing
from referee.lang.compile import Compiled
from referee.table import Table


def opening(table: Table, eldest: int = 0) -> Standing:
    """The standing before the first round: every seat in at 0, and its entry paid."""
    seats, entry = table.seats, int(table.settings["stakes.entry"])
    nothing = (0,) * seats
    return Standing(
        totals=nothing,
        gained=nothing,
        lost=nothing,
        out_since=(None,) * seats,
        re_entries=nothing,
        paid=(entry,) * seats,
        pot=entry * seats,
        rounds=0,
        eldest=eldest,
    )


def pay_pot(standing: Standing, seat: int, coins: int) -> Standing:
    """A seat pays into the pot."""
    paid = list(standing.paid)
    paid[seat] += coins
    return replace(standing, paid=tuple(paid), pot=standing.pot + coins)


def pay_seats(standing: Standing, payer: int, shares: Sequence[tuple[int, int]]) -> Standing:
    """A seat pays others: (seat, coins)."""
    paid = list(standing.paid)
    for seat, coins in shares:
        paid[payer] += coins
        paid[seat] -= coins
    return replace(standing, paid=tuple(paid))


def shared(coins: int, seats: Sequence[int]) -> list[tuple[int, int]]:
    """Coins in equal shares for seats; an indivisible rest goes to the first of them."""
    share, rest = divmod(coins, len(seats))
    return [(seat, share + (rest if place == 0 else 0)) for place, seat in enumerate(seats)]


@dataclass(slots=True)
class _Pot:
    """The facts of `stakes.winner_takes`."""

    pot: int


def settle_stakes(
    table: Table, standing: Standing, winners: Sequence[int], loser_pays: Callable[[int, Compiled], int]
) -> Standing:
    """The end of the game: the winners take what they take of the pot, and every other seat of the table pays them.

    `winners` in the order in which a rest goes: the first gets it. `loser_pays` works out the amount for a seat.
    """
    taken = int(_rule(table, "stakes.winner_takes").call(_Pot(standing.pot)))
    paid = list(standing.paid)
    for seat, coins in shared(taken, winners):
        paid[seat] -= coins
    standing = replace(standing, paid=tuple(paid), pot=standing.pot - taken)
    rule = _rule(table, "stakes.loser_pays")
    for seat in range(table.seats):
        due = 0 if seat in winners else loser_pays(seat, rule)
        if due:
            standing = pay_seats(standing, seat, shared(due, winners))
    return standing


def _rule(table: Table, slot: str) -> Compiled:
    """A setting of `stakes`, which the format gives a default."""
    rule = table.setting(slot)
    assert rule is not None
    return rule
