"""A finding about a record in print: where it stands, what was found, the clause, and what would have been legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cli.finding_words import word
from referee.cli.terminal import wrapped
from referee.diagnostics.render import render_place
from referee.record.numbers import STANDS, numbered
from referee.record.verdict import Finding, Place, Verdict, Weight
from referee.source import Source, Span
from referee.table import Table
from referee.voice import clause_text

_INDENT = "   "


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints the findings of one record. `table` is the one it was played at, None where nobody knows."""

    source: Source
    table: Table | None
    lang: str
    colour: bool = False

    def verdict(self, verdict: Verdict, *, notes: bool = False) -> str:
        """Everything found, the first violation first; notes only where they are asked for."""
        first = verdict.first_violation
        found = [one for one in verdict.findings if one != first and (notes or one.weight is not Weight.NOTE)]
        return "".join(map(self.finding, [*([] if first is None else [first]), *found]))

    def finding(self, finding: Finding) -> str:
        """One finding: a block of lines with a final line end."""
        message = finding.message or finding.code
        if finding.weight is not Weight.VIOLATION:
            message = f"{word(self.lang, finding.weight)}: {message}"
        place = finding.place
        span = span_of(self.source, place)
        code = f"{numbered(finding.code)} {finding.clause}".rstrip()
        label = word(self.lang, "help")
        head = render_place(code, message, span, help=finding.help, label=label, colour=self.colour)
        if span is None and place.path:
            head = f"{self.source.name}: {place.path}: {head}"
        return head + "".join(f"{line}\n" for line in self._more(finding))

    def _more(self, finding: Finding) -> Iterator[str]:
        """What lets it stand, the clause in words, and legal words."""
        if finding.weight is Weight.IRREGULARITY:
            key = "settled" if finding.ruling else "stands"
            yield f"{_INDENT}= {word(self.lang, key, number=str(finding.ruling))} [{STANDS}]"
        text = clause_text(self.table, finding.clause, self.lang) if self.table and finding.clause else ""
        if text:
            label = f"{_INDENT}= {finding.clause}: "
            yield wrapped(text, first=label, rest=" " * len(label))
        if finding.legal:
            label = f"{_INDENT}= {word(self.lang, 'legal')}: "
            yield wrapped(" ".join(finding.legal), first=label, rest=" " * len(label))


def span_of(source: Source, place: Place) -> Span | None:
    """The characters of a place in the text of the record; None where it has none."""
    if not place.line or place.line > len(source.line_starts):
        return None
    start = source.line_starts[place.line - 1] + place.column - 1
    text = place.text or place.word
    there = source.text.startswith(text, start)
    return Span(source, start, start + (len(text) if there and text else 1))
