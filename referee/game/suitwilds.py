"""Hands with printed jokers, given as masks: what the parts of the suits gain by one joker and by two.

A joker helps a run of one suit, or a set. What the best melds of a part are worth with none, one and two jokers is
worked out when the part is first held, from the melds that the rules allow (`candidates`); a set of one card and
jokers counts as a meld of that card's suit. What is left to choose are the sets of two cards of a rank and more, with
jokers or without: for every choice the other jokers go where they gain most. Worth is what x.6 makes of melds,
greatest first: points, cards, few melds in one number; where arrangements are worth the same, the lists of their melds
decide. The other cards that may be wild, and hands with more jokers, are for the search of `space`.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.game.arrangement import Arrangement
from referee.game.candidates import Candidate, Order, candidates
from referee.game.meld import Meld, Supply, laid_out
from referee.game.readings import weight_of
from referee.game.suits import SUITS, Suits, kinds_of
from referee.table import Table

MOST_JOKERS = 2
"""Hands with more are searched."""

_KEPT = 20_000
"""Parts remembered with jokers; forgotten all at once when there are more."""

Option = tuple[int, int, int, tuple[Order, ...]]
"""Melds that may be laid together: their cards but for jokers, as a mask; their jokers; their worth; the melds."""

Starting = tuple[int, dict[int, list[Option]]]
"""Cards of a suit, and their melds by the lowest card but for jokers."""

_NOTHING_SEEN: Starting = (0, {})

_LOOKS = 16
"""So often the melds of a hand's own cards are listed before all of a suit are, once and for good."""

Gains = tuple[int, int, int]
"""What the best melds of a part are worth; how much more with a joker, and two."""

Leaf = tuple[int, int, int, tuple[Option, ...]]
"""A choice of sets: the cards left, the jokers left, what the sets are worth, and the sets."""

_SHARES: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = (
    (),
    tuple([((suit, 1),) for suit in range(SUITS)]),
    tuple([((suit, 2),) for suit in range(SUITS)])
    + tuple([((one, 1), (other, 1)) for one in range(SUITS) for other in range(one)]),
)
"""How one joker and two can be given to the suits."""


class SuitWilds:
    """The gains of one table. `fits` says whether masks with printed jokers are known here."""

    __slots__ = (
        "_all",
        "_best",
        "_first",
        "_fourth",
        "_kinds",
        "_looks",
        "_melds",
        "_options",
        "_ranks",
        "_second",
        "_spread",
        "_starting",
        "_table",
        "_third",
        "_thrice",
        "_twice",
        "fits",
        "most",
    )

    def __init__(self, table: Table) -> None:
        suits = table.derived(Suits)
        ranks = suits.ranks
        self._table, self._kinds = table, suits.kinds
        self.fits = suits.fits and suits.take_all and not suits.wild and suits.jokers > 0
        self.fits = self.fits and suits.kinds in table.meld_rules.wild_kinds
        self.most = (min(suits.jokers, MOST_JOKERS) + 1 if self.fits else 1) << suits.kinds
        self._ranks, self._twice, self._thrice = ranks, 2 * ranks, 3 * ranks
        self._all = (1 << ranks) - 1
        self._spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        known: list[list[Gains | None]] = [[None] * len(loose) for loose in suits.loose] or [[], [], [], []]
        self._first, self._second, self._third, self._fourth = known
        self._looks = 0
        self._starting: dict[int, Starting] = {}
        self._best: dict[int, tuple[int, tuple[Order, ...]]] = {}
        self._options: dict[int, list[Option]] = {}
        self._melds: dict[Order, Meld] = {}

    @classmethod
    def of(cls, table: Table) -> SuitWilds:
        """The gains of a table; `Table.derived` keeps them."""
        return cls(table)

    def arrangement_of(self, mask: int) -> Arrangement:
        """The best arrangement of a mask below `most`, at a table that `fits`."""
        jokers = mask >> self._kinds
        cards = mask & ((1 << self._kinds) - 1)
        leaves = self._leaves(cards, jokers)
        worths = self._worths(leaves)
        best = max(worths)
        orders = min([self._orders(leaf, best) for leaf, worth in zip(leaves, worths, strict=True) if worth == best])
        melds = self._melds
        laid = tuple([melds.get(order) or self._laid(order) for order in orders])
        for _, kinds in orders:
            for kind in kinds:
                mask -= 1 << kind
        loose = self._loose_cards(mask)
        return Arrangement(laid, loose, sum([self._table.points[card.index] for card in loose]))

    def _loose_cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, in pack order."""
        cards, kinds = self._table.pack.notation.cards, self._kinds
        jokers = mask >> kinds
        found = []
        mask &= (1 << kinds) - 1
        while mask:
            low = mask & -mask
            found.append(cards[low.bit_length() - 1])
            mask ^= low
        return (*found, *[cards[kinds]] * jokers)

    def _leaves(self, cards: int, jokers: int) -> list[Leaf]:
        """Every choice of sets of two cards or more."""
        part = self._all
        a = cards & part
        b = cards >> self._ranks & part
        c = cards >> self._twice & part
        d = cards >> self._thrice
        leaves: list[Leaf] = [(cards, jokers, 0, ())]
        ranks = a & (b | c | d) | b & (c | d) | c & d
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            held = cards & rank * self._spread
            options = self._options.get(held << 2 | jokers)
            if options is None:
                options = self._sets_of(held, jokers)
            if options:
                leaves += [
                    (left ^ option[0], free - option[1], worth + option[2], (*sets, option))
                    for left, free, worth, sets in leaves
                    for option in options
                    if option[1] <= free
                ]
        return leaves

    def _worths(self, leaves: Sequence[Leaf]) -> list[int]:
        """What the sets of each leaf and the best melds of what it leaves are worth."""
        part, ranks, twice, thrice = self._all, self._ranks, self._twice, self._thrice
        first, second, third, fourth = self._first, self._second, self._third, self._fourth
        found = []
        for cards, jokers, worth, _ in leaves:
            p, p1, p2 = first[cards & part] or self._gains(0, cards & part)
            q, q1, q2 = second[cards >> ranks & part] or self._gains(1, cards >> ranks & part)
            r, r1, r2 = third[cards >> twice & part] or self._gains(2, cards >> twice & part)
            s, s1, s2 = fourth[cards >> thrice] or self._gains(3, cards >> thrice)
            worth += p + q + r + s  # noqa: PLW2901 - what its parts come to besides
            if jokers == 1:
                worth += max(p1, q1, r1, s1)  # noqa: PLW2901
            elif jokers:
                one, other = sorted((p1, q1, r1, s1))[2:]
                worth += max(one + other, p2, q2, r2, s2)  # noqa: PLW2901
            found.append(worth)
        return found

    def _orders(self, leaf: Leaf, best: int) -> list[Order]:
        """The smallest list of melds of a leaf that is worth `best`."""
        cards, jokers, worth, sets = leaf
        part = self._all
        held = (cards & part, cards & part << self._ranks, cards & part << self._twice, cards & part << self._thrice)
        known = [self._best.get(own << 2) or self._part(own, 0) for own in held]
        more = best - worth - sum([one[0] for one in known])
        others = [order for option in sets for order in option[3]]
        if not more:  # the jokers that are left are of no use
            return sorted([order for _, orders in known for order in orders] + others)
        found: list[list[Order]] = []
        for shares in _SHARES[jokers]:
            parts = list(known)
            gained = 0
            for suit, share in shares:
                parts[suit] = self._part(held[suit], share)
                gained += parts[suit][0] - known[suit][0]
            if gained == more:
                found.append(sorted([order for _, orders in parts for order in orders] + others))
        return min(found)

    # -- worked out when first asked for -------------------------------------------------------------------------

    def _gains(self, suit: int, part: int) -> Gains:
        """What a part of a suit is worth with no joker, and gains by one and by two."""
        held = part << suit * self._ranks
        none, one, two = (self._part(held, jokers)[0] for jokers in range(3))
        found = (none, one - none, two - none)
        (self._first, self._second, self._third, self._fourth)[suit][part] = found
        return found

    def _part(self, held: int, jokers: int) -> tuple[int, tuple[Order, ...]]:
        """What the best melds of cards of one suit are worth with so many jokers at most, and the melds."""
        if not held:
            return 0, ()
        key = held << 2 | jokers
        known = self._best.get(key)
        if known is not None:
            return known
        low = held & -held
        options = self._melds_from(low, held)
        best, orders = self._part(held ^ low, jokers)
        for own, wilds, worth, melds in options:
            if own & held == own and wilds <= jokers:
                more, others = self._part(held ^ own, jokers - wilds)
                if worth + more >= best:
                    listed = tuple(sorted(melds + others))
                    if worth + more > best or listed < orders:
                        best, orders = worth + more, listed
        if len(self._best) >= _KEPT:
            self._best.clear()
        self._best[key] = best, orders
        return best, orders

    def _melds_from(self, low: int, held: int) -> list[Option]:
        """The melds of cards of one suit, with jokers or without, whose lowest card but for jokers is this.

        There may be others among them, of cards that are not held.
        """
        suit = (low.bit_length() - 1) // self._ranks
        seen, melds = self._starting.get(suit, _NOTHING_SEEN)
        if held & ~seen:
            self._looks += 1
            # all melds of a suit take some milliseconds to list: no hand shall wait for those of more than one
            seen = held if self._looks % _LOOKS else self._all << suit * self._ranks
            melds = {}
            for option in self._allowed(seen):
                melds.setdefault(option[0] & -option[0], []).append(option)
            self._starting[suit] = seen, melds
        return melds.get(low, [])

    def _allowed(self, held: int) -> list[Option]:
        """The melds of these cards and jokers, each in its first reading."""
        held &= (1 << self._kinds) - 1
        joker, table = self._kinds, self._table
        counts = dict.fromkeys(kinds_of(held), 1)
        counts[joker] = min(table.pack.jokers, MOST_JOKERS)
        found: dict[Order, Option] = {}
        for one in candidates(table.meld_rules, counts):
            if one.order not in found:
                own = sum([1 << kind for kind in one.cards if kind != joker])
                points = sum([table.points[kind] for kind in one.cards])
                worth = weight_of(points, len(one.cards))
                found[one.order] = (own, one.cards.count(joker), worth, (one.order,))
        return list(found.values())

    def _sets_of(self, held: int, jokers: int) -> list[Option]:
        """The sets of two cards or more of one rank, and two such sets together."""
        single = [one for one in self._allowed(held) if one[1] <= jokers and one[0].bit_count() > 1]
        found = list(single)
        for place, (own, wilds, worth, melds) in enumerate(single):
            for other, more, also, others in single[place + 1 :]:
                if not own & other and wilds + more <= jokers:
                    found.append((own | other, wilds + more, worth + also, melds + others))
        self._options[held << 2 | jokers] = found
        return found

    def _laid(self, order: Order) -> Meld:
        """A meld as it lies on the table."""
        _, cards = order
        counts: dict[int, int] = {}
        for one in cards:
            counts[one] = counts.get(one, 0) + 1
        found: Candidate = next(one for one in candidates(self._table.meld_rules, counts) if one.order == order)
        written = self._table.pack.notation.cards
        meld = self._melds[order] = laid_out(found, Supply([written[one] for one in cards]))
        return meld
