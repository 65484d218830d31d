"""How well the cards left of a hand can be melded: exact, by branch and bound over the lowest card left.

What is sought is the most that melds of the cards left are worth: points, then cards, then few melds, in one number
(`MeldReadings.weight`). Every card has a *price*, so that the cards of no meld cost less than the meld is worth; then
what all cards left cost is never less than what they can be melded for. How far a meld is below the price of its cards
is its *slack*. The slacks of what was chosen, and the prices of what was left loose, add up to what is lost against the
first bound: a choice that loses more than may be lost is not looked at, and the bound itself is asked for first, then
what turns out to be the next. What is found out about cards left is remembered, exactly or as a bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm

from referee.game.readings import Layout, MeldReadings

_UNIT = lcm(*range(1, 21))
"""A meld less counts one; prices have fractions of it, for every card of a meld bears its share."""

_MANY = 100
"""Of more melds than these it is worth while to price wild cards well."""
_HALVINGS = 9
_FASTER = 512


class Packing:
    """The melds of a hand whose cards are counted by kind."""

    __slots__ = ("_bound", "_exact", "_layout", "_lowest", "_price", "_ways")

    def __init__(
        self, layout: Layout, melds: Sequence[MeldReadings], counts: Mapping[int, int], wild: frozenset[int]
    ) -> None:
        """`wild` are the kinds that may stand for others."""
        self._layout = layout
        self._exact: dict[int, int] = {0: 0}
        self._bound: dict[int, int] = {}
        self._lowest: dict[int, list[MeldReadings]] = {}
        self._ways: dict[int, list[tuple[int, int, int]]] = {}
        base, width = layout.base, layout.width
        alike: dict[tuple[int, int], int] = {}
        for meld in melds:
            bare = meld.bare
            key = (len(meld.cards), meld.readings[0].wilds)
            alike[key] = alike.get(key, 0) | bare
            lowest = ((bare & -bare).bit_length() - 1 - base) // width
            if lowest in self._lowest:
                self._lowest[lowest].append(meld)
            else:
                self._lowest[lowest] = [meld]
        self._price = self._prices(alike, counts) if melds else {}
        if len(melds) > _MANY and wild and not wild.isdisjoint(counts):
            self._price = self._with_scarce_wilds(alike, counts, wild)

    def _takers(
        self, alike: Mapping[tuple[int, int], int], counts: Mapping[int, int]
    ) -> dict[int, list[tuple[int, int]]]:
        """The sizes of the melds that take each kind, with how many of their cards stand for others."""
        layout, takers = self._layout, dict[int, list[tuple[int, int]]]()
        fields = [(kind, ((1 << layout.width) - 1) * layout.units[kind]) for kind in counts]
        for key, bits in alike.items():
            for kind, field in fields:
                if bits & field:
                    takers.setdefault(kind, []).append(key)
        return takers

    def _prices(self, alike: Mapping[tuple[int, int], int], counts: Mapping[int, int]) -> dict[int, int]:
        """What a card of each kind costs: its worth, less its share of the largest meld that takes it.

        `alike` has the cards of all melds of a size with so many stand-ins.
        """
        weights = self._layout.weights
        return {
            kind: max(0, weights[kind] * _UNIT - _UNIT // max(keys)[0])
            for kind, keys in self._takers(alike, counts).items()
        }

    def _with_scarce_wilds(
        self, alike: Mapping[tuple[int, int], int], counts: Mapping[int, int], wild: frozenset[int]
    ) -> dict[int, int]:
        """The same where wild cards cost more than they are worth, and what needs them so much less.

        Cards that can be melded only with the help of wild cards cannot all have it. How much more is best is found by
        halving: what all cards cost bends one way only as it grows.
        """
        weights, takers = self._layout.weights, self._takers(alike, counts)
        naturals = [kind for kind in takers if kind not in wild]
        if all(any(not wilds for _, wilds in takers[kind]) for kind in naturals):
            return self._price

        def prices(more: int) -> dict[int, int]:
            found = {kind: weights[kind] * _UNIT + more for kind in takers if kind in wild}
            for kind in naturals:
                share = min([(_UNIT + more * wilds) // (size - wilds) for size, wilds in takers[kind]])
                found[kind] = max(0, weights[kind] * _UNIT - share)
            return {kind: max(0, price) for kind, price in found.items()}

        def cost(found: Mapping[int, int]) -> int:
            return sum([price * counts[kind] for kind, price in found.items()])

        low, high = 0, max([weights[kind] for kind in naturals], default=0) * _UNIT * max(map(max, alike))
        tried = [self._price]
        for _ in range(_HALVINGS):
            middle = (low + high) // 2
            tried += (prices(middle), prices(middle + _UNIT))
            if cost(tried[-2]) <= cost(tried[-1]):
                high = middle
            else:
                low = middle
        return min(tried, key=cost)

    @property
    def live(self) -> list[int]:
        """The kinds that some meld takes, in the order of their fields."""
        return sorted(self._price, key=self._layout.place.__getitem__)

    @property
    def looked_at(self) -> int:
        """How many different cards left were looked at so far: what it took."""
        return len(self._exact) + len(self._bound)

    def starting(self, left: int) -> Sequence[MeldReadings]:
        """The melds that take the lowest card left and none below it."""
        return self._lowest.get(self._place(left), ())

    def without_lowest(self, left: int) -> int:
        """The cards left without those of the lowest kind."""
        layout = self._layout
        return left & -(1 << layout.at(self._place(left) + 1))

    def _place(self, left: int) -> int:
        layout = self._layout
        return ((left & -left).bit_length() - 1 - layout.base) // layout.width

    def most(self, left: int) -> int:
        """The most that the cards left can be melded for."""
        known = self._exact.get(left)
        if known is not None:
            return known
        cost = self.cost(left)
        most = self._bound.get(left, cost // _UNIT)
        less = 1
        while True:  # it is that, or else a little less than what is found out by the way, or else less by more
            floor = max(most - less, -1)
            worth = self._search(left, cost, floor)
            if worth > floor:
                return worth
            most, less = worth, less * _FASTER

    def has(self, meld: MeldReadings, left: int, cost: int, most: int) -> bool:
        """Whether the most that the cards left can be melded for can be had with this meld, which they hold."""
        rest, wanted = left - meld.bare, most - meld.weight
        known = self._exact.get(rest)
        if known is None:
            after = cost - sum(map(self._price.__getitem__, meld.cards))
            known = self._search(rest, after, wanted - 1)
        return known == wanted

    def cost(self, left: int) -> int:
        """What the cards left cost."""
        layout = self._layout
        field = (1 << layout.width) - 1
        return sum([self._price[kind] * (left // layout.units[kind] & field) for kind in self._price])

    def _search(self, left: int, cost: int, floor: int) -> int:
        """What the cards left can be melded for, if that is more than `floor`; else a bound of it that is not more.

        `cost` is what they cost.
        """
        known = self._exact.get(left)
        if known is not None:
            return known
        most = self._bound.get(left)
        if most is None:
            most = cost // _UNIT
        if most <= floor:
            return most
        layout = self._layout
        guards = layout.guards
        guarded = left | guards
        place = ((left & -left).bit_length() - 1 - layout.base) // layout.width
        ways = self._ways.get(place)
        if ways is None:
            ways = self._ways[place] = self._sorted(place)
        best, bound, room = floor, 0, cost - (floor + 1) * _UNIT
        for slack, bare, weight in ways:
            if slack > room:
                bound = max(bound, (cost - slack) // _UNIT)
                break
            if (guarded - bare) & guards == guards:
                worth = weight + self._search(left - bare, cost - slack - weight * _UNIT, best - weight)
                if worth > best:
                    best, room = worth, cost - (worth + 1) * _UNIT
                elif worth > bound:
                    bound = worth
        rest = left & -(1 << layout.at(place + 1))
        after = cost - self._price[layout.live[place]] * ((left - rest) >> layout.at(place))
        if after > best * _UNIT:
            worth = self._search(rest, after, best)
            if worth > best:
                best = worth
            elif worth > bound:
                bound = worth
        else:
            bound = max(bound, after // _UNIT)
        if best > floor:
            self._exact[left] = best
            return best
        self._bound[left] = bound
        return bound

    def _sorted(self, place: int) -> list[tuple[int, int, int]]:
        """The melds whose lowest card is in a field, as slack, cards and weight, the least slack first."""
        price = self._price
        return sorted(
            [
                (sum(map(price.__getitem__, meld.cards)) - meld.weight * _UNIT, meld.bare, meld.weight)
                for meld in self._lowest.get(place, ())
            ]
        )
