"""What is wrong with a line as a whole: how it is indented, and that it has no colon."""

from __future__ import annotations

import re

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import quoted
from referee.source import Source, Span
from referee.yamltree import messages
from referee.yamltree.nodes import place

_KEY_ALONE = re.compile(r"[a-z_][\w.-]*")


def line_of(source: Source, index: int) -> tuple[int, str]:
    """Where the line of `index` begins, and the line."""
    position = source.position(index)
    return index - position.column + 1, source.line(position.line)


def rest_of(source: Source, index: int) -> str:
    """What stands from `index` to the end of its line."""
    begin, line = line_of(source, index)
    return line[index - begin :].rstrip()


def width_of(line: str) -> int:
    """How many blanks a line is indented by."""
    return len(line) - len(line.lstrip(" "))


def line_without_colon(source: Source, number: int) -> Span | None:
    """The words of the nearest line above that is neither empty nor a comment, if it has no colon where one belongs.

    That is a word alone above lines indented further, or any line above one that begins where it does.
    """
    width = width_of(source.line(number))
    for above in range(number - 1, 0, -1):
        words = source.line(above).strip()
        if words and not words.startswith("#"):
            start, there = source.line_starts[above - 1] + width_of(source.line(above)), width_of(source.line(above))
            alone = there < width and _KEY_ALONE.fullmatch(words)
            level = there == width and ":" not in words and re.match(r"[a-z_]", words)
            return place(source, start, start + len(words)) if alone or level else None
    return None


def after_an_item(source: Source, number: int) -> bool:
    """Whether the nearest line above that is not empty is an entry of a list."""
    above = (source.line(each).strip() for each in range(number - 1, 0, -1))
    return next((words for words in above if words), "").startswith("- ")


def misaligned(source: Source, index: int) -> Diagnostic:
    """A line that lines up with none above it."""
    begin, line = line_of(source, index)
    width = len(line) - len(line.lstrip(" "))
    number = source.position(index).line
    widths: list[int] = []
    for above in range(number - 1, 0, -1):
        other = source.line(above)
        if not other.strip() or other.lstrip().startswith("#"):
            continue
        indent = len(other) - len(other.lstrip(" "))
        if not widths or indent < widths[0]:
            widths.insert(0, indent)
        if indent == 0:
            break
    usable = " or ".join(str(each) for each in widths)
    return messages.not_yaml(
        place(source, begin + width, begin + len(line.rstrip())),
        f"this line is indented by {_blanks(width)} and {messages.LINES_UP}",
        f"indent it by {usable}" if usable else "begin the line at the margin",
    )


def outside(source: Source, index: int) -> Diagnostic:
    """Behind the end of the first document, or before its beginning."""
    begin, line = line_of(source, index)
    number = source.position(index).line
    if line.startswith("%"):
        return messages.not_yaml(
            place(source, begin, begin + 1), "a line that begins with `%` is an instruction to YAML", "take it out"
        )
    above = next((source.line(each) for each in range(number - 1, 0, -1) if source.line(each).strip()), "")
    if above.startswith("..."):
        return messages.second_document(place(source, index, index + len(rest_of(source, index))))
    if above.startswith("%"):
        return messages.not_yaml(
            place(source, begin, begin + len(line.rstrip())),
            "a line `---` is missing before this one",
            "take the `%` line out",
        )
    first = next(each for each in range(1, number + 1) if _says_something(source.line(each)))
    width = width_of(source.line(first))
    if first < number and width > width_of(line):
        start = source.line_starts[first - 1] + width
        return messages.not_yaml(
            place(source, start, start + len(source.line(first).strip())),
            f"the first line is indented by {_blanks(width)}, and line {number} is not",
            "begin every section where the line begins",
        )
    return messages.not_yaml(
        place(source, index, index + len(rest_of(source, index))),
        "this line stands outside everything that began above it",
        "indent it like the first key of the file",
    )


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _blanks(width: int) -> str:
    return "no blanks" if width == 0 else "1 blank" if width == 1 else f"{width} blanks"


def no_colon(source: Source, index: int) -> Diagnostic:
    """The line at `index` is no `key: value`."""
    shown = rest_of(source, index)
    if colon := re.match(r"[\w.-]+:(?=\S)", shown):
        at = index + colon.end()
        return messages.not_yaml(
            place(source, at - 1, at), f"no blank stands behind the colon of {quoted(colon[0])}", "write `key: value`"
        )
    return messages.not_yaml(
        place(source, index, index + len(shown)),
        f"{quoted(shown)} has no colon behind it; every line here is `key: value`",
        "write `key: value`, or indent the line further if it belongs to the value above",
    )
