"""Real cards for what a proof knows of a hand by its counts alone: a hand that lies as a point says.

With cards gone after lay-offs, such a hand is looked for among the smallest of their kinds: its melds, the cards that
are left, and of what is not needed any others, which were laid off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.cards import Card, in_pack_order
from referee.game.meld import Meld, Supply, laid_out
from referee.game.result import Laid, SeatResult, less
from referee.table import Table
from referee.workshop.proof.block import Group
from referee.workshop.proof.handkinds import Looker, Point
from referee.workshop.proof.tableblocks import TableBlocks


@dataclass(frozen=True, slots=True)
class Lying:
    """A hand as it lies: its melds, what is loose, and what was laid off."""

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...]
    loose: tuple[Card, ...]
    laid: tuple[Card, ...] = ()

    def told(self, table: Table) -> str:
        """How it lies, in words."""
        said = [*(" ".join(map(table.write, meld.cards)) for meld in self.melds)]
        said += [f"{' '.join(map(table.write, self.laid))} laid off"] if self.laid else []
        said.append(f"{' '.join(map(table.write, self.loose))} loose" if self.loose else "nothing loose")
        return " | ".join(said)

    def seat(self, number: int) -> SeatResult:
        """What became of a seat that holds it."""
        return SeatResult(number, self.hand, self.melds, tuple(Laid(card, 1) for card in self.laid), self.loose)


class Lyings:
    """Hands that lie as groups of blocks say, at one table."""

    def __init__(self, made: TableBlocks) -> None:
        self._made, self._table = made, made.rules.table
        self._looker = Looker(made.rules)

    def of(self, group: Group) -> Lying | None:
        """A hand of a group that does not lie as the referee would arrange it; None if none was found."""
        if group.lies is None:
            return None
        point = self._made.kinds.points[group.lies]
        if group.left is None:
            return next((one for at, one in self.arranged(group.cards) if at == point), None)
        found = (self._left(one, group.left, point) for one in self._melded(group.lies, point))
        return next((one for one in found if one is not None), None)

    def arranged(self, cards: Sequence[Card]) -> Iterator[tuple[Point, Lying]]:
        """Every arrangement of a hand that can be told apart, with its point, those with the fewest melds first."""
        space, arrangements = self._looker.arrangements(cards)
        for profile, point in sorted((*arrangements,)):
            supply = Supply(cards)
            melds = tuple(laid_out(one, supply) for one in space.smallest([profile])[0])
            yield point, Lying(tuple(cards), melds, supply.rest())

    def _melded(self, at: int, point: Point) -> Iterator[Lying]:
        """Arrangements with this point of the smallest hands that have one."""
        for kind in self._made.kinds.kinds:
            if at in kind.points:
                yield from (one for other, one in self.arranged(kind.smallest) if other == point)

    def _left(self, one: Lying, left: tuple[Card, ...], point: Point) -> Lying | None:
        """The hand with these cards left loose in the end, if it can be."""
        kinds = self._table.pack.kinds
        melded = [card for meld in one.melds for card in meld.cards]
        used = Counter(card.index for card in (*melded, *left))
        if any(many > kinds[index].count for index, many in used.items()):
            return None
        gone = len(one.hand) - len(melded) - len(left)
        laid = less(one.loose, left)
        if len(laid) != gone:  # others than this hand had: any cards that are free, of which rules see no more
            free = (Card(kind.index) for kind in kinds for _ in range(kind.count - used[kind.index]))
            laid = sorted(free, key=lambda card: (kinds[card.index].points, card.index))[:gone]
        hand = in_pack_order([*melded, *left, *laid])
        if point.hand_points not in {0, sum(kinds[card.index].points for card in hand)}:
            return None
        return Lying(hand, one.melds, left, tuple(laid))
