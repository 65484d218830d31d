"""Exchanges: a card is put in the place of a wild card that stands for it, and whoever put it there has the wild card.

`lay_off.may_exchange` says when, and without a condition nobody may. Only in a run does a wild card stand for one
particular card (es.15: in a set it holds no suit), so only there can it be exchanged. What was exchanged stays written
on the meld, for every seat is counted with the cards that it held when the round was closed.

Where the referee lays off for the players, a seat exchanges first, in whatever order works, and melds and lays off
then; of all ways to do so it takes the best by x.6, and of equal ones that with the fewest exchanges. A declared
exchange is a lay-off like any other, and may come whenever its seat acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card, in_pack_order
from referee.game.result import Exchanged, less
from referee.game.roundfacts import RoundFacts
from referee.game.state import TableMeld
from referee.game.tablemeld import growing, is_allowed, record_of
from referee.table import BoundCondition, Kind, Table

EXCHANGE = "lay_off.may_exchange"

Arrange = Callable[[Sequence[Card]], None]
"""Fills the group `arrangement` of the facts for the cards a seat has in hand."""


def place_held(meld: TableMeld, card: Card) -> int | None:
    """Where in the meld a wild card stands for this card; None if none does."""
    pairs = enumerate(zip(meld.cards, meld.places, strict=True))
    return next((at for at, (one, place) in pairs if place == card.index != one.index), None)


def exchanged(table: Table, meld: TableMeld, card: Card, seat: int) -> TableMeld | None:
    """The meld with the card in the place of the wild one that stands for it, or None if there is none."""
    at = place_held(meld, card)
    if at is None:
        return None
    cards = (*meld.cards[:at], card, *meld.cards[at + 1 :])
    made = replace(meld, cards=cards, exchanged=(*meld.exchanged, (seat, card, meld.cards[at])))
    grower = growing(table, made)
    return made if is_allowed(table, grower.signature(grower.start)) else None


def received(before: TableMeld, after: TableMeld) -> list[Card]:
    """The wild cards that came out of a meld between two states of it."""
    return [wild for _, _, wild in after.exchanged[len(before.exchanged) :]]


def forbidding(
    table: Table, meld: TableMeld, card: Card, *, seat: int, facts: RoundFacts
) -> tuple[BoundCondition, ...] | None:
    """The conditions that forbid an exchange; None if it is not for want of a condition that it may not be."""
    conditions = table.conditions(EXCHANGE)
    if not conditions:
        return None
    grower = growing(table, meld)
    facts.card = table.kind(card)
    facts.meld = record_of(table, grower.signature(grower.start), own=meld.owner == seat)
    return tuple(one for one in conditions if not one.test.call(facts))


@dataclass(frozen=True, slots=True)
class Trade:
    """A hand and the melds of the table after some exchanges.

    `held` are all cards the seat has then, as conditions see them; not worked out where nobody may exchange.
    """

    hand: tuple[Card, ...]
    on_table: tuple[TableMeld, ...]
    held: tuple[Kind, ...]
    exchanged: tuple[Exchanged, ...] = ()


def trades(
    table: Table,
    on_table: Sequence[TableMeld],
    hand: Sequence[Card],
    *,
    numbers: Iterable[int],
    seat: int,
    facts: RoundFacts,
    arrange: Arrange,
) -> list[Trade]:
    """Every way to exchange cards on the melds with these numbers, that of no exchange first, each hand once.

    `facts` has the groups `round`, `seat` and `result` filled, and is filled further.
    """
    if not may_ever(table):
        return [Trade(tuple(hand), tuple(on_table), ())]
    open_melds = sorted(numbers)
    found = [Trade(tuple(hand), tuple(on_table), tuple(facts.hand))]
    seen = {_place_of(found[0])}
    for trade in found:
        for longer in _longer(table, trade, open_melds, seat=seat, facts=facts, arrange=arrange):
            if _place_of(longer) not in seen:
                seen.add(_place_of(longer))
                found.append(longer)
    return found


def may_ever(table: Table) -> bool:
    """Whether there can be an exchange at this table at all."""
    conditions = table.conditions(EXCHANGE)
    return bool(conditions) and not any(one.test.constant is False for one in conditions)


def _place_of(trade: Trade) -> tuple[object, ...]:
    """What tells one way from another: where the cards lie in the end."""
    return (in_pack_order(trade.hand), tuple(meld.cards for meld in trade.on_table))


def _longer(
    table: Table, trade: Trade, open_melds: Sequence[int], *, seat: int, facts: RoundFacts, arrange: Arrange
) -> Iterator[Trade]:
    """The ways with one exchange more."""
    for number in open_melds:
        meld = trade.on_table[number - 1]
        for card in dict.fromkeys(trade.hand):
            made = exchanged(table, meld, card, seat)
            if made is None:
                continue
            arrange(trade.hand)
            facts.hand = trade.held
            if forbidding(table, meld, card, seat=seat, facts=facts) == ():
                (wild,) = received(meld, made)
                melds = (*trade.on_table[: number - 1], made, *trade.on_table[number:])
                yield Trade(
                    in_pack_order([*less(trade.hand, [card]), wild]),
                    melds,
                    _swapped(table, trade.held, card, wild),
                    (*trade.exchanged, Exchanged(card, number, wild)),
                )


def _swapped(table: Table, held: Sequence[Kind], card: Card, wild: Card) -> tuple[Kind, ...]:
    kinds = list(held)
    at = next(at for at, kind in enumerate(kinds) if kind.index == card.index)
    kinds[at] = table.kind(wild)
    return tuple(kinds)
