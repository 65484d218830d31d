"""The points of hands that were counted by the looks of their cards (`cardlooks`), with what rules say of these."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game.facts import CloseFacts
from referee.game.readings import CARD_BITS, PLAIN_TAGS, RUNS_AT, SETS_AT, WILDS_AT
from referee.game.space import tag
from referee.lang.compile import Value
from referee.workshop.alike import Seen
from referee.workshop.cardlooks import CardLooks
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.points import Point

_CARDS = (1 << CARD_BITS) - 1


def looks_of(rules: CloseRules) -> CardLooks | None:
    """The looks by which the hands of a table can be counted; None where its rules must see the cards.

    That is where rules look at melds, tell many cards apart, or look at the cards of seats that do not close.
    """
    if any(one.alone for one in rules.looked):
        return None
    return CardLooks.of([(rules.table, [one.expr for one in rules.looked])])


class LookedAt:
    """Makes points of what was seen of hands. Rules are asked with cards of the looks that are held and are loose."""

    def __init__(self, rules: CloseRules, looks: CardLooks) -> None:
        self._rules, self._looks, self._kinds = rules, looks, rules.table.pack.kinds
        self._facts = [CloseFacts(course.given) for course in rules.courses.all]
        self._known: dict[tuple[int, int], Point] = {}

    def points(self, seen: Seen) -> Iterator[Point]:
        """The points of hands that are seen so."""
        weight, numbers = seen
        for number in numbers:
            known = self._known.get((weight, number))
            if known is None:
                known = self._known[weight, number] = self._point(weight, number)
            yield known

    def _point(self, weight: int, number: int) -> Point:
        cards = number >> PLAIN_TAGS
        held_points, held = self._looks.split(weight)
        deadwood, loose = self._looks.split(weight - (cards >> CARD_BITS))
        told = (tag(number, RUNS_AT), tag(number, SETS_AT), tag(number, WILDS_AT))
        bare = Point(deadwood, cards & _CARDS, held_points, *told)
        weighed = held_points if self._rules.weighs_hand else 0
        return bare._replace(hand_points=weighed, looked=self._answers(bare, held, loose))

    def _answers(
        self, point: Point, held: tuple[int, ...], loose: tuple[int, ...]
    ) -> tuple[Value | tuple[Value, ...], ...]:
        """What the rules that look at cards say, in each course where that matters."""
        if not self._rules.looked:
            return ()
        for facts, course in zip(self._facts, self._rules.courses.all, strict=True):
            facts.card = course.card
            facts.hand = (*self._looks.cards(held, self._kinds), course.card)
            facts.loose = self._looks.cards(loose, self._kinds)
            facts.melds = (None,) * (point.runs + point.sets)
            facts.deadwood, facts.melded, facts.hand_points = point.deadwood, point.melded, point.hand_points
            facts.runs, facts.sets, facts.wilds = point.runs, point.sets, point.wilds
        return tuple(
            tuple(one.test.call(facts) for facts in self._facts) if one.by_course else one.test.call(self._facts[0])
            for one in self._rules.looked
        )
