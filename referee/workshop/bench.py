"""What the examples of one file are run with: tables, verdicts, and how much more may be asked.

Equal questions are asked once. Every question is priced before it is asked (`game.dearness`), and so is every table, so
that no file keeps a check busy for longer than its limit; the clock is never asked, and the same examples are run
everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.cards import Card
from referee.game import dearness
from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.game.solve import best_arrangement
from referee.limits import EXAMPLE_STEPS
from referee.rules.model import RuleSet
from referee.table import Table, bind
from referee.table.draft import Compilations

_TABLE = 100_000
"""What it takes to set up a table and to ask the first question there."""


@dataclass(slots=True)
class Bench:
    """The tables and verdicts of one rule set."""

    rule_set: RuleSet
    spent: int = 0
    _compilations: Compilations = field(init=False)
    _tables: dict[tuple[object, ...], Table] = field(default_factory=dict)
    _hands: dict[tuple[object, ...], int] = field(default_factory=dict)
    _closes: dict[tuple[object, ...], CloseVerdict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._compilations = Compilations(self.rule_set)

    @property
    def tired(self) -> bool:
        """Whether no more may be asked."""
        return self.spent >= EXAMPLE_STEPS

    def table(self, seats: int | None, options: Mapping[str, str]) -> Table:
        """The table that an example describes; BindError."""
        chosen = (seats, *sorted(options.items()))
        if chosen not in self._tables:
            self.spent += _TABLE
            self._tables[chosen] = bind(self.rule_set, seats, dict(options), self._compilations)
        return self._tables[chosen]

    def deadwood(self, table: Table, cards: tuple[Card, ...]) -> int:
        """The loose points of a hand."""
        question = (id(table), cards)
        if question not in self._hands:
            self.spent += dearness.of_hand(table, cards, all_optimal=False)
            self._hands[question] = best_arrangement(table, cards).deadwood
        return self._hands[question]

    def close(self, table: Table, cards: tuple[Card, ...], given: Mapping[str, int | bool]) -> CloseVerdict:
        """What becomes of a close: with the cards that are kept, or the best one of a whole hand."""
        question = (id(table), cards, *sorted(given.items()))
        if question not in self._closes:
            whole = len(cards) > table.hand_size
            self.spent += dearness.of_close(table, cards, whole=whole)
            self._closes[question] = (_best_close if whole else judge_close)(table, cards, given=given)
        return self._closes[question]


def _best_close(table: Table, cards: tuple[Card, ...], *, given: Mapping[str, int | bool]) -> CloseVerdict:
    closings = judge_closings(table, cards, given=given)
    return next((each for card, each in closings.each if card == closings.best), closings.each[0][1])
