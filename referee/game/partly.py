"""What can be said of a rule while only some of its facts are known.

A part that reads nothing else is worked out; `and`, `or`, `not` and `if` may be decided by one of their parts; whatever
is left is None. So what is told is certain, for every value of the facts that are not known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from referee.lang.compile import Compiled, Value
from referee.lang.syntax import And, Conditional, Expr, Name, Not, Or, Over
from referee.lang.walk import children, reads
from referee.table.bound import opened
from referee.table.draft import Binder

Partly = Callable[[Any], Value | None]
"""The value for an object that has the known facts as attributes; None where it hangs on others."""


def partly(expr: Expr, binder: Binder, known: Collection[str], shut: Collection[str]) -> Partly:
    """A checked rule as a function of the facts `known`.

    Of the collections in `shut` only the number of members is known, and that only where they are `known`.
    """
    test = binder.compile(expr)
    if test.reads <= frozenset(known) and opened(expr, binder.definitions).isdisjoint(shut):
        return test.call
    match expr:
        case Name(sort="definition", name=name):
            return partly(binder.definitions[name], binder, known, shut)
        case And(parts=parts) | Or(parts=parts):
            asked = [partly(part, binder, known, shut) for part in parts]
            return _joined(asked, deciding=isinstance(expr, Or))
        case Not(operand=operand):
            return _opposite(partly(operand, binder, known, shut))
        case Conditional():
            asked = [partly(part, binder, known, shut) for part in (expr.test, expr.then, expr.otherwise)]
            return _chosen(*asked)
    return _unknown


def _unknown(_facts: object) -> None:
    return None


def _joined(parts: Iterable[Partly], *, deciding: bool) -> Partly:
    """`or`, whose deciding answer is yes, and `and`, whose is no."""
    parts = tuple(parts)

    def joined(facts: object) -> bool | None:
        answers = [part(facts) for part in parts]
        if deciding in answers:
            return deciding
        return None if None in answers else not deciding

    return joined


def _opposite(part: Partly) -> Partly:
    def opposite(facts: object) -> bool | None:
        answer = part(facts)
        return None if answer is None else not answer

    return opposite


def _chosen(test: Partly, then: Partly, otherwise: Partly) -> Partly:
    def chosen(facts: object) -> Value | None:
        answer = test(facts)
        if answer is None:
            one, other = then(facts), otherwise(facts)
            return one if one == other else None
        return then(facts) if answer else otherwise(facts)

    return chosen


def steady_parts(exprs: Iterable[Expr], binder: Binder, varying: Collection[str]) -> tuple[Compiled, ...]:
    """The largest parts of some rules that read facts, and none that vary: whatever else they read are those.

    Where two questions agree on the values of these parts, the rules tell them apart by varying facts alone.
    """
    found: dict[int, Compiled] = {}
    for expr in exprs:
        if binder.compile(expr).reads:
            for part in _steady(expr, binder, frozenset(varying)):
                found[id(part)] = part
    return tuple(found.values())


def _steady(expr: Expr, binder: Binder, varying: frozenset[str]) -> Iterator[Compiled]:
    waiting, definitions, seen = [expr], binder.definitions, set[str]()
    while waiting:
        node = waiting.pop()
        read = reads(node, definitions)
        if not read:
            continue
        if read.isdisjoint(varying) and not _unbound(node):
            part = binder.compile(node)
            if part.reads:
                yield part
            continue
        if isinstance(node, Name) and node.sort == "definition" and node.name not in seen:
            seen.add(node.name)
            waiting.append(definitions[node.name])
        waiting.extend(children(node))


def _unbound(expr: Expr) -> frozenset[str]:
    """The variables of `for` that a part uses and does not name itself."""
    if isinstance(expr, Name):
        return frozenset((expr.name,)) if expr.sort == "variable" else frozenset()
    if isinstance(expr, Over):
        return _unbound(expr.collection) | (_unbound(expr.body) - {expr.variable})
    return frozenset[str]().union(*map(_unbound, children(expr)))
