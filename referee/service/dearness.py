"""How dear a question is to judge: whether the loop can wait for the answer, or a thread beside it has to find it.

What a hand costs is decided by its arrangements, of which there are at most about as many as `_arrangements` says (the
measured worst hands of seven to sixteen cards lie within a factor of eight below it); what an arrangement costs, by
the rules that are asked about it: `lang.cost` counts their steps once for a table. An ordinary hand is cheap at every
table; the dearest that are accepted take a second or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards import Card
from referee.lang.cost import cost
from referee.lang.syntax import Expr
from referee.table import Table

CHEAP = 100_000
"""What the loop can wait for: about three milliseconds."""

_BEST, _OPTIMAL, _ASKED = 6, 200, 150
"""What it takes beside the steps of the rules: an arrangement where the best is looked for, one where all that are as
good are, and one that rules are asked about."""
_SMALLEST_MELD = 3


def of_hand(table: Table, hand: Sequence[Card], *, all_optimal: bool) -> int:
    """Of the best arrangement of a hand, or all that are as good, in the unit of CHEAP."""
    many = _arrangements(table, hand)
    steps = _rules(table).whole_hand
    return many * (_BEST + (_ASKED + steps if steps else 0) + (_OPTIMAL if all_optimal else 0))


def of_close(table: Table, cards: Sequence[Card], *, whole: bool) -> int:
    """Of a close with these cards kept, or with each of the `whole` hand as the closing card, in the unit of CHEAP."""
    rules = _rules(table)
    many = _arrangements(table, cards)
    if whole:
        many = many // 2 * len(cards)
    return many * (_ASKED + rules.whole_hand + rules.close)


def _arrangements(table: Table, hand: Sequence[Card]) -> int:
    """One card more makes them twice as many, a wild one eight times, the third and fourth of these four times."""
    wild = _rules(table).wild
    wilds = sum(card.index in wild for card in hand) if wild else 0
    return 1 << max(1, len(hand) - 4 + wilds + min(wilds, 2))


class _Rules:
    """What the rules of one table cost, in steps, and its wild cards."""

    __slots__ = ("close", "whole_hand", "wild")

    def __init__(self, table: Table) -> None:
        most, rule_set = table.most_cards, table.rule_set
        melds = most // _SMALLEST_MELD
        bounds = {"hand": most, "loose": most, "melds": melds, "others": table.seats}

        def steps(exprs: Iterable[Expr | None]) -> int:
            return sum(cost(expr, bounds, table.definitions) for expr in exprs if expr is not None)

        self.wild = frozenset(kind.index for kind in table.pack.kinds if kind.wild)
        self.whole_hand = steps(one.expr for one in rule_set.conditions.get("melds.whole_hand", ()))
        self.close = steps(one.expr for one in rule_set.conditions.get("close.may_close", ()))
        for one in rule_set.outcomes:
            self.close += steps((one.when, one.wins_game, one.writes, one.lay_off, one.pays))


def _rules(table: Table) -> _Rules:
    held: _Rules | None = table.memo.get("service.dearness")
    if held is None:
        held = table.memo["service.dearness"] = _Rules(table)
    return held
