"""Cards as rules see them: what they ask of a card is its look, and cards that look alike are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from referee.lang.syntax import Expr, Field, Name
from referee.lang.walk import definitions_used, everything
from referee.table import Kind, Table

MOST_CHOICES = 60_000
"""More choices of cards by their looks are not listed."""


def fields_read(table: Table, exprs: Iterable[Expr]) -> frozenset[str]:
    """The fields of records that some rule asks for, in definitions too."""
    return frozenset(node.name for node in _nodes(table, exprs) if isinstance(node, Field))


def fields_of(table: Table, exprs: Iterable[Expr], fact: str) -> tuple[str, ...]:
    """The fields of one fact that some rule asks for, in definitions too, in order of their names."""
    found = {
        node.name
        for node in _nodes(table, exprs)
        if isinstance(node, Field) and isinstance(node.base, Name) and node.base.name == fact
    }
    return tuple(sorted(found))


def _nodes(table: Table, exprs: Iterable[Expr]) -> Iterator[Expr]:
    given = tuple(exprs)
    named = {name for expr in given for name in definitions_used(expr, table.definitions)}
    for tree in (*given, *(table.definitions[name] for name in named)):
        yield from everything(tree)


def looks(table: Table, fields: Iterable[str]) -> list[tuple[Kind, ...]]:
    """The cards of the pack, those together of which these fields are the same, the cheapest first."""
    names = sorted(fields)
    found: dict[object, list[Kind]] = {}
    for kind in table.pack.kinds:
        if kind.count:
            found.setdefault(tuple(getattr(kind, name, None) for name in names), []).append(kind)
    return [tuple(sorted(look, key=lambda kind: (kind.points, kind.index))) for look in found.values()]


def room(look: Sequence[Kind]) -> int:
    """How many cards of a look the pack has."""
    return sum(kind.count for kind in look)


def counts(rooms: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `size` cards by how many of each look; no more than one beyond what is listed."""
    left = [sum(rooms[at:]) for at in range(len(rooms) + 1)]

    def choose(at: int, cards: int) -> Iterator[tuple[int, ...]]:
        if at == len(rooms):
            yield ()
            return
        for here in range(max(0, cards - left[at + 1]), min(cards, rooms[at]) + 1):
            for rest in choose(at + 1, cards - here):
                yield (here, *rest)

    return islice(choose(0, size), MOST_CHOICES + 1)
