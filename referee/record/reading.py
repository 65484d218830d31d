"""Reading a whole record: bytes in; the record, its repairs, its faults and the place of every value out.

YAML goes through the tree of `yamltree`, JSON through the standard library, and through a tree with places of its own
only when something has to be said about a place. So bulk reading of JSON lines costs nothing for places.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.limits import DEPTH, RECORD_BYTES, RECORD_NODES
from referee.record import messages
from referee.record.json_tree import NotJson, read_json
from referee.record.model import GameRecord, Plain
from referee.record.reports import Path, ReadingFault, Repair, path_of, path_text
from referee.record.shape import Shaped, shaped
from referee.record.typed import Locate
from referee.source import Source, Span, Text
from referee.yamltree import MapNode, Node, ScalarNode, SeqNode, read

_BOM = "\ufeff"


@dataclass(frozen=True, eq=False)
class ReadRecord:
    """A record that was read. `record` is None exactly if there are `faults`.

    `source` is the text it was read from; `located` says whether there is one (a record that came as a message has
    none, and its places are paths).
    """

    record: GameRecord | None
    repairs: tuple[Repair, ...]
    faults: tuple[ReadingFault, ...]
    source: Source
    located: bool
    _moved: Mapping[Path, str | int]
    _read_tree: Callable[[], Node | None]

    @cached_property
    def root(self) -> Node | None:
        """The tree the record was read from, None where there is no text."""
        return self._read_tree()

    def span(self, path: str | Path, *, key: bool = False) -> Span | None:
        """Where the value at a path stands, or its key; of what is missing: where its surroundings stand."""
        return span_at(self.root, path_of(path), self._moved, key=key)

    def text(self, path: str | Path) -> Text:
        """The scalar at a path with the place of its characters.

        Without a source, and for what was not given, a text that is a source of its own, named by the path.
        """
        steps = path_of(path)
        node = node_at(self.root, steps, self._moved)
        if isinstance(node, ScalarNode):
            return node.text
        return Text.plain(_value_at(self.record, steps), path_text(steps))


def read_record(content: bytes | str, name: str = "record", *, strict: bool = False) -> ReadRecord:
    """The record a text in YAML or JSON is; `name` is what people call the file. Never raises.

    Repairs are reported; `strict` refuses what would need one.
    """
    given = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if len(given) > RECORD_BYTES:
        return _refused(Source(name, ""), messages.too_large(len(given)))
    if given.removeprefix(_BOM.encode()).lstrip()[:1] == b"{":
        quick = _quick_json(given, name, strict=strict)
        return quick or _json_or_yaml(given, name, strict=strict)
    return _yaml(given, name, strict=strict)


def read_mapping(tree: Plain, name: str = "record", *, strict: bool = False) -> ReadRecord:
    """The record that a mapping of plain values is (a message of the service, a parsed JSON). Never raises."""
    made = shaped(tree, strict=strict)
    return ReadRecord(made.record, made.repairs, made.faults, Source(name, ""), False, made.moved, lambda: None)


def node_at(root: Node | None, path: Path, moved: Mapping[Path, str | int]) -> Node | None:
    """The node at a path."""
    node = root
    for length, step in enumerate(path, 1):
        actual = moved.get(path[:length], step)
        if isinstance(node, MapNode) and isinstance(actual, str):
            node = node.get(actual)
        elif isinstance(node, SeqNode) and isinstance(actual, int) and actual < len(node.items):
            node = node.items[actual]
        else:
            return None
    return node


def span_at(root: Node | None, path: Path, moved: Mapping[Path, str | int], *, key: bool = False) -> Span | None:
    """Where a value, or its key, stands; of what is not there: the beginning of what is around it."""
    if root is None:
        return None
    if path and key:
        around = node_at(root, path[:-1], moved)
        name = moved.get(path, path[-1])
        entry = around.entry(name) if isinstance(around, MapNode) and isinstance(name, str) else None
        if entry:
            return entry.key.text.whole
    node = node_at(root, path, moved)
    if isinstance(node, ScalarNode):
        return node.text.whole if node.text.value else node.span
    if node is not None:
        return Span(node.span.source, node.span.start, min(node.span.start + 1, node.span.end))
    return span_at(root, path[:-1], moved, key=key) if path else None


def plain_of(node: Node) -> Plain:
    """A tree as plain values: every scalar a text, nothing is None."""
    if isinstance(node, ScalarNode):
        return None if node.absent else node.value
    if isinstance(node, MapNode):
        return {entry.key.value: plain_of(entry.value) for entry in node}
    return [plain_of(item) for item in node]


def _value_at(record: GameRecord | None, path: Path) -> str:
    """The scalar of a record at a path, as text; empty if there is none."""
    value: Any = record
    for step in path:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, tuple):
            value = value[step] if isinstance(step, int) and step < len(value) else None
        else:
            value = getattr(value, step, None) if isinstance(step, str) and not isinstance(value, str) else None
    return str(value) if isinstance(value, str | int) else ""


def _refused(source: Source, *faults: ReadingFault) -> ReadRecord:
    return ReadRecord(None, (), faults, source, True, {}, lambda: None)


def _of_tree(source: Source, root: Node, strict: bool, earlier: list[Repair], faults: list[ReadingFault]) -> ReadRecord:
    """A record from its tree, with what was repaired and found before."""

    def locate(moved: Mapping[Path, str | int]) -> Locate:
        return lambda path, key: span_at(root, path, moved, key=key)

    made: Shaped = shaped(plain_of(root), strict=strict, locate=locate)
    if strict:
        faults = [*faults, *(messages.not_strict(one) for one in earlier)]
        earlier = []
    plays = [node_at(root, path_of(one.path), made.moved) for one in made.faults if one.path.endswith(".play")]
    found = (*(one for one in faults if not any(node and _repeats_in(node, one) for node in plays)), *made.faults)
    repairs = (*earlier, *made.repairs)
    return ReadRecord(None if found else made.record, repairs, found, source, True, made.moved, lambda: root)


def _repeats_in(play: Node, fault: ReadingFault) -> bool:
    """Whether a key is twice in a play that is no text: whoever writes `play: |` has no keys there."""
    inside = fault.span is not None and play.span.start <= fault.span.start < play.span.end
    return fault.code == "KEY_TWICE" and isinstance(play, MapNode) and inside


def _of_bytes(content: bytes, source: Source) -> list[Repair]:
    """What is repaired before YAML is read: a byte order mark, line ends of other systems."""
    repairs = _of_mark(content, source)
    if "\r" in source.text:
        at = source.text.index("\r")
        repairs.append(Repair("", "\\r", "\\n", "line ends of another system", Span(source, at, at + 1)))
    return repairs


def _of_mark(content: bytes, source: Source) -> list[Repair]:
    """A byte order mark, which is repaired in JSON, too: there line ends are blanks like others."""
    if not content.startswith(_BOM.encode()):
        return []
    return [Repair("", "byte order mark", "", "byte order mark", Span(source, 0, 0))]


def _yaml(content: bytes, name: str, *, strict: bool) -> ReadRecord:
    reading = read(content, name, most_bytes=RECORD_BYTES, most_nodes=RECORD_NODES)
    source = reading.source
    earlier = _of_bytes(content, source)
    faults = []
    for told in reading.diagnostics:
        if told.code == "CH001" and reading.root is not None:
            earlier.append(Repair("", "\\t", "  ", "tab in front of a line", told.span))
        else:
            faults.append(messages.of_yaml(told))
    if reading.root is None:
        return _refused(source, *(faults or [messages.of_yaml(told) for told in reading.diagnostics]))
    return _of_tree(source, reading.root, strict, earlier, faults)


def _json_or_yaml(content: bytes, name: str, *, strict: bool) -> ReadRecord:
    """A text that begins with a brace: JSON, or YAML written so, or nothing; then what JSON says of it."""
    try:
        source = Source(name, content.decode("utf-8").removeprefix(_BOM))
    except UnicodeDecodeError:
        return _yaml(content, name, strict=strict)
    try:
        root = read_json(source)
    except NotJson as error:
        other = _yaml(content, name, strict=strict)
        looks_like_json = source.text.lstrip()[1:].lstrip()[:1] in {'"', "}", ""}
        twice = error.fault.code == "KEY_TWICE"
        return _refused(source, error.fault) if twice or (other.faults and looks_like_json) else other
    return _of_tree(source, root, strict, _of_mark(content, source), [])


class _NotQuickError(ValueError):
    """Something that needs the tree with places."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _NotQuickError
    return made


def _no_constant(_: str) -> Any:
    raise _NotQuickError


def _quick_json(content: bytes, name: str, *, strict: bool) -> ReadRecord | None:
    """A record without faults and repairs, None for any other."""
    if b"\\u" in content:  # halves of characters can only come from escapes
        return None
    try:
        text = content.decode("utf-8")
        tree = json.loads(text, object_pairs_hook=_unique, parse_float=str, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    made = shaped(tree, strict=strict)
    if made.record is None or made.repairs:
        return None
    source = Source(name, text)
    return ReadRecord(made.record, (), (), source, True, made.moved, lambda: read_json(source))


assert DEPTH < 100, "trees are walked by recursion"
