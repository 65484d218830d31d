"""The melds of a hand as bits, looked up suit by suit and rank by rank in rows of machine words.

It is `fast_sight` once more, without a Python number on the way: what is a meld, what it is worth and in which order
melds are listed is what `game.readings` says, asked when a suit or a rank is first held so. Hands with wild cards are
not looked at.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from referee.game.closepoints import DEADWOOD_AT
from referee.game.readings import PLAIN_TAGS, RUNS_AT, SETS_AT, MeldReadings, TableMelds, table_melds
from referee.game.suits import MOST_RANKS, SUITS, kinds_of
from referee.record.fast_sight import Sight
from referee.record.packed_melds import MeldRows, row
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN

_ROOM: Final = 1_024
"""Melds that the rows have room for at first."""


class PackedSight:
    """What is seen of the hands of one table. `open` is no where its melds are not looked up this way.

    `wild` are the cards that may stand for others, `row` the ranks of one suit.
    """

    __slots__ = (
        "_behind",
        "_column",
        "_first",
        "_kept",
        "_made",
        "_melds",
        "_ranks",
        "_row",
        "_rules",
        "_set_behind",
        "_set_first",
        "_suits",
        "_worth",
        "open",
        "wild",
    )

    def __init__(self, table: Table) -> None:
        rules, pack = table.meld_rules, table.pack
        self._rules, self._ranks, self._suits = rules, pack.rank_count, pack.suit_count
        kept = table_melds(rules, table.points)
        sizes = (*rules.run_sizes, *rules.set_sizes)
        self.open = (
            kept is not None
            and Sight(table).open
            and pack.suit_count <= SUITS
            and pack.rank_count <= MOST_RANKS
            and min(sizes, default=LEAST_MELD) >= LEAST_MELD
        )
        self._kept: TableMelds | None = kept
        self.wild = sum([1 << kind.index for kind in pack.kinds if kind.wild])
        if pack.kinds[-1].wild and pack.kinds[-1].count > 1:
            self.wild |= (1 << _BITS) - self.wild & -self.wild if False else (1 << _BITS) - (1 << pack.kinds[-1].index)
