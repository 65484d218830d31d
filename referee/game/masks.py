"""All arrangements of a hand by look-up, where it has no wild cards and no twins: cards are bits of one whole number.

The runs of a suit are decided by which of its cards are held, the sets of a rank by which of its: so for each of these
masks the arrangements in it are worked out once and looked up ever after. An arrangement of a hand is one of each suit
and one of the sets that have no card in common.

An arrangement is written as a profile is (`game.space`), with one bit for each kind. Those that rules cannot tell
apart (three and four cards of a run of seven, four and three) are one, and stand for the first of them by x.6 (e).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from referee.cards import Card
from referee.game.candidates import Candidate, Order, candidates
from referee.game.readings import CARD_BITS, PLAIN_TAGS, RUNS_AT, SETS_AT
from referee.table import Table
from referee.table.melds import RUN, SET

Lists = tuple[tuple[int, list[Candidate]], ...]
"""Arrangements, each with its list of melds."""

Numbered = tuple[int, Candidate]
"""A meld as part of an arrangement, and itself."""

_NO_LISTS: Final[Lists] = ((0, []),)

_FIELD: Final = 6
"""Bits that count the cards held of a rank: the highest is a guard."""

_WILDS: Final = 6
"""Bits that count wild cards."""

_KEPT: Final = 20_000
"""Masks remembered of each sort; forgotten all at once when there are more."""


class Masks:
    """The cards of one table as bits. `numbers` has a number for every kind; those of a hand are summed up.

    The sum has, above the tags of a profile, a bit for every kind (`fields` are all of them), the number of cards of
    each rank, that of wild cards, and from `points_at` on the points. `top` is where in an arrangement the number of
    its cards begins.
    """

    __slots__ = (
        "_all",
        "_guards",
        "_least",
        "_lists",
        "_of_sets",
        "_of_suit",
        "_points",
        "_rank_count",
        "_ranks",
        "_rules",
        "_short",
        "_suits",
        "_with_sets",
        "fields",
        "numbers",
        "points_at",
        "top",
        "usable",
        "wild",
    )

    def __init__(self, table: Table) -> None:
        rules, kinds = table.meld_rules, table.pack.kinds
        ranks, suits = rules.pack.rank_count, rules.pack.suit_count
        self._rules, self._points, self._rank_count = rules, table.points, ranks
        self.usable = min(table.points, default=0) >= 0
        self.top = PLAIN_TAGS + len(kinds)
        self.fields = (1 << self.top) - (1 << PLAIN_TAGS)
        places = [self.top + _FIELD * rank for rank in range(ranks)]
        wild_at = self.top + _FIELD * ranks
        self.points_at = wild_at + _WILDS
        self.wild = ((1 << _WILDS) - 1) << wild_at
        none = rules.most_cards + 1
        self._least = min(rules.run_sizes, default=none), min(rules.set_sizes, default=none)
        least_set = self._least[SET]
        self._short = sum([max(0, (1 << (_FIELD - 1)) - least_set) << at for at in places])
        self.numbers = [
            _bit(kind.index)
            + (kind.points << self.points_at)
            + (1 << wild_at if kind.wild or kind.joker else 1 << places[kind.rank])
            for kind in kinds
        ]
        self._suits = tuple([_mask(range(suit * ranks, (suit + 1) * ranks)) for suit in range(suits)])
        guards = [1 << (at + _FIELD - 1) for at in places]
        self._guards = sum(guards)
        self._ranks = [(guard, _mask(range(rank, suits * ranks, ranks))) for rank, guard in enumerate(guards)]
        self._with_sets: dict[int, int] = {}
        self._of_suit: dict[int, tuple[int, ...]] = {}
        self._of_sets: dict[int, tuple[int, ...]] = {}
        self._lists: dict[int, Lists] = {}
        self._all: dict[tuple[int, int], list[Numbered]] = {}

    @classmethod
    def of(cls, table: Table) -> Masks:
        """The bits of a table; `Table.derived` keeps them."""
        return cls(table)

    def sum_of(self, cards: Sequence[Card]) -> int:
        """Some cards as one number; 0 where there are twins or wild cards among them."""
        numbers = self.numbers
        found = sum([numbers[card.index] for card in cards])
        if found & self.wild or (found & self.fields).bit_count() != len(cards) or not self.usable:
            return 0
        return found

    def ways(self, found: int) -> Sequence[int]:
        """All arrangements of the cards that are summed up so, in the order of x.6 (e) where they have as many melds.

        Those whose list of melds ends where another goes on come after it: the empty one is the last.
        """
        ways: Sequence[int] = _EMPTY
        known = self._of_suit
        for suit in self._suits:
            mask = found & suit
            more = known.get(mask) or self._worked_out(mask, RUN)
            if more is not _EMPTY:
                ways = [one + other for one in ways for other in more] if ways is not _EMPTY else more
        full = found + self._short & self._guards
        if not full:
            return ways
        mask = found & (self._with_sets.get(full) or self._full_ranks(full))
        sets = self._of_sets.get(mask) or self._worked_out(mask, SET)
        if ways is _EMPTY:
            return sets
        fields = self.fields
        return [one + other for one in ways for other in sets if not one & other & fields]

    def melds_of(self, found: int, way: int) -> tuple[Candidate, ...]:
        """The melds of an arrangement of these cards, by x.6 (e) the smallest that rules cannot tell apart from it."""
        factors = [self._listed(found & suit, RUN) for suit in self._suits]
        full = found + self._short & self._guards
        if full:
            ranks = self._with_sets.get(full) or self._full_ranks(full)
            factors.append(self._listed(found & ranks, SET))
        for parts in product(*factors):
            used = number = 0
            for one, _ in parts:
                if used & one:
                    break
                used |= one & self.fields
                number += one
            else:
                if number == way:
                    return tuple([meld for _, melds in parts for meld in melds])
        raise AssertionError("an arrangement of these cards has melds among them")

    def melds_in(self, kind: int, place: int) -> list[tuple[int, ...]]:
        """The runs of a suit, or the sets of a rank, without wild cards and twins, by their cards as x.6 (e) says."""
        return [meld.cards for _, meld in self._of_place(kind, place)]

    def _listed(self, mask: int, kind: int) -> Lists:
        """The arrangements of these cards of one suit, or of some ranks, with their melds."""
        key, kept = (mask, self._of_suit) if kind == RUN else (~mask, self._of_sets)
        if kept.get(mask) is _EMPTY:
            return _NO_LISTS
        while (lists := self._lists.get(key)) is None:
            if self._worked_out(mask, kind) is _EMPTY:
                return _NO_LISTS
        return lists

    def _full_ranks(self, full: int) -> int:
        """The cards of the ranks of which enough for a set are held."""
        mask = self._with_sets[full] = sum([mask for guard, mask in self._ranks if full & guard])
        return mask

    def _worked_out(self, mask: int, kind: int) -> tuple[int, ...]:
        """All arrangements of these cards of one suit into runs, or into sets, in their order."""
        kept = self._of_suit if kind == RUN else self._of_sets
        if len(kept) >= _KEPT:
            for one in (self._of_suit, self._of_sets, self._with_sets):
                one.clear()
            self._lists.clear()
        melds = self._melds_in(mask, kind) if mask.bit_count() >= self._least[kind] else []
        if not melds:
            kept[mask] = _EMPTY
            return _EMPTY
        ways: list[tuple[int, list[Candidate]]] = [(0, [])]
        for number, meld in reversed(melds):
            taken = number & self.fields
            # those with this meld and some that follow it stand before those without it
            ways = [(number + others, [meld, *lists]) for others, lists in ways if not taken & others] + ways
        found: dict[int, list[Candidate]] = {}
        for number, lists in ways:
            found.setdefault(number, lists)
        kept[mask] = numbers = tuple(found)
        self._lists[mask if kind == RUN else ~mask] = tuple(found.items())
        return numbers

    def _melds_in(self, mask: int, kind: int) -> list[Numbered]:
        """The runs of these cards of one suit, or their sets, in the order of x.6 (e)."""
        if kind == RUN:
            lowest = (mask & -mask).bit_length() - 1 - PLAIN_TAGS
            return self._within(mask, self._of_place(RUN, lowest // self._rank_count))
        ranks = [rank for rank, (_, cards) in enumerate(self._ranks) if mask & cards]
        if len(ranks) == 1:
            return self._within(mask, self._of_place(SET, ranks[0]))
        melds = [meld for rank in ranks for meld in self._within(mask, self._of_place(SET, rank))]
        return sorted(melds, key=_order)

    def _within(self, mask: int, melds: Sequence[Numbered]) -> list[Numbered]:
        """Those of some melds that can be made of these cards."""
        others = self.fields & ~mask
        return [one for one in melds if not one[0] & others]

    def _of_place(self, kind: int, place: int) -> list[Numbered]:
        """The runs of a suit, or the sets of a rank, without wild cards, in the order of x.6 (e)."""
        known = self._all.get((kind, place))
        if known is None:
            cards = self._suits[place] if kind == RUN else self._ranks[place][1]
            wild = self._rules.wild_kinds
            held = [one for one in range(len(self.numbers)) if cards & _bit(one) and one not in wild]
            found = candidates(self._rules, dict.fromkeys(held, 1))
            known = self._all[kind, place] = [(self._number(meld), meld) for meld in found if meld.kind == kind]
        return known

    def _number(self, meld: Candidate) -> int:
        """One meld as part of an arrangement."""
        points = sum([self._points[card] for card in meld.cards])
        seen = (points << CARD_BITS) + len(meld.cards) << self.top
        return seen + _mask(meld.cards) + (1 << (RUNS_AT if meld.kind == RUN else SETS_AT))


_EMPTY: Final[tuple[int, ...]] = (0,)
"""The one arrangement of cards without melds."""


def _bit(kind: int) -> int:
    return 1 << (PLAIN_TAGS + kind)


def _mask(kinds: Iterable[int]) -> int:
    return sum([_bit(kind) for kind in kinds])


def _order(one: Numbered) -> Order:
    return one[1].order
