"""What no test shows, told as `check` tells mistakes: with its place in the rule file, and a test that would show it.

A comment at that place can let it stand, as one can a warning of `check`; so can `uncovered` in the file of tests.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from referee.diagnostics.codes import TESTED
from referee.diagnostics.model import Diagnostic, in_order
from referee.library import Library, NoSuchRuleSet
from referee.ruleset.allowances import Allowances, Settled, allowances, settled
from referee.source import Origin, Source, Span
from referee.suite.coverage import Coverage, Gap, counted_rules, coverage, scope
from referee.suite.grounds import Grounds
from referee.suite.leaves import Rule
from referee.suite.model import TestFile
from referee.suite.running import run_tests
from referee.suite.watching import Watcher
from referee.yamltree import read

_CODE = "CH804"


def covered(file: TestFile, grounds: Grounds) -> Coverage:
    """What all tests of a file have shown of its rules, and what they have not, with its diagnostics."""
    watcher = Watcher(grounds.rule_set)
    watched = grounds.of(grounds.rule_set)
    watched.watch = watcher
    for _ in run_tests(file.tests, watched):
        pass
    names = scope(grounds.rule_set, grounds.library)
    places = _Places(grounds.library, file)
    for rule in counted_rules(grounds.rule_set, names):
        places.of(rule)
    return _told(coverage(grounds, names, watcher.seen, reasons=file.uncovered), places)


def _told(found: Coverage, places: _Places) -> Coverage:
    """The coverage with a diagnostic for each gap that nobody explains; what a comment allows is explained by it."""
    told = {number: _diagnostic(gap, found, places) for number, gap in enumerate(found.gaps) if not gap.reason}
    made = _settled(told.values(), places)
    reasons = {each.diagnostic: each.reason for each in made.allowed}
    allowed = {number: reasons[one] for number, one in told.items() if one in reasons}
    gaps = tuple(replace(gap, reason=allowed.get(number, gap.reason)) for number, gap in enumerate(found.gaps))
    return replace(found, gaps=gaps, diagnostics=in_order(made.told))


def _diagnostic(gap: Gap, found: Coverage, places: _Places) -> Diagnostic:
    rule = gap.rule
    said = f"makes `{gap.leaf}` come out {gap.answer}" if gap.leaf else f"makes `{rule.path}` decide"
    tried = " and ".join(
        f"{number:,} {what}" for number, what in ((found.closes, "closes"), (found.rounds, "rounds")) if number
    )
    among = f"none was found among {tried}; " if tried else ""
    given_up = f"{among}`referee prove` tells what can never happen; say below `uncovered:` if nothing can show it"
    help_ = f"a test that does: {gap.cover}" if gap.cover else given_up
    return Diagnostic(_CODE, f"no test {said}", places.of(rule, gap.span), help_, path=rule.path)


def _settled(given: Iterable[Diagnostic], places: _Places) -> Settled:
    """What is told, and what comments in the rule files let stand."""
    left, made = list(given), Settled()
    for source in places.sources():
        comments = allowances(source, read(source.text.encode(), source.name).root).given
        mine = (replace(each, codes=tuple(code for code in each.codes if code in TESTED)) for each in comments)
        one = settled(left, source, Allowances(tuple(each for each in mine if each.codes)), elsewhere=frozenset())
        left = one.told
        made.allowed.extend(one.allowed)
    return Settled(left, made.allowed)


@dataclass(slots=True)
class _Places:
    """Where gaps stand, in files under the names by which whoever runs the tests finds them."""

    library: Library
    file: TestFile
    _files: dict[tuple[str, str], Source] = field(default_factory=dict)

    def sources(self) -> Iterator[Source]:
        """The rule files in which something was looked up."""
        yield from self._files.values()

    def of(self, rule: Rule, leaf: Span | None = None) -> Span | None:
        """The place of a leaf of a rule, or of the rule; None where the text of the rules is not at hand."""
        origin = rule.origin
        span = leaf or (None if origin is None else origin.span)
        if span is not None:
            return Span(self._file(span.source), span.start, span.end)
        return None if origin is None else self._written(origin)

    def _file(self, source: Source) -> Source:
        """The same text under the path that leads to it from here, if one does."""
        key = source.name, source.text
        if key not in self._files:
            beside = (os.path.dirname(self.file.source.name), os.path.dirname(self.file.rules))  # noqa: PTH120 - a name
            path = os.path.normpath(os.path.join(*beside, os.path.basename(source.name)))  # noqa: PTH118, PTH119
            self._files[key] = Source(path if Path(path).is_file() else source.name, source.text)
        return self._files[key]

    def _written(self, origin: Origin) -> Span | None:
        """The word at a line and column of a rule set that came from its compiled form."""
        try:
            text = self.library.source(origin.rule_set).decode("utf-8-sig")
        except NoSuchRuleSet:
            return None
        source = self._file(Source(f"{origin.rule_set}.yaml", text))
        starts: Mapping[int, int] = dict(enumerate(source.line_starts, 1))
        start = starts.get(origin.line, 0) + max(origin.column, 1) - 1
        word = source.text[start:].split(":", 1)[0].split("\n", 1)[0]
        return Span(source, start, start + max(len(word), 1))
