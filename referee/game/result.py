"""What a round came to, before anybody prices it: who held, melded, laid off and kept loose what.

A `RoundResult` is facts only. Which clause they fall under and what they cost is worked out by `game.price`, so that
the same round can be priced under another rule set. Everything in it is plain and frozen: cards, seats as numbers from
0, melds of the table numbered from 1 as they were put down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.cards import Card, in_pack_order
from referee.frozen import quick
from referee.game.meld import Meld
from referee.game.state import TableMeld

UNCLOSED = "unclosed"
"""The outcome of a round that nobody closed."""


def less(cards: Iterable[Card], gone: Iterable[Card]) -> list[Card]:
    """The cards without those that are gone: of each the copy named if it is there, else any, else none."""
    left = list(cards)
    for card in gone:
        index, mark, found = card.index, card.mark, -1
        for place, one in enumerate(left):
            if one.index == index:
                if one.mark == mark:
                    found = place
                    break
                if found < 0:
                    found = place
        if found >= 0:
            del left[found]
    return left


@quick
@dataclass(frozen=True, slots=True)
class Course:
    """What rules may ask of the course of a round when it ends.

    `laps` are turns every seat still in had finished, `turns` those of each seat of the table; `faulty` tells the
    seats whose hands an irregular play left with a wrong number of cards.
    """

    eldest: int
    laps: int
    turns: tuple[int, ...]
    faulty: frozenset[int] = frozenset()
    stock_cards: int = 0
    reshuffles: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Laid:
    """A card laid on meld number `meld`. `stands_for` is the card a wild one takes the place of on a run."""

    card: Card
    meld: int
    stands_for: Card | None = None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A card put in the place of a wild one on meld number `meld`; the seat has the wild card for it."""

    card: Card
    meld: int
    wild: Card


@quick
@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat: all the cards it was counted with (the closing card is not among them), and what became of them.

    `melds` are its own, as it put them down; `laid` are in the order in which they were laid, `exchanged` in that in
    which they were exchanged; the wild cards of these are among the cards melded, laid or loose. A seat of which cards
    are not known has None in place of the cards; `certain` is False where that, or such a seat before it, leaves open
    what it could lay off.
    """

    seat: int
    hand: tuple[Card, ...] | None
    melds: tuple[Meld, ...] = ()
    laid: tuple[Laid, ...] = ()
    loose: tuple[Card, ...] = ()
    certain: bool = True
    exchanged: tuple[Exchanged, ...] = ()

    @property
    def held(self) -> tuple[Card, ...]:
        """Its cards after its exchanges; none where they are not known."""
        if self.hand is None or not self.exchanged:
            return self.hand or ()
        gone, wilds = [one.card for one in self.exchanged], [one.wild for one in self.exchanged]
        return in_pack_order(less([*self.hand, *wilds], gone))


@quick
@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that has been shown.

    `closer` None and `outcome` `unclosed` if nobody closed; `closing` is the card put face down, None if it is not
    known or there was none. `judged` are the melds by which the outcome was judged: the closer's own, unless
    others were declared (x.6). `seats` are those dealt in, in order of play from the first seat of the table; `table`
    are the melds as they lie at the end.
    """

    course: Course
    closer: int | None
    outcome: str
    closing: Card | None
    judged: tuple[Meld, ...]
    seats: tuple[SeatResult, ...]
    table: tuple[TableMeld, ...]

    def of(self, seat: int) -> SeatResult | None:
        """What became of a seat; None if it was not dealt in."""
        return next((one for one in self.seats if one.seat == seat), None)

    @property
    def first(self) -> int:
        """The seat from which the others are counted: the closer, or if there is none the eldest."""
        return self.course.eldest if self.closer is None else self.closer
