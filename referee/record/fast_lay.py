"""What the seats meld and lay off after a close, on sets of bits: the procedure of `game.showdown` for plain cards.

It is followed where rules ask no more than about a card and the meld that takes it, nothing is exchanged and no card
is wild. Who acts
when and on which melds, and how a meld may grow, is asked of `game` and remembered. Where two choices are equally good
by points, cards and melds, what x.6 (e) and (f) say of them decides; that is left open where nobody lays cards later
and only points are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.layoff import LayOffRules
from referee.game.loosepoints import loose_points
from referee.game.readings import POINTS_AT
from referee.game.showdown import FIRST, queue
from referee.record.fast_growth import Growths
from referee.record.fast_sight import BitMeld, Sight
from referee.record.fast_turns import AskGame
from referee.table import Table

_MOST_CHOICES = 200
"""Ways to lay cards that are gone through; of more the game is asked."""

After = tuple[int, tuple[int, ...], str]
"""How it came to the lay-off: the place of the closer among the seats in, these seats, and whose melds are open."""

Lying = list[tuple[int, int]]
"""The melds on the table as they were put down, each its owner and its cards."""

Choice = tuple[tuple[int, int], ...]
"""Cards laid: places in `Lying` from 0, each with the cards laid there."""

Choices = dict[int, list[Choice]]
"""Cards that can be laid, each with the ways to lay them."""

PutDown = tuple[int, Choice]
"""What is loose of a hand in the end, and the cards laid off: the places of melds as they were put down, from 0."""


class LayByNumbers:
    """The lay-off of one table. `open` is no where rules ask more than bits tell."""

    __slots__ = ("_growths", "_of_mask", "_orders", "_queues", "_sight", "_table", "open", "plain")

    def __init__(self, table: Table, sight: Sight, growths: Growths) -> None:
        rules = table.derived(LayOffRules)
        self._table, self._sight, self._growths = table, sight, growths
        self._of_mask = loose_points(table).of_mask
        asked = frozenset[str]().union(*(one.test.reads for one in rules.conditions))
        self.plain = not rules.ask
        """Whether every card may be laid where it makes a meld."""
        self.open = (
            not rules.may_exchange
            and asked <= {"card", "meld"}
            and not rules.by_arrangement
            and table.meld_rules.ace == "low"
            and not table.settings["melds.declared"]
        )
        self._queues: dict[After, tuple[tuple[int, int], ...]] = {}
        self._orders: dict[After, tuple[int, ...] | None] = {}

    def left(self, hands: Sequence[int], after: After, own: int, shown: Sequence[BitMeld]) -> list[int]:
        """The loose points of each seat in the end, by its cards: `shown` are the melds of the closer. AskGame.

        `own` are the loose points that the closer has beside them.
        """
        order = self.order(after)
        if order is None:
            return [self._sight.points(loose) for loose, _ in self.put_down(hands, after, shown, exact=False)]
        at = after[0]
        of_mask, left = self._of_mask, [0] * len(hands)
        left[at] = own
        if not order:
            for place, hand in enumerate(hands):
                if place != at:
                    left[place] = of_mask(hand)
            return left
        lying, wild, last = [one.bits for one in shown], self._sight.wild, order[-1]
        near = self._near(lying)
        for place in order:
            hand = hands[place]
            if hand & wild:
                raise AskGame
            if hand & near:
                final = place == last
                left[place] = self._laid(hand, lying, final=final)
                if not final:
                    near = self._near(lying)
            else:
                left[place] = of_mask(hand)
        return left

    def _near(self, lying: Sequence[int]) -> int:
        """All cards that may be next on one of these melds."""
        reach, near = self._growths.reach, 0
        for bits in lying:
            near |= reach[bits] if bits in reach else self._growths.learn(bits)
        return near

    def _laid(self, hand: int, lying: list[int], *, final: bool) -> int:
        """The loose points of a seat that melds and lays off on these melds, which grow."""
        of_mask, reach, place, ways = self._of_mask, self._growths.reach, -1, 0
        for number, bits in enumerate(lying):
            if hand & reach[bits]:
                place, ways = number, ways + 1
        if ways > 1:
            return self._laid_on_several(hand, lying, final=final)
        least, taken, tied = of_mask(hand), 0, False
        for cards in self._growths.of(lying[place], hand):
            left = of_mask(hand ^ cards)
            if left < least:
                least, taken, tied = left, cards, False
            elif left == least:
                tied = True
        if tied and not final:
            return self._laid_on_several(hand, lying, final=final)
        lying[place] |= taken
        return least

    def _laid_on_several(self, hand: int, lying: list[int], *, final: bool) -> int:
        """The same where several melds take cards, or several choices leave as few points."""
        choices = self._choices(hand, [(0, bits) for bits in lying], range(len(lying)), -1)
        of_mask = self._of_mask
        worth = [(of_mask(hand ^ choice), choice) for choice in choices]
        least = min(worth)[0]
        if final:
            return least
        tied = [choice for left, choice in worth if left == least]
        for place, cards in self._first(hand, tied, choices, [(0, bits) for bits in lying])[1]:
            lying[place] |= cards
        return least

    def _first(self, hand: int, tied: Sequence[int], choices: Choices, lying: Lying) -> tuple[int, Choice]:
        """Of choices that leave as few points the one that x.6 puts first from (b) on, and how it is laid."""
        if len(tied) == 1 and len(choices[tied[0]]) == 1:
            return tied[0], choices[tied[0]][0]
        found: list[tuple[tuple[object, ...], int, Choice]] = []
        for choice in tied:
            rest = hand - choice
            melds = self._sight.melds(rest)[1]
            _, places, used = self._sight.best(rest, melds)
            cards = self._sight.count(used)
            listed = [(melds[place].is_set, melds[place].order) for place in places]
            worth = (self._sight.count(rest) - cards, -cards, len(places), listed)
            found += [((*worth, self._items(way, lying)), choice, way) for way in choices[choice]]
        return min(found)[1:]

    def _items(self, way: Choice, lying: Lying) -> list[tuple[int, int, int]]:
        """What x.6 (f) compares of cards laid: each card in pack order, the place of its meld, and the end of it."""
        ends = self._growths.ends
        return sorted([(kind, place, end) for place, cards in way for kind, end in ends(lying[place][1], cards)])

    def order(self, after: After) -> tuple[int, ...] | None:
        """The places of the seats that act, where each acts once, on the closer's melds; None where it is otherwise."""
        if after in self._orders:
            return self._orders[after]
        at, seats, onto = after
        turns = queue(self._table, seats[at], seats, onto)
        plain = onto == "closer" and all(sweep == FIRST for _, sweep in turns)
        plain = (plain or not turns) and not self._sight.guards
        found = self._orders[after] = tuple([seats.index(seat) for seat, _ in turns]) if plain else None
        return found

    # -- sweeps --------------------------------------------------------------------------------------------------

    def put_down(self, hands: Sequence[int], after: After, shown: Sequence[BitMeld], *, exact: bool) -> list[PutDown]:
        """What each seat has put down and laid off in the end; the arguments as for `left`. AskGame.

        `exact`: to the order of the cards laid, which has to be right for whoever looks at it. Otherwise points are.
        """
        at, seats, onto = after
        closer, by_seat = seats[at], dict(zip(seats, hands, strict=True))
        lying: Lying = [(closer, meld.bits) for meld in shown]
        loose = {closer: hands[at] - sum([meld.bits for meld in shown])}
        laid: dict[int, Choice] = {}
        turns = self._queues.get(after)
        if turns is None:
            turns = self._queues[after] = queue(self._table, closer, seats, onto)
        last = -1 if exact else len(turns) - 1
        for number, (seat, sweep) in enumerate(turns or [(seat, FIRST) for seat in seats if seat != closer]):
            if seat in loose and not loose[seat]:
                continue
            owners = tuple([owner for owner, _ in lying])
            places = self._growths.places(owners, seat, sweep, closer, onto) if turns else ()
            final = number == last
            if seat not in loose:
                loose[seat], way = self._melds_and_lays(by_seat[seat], seat, lying, places, final=final)
            elif places:
                loose[seat], way = self._adds(loose[seat], seat, lying, places, final=final)
            else:
                continue
            if exact and way:
                laid[seat] = laid.get(seat, ()) + self._one_by_one(way, lying)
        return [(loose[seat], laid.get(seat, ())) for seat in seats]

    def _one_by_one(self, way: Choice, lying: Lying) -> Choice:
        """The cards that were laid so, each by itself, in the order in which they were. AskGame."""
        found: list[tuple[int, int]] = []
        for place, cards in way:
            ordered = self._growths.in_order(lying[place][1] - cards, cards)
            if ordered is None:
                raise AskGame
            found += [(place, card) for card in ordered]
        return tuple(found)

    def _melds_and_lays(
        self, hand: int, seat: int, lying: Lying, places: Sequence[int], *, final: bool
    ) -> tuple[int, Choice]:
        """The first sweep of a seat: what is loose of its hand when it has melded and laid off, and what it laid."""
        choices = self._choices(hand, lying, places, seat)
        sight = self._sight
        if len(choices) == 1:
            melds = sight.melds(hand)[1]
            _, chosen, used = sight.best(hand, melds)
            lying += [(seat, melds[place].bits) for place in chosen]
            return hand - used, ()
        found: tuple[int, int, int, int] | None = None
        tied, taken, melded = list[int](), 0, (list[BitMeld](), tuple[int, ...](), 0)
        for choice in choices:
            rest = hand - choice
            points, melds = sight.melds(rest)
            weight, chosen, used = sight.best(rest, melds)
            cards = sight.count(used)
            order = (points - (weight >> POINTS_AT), sight.count(rest) - cards, -cards, len(chosen))
            if found is None or order < found:
                found, tied, taken, melded = order, [], choice, (melds, chosen, used)
            elif order == found:
                tied = [*(tied or [taken]), choice]
        way = choices[taken][0]
        if not final and (tied or len(choices[taken]) > 1):
            taken, way = self._first(hand, tied or [taken], choices, lying)
            melds = sight.melds(hand - taken)[1]
            melded = (melds, *sight.best(hand - taken, melds)[1:])
        _lay(lying, way)
        melds, chosen, used = melded
        lying += [(seat, melds[place].bits) for place in chosen]
        return hand - taken - used, way

    def _adds(self, loose: int, seat: int, lying: Lying, places: Sequence[int], *, final: bool) -> tuple[int, Choice]:
        """The second sweep of a seat: what is loose still, and what it laid."""
        choices = self._choices(loose, lying, places, seat)
        if len(choices) == 1:
            return loose, ()
        worth = [((self._sight.points(choice), self._sight.count(choice)), choice) for choice in choices]
        most, taken = max(worth)
        way = choices[taken][0]
        if not final:
            ways = [
                (self._items(way, lying), choice, way)
                for one, choice in worth
                if one == most
                for way in choices[choice]
            ]
            _, taken, way = min(ways)
        _lay(lying, way)
        return loose - taken, way

    def _choices(self, hand: int, lying: Lying, places: Sequence[int], seat: int) -> Choices:
        """Every choice of cards of the seat that can be laid, none among them, and the ways to lay it. AskGame."""
        found: Choices = {0: [()]}
        if hand & self._sight.wild:
            raise AskGame
        growths, guards = self._growths, self._sight.guards
        for place in places:
            owner, bits = lying[place]
            if not (growths.reach[bits] if bits in growths.reach else growths.learn(bits)) & hand:
                continue
            for cards in growths.of(bits, hand, own=owner == seat):
                for choice, ways in list(found.items()):
                    if (hand | guards) - choice - cards & guards != guards if guards else choice & cards:
                        continue
                    # a growth of this meld contains the others of it: only what lies on others is added to
                    more = [(*way, (place, cards)) for way in ways if not way or way[-1][0] != place]
                    if more:
                        found[choice + cards] = found.get(choice + cards, []) + more
            if sum(map(len, found.values())) > _MOST_CHOICES:
                raise AskGame
        return found


def _lay(lying: Lying, way: Choice) -> None:
    for place, cards in way:
        owner, bits = lying[place]
        lying[place] = (owner, bits + cards)
