"""Diagnostics in print: as text with the line and carets, as JSON, and as annotations for GitHub.

Carets line up on a terminal: wide characters count two columns, combining ones none, tabs go to the next multiple of
four, and what a terminal would obey or hide is shown as its number. Long lines are cut round the carets. Of more than
`DIAGNOSTICS_SHOWN` diagnostics each format shows the first ones and says how many more there are.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.diagnostics.model import Diagnostic, Fix, Related, Severity, number_of
from referee.diagnostics.spelling import visible
from referee.limits import DIAGNOSTICS_SHOWN
from referee.source import Span

_WIDEST = 120
_BEFORE = 50
_LONGEST_EXCERPT = 300
_TAB = 4
_COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.INFORMATION: "\x1b[1;36m"}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class _Paint:
    """Colours, or none."""

    on: bool

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_PLAIN}" if self.on and text else text


def render_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """The diagnostics for people, one block each, with a final line end; empty if there are none."""
    shown, more = _first(diagnostics)
    paint = _Paint(colour)
    blocks = [_block(diagnostic, paint) for diagnostic in shown]
    if more:
        blocks.append([_and_more(more)])
    return "".join(line + "\n" for block in blocks for line in block)


def _first(diagnostics: Iterable[Diagnostic]) -> tuple[list[Diagnostic], int]:
    """Those that are shown, and how many are not."""
    given = list(diagnostics)
    shown = given[:DIAGNOSTICS_SHOWN]
    return shown, number_of(given) - len(shown)


def _and_more(number: int) -> str:
    return f"and {number:,} more"


def render_place(
    code: str,
    message: str,
    span: Span | None,
    *,
    help: str = "",  # noqa: A002
    label: str = "help",
    colour: bool = False,
) -> str:
    """Something said about a place by code and message that is no diagnostic of a rule file, in the same form.

    `label` is what the help is called.
    """
    lines = _said(code, message, span, help_=help, label=label, paint=_Paint(colour))
    return "".join(line + "\n" for line in lines)


def _block(diagnostic: Diagnostic, paint: _Paint) -> list[str]:
    one = diagnostic
    severity, related, notes = one.severity, one.related, one.notes
    return _said(
        one.code, one.message, one.span, help_=one.help, paint=paint, severity=severity, related=related, notes=notes
    )


def _said(
    code: str,
    message: str,
    span: Span | None,
    *,
    help_: str,
    label: str = "help",
    paint: _Paint,
    severity: Severity = Severity.ERROR,
    related: Sequence[Related] = (),
    notes: Sequence[str] = (),
) -> list[str]:
    word = "" if severity is Severity.ERROR else f"{severity}: "
    head = f"{paint(_COLOURS[severity], word)}{visible(message)} {paint(_DIM, f'[{code}]')}"
    if span is None:
        beneath = [*(f"note: {visible(note)}" for note in notes), *([f"{label}: {visible(help_)}"] if help_ else [])]
        return [head, *(f"   = {each}" for each in beneath)]
    spans = [span, *(other.span for other in related)]
    gutter = len(str(max(_last_line(each) for each in spans)))
    lines = [f"{paint(_BOLD, _where(span))}: {head}"]
    lines.extend(_excerpt(span, gutter, "", _COLOURS[severity], paint))
    for other in related:
        lines.append(f"{' ' * gutter} ::: {_where(other.span)}")
        lines.extend(_excerpt(other.span, gutter, visible(other.message), _BOLD, paint)[1:])
    lines.extend(f"{' ' * gutter} {paint(_BOLD, '= note')}: {visible(note)}" for note in notes)
    if help_:
        lines.append(f"{' ' * gutter} {paint(_BOLD, f'= {label}')}: {visible(help_)}")
    return lines


def _where(span: Span) -> str:
    begin = span.begin
    return f"{visible(span.source.name)}:{begin.line}:{begin.column}"


def _last_line(span: Span) -> int:
    """The line a span's last character stands in."""
    return span.source.position(max(span.end - 1, span.start)).line


def _excerpt(span: Span, gutter: int, note: str, colour: str, paint: _Paint) -> list[str]:
    """The first and the last line of a span, with carets under what is meant."""
    source = span.source
    if not source.text:
        return []
    begin = span.begin
    last = _last_line(span)
    bar = paint(_DIM, "|")
    lines = [f"{' ' * gutter} {bar}"]
    for number in (begin.line,) if last == begin.line else (begin.line, last):
        text = source.line(number)
        if number == last and number != begin.line:
            if last > begin.line + 1:
                lines.append(f"{'.' * gutter} {bar}")
            first = len(text) - len(text.lstrip())
        else:
            first = begin.column - 1
        stop = span.end - source.line_starts[number - 1] if number == last else len(text.rstrip())
        shown, offset, width = _cut(text, first, max(stop, first))
        mark = "^" if number == begin.line else "~"
        under = paint(colour, mark + "~" * (width - 1))
        tail = f" {note}" if note and number == last else ""
        lines.append(f"{paint(_DIM, str(number).rjust(gutter))} {bar} {shown}".rstrip())
        lines.append(f"{' ' * gutter} {bar} {' ' * offset}{under}{tail}")
    return lines


def _cut(text: str, first: int, stop: int) -> tuple[str, int, int]:
    """A line as it is shown, cut if it is long, and the column and width of the carets under `first:stop`."""
    before = max(first - 2 * _WIDEST, 0)  # all that can be seen, and a little more: lines may be very long
    rest = len(text) > first + 2 * _WIDEST
    cells = _cells(text[before : first + 2 * _WIDEST])
    columns = [0]
    for cell in cells:
        columns.append(columns[-1] + _width(cell))
    first, stop = min(first - before, len(cells)), min(stop - before, len(cells))
    start, end = 0, len(cells)
    if columns[-1] > _WIDEST or before or rest:
        while start < first and columns[first] - columns[start] > _BEFORE:
            start += 1
        end = start
        while end < len(cells) and columns[end + 1] - columns[start] <= _WIDEST:
            end += 1
    # a combining character at the edge would sit on the sign of the cut
    while start < first and cells[start] and not _width(cells[start]):
        start += 1
    left, right = "…" if start or before else "", "…" if end < len(cells) or rest else ""
    offset = columns[first] - columns[start] + len(left)
    width = max(columns[min(stop, end)] - columns[first], 1)
    return left + "".join(cells[start:end]) + right, offset, width


def _cells(text: str) -> list[str]:
    """Each character of a line as it is printed."""
    cells: list[str] = []
    column = 0
    for sign in text:
        cell = " " * (_TAB - column % _TAB) if sign == "\t" else visible(sign)
        cells.append(cell)
        column += _width(cell)
    return cells


def _width(cell: str) -> int:
    """Columns a terminal gives it."""
    if cell.isascii():
        return len(cell)
    return sum(
        0
        if unicodedata.combining(sign) or unicodedata.category(sign) in {"Mn", "Me"}
        else 2
        if unicodedata.east_asian_width(sign) in {"W", "F"}
        else 1
        for sign in cell
    )


def to_plain(diagnostic: Diagnostic) -> dict[str, object]:
    """One diagnostic as plain values. Lines and columns count from 1, columns in characters, ends are exclusive.

    Without a place `file` is empty and the numbers are 0. `excerpt` is the first line of the place as written; of a
    line with more than 300 characters it is the part round the place, with `…` where it is cut. `fix` stands there only
    where the way out is one replacement.
    """
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "path": diagnostic.path,
        "help": diagnostic.help,
        "related": [{"message": related.message, **_place(related.span)} for related in diagnostic.related],
        **({"notes": list(diagnostic.notes)} if diagnostic.notes else {}),
        **({} if diagnostic.fix is None else {"fix": _plain_fix(diagnostic.fix)}),
    }


def _plain_fix(fix: Fix) -> dict[str, object]:
    """Where to write what; `safe` as in `Fix`."""
    place = _place(fix.span)
    del place["excerpt"]
    return {**place, "text": fix.text, "safe": fix.safe}


def _place(span: Span | None) -> dict[str, object]:
    if span is None:
        return {"file": "", "line": 0, "column": 0, "end_line": 0, "end_column": 0, "excerpt": ""}
    begin, finish = span.begin, span.finish
    return {
        "file": span.source.name,
        "line": begin.line,
        "column": begin.column,
        "end_line": finish.line,
        "end_column": finish.column,
        "excerpt": _as_written(span.source.line(begin.line), begin.column - 1),
    }


def _as_written(line: str, at: int) -> str:
    """A line, or the part of a long one round the character `at`."""
    if len(line) <= _LONGEST_EXCERPT:
        return line
    room = _LONGEST_EXCERPT - len("……")
    start = max(0, min(at - _BEFORE, len(line) - room))
    stop = start + room
    return f"{'…' if start else ''}{line[start:stop]}{'…' if stop < len(line) else ''}"


def plain_list(diagnostics: Iterable[Diagnostic]) -> Iterator[dict[str, object]]:
    """The diagnostics as `to_plain`; where there are more than are shown, a last one without a code says how many."""
    shown, more = _first(diagnostics)
    for diagnostic in shown:
        yield to_plain(diagnostic)
    if more:
        place = {**_place(None), "file": _file(shown)}
        said = {"code": "", "severity": str(Severity.INFORMATION), "message": _and_more(more)}
        yield {**said, **place, "path": "", "help": "", "related": []}


def _file(shown: Sequence[Diagnostic]) -> str:
    span = shown[-1].span
    return "" if span is None else span.source.name


def json_items(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """The members of the JSON array of diagnostics, without the commas between them."""
    for plain in plain_list(diagnostics):
        yield "  " + json.dumps(plain, ensure_ascii=False, indent=2).replace("\n", "\n  ")


_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "notice"}


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics as workflow commands, one a line: GitHub shows them beside the lines of a change."""
    shown, more = _first(diagnostics)
    commands = [_command(diagnostic) for diagnostic in shown]
    if more:
        commands.append(f"::notice file={_escaped(_file(shown), ':,')}::{_and_more(more)}")
    return "".join(f"{command}\n" for command in commands)


def _command(diagnostic: Diagnostic) -> str:
    fields: list[tuple[str, object]] = []
    if diagnostic.span is not None:
        begin, finish = diagnostic.span.begin, diagnostic.span.finish
        fields += [("file", diagnostic.span.source.name), ("line", begin.line), ("endLine", finish.line)]
        if begin.line == finish.line:  # columns mean something to GitHub only within one line
            fields += [("col", begin.column), ("endColumn", finish.column)]
    fields.append(("title", diagnostic.code))
    listed = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in fields)
    text = "\n".join(_sentences(diagnostic.message, diagnostic.help, diagnostic.related))
    return f"::{_LEVELS[diagnostic.severity]} {listed}::{_escaped(text, '')}"


def _sentences(message: str, help_: str, related: Sequence[Related]) -> list[str]:
    told = [visible(message)]
    told.extend(f"{_where(each.span)}: {visible(each.message)}" for each in related)
    if help_:
        told.append(f"help: {visible(help_)}")
    return told


def _escaped(text: str, also: str) -> str:
    """Text as a workflow command takes it."""
    for sign in "%\r\n" + also:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
