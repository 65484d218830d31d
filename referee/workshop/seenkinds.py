"""The kinds of hands of a pack: those together of which some tables see the same, with how many there are.

Rules that look at no single card, or at loose ones only by looks that are few (`cardlooks`), see of a hand what its
cards weigh and what its arrangements come to. Hands without jokers are counted suit by suit (`alike`) where that is
possible; the others are asked about one of each class, by several processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from referee.game.readings import table_melds
from referee.game.solve import counted
from referee.game.space import Space
from referee.rules.stored import from_stored, to_stored
from referee.table import Table, bind
from referee.workshop.alike import Alike, AlikeHands, Seen, countable_alike
from referee.workshop.cardlooks import CardLooks
from referee.workshop.hands import Class, Hands
from referee.workshop.workers import shared

PARTS: Final = 32
"""The parts in which the hands of a pack are asked about."""

_ALONE: Final = 500_000
"""So few hands are asked about sooner than other processes have started."""

_Found = dict[tuple[Seen, ...], list[Any]]
"""By what is seen: hands, classes, and the first hand in pack order."""


@dataclass(frozen=True, slots=True)
class SentTable:
    """A table as it is sent to another process."""

    rules: Any
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table) -> SentTable:
        """What `bound` makes this table of again."""
        return cls(to_stored(table.rule_set), table.seats, dict(table.options))

    def bound(self) -> Table:
        """The table, in the process to which it was sent."""
        return bind(from_stored(self.rules), self.seats, self.options)


@dataclass(frozen=True, slots=True)
class SeenKinds:
    """Counts the hands of some tables of one pack. `hands` are those of all tables that are to be told apart."""

    tables: Sequence[Table]
    looks: CardLooks
    hands: Hands

    def all(self, jobs: int, part_done: Callable[[], None] = lambda: None) -> Iterator[Alike]:
        """Every kind of hand. `part_done` is called PARTS times as it goes on. Only where hands are `countable`."""
        plain, found = self.hands.without_jokers, _Found()
        weights, jokers = self._weights(), bool(self.hands.jokers)
        alike = countable_alike(self.tables, plain)
        if alike:
            halves = PARTS // 2 if jokers else PARTS
            for one in AlikeHands(self.tables, plain, weights).all(halves, part_done):
                found[one.seen] = [one.hands, one.classes, one.first]
        if not alike or jokers:
            parts = PARTS // 2 if alike else PARTS
            for more in self._shares(jobs, parts, weights, int(alike)):
                _add(found, more)
                part_done()
        return _told(found)

    def of(self, classes: Iterable[Class]) -> Iterator[Alike]:
        """The kinds of some classes of hands, or of some hands."""
        return _told(_seen(self.tables, self._weights(), classes))

    def _weights(self) -> list[Sequence[int]]:
        for table in self.tables:
            table_melds(table.meld_rules, table.points)  # what is kept for a table has its points, and no weights
        return [self.looks.weights(table.points) for table in self.tables]

    def _shares(
        self, jobs: int, parts: int, weights: Sequence[Sequence[int]], least: int
    ) -> Iterator[Mapping[tuple[Seen, ...], list[Any]]]:
        """What is seen in each part of the hands with so many jokers or more, as the parts are done."""
        hands = self.hands.hands - (self.hands.without_jokers.hands if least else 0)
        if jobs <= 1 or hands <= _ALONE:
            for part in range(parts):
                yield _seen(self.tables, weights, self.hands.classes(part, parts, jokers=least))
            return
        sent = [SentTable.of(one) for one in self.tables]
        yield from shared(jobs, _share, ((sent, weights, self.hands, (part, parts, least)) for part in range(parts)))


def _seen(tables: Sequence[Table], weights: Sequence[Sequence[int]], classes: Iterable[Class]) -> _Found:
    found = _Found()
    both = [(table.meld_rules, each) for table, each in zip(tables, weights, strict=True)]
    for times, hand in classes:
        counts, kinds = counted(hand), [card.index for card in hand]
        seen = tuple([(sum([each[kind] for kind in kinds]), Space(rules, each, counts).seen()) for rules, each in both])
        known = found.get(seen)
        if known is None:
            found[seen] = [times, 1, hand]
            continue
        known[0] += times
        known[1] += 1
        known[2] = min(known[2], hand)
    return found


def _add(found: _Found, more: Mapping[tuple[Seen, ...], list[Any]]) -> None:
    for seen, one in more.items():
        known = found.setdefault(seen, one)
        if known is not one:
            known[0] += one[0]
            known[1] += one[1]
            known[2] = min(known[2], one[2])


def _told(found: _Found) -> Iterator[Alike]:
    for seen, (hands, classes, first) in found.items():
        yield Alike(hands, classes, first, seen)


def _share(
    sent: Sequence[SentTable], weights: Sequence[Sequence[int]], hands: Hands, share: tuple[int, int, int]
) -> _Found:
    """What is seen in one part of so many, of hands with so many jokers or more."""
    tables, (part, parts, least) = [one.bound() for one in sent], share
    for table in tables:
        table_melds(table.meld_rules, table.points)
    return _seen(tables, weights, hands.classes(part, parts, jokers=least))
