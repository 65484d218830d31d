"""Strikes out what may be a token or a password in the lines that diagnostics show of a configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.diagnostics.model import Diagnostic, Fix
from referee.source import Source, Span

_LIKELY = (
    re.compile(r"""(?:sha256|token|secret|password)["']?[ ]*[:=][ ]*["']?([^\s"'},]+)""", re.IGNORECASE),
    re.compile(r"://(.*)@"),
)
"""What looks like a token or a login: the file may not be readable as YAML, or the key be misspelt."""

_STRUCK = "*"


def masked(diagnostics: Sequence[Diagnostic], secrets: Iterable[Span]) -> tuple[Diagnostic, ...]:
    """The same diagnostics, in lines without the secrets."""
    source = next((each.span.source for each in diagnostics if each.span is not None), None)
    if source is None:
        return tuple(diagnostics)
    places = [(span.start, span.end) for span in secrets]
    places += [found.span(1) for likely in _LIKELY for found in likely.finditer(source.text)]
    text = source.text
    for start, end in places:
        struck = "".join(sign if sign in "\r\n" else _STRUCK for sign in text[start:end])
        text = f"{text[:start]}{struck}{text[end:]}"
    instead = Source(source.name, text)
    return tuple(_placed(each, instead) for each in diagnostics)


def _placed(diagnostic: Diagnostic, source: Source) -> Diagnostic:
    span, fix = diagnostic.span, diagnostic.fix
    moved = None if span is None else Span(source, span.start, span.end)
    mended = None if fix is None else Fix(Span(source, fix.span.start, fix.span.end), fix.text, fix.safe)
    related = tuple(replace(each, span=Span(source, each.span.start, each.span.end)) for each in diagnostic.related)
    return replace(diagnostic, span=moved, fix=mended, related=related)
