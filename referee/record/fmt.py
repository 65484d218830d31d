"""The canonical form with the comments that people wrote: `fmt`.

A comment on a line of its own stays in front of what it stood in front of, one behind a value stays behind it. Comments
inside a play are part of its text and stay between its words. JSON has no comments.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.cards import Notation
from referee.record.canonical import canonical
from referee.record.reading import read_record
from referee.record.reports import Path, ReadingFault, Repair
from referee.record.writing import to_json, yaml_lines
from referee.source import Source
from referee.yamltree import MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.comments import comments

_HASH = re.compile(r"(?:^|(?<=[ \t\n\r]))#[^\n\r]*")


@dataclass(frozen=True, slots=True)
class Formatted:
    """The text in canonical form; None if there are faults."""

    text: str | None
    repairs: tuple[Repair, ...]
    faults: tuple[ReadingFault, ...]


def fmt(content: bytes | str, notation: Notation, name: str = "record") -> Formatted:
    """A record's text in canonical form, its comments kept; JSON stays JSON. Never raises."""
    read = read_record(content, name)
    if read.record is None:
        return Formatted(None, read.repairs, read.faults)
    made = canonical(read.record, notation, text=read.text, comments=True)
    repairs = (*read.repairs, *made.repairs)
    if made.record is None:
        return Formatted(None, repairs, made.faults)
    if is_json(read.root):
        plain = canonical(made.record, notation).record
        assert plain is not None, "what was read once is read again"
        return Formatted(to_json(plain) + "\n", repairs, ())
    lines = yaml_lines(made.record)
    before, behind = _placed(read.source, read.root, [path for path, _ in lines])
    text: list[str] = []
    for number, (_, line) in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        text.extend(indent + comment for comment in before.get(number, ()))
        text.append("  ".join([line, *behind.get(number, ())]))
    text.extend(before.get(len(lines), ()))
    return Formatted("".join(f"{line}\n" for line in text), repairs, ())


def is_json(root: Node | None) -> bool:
    """Whether a record was written as JSON: in braces, every key in double quotes."""
    return isinstance(root, MapNode) and root.flow and all(entry.key.style == "double" for entry in root)


def _placed(
    source: Source, root: Node | None, paths: list[Path]
) -> tuple[Mapping[int, list[str]], Mapping[int, list[str]]]:
    """The comments to write before a line and behind it, by number of the line."""
    before: dict[int, list[str]] = {}
    behind: dict[int, list[str]] = {}
    if root is None:
        return before, behind
    nodes = sorted(_places(root, ()), key=lambda one: (one[0], len(one[1])))
    starts = [start for start, _ in nodes]
    remarked = comments(source.text)
    for start, text in _comments(source, root) if remarked is None else ((one.start, one.text) for one in remarked):
        line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
        after = bisect_right(starts, start)
        if line.strip():
            number = _line_of(nodes[after - 1][1], paths) if after else 0
            behind.setdefault(number, []).append(text)
        else:
            number = _line_of(nodes[after][1], paths) if after < len(nodes) else len(paths)
            before.setdefault(number, []).append(text)
    return before, behind


def _line_of(path: Path, paths: list[Path]) -> int:
    """The first line that belongs to a path, or to the nearest of what is around it."""
    while path:
        for number, one in enumerate(paths):
            if one[: len(path)] == path:
                return number
        path = path[:-1]
    return 0


def _places(node: Node, path: Path) -> Iterator[tuple[int, Path]]:
    """Where every key and item begins, and its path."""
    if isinstance(node, MapNode):
        for entry in node:
            here = (*path, entry.key.value)
            yield entry.key.span.start, here
            yield from _places(entry.value, here)
    elif isinstance(node, SeqNode):
        for at, item in enumerate(node.items):
            yield item.span.start, (*path, at)
            yield from _places(item, (*path, at))


def _comments(source: Source, root: Node) -> Iterator[tuple[int, str]]:
    """The comments outside all texts, with where they begin, should the library that keeps them not read the text."""
    texts = sorted(_texts(root))
    starts = [start for start, _ in texts]
    for found in _HASH.finditer(source.text):
        at = bisect_right(starts, found.start())
        if not at or texts[at - 1][1] <= found.start():
            yield found.start(), found[0].rstrip()


def _texts(node: Node) -> Iterator[tuple[int, int]]:
    """The ranges that texts take; of a block without the line of its indicator."""
    if isinstance(node, ScalarNode):
        block = node.style in {"literal", "folded"}
        start = node.text.starts[0] if block and node.text.value else node.span.start
        yield start, node.span.end
    elif isinstance(node, MapNode):
        for entry in node:
            yield from _texts(entry.key)
            yield from _texts(entry.value)
    else:
        for item in node.items:
            yield from _texts(item)
