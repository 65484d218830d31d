"""What one compilation gathers, and how a value becomes text: the part of `generate` that knows no kind of expression.

A piece is a known value or a text that computes it. Texts are made of identifiers of ours only, see `generate`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.lang.syntax import Expr
from referee.lang.types import Enumerations

Value = Any
"""int, bool, a record, a sequence of records, or a set; see `generate`."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that does not depend on any fact."""

    value: Value


Piece = Known | str


@dataclass(slots=True)
class Writer(ABC):
    """Globals, statements for large definitions, identifiers given out.

    `opened` has the pieces of definitions, `variables` the identifiers of those of `for`.
    """

    constants: Mapping[str, Value]
    definitions: Mapping[str, Expr]
    enums: Enumerations
    globals: dict[str, Value] = field(default_factory=dict)
    statements: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    opened: dict[str, Piece] = field(default_factory=dict)
    given: int = 0

    @abstractmethod
    def piece(self, node: Expr) -> Piece:
        """The value of a checked tree, or a text that computes it (in parentheses if it is more than one word)."""

    def text(self, node: Expr) -> str:
        """The text of a part, known or not."""
        return self.written(self.piece(node))

    def written(self, piece: Piece) -> str:
        """A known value as a text: small ones as they are, others by a name in the globals."""
        if isinstance(piece, str):
            return piece
        value = piece.value
        if value is None or isinstance(value, bool | int):
            return repr(value)
        for name, known in self.globals.items():
            if known is value:
                return name
        name = self.fresh("k")
        self.globals[name] = value
        return name

    def function(self, function: Callable[..., Value]) -> str:
        """The name by which a function of this module can be called."""
        self.globals[function.__name__] = function
        return function.__name__

    def fresh(self, letter: str) -> str:
        """An identifier nobody has."""
        self.given += 1
        return f"{letter}{self.given - 1}"


def negated(piece: Piece) -> Piece:
    """The opposite answer."""
    return Known(not piece.value) if isinstance(piece, Known) else f"(not {piece})"
