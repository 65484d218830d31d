"""What an author is told: one mistake, one diagnostic, with the place, the cause and the way out.

Messages start in lower case, have no final period, quote the author's text in backticks and say what was
found, then what is expected. `help` says how to mend it. Wording lives beside the pass that finds the mistake,
in a module called `messages`; the codes and what they mean in general stand in `codes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from referee.diagnostics.codes import CODES
from referee.diagnostics.spelling import clipped, cut
from referee.source import Span

_LONGEST_PATH = 300


class Severity(StrEnum):
    """How bad it is: an error stops the rule set from being used, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a diagnostic, and what is there."""

    message: str
    span: Span

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", clipped(self.message))


@dataclass(frozen=True, slots=True)
class Fix:
    """What to write in place of `span`, so that the mistake is gone; an empty `text` takes it out.

    `safe`: nobody who wrote the one can have meant anything but the other. Where that is only likely, people are asked.
    """

    span: Span
    text: str
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake. `span` is None only where no text exists (a file that cannot be opened).

    `path` is the dotted path of the key in the rule set (`close.may_close.es.4`), empty where there is none.
    `more` counts mistakes of the same kind behind this one that are not told one by one. `notes` say what was seen,
    such as the hand that shows the mistake. `fix` is there where the way out is one replacement. However long what an
    author wrote is, message, help and path stay short.
    """

    code: str
    message: str
    span: Span | None = None
    help: str = ""
    related: tuple[Related, ...] = ()
    path: str = ""
    more: int = 0
    notes: tuple[str, ...] = ()
    fix: Fix | None = None

    def __post_init__(self) -> None:
        for name, text in (("message", clipped(self.message)), ("help", clipped(self.help))):
            if text is not getattr(self, name):
                object.__setattr__(self, name, text)
        if len(self.path) > _LONGEST_PATH:
            object.__setattr__(self, "path", cut(self.path, _LONGEST_PATH))

    @property
    def severity(self) -> Severity:
        """What the table of codes says of this one."""
        return Severity(CODES[self.code].severity)


def replacing(span: Span | None, text: str | None, *, safe: bool = True) -> Fix | None:
    """The fix that writes `text` in place of `span`; None where there is no place, or nothing to write is known."""
    return None if span is None or text is None else Fix(span, text, safe)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by file and place, each mistake once; those without a place come first."""

    def key(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
        span = diagnostic.span
        if span is None:
            return ("", -1, -1, diagnostic.code, diagnostic.message)
        return (span.source.name, span.start, span.end, diagnostic.code, diagnostic.message)

    once = {key(diagnostic): diagnostic for diagnostic in diagnostics}
    return tuple(once[place] for place in sorted(once))


def number_of(diagnostics: Iterable[Diagnostic]) -> int:
    """How many mistakes these are, those not told one by one included."""
    return sum(1 + diagnostic.more for diagnostic in diagnostics)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
