"""What a file of tests says, read and frozen: tests with what they ask and what they expect, at which tables.

A test is of one kind, which the first key it asks with says. What it asks and expects stays as plain values (texts,
lists, mappings) beside the node it was read from; what they mean at a table is for whoever runs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import prod
from typing import Any, ClassVar

from referee.source import Source, Span
from referee.yamltree.nodes import MapNode, Node, ScalarNode

SUFFIX = "_test.yaml"
"""How the file of the tests of `casa.yaml` ends: `casa_test.yaml`."""


class Kind(StrEnum):
    """What a test asks about; the key it begins with."""

    TABLE = "table"
    HAND = "hand"
    CLOSE = "close"
    MELD = "meld"
    LAY_OFF = "lay_off"
    PLAY = "play"
    RECORD = "record"
    DIAGNOSTIC = "diagnostic"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one kind of test: those it asks with beside its own, those it cannot do without, what it expects."""

    asks: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    expects: tuple[str, ...] = ()


_SHOWN = ("melds", "loose")
_GAME = ("before", "rounds", "re_entries", "reenter")

KEYS: Mapping[Kind, Keys] = {
    Kind.TABLE: Keys(expects=("table", "cards")),
    Kind.HAND: Keys(expects=("deadwood", *_SHOWN)),
    Kind.CLOSE: Keys(
        asks=("given", "closing", "taken"),
        expects=("outcome", "writes", "wins_game", "refused", "legal", "best", "onto", "deadwood", *_SHOWN),
    ),
    Kind.MELD: Keys(expects=("is",)),
    Kind.LAY_OFF: Keys(asks=("onto",), needs=("onto",), expects=("deadwood", "laid", *_SHOWN)),
    Kind.PLAY: Keys(
        asks=("hands", "upcard", "pile", "stock", "eldest", "laps", "reshuffles", *_GAME),
        needs=("hands",),
        expects=("may", "refused", "turn", "outcome", "scores", "totals", "out", "winners", "next", "paid", "pot"),
    ),
    Kind.RECORD: Keys(expects=("status", "violation", "clause", "round", "turn", "seat", "totals", "winners")),
    Kind.DIAGNOSTIC: Keys(expects=("code", "line", "says")),
}
"""What may stand in a test of each kind."""

COMMON = ("seats", "options", "matrix", "from", "note")
"""Keys of every test, beside those of its kind."""

AT_NO_TABLE = frozenset({Kind.RECORD, Kind.DIAGNOSTIC})
"""Kinds of test that bring their own table, or need none: they run once, whatever the matrix says."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """For which tables tests run: each number of seats with each value of each option. Empty: only one table."""

    seats: tuple[int, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def tables(self) -> int:
        """How many tables these are, 1 for an empty matrix."""
        return max(len(self.seats), 1) * prod(map(len, self.options.values()))


@dataclass(frozen=True, slots=True)
class Test:
    """One test. `asked` and `expected` are plain values by key, with fixtures put in; `node` is all of it.

    `seats` and `options` are those of the file and its own together, `matrix` what is left to be varied.
    """

    __test__: ClassVar[bool] = False

    name: str
    kind: Kind
    asked: Mapping[str, Any]
    expected: Mapping[str, Any]
    seats: int | None
    options: Mapping[str, str]
    matrix: Matrix
    key: ScalarNode = field(repr=False)
    node: MapNode = field(repr=False)

    @property
    def span(self) -> Span:
        """Where its name stands."""
        return self.key.span

    def place(self, key: str) -> Span:
        """Where a key of it stands; its name if the key came from a fixture."""
        entry = self.node.entry(key)
        return self.key.span if entry is None else entry.key.span

    def written(self, key: str) -> Node | None:
        """The node of a key, if it stands in the test itself."""
        return self.node.get(key)


@dataclass(frozen=True, slots=True)
class TestFile:
    """A file of tests. `rules` is the name or path it tests, "" where its neighbour is meant.

    `survivors` are changes of the rules that no test need notice, by path and change, each with its reason; `uncovered`
    what no test can show, by path and the words of it.
    """

    __test__: ClassVar[bool] = False

    source: Source
    rules: str
    rules_place: Span
    tests: Sequence[Test]
    survivors: Mapping[tuple[str, str], str] = field(default_factory=dict)
    uncovered: Mapping[tuple[str, str], str] = field(default_factory=dict)
