"""Hands with twins or with cards of a suit that may be wild, put together suit by suit as `suitmelds` does it.

Here cards are counted: a hand is a number with a field for each kind, wide enough for its copies and a guard bit. The
wild cards of a hand are kept apart, as its *pool*. A meld belongs to a suit if all its other cards do, else it is a set
of several suits; so an arrangement is a choice of such sets, and what each suit makes of its cards and its share of the
pool by itself. What a suit can make of cards and a share is worked out when it is first asked, from the melds that the
rules allow (`candidates`), and remembered. Worth is what x.6 makes of melds, greatest first; where arrangements are
worth the same, the lists of their melds decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from referee.cards import Card
from referee.game.arrangement import Arrangement
from referee.game.candidates import Candidate, Order, candidates
from referee.game.meld import Meld, Supply, laid_out
from referee.game.readings import weight_of
from referee.table import Table

MOST_WILD = 3
"""Packs with more wild cards, and more copies of a card, are searched: too much would be remembered."""

_KEPT = 20_000
"""Cards of a suit remembered with a share; forgotten all at once when there are more."""

SEVERAL = 2
"""Suits that a set has at least that is no affair of one suit."""

CROWD = 6
"""Of so many cards of one rank, some of them twins, there are too many choices of sets."""

_ROW = 7
"""Bits that count the cards held of a rank: the highest tells whether there are enough."""

Option = tuple[int, int, int, tuple[Order, ...]]
"""Melds that may be laid together: their cards that are not wild, their wild ones, their worth; the melds."""

Starting = tuple[int, dict[int, list[Option]]]
"""Fields of kinds of a suit, and their melds by the lowest card that is not wild."""

_NOTHING_SEEN: Starting = (0, {})

_LOOKS = 16
"""So often the melds of a hand's own cards are listed before all of a suit are, once and for good."""

Known = tuple[int, tuple[Order, ...]]
"""What the best melds are worth, and the smallest list of such melds."""

Shares = tuple[list[int], list[list[tuple[int, int]]]]
"""Every share of a pool, and how it can be given in two."""

Leaf = tuple[int, int, int, tuple[Order, ...]]
"""A choice of sets of several suits: the cards and the pool left, what the sets are worth, and the sets."""


class SuitCounts:
    """What is known of one table. `fits` says whether its hands may be asked about here."""

    __slots__ = (
        "_columns",
        "_crowd",
        "_enough",
        "_fields",
        "_first",
        "_guards",
        "_known",
        "_laid",
        "_lines",
        "_looks",
        "_of_suit",
        "_pools",
        "_ranks",
        "_rows",
        "_sets",
        "_shares",
        "_short",
        "_suits",
        "_table",
        "_units",
        "_width",
        "_wild",
        "fits",
    )

    def __init__(self, table: Table) -> None:
        pack, self._table = table.pack, table
        self._suits, self._ranks = pack.suit_count, pack.rank_count
        self._wild = table.meld_rules.wild_kinds
        wild_cards = sum([kind.count for kind in pack.kinds if kind.index in self._wild])
        most = max([kind.count for kind in pack.kinds])
        self.fits = wild_cards <= MOST_WILD and most <= MOST_WILD and not table.conditions("melds.whole_hand")
        self._width = most.bit_length() + 1
        kinds = len(pack.kinds)
        self._units = [1 << self._width * kind for kind in range(kinds)]
        self._fields = [((1 << self._width) - 1) << self._width * kind for kind in range(kinds)]
        self._guards = sum(self._units) << (self._width - 1)
        suited, ranks = self._suits * self._ranks, self._ranks
        self._lines = [sum(self._fields[start : start + ranks]) for start in range(0, suited, ranks)]
        # the cards held of each rank, counted in fields: a bit tells of those that with the pool may be a set
        rows = [1 << _ROW * rank for rank in range(ranks)]
        self._rows = rows * self._suits + [0] * (kinds - suited)
        self._enough = sum(rows) << (_ROW - 1)
        least = min(table.meld_rules.set_sizes, default=1 << (_ROW - 1))
        self._short = [sum(rows) * ((1 << (_ROW - 1)) - max(2, least - wild)) for wild in range(MOST_WILD + 1)]
        self._crowd = sum(rows) * ((1 << (_ROW - 1)) - CROWD)
        self._columns = {row << (_ROW - 1): sum(self._fields[rank:suited:ranks]) for rank, row in enumerate(rows)}
        self._known: dict[int, Known] = {}
        self._looks = 0
        self._of_suit: dict[int, Starting] = {}
        self._sets: dict[int, list[Option]] = {}
        self._shares: dict[int, Shares] = {}
        self._pools: list[Option] | None = None
        self._first: dict[Order, Candidate] = {}
        self._laid: dict[Order, Meld] = {}

    @classmethod
    def of(cls, table: Table) -> SuitCounts:
        """What is known of a table; `Table.derived` keeps it."""
        return cls(table)

    def best(self, counts: Mapping[int, int]) -> list[Order] | None:
        """The melds of the best arrangement of cards counted by kind, in the order of x.6 (e).

        None where so many cards are of one rank that a search is faster.
        """
        units, wild, rows = self._units, self._wild, self._rows
        held = pool = seen = several = 0
        for kind, times in counts.items():
            if kind in wild:
                pool += units[kind] * times
                several += times
            else:
                held += units[kind] * times
                seen += rows[kind] * times
        if seen + self._crowd & self._enough:
            return None
        leaves = self._leaves(held, pool, (seen + self._short[several]) & self._enough)
        if len(leaves) == 1:
            return self._smallest(leaves[0])
        worths = [leaf[2] + self._shared(self._parts(leaf[0]), leaf[1])[-1][-1] for leaf in leaves]
        best = max(worths)
        return min([self._smallest(leaf) for leaf, worth in zip(leaves, worths, strict=True) if worth == best])

    def arrangement_of(self, hand: Sequence[Card]) -> Arrangement | None:
        """The best arrangement of a hand, at a table that `fits`; None as for `best`."""
        counts: dict[int, int] = {}
        marks = 0
        for card in hand:
            counts[card.index] = counts.get(card.index, 0) + 1
            marks |= card.mark
        orders = self.best(counts)
        if orders is None:
            return None
        if marks:  # they are shown with their marks
            supply = Supply(hand)
            melds = tuple([laid_out(self._first[order], supply) for order in orders])
            loose = supply.rest()
        else:
            laid, cards = self._laid, self._table.pack.notation.cards
            melds = tuple([laid.get(order) or self._laid_out(order) for order in orders])
            for _, kinds in orders:
                for kind in kinds:
                    counts[kind] -= 1
            loose = tuple([cards[kind] for kind in sorted(counts) for _ in range(counts[kind])])
        points = self._table.points
        return Arrangement(melds, loose, sum([points[card.index] for card in loose]))

    def deadwood_of(self, hand: Sequence[Card]) -> int | None:
        """Its loose points alone; None as for `best`."""
        counts: dict[int, int] = {}
        for card in hand:
            counts[card.index] = counts.get(card.index, 0) + 1
        orders, points = self.best(counts), self._table.points
        if orders is None:
            return None
        whole = sum([points[card.index] for card in hand])
        return whole - sum([points[kind] for _, kinds in orders for kind in kinds])

    def _laid_out(self, order: Order) -> Meld:
        """A meld as it lies on the table, of cards without marks."""
        cards = self._table.pack.notation.cards
        meld = self._laid[order] = laid_out(self._first[order], Supply([cards[kind] for kind in order[1]]))
        return meld

    # -- sets of several suits -----------------------------------------------------------------------------------

    def _leaves(self, held: int, pool: int, ranks: int) -> list[Leaf]:
        """Every choice of sets of several suits, of ranks of which enough is held (their bits in `_enough`)."""
        leaves: list[Leaf] = [(held, pool, 0, ())]
        guards = self._guards
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            key = held & self._columns[rank] | pool
            options = self._sets.get(key)
            if options is None:
                options = self._sets_of(key ^ pool, pool)
            if options:
                leaves += [
                    (left - own, free - share, worth + more, sets + melds)
                    for left, free, worth, sets in leaves
                    for own, share, more, melds in options
                    if (free | guards) - share & guards == guards
                ]
        return leaves

    def _sets_of(self, column: int, pool: int) -> list[Option]:
        """What sets of several suits can use of these cards of a rank: for each such use, the best of them."""
        guards = self._guards
        found: dict[tuple[int, int], Known] = {(0, 0): (0, ())}
        for own, share, worth, melds in self._allowed(column | pool):
            if len(self._parts(own)) < SEVERAL:
                continue
            wave = list(found.items())
            while wave:  # of twins, twice
                after: list[tuple[tuple[int, int], Known]] = []
                for (used, given), (sum_, others) in wave:
                    key = (used + own, given + share)
                    left, free = (column | guards) - key[0], (pool | guards) - key[1]
                    if left & guards == guards == free & guards:
                        known = (sum_ + worth, tuple(sorted(others + melds)))
                        if key not in found or _better(known, found[key]):
                            found[key] = known
                            after.append((key, known))
                wave = after
        del found[0, 0]
        options = [(*key, *known) for key, known in found.items()]
        if len(self._sets) >= _KEPT:
            self._sets.clear()
        self._sets[column | pool] = options
        return options

    # -- what the suits make of their cards ----------------------------------------------------------------------

    def _shared(self, parts: Sequence[int], pool: int) -> list[list[int]]:
        """What the suits one after the other are worth together, the pool alone first, by the share of the pool."""
        shares, ways = self._shares.get(pool) or self._shares_of(pool)
        known, part_of = self._known, self._part
        sums = [[(known.get(share) or part_of(0, share))[0] for share in shares]]
        for part in parts:
            before = sums[-1]
            own = [(known.get(part | share) or part_of(part, share))[0] for share in shares]
            sums.append([max([before[rest] + own[given] for given, rest in way]) for way in ways])
        return sums

    def _smallest(self, leaf: Leaf) -> list[Order]:
        """The smallest list of melds that makes the most of a leaf."""
        held, pool, _, sets = leaf
        parts, known, part_of = self._parts(held), self._known, self._part
        if not pool:
            melds = [order for part in parts for order in (known.get(part) or part_of(part, 0))[1]]
            return sorted([*melds, *sets]) if sets else melds
        sums = self._shared(parts, pool)
        shares, ways = self._shares[pool]
        lists: list[list[tuple[Order, ...]]] = [[self._part(0, share)[1]] for share in shares]
        for at, part in enumerate(parts):
            own = [self._part(part, share) for share in shares]
            before, after = sums[at], sums[at + 1]
            lists = [
                [
                    others + own[given][1]
                    for given, rest in way
                    if before[rest] + own[given][0] == most
                    for others in lists[rest]
                ]
                for way, most in zip(ways, after, strict=True)
            ]
        return min([sorted(melds + sets) for melds in lists[-1]])

    def _parts(self, held: int) -> list[int]:
        """The cards of each suit that has any."""
        return [held & suit for suit in self._lines if held & suit]

    def _shares_of(self, pool: int) -> Shares:
        """Every share of a pool, the whole last, and by place every way to give part of it away and keep the rest."""
        held = [(unit, (pool & field) // unit) for unit, field in zip(self._units, self._fields, strict=True)]
        held = [(unit, times) for unit, times in held if times]
        shares = [
            sum([unit * times for (unit, _), times in zip(held, chosen, strict=True)])
            for chosen in product(*[range(times + 1) for _, times in held])
        ]
        place, guards = {share: at for at, share in enumerate(shares)}, self._guards
        ways = [
            [(place[given], place[share - given]) for given in shares if (share | guards) - given & guards == guards]
            for share in shares
        ]
        self._shares[pool] = shares, ways
        return shares, ways

    def _part(self, part: int, pool: int) -> Known:
        """The best melds of cards of one suit and a share of the pool: the lowest card is loose, or in a meld.

        Without cards, the melds of wild cards alone.
        """
        known = self._known.get(part | pool)
        if known is not None:
            return known
        guards = self._guards
        if part:
            low = part & -part
            low = 1 << (low.bit_length() - 1) // self._width * self._width
            options = self._melds_from(low, part)
            best, orders = self._part(part - low, pool)
        else:
            best, orders, options = 0, (), self._wild_alone() if pool else []
        for own, share, worth, melds in options:
            if (part | guards) - own & guards == guards and (pool | guards) - share & guards == guards:
                more, others = self._part(part - own, pool - share)
                if worth + more >= best:
                    found = worth + more, tuple(sorted(melds + others))
                    if _better(found, (best, orders)):
                        best, orders = found
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[part | pool] = best, orders
        return best, orders

    def _melds_from(self, low: int, part: int) -> list[Option]:
        """The melds of cards of one suit and wild cards whose lowest card that is not wild is of this kind.

        There may be others among them, of cards that are not held.
        """
        suit = (low.bit_length() - 1) // (self._width * self._ranks)
        seen, melds = self._of_suit.get(suit, _NOTHING_SEEN)
        if part & ~seen:
            self._looks += 1
            # all melds of a suit take some milliseconds to list: no hand shall wait for those of more than one
            seen = self._kinds_of(part) if self._looks % _LOOKS else self._lines[suit]
            melds = {}
            for option in self._allowed(seen):
                if option[0]:
                    bit = option[0] & -option[0]
                    melds.setdefault(1 << (bit.bit_length() - 1) // self._width * self._width, []).append(option)
            self._of_suit[suit] = seen, melds
        return melds.get(low, [])

    def _kinds_of(self, part: int) -> int:
        """The whole fields of the kinds that are held."""
        return sum([field for field in self._fields if part & field])

    def _wild_alone(self) -> list[Option]:
        """The melds that have no other cards than wild ones."""
        if self._pools is None:
            self._pools = self._allowed(0)
        return self._pools

    # -- the melds that the rules allow --------------------------------------------------------------------------

    def _allowed(self, fields: int) -> list[Option]:
        """The melds of the kinds that have something in these fields, as often as the pack has them, and wild cards."""
        table = self._table
        counts = {
            kind.index: kind.count
            for kind in table.pack.kinds
            if kind.index in self._wild or fields & self._fields[kind.index]
        }
        found: dict[Order, Option] = {}
        for one in candidates(table.meld_rules, counts):
            if one.order not in found:
                own = sum([self._units[kind] for kind in one.cards if kind not in self._wild])
                share = sum([self._units[kind] for kind in one.cards if kind in self._wild])
                points = sum([table.points[kind] for kind in one.cards])
                worth = weight_of(points, len(one.cards))
                found[one.order] = (own, share, worth, (one.order,))
                self._first[one.order] = one
        return list(found.values())


def _better(one: Known, other: Known) -> bool:
    """Whether melds are worth more than others, or as much with the smaller list."""
    return one[0] > other[0] or (one[0] == other[0] and one[1] < other[1])
