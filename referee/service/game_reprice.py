"""A round that was played at one table, as another table sees it: the same cards, told by their texts.

Packs may differ; a card of the one is the card of the same name of the other. Melds are taken as they were shown,
whatever the other table thinks of them: they happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.cards import Card, CardError
from referee.game.meld import Meld
from referee.game.result import Exchanged, Laid, RoundResult, SeatResult
from referee.game.tablemeld import NO_PLACE
from referee.service.status import bad_field
from referee.table import Table


def at_other_table(result: RoundResult, played: Table, other: Table, path: str) -> RoundResult:
    """The result with the cards of the other table's pack; CallError if that has one of them not, or other seats."""
    if played.seats != other.seats:
        message = f"the round was played by {played.seats} seats, and the other table has {other.seats}"
        raise bad_field(f"{path}.seats", "SEATS_DIFFER", message)
    if result.closer is not None and not other.outcomes:
        raise bad_field(path, "NOT_PLAYABLE", "the other table knows no outcome of a close")
    try:
        return _Move(played, other).result(result)
    except CardError as error:
        raise bad_field(path, error.code, f"the round cannot be priced there: {error.message}") from None


@dataclass(frozen=True, slots=True)
class _Move:
    """From one pack to another."""

    played: Table
    other: Table

    def result(self, found: RoundResult) -> RoundResult:
        """The facts of a round."""
        return replace(
            found,
            closing=self.card(found.closing),
            judged=self.melds(found.judged),
            seats=tuple(self.seat(one) for one in found.seats),
            table=tuple(
                replace(
                    meld,
                    cards=self.cards(meld.cards),
                    places=tuple(place if place == NO_PLACE else self.index(place) for place in meld.places),
                    laid=tuple((seat, self.known(card)) for seat, card in meld.laid),
                    exchanged=tuple((seat, self.known(card), self.known(wild)) for seat, card, wild in meld.exchanged),
                )
                for meld in found.table
            ),
        )

    def seat(self, found: SeatResult) -> SeatResult:
        """One seat."""
        return replace(
            found,
            hand=None if found.hand is None else self.cards(found.hand),
            melds=self.melds(found.melds),
            laid=tuple(Laid(self.known(one.card), one.meld, self.card(one.stands_for)) for one in found.laid),
            loose=self.cards(found.loose),
            exchanged=tuple(Exchanged(self.known(one.card), one.meld, self.known(one.wild)) for one in found.exchanged),
        )

    def melds(self, found: Iterable[Meld]) -> tuple[Meld, ...]:
        """Melds."""
        return tuple(
            replace(meld, cards=self.cards(meld.cards), places=tuple(map(self.card, meld.places))) for meld in found
        )

    def cards(self, found: Iterable[Card]) -> tuple[Card, ...]:
        """Cards, in the order in which they were."""
        return tuple(map(self.known, found))

    def card(self, found: Card | None) -> Card | None:
        """A card, or none."""
        return None if found is None else self.known(found)

    def known(self, found: Card) -> Card:
        """A card; CardError if the other pack has none of that name."""
        return self.other.pack.notation.read(self.played.write(found))

    def index(self, place: int) -> int:
        """A kind."""
        return self.known(Card(place)).index
