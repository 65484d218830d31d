"""Why a condition fails: the comparisons that make it fail, each with what was measured.

`failing_leaves` is compiled beside a condition and asked only when it failed. It understands the joining words: of an
`and` that fails every part that fails counts, of an `or` that fails all of them; `not` asks why its part holds; a
conditional asks the branch that was taken, and its test too if the other branch would have done. Definitions are
opened down to their comparisons. What stands inside a function over a collection is one leaf: no single card is
ever measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final

from referee.lang.compile import Value, compile_expression
from referee.lang.syntax import And, Comparison, Conditional, Expr, Name, Not, Or
from referee.lang.types import Enumerations
from referee.lang.walk import everything

_DEEPEST: Final = 60


@dataclass(frozen=True, slots=True)
class Leaf:
    """One reason: a checked comparison or answer, whether it holds, and the values of its sides.

    `sides` has the sides of a comparison that are not written out (`deadwood`, but not `5`; an option counts as
    measured), with members as their index. It is empty for an answer (`card.taken`, `no`), whose value `holds` says.
    `either`: it is enough to mend this one or the leaf before it.
    """

    expr: Expr
    holds: bool
    sides: tuple[tuple[Expr, Value], ...]
    either: bool = field(default=False, compare=False)


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
    why = _Maker(constants, definitions, enums).why(expr, 0)

    def explain(facts: Any) -> tuple[Leaf, ...]:
        return tuple(dict.fromkeys(why.leaves(facts, wanted, set())))

    return explain


_Seen = set[tuple[str, bool]]
_Leaves = Callable[[Any, bool, _Seen], Iterator[Leaf]]


@dataclass(frozen=True, slots=True)
class _Why:
    """A part: whether it holds, and the leaves for which it is not as wanted."""

    holds: Callable[[Any], bool]
    leaves: _Leaves


@dataclass(slots=True)
class _Maker:
    """Makes explainers. A definition is opened once, and asked once in one explanation."""

    constants: Mapping[str, Value]
    definitions: Mapping[str, Expr]
    enums: Enumerations
    opened: dict[str, _Why] = field(default_factory=dict)

    def call(self, expr: Expr) -> Callable[[Any], Value]:
        """The function of a part."""
        known = {"constants": self.constants, "definitions": self.definitions, "enums": self.enums}
        return compile_expression(expr, **known).call

    def why(self, expr: Expr, level: int) -> _Why:
        """The explainer of one part; what lies deeper than anybody would read is one leaf."""
        if level < _DEEPEST:
            inner = level + 1
            match expr:
                case Name(sort="definition", name=name):
                    return self.definition(name, inner)
                case And(parts=parts) | Or(parts=parts):
                    holds = self.call(expr)
                    return _Why(holds, _joined(holds, [self.why(part, inner) for part in parts], isinstance(expr, Or)))
                case Not(operand=operand):
                    return _negation(self.why(operand, inner))
                case Conditional(test=test, then=then, otherwise=otherwise):
                    branches = self.why(then, inner), self.why(otherwise, inner)
                    return _Why(self.call(expr), _conditional(self.why(test, inner), *branches))
        return self.leaf(expr)

    def definition(self, name: str, level: int) -> _Why:
        """A definition by its parts."""
        if name not in self.opened:
            inner = self.why(self.definitions[name], level)

            def leaves(facts: Any, wanted: bool, seen: _Seen) -> Iterator[Leaf]:
                if (name, wanted) not in seen:
                    seen.add((name, wanted))
                    yield from inner.leaves(facts, wanted, seen)

            self.opened[name] = _Why(inner.holds, leaves)
        return self.opened[name]

    def leaf(self, expr: Expr) -> _Why:
        """A comparison with its measured sides, or an answer."""
        holds = self.call(expr)
        sides = (expr.left, expr.right) if isinstance(expr, Comparison) else ()
        measured = [(side, self.call(side)) for side in sides if not _written_out(side)]

        def leaves(facts: Any, wanted: bool, _seen: _Seen) -> Iterator[Leaf]:
            held = holds(facts)
            if held is not wanted:
                yield Leaf(expr, held, tuple((side, value(facts)) for side, value in measured))

        return _Why(holds, leaves)


def _joined(holds: Callable[[Any], bool], parts: Sequence[_Why], one_will_do: bool) -> _Leaves:
    """`and`, `or`: every part that is not as wanted. `one_will_do`: the whole holds if one of them does."""

    def leaves(facts: Any, wanted: bool, seen: _Seen) -> Iterator[Leaf]:
        if holds(facts) is not wanted:
            found = [part.leaves(facts, wanted, seen) for part in parts]
            yield from _instead(found) if wanted is one_will_do else chain.from_iterable(found)

    return leaves


def _instead(found: Iterable[Iterator[Leaf]]) -> Iterator[Leaf]:
    """Leaves of parts any of which it is enough to mend."""
    any_before = False
    for part in found:
        for number, leaf in enumerate(part):
            yield replace(leaf, either=True) if any_before and not number else leaf
            any_before = True


def _negation(inner: _Why) -> _Why:
    return _Why(
        lambda facts: not inner.holds(facts),
        lambda facts, wanted, seen: inner.leaves(facts, not wanted, seen),
    )


def _conditional(test: _Why, then: _Why, otherwise: _Why) -> _Leaves:
    """The branch taken; the test as well if the other branch is as wanted."""

    def leaves(facts: Any, wanted: bool, seen: _Seen) -> Iterator[Leaf]:
        tested = test.holds(facts)
        taken, other = (then, otherwise) if tested else (otherwise, then)
        if taken.holds(facts) is wanted:
            return
        tests = test.leaves(facts, not tested, seen) if other.holds(facts) is wanted else iter(())
        yield from _instead([tests, taken.leaves(facts, wanted, seen)])

    return leaves


def _written_out(expr: Expr) -> bool:
    """Whether a side says its own value: numbers and members only, no name that has to be looked at."""
    return all(not isinstance(node, Name) or node.sort == "member" for node in everything(expr))
