"""The melds of a hand as bits, looked up suit by suit and rank by rank in rows of machine words.

It is `fast_sight` once more, without a Python number on the way: what is a meld, what it is worth and in which order
melds are listed is what `game.readings` says of whole suits and ranks, asked when a table is bound. The melds of what
is held of one are those that lie in it (held by a test on every part of a suit). Hands with wild cards are not looked
at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.game.closepoints import DEADWOOD_AT
from referee.game.readings import PLAIN_TAGS, RUNS_AT, SETS_AT, MeldReadings, TableMelds, table_melds
from referee.game.suits import MOST_RANKS, SUITS
from referee.record.fast_sight import looked_up
from referee.record.packed_melds import MeldRows
from referee.record.packed_round import row
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN

_ROOM: Final = 1_024
"""Melds of suits and ranks that there is room for at first."""

_MOST_BITS: Final = 62


class PackedSight:
    """What is seen of the hands of one table. `open` is no where its melds are not looked up this way.

    `wild` are the cards that may stand for others, with all bits in which the last of them are counted.
    """

    __slots__ = (
        "_behind",
        "_bits",
        "_column",
        "_count",
        "_first",
        "_found",
        "_kept",
        "_lines",
        "_points",
        "_ranks",
        "_row",
        "_rules",
        "_runs",
        "_runs_from",
        "_seen",
        "_set_behind",
        "_set_first",
        "_sets_from",
        "_sets_to",
        "_sizes",
        "_suits",
        "_weights",
        "_worth",
        "open",
        "wild",
    )

    def __init__(self, table: Table) -> None:
        rules, pack = table.meld_rules, table.pack
        self._rules, self._ranks, self._suits = rules, pack.rank_count, pack.suit_count
        self._kept: TableMelds | None = table_melds(rules, table.points)
        self.open = (
            looked_up(table, self._kept)
            and rules.suit_room == 1
            and pack.suit_count <= SUITS
            and pack.rank_count <= MOST_RANKS
            and min((*rules.run_sizes, *rules.set_sizes), default=LEAST_MELD) >= LEAST_MELD
        )
        self.wild = sum([1 << kind.index for kind in pack.kinds if kind.wild])
        last = pack.kinds[len(pack.kinds) - 1]
        if last.wild and last.count > 1:
            self.wild |= (1 << _MOST_BITS) - (1 << last.index)
        self._row = (1 << pack.rank_count) - 1
        self._column = sum([1 << (suit * pack.rank_count) for suit in range(pack.suit_count)])
        self._make_rows(table)

    def _make_rows(self, table: Table) -> None:
        """What the cards of each suit count, and all melds of the pack; of what a hand holds nothing is known yet."""
        ranks, suits, wild = self._ranks, self._suits if self.open else 0, table.meld_rules.wild_kinds
        worth: list[int] = []
        for suit in range(suits):
            of_suit = [0]
            for points in table.points[suit * ranks : (suit + 1) * ranks]:
                of_suit += [known + points for known in of_suit]
            worth += of_suit
        self._worth = _row_of(worth)
        self._first, self._behind = _row_of([-1] * len(worth)), row(len(worth))
        self._set_first, self._set_behind = _row_of([-1] * (ranks << SUITS)), row(ranks << SUITS)
        self._found, self._count = row(_ROOM), 0
        found, runs, sets = list[MeldReadings](), [0], list[MeldReadings]()
        for suit in range(suits):
            kinds = [kind for kind in range(suit * ranks, (suit + 1) * ranks) if kind not in wild]
            found += self._kept.in_suit(self._rules, tuple(kinds)) if self._kept is not None else ()
            runs.append(len(found))
        for rank in range(ranks):
            kinds = [suit * ranks + rank for suit in range(suits) if suit * ranks + rank not in wild]
            one_each = tuple([(kind, 1) for kind in kinds])
            sets += self._kept.of_rank(self._rules, one_each) if self._kept is not None else ()
        found += sorted(sets, key=_cards)
        self._runs_from, self._sets_from, self._sets_to = _row_of(runs), runs[suits], len(found)
        self._bits, self._lines, self._runs, self._sizes = (row(len(found) + 1) for _ in range(4))
        self._points, self._seen, self._weights = (row(len(found) + 1) for _ in range(3))
        for place, one in enumerate(found):
            self._keep(place, one)

    def _keep(self, place: int, one: MeldReadings) -> None:
        """Put a meld into the rows."""
        assert self._kept is not None
        run, ranks, size = one.kind == RUN, self._ranks, len(one.cards)
        points = sum([self._kept.points[kind] for kind in one.cards])
        line = self._row << one.cards[0] // ranks * ranks if run else self._column << one.cards[0] % ranks
        self._bits[place] = sum([1 << kind for kind in one.cards])
        self._lines[place], self._runs[place], self._sizes[place] = line, run, size
        self._points[place], self._weights[place] = points, one.weight
        tags = (size << PLAIN_TAGS) + (1 << RUNS_AT if run else 1 << SETS_AT)
        self._seen[place] = tags - (points << DEADWOOD_AT)

    def points(self, held: int) -> int:
        """The points of all cards of a hand without wild cards."""
        points = 0
        for suit in range(self._suits):
            points += self._worth[suit << self._ranks | held >> suit * self._ranks & self._row]
        return points

    def look(self, held: int, found: MeldRows) -> bool:
        """Fill the rows with the melds of a hand without wild cards. False where there are too many."""
        ranks = self._ranks
        whole = count = 0
        for suit in range(self._suits):
            part = held >> suit * ranks & self._row
            if part == 0:
                continue
            at = suit << ranks | part
            whole += self._worth[at]
            if self._first[at] < 0:
                self._first[at] = self._look_among(self._runs_from[suit], self._runs_from[suit + 1], held)
                self._behind[at] = self._count
            begin = self._first[at]
            end = self._behind[at]
            if count + end - begin > found.room:
                return False
            for place in range(begin, end):
                self._put(found, self._found[place], count)
                count += 1
        found.held, found.whole = held, whole
        found.count = count
        b = held >> ranks
        c = b >> ranks
        d = c >> ranks
        several = (held & b & (c | d) | c & d & (held | b)) & self._row
        return several == 0 or self._look_for_sets(held, several, found)

    def _look_for_sets(self, held: int, several: int, found: MeldRows) -> bool:
        """Add the sets of these ranks."""
        ranks = self._ranks
        start = count = found.count
        for rank in range(ranks):
            if several >> rank & 1 == 0:
                continue
            at = held >> rank & self._column
            part = at & 1 | at >> ranks - 1 & 2 | at >> 2 * ranks - 2 & 4 | at >> 3 * ranks - 3 & 8
            at = rank << 4 | part
            if self._set_first[at] < 0:
                self._set_first[at] = self._look_among(self._sets_from, self._sets_to, held & self._column << rank)
                self._set_behind[at] = self._count
            if count + self._set_behind[at] - self._set_first[at] >= found.room:
                return False
            for number in range(self._set_first[at], self._set_behind[at]):
                place = self._found[number]
                to = count
                while to > start and found.numbers[to - 1] > place:
                    found.copied(to - 1, to)
                    to -= 1
                self._put(found, place, to)
                count += 1
        found.count = count
        return True

    def _put(self, found: MeldRows, place: int, to: int) -> None:
        found.numbers[to] = place
        found.bits[to] = self._bits[place]
        found.lines[to] = self._lines[place]
        found.runs[to] = self._runs[place]
        found.sizes[to] = self._sizes[place]
        found.points[to] = self._points[place]
        found.seen[to] = self._seen[place]
        found.weights[to] = self._weights[place]

    def _look_among(self, begin: int, end: int, held: int) -> int:
        """Remember which melds from one place to another lie in these cards; where the first of them is remembered.

        What is held of one suit, or of one rank, is met for the first time.
        """
        while self._count + end - begin > len(self._found):
            self._make_room(row(2 * len(self._found)))
        first = self._count
        for place in range(begin, end):
            if self._bits[place] & ~held == 0:
                self._found[self._count] = place
                self._count += 1
        return first

    def _make_room(self, made: memoryview) -> None:
        """Go on with a longer row for the melds found; where it is compiled no other thread comes between."""
        for place in range(self._count):
            made[place] = self._found[place]
        self._found = made


def _cards(one: MeldReadings) -> tuple[int, ...]:
    return one.cards


def _row_of(numbers: Sequence[int]) -> memoryview:
    """A row of these numbers; of one 0 where there are none."""
    made = row(max(len(numbers), 1))
    for place, number in enumerate(numbers):
        made[place] = number
    return made
