"""What to leave out of a text that YAML cannot read to its end, so that the rest of it can be read all the same.

A mistake of YAML is in one entry: its line, and the lines indented further below it. These are left out, and the keys
whose values are not known for it are hidden in the tree, so that nothing is told that only follows from the mistake.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.diagnostics.model import Diagnostic
from referee.source import Source, Span
from referee.yamltree import messages
from referee.yamltree.events import Stop
from referee.yamltree.nodes import Entry, MapNode, SeqNode, place

_KEY = re.compile(r"(?:- +)*[\"']?([^\s:#{}\[\],\"']+)[\"']?(?::(?=\s|$)|(?=\s|$))")
_HAS_VALUE = re.compile(r" +[^\s#|>]")
_LISTS = frozenset({"examples", "sources"})
"""Lists whose entries say nothing of each other: one that is left out takes only itself along."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """What is left out: `span` are its lines, `path` the keys around it and, if it has one that is `known`, its own.

    `beside` is the path of a line above that has a value already, so that nothing can stand below it.
    """

    span: Span
    path: tuple[str, ...]
    known: bool
    beside: tuple[str, ...] = ()


def skipped(source: Source, text: str, stop: Stop, told: Diagnostic) -> Skipped | None:
    """The entry with a mistake; None where no entry can be told apart. `text` is what is left of the source."""
    if told.span is None:
        return None
    lines = [text[start : start + len(source.line(n))] for n, start in enumerate(source.line_starts, 1)]
    first = told.span.begin.line
    if "flow" in stop.context and stop.context_index >= 0:
        first = min(first, source.position(stop.context_index).line)
    width = _width(lines[first - 1])
    together = (messages.LINES_UP, messages.UNDER_A_VALUE)  # what is said of a line holds of those that go with it
    misaligned = any(said in told.message for said in together)
    last = max(first, told.span.begin.line)
    while last < len(lines) and (not lines[last].strip() or _width(lines[last]) > width - misaligned):
        last += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    line_of_stop = source.position(min(stop.index, len(text))).line
    lone = all(not line.strip() or line.lstrip().startswith("#") for line in lines[last : line_of_stop - 1])
    if not lines[first - 1].strip() or ("document start" in stop.problem and not (last < line_of_stop and lone)):
        return None
    end = source.line_starts[last - 1] + len(lines[last - 1])
    return Skipped(place(source, source.line_starts[first - 1], end), *_path(lines, first))


def without(text: str, left_out: Span) -> str:
    """The text with blanks for what is left out; nothing else moves."""
    gone = text[left_out.start : left_out.end]
    return text[: left_out.start] + re.sub(r"[^\r\n]", " ", gone) + text[left_out.end :]


def with_hidden(root: MapNode, left_out: Sequence[Skipped]) -> MapNode:
    """The tree with the keys hidden whose values were left out."""
    for each in left_out:
        root = _hiding(root, each.path, known=each.known)
        root = _hiding(root, each.beside, known=False)
    return root


def _width(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _path(lines: Sequence[str], number: int) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
    """The keys around the entry that begins in a line and its own, whether it has one, and what it stands beside."""
    line = lines[number - 1]
    width, item = _width(line), line.lstrip(" ").startswith("-")
    own = None if item else _KEY.match(line.lstrip(" "))
    around: list[str] = []
    full: list[str] = []
    allowed = width if item else width - 1
    for above in reversed(lines[: number - 1]):
        words = above.strip()
        if not words or words.startswith("#") or _width(above) > allowed:
            continue
        key = _KEY.match(words)
        if key and not words.startswith("-"):
            if around or not _HAS_VALUE.match(words, key.end()):
                around.insert(0, key[1])
            elif not full:
                full = [key[1]]
        allowed = _width(above) - 1
        if allowed < 0:
            break
    beside = (*around, *full) if full else ()
    return (*around, own[1]) if own else tuple(around), own is not None, beside


def _hiding(node: MapNode, path: tuple[str, ...], *, known: bool) -> MapNode:
    if not path:
        return node
    entry = node.entry(path[0])
    if entry is None:
        return MapNode(node.entries, node.span, node.flow, node.hidden | {path[0]})
    if isinstance(entry.value, MapNode):
        return _with(node, Entry(entry.key, _hiding(entry.value, path[1:], known=known)))
    said_before = len(path) == 1 and known
    apart = isinstance(entry.value, SeqNode) and path[0] in _LISTS
    return node if said_before or apart else _with(node, None, path[0])


def _with(node: MapNode, entry: Entry | None, gone: str = "") -> MapNode:
    """A mapping with one entry replaced, or hidden."""
    key = gone if entry is None else entry.key.value
    entries = [(entry or each) if each.key.value == key else each for each in node.entries]
    kept = tuple(each for each in entries if each.key.value != gone)
    return MapNode(kept, node.span, node.flow, node.hidden | {gone} if gone else node.hidden)
