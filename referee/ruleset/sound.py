"""Parts a tree into what is sound and what is not, so that a mistake in one place hides none in another.

Every error of the earlier passes takes the smallest entry it stands in out of the tree. What rests on it must not be
judged: the paths that were lost, the words whose meaning is no longer known, and whatever the text that was lost
might have said of a clause.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.diagnostics import Diagnostic, Severity
from referee.ruleset.layout import OUTCOMES, Path
from referee.ruleset.lost import LISTED, Paths, Places
from referee.source import Span
from referee.yamltree.nodes import Entry, MapNode, Node, SeqNode

_NAMED = ("options", "define")

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_AS_KEY = re.compile(r"([a-z][a-z0-9_]*):")
_MISSPELT = "CH101"
_FIRST_STANDS = "CH002"
"""Of a key given twice the tree holds the first, which is sound."""
_HIDES_ANYTHING = frozenset({"CH006", "CH007", "CH013"})
"""Aliases, a second document, tags: what they would have said stands somewhere else in the file, or nowhere."""
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

    An example is lost key by key; its number, from 1, is part of such a path. `text` is what the file says in the
    places that were lost, as it stands there.
    """

    root: MapNode
    lost: frozenset[Path]
    words: frozenset[str]
    text: str


def sound_part(
    root: MapNode,
    diagnostics: Iterable[Diagnostic],
    skipped: Sequence[Span] = (),
    respelt: Container[int] = frozenset(),
) -> Sound:
    """`root` without the entries in which an error stands.

    `skipped` are lines that were never read, `respelt` the places of misspelt keys that stand mended in `root`.
    """
    errors = [
        each
        for each in diagnostics
        if each.severity is Severity.ERROR and each.span is not None and not _missing_at_top(each.code, each.span)
    ]
    lost: set[Path] = {(*path, key) for path, node in _maps((), root) for key in node.hidden}
    places = Places()
    for error in errors:
        if error.code == _FIRST_STANDS or error.span is None or any(_within(error.span, gone) for gone in skipped):
            continue  # what it concerns is in the tree, or was hidden in it
        if error.code == _MISSPELT and error.span.start in respelt:
            continue
        path = places.innermost(root, error.span)
        if path:
            lost.add(path[:2] if path[0] in _NAMED else path)
    words = {path[1] for path in lost if path[0] in _NAMED and len(path) > 1}
    words |= {path[2] for path in lost if path[:2] == OUTCOMES and len(path) == 3}
    unread = "\n".join(_between(span) for span in skipped)
    words.update(word for path in lost for word in (*_WORDS_OF.get(path, ()), *_names_below(root, path, unread)))
    words.update(_AS_KEY.findall(unread))
    text = f"{_text(root, lost, errors)}\n{unread}"
    return Sound(_without(root, (), Paths(lost)), frozenset(lost), frozenset(words), text)


def _names_below(root: MapNode, path: Path, unread: str) -> Iterator[str]:
    """The names that what stands at a lost path would have given a meaning, as far as can be seen.

    Those in lines that were never read (`unread`) are found there.
    """
    node = _at(root, path)
    if path in {(section,) for section in _NAMED} and not isinstance(node, MapNode):
        if node is not None or not re.search(rf"^ *{path[0]}\b", unread, re.MULTILINE):
            yield from _WORD.findall(root.span.source.text if node is None else _between(node.span))
    elif len(path) == 1 or (len(path) == 2 and path[0] == OUTCOMES[0]):
        keys = (entry.key.value for _, each in _maps((), node) for entry in each)
        yield from (key for key in keys if _WORD.fullmatch(key))


def _text(root: MapNode, lost: Iterable[Path], errors: Iterable[Diagnostic]) -> str:
    """What stands in the lost places and in the lines of the errors."""
    if any(error.code in _HIDES_ANYTHING for error in errors):
        return root.span.source.text
    text = root.span.source.text
    places = [(node.span.start, node.span.end) for path in lost if (node := _at(root, path)) is not None]
    texts = [f"{path[-1]}:" for path in lost]
    end = 0
    for start, stop in sorted(places):  # one may stand in another, and what is said there is said once
        texts.append(text[max(start, end) : stop])
        end = max(end, stop)
    spans = [span for error in errors for span in (error.span, *(each.span for each in error.related)) if span]
    lines = {span.begin.line for span in spans if span.source is root.span.source}
    return "\n".join([*texts, *(root.span.source.line(number) for number in sorted(lines))])


def _between(span: Span) -> str:
    return span.source.text[span.start : span.end]


def _at(root: Node, path: Path) -> Node | None:
    """What stands at a path; entries of a list are counted from 1."""
    node: Node | None = root
    for step in path:
        if isinstance(node, MapNode):
            node = node.get(step)
        elif isinstance(node, SeqNode) and step.isdigit():
            node = node.items[int(step) - 1]
        else:
            return None
    return node


def _maps(path: Path, node: Node | None) -> Iterable[tuple[Path, MapNode]]:
    if isinstance(node, MapNode):
        yield path, node
        for entry in node.entries:
            yield from _maps((*path, entry.key.value), entry.value)


def _within(span: Span, outer: Span) -> bool:
    return outer.source is span.source and outer.start <= span.start and span.end <= outer.end


def _missing_at_top(code: str, span: Span) -> bool:
    """Whether a key is told to be missing in the file as a whole: the place is its start, and stands for no entry."""
    return code == "CH102" and span.start == span.end == 0


def _without(node: MapNode, path: Path, lost: Paths) -> MapNode:
    if not lost.at_or_below(path):
        return node
    entries = []
    for entry in node.entries:
        place = (*path, entry.key.value)
        if place in lost.paths:
            continue
        value = entry.value
        if isinstance(value, MapNode):
            value = _without(value, place, lost)
        elif isinstance(value, SeqNode) and place == LISTED:
            items = enumerate(value.items, 1)
            value = SeqNode(tuple(_item(item, (*place, str(number)), lost) for number, item in items), value.span)
        entries.append(Entry(entry.key, value))
    return MapNode(tuple(entries), node.span, node.flow, node.hidden)


def _item(node: Node, path: Path, lost: Paths) -> Node:
    """An entry of a list without what is lost of it; it stays where it is, so that the others keep their number."""
    if path in lost.paths or not isinstance(node, MapNode):
        return MapNode((), node.span)
    return _without(node, path, lost)
