"""A close of numbers: asked of `game.closepoints`, which remembers what the rules make of what they see.

Here are only the arrangements of the cards kept, each as the point it is seen at, and the moment of the game. Where
the point does not decide, the rules are asked with the loose cards. A table whose rules of closing look at single melds
or at the hand, or price a close by more than its arrangement and what the others have left, is not `open`.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.closepoints import DEADWOOD_AT, LOOK, NEVER, Judged
from referee.game.closerules import CloseQuestion
from referee.game.courses import CloseCourse, CloseCourses
from referee.game.facts import ARRANGEMENT, GIVABLE
from referee.game.suits import kinds_of
from referee.record.fast_bits import Bits
from referee.record.fast_sight import BitMeld, ways
from referee.record.fast_words import AskJudge
from referee.table import Table

_KEPT = 20_000
"""Moments of a game remembered; all are forgotten when there are more."""


Legal = tuple[Judged, list[BitMeld]]
"""A legal close: what comes of it, and the melds that are shown."""


class CloseByNumbers:
    """The rules of closing of one table."""

    __slots__ = ("_by_card", "_courses", "_known", "open", "plain", "reads")

    def __init__(self, table: Table) -> None:
        self._courses = table.derived(CloseCourses).known
        rules = self._courses.rules
        self.reads = tuple([name for name in GIVABLE if name in rules.steady_reads])
        """The facts of the course of the game that are asked about; there may be none."""
        self._by_card = "card" in rules.steady_reads
        # the outcome is asked for again when the round is priced; if it then fits no longer, only the last one stands
        asked = [one.when for one in table.outcomes[:-1]] + [one.wins_game for one in table.outcomes]
        asked += [rule for one in table.outcomes for rule in (one.writes, one.lay_off) if rule is not None]
        by_outcomes = frozenset[str]().union(*(rule.reads for rule in asked))
        self.open = (
            rules.opens <= {"loose"}
            and rules.steady_reads <= GIVABLE.keys() | {"card"}
            and by_outcomes <= {*ARRANGEMENT, "others"}
            and all(one.pays.constant == 0 for one in table.outcomes)
        )
        self.plain = not rules.opens and "others" not in by_outcomes
        """Whether the point decides all of it, and what the others have left nothing."""
        self._known: dict[tuple[int, ...], CloseCourse] = {}

    def judged(self, course: CloseCourse, kept: int, points: int, melds: list[BitMeld]) -> Legal:
        """The close with these cards of so many points that hold these melds. AskJudge if it is not legal; AskGame."""
        base, known, least = points << DEADWOOD_AT, course.points, NEVER
        # no close with more loose points is legal
        beyond = (course.bounds.loose + 1) << DEADWOOD_AT
        best: tuple[int, ...] = ()
        found: Judged | None = None
        for seen, places in _arranged(melds):
            point = base + seen
            if point >= beyond:
                continue
            made = known.get(point) or course.at(point)
            if made is LOOK:
                loose = kept - sum([melds[place].bits for place in places])
                made = course.look(point, list(kinds_of(loose)), ())
            if made.worth < least or (made.worth == least and found is not None and places < best):
                least, best, found = made.worth, places, made
        if found is None:
            raise AskJudge
        return found, [melds[place] for place in best]

    def course(self, moment: tuple[int, ...], bits: Bits, kept: int, thrown: int, taken: bool) -> CloseCourse:
        """The course of a close in a moment, which has the values of `reads` in their order.

        `kept` are the cards kept, `thrown` the one that lies face down, `taken` whether it was the upcard.
        """
        key = (*moment, thrown, taken) if self._by_card else moment
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _KEPT:
                self._known.clear()
            keep, hand = bits.cards_of(kept), bits.cards_of(kept + thrown)
            (closing,) = bits.cards_of(thrown)
            given = dict(zip(self.reads, moment, strict=True))
            question = CloseQuestion(keep, given, closing, hand, closing if taken else None)
            found = self._known[key] = self._courses.of(question)
        return found


def _arranged(melds: Sequence[BitMeld]) -> Sequence[tuple[int, tuple[int, ...]]]:
    """All arrangements that have some of these melds: what each changes in a point, and the places of its melds."""
    if len(melds) == 2 and not melds[0].bits & melds[1].bits:
        one, other = melds[0].seen, melds[1].seen
        return (0, ()), (one, (0,)), (other, (1,)), (one + other, (0, 1))
    return [(seen, places) for _, seen, places, _ in ways(melds)]
