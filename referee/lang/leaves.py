"""Why a condition fails: the comparisons that make it fail, each with what was measured.

`failing_leaves` is compiled beside a condition and asked only when it failed. It understands the joining words: of an
`and` that fails every part that fails counts, of an `or` that fails all of them; `not` asks why its part holds; a
conditional asks the branch that was taken, and its test too if the other branch would have done. Definitions are
opened down to their comparisons. What stands inside a function over a collection is one leaf: no single card is
ever measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.lang.compile import Compiled, Value, compile_expression
from referee.lang.syntax import And, Comparison, Conditional, Expr, Name, Not, Or
from referee.lang.types import Enumerations
from referee.lang.walk import everything


@dataclass(frozen=True, slots=True)
class Leaf:
    """One reason: a checked comparison or answer, whether it holds, and the values of its sides.

    `sides` has the sides of a comparison that are not written out (`deadwood`, but not `5`; an option counts as
    measured), with members as their index. It is empty for an answer (`card.taken`, `no`), whose value `holds` says.
    """

    expr: Expr
    holds: bool
    sides: tuple[tuple[Expr, Value], ...]


Explain = Callable[[Any], tuple[Leaf, ...]]
"""Facts to reasons; no reasons if the condition is as wanted."""


def failing_leaves(
    expr: Expr,
    wanted: bool,
    constants: Mapping[str, Value],
    definitions: Mapping[str, Expr],
    enums: Enumerations,
) -> Explain:
    """What says, given facts, why a checked condition is not `wanted` (True: why it fails)."""
    why = _Maker(constants, definitions, enums).why(expr)

    def explain(facts: Any) -> tuple[Leaf, ...]:
        return tuple(dict.fromkeys(why.leaves(facts, wanted)))

    return explain


@dataclass(frozen=True, slots=True)
class _Why:
    """A part: whether it holds, and the leaves for which it is not as wanted."""

    holds: Callable[[Any], bool]
    leaves: Callable[[Any, bool], Iterator[Leaf]]


@dataclass(frozen=True, slots=True)
class _Maker:
    constants: Mapping[str, Value]
    definitions: Mapping[str, Expr]
    enums: Enumerations

    def compiled(self, expr: Expr) -> Compiled:
        return compile_expression(expr, constants=self.constants, definitions=self.definitions, enums=self.enums)

    def why(self, expr: Expr) -> _Why:
        """The explainer of one part."""
        match expr:
            case Name(sort="definition", name=name):
                return self.why(self.definitions[name])
            case And(parts=parts) | Or(parts=parts):
                return self.joined(expr, tuple(self.why(part) for part in parts))
            case Not(operand=operand):
                return _negation(self.why(operand))
            case Conditional(test=test, then=then, otherwise=otherwise):
                return _conditional(self.why(test), self.why(then), self.why(otherwise))
        return self.leaf(expr)

    def joined(self, expr: Expr, parts: tuple[_Why, ...]) -> _Why:
        """`and`, `or`: every part that is not as wanted."""
        holds = self.compiled(expr).call

        def leaves(facts: Any, wanted: bool) -> Iterator[Leaf]:
            if holds(facts) is not wanted:
                for part in parts:
                    yield from part.leaves(facts, wanted)

        return _Why(holds, leaves)

    def leaf(self, expr: Expr) -> _Why:
        """A comparison with its measured sides, or an answer."""
        holds = self.compiled(expr).call
        sides = (expr.left, expr.right) if isinstance(expr, Comparison) else ()
        measured = [(side, self.compiled(side).call) for side in sides if not _written_out(side)]

        def leaves(facts: Any, wanted: bool) -> Iterator[Leaf]:
            held = holds(facts)
            if held is not wanted:
                yield Leaf(expr, held, tuple((side, value(facts)) for side, value in measured))

        return _Why(holds, leaves)


def _negation(inner: _Why) -> _Why:
    return _Why(lambda facts: not inner.holds(facts), lambda facts, wanted: inner.leaves(facts, not wanted))


def _conditional(test: _Why, then: _Why, otherwise: _Why) -> _Why:
    """The branch taken; the test as well if the other branch is as wanted."""

    def holds(facts: Any) -> bool:
        return then.holds(facts) if test.holds(facts) else otherwise.holds(facts)

    def leaves(facts: Any, wanted: bool) -> Iterator[Leaf]:
        tested = test.holds(facts)
        taken, other = (then, otherwise) if tested else (otherwise, then)
        if taken.holds(facts) is wanted:
            return
        if other.holds(facts) is wanted:
            yield from test.leaves(facts, not tested)
        yield from taken.leaves(facts, wanted)

    return _Why(holds, leaves)


def _written_out(expr: Expr) -> bool:
    """Whether a side says its own value: numbers and members only, no name that has to be looked at."""
    return all(not isinstance(node, Name) or node.sort == "member" for node in everything(expr))
