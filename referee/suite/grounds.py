"""What the tests of a file are run on: one rule set, its tables, and whoever watches what is judged there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Protocol

from referee.cards import Card
from referee.game.actions import Close
from referee.game.close import CloseQuestion, CloseVerdict
from referee.game.gamestate import GameState
from referee.game.meld import Meld
from referee.library import Library
from referee.rules.model import RuleSet
from referee.suite.model import Matrix, Test
from referee.table import Table, bind
from referee.table.draft import Compilations


class Watch(Protocol):
    """Is told what a test has shown, once for each question (see `watching`)."""

    def compilations(self, rule_set: RuleSet) -> Compilations:
        """What tables are bound with."""
        ...

    def hand(self, table: Table, cards: Sequence[Card], melds: Sequence[Meld], loose: Sequence[Card]) -> None:
        """Cards were arranged so."""
        ...

    def close(self, table: Table, question: CloseQuestion, verdict: CloseVerdict) -> None:
        """A close was judged."""
        ...

    def closed(self, table: Table, state: GameState, action: Close) -> None:
        """Somebody closes in a round that stands so."""
        ...


class Nobody:
    """Watches nothing."""

    def compilations(self, rule_set: RuleSet) -> Compilations:
        """Plain ones."""
        return Compilations(rule_set)

    def hand(self, table: Table, cards: Sequence[Card], melds: Sequence[Meld], loose: Sequence[Card]) -> None:
        """Nothing."""

    def close(self, table: Table, question: CloseQuestion, verdict: CloseVerdict) -> None:
        """Nothing."""

    def closed(self, table: Table, state: GameState, action: Close) -> None:
        """Nothing."""


@dataclass(slots=True)
class Grounds:
    """The tables of one rule set, each set up once; `library` finds what tests build on."""

    rule_set: RuleSet
    library: Library
    folder: str = "."
    watch: Watch = field(default_factory=Nobody)
    _compilations: Compilations | None = None
    _tables: dict[tuple[object, ...], Table] = field(default_factory=dict)

    def table(self, seats: int | None, options: Mapping[str, str]) -> Table:
        """The table with these seats and options; BindError."""
        key = (seats, *sorted(options.items()))
        if key not in self._tables:
            if self._compilations is None:
                self._compilations = self.watch.compilations(self.rule_set)
            self._tables[key] = bind(self.rule_set, seats, dict(options), self._compilations)
        return self._tables[key]

    def of(self, rule_set: RuleSet) -> Grounds:
        """The same for other rules, with nobody watching."""
        return Grounds(rule_set, self.library, self.folder)


def variants(test: Test) -> Iterator[tuple[str, Test]]:
    """The tables of a test: what tells each from the others, and the test with its seats and options."""
    matrix = test.matrix
    axes: list[list[tuple[str, str]]] = [[("seats", str(one)) for one in matrix.seats]] if matrix.seats else []
    axes += [[(name, value) for value in values] for name, values in matrix.options.items()]
    for chosen in product(*axes):
        told = ", ".join(f"{name}={value}" for name, value in chosen)
        here = dict(chosen)
        seats = int(here.pop("seats")) if matrix.seats else test.seats
        yield told, replace(test, seats=seats, options={**test.options, **here}, matrix=Matrix())
