"""The choice of a closing card in machine words: for hands without wild cards and twins, compiled or as it is written.

Cards are bits of one word, as in `Suits`: the ranks held of one suit are its *part*. What the runs of a part and the
sets of some ranks can be is what `Masks` says, each worked out when it is first held; an arrangement of a hand is one
of each suit and one of the sets that have no card in common, gone through in the order of x.6 (e). Of one
it is asked which cards are left, what they count, and its *row*: its melded cards, runs and sets as one small number.

What comes of a close is looked up by the row and the loose points (`CourseWords`), and asked of its course when it is
first needed. Nothing is kept from one question to the next but what is worked out for good, and that is put where it
is read after it is whole: so whoever asks at the same time as another gets his own answer.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import Lock

from referee.cards import Card
from referee.game.bestclose import BestClose
from referee.game.closepoints import DEADWOOD_AT, FAILED_AT, LOOK, NEVER, Judged
from referee.game.courses import CloseCourse
from referee.game.masks import Masks
from referee.game.readings import CARD_BITS, PLAIN_TAGS, RUNS_AT, SETS_AT, TAG_BITS
from referee.game.suits import MOST_RANKS, SUITS
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN, SET

MOST_CELLS = 1 << 14
"""Of a course with more rows times loose points nothing is kept here."""

_MOST_WAYS = 1 << 18
"""Arrangements of suits and of sets that are kept; of what is held then for the first time nothing is said here."""

_SLOTS_BITS = 13
_SLOTS = 1 << _SLOTS_BITS
"""Places for choices of ranks that are held often enough for a set, of which three quarters are filled at most."""

_SCATTER = 0x9E3779B97F4A7C15
"""2 to the 64, divided by the golden ratio: its multiples lie far apart."""

_WORD = (1 << 64) - 1
_ROW_BITS = 16
_ROW = (1 << _ROW_BITS) - 1
_LAST = 1 << 62
"""Marks the last of the arrangements of a part."""

_KIND_BITS = 6
_FEW_CARDS = 2 * LEAST_MELD + 1
"""Hands of fewer cards and more than this are as good here; it is only said which rows there are for each."""


class CourseWords:
    """What comes of closes in one course, of hands of so many `cards`, by row and loose points.

    `worths` and `orders` are those of `Judged` (0: not asked yet), each row with `lefts` of them beside each other.
    No legal close leaves more than `most`, and of a refused one `few` clauses fail or more.
    """

    __slots__ = ("_course", "_judged", "_points", "cards", "few", "lefts", "most", "orders", "worths")

    def __init__(self, course: CloseCourse, cards: int, lefts: int, rows: Sequence[int]) -> None:
        self._course, self._points = course, list(rows)
        self.cards, self.lefts = cards, lefts
        bounds = course.bounds
        self.few = bounds.failed
        self.most = max(-1, min(bounds.loose, lefts - 1))
        cells = lefts * len(rows)
        self.worths, self.orders = array("q", bytes(8 * cells)), array("q", bytes(8 * cells))
        self._judged: list[Judged] = [LOOK] * cells

    def work_out(self, cell: int) -> None:
        """Ask the course what comes of closes that are seen so."""
        row, left = divmod(cell, self.lefts)
        judged = self._course.at(self._points[row] | left << DEADWOOD_AT)
        if judged is LOOK:
            raise AssertionError("where no rule looks at cards, a point decides")
        self._judged[cell] = judged
        self.worths[cell] = judged.worth
        self.orders[cell] = judged.order

    def judged(self, cell: int) -> Judged:
        """What was worked out."""
        return self._judged[cell]


class CloseWords:
    """The choice at one table. `fits` says whether there is one: no more than four suits, no card below 0 points."""

    __slots__ = (
        "_all",
        "_alike",
        "_cards_of",
        "_ends",
        "_first",
        "_kind_of",
        "_kinds",
        "_known",
        "_lock",
        "_looks",
        "_masks",
        "_members",
        "_one",
        "_points",
        "_ranks",
        "_rows",
        "_seen",
        "_set_keys",
        "_set_ways",
        "_signs",
        "_sizes",
        "_spread",
        "_starts",
        "_step",
        "_table",
        "_used",
        "_ways",
        "_wild",
        "_worth",
        "fits",
        "most_cards",
    )
