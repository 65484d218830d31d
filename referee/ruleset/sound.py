"""Parts a tree into what is sound and what is not, so that a mistake in one place hides none in another.

Every error of the earlier passes takes the smallest entry it stands in out of the tree. What rests on it must not be
judged: the paths that were lost, and the words whose meaning is no longer known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.diagnostics import Diagnostic, Severity
from referee.ruleset.layout import OUTCOMES, Path
from referee.source import Span
from referee.yamltree.nodes import Entry, MapNode, Node

_NAMED = ("options", "define")
_WORDS_OF: dict[Path, tuple[str, ...]] = {
    ("pack",): ("rank", "suit"),
    ("pack", "ranks"): ("rank",),
    ("pack", "suits"): ("suit",),
    ("close",): ("outcome",),
    OUTCOMES: ("outcome",),
}
"""Sections without which the members of an enumeration are not known."""


@dataclass(frozen=True, slots=True)
class Sound:
    """The tree without what has errors; `lost` are the paths taken out, `words` the names not known any more.

    `all_names_lost` holds if a whole section of names is lost: then no name can be called unknown.
    """

    root: MapNode
    lost: frozenset[Path]
    words: frozenset[str]
    all_names_lost: bool


def sound_part(root: MapNode, diagnostics: Iterable[Diagnostic]) -> Sound:
    """`root` without the entries in which an error stands."""
    spans = [
        each.span
        for each in diagnostics
        if each.severity is Severity.ERROR and each.span is not None and not _missing_at_top(each.code, each.span)
    ]
    lost: set[Path] = {(*path, key) for path, node in _maps((), root) for key in node.hidden}
    for span in spans:
        path = _innermost(root, span)
        if path:
            lost.add(path[:2] if path[0] in _NAMED else path)
    words = {path[1] for path in lost if path[0] in _NAMED and len(path) > 1}
    words |= {path[2] for path in lost if path[:2] == OUTCOMES and len(path) == 3}
    words.update(word for path in lost for word in _WORDS_OF.get(path, ()))
    names_lost = any(path in lost for path in (("options",), ("define",)))
    return Sound(_without(root, (), frozenset(lost)), frozenset(lost), frozenset(words), names_lost)


def _maps(path: Path, node: Node) -> Iterable[tuple[Path, MapNode]]:
    if isinstance(node, MapNode):
        yield path, node
        for entry in node.entries:
            yield from _maps((*path, entry.key.value), entry.value)


def _innermost(node: MapNode, span: Span) -> Path:
    """The path of the innermost entry in which a span stands; () if it stands in none."""
    for entry in node.entries:
        value = entry.value
        if _within(span, entry.key.span):
            return (entry.key.value,)
        if _within(span, value.span):
            below = _innermost(value, span) if isinstance(value, MapNode) and span != value.span else ()
            return (entry.key.value, *below)
    return ()


def _missing_at_top(code: str, span: Span) -> bool:
    """Whether a key is told to be missing in the file as a whole: the place is its start, and stands for no entry."""
    return code == "CH102" and span.start == span.end == 0


def _within(span: Span, outer: Span) -> bool:
    return outer.source is span.source and outer.start <= span.start and span.end <= outer.end


def _without(node: MapNode, path: Path, lost: frozenset[Path]) -> MapNode:
    if not any(gone[: len(path)] == path for gone in lost):
        return node
    entries = []
    for entry in node.entries:
        place = (*path, entry.key.value)
        if place in lost:
            continue
        value = entry.value
        if isinstance(value, MapNode):
            value = _without(value, place, lost)
        entries.append(Entry(entry.key, value))
    return MapNode(tuple(entries), node.span, node.flow, node.hidden)
