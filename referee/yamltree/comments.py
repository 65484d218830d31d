"""The comments of a YAML text and where each of them stands, as ruamel.yaml finds them.

The reader of rule files leaves comments out, as PyYAML does: a rule never rests on one. What writes a file anew must
not lose any, so it asks a second library, which keeps them. It is imported here and nowhere else, and only when asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, from its `#` to the last sign of the line. `start` counts characters of the text from 0."""

    start: int
    text: str


def comments(text: str) -> tuple[Comment, ...] | None:
    """All comments in the order of the text; None if the second library cannot read what the first one could."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - a tenth of a second that only writers pay
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    found: dict[int, Comment] = {}
    try:
        for token in YAML(typ="rt").scan(text.replace("\t", " ")):  # it takes a tab in front of a comment amiss
            for comment in _of(token, text):
                found[comment.start] = comment
    except (YAMLError, ValueError):  # the latter where a piece is not where its mark says
        return None
    return tuple(found[start] for start in sorted(found))


def _of(token: Any, text: str) -> Iterator[Comment]:
    """The comments that hang on one token: behind it, in front of it, and behind the sign of a block of text."""
    behind, before = getattr(token, "_comment", None) or (None, None)
    for piece in (behind, *(before or ())):
        if piece is None:
            continue
        if isinstance(piece, str):  # behind `|` or `>`
            start = text.find("#", token.start_mark.index)
            yield Comment(start, text[start : _line_end(text, start)].rstrip())
        else:
            yield from _lines(piece.start_mark.index, piece.value, text)


def _lines(start: int, value: str, text: str) -> Iterator[Comment]:
    """The comments of one piece, which may hold several lines, empty ones among them.

    The mark is that of the first `#`, or of a place before it with nothing but blanks and ends of lines between;
    which of these the piece itself begins with differs, so they are not counted.
    """
    for line in value.splitlines():
        if line.strip().startswith("#"):
            at = text.index("#", start)
            start = _line_end(text, at)
            yield Comment(at, text[at:start].rstrip())


def _line_end(text: str, start: int) -> int:
    """Where the line of `start` ends."""
    ends = [at for at in (text.find("\n", start), text.find("\r", start)) if at >= 0]
    return min(ends, default=len(text))
