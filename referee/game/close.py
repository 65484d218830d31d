"""Judges a close: whether it is allowed, what comes of it, and if it is refused which clauses it breaks.

For every arrangement of the cards kept all of `close.may_close` must hold; its outcome is then the first of
`close.outcomes` whose `when` holds. Over the arrangements that pass, the closer has the best: a won game, else the best
points written (low or high as `game.winner` asks), then x.6 (b) to (e). What depends on the hands of the others cannot
be known yet: there fewest loose points stand in for the points written.

A refused close is judged on the arrangement that fails fewest clauses, then by fewest loose points and x.6 (b) to (e);
all clauses it fails are cited. If it fails none, no outcome fits it, and the clause of the last outcome is cited.

Arrangements that no condition can tell apart are one profile (`game.space`), so leaving cards loose on purpose costs
next to nothing to consider, and nothing is left out. What comes of each is known once it was asked (`game.courses`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.frozen import quick
from referee.game.closepoints import LOOK, NEVER, Judged
from referee.game.closerules import CloseQuestion, Given, facts_of
from referee.game.courses import CloseCourses
from referee.game.facts import show
from referee.game.masks import Masks
from referee.game.readings import CARD_BITS, PLAIN_TAGS
from referee.game.refusal import Failure, failure_of, no_outcome
from referee.game.solve import Arrangement, arranged
from referee.game.splits import SpacedSplit, split
from referee.table import Table

__all__ = [
    "CloseQuestion",
    "CloseVerdict",
    "Closings",
    "Given",
    "facts_of",
    "judge_close",
    "judge_closings",
]

NO_FACTS: Given = {}

_FEW: Final = 30
"""So many arrangements are judged sooner than it is known what every legal close has in common."""

_CARDS: Final = (1 << CARD_BITS) - 1
_TAGS: Final = (1 << PLAIN_TAGS) - 1


@quick
@dataclass(frozen=True, slots=True)
class CloseVerdict:
    """What comes of a close.

    Legal: `outcome` is its name, `clause` and `priced_by` are what it rests on, `writes` what the closer writes (None
    if the game is won, or if it depends on the hands of the others or on the closing card unknown), `lay_off` whose
    melds are open to lay-offs (what `lay_off.onto` says where the outcome's own depends on that card). Refused:
    `failures` in natural order of their clauses, `clause` the first of them. `arrangement` is the one that was judged.
    `not_judged`: clauses whose text hangs on the closing card, which was not told, and which count as met; `undecided`
    are those of them that the options of this table do not settle.
    """

    legal: bool
    outcome: str | None
    wins_game: bool
    writes: int | None
    clause: str
    priced_by: str
    lay_off: str
    arrangement: Arrangement
    failures: tuple[Failure, ...]
    not_judged: tuple[str, ...]
    undecided: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closings:
    """A close with one card more than is kept: each different card as the closing card, in pack order.

    `best` is the one that is best for the closer (of equals the first), None if none is legal.
    """

    best: Card | None
    each: tuple[tuple[Card, CloseVerdict], ...]


def judge_close(
    table: Table,
    keep: Sequence[Card],
    *,
    given: Given | None = None,
    closing: Card | None = None,
    hand: Sequence[Card] | None = None,
    taken: Card | None = None,
) -> CloseVerdict:
    """The verdict on closing with the cards kept.

    `given` are facts of the course of the game by name (`facts.GIVABLE` says which and what they are if not given).
    `closing` is the card put face down, `hand` all cards held (by default those kept and that one), `taken` the card
    that was taken from the discard pile in this turn; it is the closing card only if no twin of it is held. Without
    `closing`, what hangs on it counts as met and is listed in `not_judged`.
    """
    return _judged(table, CloseQuestion(keep, given or NO_FACTS, closing, hand, taken))[0]


def judge_closings(
    table: Table, cards: Sequence[Card], *, given: Given | None = None, taken: Card | None = None
) -> Closings:
    """The verdict on each different card of `cards` as the closing card, the others being kept."""
    each: list[tuple[Card, CloseVerdict]] = []
    best: tuple[Card, tuple[object, ...]] | None = None
    for closing in sorted({card.index: card for card in sorted(cards, reverse=True)}.values()):
        keep = list(cards)
        keep.remove(closing)
        verdict, worth = _judged(table, CloseQuestion(keep, given or NO_FACTS, closing, cards, taken))
        each.append((closing, verdict))
        if verdict.legal and (best is None or worth < best[1]):
            best = (closing, worth)
    return Closings(None if best is None else best[0], tuple(each))


class _Judge:
    """One close being judged: the arrangements of the cards kept, and its course, which says what comes of each."""

    __slots__ = ("_course", "_hand", "_question", "_rules", "_table")

    def __init__(self, table: Table, question: CloseQuestion) -> None:
        courses, keep = table.derived(CloseCourses), question.keep
        kind = courses.hidden if question.closing is None else courses.known
        self._table, self._question, self._rules, self._course = table, question, kind.rules, kind.of(question)
        self._hand = split(table, table.derived(Masks), keep, by_signature="melds" in kind.rules.opens)

    def _at(self, way: int) -> Judged:
        """What comes of an arrangement."""
        hand, course = self._hand, self._course
        seen = way >> hand.top
        left = hand.points - (seen >> CARD_BITS)
        point = (left << CARD_BITS | seen & _CARDS) << PLAIN_TAGS | way & _TAGS
        judged = course.points.get(point) or course.at(point)
        if judged is LOOK:
            loose = hand.all_of(hand.held - (way & hand.fields)) if "loose" in self._rules.opens else ()
            judged = course.look(point, loose, hand.signatures(way) if isinstance(hand, SpacedSplit) else ())
        return judged

    def verdict(self) -> tuple[CloseVerdict, tuple[object, ...]]:
        """The verdict, and if it is legal what it is worth to the closer beside other closing cards."""
        best = nearest = NEVER - 1
        tied: dict[int, Judged] = {}
        for way in self._worthwhile():
            judged = self._at(way)
            if judged.worth < best:
                best, tied = judged.worth, {way: judged}
            elif judged.worth == best:
                tied[way] = judged
        if tied:
            return self._legal(tied, best)
        for way in self._hand.ways:
            judged = self._at(way)
            if judged.order < nearest:
                nearest, tied = judged.order, {way: judged}
            elif judged.order == nearest:
                tied[way] = judged
        return self._refused(tied), ()

    def _worthwhile(self) -> Collection[int]:
        """The arrangements, of many those in which a close may be legal."""
        hand = self._hand
        if len(hand.ways) <= _FEW:
            return hand.ways
        bounds, cards_at = self._course.bounds, hand.top
        # points stand on top of an arrangement: with fewer melded, too many are loose
        enough = hand.points - bounds.loose << cards_at + CARD_BITS
        return [way for way in hand.ways if way >= enough and way >> cards_at & _CARDS >= bounds.melded]

    def _legal(self, tied: Mapping[int, Judged], worth: int) -> tuple[CloseVerdict, tuple[object, ...]]:
        """The verdict with the smallest of the arrangements that are equally good."""
        melds, way = self._hand.smallest(tied)
        judged = tied[way]
        assert judged.outcome is not None
        rule = judged.outcome.rule
        verdict = CloseVerdict(
            legal=True,
            outcome=rule.name,
            wins_game=judged.wins_game,
            writes=judged.writes,
            clause=rule.clause,
            priced_by=rule.priced_by,
            lay_off=judged.onto,
            arrangement=arranged(self._table, self._question.keep, melds),
            failures=(),
            not_judged=self._rules.not_judged,
            undecided=self._rules.undecided,
        )
        return verdict, (worth, [one.order for one in melds])

    def _refused(self, tied: Mapping[int, Judged]) -> CloseVerdict:
        """The verdict by the smallest of the arrangements that fail fewest clauses, and are equally good besides."""
        table, keep = self._table, self._question.keep
        melds, way = self._hand.smallest(tied)
        arrangement = arranged(table, keep, melds)
        facts = facts_of(table, self._question)
        # a refusal's text may look at cards that no condition looks at
        show(table, facts, melds, arrangement.loose, arrangement.deadwood)
        failed = tied[way].failed
        failures = tuple([failure_of(table, one, facts) for one in failed]) or (no_outcome(table, facts),)
        return CloseVerdict(
            legal=False,
            outcome=None,
            wins_game=False,
            writes=None,
            clause=failures[0].clause,
            priced_by="",
            lay_off="nobody",
            arrangement=arrangement,
            failures=failures,
            not_judged=self._rules.not_judged,
            undecided=self._rules.undecided,
        )


def _judged(table: Table, question: CloseQuestion) -> tuple[CloseVerdict, tuple[object, ...]]:
    """The verdict, and what the close is worth beside others."""
    return _Judge(table, question).verdict()
