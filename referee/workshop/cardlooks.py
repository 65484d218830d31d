"""Cards as rules see them one by one: kinds of the pack that no rule can tell apart have one *look*.

What a function over the cards held or the loose ones comes to (`any(c.joker for c in loose)`) hangs on no more than how
many there are of each look. So that is counted where hands are counted: the points of a kind get one more field for
each look (`weights`), and whatever adds up points of melded cards adds up looks with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final

from referee.game.readings import CARD_BITS
from referee.lang.syntax import Expr, Field, Name, Over
from referee.lang.walk import definitions_used, everything, reads
from referee.table import Kind, Table
from referee.table.bound import opened

OPENED: Final = frozenset({"loose", "hand"})
"""The collections whose cards are told by their looks."""

MOST_LOOKS: Final = 6
"""Where rules tell more looks apart, hands are asked about one by one: there would be about as many kinds as hands."""

_AT: Final = 48
"""Where the counts of looks begin in a weight; below them lie points, of 32 bits at most, and maybe below 0."""

_HALF: Final = 1 << _AT - 1
_CARDS: Final = (1 << CARD_BITS) - 1


@dataclass(frozen=True, slots=True)
class CardLooks:
    """The looks of the cards of one pack: `of_kind` has the number of that of each kind, `first` one kind of each.

    Both are empty where no rule looks at a card.
    """

    of_kind: tuple[int, ...]
    first: tuple[int, ...]

    @classmethod
    def of(cls, asked: Sequence[tuple[Table, Sequence[Expr]]]) -> CardLooks | None:
        """What rules of some tables of one pack tell apart; None where they look at more, or tell many apart."""
        looked = False
        told: list[list[object]] = [[] for _ in asked[0][0].pack.kinds]
        for table, exprs in asked:
            seen = frozenset().union(*(opened(expr, table.definitions) for expr in exprs))
            if not seen <= OPENED:
                return None
            looked = looked or bool(seen)
            for kind, values in zip(told, _told_apart(table, exprs) if seen else (), strict=False):
                kind.append(values)
        if not looked:
            return cls((), ())
        numbers: dict[tuple[object, ...], int] = {}
        of_kind = tuple(numbers.setdefault(tuple(one), len(numbers)) for one in told)
        if len(numbers) > MOST_LOOKS:
            return None
        return cls(of_kind, tuple(of_kind.index(look) for look in range(len(numbers))))

    def weights(self, points: Sequence[int]) -> Sequence[int]:
        """The points of every kind, and above them one for its look; the points alone where no rule looks at a card."""
        if not self.first:
            return points
        return tuple(worth + (1 << _AT + CARD_BITS * look) for worth, look in zip(points, self.of_kind, strict=True))

    def split(self, weight: int) -> tuple[int, tuple[int, ...]]:
        """The points of some cards from the sum of their weights, and how many there are of each look."""
        if not self.first:
            return weight, ()
        points = (weight + _HALF & 2 * _HALF - 1) - _HALF
        looks = weight - points >> _AT
        return points, tuple(looks >> CARD_BITS * look & _CARDS for look in range(len(self.first)))

    def cards(self, counts: Sequence[int], kinds: Sequence[Kind]) -> tuple[Kind, ...]:
        """Cards of a table, so many of each look."""
        return tuple(kinds[kind] for kind, times in zip(self.first, counts, strict=True) for _ in range(times))


def _told_apart(table: Table, exprs: Sequence[Expr]) -> list[object]:
    """Of each kind what rules tell apart in it: what each of their functions says of it alone, or all fields read.

    A function over cards that are looked at by themselves is made up of what it says of each: `any` is so of some cards
    if it is so of one of them alone, a sum is that of the single sums.
    """
    named = table.definitions
    trees = [expr for expr in exprs if opened(expr, named)]
    trees += [named[name] for name in dict.fromkeys(n for e in trees for n in definitions_used(e, named))]
    overs = [node for tree in trees for node in everything(tree) if isinstance(node, Over)]
    if all(_by_itself(table, one) for one in overs):
        calls = [table.binder.compile(one).call for one in overs]
        alone = [SimpleNamespace(**dict.fromkeys(OPENED, (kind,))) for kind in table.pack.kinds]
        return [tuple(call(one) for call in calls) for one in alone]
    fields = sorted({node.name for tree in trees for node in everything(tree) if isinstance(node, Field)})
    return [tuple(getattr(kind, field, None) for field in fields) for kind in table.pack.kinds]


def _by_itself(table: Table, over: Over) -> bool:
    """Whether a function looks at one card at a time, and at no other fact."""
    if not isinstance(over.collection, Name) or over.collection.name not in OPENED:
        return False
    read: Iterable[str] = reads(over, table.definitions) - table.constants.keys()
    inside = [over.body, *(table.definitions[name] for name in definitions_used(over.body, table.definitions))]
    return set(read) <= OPENED and not any(isinstance(n, Over) for tree in inside for n in everything(tree))
