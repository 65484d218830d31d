"""The best close with one card more than is kept: which card goes face down, and what comes of it.

An arrangement of all the cards held is one of those kept with each of its loose cards as the closing card. So all
closing cards are judged on the arrangements of one hand. Of loose cards that count the same, and that no rule looks
at, one stands for all; arrangements with fewer melded cards, or more loose points, than any legal close can have
(`CloseCourse.bounds`) are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from referee.cards import Card
from referee.game.bestclose import BestClose
from referee.game.candidates import Candidate
from referee.game.closepoints import DEADWOOD_AT, FAILED_AT, LOOK, NEVER, Judged
from referee.game.closeroad import CloseRoad
from referee.game.closerules import CloseQuestion, Given
from referee.game.courses import Bounds, CloseCourse, CloseCourses
from referee.game.masks import Masks
from referee.game.readings import CARD_BITS, PLAIN_TAGS
from referee.game.splits import MaskedSplit, SpacedSplit, Split, split
from referee.table import Table

__all__ = ["BestClose", "best_close", "closable"]

NO_FACTS: Given = {}

_CARDS: Final = (1 << CARD_BITS) - 1
_KEPT: Final = 64
"""Courses of which it is remembered how hands are looked at."""

_TAGS: Final = (1 << PLAIN_TAGS) - 1

_NO_CARDS: Final = "there is no card to close with in a hand of none"


def best_close(
    table: Table, cards: Sequence[Card] | str, *, given: Given | None = None, taken: Card | None = None
) -> BestClose:
    """What `judge_closings` says of its best card, without the arrangements: for whoever asks about many hands.

    `cards` are one more than are kept, as text or read by `Table.read_hand`. `given` are facts of the course of the
    game by name (`laps`, `total`, …; without them everybody has had a turn), `taken` the upcard if one of them was it.
    CardError for a text that is no hand, ValueError for no cards.
    """
    chooser = table.derived(_Chooser)
    return chooser.best(table.read_hand(cards) if isinstance(cards, str) else cards, given or NO_FACTS, taken)


def closable(table: Table, cards: Sequence[Card], *, given: Given | None = None, taken: Card | None = None) -> set[int]:
    """The kinds of `cards` with which as the closing card a close is legal."""
    return table.derived(_Chooser).closable(cards, given or NO_FACTS, taken)


Look = tuple[int, int, dict[int, Judged], CloseCourse]
"""Loose cards that are looked at together: what each counts, their fields, the course of a close with one of them.

Before the course stand its points that are known.
"""

Looked = tuple[Sequence[Look], Bounds]
"""How the cards of a hand are looked at, the dearest first, and what is certain of all closes with them."""

Tie = tuple[int, Judged, int]
"""A close as good as others: loose cards any of which may be the closing card, what comes of it, its arrangement."""


class _Chooser:
    """The choice of the closing card at one table. `_apart`: each card is a case of its own.

    `_plain` is what is looked at where nothing is given, by how many cards are held, `_single` the same of one card.
    """

    __slots__ = (
        "_apart",
        "_by_course",
        "_courses",
        "_dearest_first",
        "_masks",
        "_opens",
        "_plain",
        "_road",
        "_single",
        "_steady",
        "_table",
    )

    def __init__(self, table: Table) -> None:
        self._table, self._masks = table, table.derived(Masks)
        self._courses = table.derived(CloseCourses).known
        self._opens = self._courses.rules.opens
        self._apart = self._courses.of_card or "loose" in self._opens
        order = sorted(range(len(table.points)), key=lambda kind: (-table.points[kind], kind))
        self._dearest_first = {kind: place for place, kind in enumerate(order)}
        self._steady = not self._courses.of_hand and not self._courses.weighs_hand
        self._single: dict[tuple[int, int, bool], Look] = {}
        self._plain: dict[int, Looked] = {}
        self._by_course: dict[CloseCourse, Looked] = {}
        self._road = table.derived(CloseRoad)

    @classmethod
    def of(cls, table: Table) -> _Chooser:
        """The choice at a table, for `Table.derived`."""
        return cls(table)

    def best(self, cards: Sequence[Card], given: Given, taken: Card | None) -> BestClose:
        """The best close; ValueError if there is no card to close with."""
        found = self._road.best(cards, given, taken)
        if found is not None:
            return found
        return self.of_profiles(cards, given, taken)

    def of_profiles(self, cards: Sequence[Card], given: Given, taken: Card | None) -> BestClose:
        """The same with arrangements as `splits` writes them, whatever the hand."""
        if not cards:
            raise ValueError(_NO_CARDS)
        hand = split(self._table, self._masks, cards, by_signature="melds" in self._opens)
        looks, bounds = self._looked(hand, cards, given, taken)
        ties = self._legal(hand, looks, bounds)
        kind, judged = _first(hand, ties) if ties else _first(hand, self._refused(hand, looks, bounds), nearest=True)
        return BestClose(_one_of(cards, kind, twins=not hand.ordered), judged)

    def closable(self, cards: Sequence[Card], given: Given, taken: Card | None) -> set[int]:
        """The kinds with which a close is legal; ValueError if there is no card to close with."""
        if not cards:
            raise ValueError(_NO_CARDS)
        hand = split(self._table, self._masks, cards, by_signature="melds" in self._opens)
        looks, bounds = self._looked(hand, cards, given, taken)
        points_at, most = hand.top + CARD_BITS, bounds.loose
        enough = hand.points - most - _dearest(looks, hand.held) << points_at
        looks = [look for look in looks if look[1] & hand.held]
        found = 0
        for way in hand.ways:
            if way < enough or way >> hand.top & _CARDS < bounds.melded:
                continue
            loose, dead = hand.held - (way & hand.fields), hand.points - (way >> points_at)
            for look in looks:
                if dead - look[0] > most:
                    break
                asked = loose & look[1]
                if asked and asked & ~found and self._at(hand, look, loose, way).outcome is not None:
                    found |= asked
        return set(hand.kinds(found))

    # -- what is looked at ---------------------------------------------------------------------------------------

    def _looked(self, hand: Split, cards: Sequence[Card], given: Given, taken: Card | None) -> Looked:
        """The cards as they are looked at, the dearest first, and what is certain of all closes with them."""
        if self._apart:
            return self._one_by_one(hand, cards, given, taken)
        plain = not given and hand.ordered and not self._courses.of_hand
        known = self._plain.get(len(cards)) if plain else None
        if known is not None:
            return known

        def question() -> CloseQuestion:
            return CloseQuestion(cards[1:], given, cards[0], cards, taken)

        course = self._courses.played(given, len(cards) - 1, -1, question, taken=False, points=0)
        looked = self._by_course.get(course) if hand.ordered else None
        if looked is None:
            kinds = range(len(self._table.points)) if hand.ordered else hand.kinds(hand.held)
            looked = self._alike(hand, kinds, course), course.bounds
            if hand.ordered:
                self._keep(course, looked)
        if plain:
            self._plain[len(cards)] = looked
        return looked

    def _keep(self, course: CloseCourse, looked: Looked) -> None:
        """Remember how any hand is looked at in a course."""
        if len(self._by_course) >= _KEPT:
            self._by_course.clear()
        self._by_course[course] = looked

    def _alike(self, hand: Split, kinds: Sequence[int], course: CloseCourse) -> list[Look]:
        """Cards that count the same, together."""
        fields: dict[int, int] = {}
        for kind in kinds:
            points = self._table.points[kind]
            fields[points] = fields.get(points, 0) | hand.field(kind)
        return [(points, fields[points], course.points, course) for points in sorted(fields, reverse=True)]

    def _one_by_one(
        self, hand: Split, cards: Sequence[Card], given: Given, taken: Card | None
    ) -> tuple[list[Look], Bounds]:
        """Each kind of card by itself."""
        worth, held = self._table.points, [card.index for card in cards]
        kept, plain = len(cards) - 1, self._steady and not given and hand.ordered
        looks: list[Look] = []
        for kind in sorted(set(held), key=self._dearest_first.__getitem__):
            was_taken = taken is not None and taken.index == kind and held.count(kind) == 1
            single = self._single.get((kept, kind, was_taken)) if plain else None
            if single is not None:
                looks.append(single)
                continue

            def question(kind: int = kind) -> CloseQuestion:
                closing = _one_of(cards, kind, twins=True)
                keep = list(cards)
                keep.remove(closing)
                return CloseQuestion(keep, given, closing, cards, taken)

            left = hand.points - worth[kind]
            course = self._courses.played(given, kept, kind, question, taken=was_taken, points=left)
            looks.append((worth[kind], hand.field(kind), course.points, course))
            if plain:
                self._single[kept, kind, was_taken] = looks[-1]
        all_bounds = [course.bounds for *_, course in looks]
        loose, melded = max([one.loose for one in all_bounds]), min([one.melded for one in all_bounds])
        return looks, Bounds(loose, melded, min([one.failed for one in all_bounds]))

    def _at(self, hand: Split, look: Look, loose: int, way: int) -> Judged:
        """What comes of a close so arranged with one of the loose cards of a look."""
        points, members, _, course = look
        seen = way >> hand.top
        left = hand.points - (seen >> CARD_BITS) - points
        point = (left << CARD_BITS | seen & _CARDS) << PLAIN_TAGS | way & _TAGS
        judged = course.points.get(point) or course.at(point)
        if judged is LOOK:
            rest = loose - hand.one(hand.first(loose & members))
            judged = course.look(
                point,
                hand.all_of(rest) if "loose" in self._opens else (),
                hand.signatures(way) if isinstance(hand, SpacedSplit) else (),
            )
        return judged

    # -- the choice ----------------------------------------------------------------------------------------------

    def _legal(self, hand: Split, looks: Sequence[Look], bounds: Bounds) -> list[Tie]:
        """The best of the legal closes; none if no close is legal."""
        held, fields, top, total = hand.held, hand.fields, hand.top, hand.points
        points_at = top + CARD_BITS
        least, most = bounds.melded, bounds.loose
        best, ties = NEVER - 1, _no_ties()
        # points stand on top of an arrangement: with fewer melded, too many are loose whatever is thrown
        enough = total - most - _dearest(looks, held) << points_at
        ways = [way for way in hand.ways if way >= enough]
        if not ways:
            return ties
        course = None if self._courses.of_card else looks[0][3]
        floors = looks[0][3].floors
        if len(ways) > 1:
            looks = [look for look in looks if held & look[1]]
            # those with most points melded are worth most as a rule: beside them most of the others need no look
            ways.sort(reverse=True)
        for way in ways:
            cards = way >> top & _CARDS
            if cards < least:
                continue
            low = cards << PLAIN_TAGS | way & _TAGS
            if ties and course is not None and (floors.get(low) or course.floor(low)) > best:
                continue
            loose = held - (way & fields)
            if not loose:
                continue
            dead = total - (way >> points_at)
            for points, members, known, of_look in looks:
                asked = loose & members
                if asked:
                    left = dead - points
                    if left > most:
                        break
                    judged = known.get(left << DEADWOOD_AT | low)
                    if judged is None:
                        judged = self._at(hand, (points, members, known, of_look), loose, way)
                    worth = judged.worth
                    if worth <= best:
                        if worth < best:
                            best = worth
                            ties.clear()
                        ties.append((asked, judged, way))
        return ties

    def _refused(self, hand: Split, looks: Sequence[Look], bounds: Bounds) -> list[Tie]:
        """The refusals that come nearest to a legal close, where none is legal.

        Where as few clauses fail as can, cheaper cards leave only more loose points.
        """
        held, fields, top, total = hand.held, hand.fields, hand.top, hand.points
        points_at = top + CARD_BITS
        few, best, ties = bounds.failed, NEVER - 1, _no_ties()
        for way in hand.ways:
            loose, dead = held - (way & fields), total - (way >> points_at)
            low = (way >> top & _CARDS) << PLAIN_TAGS | way & _TAGS
            for points, members, known, course in looks:
                asked = loose & members
                if asked:
                    judged = known.get(dead - points << DEADWOOD_AT | low)
                    if judged is None:
                        judged = self._at(hand, (points, members, known, course), loose, way)
                    order = judged.order
                    if order <= best:
                        if order < best:
                            best = order
                            ties.clear()
                        ties.append((asked, judged, way))
                    if order >> FAILED_AT <= few:
                        break
        return ties


def _one_of(cards: Sequence[Card], kind: int, *, twins: bool) -> Card:
    """The card of a kind; of twins the one with the lowest mark."""
    if twins:
        return min([card for card in cards if card.index == kind])
    for card in cards:
        if card.index == kind:
            return card
    raise AssertionError("the closing card is held")


def _no_ties() -> list[Tie]:
    return []


def _dearest(looks: Sequence[Look], held: int) -> int:
    """The points of the dearest card held."""
    for look in looks:
        if held & look[1]:
            return look[0]
    raise AssertionError("somebody who closes holds cards")


def _first(hand: Split, ties: Sequence[Tie], *, nearest: bool = False) -> tuple[int, Judged]:
    """The closing card of closes as good as each other, and what comes of it.

    Of legal ones the smallest list of melds comes first, then the first card; of the nearest refusals the first card.
    """
    if len(ties) == 1:
        asked, judged, _ = ties[0]
        return hand.first(asked), judged
    if isinstance(hand, MaskedSplit) and not nearest:
        first = hand.first_of({way for _, _, way in ties})
        return min([(hand.first(asked), judged) for asked, judged, way in ties if way == first], key=itemgetter(0))
    by_kind: dict[int, dict[int, Judged]] = {}
    for asked, judged, way in ties:
        for kind in hand.kinds(asked):
            by_kind.setdefault(kind, {})[way] = judged
    if nearest:
        kind = min(by_kind)
        tied = by_kind[kind]
        return kind, tied[hand.smallest(tied)[1]]
    smallest = [(*hand.smallest(tied), kind) for kind, tied in by_kind.items()]
    _, way, kind = min(smallest, key=_by_melds)
    return kind, by_kind[kind][way]


def _by_melds(found: tuple[Sequence[Candidate], int, int]) -> tuple[list[object], int]:
    return [one.order for one in found[0]], found[2]
