"""What one suit can be melded for, worked out when a table is first asked: for every choice of its ranks, once.

A hand of different cards is a *mask*: one bit for each kind, in the order of the pack, and above them the number of
its printed jokers, so that the mask of a hand is the sum of `1 << card.index`. The ranks held of one suit are a
stretch of it, the *part* of that suit, and there are no more than two to the number of ranks of them.

Why parts are enough: where every meld without wild cards lies in one suit with a card of each rank at most (a run), or
in one rank with a card of each suit at most (a set), the sets of an arrangement take cards of some ranks, and what is
left of each suit is melded by itself. So the fewest loose points are the least, over the choices of sets, of a sum
over the suits. Whether all melds are so is not taken from the rules: `Suits.of` lists every meld that the pack holds
(`candidates`) and looks. Where one is not, or rules judge hands as wholes, there are no tables and `solve` searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.game.candidates import Candidate, candidates
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN, MeldRules

SUITS = 4
"""So many suits have tables; a pack of fewer has suits of which nothing is held."""

MOST_RANKS = 13
"""Of more ranks the tables of a suit would be too large."""

JOKER_BITS = 4
"""So many bits above the kinds count printed jokers, of which there are eight at most."""

CARDS_AT, POINTS_AT = 6, 12
"""What x.6 compares first of melds and loose cards is one number, the least being best: how many melds there are, above
that from here on how many loose cards, and what these cost."""


@dataclass(frozen=True, eq=False, slots=True)
class Suits:
    """The tables of one table. `fits` says whether its melds are such that there are any.

    `ranks` is the width of a part, `kinds` the number of kinds with a suit, `points` what each kind costs. `runs` are
    the runs without wild cards of each suit, as parts, the smallest by x.6 (e) first; by part, `loose` is what a suit
    costs after its best runs, `numbers` what x.6 compares of these (`CARDS_AT`), and `joined` has the cards that lie in
    one of its runs.
    `threes` and `fours`: whether three, or four, natural cards of one rank are a set. `wild` are the bits of the kinds
    with a suit that may stand for others, of which tables say nothing; `jokers` says how many printed ones there are.
    """

    fits: bool
    ranks: int
    kinds: int
    points: tuple[int, ...]
    runs: tuple[tuple[int, ...], ...] = ()
    loose: tuple[list[int], ...] = ()
    numbers: tuple[list[int], ...] = ()
    joined: tuple[list[int], ...] = ()
    threes: bool = False
    fours: bool = False
    wild: int = 0
    jokers: int = 0

    @classmethod
    def of(cls, table: Table) -> Suits:
        """The tables of a table; `Table.derived` keeps them."""
        rules, pack = table.meld_rules, table.pack
        kinds = pack.suit_count * pack.rank_count
        bare = cls(False, pack.rank_count, kinds, table.points, jokers=pack.jokers)
        sizes = (*rules.run_sizes, *rules.set_sizes)
        if (
            table.conditions("melds.whole_hand")
            or pack.suit_count > SUITS
            or pack.rank_count > MOST_RANKS
            or min(sizes, default=LEAST_MELD) < LEAST_MELD
        ):
            return bare
        plain = [kind.index for kind in pack.kinds if not kind.joker and not kind.wild]
        melds = candidates(rules, dict.fromkeys(plain, 1))
        runs = tuple([tuple(_runs_in(melds, suit, pack.rank_count)) for suit in range(SUITS)])
        sets = [sum([1 << kind for kind in one.cards]) for one in melds if one.kind != RUN]
        threes, fours = (any(mask.bit_count() == size for mask in sets) for size in (3, 4))
        if sum(map(len, runs)) + len(sets) != len(melds) or sorted(sets) != sorted(
            _sets_of(rules, plain, threes, fours)
        ):
            return bare
        made: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[list[int], list[int], list[int]]] = {}
        lists = []
        for suit in range(SUITS):  # suits are alike in most games
            key = (runs[suit], table.points[suit * pack.rank_count : min(kinds, (suit + 1) * pack.rank_count)])
            if key not in made:
                numbers = least_loose(runs[suit], [(cost << POINTS_AT) + (1 << CARDS_AT) for cost in key[1]], 1)
                made[key] = [one >> POINTS_AT for one in numbers], numbers, in_runs(runs[suit], pack.rank_count)
            lists.append(made[key])
        loose, numbers_of, joined = zip(*lists, strict=True)
        wild = sum([1 << kind.index for kind in pack.kinds if kind.wild and not kind.joker])
        made_of = (runs, loose, numbers_of, joined)
        return cls(True, pack.rank_count, kinds, table.points, *made_of, threes, fours, wild, jokers=pack.jokers)

    def bits(self, *, jokers: bool) -> list[int]:
        """What each kind of the pack adds to a mask; more than any mask has for one of which nothing is known.

        `jokers`: whether of printed ones anything is.
        """
        none = 1 << (self.kinds + JOKER_BITS)
        bits = [1 << kind for kind in range(self.kinds)]
        known = [bit if self.fits and not bit & self.wild else none for bit in bits]
        return [*known, 1 << self.kinds if jokers else none] if self.jokers else known

    @property
    def take_all(self) -> bool:
        """Whether three or more cards of a rank, none of which lies in a run, are best all put into a set."""
        return self.threes and (self.fours or self.kinds < SUITS * self.ranks) and min(self.points) >= 0


def kinds_of(mask: int) -> list[int]:
    """The kinds of a mask without jokers, in the order of the pack."""
    return [kind for kind in range(mask.bit_length()) if mask >> kind & 1]


def _runs_in(melds: Sequence[Candidate], suit: int, ranks: int) -> Iterator[int]:
    """The melds that are runs of one suit, no card twice, as parts of it."""
    for one in melds:
        cards = one.cards
        if one.kind == RUN and all(kind // ranks == suit for kind in cards) and len(set(cards)) == len(cards):
            yield sum([1 << (kind - suit * ranks) for kind in cards])


def _sets_of(rules: MeldRules, plain: Sequence[int], threes: bool, fours: bool) -> Iterator[int]:
    """All sets, as masks, if any three or any four different cards of a rank are one."""
    ranks = rules.pack.rank_count
    for rank in range(ranks):
        column = [1 << kind for kind in plain if kind % ranks == rank]
        whole = sum(column)
        if threes and len(column) >= LEAST_MELD:
            yield from [whole ^ bit for bit in column] if len(column) > LEAST_MELD else [whole]
        if fours and len(column) > LEAST_MELD:
            yield whole


def least_loose(runs: Sequence[int], points: Sequence[int], each: int = 0) -> list[int]:
    """For every part of a suit the least that its cards cost after melding some of these runs, at `each`, by part.

    Parts are taken in the order of their highest card: it is loose, or in a run of which it is the highest.
    """
    least = [0]
    for place, cost in enumerate(points):
        top = [known + cost for known in least]
        whole = len(least) - 1
        for run in runs:
            if run >> place != 1:
                continue
            below = run & whole
            others = free = whole & ~below
            while True:  # every choice of the cards below that are not in the run
                if least[others] + each < top[others | below]:  # noqa: PLR1730 - `min` would cost a call
                    top[others | below] = least[others] + each
                if not others:
                    break
                others = (others - 1) & free
        least += top
    return least


def in_runs(runs: Sequence[int], ranks: int) -> list[int]:
    """For every part of a suit its cards that lie in one of these runs, by part."""
    joined = [0] * (1 << ranks)
    whole = len(joined) - 1
    for run in runs:
        others = free = whole & ~run
        while True:
            joined[others | run] |= run
            if not others:
                break
            others = (others - 1) & free
    return joined
