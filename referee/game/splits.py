"""All arrangements of the cards of one hand, as whoever chooses a closing card looks at them.

Cards are fields of whole numbers: of `Masks` where there are neither wild cards nor twins, else of the hand's `Space`.
`held` has all cards of the hand, `points` are theirs together. `ways` are its arrangements as profiles are written:
tags, `fields` of the cards melded, from `top` on their number and above it their points. `ordered`: those of as many
melds stand in the order of x.6 (e).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.cards import Card
from referee.game.candidates import Candidate
from referee.game.masks import Masks
from referee.game.readings import PLAIN_TAGS
from referee.game.solve import held_by_kind, space_of
from referee.game.space import Space
from referee.table import Table

Signatures = Sequence[tuple[int, int, int, int]]


class MaskedSplit:
    """A hand without wild cards and twins, for rules that do not look at melds one by one."""

    __slots__ = ("_found", "_masks", "fields", "held", "points", "top", "ways")

    ordered = True

    def __init__(self, masks: Masks, found: int) -> None:
        self._masks, self._found = masks, found
        self.fields, self.top = masks.fields, masks.top
        self.held, self.points, self.ways = found & masks.fields, found >> masks.points_at, masks.ways(found)

    def kinds(self, cards: int) -> list[int]:
        """The kinds of some cards, each once, in pack order."""
        kinds = []
        while cards:
            lowest = cards & -cards
            kinds.append(lowest.bit_length() - 1 - PLAIN_TAGS)
            cards ^= lowest
        return kinds

    def first(self, cards: int) -> int:
        """The first of these kinds."""
        return (cards & -cards).bit_length() - 1 - PLAIN_TAGS

    def field(self, kind: int) -> int:
        """Where cards of a kind are counted."""
        return 1 << PLAIN_TAGS + kind

    def all_of(self, cards: int) -> list[int]:
        """All of some cards by kind, in pack order."""
        return self.kinds(cards)

    def one(self, kind: int) -> int:
        """One card of a kind."""
        return 1 << PLAIN_TAGS + kind

    def smallest(self, ways: Collection[int]) -> tuple[tuple[Candidate, ...], int]:
        """Of arrangements as good as each other the one with the smallest list of melds by x.6 (e), with that list."""
        way = self.first_of(ways)
        return self._masks.melds_of(self._found, way), way

    def first_of(self, ways: Collection[int]) -> int:
        """The same without the list."""
        return next(iter(ways)) if len(ways) == 1 else next(way for way in self.ways if way in ways)


class SpacedSplit:
    """Any hand."""

    __slots__ = ("_fields", "_space", "fields", "held", "points", "top", "ways")

    ordered = False

    def __init__(self, table: Table, cards: Sequence[Card], *, by_signature: bool) -> None:
        counts = held_by_kind(cards)
        space = self._space = (
            Space(table.meld_rules, table.points, counts, by_signature=True)
            if by_signature
            else space_of(table, counts, len(cards))
        )
        self.fields, self.top = space.fields, space.top
        self._fields = {kind: space.field(kind) for kind in sorted(counts)}
        self.held = sum([unit * counts[kind] for kind, (unit, _) in self._fields.items()])
        self.points = sum([table.points[card.index] for card in cards])
        self.ways = space.profiles()

    def kinds(self, cards: int) -> list[int]:
        """The kinds of some cards, each once, in pack order."""
        return [kind for kind, (_, field) in self._fields.items() if cards & field]

    def first(self, cards: int) -> int:
        """The first of these kinds."""
        return next(kind for kind, (_, field) in self._fields.items() if cards & field)

    def field(self, kind: int) -> int:
        """Where cards of a kind are counted."""
        return self._fields[kind][1]

    def all_of(self, cards: int) -> list[int]:
        """All of some cards by kind, in pack order, twins twice."""
        return [one for one, (unit, field) in self._fields.items() for _ in range((cards & field) // unit)]

    def one(self, kind: int) -> int:
        """One card of a kind."""
        return self._fields[kind][0]

    def signatures(self, way: int) -> Signatures:
        """What rules see of the melds one by one; only with `by_signature`."""
        return self._space.melds(way)

    def smallest(self, ways: Collection[int]) -> tuple[tuple[Candidate, ...], int]:
        """Of arrangements as good as each other the one with the smallest list of melds by x.6 (e), with that list."""
        return self._space.smallest(ways)


Split = MaskedSplit | SpacedSplit


def split(table: Table, masks: Masks, cards: Sequence[Card], *, by_signature: bool) -> Split:
    """All arrangements of some cards; `by_signature`: rules look at melds one by one."""
    found = 0 if by_signature else masks.sum_of(cards)
    return MaskedSplit(masks, found) if found else SpacedSplit(table, cards, by_signature=by_signature)
