"""Runs the tests that bring their own table or need none: a whole record, and a mistake the checker must find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.diagnostics.model import Diagnostic, Severity
from referee.game.actions import Close
from referee.limits import RECORD_BYTES
from referee.record.actions import actions_of
from referee.record.hearing import Hearing
from referee.record.judge import judge, not_judged
from referee.record.reading import ReadRecord, read_mapping, read_record
from referee.record.verdict import Finding, Verdict
from referee.suite import comparing
from referee.suite.grounds import Grounds
from referee.suite.model import Test
from referee.suite.reading import content_of
from referee.suite.results import Failure, Part
from referee.suite.run_cards import Unasked
from referee.table import BindError, Table
from referee.workshop.check import check
from referee.yamltree.messages import cannot_open

_HEAD = "rule_set: {name}\nformat: 1\nextends: {base}\n"


def run_record(test: Test, grounds: Grounds) -> Iterator[Failure]:
    """A record judged by the rules of the file, whatever rules it names."""
    verdict = _judged(test, grounds)
    first, expected = verdict.first_violation, test.expected
    clause, parts = ("", ()) if first is None else (first.clause, _parts(first))
    told = str(verdict.status) if first is None else f"{verdict.status}: {first.message}"
    if "status" in expected and str(verdict.status) != str(expected["status"]):
        yield Failure("status", str(expected["status"]), told, clause, parts)
    yield from comparing.plain(expected, "violation", None if first is None else first.code, clause, parts)
    yield from comparing.plain(expected, "clause", None if first is None else first.clause, clause, parts)
    for key in ("round", "turn", "seat"):
        got = None if first is None else getattr(first.place, key)
        yield from comparing.plain(expected, key, got or None, clause, parts)
    yield from comparing.numbers_by_seat(expected, "totals", verdict.totals)
    yield from comparing.same_words(expected, "winners", verdict.winners)


def _parts(finding: Finding) -> tuple[Part, ...]:
    return tuple(Part(name, value) for name, value in finding.measured.items())


def _judged(test: Test, grounds: Grounds) -> Verdict:
    read = _read(test, grounds)
    record = read.record
    if record is None:
        return not_judged(read, grounds.rule_set.digest)
    try:
        table = grounds.table(len(record.seats), {**test.options, **record.options})
    except BindError as error:
        message = f"the table of this record cannot be set up: {error.message}"
        raise Unasked(Diagnostic("CH801", message, test.place("record"))) from error

    def watch(hearing: Hearing) -> None:
        _watched(hearing, table, grounds)

    return judge(read, table, watch=watch)


def _watched(hearing: Hearing, table: Table, grounds: Grounds) -> None:
    """Tell whoever watches of a close that has just been judged."""
    word = hearing.words[hearing.at] if 0 <= hearing.at < len(hearing.words) else None
    if word is None or not word.steps or not hearing.history:
        return
    before = hearing.history[-1].state
    seat = None if before.round is None else before.round.seat
    for placed in actions_of(word, seat, hearing.rulings) if seat is not None else ():
        if isinstance(placed.action, Close):
            grounds.watch.closed(table, before, placed.action)


def _read(test: Test, grounds: Grounds) -> ReadRecord:
    given = test.asked["record"]
    if isinstance(given, Mapping):
        return read_mapping(given, f"the record of {test.name}")
    if "\n" in given or given.lstrip().startswith("{"):
        return read_record(given, f"the record of {test.name}")
    path = Path(grounds.folder, given)
    try:
        return read_record(content_of(path, RECORD_BYTES + 1), given)
    except OSError as error:
        told = cannot_open(given, OSError(error.errno, error.strerror))
        help_ = "write the path of a record as seen from this file"
        raise Unasked(Diagnostic("CH015", told.message, test.place("record"), help_)) from error


# -- mistakes --------------------------------------------------------------------------------------------------------


def run_diagnostic(test: Test, grounds: Grounds) -> Iterator[Failure]:
    """Lines laid over the rules of the file, or a whole rule file, and what the checker says of them."""
    snippet = str(test.asked["diagnostic"])
    whole = any(line.startswith("rule_set:") for line in snippet.splitlines())
    head = "" if whole else _HEAD.format(name="the-test", base=grounds.rule_set.name)
    if not snippet.endswith("\n"):
        snippet += "\n"
    found = check(f"{head}{snippet}".encode(), test.name, grounds.library.shelf).diagnostics
    shift = head.count("\n")
    expected = test.expected
    wanted = str(expected.get("code", ""))
    loud = [one for one in found if one.severity is not Severity.INFORMATION]
    shown = "; ".join(_shown(one, shift) for one in loud) or comparing.NONE
    if wanted == comparing.NONE:
        if loud:
            yield Failure("code", comparing.NONE, shown)
        return
    fitting = [one for one in found if wanted in {"", one.code}]
    if not fitting:
        yield Failure("code", wanted or "some mistake", shown)
        return
    if "line" in expected:
        there = [one for one in fitting if _line(one, shift) == int(expected["line"])]
        if not there:
            yield Failure("line", str(expected["line"]), "; ".join(_shown(one, shift) for one in fitting))
            return
        fitting = there
    words = str(expected.get("says", ""))
    if words and not any(words in f"{one.message} {one.help}" for one in fitting):
        yield Failure("says", words, "; ".join(_shown(one, shift) for one in fitting))


def _line(one: Diagnostic, shift: int) -> int:
    return 0 if one.span is None else one.span.begin.line - shift


def _shown(one: Diagnostic, shift: int) -> str:
    return f"{one.code} in line {_line(one, shift)}: {one.message}"
