"""Checked tree to function: `compile_expression` makes one Python function of facts from a tree.

The function is generated as text (see `generate`) and compiled once. It reads its facts as attributes of one object, so
that any object with the vocabulary's names will do, and costs what the same function written by hand costs.
What is known when a table is set up (options, seats) is worked out beforehand: a condition that an option
decides is a constant.

No call can fail: there is no division but by a written number, nothing is absent, the least and greatest of
nothing are 0. A joker's suit is -1, which no suit is: two jokers have no suit in common either, and `is not` is
always the opposite of `is`.

A `Preference` is compiled as what follows `lowest` or `highest`; which of the two stands in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.lang.generate import Generator
from referee.lang.syntax import Expr
from referee.lang.types import Enumerations
from referee.lang.writer import Known, Value

__all__ = ["Compiled", "Value", "compile_expression"]

_FACT: Final = re.compile(r"\bf\.([a-z][a-z0-9_]*)")
_BUILTINS: Final[dict[str, Any]] = {"all": all, "any": any, "len": len, "max": max, "min": min, "sum": sum}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A function of facts.

    `call(facts)` gives the value; it reads `reads` as attributes of its argument and nothing else. `constant` is the
    value if no fact is read (then `call` ignores its argument), else None; no value is None. `source` is
    the generated text, for tests and curious people.
    """

    call: Callable[[Any], Value]
    reads: frozenset[str]
    constant: Value | None
    source: str


def compile_expression(
    expr: Expr,
    *,
    constants: Mapping[str, Value] | None = None,
    definitions: Mapping[str, Expr] | None = None,
    enums: Enumerations | None = None,
) -> Compiled:
    """The function of a checked tree.

    `constants` gives every option its value, and any fact that is known beforehand (members by index or by name);
    `definitions` the checked trees of the definitions named. ValueError if an option or definition is missing, or if
    the tree was not made by the checker.
    """
    generator = Generator(constants or {}, definitions or {}, enums or {})
    piece = generator.whole(expr)
    if isinstance(piece, Known):
        return _constant(piece.value)
    source = f"def value(f):\n{''.join(generator.statements)}    return {piece}\n"
    names: dict[str, Any] = {"__builtins__": {}, **_BUILTINS, **generator.globals}
    exec(compile(source, "<rule>", "exec"), names)  # noqa: S102 - text made of our own identifiers only, see `generate`
    return Compiled(names["value"], frozenset(_FACT.findall(source)), None, source)


def _constant(value: Value) -> Compiled:
    """A function that need not look at its facts."""
    return Compiled(lambda _facts: value, frozenset(), value, f"def value(f):\n    return {value!r}\n")
