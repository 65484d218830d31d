"""What tests showed, in print: a line for each file, a table for what failed, and the tests that are missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.cli.terminal import has_colour, paint, width
from referee.cli.test_missing import covers, kills
from referee.diagnostics.render import render_text
from referee.suite.results import Failure, FileResult, Result

if TYPE_CHECKING:
    from referee.suite.coverage import Coverage
    from referee.suite.leaves import Rule
    from referee.suite.mutation import Mutation, Survivor

_COLUMNS = ("", "expected", "got", "clause", "because")
_NARROW = 12


def tell_file(made: FileResult) -> None:
    """One line for the file, and what failed in it."""
    counts = _counts(made.passed, made.failed)
    skipped = f", {made.skipped} not chosen" if made.skipped else ""
    print(f"{made.name}: {counts}{skipped}" + (f" ({made.rules})" if made.rules else ""))
    print(render_text(made.diagnostics, colour=has_colour(sys.stdout)), end="")
    for results in _alike([one for one in made.results if not one.passed]):
        _tell_failed(made, results)


def _counts(passed: int, failed: int) -> str:
    told = [paint(f"{passed:,} passed", "green")] if passed or not failed else []
    return ", ".join([*told, *([paint(f"{failed:,} failed", "red")] if failed else [])])


def _alike(results: Sequence[Result]) -> Iterator[list[Result]]:
    """Failures of one test that are the same at several tables, together."""
    waiting = list(results)
    while waiting:
        first = waiting[0]
        same = [
            one
            for one in waiting
            if one.test is first.test and (one.failures, one.fault) == (first.failures, first.fault)
        ]
        waiting = [one for one in waiting if one not in same]
        yield same


def _tell_failed(made: FileResult, results: Sequence[Result]) -> None:
    first, line = results[0], results[0].test.span.begin.line
    more = f" and {len(results) - 1} more" if len(results) > 1 else ""
    print(f"\n{made.name}:{line}: {paint(first.test.name, 'bold')}" + (f" [{first.at}{more}]" if first.at else ""))
    if first.fault is not None:
        print(render_text([first.fault], colour=has_colour(sys.stdout)), end="")
    if first.failures:
        print("\n".join(table(first.failures)))


def table(failures: Sequence[Failure]) -> Iterator[str]:
    """The failures as a table: what was expected, what was got, the clause that decided and what it measured."""
    rows = [
        _COLUMNS,
        *((one.what, one.expected, one.got, one.clause, ", ".join(map(str, one.parts))) for one in failures),
    ]
    used = [at for at in range(len(_COLUMNS)) if any(row[at] for row in rows[1:])]
    most = max(_NARROW, (width() - 4) // 3)
    wide = [min(most, max(len(row[at]) for row in rows)) for at in used]
    for number, row in enumerate(rows):
        cells = [row[at].ljust(wide[place]) for place, at in enumerate(used)]
        text = f"    {'  '.join(cells)}".rstrip()
        yield paint(text, "dim") if number == 0 else text


def summary(results: Sequence[FileResult]) -> str:
    """All files in one line."""
    files = f"{len(results):,} file{'' if len(results) == 1 else 's'}"
    unread = sum(one.file is None for one in results)
    passed, failed = sum(one.passed for one in results), sum(one.failed for one in results) - unread
    told = [_counts(passed, failed)] if passed or failed or not unread else []
    told += [paint(f"{unread:,} that cannot be used", "red")] if unread else []
    return f"\n{files}: {', '.join(told)}"


# -- coverage --------------------------------------------------------------------------------------------------------


def tell_coverage(made: FileResult, found: Coverage) -> None:
    """The clauses, and for what is missing a test that would show it."""
    seen, answers = sum(one.seen for one in found.clauses), sum(one.answers for one in found.clauses)
    told = f"{found.full_clauses} of {len(found.clauses)} clauses, {seen} of {answers} answers of their conditions"
    print(f"\n{paint(f'Coverage of {made.rules}', 'bold')}: {told}")
    margin = max((len(one.clause) for one in found.clauses), default=0)
    for one in found.clauses:
        parts = [f"{one.decided} of {one.rules} rules decided"] if one.rules else []
        parts += [f"{one.seen} of {one.answers} answers"] if one.answers else []
        line = f"  {one.clause.ljust(margin)}  {', '.join(parts)}"
        print(line if one.full else paint(line, "yellow"))
    gaps = [gap for gap in found.gaps if not gap.reason]
    if found.diagnostics:
        print("\nWhat no test shows:")
        print(render_text(found.diagnostics, colour=has_colour(sys.stdout)), end="")
    _tell_entries("Tests that would:", covers(found))
    if len(gaps) < len(found.gaps):
        print("\nWhat no test can show:")
    for gap in found.gaps:
        if gap.reason:
            print(f"  {_place(gap.rule)}: {gap.words}\n      {gap.reason}")
    _tell_idle("uncovered", found.idle)


def _tell_idle(key: str, idle: Sequence[tuple[str, str]]) -> None:
    """Reasons in the file of tests that explain nothing any more."""
    for path, what in idle:
        print(f"\n`{key}` gives a reason for {path}, {what}, and needs none; take it out")


def _place(rule: Rule) -> str:
    origin = rule.origin
    where = "" if origin is None or not origin.line else f"{origin.rule_set}.yaml:{origin.line}: "
    clause = f" [{rule.clause}]" if rule.clause else ""
    return f"{where}{rule.path}{clause}"


def _tell_entries(title: str, entries: Sequence[tuple[str, str]]) -> None:
    """Ready-made tests, to be put below `tests:`."""
    if not entries:
        return
    print(f"\n{title}")
    for name, entry in entries:
        print(f"  {name}: {entry}")


def _tried(closes: int, rounds: int) -> str:
    told = [f"{closes:,} closes"] if closes else []
    told += [f"{rounds:,} rounds"] if rounds else []
    return " and ".join(told) or "none"


# -- mutation --------------------------------------------------------------------------------------------------------


def tell_mutation(made: FileResult, found: Mutation) -> None:
    """How many changes were noticed, and the others with a test that would notice each."""
    share = 100 * found.killed // found.all if found.all else 100
    told = f"{found.killed} of {found.all} changes noticed ({share} %)"
    aside = f"; {found.no_game} more would leave no game" if found.no_game else ""
    print(f"\n{paint(f'Mutation of {made.rules}', 'bold')}: {told}{aside}")
    open_ = [one for one in found.survivors if not one.reason]
    explained = [one for one in found.survivors if one.reason]
    if open_:
        print("\nChanges that no test notices:")
    for one in open_:
        sought = "hand" if one.closes else "situation"
        kill = "" if one.kill else f" (no {sought} found among {_tried(one.closes, one.rounds)})"
        print(f"  {_survivor(one)}{kill}")
    _tell_entries("Tests that would:", kills(found))
    if explained:
        print("\nChanges that need not be noticed:")
    for one in explained:
        print(f"  {_survivor(one)}\n      {one.reason}")
    _tell_idle("survivors", found.idle)


def _survivor(one: Survivor) -> str:
    text = f": {one.mutant.text}" if one.mutant.text else ""
    return f"{_place(one.mutant.rule)}: {one.mutant.change}{text}"
