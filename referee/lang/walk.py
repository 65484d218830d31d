"""Walking trees: parts, size, depth, what is read, and rewriting from the leaves up.

Size and depth are counted without recursion, so that they can be asked of any tree before its depth is known to be
within the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from referee.frozen import changed
from referee.lang.syntax import (
    And,
    Arithmetic,
    Call,
    Choice,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Not,
    Number,
    Or,
    Over,
    Preference,
    Range,
    TruthValue,
)

_CHILDREN: Final[Mapping[type, Callable[[Any], tuple[Expr, ...]]]] = {
    Number: lambda _: (),
    TruthValue: lambda _: (),
    Name: lambda _: (),
    Field: lambda expr: (expr.base,),
    Call: lambda expr: expr.arguments,
    Over: lambda expr: (expr.body, expr.collection),
    Choice: lambda expr: expr.items,
    Range: lambda expr: (expr.low,) if expr.high is None else (expr.low, expr.high),
    Negative: lambda expr: (expr.operand,),
    Arithmetic: lambda expr: (expr.left, expr.right),
    Comparison: lambda expr: (expr.left, expr.right),
    Not: lambda expr: (expr.operand,),
    And: lambda expr: expr.parts,
    Or: lambda expr: expr.parts,
    Conditional: lambda expr: (expr.test, expr.then, expr.otherwise),
    Preference: lambda expr: (expr.operand,),
}


def children(expr: Expr) -> tuple[Expr, ...]:
    """The parts directly under `expr`, in the order in which they are written."""
    return _CHILDREN[type(expr)](expr)


def everything(expr: Expr) -> Iterator[Expr]:
    """`expr` and all parts under it, each before its own parts."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        if below := _CHILDREN[type(node)](node):
            waiting.extend(below[::-1])


def size(expr: Expr) -> int:
    """How many parts it has: numbers, names, fields, operators."""
    return sum(1 for _ in everything(expr))


def depth(expr: Expr) -> int:
    """How many parts stand inside each other at most; 1 for a single name."""
    deepest = 0
    waiting = [(expr, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting.extend((child, level + 1) for child in children(node))
    return deepest


def transform(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The tree with `change` made to every node, parts before what they are part of. For trees within the limits."""
    return change(with_children(expr, lambda child: transform(child, change)))


def reads(expr: Expr, definitions: Mapping[str, Expr]) -> frozenset[str]:
    """The facts a checked tree needs, through the definitions it names. Options are no facts."""
    found: set[str] = set()
    opened: set[str] = set()
    waiting = [expr]
    while waiting:
        for node in everything(waiting.pop()):
            if isinstance(node, Name) and node.sort == "fact":
                found.add(node.name)
            elif isinstance(node, Name) and node.sort == "definition" and node.name not in opened:
                opened.add(node.name)
                waiting.append(definitions[node.name])
    return frozenset(found)


def definitions_used(expr: Expr, definitions: Mapping[str, Expr]) -> tuple[str, ...]:
    """The definitions a checked tree needs, also through others, each behind those it needs itself.

    Without recursion, because a chain of definitions has no limit of its own.
    """
    done: dict[str, None] = {}
    waiting = [(name, False) for name in sorted(names(expr, "definition"), reverse=True)]
    while waiting:
        name, ready = waiting.pop()
        if name in done:
            continue
        if ready:
            done[name] = None
            continue
        waiting.append((name, True))
        waiting.extend((inner, False) for inner in sorted(names(definitions[name], "definition"), reverse=True))
    return tuple(done)


def written_number(expr: Expr) -> int | None:
    """The number an expression is, if it is one written out, with a minus or without."""
    match expr:
        case Number(value=value):
            return value
        case Negative(operand=Number(value=value)):
            return -value
    return None


def names(expr: Expr, sort: str) -> frozenset[str]:
    """All names of one sort in a checked tree (`option`, `definition`, `fact`), definitions not opened."""
    return frozenset(node.name for node in everything(expr) if isinstance(node, Name) and node.sort == sort)


def with_children(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """`expr` with its direct parts changed."""
    match expr:
        case Number() | TruthValue() | Name():
            return expr
        case Field(base=base):
            return changed(expr, base=change(base))
        case Call(arguments=arguments):
            return changed(expr, arguments=tuple(map(change, arguments)))
        case Over(body=body, collection=collection):
            return changed(expr, body=change(body), collection=change(collection))
        case Choice(items=items):
            return changed(expr, items=tuple(map(change, items)))
        case Range(low=low, high=high):
            return changed(expr, low=change(low), high=None if high is None else change(high))
        case Negative(operand=operand) | Not(operand=operand) | Preference(operand=operand):
            return changed(expr, operand=change(operand))
        case Arithmetic(left=left, right=right) | Comparison(left=left, right=right):
            return changed(expr, left=change(left), right=change(right))
        case And(parts=parts) | Or(parts=parts):
            return changed(expr, parts=tuple(map(change, parts)))
        case Conditional(test=test, then=then, otherwise=otherwise):
            return changed(expr, test=change(test), then=change(then), otherwise=change(otherwise))
