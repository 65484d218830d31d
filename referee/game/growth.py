"""What loose cards can do to the melds on a table: every choice of cards that can be laid, by adding one at a time.

Melds do not influence each other, but for the cards they take. So each is grown alone, and a choice of cards can be
laid if it is a sum of one growth of each meld. Choices are whole numbers with one field for every kind of card held
and guard bits between, as profiles are in `game.space`; their points stand on top, so that the greatest number is the
choice worth most. Nothing is left out: wild cards are tried at both ends, rules are asked before each card, and the
order in which cards are laid is found where only one works.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.game.space import Space
from referee.game.state import TableMeld
from referee.game.tablemeld import Run, Set, Signature, State, Step, growing, may_touch
from referee.table import Table

May = Callable[[int, Signature, int], bool]
"""Whether a card of a kind may be laid on a meld with this signature and owner."""

Item = tuple[int, int, int]
"""A card laid as x.6 (f) compares it: its kind, the number of the meld, the end."""

_COUNT_BITS = 6


class Growth(NamedTuple):
    """One way to add some cards to a meld: as (f) compares it, the fewest stand-ins, and the steps in order."""

    items: tuple[tuple[int, int], ...]
    wilds: int
    steps: tuple[tuple[int, Step], ...]


class Fields:
    """How choices of the cards held are written as numbers.

    From the bottom: a field for each kind, the number of cards, the cards as `Space` counts them, the points.
    """

    __slots__ = ("_guards", "_limit", "_live_at", "_points_at", "kinds", "numbers")

    def __init__(self, table: Table, counts: Mapping[int, int], space: Space) -> None:
        self.kinds = sorted(counts)
        width = max(counts.values(), default=1).bit_length() + 1
        cards_at = width * len(self.kinds)
        self._live_at = cards_at + _COUNT_BITS
        self._points_at = self._live_at + space.full.bit_length()
        self._guards = self._limit = 0
        self.numbers: dict[int, int] = {}
        for place, kind in enumerate(self.kinds):
            self._guards += 1 << (width * place + width - 1)
            self._limit += counts[kind] << (width * place)
            live = space.unit(kind) << self._live_at
            points = table.points[kind] << self._points_at
            self.numbers[kind] = (1 << (width * place)) + (1 << cards_at) + live + points
        self._limit += self._guards

    def fit(self, number: int) -> bool:
        """Whether the hand has these cards."""
        return (self._limit - number) & self._guards == self._guards

    def sums(self, one: Iterable[int], other: Sequence[int]) -> set[int]:
        """Every sum of two choices that the hand has."""
        limit, guards = self._limit, self._guards
        return {a + b for a in one for b in other if (limit - a - b) & guards == guards}

    def within(self, number: int, limit: int) -> bool:
        """Whether a choice is part of another."""
        return ((limit | self._guards) - number) & self._guards == self._guards

    def only_cards(self, number: int) -> int:
        """The fields of the kinds, without what stands on top."""
        return number & ((1 << (self._live_at - _COUNT_BITS)) - 1)

    def points(self, number: int) -> int:
        """The points of the cards chosen."""
        return number >> self._points_at

    def cards(self, number: int) -> int:
        """How many cards are chosen."""
        return number >> (self._live_at - _COUNT_BITS) & ((1 << _COUNT_BITS) - 1)

    def live(self, number: int) -> int:
        """The cards chosen as `Space` counts them."""
        return number >> self._live_at & ((1 << (self._points_at - self._live_at)) - 1)


def within_reach(
    table: Table, on_table: Sequence[TableMeld], open_melds: Iterable[int], counts: Mapping[int, int]
) -> list[int]:
    """The melds, of some with numbers from 1, that might take one of the cards counted by kind: none is missed."""
    return [number for number in open_melds if may_touch(table, on_table[number - 1], counts)]


class Layable:
    """All choices of cards that can be laid on the open melds; 0 is that of no card.

    `open_melds` are numbers from 1 into `on_table`, those `within_reach` are enough. `may` None: nothing is asked but
    that melds stay melds.
    """

    __slots__ = ("_after", "_grown", "choices", "fields")

    def __init__(
        self,
        table: Table,
        on_table: Sequence[TableMeld],
        open_melds: Iterable[int],
        fields: Fields,
        may: May | None,
    ) -> None:
        self.fields = fields
        self._grown: list[tuple[int, dict[int, Growth]]] = []
        for number in sorted(open_melds):
            meld = on_table[number - 1]
            grown = _growths(growing(table, meld), meld.owner, fields, may)
            if len(grown) > 1:
                self._grown.append((number, grown))
        # what can be laid on this meld and those after it
        self._after: list[Collection[int]] = [{0}]
        for _, grown in reversed(self._grown):
            alone = len(self._after) == 1
            self._after.append(set(grown) if alone else fields.sums(self._after[-1], list(grown)))
        self._after.reverse()
        self.choices = self._after[0]

    def way(self, choice: int) -> tuple[list[Item], list[tuple[int, int, Step]]]:
        """How a choice is laid by x.6 (f): what (f) compares, then (kind, meld, step) in an order that works."""
        reached: dict[int, tuple[list[Item], tuple[Growth | None, ...]]] = {0: ([], ())}
        for place, (number, grown) in enumerate(self._grown):
            after, following = self._after[place + 1], dict[int, tuple[list[Item], tuple[Growth | None, ...]]]()
            for used, (items, ways) in reached.items():
                for more, growth in grown.items():
                    if choice - used - more not in after:
                        continue
                    longer = sorted([*items, *((kind, number, end) for kind, end in growth.items)])
                    known = following.get(used + more)
                    if known is None or longer < known[0]:
                        following[used + more] = (longer, (*ways, growth))
            reached = following
        items, chosen = reached[choice]
        steps = [
            (kind, number, step)
            for (number, _), growth in zip(self._grown, chosen, strict=True)
            if growth is not None
            for kind, step in growth.steps
        ]
        return items, steps


def _growths(grower: Run | Set, owner: int, fields: Fields, may: May | None) -> dict[int, Growth]:
    """Every choice of cards that one meld can take, each in the way (f) likes best."""
    best = {0: Growth((), 0, ())}
    kinds = [(kind, fields.numbers[kind]) for kind in fields.kinds if grower.within_reach(kind)]
    layer: dict[tuple[int, State], Growth] = {(0, grower.start): best[0]}
    while layer:
        following: dict[tuple[int, State], Growth] = {}
        for (used, state), growth in layer.items():
            for kind, number in kinds:
                if not fields.fit(used + number):
                    continue
                steps = list(grower.steps(state, kind))
                if not steps or not (may is None or may(kind, grower.signature(state), owner)):
                    continue
                for step in steps:
                    items = tuple(sorted((*growth.items, (kind, step.end))))
                    made = Growth(items, growth.wilds + (step.place != kind), (*growth.steps, (kind, step)))
                    key = (used + number, step.state)
                    if key not in following or made[:2] < following[key][:2]:
                        following[key] = made
        for (used, _), growth in following.items():
            if used not in best or growth[:2] < best[used][:2]:
                best[used] = growth
        layer = following
    return best
