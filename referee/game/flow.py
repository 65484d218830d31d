"""The course of a game: its start, the deal from an order of cards, the count of a round, re-entry, the end.

`legal` conducts the turns of a round; this module what lies between them. It draws no card by itself: whoever runs a
table brings the order of the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Card
from referee.game.actions import Deal
from referee.game.faults import Fault
from referee.game.state import GameState, Phase, Standing
from referee.table import Table


def start(table: Table, *, eldest: int = 0) -> GameState:
    """A new game: nobody has points, every seat has paid its entry into the pot, the cards are to be dealt."""
    seats, entry = table.seats, int(table.settings["stakes.entry"])
    nothing = (0,) * seats
    standing = Standing(
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
    return GameState(Phase.DEAL, standing)


def deal_from(table: Table, standing: Standing, order: Sequence[Card]) -> Deal:
    """The deal of a whole pack in this order: one card at a time from the eldest on, the upcard, then the stock.

    With `to_eldest` the eldest has one card more and nothing is turned up. Seats that are out get no cards.
    """
    seats = [seat for seat in in_order_from(table, standing.eldest) if standing.out_since[seat] is None]
    dealt: dict[int, list[Card | None]] = {seat: [] for seat in seats}
    cards = list(order)
    for _ in range(table.hand_size):
        for seat in seats:
            dealt[seat].append(cards.pop(0))
    next_card = table.settings["deal.next_card"]
    if next_card == "to_eldest":
        dealt[standing.eldest].append(cards.pop(0))
    upcard = cards.pop(0) if next_card in ("turned_up", "offered") else None
    hands = tuple(tuple(dealt[seat]) if seat in dealt else None for seat in range(table.seats))
    return Deal(standing.eldest, hands, upcard, tuple(cards))


def in_order_from(table: Table, seat: int) -> tuple[int, ...]:
    """All seats in order of play, beginning with `seat`."""
    return tuple((seat + step) % table.seats for step in range(table.seats))


def full_pack(table: Table) -> tuple[Card, ...]:
    """Every card of the pack in pack order, each copy named by its mark where there are several."""
    return tuple(
        Card(kind.index, copy if kind.count > 1 else 0)
        for kind in table.pack.kinds
        for copy in range(1, kind.count + 1)
    )


def deal_fault(table: Table, state: GameState, deal: Deal) -> Fault | None:
    """What is wrong with a deal: who is dealt in, how many cards, each card once, who is eldest."""
    standing, clauses = state.standing, table.rule_set.block_clauses
    clause = clauses.get("deal", "")
    if state.phase is not Phase.DEAL:
        return Fault("GAME_IS_OVER" if state.phase is Phase.OVER else "NOT_NOW", clause, {"phase": str(state.phase)})
    if deal.eldest != standing.eldest:
        return Fault("WRONG_ELDEST", clauses.get("eldest", clause), {"eldest": str(deal.eldest)})
    extra = table.settings["deal.next_card"] == "to_eldest"
    for seat in range(table.seats):
        hand = deal.hands[seat] if seat < len(deal.hands) else None
        if (hand is not None) != (standing.out_since[seat] is None):
            return Fault("SEAT_IS_OUT" if hand is not None else "WRONG_HAND_SIZE", clause)
        if hand is not None and len(hand) != table.hand_size + (extra and seat == deal.eldest):
            return Fault("WRONG_HAND_SIZE", clause, {"cards": str(len(hand)), "hand_size": str(table.hand_size)})
    return _cards_fault(table, deal, clause)


def _cards_fault(table: Table, deal: Deal, clause: str) -> Fault | None:
    known = [card for hand in deal.hands if hand is not None for card in hand if card is not None]
    known.extend(card for card in (deal.upcard, *(deal.stock or ())) if card is not None)
    for kind in table.pack.kinds:
        if sum(card.index == kind.index for card in known) > kind.count:
            return Fault("CARD_TWICE", clause, {"card": kind.text})
    if deal.stock is not None:
        dealt = sum(len(hand) for hand in deal.hands if hand is not None)
        turned = table.settings["deal.next_card"] in ("turned_up", "offered")
        if dealt + turned + len(deal.stock) != table.pack.size:
            return Fault("CARD_MISSING", clause, {"cards": str(dealt + turned + len(deal.stock))})
    return None


def next_round(state: GameState, standing: Standing) -> GameState:
    """Between two rounds with this standing: the next deal, or the end if there are winners."""
    phase = Phase.OVER if standing.winners else Phase.DEAL
    return replace(state, phase=phase, standing=standing, round=None, asked=())
