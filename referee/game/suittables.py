"""What answers for masks at one table: bytes for two suits at once, a list for each suit, or nothing.

A mask is the sum of `1 << card.index` over the cards of a hand: a bit for each kind with a suit, in the order of the
pack, and above them the number of printed jokers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence
from functools import lru_cache

from referee.game.candidates import candidates
from referee.game.space import Space
from referee.game.suitjokers import NOT_HELD, JokerPoints, PartGains, PartMelds
from referee.game.suitpoints import MOST_PAIRED, Beyond, PairPoints, SuitPoints, paired_bytes
from referee.game.suits import SUITS, Suits, kinds_of
from referee.game.suitwilds import MOST_JOKERS, SuitWilds
from referee.native import in_use
from referee.table import Table
from referee.table.melds import RUN

_PAIR_RANKS = 10
"""Of more ranks a table of two suits would have four million bytes and more."""

_TABLES = 8
"""Tables of two suits that are remembered, for tables whose melds and points are the same."""

_LOOKS = 16
"""So often the melds of a hand's own cards are listed before all of a suit are, once and for good."""


class SuitTables:
    """The tables of one table. `points` answers for masks; None where the melds have not the shape (`Suits`).

    It is right for hands none of whose cards with a suit is one of `wild`. `bits` are those of `Suits`;
    from `beyond` on a mask has printed jokers.
    """

    __slots__ = ("_table", "_wilds", "beyond", "bits", "points", "suits", "wild")

    def __init__(self, table: Table) -> None:
        suits = self.suits = table.derived(Suits)
        self._table = table
        self._wilds = table.derived(SuitWilds)
        self.wild, self.bits = suits.wild, suits.bits(jokers=self._wilds.fits)
        self.beyond = 1 << suits.kinds
        self.points = self._made() if suits.fits else None

    @classmethod
    def of(cls, table: Table) -> SuitTables:
        """The tables of a table; `Table.derived` keeps them."""
        return cls(table)

    def counts_of(self, mask: int) -> dict[int, int]:
        """The cards of a mask, counted by kind; ValueError for a mask that is no hand of this pack."""
        kinds = self.suits.kinds
        jokers = mask >> kinds
        if not 0 <= jokers <= self.suits.jokers:
            raise ValueError(f"{mask} is no hand of this pack as a mask")
        counts = {kind: 1 for kind in range(kinds) if mask >> kind & 1}
        if jokers:
            counts[kinds] = jokers
        return counts

    def holds(self, mask: int, cards: int) -> bool:
        """Whether the `bits` of so many cards that came to this mask are all known here and of different cards."""
        beyond = self.beyond
        if mask < beyond:
            return mask.bit_count() == cards
        return mask < self._wilds.most and (mask & (beyond - 1)).bit_count() + mask // beyond == cards

    def searched(self, mask: int) -> int:
        """The fewest loose points of a mask by a search among its melds, where no rule judges hands as wholes."""
        counts, points = self.counts_of(mask), self.suits.points
        whole = sum([points[kind] * times for kind, times in counts.items()])
        return whole - Space(self._table.meld_rules, points, counts).best_points()

    def _made(self) -> SuitPoints | PairPoints:
        """The tables of the suits, and behind them, where jokers are known, those of what the suits gain by them."""
        suits, rows = self.suits, _Rows()
        plain = _tables_of(suits, rows, _Searched(self))
        if not self._wilds.fits:
            return plain
        return _tables_of(suits, rows, _jokers_of(self._table, suits, rows, plain, self.searched))


class _Searched(Beyond):
    """Answers by a search."""

    def __init__(self, tables: SuitTables) -> None:
        self._tables = tables

    def of_mask(self, mask: int) -> int:
        """The fewest loose points of these cards; ValueError for what is no hand."""
        return self._tables.searched(mask)


class _Rows:
    """Rows of numbers: lists, or arrays of machine words for what is compiled. The same row is made once."""

    def __init__(self) -> None:
        self.native = in_use()
        self._made: dict[int, MutableSequence[int]] = {}

    def of(self, numbers: list[int]) -> MutableSequence[int]:
        """A row of these numbers; suits that are alike share it, so that it stays next to the processor."""
        if not self.native:
            return numbers
        return self._made.get(id(numbers)) or self._made.setdefault(id(numbers), self.new(numbers))

    def new(self, numbers: list[int]) -> MutableSequence[int]:
        """A row of its own."""
        return array("i", numbers) if self.native else numbers


def _tables_of(suits: Suits, rows: _Rows, beyond: Beyond) -> SuitPoints | PairPoints:
    """The tables of the suits, for two at once where they fit into bytes.

    Where it is compiled, small tables are faster.
    """
    lists = SuitPoints(
        suits.ranks,
        [rows.of(one) for one in suits.loose],
        [rows.of(one) for one in suits.joined],
        kinds=suits.kinds,
        threes=suits.threes,
        fours=suits.fours,
        take_all=suits.take_all,
        beyond=beyond,
    )
    first, second, third, fourth = suits.loose
    most = max(max(first) + max(second), max(third) + max(fourth))
    whole = suits.kinds == SUITS * suits.ranks
    if rows.native or not whole or suits.ranks > _PAIR_RANKS or not suits.take_all or most > MOST_PAIRED:
        return lists
    low = _paired(suits.ranks, bytes(first), bytes(second))
    high = low if (first, second) == (third, fourth) else _paired(suits.ranks, bytes(third), bytes(fourth))
    return PairPoints(suits.ranks, low, high, others=lists, beyond=beyond)


@lru_cache(_TABLES)
def _paired(ranks: int, low: bytes, high: bytes) -> bytes:
    return paired_bytes(ranks, low, high)


def _jokers_of(
    table: Table, suits: Suits, rows: _Rows, plain: SuitPoints | PairPoints, searched: Callable[[int], int]
) -> JokerPoints:
    """What answers for hands with jokers at a table where `SuitWilds` knows of them.

    The rules see of a meld its kind, its size and what its wild cards do, so whatever a suit may meld another may too,
    and what is a set of one rank is one of all.
    """
    ranks, points = suits.ranks, suits.points
    made: dict[tuple[int, ...], PartGains] = {}
    gains = []
    for suit in range(SUITS):
        own = points[suit * ranks : min((suit + 1) * ranks, suits.kinds)]
        if own not in made:
            loose = suits.loose[suit]
            unknown = [0] + [NOT_HELD] * (len(loose) - 1)
            made[own] = PartGains(
                rows.of(loose),
                rows.of(suits.joined[suit]),
                rows.new(unknown),
                rows.new(unknown.copy()),
                points=rows.new(list(own)),
                joker=points[-1],
                listed=_Lists(table, suit * ranks, rows).of,
            )
        gains.append(made[own])
    dear, even = [0] * (1 << ranks), True
    for rank in range(ranks):
        column = points[rank : suits.kinds : ranks]
        dear[1 << rank] = max(column)
        even = even and min(column) == max(column)
    with_one, with_two = _sets_with_jokers(table, suits)
    return JokerPoints(
        ranks,
        gains,
        plain,
        kinds=suits.kinds,
        most_jokers=min(suits.jokers, MOST_JOKERS),
        joker=points[-1],
        dear=rows.new(dear),
        even=even,
        sets=(suits.threes, suits.fours, with_one, with_two),
        others=searched,
    )


def _sets_with_jokers(table: Table, suits: Suits) -> tuple[int, int]:
    """Of how many cards of a rank, as bits, there are sets with one joker, and with two."""
    joker = suits.kinds
    column = dict.fromkeys(range(0, suits.kinds, suits.ranks), 1) | {joker: min(suits.jokers, MOST_JOKERS)}
    found = [0] * (MOST_JOKERS + 1)
    for one in candidates(table.meld_rules, column):
        if one.kind != RUN:
            found[one.cards.count(joker)] |= 1 << len(one.cards) - one.cards.count(joker)
    return found[1], found[2]


class _Lists:
    """Lists the melds of one suit of a table, the one whose lowest card is `first`."""

    def __init__(self, table: Table, first: int, rows: _Rows) -> None:
        self._table, self._first, self._rows = table, first, rows
        self._looks = 0

    def of(self, part: int) -> PartMelds:
        """The melds of these cards; now and then, and then for good, of all that the suit has.

        They take a millisecond or two to list, which is for few hands to wait for.
        """
        self._looks += bool(part)
        ranks = self._table.pack.rank_count
        seen = part if self._looks % _LOOKS else ((1 << ranks) - 1) * bool(part)
        joker = len(self._table.pack.kinds) - 1
        counts = {self._first + place: 1 for place in kinds_of(seen)}
        counts[joker] = min(self._table.pack.jokers, MOST_JOKERS)
        owns: list[list[tuple[int, int]]] = [[] for _ in range(ranks)]
        last = None
        for one in candidates(self._table.meld_rules, counts):
            if one.order != last:  # else another reading of the same cards
                own = sum([1 << kind - self._first for kind in one.cards if kind != joker])
                owns[(own & -own).bit_length() - 1].append((own, one.cards.count(joker)))
                last = one.order
        starts = [0]
        for some in owns:
            starts.append(starts[-1] + len(some))
        listed = [one for some in owns for one in some]
        rows = self._rows
        return PartMelds(
            seen, rows.new(starts), rows.new([own for own, _ in listed]), rows.new([wilds for _, wilds in listed])
        )
