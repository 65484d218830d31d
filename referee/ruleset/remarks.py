"""Where the comments and blank lines of a rule file belong, so that they go along when the file is written anew.

A comment on a line of its own belongs to the entry behind it; one that is indented further than that entry ends the
block it stands in. One behind a value belongs to the entry of that line. What stands between the entries of braces
opens them: the mapping is then written in lines, each entry with its comment. A blank line belongs to what follows it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.source import Source
from referee.yamltree.comments import Comment
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode

Steps = tuple[str | int, ...]
BLANK = ""


@dataclass(frozen=True, slots=True)
class _Unit:
    """An entry or an item that has a line of its own. Columns count from 0; `end` is where its value ends.

    `closed` says that it holds no further units.
    """

    path: Steps
    start: int
    column: int
    end: int
    closed: bool


@dataclass(slots=True)
class Remarks:
    """By the path of an entry: the lines in front of it, what stands behind it; by that of a block: what ends it.

    Blank lines are empty texts. `opened` are the mappings in braces that hold comments.
    """

    before: dict[Steps, list[str]] = field(default_factory=dict)
    behind: dict[Steps, str] = field(default_factory=dict)
    ending: dict[Steps, list[str]] = field(default_factory=dict)
    opened: set[Steps] = field(default_factory=set)


def remarks(source: Source, root: MapNode, comments: Sequence[Comment]) -> Remarks:
    """The comments and blank lines of a file, each with what it belongs to."""
    placing = _Placing(source, [comment.start for comment in comments])
    placing.collect(root, (), in_lines=True)
    placing.units.sort(key=lambda unit: (unit.start, len(unit.path)))
    placing.place(comments)
    return placing.found


@dataclass(slots=True)
class _Placing:
    """The units of a file, in the order they begin, and what is found to belong to them."""

    source: Source
    comments: list[int]
    found: Remarks = field(default_factory=Remarks)
    units: list[_Unit] = field(default_factory=list)
    columns: dict[Steps, int] = field(default_factory=dict)

    def collect(self, node: Node, path: Steps, *, in_lines: bool) -> None:
        """The units below a node, and which braces have to be opened."""
        if isinstance(node, MapNode):
            holds = self._holds_comments(node)
            if node.flow and holds and in_lines:
                self.found.opened.add(path)
            if in_lines and (not node.flow or holds):
                for entry in node:
                    start = entry.key.span.start
                    self._unit(entry.value, (*path, entry.key.value), start, start)
        elif isinstance(node, SeqNode) and in_lines and not node.flow:
            for number, item in enumerate(node):
                dash = self.source.text.rfind("-", 0, item.span.start)
                self._unit(item, (*path, number), item.span.start, dash)

    def _unit(self, value: Node, path: Steps, start: int, first: int) -> None:
        """One entry or item, whose line begins with the sign at `first`, and those below it."""
        self.units.append(_Unit(path, start, _column(self.source, first), _end(value), self._closed(value)))
        self.collect(value, path, in_lines=True)

    def _holds_comments(self, node: Node) -> bool:
        return bisect_right(self.comments, node.span.start) < bisect_right(self.comments, node.span.end - 1)

    def _closed(self, value: Node) -> bool:
        """Whether a value has no lines of its own below it."""
        if isinstance(value, MapNode) and value.flow:
            return not self._holds_comments(value)
        return not isinstance(value, MapNode | SeqNode) or value.flow

    def place(self, comments: Sequence[Comment]) -> None:
        """Every comment and blank line to the unit it belongs to, in the order of the text."""
        source, found, units = self.source, self.found, self.units
        self.columns = {unit.path: unit.column for unit in units}
        places = [unit.start for unit in units]
        first = {start: number for number, start in reversed(list(enumerate(places)))}
        marks: list[tuple[int, int, Comment | _Unit]] = [(comment.start, 0, comment) for comment in comments]
        marks += [(start, 1, units[number]) for start, number in first.items()]
        for start, _, mark in sorted(marks, key=lambda each: each[:2]):
            after = bisect_right(places, start)
            previous = units[after - 1] if after else None
            if isinstance(mark, _Unit):
                if _begins_line(source, start) and _blank_above(source, start):
                    found.before.setdefault(mark.path, []).append(BLANK)
            elif _begins_line(source, start):
                self._own_line(mark, previous, units[first[places[after]]] if after < len(units) else None)
            elif previous is not None:
                _end_of_line(mark, previous, found)
            else:
                found.before.setdefault(units[0].path, []).append(mark.text)

    def _own_line(self, comment: Comment, previous: _Unit | None, following: _Unit | None) -> None:
        found = self.found
        lines = [BLANK, comment.text] if _blank_above(self.source, comment.start) else [comment.text]
        column = _column(self.source, comment.start)
        if previous is not None and previous.closed and previous.end > comment.start:
            found.before.setdefault(previous.path, []).extend(lines)
            return
        if previous is not None and (following is None or column > following.column):
            block = self._block_ended(previous, column, -1 if following is None else following.column)
            if block is not None:
                found.ending.setdefault(block, []).extend(lines)
                return
        if following is not None:
            found.before.setdefault(following.path, []).extend(lines)
        else:
            found.ending.setdefault((), []).extend(lines)

    def _block_ended(self, previous: _Unit, column: int, beyond: int) -> Steps | None:
        """The innermost block round `previous` whose entries stand at `column` or before it, but behind `beyond`."""
        for length in range(len(previous.path), 0, -1):
            here = self.columns.get(previous.path[:length])
            if here is not None and beyond < here <= column:
                return previous.path[: length - 1]
        return None


def _end(value: Node) -> int:
    """Where comments can stand in a value no more: in a block of text there are none."""
    block = isinstance(value, ScalarNode) and value.style in {"literal", "folded"}
    return value.span.start if block else value.span.end


def _end_of_line(comment: Comment, previous: _Unit, found: Remarks) -> None:
    inside = previous.closed and comment.start < previous.end
    if inside or previous.path in found.behind:
        found.before.setdefault(previous.path, []).append(comment.text)
    else:
        found.behind[previous.path] = comment.text


def _line_start(source: Source, offset: int) -> int:
    return source.line_starts[source.position(offset).line - 1]


def _column(source: Source, offset: int) -> int:
    return offset - _line_start(source, offset)


def _begins_line(source: Source, offset: int) -> bool:
    """Whether only blanks, or the dash of an item, stand in front."""
    return source.text[_line_start(source, offset) : offset].strip() in {"", "-"}


def _blank_above(source: Source, offset: int) -> bool:
    line = source.position(offset).line
    return line > 1 and not source.line(line - 1).strip()
