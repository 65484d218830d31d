"""Lays one rule file over another: mapping over mapping by key, everything else replaces, `remove` takes out.

The order of entries is kept where it has a meaning. What changes keeps the place it had; what is new stands in front of
what was there (a new case is an exception), in the book behind it; `before: key` puts either elsewhere. A paragraph
keeps its `before`, for the other may be taken out of the book later and spoken from its rules. A paragraph and a
refusal are replaced whole. Both trees are written out in full (`shorthand`) and hold no head.

The result is a tree whose scalars keep the source they were written in, and the list of what the upper file changed:
the passes that follow ask it which paragraphs lost their rule and whom to tell of a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from referee.diagnostics import Diagnostic
from referee.ruleset import messages
from referee.ruleset.layout import BOOK, HEAD, ORDERED, REFUSALS, Path, is_removal, scalar
from referee.source import Span
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode

Kind = Literal["new", "changed", "removed", "same"]


@dataclass(frozen=True, slots=True)
class Change:
    """What the upper file says at one path: `same` restates, and only the topmost path of something new is named.

    `span` is where it says so; `before` what stood there in the file below, None if nothing did.
    """

    path: Path
    kind: Kind
    span: Span
    before: Node | None = None
    after: Node | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """One file over another: the tree, what changed in it, and the mistakes of the merge itself."""

    root: MapNode
    changes: tuple[Change, ...]
    diagnostics: tuple[Diagnostic, ...]


def without_head(root: MapNode) -> MapNode:
    """The rules of a file: all but what it says of itself."""
    return MapNode(tuple(entry for entry in root.entries if entry.key.value not in HEAD), root.span)


def merge(base: MapNode, upper: MapNode, base_name: str = "") -> Merged:
    """`upper` over `base`, which is called `base_name` in messages ("": there is no base)."""
    merger = _Merger(base_name)
    root = merger.mapping((), base, upper)
    return Merged(root, tuple(merger.changes), tuple(merger.diagnostics))


def same(left: Node, right: Node) -> bool:
    """Whether two values are written alike, blanks and quoting aside."""
    if isinstance(left, ScalarNode) and isinstance(right, ScalarNode):
        return left.value.split() == right.value.split()
    if isinstance(left, SeqNode) and isinstance(right, SeqNode):
        return len(left.items) == len(right.items) and all(map(same, left.items, right.items))
    if isinstance(left, MapNode) and isinstance(right, MapNode):
        ours = {entry.key.value: entry.value for entry in left.entries}
        theirs = {entry.key.value: entry.value for entry in right.entries}
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key]) for key in ours)
    return False


@dataclass(slots=True)
class _Merger:
    base_name: str
    changes: list[Change] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def mapping(
        self, path: Path, base: MapNode, upper: MapNode, *, silent: bool = False, beside: Sequence[str] = ()
    ) -> MapNode:
        """Merge by key. `silent`: the whole mapping is new beside those of the base, so its entries are no changes."""
        entries = {entry.key.value: entry for entry in base.entries}
        order = list(entries)
        fresh: list[str] = []
        moved: list[tuple[str, ScalarNode]] = []
        for said in upper.entries:
            key, place = said.key.value, (*path, said.key.value)
            value, before = _split_before(path, said.value)
            old = entries.get(key)
            if is_removal(value):
                if old is None:
                    told = messages.nothing_to_remove(place, value.span, self.base_name, order, beside)
                    self.diagnostics.append(told)
                else:
                    self._remove(place, old, value, entries, order)
                continue
            if old is None:
                entries[key] = Entry(said.key, self._settled(place, value, [each.key.value for each in base]))
                if before is None:
                    fresh.append(key)
                if not silent:
                    self.changes.append(Change(place, "new", said.key.span, None, value))
            else:
                stood = old.value
                if path == BOOK:
                    old = Entry(old.key, _split_before(path, stood)[0])
                entries[key] = _put_before(path, self._over(place, old, Entry(said.key, value)), stood)
                if before is not None:
                    order.remove(key)
                    self.changes.append(Change((*place, "before"), "changed", before.span))
            if before is not None:
                moved.append((key, before))
                entries[key] = _put_before(path, entries[key], said.value)
        order = order + fresh if path == BOOK or path not in ORDERED else fresh + order
        order = self._moved(path, order, moved)
        return MapNode(tuple(entries[key] for key in order), upper.span)

    def _remove(self, place: Path, old: Entry, value: Node, entries: dict[str, Entry], order: list[str]) -> None:
        key = place[-1]
        del entries[key]
        if key in order:
            order.remove(key)
        self.changes.append(Change(place, "removed", value.span, old.value, None))

    def _settled(self, place: Path, value: Node, beside: Sequence[str] = ()) -> Node:
        """A value that is new here: nothing below it can be removed, and its own order is settled."""
        if isinstance(value, MapNode) and place[:-1] not in {BOOK, REFUSALS}:
            return self.mapping(place, MapNode((), value.span), value, silent=True, beside=beside)
        return value

    def _over(self, place: Path, old: Entry, new: Entry) -> Entry:
        whole = place[:-1] in {BOOK, REFUSALS}
        if isinstance(old.value, MapNode) and isinstance(new.value, MapNode) and not whole:
            return Entry(new.key, self.mapping(place, old.value, new.value))
        if same(old.value, new.value):
            self.changes.append(Change(place, "same", new.key.span, old.value, new.value))
            return old
        self.changes.append(Change(place, "changed", new.key.span, old.value, new.value))
        return Entry(new.key, self._settled(place, new.value))

    def _moved(self, path: Path, order: list[str], moved: list[tuple[str, ScalarNode]]) -> list[str]:
        """The order with each moved entry in front of the one it names, which may be a moved one itself."""
        if not moved:
            return order
        in_front: dict[str, list[str]] = {}
        for key, before in moved:
            in_front.setdefault(before.value, []).append(key)
        placed: dict[str, None] = {}
        waiting = [(key, False) for key in reversed(order)]
        while waiting:
            key, settled = waiting.pop()
            if settled or key not in in_front:
                placed[key] = None
            else:
                waiting.append((key, True))
                waiting += [(other, False) for other in reversed(in_front[key])]
        lost = [(key, before) for key, before in moved if key not in placed]
        self.diagnostics += [messages.before_nothing((*path, key), before, order) for key, before in lost]
        left = [key for key, _ in lost]
        return [*placed, *left] if path == BOOK else [*left, *placed]


def _split_before(path: Path, value: Node) -> tuple[Node, ScalarNode | None]:
    """A value without its `before`, and the `before` where order has a meaning."""
    if path not in ORDERED or not isinstance(value, MapNode):
        return value, None
    before = scalar(value.get("before"))
    if before is None:
        return value, None
    return MapNode(tuple(entry for entry in value.entries if entry.key.value != "before"), value.span), before


def _put_before(path: Path, entry: Entry, written: Node) -> Entry:
    """A paragraph with the `before` that stands in `written`, if there is one, for its own; other blocks keep none."""
    if path != BOOK or not isinstance(entry.value, MapNode) or not isinstance(written, MapNode):
        return entry
    found = tuple(each for each in written.entries if each.key.value == "before")
    bare, _ = _split_before(path, entry.value)
    if not found or not isinstance(bare, MapNode):
        return entry
    return Entry(entry.key, MapNode((*found, *bare.entries), entry.value.span))
