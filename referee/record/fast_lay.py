"""What the seats meld and lay off after a close, on sets of bits: the procedure of `game.showdown` for plain cards.

It is followed where no rule asks about a card before it is laid, nothing is exchanged and no card is wild. Who acts
when and on which melds, and how a meld may grow, is asked of `game` and remembered. Where two choices are equally good
by points, cards and melds, what decides between them is nothing that anybody writes down, unless somebody lays cards
later: then `AskGame`.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.layoff import LayOffRules
from referee.game.loosepoints import loose_points
from referee.game.readings import POINTS_AT
from referee.game.showdown import FIRST, queue
from referee.record.fast_growth import Growths
from referee.record.fast_sight import BitMeld, Sight, best
from referee.record.fast_turns import AskGame
from referee.table import Table

_MOST_CHOICES = 200
"""Choices of cards that are gone through; of more the game is asked."""

After = tuple[int, tuple[int, ...], str]
"""How it came to the lay-off: the place of the closer among the seats in, these seats, and whose melds are open."""

Lying = list[tuple[int, int]]
"""The melds on the table as they were put down, each its owner and its cards."""

Choice = tuple[tuple[int, int], ...]
"""Cards laid: places in `Lying` from 0, each with the cards laid there."""

PutDown = tuple[int, Choice]
"""What is loose of a hand in the end, and the cards laid off: the places of melds as they were put down, from 0."""


class LayByNumbers:
    """The lay-off of one table. `open` is no where rules ask more than bits tell."""

    __slots__ = ("_growths", "_of_mask", "_orders", "_queues", "_sight", "_table", "open")

    def __init__(self, table: Table, sight: Sight) -> None:
        rules = table.derived(LayOffRules)
        self._table, self._sight, self._growths = table, sight, Growths(table)
        self._of_mask = loose_points(table).of_mask
        self.open = (
            not rules.ask
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
        order = self._orders[after] if after in self._orders else self._order(after)
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
                left[place] = self._laid(hand, lying, final=place == last)
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
        choices = self._choices(hand, [(0, bits) for bits in lying], range(len(lying)))
        of_mask = self._of_mask
        worth = [(of_mask(hand ^ choice), choice) for choice in choices]
        least = min(worth)[0]
        if final:
            return least
        tied = [choice for left, choice in worth if left == least]
        way = choices[tied[0] if len(tied) == 1 else self._best_of(hand, tied)]
        if way is None:
            raise AskGame
        for place, cards in way:
            lying[place] |= cards
        return least

    def _best_of(self, hand: int, tied: Sequence[int]) -> int:
        """Of choices that leave as few points the one with fewest loose cards, most melded, fewest melds. AskGame."""
        found = []
        for choice in tied:
            rest = hand ^ choice
            _, chosen, used = best(self._sight.melds(rest)[1])
            cards = used.bit_count()
            found.append((rest.bit_count() - cards, -cards, len(chosen), choice))
        found.sort()
        if found[0][:3] == found[1][:3]:
            raise AskGame
        return found[0][3]

    def _order(self, after: After) -> tuple[int, ...] | None:
        """The places of the seats that act, where each acts once, on the closer's melds; None where it is otherwise."""
        at, seats, onto = after
        turns = queue(self._table, seats[at], seats, onto)
        plain = onto == "closer" and all(sweep == FIRST for _, sweep in turns)
        found = self._orders[after] = tuple([seats.index(seat) for seat, _ in turns]) if plain or not turns else None
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
                loose[seat], way = self._adds(loose[seat], lying, places, final=final)
            else:
                continue
            if exact and way:
                laid[seat] = laid.get(seat, ()) + self._one_by_one(way, lying)
        return [(loose[seat], laid.get(seat, ())) for seat in seats]

    def _one_by_one(self, way: Choice, lying: Lying) -> Choice:
        """The cards that were laid so, each by itself, in the order in which they were. AskGame."""
        found: list[tuple[int, int]] = []
        for place, cards in way:
            ordered = self._growths.in_order(lying[place][1] & ~cards, cards)
            if ordered is None:
                raise AskGame
            found += [(place, card) for card in ordered]
        return tuple(found)

    def _melds_and_lays(
        self, hand: int, seat: int, lying: Lying, places: Sequence[int], *, final: bool
    ) -> tuple[int, Choice]:
        """The first sweep of a seat: what is loose of its hand when it has melded and laid off, and what it laid."""
        choices = self._choices(hand, lying, places)
        sight = self._sight
        if len(choices) == 1:
            melds = sight.melds(hand)[1]
            _, chosen, used = best(melds)
            lying += [(seat, melds[place].bits) for place in chosen]
            return hand - used, ()
        found: tuple[int, int, int, int] | None = None
        tied, taken, melded = False, 0, (list[BitMeld](), tuple[int, ...](), 0)
        for choice in choices:
            rest = hand ^ choice
            points, melds = sight.melds(rest)
            weight, chosen, used = best(melds)
            cards = used.bit_count()
            order = (points - (weight >> POINTS_AT), rest.bit_count() - cards, -cards, len(chosen))
            if found is None or order < found:
                found, tied, taken, melded = order, False, choice, (melds, chosen, used)
            elif order == found:
                tied = True
        way = choices[taken]
        if (tied or way is None) and not final:
            raise AskGame
        _lay(lying, way or ())
        melds, chosen, used = melded
        lying += [(seat, melds[place].bits) for place in chosen]
        return hand & ~taken & ~used, way or ()

    def _adds(self, loose: int, lying: Lying, places: Sequence[int], *, final: bool) -> tuple[int, Choice]:
        """The second sweep of a seat: what is loose still, and what it laid."""
        choices = self._choices(loose, lying, places)
        if len(choices) == 1:
            return loose, ()
        worth = [((self._sight.points(choice), choice.bit_count()), choice) for choice in choices]
        most = max(worth)
        way = choices[most[1]]
        if (way is None or sum([one[0] == most[0] for one in worth]) > 1) and not final:
            raise AskGame
        _lay(lying, way or ())
        return loose & ~most[1], way or ()

    def _choices(self, hand: int, lying: Lying, places: Sequence[int]) -> dict[int, Choice | None]:
        """Every choice of cards of the hand that can be laid, none among them; None where there are several ways."""
        found: dict[int, Choice | None] = {0: ()}
        if hand & self._sight.wild:
            raise AskGame
        growths = self._growths
        for place in places:
            bits = lying[place][1]
            if not (growths.reach[bits] if bits in growths.reach else growths.learn(bits)) & hand:
                continue
            for cards in growths.of(bits, hand):
                for choice, way in list(found.items()):
                    # a growth of this meld contains the others of it: only what lies on others is added to
                    if choice & cards or (way and way[-1][0] == place):
                        continue
                    more = choice | cards
                    found[more] = None if more in found or way is None else (*way, (place, cards))
            if len(found) > _MOST_CHOICES:
                raise AskGame
        return found


def _lay(lying: Lying, way: Choice) -> None:
    for place, cards in way:
        owner, bits = lying[place]
        lying[place] = (owner, bits | cards)
