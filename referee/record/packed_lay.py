"""What the seats meld and lay off after a close, on machine words: the procedure of `fast_lay`, for plain cards.

Who acts when and on whose melds, and how large a meld may grow, is asked of `game` when a table is bound or a close
comes so for the first time. Of the last who lays cards only the points that are left are worked out. Of the others
the choice is the one of `game.layoff`, down to the meld on which each card is laid, as others go on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.game.layoff import LayOffRules
from referee.game.loosepoints import loose_points
from referee.game.roundfacts import RoundFacts
from referee.game.showdown import FIRST
from referee.game.suitpoints import SuitPoints
from referee.game.suittables import SuitTables
from referee.game.tablemeld import is_allowed, record_of
from referee.record.packed_acts import PackedActs
from referee.record.packed_desk import PackedDesk
from referee.record.packed_melds import MeldRows
from referee.record.packed_round import PackedRound, row
from referee.record.packed_sight import PackedSight
from referee.table import BoundCondition, Table
from referee.table.melds import RUN, SET

_MOST_SIZE: Final = 20
"""No meld is larger."""

_MANY: Final = 1 << 40


class PackedLay:
    """The lay-off of one table. `open` is no where rules ask for more than the card laid and its meld."""

    __slots__ = (
        "_acts",
        "_ask",
        "_asks",
        "_first",
        "_many",
        "_may",
        "_points",
        "_run_room",
        "_set_room",
        "_sight",
        "_sizes",
        "_table",
        "open",
    )

    def __init__(self, table: Table, sight: PackedSight) -> None:
        self._table, self._sight = table, sight
        rules = table.derived(LayOffRules)
        asked = frozenset[str]().union(*(one.test.reads for one in rules.conditions))
        self.open = (
            not rules.may_exchange
            and asked <= {"card", "meld"}
            and not rules.by_arrangement
            and table.meld_rules.ace == "low"
            and not table.settings["melds.declared"]
        )
        points = table.derived(SuitTables).points
        self._points = points if isinstance(points, SuitPoints) else None
        self._ask = loose_points(table).of_mask
        self._many, self._first, self._sizes = _MANY, FIRST, _MOST_SIZE + 1
        self._run_room, self._set_room = self._rooms(RUN), self._rooms(SET)
        self._asks = bool(rules.conditions)
        self._may = self._allowed(rules.conditions) if self.open and self._asks else row(1)
        self._acts = PackedActs(table)

    def _rooms(self, kind: int) -> memoryview:
        """By the size of a meld, how many cards can be laid on it one after the other."""
        rooms = row(_MOST_SIZE + 1)
        for size in range(_MOST_SIZE - 1, 0, -1):
            more = self.open and is_allowed(self._table, (kind, size + 1, 0, 0))
            rooms[size] = rooms[size + 1] + 1 if more else 0
        return rooms

    def _allowed(self, conditions: Sequence[BoundCondition]) -> memoryview:
        """The cards that the rules let go on a meld: by whether it is the seat's own, whether it is a run, its size."""
        may, facts = row(4 * (_MOST_SIZE + 1)), RoundFacts()
        for own in (False, True):
            for run in (False, True):
                for size in range(1, _MOST_SIZE + 1):
                    facts.meld = record_of(self._table, (RUN if run else SET, size, 0, 0), own=own)
                    for kind in self._table.pack.kinds:
                        facts.card = kind
                        if all(one.test.call(facts) for one in conditions):
                            may[(2 * own + run) * (_MOST_SIZE + 1) + size] |= 1 << kind.index
        return may

    def left(self, desk: PackedDesk, played: PackedRound, onto: int, own: int) -> bool:
        """Fill the loose points of each place in the end. False where they are not told.

        `onto` is whose melds are open, by the place in `ONTO`; the melds chosen on the desk are those of the closer,
        who has so many `own` loose points beside them.
        """
        at, begin = played.closer, self._acts.after(played, onto)
        if begin < 0:
            return False
        count = self._acts.places[begin]
        desk.left[at] = own
        if count == 0:
            for place in range(played.places):
                if place != at:
                    desk.left[place] = self._least(played.hands[place])
            return True
        wild = self._sight.wild
        for place in range(played.places):
            if played.hands[place] & wild:
                return False
            desk.loose[place] = -1
        desk.lying = 0
        if not desk.put_down(at):
            return False
        if self._acts.sweeps[begin]:
            return self._once_each(desk, played, begin + 1, begin + count)
        loose = played.hands[at]
        for number in range(desk.lying):
            loose &= ~desk.bits[number]
        desk.loose[at] = loose
        return self._in_sweeps(desk, played, begin + 1, begin + count)

    def _least(self, hand: int) -> int:
        """The fewest loose points of a hand."""
        points = self._points
        return int(self._ask(hand)) if points is None else points.of_mask(hand)

    def _once_each(self, desk: PackedDesk, played: PackedRound, begin: int, last: int) -> bool:
        """Each seat but the closer acts once, on the closer's melds."""
        desk.open_to = 1 << played.closer
        desk.own = 0
        for act in range(begin, last + 1):
            place = self._acts.places[act]
            hand = played.hands[place]
            left = self._laid(desk, hand, act == last) if self._may_lay(desk, hand) else self._least(hand)
            if left < 0:
                return False
            desk.left[place] = left
        return True

    def _in_sweeps(self, desk: PackedDesk, played: PackedRound, begin: int, last: int) -> bool:
        """All acts in their order."""
        for act in range(begin, last + 1):
            place = self._acts.places[act]
            desk.open_to = self._acts.owners[act]
            desk.own = 1 << place
            if self._acts.sweeps[act] == self._first:
                told = self._melds_and_lays(desk, played.hands[place], place, act == last)
            else:
                told = self._adds(desk, place)
            if not told:
                return False
        for place in range(played.places):
            if desk.loose[place] >= 0:
                desk.left[place] = self._sight.points(desk.loose[place])
        return True

    def _melds_and_lays(self, desk: PackedDesk, hand: int, place: int, final: bool) -> bool:
        """The first sweep of a seat: what is loose of its hand when it has melded and laid off."""
        rest = hand
        if final or self._may_lay(desk, hand):
            desk.choice = 0
            desk.left[place] = self._laid(desk, hand, final)
            if desk.left[place] < 0 or final:
                return desk.left[place] >= 0
            rest = hand & ~desk.choice
        melds = desk.melds
        if not self._sight.look(rest, melds) or not melds.arrange():
            return False
        desk.loose[place] = rest & ~melds.used
        return desk.put_down(place)

    def _adds(self, desk: PackedDesk, place: int) -> bool:
        """The second sweep of a seat: what is loose still."""
        loose = desk.loose[place]
        if loose == 0 or not self._may_lay(desk, loose):
            return True
        if not self._look(desk, loose, 2):
            return False
        self._put(desk)
        desk.loose[place] = loose & ~desk.choice
        return True

    def _may_lay(self, desk: PackedDesk, hand: int) -> bool:
        """Whether one of these cards may be next on a meld that is open."""
        for number in range(desk.lying):  # noqa: SIM110 - compiled it is a loop over words
            if desk.near[number] & hand and desk.owners[number] & desk.open_to:
                return True
        return False

    def _laid(self, desk: PackedDesk, hand: int, final: bool) -> int:
        """The loose points of a seat that melds and lays off on melds that are open, which grow; below 0: not told."""
        if not self._look(desk, hand, 0):
            return -1
        least = desk.least
        if final:
            return least
        if desk.ties > 1:
            desk.floor = least
            if not self._look(desk, hand, 1):
                return -1
        self._put(desk)
        return least

    # -- choices of cards --------------------------------------------------------------------------------------------

    def _look(self, desk: PackedDesk, hand: int, measure: int) -> bool:
        """Look for the choice of cards to lay with the least measure (`_weigh`). False where there are too many."""
        desk.least, desk.ties, desk.ways = self._many + 1, 0, 0  # more than to lay nothing
        return self._choose(desk, hand, 0, 0, measure)

    def _put(self, desk: PackedDesk) -> None:
        """The cards chosen are laid."""
        for number in range(desk.lying):
            cards = desk.laid[number]
            if cards:
                desk.put(number, cards, self._count(cards))

    def _choose(self, desk: PackedDesk, hand: int, number: int, taken: int, measure: int) -> bool:
        """Weigh every choice that adds to the cards taken what the melds from a place on can take, and none."""
        free = hand & ~taken
        while number < desk.lying and not (desk.near[number] & free and desk.owners[number] & desk.open_to):
            desk.tried[number] = 0
            number += 1
        if number == desk.lying:
            return self._weigh(desk, hand, taken, measure)
        desk.tried[number] = 0
        if not self._choose(desk, hand, number + 1, taken, measure):
            return False
        free &= desk.lines[number] & ~desk.bits[number]
        if self._asks:
            return self._choose_one_more(desk, hand, number, taken, 0, measure)
        if desk.runs[number]:
            return self._choose_ends(desk, hand, number, taken, free, measure)
        room, cards = self._set_room[desk.sizes[number]], free
        while cards:
            if self._count(cards) <= room:
                desk.tried[number] = cards
                if not self._choose(desk, hand, number + 1, taken | cards, measure):
                    return False
            cards = (cards - 1) & free
        return True

    def _choose_ends(  # noqa: PLR0917 - how far a choice has come
        self, desk: PackedDesk, hand: int, number: int, taken: int, free: int, measure: int
    ) -> bool:
        """The same for a run, which takes `free` cards of its suit at its two ends."""
        bits, room = desk.bits[number], self._run_room[desk.sizes[number]]
        low = bits & -bits
        lower = lowers = 0
        while True:
            upper, card, uppers = 0, bits + low, 0
            while True:
                if lower | upper:
                    desk.tried[number] = lower | upper
                    if not self._choose(desk, hand, number + 1, taken | lower | upper, measure):
                        return False
                if lowers + uppers == room or not free & card:
                    break
                upper |= card
                uppers += 1
                card <<= 1
            low_card = low >> lowers + 1
            if lowers == room or not free & low_card:
                return True
            lower |= low_card
            lowers += 1

    def _choose_one_more(  # noqa: PLR0917 - how far a choice has come
        self, desk: PackedDesk, hand: int, number: int, taken: int, laid: int, measure: int
    ) -> bool:
        """The same card by card, where rules ask before each: what goes on a meld on which some are laid."""
        bits, size = desk.bits[number] | laid, desk.sizes[number] + self._count(laid)
        run = desk.runs[number]
        room = self._run_room[size] if run else self._set_room[size]
        if room == 0:
            return True
        near = desk.lines[number] & ~bits & hand & ~taken
        if run:
            near &= bits << 1 | bits >> 1
        kind = (2 if desk.owners[number] & desk.own else 0) + run
        near &= self._may[kind * self._sizes + size]
        while near:
            card = near & -near
            near ^= card
            desk.tried[number] = laid | card
            if not self._choose(desk, hand, number + 1, taken | laid | card, measure):
                return False
            if not self._choose_one_more(desk, hand, number, taken, laid | card, measure):
                return False
        return True

    def _weigh(self, desk: PackedDesk, hand: int, taken: int, measure: int) -> bool:
        """Compare a choice of cards with the best so far. False where there are too many.

        By measure 0 with the loose points that it leaves. By measure 1, of those that leave `floor`: fewest loose
        cards, most melded, fewest melds, the first melds, the first lay-offs. By measure 2: most points laid, most
        cards, the first lay-offs.
        """
        desk.ways += 1
        if desk.ways > desk.ways_room:
            return False
        listed = 0
        if measure == 2:
            worth = self._many - (self._sight.points(taken) << 8) - self._count(taken)
        else:
            worth = self._least(hand & ~taken)
            if measure == 1:
                if worth != desk.floor:
                    return True
                worth = self._loose_measure(desk, hand & ~taken)
                if worth < 0:
                    return False
                listed = self._listed(desk.melds)
        if worth > desk.least:
            return True
        if worth == desk.least:
            desk.ties += 1
            if measure == 0 or listed > desk.listed or (listed == desk.listed and not self._is_first(desk, taken)):
                return True
        else:
            desk.ties = 1
        desk.least, desk.listed, desk.choice = worth, listed, taken
        for number in range(desk.lying):
            desk.laid[number] = desk.tried[number]
        return True

    def _loose_measure(self, desk: PackedDesk, rest: int) -> int:
        """Of the best arrangement of these cards: fewest loose cards, most melded, fewest melds; below 0: not told."""
        melds = desk.melds
        if not self._sight.look(rest, melds) or not melds.arrange():
            return -1
        cards = self._count(melds.used)
        return (self._count(rest) - cards << 20) + (1 << 19) - (cards << 8) + melds.chosen_count

    def _listed(self, melds: MeldRows) -> int:
        """The melds of an arrangement, as lists of as many are compared; a hand has five at most."""
        listed = 0
        for place in range(melds.chosen_count):
            listed = listed << 10 | melds.numbers[melds.chosen[place]]
        return listed

    def _is_first(self, desk: PackedDesk, taken: int) -> bool:
        """Whether these cards, as they are tried, come before the choice so far, which has as many.

        The first difference decides: the lower card, or the meld that was put down earlier.
        """
        other = desk.choice
        while taken:
            card = taken & -taken
            if card != (other & -other):
                return card < (other & -other)
            for number in range(desk.lying):
                if (desk.tried[number] ^ desk.laid[number]) & card:
                    return (desk.tried[number] & card) != 0
            taken ^= card
            other ^= card
        return False

    def _count(self, cards: int) -> int:
        """How many cards are in a set."""
        count = 0
        while cards:
            cards &= cards - 1
            count += 1
        return count
