"""A close on machine words: its arrangements as points, each with what `game.courses` made of it when it was met first.

The rules are those of `fast_close`; the game is asked for what is new: the course of a moment, what comes of a point.
"""

from __future__ import annotations

from typing import Final

from referee.cards import Card
from referee.game.closepoints import DEADWOOD_AT, LOOK, NEVER, Judged
from referee.game.closerules import CloseQuestion
from referee.game.courses import CloseCourse, CloseCourses
from referee.game.facts import ARRANGEMENT, GIVABLE
from referee.game.suits import kinds_of
from referee.record.packed_facts import PLACES, WIDTHS
from referee.record.packed_melds import MeldRows
from referee.record.packed_memo import WordMemo
from referee.record.packed_price import BY_LEFT
from referee.record.packed_round import row
from referee.table import Table

_MOST_COURSES: Final = 256
"""Of moments that are judged in more ways than these nothing is said."""

_MOST_VERDICTS: Final = 2_048
"""Of more different verdicts on closes nothing is said."""

_POINT_BITS: Final = 40
"""A point takes so many bits at most: one that is larger has more loose points than hands have."""

_MOST_BITS: Final = 62

_LOOSE_BITS: Final = 20
"""The numbers of loose cards take so many bits."""

ONTO: Final = ("nobody", "closer", "everyone", "all_but_closer")
"""Whose melds may be open after a close, in the order of their numbers."""


class PackedClose:
    """The closes of one table. `open` is no where rules look at single melds, or at more of a moment than a word holds.

    `reads` are the facts of the course of the game that decide. Of each verdict, by its number: `outcomes`, the place
    of its outcome in `table.outcomes`; `wins`, whether the game is won and nobody writes; `written`, whether it says
    what the closer writes, which is in `writes`; `onto`, whose melds are open then, by the place in `ONTO`.
    """

    __slots__ = (
        "_asked",
        "_below",
        "_beyond",
        "_by_card",
        "_by_look",
        "_by_loose",
        "_by_moment",
        "_by_point",
        "_count",
        "_courses",
        "_deadwood",
        "_loose",
        "_loose_bits",
        "_more",
        "_never",
        "_numbers",
        "_places",
        "_point_bits",
        "_table",
        "_widths",
        "_worth",
        "onto",
        "open",
        "outcomes",
        "reads",
        "wins",
        "writes",
        "written",
    )

    def __init__(self, table: Table) -> None:
        self._table, self._courses = table, table.derived(CloseCourses).known
        rules = self._courses.rules
        self.reads = tuple([name for name in GIVABLE if name in rules.steady_reads])
        self._by_card = "card" in rules.steady_reads
        read = [*self.reads, *(("card", "taken") if self._by_card else ())]
        # the outcome is asked for again when the round is priced; if it then fits no longer, only the last one stands
        outcomes = table.outcomes
        asked = [one.when for one in outcomes[: len(outcomes) - 1]]
        asked += [rule for one in outcomes for rule in (one.wins_game, one.lay_off) if rule is not None]
        written = [one.writes.reads for one in outcomes if one.writes is not None]
        self.open = (
            rules.opens <= {"loose"}
            and rules.steady_reads <= GIVABLE.keys() | {"card"}
            and all(rule.reads <= frozenset(ARRANGEMENT) for rule in asked)
            and all(reads <= frozenset(ARRANGEMENT) or reads <= BY_LEFT for reads in written)
            and all(one.pays.constant == 0 for one in outcomes)
            and sum([WIDTHS[name][0] for name in read]) <= _MOST_BITS
        )
        self._count = len(self.reads)
        self._places, self._widths, self._more = row(len(WIDTHS)), row(len(WIDTHS)), row(len(WIDTHS))
        for at, name in enumerate(self.reads):
            self._places[at] = PLACES[name]
            self._widths[at], self._more[at] = WIDTHS[name]
        self._by_moment, self._by_point = WordMemo(8, 18), WordMemo(12, 20)
        self._by_loose, self._by_look, self._loose = WordMemo(6, 18), WordMemo(6, 18), 0
        self._asked: list[CloseCourse] = []
        self._beyond = row(_MOST_COURSES)
        self._numbers: dict[tuple[object, ...], int] = {(): 0}  # 0 stands for what the loose cards decide
        self._worth, self.outcomes, self.wins = row(_MOST_VERDICTS), row(_MOST_VERDICTS), row(_MOST_VERDICTS)
        self.written, self.writes, self.onto = row(_MOST_VERDICTS), row(_MOST_VERDICTS), row(_MOST_VERDICTS)
        self._deadwood, self._point_bits, self._never = DEADWOOD_AT, _POINT_BITS, NEVER
        self._loose_bits, self._below = _LOOSE_BITS, (1 << DEADWOOD_AT) - 1

    def course(self, facts: memoryview, kept: int, thrown: int, taken: bool) -> int:
        """The number of the course of a close in the moment that has these facts; below 0 where it is not told.

        `kept` are the cards kept, `thrown` the one that lies face down, `taken` whether it was the upcard.
        """
        key = card = 0
        for at in range(self._count):
            fact = facts[self._places[at]] + self._more[at]
            if fact < 0 or fact >> self._widths[at] != 0:
                return -1
            key = key << self._widths[at] | fact
        if self._by_card:
            while thrown >> card > 1:
                card += 1
            key = key << 7 | card << 1 | taken
        found = self._by_moment.get(key)
        return found if found >= 0 else self._learn_course(key, facts, kept, thrown, taken)

    def judge(self, course: int, melds: MeldRows) -> int:
        """The verdict on a close with cards that have these melds, by its number; below 0: not legal, or not told.

        The arrangement that is shown is the one chosen of the melds.
        """
        melds.found, melds.worth, melds.ways, melds.chosen_count = -1, self._never, 0, 0
        told = self._judged(course, melds, 0, 0, melds.whole << self._deadwood, 0)
        return melds.found if told else -1

    def _judged(  # noqa: PLR0917 - how far an arrangement has come
        self, course: int, melds: MeldRows, start: int, used: int, point: int, depth: int
    ) -> bool:
        """Judge all arrangements that add melds from a place on to those seen at a point. False: it is not told.

        They come in the order of the places of their melds, so that of those worth the same the first counts.
        """
        melds.ways += 1
        if melds.ways > melds.ways_room:
            return False
        if point < self._beyond[course]:
            verdict = self._by_point.get(course << self._point_bits | point)
            if verdict < 0:
                verdict = self._learn_point(course, point)
            if verdict == 0:
                verdict = self._look(course, melds.held & ~used, point)
            if verdict < 0:
                return False
            worth = self._worth[verdict]
            if worth < melds.worth:
                melds.worth, melds.found = worth, verdict
                melds.choose(depth)
        for place in range(start, melds.count):
            bits = melds.bits[place]
            if used & bits:
                continue
            melds.path[depth] = place
            if not self._judged(course, melds, place + 1, used | bits, point + melds.seen[place], depth + 1):
                return False
        return True

    # -- what is met for the first time ------------------------------------------------------------------------------

    def _learn_course(self, key: int, facts: memoryview, kept: int, thrown: int, taken: bool) -> int:
        closing = Card(thrown.bit_length() - 1)
        keep = [Card(kind) for kind in kinds_of(kept)]
        given = {name: int(facts[PLACES[name]]) for name in self.reads}
        question = CloseQuestion(keep, given, closing, sorted([*keep, closing]), closing if taken else None)
        course = self._courses.of(question)
        # no close with more loose points is legal
        beyond = min((course.bounds.loose + 1) << DEADWOOD_AT, 1 << _POINT_BITS)
        # from here on nothing is asked, so that no other thread comes between
        number = next((number for number, one in enumerate(self._asked) if one is course), len(self._asked))
        if number == _MOST_COURSES:
            return -1
        if number == len(self._asked):
            self._beyond[number] = beyond
            self._asked.append(course)
        self._by_moment.put(key, number)
        return number

    def _learn_point(self, course: int, point: int) -> int:
        """The number of what comes of a point, 0 where the loose cards decide."""
        made = self._asked[course].at(point)
        number = 0 if made is LOOK else self._number_of(made)
        if number >= 0:
            self._by_point.put(course << self._point_bits | point, number)
        return number

    def _look(self, course: int, loose: int, point: int) -> int:
        """The number of what comes of a point with these loose cards; below 0 where that is not told."""
        place = self._by_loose.get(loose)
        if place < 0:
            place = self._number_loose(loose)
            if place < 0:
                return -1
        key = (course << self._loose_bits | place) << self._deadwood | point & self._below
        known = self._by_look.get(key)
        return known if known >= 0 else self._learn_look(key, course, loose, point)

    def _number_loose(self, loose: int) -> int:
        """The number of loose cards that are met for the first time; below 0 where there are no more numbers."""
        if self._loose == 1 << _LOOSE_BITS:
            return -1
        self._by_loose.put(loose, self._loose)
        self._loose += 1
        return self._loose - 1

    def _learn_look(self, key: int, course: int, loose: int, point: int) -> int:
        made = self._asked[course].look(point, kinds_of(loose), ())
        number = -1 if made is LOOK else self._number_of(made)
        if number >= 0:
            self._by_look.put(key, number)
        return number

    def _number_of(self, made: Judged) -> int:
        outcome = -1 if made.outcome is None else self._table.outcomes.index(made.outcome)
        wins = made.outcome is not None and (made.wins_game or made.outcome.writes is None)
        key = (made.worth, outcome, wins, made.writes, made.onto)
        number = self._numbers.get(key, len(self._numbers))
        if number == _MOST_VERDICTS:
            return -1
        if number == len(self._numbers):
            self._worth[number], self.outcomes[number], self.wins[number] = made.worth, outcome, wins
            self.written[number], self.writes[number] = made.writes is not None, made.writes or 0
            self.onto[number] = ONTO.index(made.onto)
            self._numbers[key] = number
        return number
