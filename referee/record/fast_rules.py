"""What the fast road asks of the rules of a table in every turn, worked out once.

Conditions about one card of a turn are answered beforehand where they read nothing but the card; where they look at the
hand, the road is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.game.moment import TurnFacts
from referee.record.fast_words import PackCodes
from referee.table import BoundCondition, Kind, Table

_PLAIN = frozenset(
    (
        "laps",
        "turns",
        "faulty",
        "stock_cards",
        "reshuffles",
        "total",
        "gained",
        "lost",
        "is_eldest",
        "re_entries",
        "rounds",
        "seats_in",
    )
)
"""Facts of a turn that need no look at the hand."""

CourseOf = Callable[[int], Mapping[str, Any]]
"""The facts of the course of the game as they are now for a seat (`moment.course_of`)."""


class AskedOfCard:
    """The conditions of a slot about one card of a turn, answered beforehand where they read nothing but the card.

    `answers` then has the kinds that all conditions allow, not just taken and just taken; None where there is more to
    ask. `by_stock`: that is no more than how many cards the stock has.
    """

    __slots__ = ("_conditions", "_table", "answers", "asks", "by_stock")

    def __init__(self, conditions: Sequence[BoundCondition], table: Table) -> None:
        self._conditions, self._table, kinds = conditions, table, table.pack.kinds
        self.asks = bool(conditions)
        self.answers: tuple[frozenset[int], frozenset[int]] | None = None
        self.by_stock = not any(one.test.reads - {"card", "stock_cards"} for one in conditions)
        if not any(one.test.reads - {"card"} for one in conditions):
            self.answers = (self._allowed(kinds, taken=False), self._allowed(kinds, taken=True))

    @classmethod
    def of(cls, table: Table, slot: str) -> AskedOfCard | None:
        """The conditions of a slot; None if one of them looks at the hand."""
        asked = [one for one in table.conditions(slot) if one.test.constant is not True]
        if any(one.test.reads - {"card"} - _PLAIN for one in asked):
            return None
        return cls(asked, table)

    def allows(self, course_of: CourseOf, seat: int, kind: Kind, *, taken: bool = False) -> bool:
        """Whether all conditions hold of a card."""
        if self.answers is not None:
            return kind.index in self.answers[taken]
        return self._holds(course_of(seat), kind, taken=taken)

    def with_stock(self, left: int) -> frozenset[int]:
        """The kinds that are allowed, not just taken, while so many cards are in the stock. Only where `by_stock`."""
        course = {"stock_cards": left}
        return frozenset([kind.index for kind in self._table.pack.kinds if self._holds(course, kind, taken=False)])

    def _allowed(self, kinds: Sequence[Kind], *, taken: bool) -> frozenset[int]:
        return frozenset([kind.index for kind in kinds if self._holds({}, kind, taken=taken)])

    def _holds(self, course: Mapping[str, Any], kind: Kind, *, taken: bool) -> bool:
        card = self._table.taken_kinds[kind.index] if taken else kind
        facts = TurnFacts(course, (), card, lambda: False)
        return all(one.test.call(facts) for one in self._conditions)


class RoundRules:
    """What a walk asks of its table, worked out once."""

    __slots__ = (
        "codes",
        "hand_size",
        "keep",
        "may_discard",
        "may_take",
        "next_card",
        "open",
        "pack_size",
        "reshuffle",
        "table",
    )

    def __init__(self, table: Table) -> None:
        self.table, self.hand_size, self.pack_size = table, table.hand_size, table.pack.size
        self.codes = PackCodes(table.pack, table.most_cards)
        self.next_card: str = table.settings["deal.next_card"]
        self.keep = int(table.settings["stock.keep"])
        self.reshuffle: str = table.settings["stock.reshuffle"]
        may_discard, may_take = AskedOfCard.of(table, "turn.may_discard"), AskedOfCard.of(table, "turn.may_take")
        self.open = may_discard is not None and may_take is not None and not table.settings["melds.declared"]
        self.may_discard = may_discard or AskedOfCard((), table)
        self.may_take = may_take or AskedOfCard((), table)
