"""The best arrangement of a hand given as a mask, put together from what each of its suits comes to.

What the part of a suit comes to by itself, its best runs and its loose cards, is worked out by the search of `space`
when it is first held, and remembered with its cards ready to be shown. A hand that holds no rank three times is four
such parts side by side. A rank whose cards lie in no run is put into a set first; for others every choice is
compared as x.6 compares arrangements: what it is worth, then the list of its melds. Why that is exact: see `suits`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from referee.cards import Card
from referee.frozen import draft_of
from referee.game.arrangement import Arrangement
from referee.game.candidates import Order, candidates
from referee.game.meld import Meld, Supply, laid_out
from referee.game.readings import MeldReadings, weight_of
from referee.game.space import Space
from referee.game.suits import Suits, kinds_of
from referee.game.suitwilds import SuitWilds
from referee.limits import CARD_CHARACTERS
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN

Part = tuple[tuple[Meld, ...], tuple[Card, ...], int]
"""What a part of a suit comes to: its melds, its loose cards and what these cost."""

Worth = tuple[int, tuple[Order, ...]]
"""What x.6 makes of the melds of a part, greatest first: points, cards, few melds in one number; then their list."""

Set = tuple[Order, int, tuple[Meld]]
"""A set: its order, what x.6 makes of it, and the meld itself."""

_draft: Any = draft_of(Arrangement)


class SuitMelds:
    """The arrangements of one table. `fits` says whether masks are known here.

    No hand has more than `cards`, and no text of one more than so many `characters`.
    `bits` are those of `Suits`, `spelt` the same by the canonical texts of the cards; from
    `beyond` on a mask has printed jokers, and `most` is more than any mask.
    """

    __slots__ = (
        "_all",
        "_choices",
        "_first",
        "_fourth",
        "_joined",
        "_known",
        "_ranks",
        "_second",
        "_sets",
        "_spread",
        "_table",
        "_third",
        "_thrice",
        "_twice",
        "_wilds",
        "beyond",
        "bits",
        "cards",
        "characters",
        "fits",
        "most",
        "spelt",
    )

    def __init__(self, table: Table) -> None:
        suits = table.derived(Suits)
        ranks = suits.ranks
        self._table = table
        self.fits = suits.fits and suits.take_all
        wilds = self._wilds = table.derived(SuitWilds)
        # machine words where this is compiled, and there may be more kinds at a table that does not fit
        self.most, self.beyond = (wilds.most, 1 << suits.kinds) if self.fits else (0, 0)
        self.cards, self.characters = table.most_cards, table.most_cards * CARD_CHARACTERS
        self.bits = suits.bits(jokers=wilds.fits)
        spelt = {kind.text: bit for kind, bit in zip(table.pack.kinds, self.bits, strict=True) if bit < self.most}
        self.spelt = spelt if self.fits else {}
        self._ranks, self._twice, self._thrice = ranks, 2 * ranks, 3 * ranks
        self._all = (1 << ranks) - 1
        self._spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        self._joined = suits.joined
        parts: list[list[Part | None]] = [[None] * len(loose) for loose in suits.loose] or [[], [], [], []]
        self._first, self._second, self._third, self._fourth = parts
        self._known: dict[int, Worth] = {}
        self._sets: dict[int, Set] = {}
        self._choices: dict[int, list[int]] = {}

    @classmethod
    def of(cls, table: Table) -> SuitMelds:
        """The arrangements of a table; `Table.derived` keeps them."""
        return cls(table)

    def of_texts(self, cards: Sequence[str] | str) -> Arrangement | None:
        """The best arrangement of a hand given as text, or as a text for each card; None for what is not known here.

        Known are the canonical texts of different cards, and of printed jokers if jokers are.
        """
        words: Sequence[str] = cards.split() if isinstance(cards, str) else cards
        spelt, mask, count = self.spelt, 0, len(words)
        if count > self.cards or len(cards) > self.characters:
            return None
        try:
            for word in words:
                mask += spelt[word]
        except KeyError:
            return None
        if mask < self.beyond:
            return self.of_plain(mask) if mask and mask.bit_count() == count else None
        return self._wilds.arrangement_of(mask) if self.holds(mask, count) else None

    def of_cards(self, hand: Sequence[Card]) -> Arrangement | None:
        """The best arrangement of a hand; None where it has twins, cards with a mark, or others not known here."""
        if not self.fits:
            return None
        bits, mask, marks = self.bits, 0, 0
        for card in hand:
            mask += bits[card.index]
            marks |= card.mark
        if marks:
            return None
        if mask < self.beyond:
            return self.of_plain(mask) if mask.bit_count() == len(hand) else None
        return self._wilds.arrangement_of(mask) if self.holds(mask, len(hand)) else None

    def holds(self, mask: int, cards: int) -> bool:
        """Whether the `bits` of so many cards that came to this mask are all known here and of different cards."""
        beyond = self.beyond
        if mask < beyond:
            return mask.bit_count() == cards
        return mask < self.most and (mask & (beyond - 1)).bit_count() + mask // beyond == cards

    def of_mask(self, mask: int) -> Arrangement:
        """The best arrangement of these cards, all of them known by their `bits`, at a table that `fits`."""
        return self.of_plain(mask) if mask < self.beyond else self._wilds.arrangement_of(mask)

    def of_plain(self, mask: int) -> Arrangement:
        """The same without printed jokers."""
        part = self._all
        a = mask & part
        b = mask >> self._ranks & part
        c = mask >> self._twice & part
        d = mask >> self._thrice
        if a & b:
            sets = a & b & (c | d) | c & d & (a | b)
            if sets:
                return self._with_sets(mask, sets)
        elif c & d:
            sets = c & d & (a | b)
            if sets:
                return self._with_sets(mask, sets)
        runs, loose, cost = self._first[a] or self._made(0, a)
        more, others, dear = self._second[b] or self._made(1, b)
        runs += more
        loose += others
        cost += dear
        more, others, dear = self._third[c] or self._made(2, c)
        runs += more
        loose += others
        cost += dear
        more, others, dear = self._fourth[d] or self._made(3, d)
        made = _draft()
        made.melds = runs + more
        made.loose = loose + others
        made.deadwood = cost + dear
        made.__class__ = Arrangement
        found: Arrangement = made
        return found

    def _split(self, mask: int, sets: Sequence[int]) -> Arrangement:
        """What the suits of a mask come to, and these sets besides."""
        first, second, third, fourth = self._suits_of(mask)
        return Arrangement(
            first[0] + second[0] + third[0] + fourth[0] + self._melds_of(sets),
            first[1] + second[1] + third[1] + fourth[1],
            first[2] + second[2] + third[2] + fourth[2],
        )

    def _suits_of(self, mask: int) -> tuple[Part, Part, Part, Part]:
        """What the four suits of a mask come to."""
        part = self._all
        a = mask & part
        b = mask >> self._ranks & part
        c = mask >> self._twice & part
        d = mask >> self._thrice
        return (
            self._first[a] or self._made(0, a),
            self._second[b] or self._made(1, b),
            self._third[c] or self._made(2, c),
            self._fourth[d] or self._made(3, d),
        )

    def _with_sets(self, mask: int, sets: int) -> Arrangement:
        """The best arrangement of a hand that holds these ranks three times or four."""
        first, second, third, fourth = self._joined
        part = self._all
        joined = (
            first[mask & part]
            | second[mask >> self._ranks & part]
            | third[mask >> self._twice & part]
            | fourth[mask >> self._thrice]
        )
        free = sets & ~joined
        taken: list[int] = []
        while free:  # their cards lie in no run
            rank = free & -free
            free ^= rank
            taken.append(mask & rank * self._spread)
            mask ^= taken[-1]
        sets &= joined
        if sets:
            return self._best_choice(mask, sets, taken)
        return self._split(mask, taken)

    def _melds_of(self, taken: Sequence[int]) -> tuple[Meld, ...]:
        """These sets in the order of x.6 (e)."""
        if len(taken) == 1:
            cards = taken[0]
            return (self._sets.get(cards) or self._set(cards))[2]
        return tuple([meld for _, _, (meld,) in sorted([self._set(cards) for cards in taken])])

    def _best_choice(self, mask: int, sets: int, taken: list[int]) -> Arrangement:
        """The best arrangement where `taken` are sets, and some of the ranks `sets` may be or lie in runs."""
        choices: list[list[int]] = []
        while sets:
            rank = sets & -sets
            sets ^= rank
            held = mask & rank * self._spread
            choices.append(self._choices.get(held) or self._choose(held))
        best, found = -1, (mask, taken)
        for chosen in product(*choices):
            left, picked = mask, taken
            for cards in chosen:
                if cards:
                    left ^= cards
                    picked = [*picked, cards]
            worth = sum([one[0] for one in self._worths(left)]) + sum([self._set(cards)[1] for cards in picked])
            if worth > best or (worth == best and self._orders(left, picked) < self._orders(*found)):
                best, found = worth, (left, picked)
        return self._split(*found)

    def _choose(self, held: int) -> list[int]:
        """No set of these cards of a rank, and each that can be made of them."""
        bits = [1 << kind for kind in kinds_of(held)]
        sets = [sum(some) for size in range(LEAST_MELD, len(bits) + 1) for some in combinations(bits, size)]
        found = self._choices[held] = [0, *sets]
        return found

    def _orders(self, mask: int, taken: Sequence[int]) -> list[Order]:
        """The melds of an arrangement as x.6 (e) compares them."""
        runs = [order for _, orders in self._worths(mask) for order in orders]
        return runs + sorted([self._set(one)[0] for one in taken])

    def _worths(self, mask: int) -> list[Worth]:
        """What x.6 makes of the runs of each suit of a mask."""
        part, known = self._all, self._known
        held = (mask & part, mask & part << self._ranks, mask & part << self._twice, mask & part << self._thrice)
        return [known.get(one) or self._worth(one) for one in held if one]

    def _worth(self, held: int) -> Worth:
        """The same of cards of one suit, for the first time."""
        found = self._runs(held)
        worth = self._known[held] = (
            sum([one.weight for one in found]),
            tuple([(one.kind, one.cards) for one in found]),
        )
        return worth

    def _runs(self, held: int) -> Sequence[MeldReadings]:
        """The best runs of cards of one suit."""
        table = self._table
        return Space(table.meld_rules, table.points, dict.fromkeys(kinds_of(held), 1)).best()

    def _made(self, suit: int, part: int) -> Part:
        """What a part of a suit comes to, found for the first time."""
        table, held = self._table, part << suit * self._ranks
        supply = Supply([table.pack.notation.cards[kind] for kind in kinds_of(held)])
        found = self._runs(held) if self._joined[suit][part] else ()
        melds = tuple([laid_out(one.readings[0], supply) for one in found])
        loose = supply.rest()
        made = (melds, loose, sum([table.points[card.index] for card in loose]))
        (self._first, self._second, self._third, self._fourth)[suit][part] = made
        return made

    def _set(self, mask: int) -> Set:
        """The set of these cards; remembered."""
        known = self._sets.get(mask)
        if known is None:
            table = self._table
            kinds = kinds_of(mask)
            found = candidates(table.meld_rules, dict.fromkeys(kinds, 1))
            one = next(one for one in found if one.kind != RUN and len(one.cards) == len(kinds))
            points = sum([table.points[kind] for kind in kinds])
            meld = laid_out(one, Supply([table.pack.notation.cards[kind] for kind in kinds]))
            known = self._sets[mask] = (one.order, weight_of(points, len(kinds)), (meld,))
        return known
