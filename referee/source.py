"""Text and places in it: what every diagnostic, tree and expression points to.

Offsets count code points of `Source.text` from 0; spans are half-open. Lines and columns, which only people
read, count from 1. A byte order mark is no part of the text; line ends stay as they were written, so that
an offset means the same here and in the author's editor.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from referee.frozen import quick


@dataclass(frozen=True, order=True, slots=True)
class Position:
    """A place a person can find: line and column, both from 1, the column in code points."""

    line: int
    column: int


@dataclass(frozen=True, eq=False)
class Source:
    """One text with the name people know it by (a path, or a word such as `request`).

    Two sources are the same only if they are the same object: the same text may be read twice.
    """

    name: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets at which lines begin. Lines end at LF, CRLF or a lone CR, and nowhere else."""
        starts = [0]
        text = self.text
        at = 0
        while at < len(text):
            line_feed, carriage_return = text.find("\n", at), text.find("\r", at)
            if line_feed < 0 and carriage_return < 0:
                break
            if carriage_return < 0 or 0 <= line_feed < carriage_return:
                at = line_feed + 1
            else:
                at = carriage_return + (2 if text.startswith("\n", carriage_return + 1) else 1)
            starts.append(at)
        return starts

    def position(self, offset: int) -> Position:
        """The line and column of an offset; the end of the text is a place too."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Line `number` (from 1) without its line end; empty beyond the last."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@quick
@dataclass(frozen=True, slots=True)
class Span:
    """The half-open range `start:end` of a source. An empty span is a place between two characters."""

    source: Source
    start: int
    end: int

    @property
    def begin(self) -> Position:
        """Where it begins."""
        return self.source.position(self.start)

    @property
    def finish(self) -> Position:
        """Where it ends: one past the last character."""
        return self.source.position(self.end)


@quick
@dataclass(frozen=True, slots=True)
class Text:
    """A value somebody wrote, and where each of its characters stands in the source.

    `starts[i]:ends[i]` is the range of the source that character `i` of `value` was written as: one
    character for a plain scalar, several for an escape in a quoted one, a line break and its indentation for
    the blank of a folded one. Both are as long as `value`. `end` is where the scalar's text stops.
    """

    value: str
    source: Source
    starts: Sequence[int]
    ends: Sequence[int]
    end: int

    @classmethod
    def plain(cls, value: str, name: str = "text") -> Text:
        """A text that is a source of its own (a question on a command line, a test)."""
        return cls.within(Source(name, value), 0, len(value))

    @classmethod
    def within(cls, source: Source, start: int, end: int) -> Text:
        """The characters `start:end` of a source, as they stand there."""
        return cls(source.text[start:end], source, range(start, end), range(start + 1, end + 1), end)

    def span(self, start: int, end: int) -> Span:
        """Where characters `start:end` of the value stand; past the last one: the end of the text."""
        if start >= len(self.value):
            return Span(self.source, self.end, self.end)
        first = self.starts[start]
        return Span(self.source, first, self.ends[end - 1] if end > start else first)

    @property
    def whole(self) -> Span:
        """Where all of it stands."""
        return self.span(0, len(self.value))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value of a merged rule set was written: the rule set's name and the span in its file.

    `span` is None for what the format itself supplies (defaults) and for rule sets read from a compiled form;
    `line` and `column` survive there.
    """

    rule_set: str
    span: Span | None = field(default=None, compare=False)
    line: int = 0
    column: int = 0

    @classmethod
    def at(cls, rule_set: str, span: Span) -> Origin:
        """The origin of what stands at `span` in the file of `rule_set`."""
        place = span.begin
        return cls(rule_set, span, place.line, place.column)
