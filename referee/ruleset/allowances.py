"""Warnings that an author has looked at and lets stand: `# referee: allow CH703 because the base may change`.

The comment stands behind what is warned of, or on a line of its own above it, names one or more codes and says why;
capitals or not is all the same. It silences warnings and information of that line, and nothing else: an error keeps the
rules from being used, whatever anybody allows. An allowance that says no reason, that cannot be followed, or that
silences nothing is told itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.diagnostics import CODES, Diagnostic, Fix, Severity, has_errors
from referee.diagnostics.codes import PROVED, TESTED
from referee.diagnostics.spelling import quoted
from referee.source import Source, Span
from referee.yamltree.nodes import MapNode, Node, ScalarNode

_COMMENT = re.compile(r"#(?<![^ \t\r\n]#)[ \t]*referee(?:[ \t]*:[ \t]*|[ \t]+(?=allow\b))([^\r\n]*)", re.IGNORECASE)
_ALLOW = re.compile(r"allow[ \t]+(.*?)(?:[ \t]+because\b[ \t]*(.*))?", re.IGNORECASE)
_CODES = re.compile(r"[ \t,]+")
_FORM = "write `# referee: allow CH703 because …`, the code of a warning and the reason"


@dataclass(frozen=True, slots=True)
class Allowance:
    """One comment that allows. `line` is the line it speaks of; `span` the comment itself."""

    codes: tuple[str, ...]
    reason: str
    line: int
    span: Span


@dataclass(frozen=True, slots=True)
class Allowances:
    """The allowances of a file, and what is wrong with some of them."""

    given: tuple[Allowance, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


NOTHING_ALLOWED = Allowances()


@dataclass(frozen=True, slots=True)
class Allowed:
    """A diagnostic that is not told, and the reason its author gave."""

    diagnostic: Diagnostic
    reason: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What is told, not in order, and what is allowed."""

    told: list[Diagnostic] = field(default_factory=list)
    allowed: list[Allowed] = field(default_factory=list)


def allowances(source: Source, root: MapNode | None) -> Allowances:
    """The allowances in the comments of a file; none of a file that could not be read."""
    comments = () if root is None else tuple(_COMMENT.finditer(source.text))
    if root is None or not comments:
        return NOTHING_ALLOWED
    texts = sorted(_texts(root))
    starts = [start for start, _ in texts]
    given: list[Allowance] = []
    told: list[Diagnostic] = []
    for found in comments:
        at = bisect_right(starts, found.start())
        if at and texts[at - 1][1] > found.start():
            continue  # it stands in a text
        span = Span(source, found.start(), found.start() + len(found[0].rstrip()))
        made = _read(found[1].strip(), span)
        if isinstance(made, Diagnostic):
            told.append(made)
        else:
            given.append(made)
    return Allowances(tuple(given), tuple(told))


def settled(
    diagnostics: Iterable[Diagnostic],
    source: Source,
    allowed: Allowances,
    elsewhere: frozenset[str] = PROVED | TESTED,
) -> Settled:
    """The diagnostics of a file with what it allows set apart, and with what is wrong with its allowances.

    Where there are errors, not every warning is known, so none is missed; nor is one whose code is told `elsewhere`.
    """
    made = Settled([*allowed.diagnostics])
    used: set[tuple[int, str]] = set()
    by_line: dict[int, list[Allowance]] = {}
    for each in allowed.given:
        by_line.setdefault(each.line, []).append(each)
    for one in diagnostics:
        by = _allowing(one, source, by_line)
        if by is None:
            made.told.append(one)
        else:
            used.add((by.span.start, one.code))
            made.allowed.append(Allowed(one, by.reason))
    for each in () if has_errors(made.told) else allowed.given:
        idle = [code for code in each.codes if code not in elsewhere and (each.span.start, code) not in used]
        if idle:
            made.told.append(_silences_nothing(each, idle))
    return made


def _allowing(one: Diagnostic, source: Source, given: Mapping[int, Sequence[Allowance]]) -> Allowance | None:
    """The allowance that a diagnostic falls under, of those `given` by their lines."""
    if not given or one.span is None or one.span.source is not source or one.severity is Severity.ERROR:
        return None
    return next((each for each in given.get(one.span.begin.line, ()) if one.code in each.codes), None)


def _read(words: str, span: Span) -> Allowance | Diagnostic:
    """What a comment to the referee allows, or what is wrong with it."""
    said = _ALLOW.fullmatch(words)
    codes = tuple(code.upper() for code in _CODES.split(said[1]) if code) if said else ()
    if said is None or not codes:
        return Diagnostic("CH815", f"the referee cannot follow {quoted(words)}", span, _FORM)
    for code in codes:
        if code not in CODES:
            return Diagnostic("CH815", f"{quoted(code)} is the code of no warning", span, _FORM)
        if CODES[code].severity == Severity.ERROR:
            told = f"{code} is an error, which nobody can allow: {CODES[code].title}"
            return Diagnostic("CH815", told, span, "mend it; only warnings can be allowed")
    if not (said[2] or "").strip(" .…"):
        told = f"nothing says why {' and '.join(codes)} {'is' if len(codes) == 1 else 'are'} allowed here"
        return Diagnostic("CH814", told, span, f"write `# referee: allow {', '.join(codes)} because …`")
    return Allowance(codes, (said[2] or "").strip(), _line_meant(span), span)


def _line_meant(span: Span) -> int:
    """The line a comment stands behind, or the first below it that is neither empty nor a comment."""
    source, number = span.source, span.begin.line
    if source.line(number).lstrip().startswith("#"):
        last = len(source.line_starts)
        while number < last and source.line(number).lstrip()[:1] in {"", "#"}:
            number += 1
    return number


def _silences_nothing(each: Allowance, idle: Sequence[str]) -> Diagnostic:
    fix = Fix(_with_its_line(each.span), "") if len(idle) == len(each.codes) else None
    return Diagnostic(
        "CH808",
        f"allowing {' and '.join(idle)} silences nothing: line {each.line} gives no such warning",
        each.span,
        "take it out, or write it behind or above the line that is warned of",
        fix=fix,
    )


def _with_its_line(span: Span) -> Span:
    """A comment with the blanks in front of it, or with its line if it stands alone there."""
    source = span.source
    line = source.line_starts[span.begin.line - 1]
    before = source.text[line : span.start]
    if before.strip():
        return Span(source, line + len(before.rstrip()), span.end)
    following = source.text.find("\n", span.end)
    return Span(source, line, len(source.text) if following < 0 else following + 1)


def _texts(root: Node) -> Iterator[tuple[int, int]]:
    """The ranges that texts take, in no order; of a block without the line of its sign."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ScalarNode):
            block = node.style in {"literal", "folded"}
            yield (node.text.starts[0] if block and node.text.value else node.span.start), node.span.end
        elif isinstance(node, MapNode):
            for entry in node.entries:
                waiting += (entry.key, entry.value)
        else:
            waiting += node.items
