"""A close of numbers: asked of `game.closepoints`, which remembers what the rules make of what they see.

Here are only the arrangements of the cards kept, each as the point it is seen at, and the moment of the game. Where
the point does not decide, the rules are asked with the loose cards. A table whose rules of closing look at single melds
or at the hand, or price a close by more than its arrangement and what the others have left, is not `open`.
"""

from __future__ import annotations

from referee.game.closepoints import DEADWOOD_AT, LOOK, NEVER, Judged
from referee.game.closerules import CloseQuestion
from referee.game.courses import CloseCourse, CloseCourses
from referee.game.facts import ARRANGEMENT, GIVABLE
from referee.record.fast_bits import Bits
from referee.record.fast_sight import BitMeld, Sight
from referee.record.fast_words import AskJudge
from referee.table import Table

_KEPT = 20_000
"""Moments of a game remembered; all are forgotten when there are more."""


Legal = tuple[Judged, list[BitMeld]]
"""A legal close: what comes of it, and the melds that are shown."""


class CloseByNumbers:
    """The rules of closing of one table."""

    __slots__ = ("_bits", "_by_card", "_courses", "_known", "_sight", "open", "plain", "reads")

    def __init__(self, table: Table, sight: Sight, bits: Bits) -> None:
        self._sight, self._bits = sight, bits
        self._courses = table.derived(CloseCourses).known
        rules = self._courses.rules
        self.reads = tuple([name for name in GIVABLE if name in rules.steady_reads])
        """The facts of the course of the game that are asked about; there may be none."""
        self._by_card = "card" in rules.steady_reads
        # the outcome is asked for again when the round is priced; if it then fits no longer, only the last one stands
        asked = [one.when for one in table.outcomes[:-1]] + [one.wins_game for one in table.outcomes]
        asked += [one.lay_off for one in table.outcomes if one.lay_off is not None]
        written = [one.writes.reads for one in table.outcomes if one.writes is not None]
        by_writes, by_others = frozenset[str]().union(*written), frozenset({"others", "deadwood"})
        self.open = (
            rules.opens <= {"loose"}
            and rules.steady_reads <= GIVABLE.keys() | {"card"}
            and all(rule.reads <= frozenset(ARRANGEMENT) for rule in asked)
            and all(reads <= frozenset(ARRANGEMENT) or reads <= by_others for reads in written)
            and all(one.pays.constant == 0 for one in table.outcomes)
        )
        self.plain = not rules.opens and "others" not in by_writes
        """Whether the point decides all of it, and what is written does not hang on what the others have left."""
        self._known: dict[tuple[int, ...], CloseCourse] = {}

    def judged(self, course: CloseCourse, kept: int, points: int, melds: list[BitMeld]) -> Legal:
        """The close with these cards of so many points that hold these melds. AskJudge if it is not legal; AskGame."""
        base, known, least = points << DEADWOOD_AT, course.points, NEVER
        # no close with more loose points is legal
        beyond = (course.bounds.loose + 1) << DEADWOOD_AT
        best: tuple[int, ...] = ()
        found: Judged | None = None
        for seen, places in self._sight.arranged(kept, melds):
            point = base + seen
            if point >= beyond:
                continue
            made = known.get(point) or course.at(point)
            if made is LOOK:
                loose = kept - sum([melds[place].bits for place in places])
                made = course.look(point, [card.index for card in self._bits.cards_of(loose)], ())
            if made.worth < least or (made.worth == least and found is not None and places < best):
                least, best, found = made.worth, places, made
        if found is None:
            raise AskJudge
        return found, [melds[place] for place in best]

    def course(self, moment: tuple[int, ...], kept: int, thrown: int, taken: bool) -> CloseCourse:
        """The course of a close in a moment, which has the values of `reads` in their order.

        `kept` are the cards kept, `thrown` the one that lies face down, `taken` whether it was the upcard.
        """
        key = (*moment, thrown, taken) if self._by_card else moment
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _KEPT:
                self._known.clear()
            cards_of = self._bits.cards_of
            keep, hand, (closing,) = cards_of(kept), cards_of(kept + thrown), cards_of(thrown)
            given = dict(zip(self.reads, moment, strict=True))
            question = CloseQuestion(keep, given, closing, hand, closing if taken else None)
            found = self._known[key] = self._courses.of(question)
        return found
