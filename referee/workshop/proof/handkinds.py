"""The kinds of hands: all hands that the rules of a close cannot tell apart are one kind.

What rules see of an arrangement is a *point*; what they see of a hand is the set of the points of its arrangements. The
hands of a pack are asked about one of each class (`workshop.hands`), or a sample of them, half of it drawn blindly and
half put together of melds and cheap cards, since it is hands near a close that rules are about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.cards import Card
from referee.game.candidates import candidates
from referee.game.facts import Arranger, CloseFacts
from referee.game.solve import counted
from referee.game.space import Space
from referee.lang.compile import Value
from referee.table import Kind, Table
from referee.workshop.hands import Class, Hands
from referee.workshop.proof.afterlays import After, AfterLayOffs, Noted
from referee.workshop.proof.answers import Answers
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.lookedat import LookedAt, looks_of
from referee.workshop.proof.points import Point
from referee.workshop.seenkinds import PARTS, SeenKinds, SentTable
from referee.workshop.workers import shared

SAMPLE = 60_000
"""Hands asked about where there are too many to ask about each."""


_ALONE = 500_000
"""So few hands are asked about sooner than other processes have started."""


@dataclass(slots=True)
class HandKind:
    """Hands that the rules see alike: how many there are, and the one with the fewest points, first in pack order."""

    points: tuple[int, ...]
    hands: int
    classes: int
    smallest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandKinds:
    """The kinds of hands of one table, smallest hands first; their points are numbers in `points`.

    `asked` of `hands` hands were asked about, in `classes` classes; `exact` if all. `after` is how they can lie after
    lay-offs, where rules compare that with the cards that were held.
    """

    points: tuple[Point, ...]
    kinds: tuple[HandKind, ...]
    hands: int
    asked: int
    classes: int
    exact: bool
    after: After = field(default_factory=After)


_Order = tuple[int, tuple[Card, ...]]
_Found = dict[Any, tuple[int, int, _Order]]
"""By what is seen of a hand: hands, classes, and the smallest of them."""


def hand_kinds(
    rules: CloseRules,
    chance: Random,
    *,
    jobs: int = 1,
    sample: int | None = None,
    part_done: Callable[[], None] = lambda: None,
) -> HandKinds:
    """All kinds of hands at a table; of a `sample` only where one is asked for or the pack has too many hands."""
    hands, looks = Hands.of([rules.table]), looks_of(rules)
    exact = sample is None and hands.countable
    drawn = () if exact else _sampled(rules.table, SAMPLE if sample is None else sample, hands, chance)
    if looks is not None:
        seen = SeenKinds([rules.table], looks, hands)
        kinds = seen.all(jobs, part_done) if exact else seen.of(drawn)
        found = {one.seen[0]: (one.hands, one.classes, (looks.split(one.seen[0][0])[0], one.first)) for one in kinds}
        return _kinds(rules, found, hands.hands, Noted(), LookedAt(rules, looks).points, exact=exact)
    if not exact:
        found, noted = _seen(rules, drawn)
        return _kinds(rules, found, hands.hands, noted, exact=False)
    found, noted = {}, Noted()
    for more, others in _shares(rules.table, hands, jobs):
        _add(found, more)
        noted.add_all(others)
        part_done()
    return _kinds(rules, found, hands.hands, noted, exact=True)


def _kinds(
    rules: CloseRules,
    found: _Found,
    hands: int,
    noted: Noted,
    points_of: Callable[[Any], Iterable[Point]] = iter,
    *,
    exact: bool,
) -> HandKinds:
    """The kinds of what was found; `points_of` says which points were seen."""
    numbers: dict[Point, int] = {}
    merged: dict[tuple[int, ...], HandKind] = {}
    asked = classes = 0
    for seen, (times, alike, (_, hand)) in sorted(found.items(), key=lambda entry: entry[1][2]):
        asked, classes = asked + times, classes + alike
        key = tuple(sorted({numbers.setdefault(point, len(numbers)) for point in points_of(seen)}))
        if key in merged:
            merged[key].hands += times
            merged[key].classes += alike
        else:
            merged[key] = HandKind(key, times, alike, hand)
    return HandKinds(tuple(numbers), tuple(merged.values()), hands, asked, classes, exact, Looker(rules).after(noted))


def _add(found: _Found, more: Mapping[Any, tuple[int, int, _Order]]) -> None:
    for seen, (times, alike, least) in more.items():
        known = found.get(seen)
        found[seen] = (
            (times, alike, least) if known is None else (known[0] + times, known[1] + alike, min(known[2], least))
        )


# -- asking ----------------------------------------------------------------------------------------------------------


def _seen(rules: CloseRules, classes: Iterable[Class]) -> tuple[_Found, Noted]:
    """What is seen of some classes of hands, and those that are to be asked about after lay-offs."""
    points, looker = rules.table.points, Looker(rules)
    found: dict[Any, list[Any]] = {}
    for times, hand in classes:
        total, seen = sum([points[card.index] for card in hand]), looker.points(hand)
        known = found.get(seen)
        if known is None:
            found[seen] = [times, 1, (total, hand)]
            continue
        known[0] += times
        known[1] += 1
        if total < known[2][0] or (total == known[2][0] and hand < known[2][1]):
            known[2] = (total, hand)
    return {seen: (times, alike, least) for seen, (times, alike, least) in found.items()}, looker.noted


class Looker:
    """Asks the rules that look at cards and melds about every arrangement of a hand."""

    def __init__(self, rules: CloseRules) -> None:
        self._rules, self._table = rules, rules.table
        self._facts = [CloseFacts(course.given) for course in rules.courses.all]
        self._alone = CloseFacts(rules.courses.all[0].given)
        self._by_signature = "melds" in rules.opens
        self._besides = {
            place: Answers(rules.table, one) for place, one in enumerate(rules.looked) if one.besides is not None
        }
        self._after = AfterLayOffs(rules, self._besides) if rules.compared_after else None

    def points(self, hand: Sequence[Card]) -> frozenset[Point]:
        """The points of a hand, which is noted where rules ask about it after lay-offs."""
        points = self.arrangements(hand)[1]
        if self._after is None:
            return frozenset(point for _, point in points)
        found = set[Point]()
        for _, point in points:
            self._after.note(hand, self._alone, point)
            found.add(point)
        return frozenset(found)

    @property
    def noted(self) -> Noted:
        """The hands that were noted."""
        return Noted() if self._after is None else self._after.noted

    def after(self, noted: Noted) -> After:
        """How the hands that were noted can lie after lay-offs."""
        return After() if self._after is None else self._after.ask(noted, self._lying)

    def _lying(self, hand: Sequence[Card]) -> Iterator[tuple[Point, CloseFacts]]:
        for _, point in self.arrangements(hand)[1]:
            yield point, self._alone

    def arrangements(self, hand: Sequence[Card]) -> tuple[Space, Iterator[tuple[int, Point]]]:
        """Every arrangement of a hand as a profile of its space, with its point."""
        table, rules = self._table, self._rules
        space = Space(table.meld_rules, table.points, counted(hand), by_signature=self._by_signature)
        arranger = Arranger(table, space, rules.opens)
        held: list[Kind] = [table.kind(card) for card in hand]
        for facts, course in zip(self._facts, rules.courses.all, strict=True):
            facts.card = course.card
            facts.hand = [*held, course.card]
        self._alone.hand = held
        return space, ((profile, self._point(arranger, profile)) for profile in space.profiles())

    def _point(self, arranger: Arranger, profile: int) -> Point:
        first = self._facts[0]
        arranger.fill(first, profile)
        answers: list[Value | tuple[Value, ...]] = []
        if any(one.alone for one in self._rules.looked):
            arranger.fill(self._alone, profile)
        for place, one in enumerate(self._rules.looked):
            if place in self._besides:
                answers.append(self._besides[place].of(self._alone))
                continue
            if not one.by_course:
                answers.append(one.test.call(first))
                continue
            for facts in self._facts[1:]:
                arranger.fill(facts, profile)
            answers.append(tuple(one.test.call(facts) for facts in self._facts))
        total = first.hand_points if self._rules.weighs_hand else 0
        return Point(first.deadwood, first.melded, total, first.runs, first.sets, first.wilds, tuple(answers))


def _sampled(table: Table, number: int, hands: Hands, chance: Random) -> Iterator[Class]:
    """Hands drawn blindly, and as many put together of melds and of the cheapest cards."""
    yield from hands.sample((number + 1) // 2, chance)
    pack = [kind.index for kind in table.pack.kinds for _ in range(kind.count)]
    whole = dict(Counter(pack))
    melds = [one for one in candidates(table.meld_rules, whole) if len(one.cards) <= table.hand_size]
    cheap = sorted(whole, key=lambda kind: (table.points[kind], kind))
    for _ in range(number // 2):
        left, held = Counter(whole), list[int]()
        for _ in range(chance.randrange(3) if melds else 0):
            cards = chance.choice(melds).cards
            if len(held) + len(cards) <= table.hand_size and not Counter(cards) - left:
                held += cards
                left.subtract(cards)
        few = cheap[: chance.choice((4, 8, 12, len(cheap)))]
        rest = [kind for kind in few for _ in range(left[kind])]
        if len(rest) < table.hand_size - len(held):
            rest = list(left.elements())
        held += chance.sample(rest, table.hand_size - len(held))
        yield 1, tuple(sorted(map(Card, held)))


# -- workers ---------------------------------------------------------------------------------------------------------


def _shares(table: Table, hands: Hands, jobs: int) -> Iterator[tuple[_Found, Noted]]:
    """What is seen in each part of the hands, as the parts are done."""
    if jobs <= 1 or hands.hands <= _ALONE:
        rules = CloseRules.of(table)
        for part in range(PARTS):
            yield _seen(rules, hands.classes(part, PARTS))
        return
    sent = SentTable.of(table)
    yield from shared(jobs, _share, ((sent, part) for part in range(PARTS)))


def _share(sent: SentTable, part: int) -> tuple[_Found, Noted]:
    table = sent.bound()
    return _seen(CloseRules.of(table), Hands.of([table]).classes(part, PARTS))
