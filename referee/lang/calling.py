"""Functions: what is given to them, and the variable of those that run over a collection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee import limits
from referee.diagnostics.spelling import nearest
from referee.frozen import changed
from referee.lang import comparing, type_messages
from referee.lang.comparing import shown
from referee.lang.fit import kind_of, unit_of
from referee.lang.meant import FUNCTIONS_MEANT, SIZES
from referee.lang.syntax import Call, Expr, Name, Over
from referee.lang.type_messages import Shown
from referee.lang.types import Many, Quantity, Record, Type
from referee.lang.unparse import unparse
from referee.lang.words import FUNCTIONS, OF_ARGUMENTS, OVER_COLLECTIONS


class Checker(comparing.Checker, Protocol):
    """What is needed of the checker here."""

    def truth(self, node: Expr, asker: str) -> Expr | None:
        """The typed part, which must be a condition."""

    def quantity(self, node: Expr, asker: str) -> Expr | None:
        """The typed part, which must be a quantity."""


def call(checker: Checker, node: Call, _expected: Type | None) -> Expr | None:
    """`min(a, b)`, `max(a, b)`, `coins(x)`."""
    if node.function not in OF_ARGUMENTS:
        if node.function in SIZES and (asked := _collection_asked(checker, node)):
            checker.tell(type_messages.size_asked(node.name_span, node.function, asked))
        elif node.function in FUNCTIONS:
            usage = f"`{node.function}(… for x in …)`"
            checker.tell(type_messages.arguments(node.name_span, node.function, len(node.arguments), usage))
        else:
            _unknown_function(checker, node, FUNCTIONS)
        return None
    few = 1 if node.function == "coins" else 2
    if len(node.arguments) < few or (few == 1 and len(node.arguments) > 1):
        usage = "`coins(x)`" if few == 1 else f"`{node.function}(a, b)` or `{node.function}(… for x in …)`"
        checker.tell(type_messages.arguments(node.name_span, node.function, len(node.arguments), usage))
        return None
    found = [checker.quantity(one, f"what `{node.function}` is given") for one in node.arguments]
    typed = [one for one in found if one is not None]
    if len(typed) < len(found):
        return None
    if node.function == "coins":
        return changed(node, arguments=tuple(typed), type=Quantity("coins"))
    together = comparing.unified(checker, node.arguments, tuple(typed), node.span)
    if together is None:
        return None
    unit = next((unit_of(one) for one in together if unit_of(one)), None)
    return changed(node, arguments=together, type=Quantity(unit))


def _collection_asked(checker: Checker, node: Call) -> str | None:
    """The collection that is the only thing a function is given."""
    only = node.arguments[0] if len(node.arguments) == 1 else None
    known = checker.names.known(only.name) if isinstance(only, Name) else None
    return unparse(node.arguments[0]) if known is not None and isinstance(known[1], Many) else None


def _unknown_function(checker: Checker, node: Call | Over, functions: Sequence[str]) -> None:
    """A function nobody knows, or something else called like one."""
    known = checker.names.known(node.function)
    if known:
        checker.tell(type_messages.not_a_function(node.name_span, Shown(node.function, known[1])))
    else:
        guess = FUNCTIONS_MEANT.get(node.function) or nearest(node.function, functions)
        checker.tell(type_messages.unknown_function(node.name_span, node.function, guess))


def over(checker: Checker, node: Over, _expected: Type | None) -> Expr | None:
    """A function over a collection, its variable known inside only."""
    if node.function not in OVER_COLLECTIONS:
        if node.function in FUNCTIONS:
            checker.tell(type_messages.arguments(node.name_span, node.function, 1, "`coins(x)`"))
        else:
            _unknown_function(checker, node, OVER_COLLECTIONS)
        return None
    collection = checker.visit(node.collection, None)
    taken = checker.names.taken(node.variable)
    if taken:
        checker.tell(type_messages.hides(node.variable_span, node.variable, taken))
        return None
    if len(checker.names.variables) >= limits.EXPRESSION_LOOPS:
        checker.tell(type_messages.too_many_loops(node.name_span, limits.EXPRESSION_LOOPS))
        return None
    if collection is None:
        return None
    if not isinstance(collection.type, Many):
        found, known = shown(node.collection, collection), checker.names.collections()
        checker.tell(type_messages.not_a_collection(node.collection.span, found, known))
        return None
    checker.names.variables[node.variable] = Record(collection.type.record)
    asker = f"what stands before `for` in `{node.function}`"
    ask = checker.truth if node.function in {"all", "any", "count"} else checker.quantity
    body = ask(node.body, asker)
    del checker.names.variables[node.variable]
    if body is None:
        return None
    kind = kind_of(body)
    if node.function == "count":
        kind = Quantity(checker.scope.units_of.get(collection.type.record))
    return changed(node, body=body, collection=collection, type=kind)
