"""What seats can be left with after lay-offs, hand by hand, where a rule compares that with the cards that were held.

Of every arrangement of every hand any of the loose cards may have been laid off, whether or not some meld takes them:
that is more than can happen, so what holds for all of it holds in every game. While hands are counted, those are noted
that these rules tell apart; then one of each is asked about, with each choice of its loose cards left. `lefts` does the
same without hands, where no rule looks at both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from types import SimpleNamespace
from typing import Any

from referee.cards import Card
from referee.game.facts import CloseFacts
from referee.lang.compile import Value
from referee.table import Kind
from referee.workshop.proof.answers import Answers
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.looks import fields_read
from referee.workshop.proof.points import Point

MOST_NOTED = 50_000
"""More hands that rules tell apart are not noted; those that are noted are a sample."""

_MOST_ASKED = 3_000_000
"""With more choices of cards left, some of the hands are asked about, evenly spread."""

_ARRANGED = ("melded", "hand_points", "runs", "sets", "wilds", "melds", "hand")

_Look = tuple[Any, ...]
_Key = tuple[Point, tuple[_Look, ...], tuple[object, ...]]
"""How a hand is arranged, its loose cards, and what else rules see of it."""


@dataclass(slots=True)
class Noted:
    """Hands that rules tell apart, of each the smallest: the points of its cards, and the cards. `exact`: all."""

    hands: dict[_Key, tuple[int, tuple[Card, ...]]] = field(default_factory=dict)
    exact: bool = True

    def add(self, key: _Key, points: int, hand: tuple[Card, ...]) -> None:
        """One hand more."""
        known = self.hands.get(key)
        if known is None and len(self.hands) >= MOST_NOTED:
            self.exact = False
        elif known is None or (points, hand) < known:
            self.hands[key] = (points, hand)

    def add_all(self, more: Noted) -> None:
        """Those of another part of the hands."""
        self.exact = self.exact and more.exact
        for key, (points, hand) in more.hands.items():
            self.add(key, points, hand)


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest hand that can be left so: the points of its cards, the cards, those that are left loose."""

    points: int
    hand: tuple[Card, ...]
    left: tuple[Card, ...]

    @property
    def order(self) -> tuple[object, ...]:
        """By which the smallest is told."""
        return (self.points, self.hand, len(self.left), self.left)


@dataclass(slots=True)
class After:
    """How hands can lie after lay-offs: arranged before, lying then, so many cards loose; each with an example.

    `exact`: they can lie in no other way that rules tell apart; `asked` of `choices` of cards left were asked about.
    """

    found: dict[tuple[Point, Point, int], Example] = field(default_factory=dict)
    choices: int = 0
    asked: int = 0
    exact: bool = True


class AfterLayOffs:
    """Notes arranged hands, and asks the rules about what can be left of them."""

    def __init__(self, rules: CloseRules, answers: Mapping[int, Answers]) -> None:
        self.noted = Noted()
        self._asked = {number: answers[number] for number in rules.compared_after}
        parts = [rules.looked[number].expr for number in self._asked]
        self._fields = sorted(fields_read(rules.table, parts) | {"points"})
        self._looks: dict[Kind, _Look] = {}

    def note(self, hand: Sequence[Card], facts: CloseFacts, before: Point) -> None:
        """Note a hand that lies as these facts say."""
        points = sum([kind.points for kind in facts.hand])
        self.noted.add(self._key(facts, before), points, tuple(hand))

    def ask(self, noted: Noted, lying: Callable[[Sequence[Card]], Iterator[tuple[Point, CloseFacts]]]) -> After:
        """What can be left of the hands that were noted; `lying` gives a hand's arrangements."""
        made = After(choices=sum(prod(many + 1 for many in Counter(loose).values()) - 1 for _, loose, _ in noted.hands))
        step = made.choices // _MOST_ASKED + 1
        made.exact = noted.exact and step == 1
        for points, hand in [*dict.fromkeys(sorted(noted.hands.values()))][::step]:
            for before, facts in lying(hand):
                if noted.hands.get(self._key(facts, before)) == (points, hand):
                    self._ask(made, hand, points, facts, before)
        return made

    def _ask(self, made: After, hand: tuple[Card, ...], points: int, facts: CloseFacts, before: Point) -> None:
        alike: dict[_Look, list[Kind]] = {}
        for kind in facts.loose:
            if kind is not None:
                alike.setdefault(self._look(kind), []).append(kind)
        shown = SimpleNamespace(**{name: getattr(facts, name) for name in _ARRANGED})
        for left in _fewer([*alike.values()]):
            made.asked += 1
            shown.loose, shown.deadwood = left, sum([kind.points for kind in left])
            looked: list[Value | tuple[Value, ...]] = list(before.looked)
            for number, one in self._asked.items():
                looked[number] = one.of(shown)
            key = (before, before._replace(deadwood=shown.deadwood, looked=tuple(looked)), len(left))
            if key not in made.found:  # hands come in the order of their points
                made.found[key] = Example(points, hand, tuple(Card(kind.index) for kind in left))

    def _key(self, facts: CloseFacts, before: Point) -> _Key:
        loose = sorted([self._look(kind) for kind in facts.loose if kind is not None])
        return (before, tuple(loose), tuple(one.seen(facts) for one in self._asked.values()))

    def _look(self, kind: Kind) -> _Look:
        known = self._looks.get(kind)
        if known is None:
            known = self._looks[kind] = tuple(getattr(kind, name, 0) for name in self._fields)
        return known


def _fewer(looks: Sequence[Sequence[Kind]]) -> Iterator[tuple[Kind, ...]]:
    """Every choice of fewer cards, of each look so many, the first of it, in pack order."""
    whole = sum(map(len, looks))

    def choose(at: int) -> Iterator[tuple[Kind, ...]]:
        if at == len(looks):
            yield ()
            return
        for rest in choose(at + 1):
            for many in range(len(looks[at]) + 1):
                yield (*looks[at][:many], *rest)

    for chosen in choose(0):
        if len(chosen) < whole:
            yield tuple(sorted(chosen, key=lambda kind: kind.index))
