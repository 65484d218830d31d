"""How dear a question is to judge, before it is judged: whether a server's loop can wait for the answer, for instance.

What a hand costs is decided by its arrangements, of which there are at most about as many as `_arrangements` says (the
measured worst hands of seven to sixteen cards lie within a factor of eight below it); what an arrangement costs, by
the rules that are asked about it: `lang.cost` counts their steps once for a table. An ordinary hand is cheap at every
table; the best arrangement of the worst takes some five milliseconds, a close with each closing card a tenth of a
second, and more where its rules are dear. The first question of its kind at a table takes some
milliseconds more, because the rules are compiled when they are first asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.lang.cost import cost
from referee.lang.syntax import Expr
from referee.table import Table

CHEAP = 100_000
"""What the loop can wait for: about three milliseconds."""

_BEST, _OPTIMAL, _ASKED, _TOLD = 6, 200, 150, 1_000
"""What it takes beside the steps of the rules: an arrangement where the best is looked for, one where all that are as
good are, and one that rules are asked about; and a rule that is told in a refusal."""
_SMALLEST_MELD = 3


def of_hand(table: Table, hand: Sequence[Card], *, all_optimal: bool) -> int:
    """Of the best arrangement of a hand, or all that are as good, in the unit of CHEAP."""
    rules = table.derived(Rules)
    return rules.arrangements(hand) * (rules.best + (_OPTIMAL if all_optimal else 0))


def always_cheap(table: Table) -> int:
    """With up to so many cards the best arrangement of every hand is cheap."""
    rules = table.derived(Rules)
    wilds = sum(kind.count for kind in table.pack.kinds if kind.wild)
    sizes = range(table.most_cards + 1)
    return max((size for size in sizes if _many(size, min(wilds, size)) * rules.best <= CHEAP), default=-1)


def of_close(table: Table, cards: Sequence[Card], *, whole: bool) -> int:
    """Of a close with these cards kept, or with each of the `whole` hand as the closing card, in the unit of CHEAP."""
    rules = table.derived(Rules)
    many = rules.arrangements(cards)
    asked = _ASKED + rules.whole_hand + rules.close
    if whole:
        return (many // 2 * asked + _TOLD * rules.told) * len(cards)
    return many * asked + _TOLD * rules.told


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules of one table cost, in steps, how many a refusal may tell, and its wild cards."""

    wild: frozenset[int]
    whole_hand: int
    close: int
    told: int

    @classmethod
    def of(cls, table: Table) -> Rules:
        """Count the steps."""
        most, rule_set = table.most_cards, table.rule_set
        bounds = {"hand": most, "loose": most, "melds": most // _SMALLEST_MELD, "others": table.seats}

        def steps(exprs: Iterable[Expr | None]) -> int:
            return sum(cost(expr, bounds, table.definitions) for expr in exprs if expr is not None)

        conditions = rule_set.conditions.get("close.may_close", ())
        outcomes = [(one.when, one.wins_game, one.writes, one.lay_off, one.pays) for one in rule_set.outcomes]
        return cls(
            wild=frozenset(kind.index for kind in table.pack.kinds if kind.wild),
            whole_hand=steps(one.expr for one in rule_set.conditions.get("melds.whole_hand", ())),
            close=steps(one.expr for one in conditions) + sum(map(steps, outcomes)),
            told=len(conditions),
        )

    @property
    def best(self) -> int:
        """What an arrangement costs where the best is looked for."""
        return _BEST + _ASKED + self.whole_hand if self.whole_hand else _BEST

    def arrangements(self, hand: Sequence[Card]) -> int:
        """How many the hand has at most, or nearly so."""
        return _many(len(hand), sum(card.index in self.wild for card in hand) if self.wild else 0)


def _many(cards: int, wilds: int) -> int:
    """One card more makes them twice as many, a wild one eight times, the third and fourth of these four times."""
    return 1 << max(1, cards - 4 + wilds + min(wilds, 2))
