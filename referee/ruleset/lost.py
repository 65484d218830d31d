"""Finds what stands at a place of a file, and what was lost with it, however many mistakes a file has.

A file can have thousands of entries in one mapping and a mistake in each, so nothing here looks through all of them
for one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from referee.ruleset.layout import Path
from referee.source import Span
from referee.yamltree.nodes import Entry, MapNode, SeqNode

LISTED: Path = ("examples",)
"""The list whose entries are lost one by one."""

_ID = re.compile(r"[\w.]+")


class Paths:
    """Paths of a tree, those taken out as faulty for instance, found by what lies around and below them."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        self.paths = frozenset(paths)
        self._leading_there = {path[:length] for path in self.paths for length in range(len(path) + 1)}

    def at_or_below(self, path: Path) -> bool:
        """Whether one of them is this path, or leads to something in it."""
        return path in self._leading_there

    def touches(self, path: Path) -> bool:
        """Whether one of them is at, below or around a path."""
        return self.at_or_below(path) or any(path[:length] in self.paths for length in range(len(path)))


class LostText:
    """What a file says in the places that were lost."""

    def __init__(self, text: str = "") -> None:
        self._ids = sorted({found.lower() for found in _ID.findall(text)})

    def names(self, clause: str) -> bool:
        """Whether a clause, or one below it, is named there; capitals do not count."""
        clause = clause.lower()
        first, below = bisect_left(self._ids, clause), bisect_left(self._ids, f"{clause}.")
        return self._ids[first : first + 1] == [clause] or any(
            each.startswith(f"{clause}.") for each in self._ids[below : below + 1]
        )


class _Row:
    """Spans found by what stands in them.

    Hardly any reaches over the beginning of the next one (a mapping given twice does): those are looked through.
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        in_order = sorted((span.start, span.end, number) for number, span in enumerate(spans))
        self._wide = [each for each, after in pairwise(in_order) if after[0] < each[1]]
        self._narrow = [each for each, after in pairwise(in_order) if after[0] >= each[1]] + in_order[-1:]
        self._starts = [start for start, _, _ in self._narrow]

    def around(self, span: Span) -> int | None:
        """The number of the shortest one that `span` stands in."""
        before = bisect_right(self._starts, span.start)
        near = self._narrow[max(before - 1, 0) : before]
        found = [each for each in chain(near, self._wide) if each[0] <= span.start and span.end <= each[1]]
        return min(found, key=lambda each: each[1] - each[0])[2] if found else None


@dataclass(slots=True)
class Places:
    """What stands where, in all mappings that were asked about so far. A tree asked about is kept by its asker."""

    _keys: dict[int, _Row] = field(default_factory=dict)
    _values: dict[int, _Row] = field(default_factory=dict)

    def innermost(self, node: MapNode, span: Span) -> Path:
        """The path of the innermost entry in which a span stands; () if it stands in none.

        An entry of the list `LISTED` is named by its number, from 1.
        """
        if span.source is not node.span.source:
            return ()
        if id(node) not in self._keys:
            self._keys[id(node)] = _Row([entry.key.span for entry in node.entries])
            self._values[id(node)] = _Row([entry.value.span for entry in node.entries])
        number = self._keys[id(node)].around(span)
        if number is not None:
            return (node.entries[number].key.value,)
        number = self._values[id(node)].around(span)
        if number is None:
            return ()
        entry = node.entries[number]
        return (entry.key.value, *self._below(entry, span))

    def _below(self, entry: Entry, span: Span) -> Path:
        """The rest of the path, inside the value of an entry."""
        value = entry.value
        if span == value.span:
            return ()
        if isinstance(value, MapNode):
            return self.innermost(value, span)
        if not isinstance(value, SeqNode) or (entry.key.value,) != LISTED:
            return ()
        if id(value) not in self._values:
            self._values[id(value)] = _Row([item.span for item in value.items])
        number = self._values[id(value)].around(span)
        if number is None:
            return ()
        item = value.items[number]
        inside = self.innermost(item, span) if isinstance(item, MapNode) and span != item.span else ()
        return (str(number + 1), *inside)
