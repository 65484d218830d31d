"""Outcomes of a close that never decide, because one in front of them takes every close that they would take.

The first outcome that fits decides, arrangement by arrangement, so one whose condition implies that of an earlier one
is never the outcome of any. Only what is certain without looking at hands is told here (`lang.implied`); what takes all
hands to see is told by `referee prove`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from referee.lang.implied import FREE, Interval, Way, implies, narrowed, never, ways_of
from referee.lang.syntax import And, Expr, Field, Name, Number, TruthValue
from referee.lang.walk import everything, transform

MOST_PAIRS: Final = 4_096
"""So many pairs of outcomes are compared; a rule set with a hundred outcomes has more, and nobody has that."""

MOST_EXCLUSIONS: Final = 300
"""So many questions are asked whether conditions exclude each other; a rule set of twenty conditions asks fewer."""

_RUNS, _SETS, _MELDED, _POINTS = (Name(word, "fact") for word in ("runs", "sets", "melded", "deadwood"))
_LOOSE = Field(Name("loose", "fact"), "count")
_MELDS = Field(Name("melds", "fact"), "count")
_HAND = Name("hand_size", "fact")
_COUNTED = (_RUNS, _SETS, _MELDED, _LOOSE, _MELDS, Name("wilds", "fact"))
_ADDED: Final[tuple[Expr, ...]] = (_RUNS, _SETS, _MELDS, _LOOSE, _MELDED, _HAND)
_SUMS = ((0, 1, 2), (3, 4, 5))
"""Two measures of every arrangement, and the one that they add up to, by their places in `_ADDED`."""


@dataclass(frozen=True, slots=True)
class Covered:
    """The outcome number `behind` never decides: that of number `front` fits whatever it fits. Counted from 0."""

    behind: int
    front: int


def covered(
    whens: Sequence[Expr], definitions: Mapping[str, Expr], hand_size: int | None = None
) -> tuple[Covered, ...]:
    """The outcomes that certainly never decide, by their conditions in order, each with the first that covers it.

    `hand_size` is the number of cards in a hand, where it is known. One behind an outcome without a condition is not
    told: that is a mistake of its own (CH511).
    """
    return tuple(_covered(whens, definitions, hand_size))


@dataclass(slots=True)
class Exclusion:
    """Whether conditions on a close certainly never hold together, in hands of one size.

    `points` are the fewest and the most that a card counts, `options` the least and the greatest value of each that is
    a number. So many questions are answered, then all with no.
    """

    hand_size: int
    points: tuple[int, int]
    options: Mapping[str, tuple[int, int]]
    definitions: Mapping[str, Expr]
    left: int = MOST_EXCLUSIONS
    _opened: dict[str, Expr] = field(init=False)

    def __post_init__(self) -> None:
        self._opened = {name: _with_hand_size(one, self.hand_size) for name, one in self.definitions.items()}

    def never(self, *conditions: Expr) -> bool:
        """Whether no close meets all of these."""
        self.left -= 1
        if self.left < 0:
            return False
        sized = tuple(_with_hand_size(one, self.hand_size) for one in conditions)
        return never(sized[0] if len(sized) == 1 else And(sized), self._opened, self._settle)

    def _settle(self, way: Way) -> None:
        _settle(self.hand_size, way)
        low, high = way.bounds[_LOOSE]
        loose = (low or 0, self.hand_size if high is None else high)
        counts = [number * points for number in loose for points in self.points]
        way.narrow(_POINTS, min(counts), max(counts))
        for name, (least, greatest) in self.options.items():
            way.narrow(Name(name, "option"), least, greatest)


def _covered(whens: Sequence[Expr], definitions: Mapping[str, Expr], hand_size: int | None) -> Iterator[Covered]:
    sized = [_with_hand_size(when, hand_size) for when in whens]
    opened = {name: _with_hand_size(one, hand_size) for name, one in definitions.items()} if hand_size else definitions
    pairs = 0
    for behind, when in enumerate(sized):
        ways: tuple[Way, ...] | None = None
        for front in range(behind):
            pairs += 1
            if pairs > MOST_PAIRS:
                return
            if isinstance(sized[front], TruthValue):
                continue
            if ways is None:
                ways = ways_of(when, opened, partial(_settle, hand_size))
            if implies(ways, sized[front], opened):
                yield Covered(behind, front)
                break


def _with_hand_size(expr: Expr, hand_size: int | None) -> Expr:
    """`melded is hand_size` as it reads where the size of a hand is known."""
    if hand_size is None or _HAND not in everything(expr):
        return expr
    return transform(expr, lambda node: Number(hand_size, type=node.type) if node == _HAND else node)


def _settle(hand_size: int | None, way: Way) -> None:
    """What is so of every arrangement of a hand that closes."""
    for measure in _COUNTED:
        way.narrow(measure, 0, None)
    if hand_size is not None:
        way.narrow(_HAND, hand_size, hand_size)
    known = [way.bounds.get(one, FREE) for one in _ADDED]
    for _ in range(len(_SUMS) * 4):
        if not any(_add_up(known, *one) for one in _SUMS):
            break
    for one, bounds in zip(_ADDED, known, strict=True):
        way.narrow(one, *bounds)
    if way.bounds[_LOOSE] == (0, 0):
        way.narrow(_POINTS, 0, 0)


def _add_up(known: list[Interval], one: int, other: int, whole: int) -> bool:
    """Whether the bounds of two parts and of their sum tell anything new of each other."""
    (a_low, a_high), (b_low, b_high), (low, high) = known[one], known[other], known[whole]
    was = known[one], known[other], known[whole]
    known[whole] = narrowed(known[whole], _sum(a_low, b_low), _sum(a_high, b_high))
    known[one] = narrowed(known[one], _less(low, b_high), _less(high, b_low))
    known[other] = narrowed(known[other], _less(low, a_high), _less(high, a_low))
    return was != (known[one], known[other], known[whole])


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _less(whole: int | None, part: int | None) -> int | None:
    return None if whole is None or part is None else whole - part
