"""Real cards for what a proof knows of a hand by its counts alone: a hand that lies as a point says.

With cards gone after lay-offs, such a hand is looked for among the smallest of their kinds: its melds, the cards that
are left, and of what is not needed any others, which were laid off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from referee.cards import Card, in_pack_order
from referee.game.meld import Meld, Supply, laid_out
from referee.game.result import Laid, SeatResult
from referee.table import Table
from referee.workshop.proof.block import Group
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.handkinds import HandKinds, Looker
from referee.workshop.proof.points import Point

_MOST_KINDS = 100
"""Kinds of hands that are looked through for one that lies so."""


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

    def __init__(self, rules: CloseRules, kinds: HandKinds) -> None:
        self._kinds, self._table = kinds, rules.table
        self._looker = Looker(rules)

    def of(self, group: Group) -> Lying | None:
        """A hand of a group that does not lie as the referee would arrange it; None if none was found."""
        return next(self.all(group), None)

    def all(self, group: Group) -> Iterator[Lying]:
        """Hands of such a group, those of the smallest kinds first."""
        points = {self._kinds.points[at] for at in group.lies}
        wanted = set(group.lies)
        every = (kind.smallest for kind in self._kinds.kinds if not wanted.isdisjoint(kind.points))
        kinds = islice(every, _MOST_KINDS)
        for cards in (group.cards,) if group.cards else kinds:
            for point, one in self.arranged(cards):
                if point in points:
                    made = one if group.left is None else self._left(one, group.left, point, known=bool(group.cards))
                    yield from () if made is None else (made,)

    def arranged(self, cards: Sequence[Card]) -> Iterator[tuple[Point, Lying]]:
        """Every arrangement of a hand that can be told apart, with its point, those with the fewest melds first."""
        space, arrangements = self._looker.arrangements(cards)
        for profile, point in sorted((*arrangements,)):
            supply = Supply(cards)
            melds = tuple(laid_out(one, supply) for one in space.smallest([profile])[0])
            yield point, Lying(tuple(cards), melds, supply.rest())

    def _left(self, one: Lying, left: tuple[Card, ...], point: Point, *, known: bool) -> Lying | None:
        """The hand with these cards left loose in the end, if it can be; of a `known` one no other card is changed."""
        if known:
            gone = Counter(one.loose) - Counter(left)
            return None if Counter(left) - Counter(one.loose) else replace(one, loose=left, laid=tuple(gone.elements()))
        kinds = self._table.pack.kinds
        melded = [card for meld in one.melds for card in meld.cards]
        used = Counter(card.index for card in (*melded, *left))
        if any(many > kinds[index].count for index, many in used.items()):
            return None
        # what is laid off is seen by its points alone, and by those only where rules weigh whole hands
        worth = point.hand_points and point.hand_points - sum(kinds[index].points * used[index] for index in used)
        free = [Card(kind.index) for kind in kinds for _ in range(kind.count - used[kind.index])]
        laid = self._worth(free, len(one.hand) - len(melded) - len(left), worth if point.hand_points else None)
        if laid is None:
            return None
        return Lying(in_pack_order([*melded, *left, *laid]), one.melds, left, laid)

    def _worth(self, free: Sequence[Card], many: int, worth: int | None) -> tuple[Card, ...] | None:
        """So many of these cards, of so many points if that is said; None if there are none."""
        kinds = self._table.pack.kinds
        found: list[dict[int, tuple[Card, ...]]] = [{0: ()}, *({} for _ in range(many))]
        for card in free:
            for cards in range(many, 0, -1):
                for points, held in [*found[cards - 1].items()]:
                    found[cards].setdefault(points + kinds[card.index].points, (*held, card))
        return found[many].get(min(found[many], default=0) if worth is None else worth)
