"""The best arrangement of a hand given as a mask, put together from what each of its suits comes to.

Which runs the part of a suit is best melded for is decided when it is first held (`suitruns`). A hand that holds no
rank three times is four such parts side by side. A rank whose cards lie in no run is put into a set first; for others
every choice is compared as x.6 compares arrangements: by a number, then by the list of its melds. Why that is exact:
see `suits`. Then an arrangement is decided; its melds and cards are put together when they are read (`arrangement`),
and those of each part are remembered.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations, product
from operator import itemgetter

from referee.cards import Card
from referee.game.arrangement import Arrangement
from referee.game.candidates import Order, candidates
from referee.game.cardtexts import CardTexts
from referee.game.meld import Meld, Supply, laid_out
from referee.game.suitruns import NOT_HELD, SuitRuns
from referee.game.suits import POINTS_AT, SUITS, Suits, kinds_of
from referee.game.suitwilds import SuitWilds
from referee.limits import CARD_CHARACTERS
from referee.native import in_use
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN, SET

Part = tuple[tuple[Meld, ...], tuple[Card, ...]]
"""What a part of a suit comes to: its melds and its loose cards."""

Known = tuple[Order, Meld]
"""A meld, and what x.6 (e) compares of it."""

_POINTS, _NOT_HELD = POINTS_AT, NOT_HELD
"""Machine words, where this is compiled."""


class Choice:
    """The best choice of sets so far: its number, the cards of its sets, and whether another is worth the same."""

    __slots__ = ("number", "taken", "tied")

    def __init__(self, number: int, taken: int) -> None:
        self.number = number
        self.taken = taken
        self.tied = False


class SuitMelds:
    """The arrangements of one `table`. `fits` says whether masks are known here.

    No hand has more than `cards`, and no text of one more than so many `characters`.
    `bits` are those of `Suits`, `spelt` the same by the canonical texts of the cards; from
    `beyond` on a mask has printed jokers, and `most` is more than any mask.
    """

    __slots__ = (
        "__weakref__",
        "_all",
        "_first",
        "_fourth",
        "_joined",
        "_joined_first",
        "_joined_fourth",
        "_joined_second",
        "_joined_third",
        "_known",
        "_parts",
        "_ranks",
        "_runs",
        "_second",
        "_spread",
        "_texts",
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
        "table",
    )

    def __init__(self, table: Table) -> None:
        suits = table.derived(Suits)
        ranks = suits.ranks
        self.table = table
        self.fits = suits.fits and suits.take_all
        wilds = self._wilds = table.derived(SuitWilds)
        # machine words where this is compiled, and there may be more kinds at a table that does not fit
        self.most, self.beyond = (wilds.most, 1 << suits.kinds) if self.fits else (0, 0)
        self.cards, self.characters = table.most_cards, table.most_cards * CARD_CHARACTERS
        self.bits = suits.bits(jokers=wilds.fits)
        spelt = {kind.text: bit for kind, bit in zip(table.pack.kinds, self.bits, strict=True) if bit < self.most}
        self.spelt = spelt if self.fits else {}
        native = in_use()
        self._texts = CardTexts(self.spelt, self.beyond, self.cards, self.characters) if native else None
        self._ranks, self._twice, self._thrice = ranks, 2 * ranks, 3 * ranks
        self._all = (1 << ranks) - 1
        self._spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        self._joined = suits.joined if self.fits else ([0],) * SUITS
        joined = [array("i", one) if native else one for one in self._joined]
        self._joined_first, self._joined_second, self._joined_third, self._joined_fourth = joined
        self._parts: list[dict[int, Part]] = [{} for _ in range(SUITS)]
        self._runs = _runs_of(suits, native=native)
        self._first, self._second, self._third, self._fourth = [one.numbers for one in self._runs]
        self._known: dict[int, Known] = {}

    @classmethod
    def of(cls, table: Table) -> SuitMelds:
        """The arrangements of a table; `Table.derived` keeps them."""
        return cls(table)

    def of_texts(self, cards: Sequence[str] | str) -> Arrangement | None:
        """The best arrangement of a hand given as text, or as a text for each card; None for what is not known here.

        Known are the canonical texts of different cards, and of printed jokers if jokers are.
        """
        if self._texts is not None:
            mask = self._texts.mask_of(cards)
            if mask <= 0:
                return None
            if mask < self.beyond:
                return self.of_plain(mask)
            return self._wilds.arrangement_of(mask) if mask < self.most else None
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
        number = self._first[a]
        number += self._second[b]  # one after the other: each is a machine word where this is compiled
        number += self._third[c]
        number += self._fourth[d]
        if number >= _NOT_HELD:
            self._hold(a, b, c, d)
            return self.of_plain(mask)
        sets = a & b & (c | d) | c & d & (a | b)
        made = Arrangement.__new__(Arrangement)
        if sets:
            made._sets = sets = self._sets_of(mask, sets)  # noqa: SLF001 - it is made nowhere else
            number = self._number(mask ^ sets)
        else:
            made._sets = 0  # noqa: SLF001
        made._mask = mask  # noqa: SLF001
        made._deadwood = number >> _POINTS  # noqa: SLF001
        made._decided = self  # noqa: SLF001
        made._melds = None  # noqa: SLF001
        return made

    def shown(self, mask: int, sets: int) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
        """The melds and the loose cards of a hand without jokers whose sets have these cards."""
        parts = self._suits_of(mask ^ sets)
        runs, loose = parts[0]
        for more, others in parts[1:]:
            runs += more
            loose += others
        return (runs + self._melds_of(self._by_rank(sets)) if sets else runs), loose

    def _suits_of(self, mask: int) -> list[Part]:
        """What the four suits of a mask come to."""
        parts = []
        for suit, made in enumerate(self._parts):
            part = mask >> suit * self._ranks & self._all
            parts.append(made.get(part) or self._made(suit, part))
        return parts

    def _by_rank(self, sets: int) -> list[int]:
        """The cards of sets, rank by rank."""
        columns = [sets & self._spread << rank for rank in range(self._ranks)]
        return [column for column in columns if column]

    def _number(self, mask: int) -> int:
        """What x.6 compares first of these cards in their best runs, the fewest being best."""
        part = self._all
        a = mask & part
        b = mask >> self._ranks & part
        c = mask >> self._twice & part
        d = mask >> self._thrice
        number = self._first[a]
        number += self._second[b]
        number += self._third[c]
        number += self._fourth[d]
        if number < _NOT_HELD:
            return number
        self._hold(a, b, c, d)
        return self._number(mask)

    def _hold(self, a: int, b: int, c: int, d: int) -> None:
        """Decide four parts that may not have been held before."""
        for runs, part in zip(self._runs, (a, b, c, d), strict=True):
            runs.decide(part)

    def _sets_of(self, mask: int, sets: int) -> int:
        """The cards of the best sets of a hand that holds these ranks three times or four."""
        part = self._all
        joined = self._joined_first[mask & part]
        joined |= self._joined_second[mask >> self._ranks & part]
        joined |= self._joined_third[mask >> self._twice & part]
        joined |= self._joined_fourth[mask >> self._thrice]
        taken = mask & (sets & ~joined) * self._spread  # their cards lie in no run
        sets &= joined
        if not sets:
            return taken
        left = mask ^ taken
        best = Choice(self._number(left), 0)
        self._choose(best, left, sets, 0, 1)
        return taken | (self._of_smallest(left, sets, taken) if best.tied else best.taken)

    def _choose(self, best: Choice, mask: int, sets: int, taken: int, count: int) -> None:
        """Look at every choice of one set more and others of these ranks; `count` are the sets chosen then."""
        while sets:
            rank = sets & -sets
            sets ^= rank
            held = mask & rank * self._spread
            self._look(best, mask ^ held, sets, taken | held, count)
            if held == rank * self._spread:  # each of the four cards may stay behind
                self._look(best, mask ^ held ^ rank, sets, taken | held ^ rank, count)
                card = rank << self._ranks
                self._look(best, mask ^ held ^ card, sets, taken | held ^ card, count)
                card = rank << self._twice
                self._look(best, mask ^ held ^ card, sets, taken | held ^ card, count)
                card = rank << self._thrice
                self._look(best, mask ^ held ^ card, sets, taken | held ^ card, count)

    def _look(self, best: Choice, mask: int, sets: int, taken: int, count: int) -> None:
        """Look at a choice of so many sets with the cards `taken`, and at those with sets of these ranks besides."""
        number = self._number(mask) + count
        if number < best.number:
            best.number, best.taken, best.tied = number, taken, False
        elif number == best.number:
            best.tied = True
        if sets:
            self._choose(best, mask, sets, taken, count + 1)

    def _melds_of(self, sets: Sequence[int]) -> tuple[Meld, ...]:
        """The sets of these cards in the order of x.6 (e)."""
        if len(sets) == 1:
            return (self._meld(sets[0], SET)[1],)
        return tuple([meld for _, meld in sorted([self._meld(cards, SET) for cards in sets], key=itemgetter(0))])

    def _of_smallest(self, mask: int, ranks: int, others: int) -> int:
        """The cards of the sets of the best choice where several are worth the same: its list of melds is the smallest.

        Of the cards `others` there are sets besides.
        """
        choices = []
        for held in self._by_rank(mask & ranks * self._spread):
            bits = [1 << kind for kind in kinds_of(held)]
            choices.append(
                [0, *[sum(some) for size in range(LEAST_MELD, len(bits) + 1) for some in combinations(bits, size)]]
            )
        best = None
        for chosen in product(*choices):
            taken = sum(chosen)
            number = self._number(mask ^ taken) + sum(map(bool, chosen))
            if best is None or number <= best[0]:
                listed = (number, self._orders(mask ^ taken, self._by_rank(taken | others)), taken)
                if best is None or listed < best:
                    best = listed
        assert best is not None
        return best[2]

    def _orders(self, mask: int, sets: Sequence[int]) -> list[Order]:
        """The melds of an arrangement as x.6 (e) compares them."""
        runs = [meld.order for melds, _ in self._suits_of(mask) for meld in melds]
        return runs + sorted([self._meld(one, SET)[0] for one in sets])

    def _made(self, suit: int, part: int) -> Part:
        """What a part of a suit comes to, ready to be shown; remembered."""
        first = suit * self._ranks
        melds = tuple([self._meld(run << first, RUN)[1] for run in self._runs[suit].runs_of(part)])
        melded = {card.index for meld in melds for card in meld.cards}
        cards = self.table.pack.notation.cards
        loose = tuple([cards[kind] for kind in kinds_of(part << first) if kind not in melded])
        made = self._parts[suit][part] = (melds, loose)
        return made

    def _meld(self, mask: int, kind: int) -> Known:
        """The meld of this kind that has these cards; remembered."""
        known = self._known.get(mask)
        if known is None:
            table = self.table
            kinds = kinds_of(mask)
            found = candidates(table.meld_rules, dict.fromkeys(kinds, 1))
            one = next(one for one in found if one.kind == kind and len(one.cards) == len(kinds))
            meld = laid_out(one, Supply([table.pack.notation.cards[each] for each in kinds]))
            known = self._known[mask] = (one.order, meld)
        return known


def _runs_of(suits: Suits, *, native: bool) -> list[SuitRuns]:
    """What decides the runs of each suit; suits that are alike have the same."""
    made: dict[int, SuitRuns] = {}
    for runs, known in zip(suits.runs, suits.numbers, strict=True):
        if id(known) not in made:
            by_place: list[list[int]] = [[] for _ in range(suits.ranks)]
            for run in runs:
                by_place[(run & -run).bit_length() - 1].append(run)
            made[id(known)] = _of_one(known, by_place, native=native)
    return [made[id(known)] for known in suits.numbers] or [_of_one([0], [], native=native)] * SUITS


def _of_one(known: list[int], by_place: list[list[int]], *, native: bool) -> SuitRuns:
    """What decides the runs of a suit, which are given by the places of their lowest cards."""
    listed: list[int] = []
    starts = [0]
    for runs in by_place:
        listed += runs
        starts.append(len(listed))
    rows: list[list[int]] = [known, [NOT_HELD] * len(known), [0] * len(known), listed, starts]
    return SuitRuns(*[array("i", row) if native else row for row in rows])
