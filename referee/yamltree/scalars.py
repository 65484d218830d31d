"""The text of a scalar, with the place of every character: what YAML folds, escapes and cuts, undone.

YAML's parser gives the value and where the scalar begins and ends. Here the scalar is read once more from the source,
in the same way, keeping for each character of the value the range it was written as. The result is compared with the
parser's value; should they ever differ, the value stands and every character points at the whole scalar, so that
a message may be less exact but never wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from referee.source import Source, Text

_BREAKS = "\r\n\x85\u2028\u2029"
_BLANKS = " \t"
_SPECIAL = re.compile(r"[ \t\r\n\x85\u2028\u2029'\\]")
_PROPERTIES = re.compile(r"(?:(?:&[^\s,\[\]{}]+|!<[^>\s]*>|![^\s,\[\]{}]*)(?:\s+|$))+")
_HEADER = re.compile(r"[|>]([+-]?)([1-9]?)[+-]?[ \t]*(?:#[^\r\n\x85\u2028\u2029]*)?")
_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_LONG_ESCAPES = {"x": 2, "u": 4, "U": 8}

STYLES = {"": "plain", None: "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}


@dataclass(slots=True)
class _Characters:
    """Characters found so far, and the range each was written as."""

    value: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def add(self, sign: str, start: int, end: int) -> None:
        """One character, written as `start:end`."""
        self.value.append(sign)
        self.starts.append(start)
        self.ends.append(end)

    def copy(self, text: str, start: int, end: int) -> None:
        """The characters `start:end` of the source, which stand for themselves."""
        self.value.append(text[start:end])
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))


def after_properties(text: str, start: int, end: int) -> int:
    """Where the scalar itself begins, behind an anchor and a tag."""
    found = _PROPERTIES.match(text, start, end)
    return found.end() if found else start


def scalar_text(source: Source, start: int, end: int, style: str, value: str) -> Text:
    """The text of the scalar that stands at `start:end` (quotes and indicators included, anchor and tag not)."""
    text = source.text
    inset = 1 if style in {"single", "double"} else 0
    inner, outer = start + inset, max(end - inset, start + inset)
    if style not in {"literal", "folded"}:
        if _same(text[inner:outer], value):
            return Text.within(source, inner, outer)
        found, stop = _folded(text, inner, outer, style), outer
    else:
        found, stop = _block(text, start, style == "folded", value)
        if "\t" in text and not _same("".join(found.value), value):
            # a line of blanks counts as empty for a parser that was given blanks for its tabs
            found, stop = _block(_without_tabs(text), start, style == "folded", value)
    read = "".join(found.value)
    if not _same(read, value):
        return Text(value, source, (start,) * len(value), (end,) * len(value), end)
    return Text(read, source, tuple(found.starts), tuple(found.ends), stop)


@lru_cache(maxsize=1)
def _without_tabs(text: str) -> str:
    """The file as the parser saw it, made once for all the scalars that ask."""
    return text.replace("\t", " ")


def _same(read: str, value: str) -> bool:
    """Whether the parser's value is what was read here; it may have been given blanks for tabs (see `read`)."""
    return read == value or ("\t" in read and read.replace("\t", " ") == value)


def _folded(text: str, at: int, end: int, style: str) -> _Characters:
    """A plain or quoted scalar: line breaks are folded, quotes and escapes undone."""
    found = _Characters()
    while at < end:
        special = _SPECIAL.search(text, at, end)
        stop = special.start() if special else end
        found.copy(text, at, stop)
        at = stop
        if at == end:
            break
        if text[at] in _BLANKS or text[at] in _BREAKS:
            word = _skip(text, at, end, _BLANKS)
            if word < end and text[word] in _BREAKS:
                at = _fold(found, text, word, end, at)
            else:
                found.copy(text, at, word)
                at = word
        elif style == "single" and text[at] == "'":
            found.add("'", at, at + 2)
            at += 2
        elif style == "double" and text[at] == "\\":
            at = _escape(found, text, at, end)
        else:
            found.copy(text, at, at + 1)
            at += 1
    return found


def _fold(found: _Characters, text: str, at: int, end: int, start: int) -> int:
    """A line break at `at`, with the blanks before it from `start` on. Gives where the next line's text begins."""
    first, after = _line_break(text, at)
    further, stop = _empty_lines(text, after, end)
    if first != "\n":
        found.add(first, start, after)
    elif not further:
        found.add(" ", start, stop)
    _add_breaks(found, further, stop)
    return stop


def _add_breaks(found: _Characters, breaks: list[tuple[str, int, int]], stop: int) -> None:
    """Line breaks that stay; the last takes in the indentation after it."""
    for number, (sign, start, end) in enumerate(breaks, 1):
        found.add(sign, start, stop if number == len(breaks) else end)


def _empty_lines(text: str, at: int, end: int) -> tuple[list[tuple[str, int, int]], int]:
    """The breaks of empty lines from `at` on, and where the next text begins."""
    breaks: list[tuple[str, int, int]] = []
    while True:
        word = _skip(text, at, end, _BLANKS)
        if word >= end or text[word] not in _BREAKS:
            return breaks, word
        sign, at = _line_break(text, word)
        breaks.append((sign, word, at))


def _escape(found: _Characters, text: str, at: int, end: int) -> int:
    """The escape that begins at `at`; gives where it ends."""
    sign = text[at + 1] if at + 1 < end else ""
    if sign in _LONG_ESCAPES:
        stop = at + 2 + _LONG_ESCAPES[sign]
        try:
            found.add(chr(int(text[at + 2 : stop], 16)), at, stop)
        except (ValueError, OverflowError):
            found.add("\ufffd", at, stop)
        return stop
    if sign and sign in _BREAKS:
        _, after = _line_break(text, at + 1)
        breaks, stop = _empty_lines(text, after, end)
        _add_breaks(found, breaks, stop)
        return stop
    found.add(_ESCAPES.get(sign, sign), at, at + 2)
    return at + 2


def _block(text: str, start: int, folded: bool, value: str) -> tuple[_Characters, int]:
    """A literal or folded block, and where its last line ends.

    How far a block with a written indentation is indented depends on what stands around it: each depth is tried, and
    the one that gives the parser's value is right.
    """
    header = _HEADER.match(text, start)
    if not header or header.end() >= len(text):
        return _Characters(), header.end() if header else start
    chomping = header[0].rstrip()
    keep = "+" if "+" in chomping.split("#")[0] else "-" if "-" in chomping.split("#")[0] else ""
    _, body = _line_break(text, header.end())
    deepest = _indentation(text, body)
    tried = range(max(int(header[2]), 1), max(deepest, int(header[2])) + 1) if header[2] else (max(deepest, 1),)
    found, stop = _Characters(), header.end()
    for indent in tried:
        found, stop = _block_lines(text, body, indent, folded, keep)
        if _same("".join(found.value), value):
            break
    return found, max(stop, header.end())


def _indentation(text: str, at: int) -> int:
    """The indentation of a block's first line with text, or the widest of the empty lines before it."""
    widest = 0
    while True:
        word = _skip(text, at, len(text), " ")
        widest = max(widest, word - at)
        if word >= len(text) or text[word] not in _BREAKS:
            return widest
        _, at = _line_break(text, word)


def _block_lines(text: str, at: int, indent: int, folded: bool, keep: str) -> tuple[_Characters, int]:
    """The lines of a block indented by `indent`, and where the last one ends."""
    found = _Characters()
    breaks, at, inside = _block_breaks(text, at, indent)
    stop = at
    line_break: tuple[str, int, int] | None = None
    while inside and at < len(text):
        for empty in breaks:
            found.add(*empty)
        flush = text[at] not in _BLANKS
        stop = _line_end(text, at)
        found.copy(text, at, stop)
        if stop == len(text):
            line_break, breaks = None, []
            break
        sign, after = _line_break(text, stop)
        line_break = (sign, stop, after)
        breaks, at, inside = _block_breaks(text, after, indent)
        if not inside or at >= len(text):
            break
        if folded and sign == "\n" and flush and text[at] not in _BLANKS:
            if not breaks:
                found.add(" ", stop, at)
        else:
            found.add(*line_break)
        line_break = None
    if keep != "-" and line_break:
        found.add(*line_break)
    if keep == "+":
        for empty in breaks:
            found.add(*empty)
    return found, stop


def _block_breaks(text: str, at: int, indent: int) -> tuple[list[tuple[str, int, int]], int, bool]:
    """Empty lines from `at` on, where the next text begins, and whether that is indented enough for the block."""
    breaks: list[tuple[str, int, int]] = []
    while True:
        word = _skip(text, at, min(at + indent, len(text)), " ")
        if word >= len(text) or text[word] not in _BREAKS:
            return breaks, word, word - at == indent
        sign, after = _line_break(text, word)
        breaks.append((sign, word, after))
        at = after


def _line_break(text: str, at: int) -> tuple[str, int]:
    """The line break at `at` as the value has it, and where the next line begins."""
    if text.startswith("\r\n", at):
        return "\n", at + 2
    return ("\n" if text[at] in "\r\n\x85" else text[at]), at + 1


_LINE_END = re.compile(r"[\r\n\x85\u2028\u2029]|\Z")


def _line_end(text: str, at: int) -> int:
    """Where the line that `at` stands in ends, its break left out."""
    found = _LINE_END.search(text, at)
    return found.start() if found else len(text)


def _skip(text: str, at: int, end: int, signs: str) -> int:
    """The first place from `at` on, before `end`, that holds none of `signs`."""
    while at < end and text[at] in signs:
        at += 1
    return at
