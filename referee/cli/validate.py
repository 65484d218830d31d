"""`referee validate FILE …`: whether game records are games, and what is wrong where they are not.

Records are judged one after the other, or by several processes; what is printed is in the order of the records all
the same. People see every violation with its place and a table at the end; with --json each record is one line.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

from referee.answer.rule_sets import is_path
from referee.cli.asking import rule_set
from referee.cli.failures import CommandError, complain
from referee.cli.finding_words import many, word
from referee.cli.findings import Printer
from referee.cli.progress import Progress
from referee.cli.records import STANDARD_INPUT, Entry, entries, paths, table_of_record
from referee.cli.terminal import has_colour, paint
from referee.library.records import RULES_UNKNOWN, judge_record
from referee.record.left import Left, left_behind
from referee.record.model import GameRecord
from referee.record.reading import read_record
from referee.record.verdict import RepairNote, Status, Verdict, Weight, verdict_plain
from referee.rules.model import RuleSet
from referee.source import Source
from referee.table import Table
from referee.workshop.workers import end_with_parent
from referee.yamltree.messages import cannot_open

_VALID, _VIOLATIONS, _UNREADABLE = 0, 1, 2
_BATCH = 20
"""Records that a process gets at a time."""

_WAITING = 4
"""Batches for each process that may wait for their turn to be printed."""

UNREAD = "unread"
"""What the summary calls a file that could not be opened."""

UNJUDGED = "unjudged"
"""What it calls a record that nobody could judge, for its rules are not at hand."""

_STYLES = {
    Status.CLEAN: "green",
    Status.VIOLATION: "red",
    Status.UNREADABLE: "red",
    Status.IRREGULAR: "yellow",
    UNJUDGED: "red",
}


@dataclass(frozen=True, slots=True)
class How:
    """How records are judged and printed; the same in every process."""

    lang: str
    json: bool
    keep_going: bool
    what_if: str
    notes: bool
    colour: bool


@dataclass(frozen=True, slots=True)
class Row:
    """What is to say of one record: for people `text`, for programs `line`."""

    name: str
    status: str
    size: int
    rounds: int = 0
    actions: int = 0
    complete: bool = False
    text: str = ""
    line: str = ""


@dataclass(slots=True)
class Totals:
    """What all records come to."""

    statuses: Counter[str] = field(default_factory=Counter)
    complete: int = 0
    rounds: int = 0
    actions: int = 0

    def add(self, row: Row) -> None:
        """One more."""
        self.statuses[row.status] += 1
        self.complete += row.complete
        self.rounds += row.rounds
        self.actions += row.actions

    @property
    def code(self) -> int:
        """The exit code."""
        if any(self.statuses[one] for one in (UNREAD, UNJUDGED, Status.UNREADABLE)):
            return _UNREADABLE
        return _VIOLATIONS if self.statuses[Status.VIOLATION] else _VALID


def run(arguments: Namespace) -> int:
    """Judge all records and print what there is to say."""
    how = How(
        arguments.lang,
        arguments.json,
        arguments.keep_going,
        arguments.what_if or "",
        arguments.notes,
        has_colour(sys.stdout),
    )
    _rules_of(how.what_if)  # a file that cannot be read or is faulty is told before anything is judged
    totals, files = Totals(), paths(arguments.files)
    with Progress(_bytes(files), "records") as progress:
        for row in _rows(files, how, arguments.jobs):
            totals.add(row)
            told = row.line if arguments.json else row.text
            if told:
                progress.clear()
                print(told, flush=arguments.json)
            progress.step(row.size)
    if arguments.json:
        print(json.dumps({"summary": _summary(totals)}))
    else:
        print(_table(totals, how))
    return totals.code


def _bytes(files: Iterable[str]) -> int:
    """How many bytes there are to read, as far as that is known."""
    return sum(Path(name).stat().st_size for name in files if name != STANDARD_INPUT and Path(name).is_file())


# -- judging ----------------------------------------------------------------------------------------------------------


def _rows(files: list[str], how: How, jobs: int) -> Iterator[Row]:
    """A row for every record, in order."""
    read = _entries(files, how)
    if jobs == 1:
        for one in read:
            yield one if isinstance(one, Row) else judged(one, how)
        return
    waiting: deque[Future[list[Row]]] = deque()
    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as pool:
        while batch := list(islice(read, _BATCH)):
            waiting.append(pool.submit(_batch, batch, how))
            if len(waiting) >= jobs * _WAITING:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _batch(batch: list[Entry | Row], how: How) -> list[Row]:
    return [one if isinstance(one, Row) else judged(one, how) for one in batch]


def _entries(files: list[str], how: How) -> Iterator[Entry | Row]:
    """The records of all files; a file that cannot be opened is a row at once."""
    for name in files:
        try:
            yield from entries(name)
        except OSError as error:
            message = cannot_open(name, error).message
            if not how.json:
                complain("referee validate", message)
            told = {"file": name, "error": {"code": "CANNOT_READ_OR_WRITE", "message": message}}
            yield Row(name, UNREAD, 0, line=json.dumps(told, ensure_ascii=False))


@cache
def _rules_of(what_if: str) -> str | RuleSet:
    """The rules to judge by: a name or a digest as it is, a file as the rule set in it, read once in every process."""
    return rule_set(what_if) if is_path(what_if) else what_if


def judged(entry: Entry, how: How) -> Row:
    """One record, judged."""
    verdict = judge_record(
        entry.library,
        entry.content,
        name=entry.name,
        lang=how.lang,
        keep_going=how.keep_going,
        what_if=_rules_of(how.what_if),
    )
    line = text = ""
    if how.json:
        line = json.dumps({"file": entry.name, "verdict": verdict_plain(verdict)}, ensure_ascii=False)
    elif verdict.status is not Status.CLEAN or (how.notes and (verdict.findings or verdict.repairs)):
        text = _text(entry, verdict, how)
    done, first = verdict.accepted, verdict.first_violation
    status = UNJUDGED if first is not None and first.code == RULES_UNKNOWN else verdict.status
    return Row(entry.name, status, len(entry.content) + 1, done.rounds, done.actions, verdict.complete, text, line)


def _text(entry: Entry, verdict: Verdict, how: How) -> str:
    """What people are told of a record."""
    source, table, record = _known(entry)
    found = Printer(source, table, how.lang, how.colour).verdict(verdict, notes=how.notes)
    text = found.rstrip("\n") + "\n" if found else ""
    if how.notes:
        text += "".join(_repair(entry, one, how) for one in verdict.repairs)
    left = left_behind(record, verdict, keep_going=how.keep_going)
    return text + "".join(f"{entry.name}: {line}\n" for line in _unjudged(verdict, left, how))


def _unjudged(verdict: Verdict, left: Left, how: How) -> Iterator[str]:
    """What was not judged: what lies behind a violation, and where that was asked for all the rest."""
    behind, open_ = list(_left(left, how.lang)), list(verdict.not_judged)
    if behind and not how.keep_going:
        more = word(how.lang, "go_on") if left.rounds else ""
        yield word(how.lang, "stopped", left=", ".join(behind)) + more
        behind = []
    asked = how.notes or (how.keep_going and verdict.first_violation is not None)
    if asked and (behind or open_):
        told = f"{word(how.lang, 'not_judged')}: {'; '.join([*behind, *open_])}"
        yield told if verdict.first_violation else f"{word(how.lang, verdict.status)}; {told}"


def _left(left: Left, lang: str) -> Iterator[str]:
    """What lies behind a violation, part by part."""
    for number in left.rests:
        yield word(lang, "rest_of", number=str(number))
    if left.rounds:
        key = "later_round" if len(left.rounds) == 1 else "later_rounds"
        yield word(lang, key, first=str(left.rounds[0]), last=str(left.rounds[-1]))
    if left.result:
        yield word(lang, "result")


def _repair(entry: Entry, one: RepairNote, how: How) -> str:
    """How something was read that was not well-formed; why, in the language of the format only."""
    place = f"{entry.name}:{one.place.line}:{one.place.column}" if one.place.line else f"{entry.name}: {one.place.path}"
    why = f" ({one.why})" if how.lang == "en" else ""
    return f"{place}: {word(how.lang, Weight.NOTE)}: `{one.found}` → `{one.read_as}`{why}\n"


def _known(entry: Entry) -> tuple[Source, Table | None, GameRecord | None]:
    """The text of a record, its table and the record itself, as far as they can be had."""
    read = read_record(entry.content, entry.name)
    if read.record is None:
        return read.source, None, None
    try:
        return read.source, table_of_record(read.record, entry.library), read.record
    except CommandError:
        return read.source, None, read.record


# -- the table at the end ---------------------------------------------------------------------------------------------


def _summary(totals: Totals) -> dict[str, int]:
    records = sum(totals.statuses.values())
    judged_ = {"complete": totals.complete, "rounds": totals.rounds, "actions": totals.actions}
    return {"records": records, **_counts(totals), **judged_}


def _counts(totals: Totals) -> dict[str, int]:
    return {status: totals.statuses[status] for status in (*map(str, Status), UNJUDGED, UNREAD)}


def _table(totals: Totals, how: How) -> str:
    """A line for every status there is, then what was judged in all, and the files that there were none of."""
    lang = how.lang
    rows = {status: count for status, count in _counts(totals).items() if count and status != UNREAD}
    width = max((len(f"{count:,}") for count in rows.values()), default=1)
    lines = [f"{f'{count:,}'.rjust(width)}  {_told(status, how)}" for status, count in rows.items()]
    unread = totals.statuses[UNREAD]
    records = sum(totals.statuses.values()) - unread
    if records:
        counted = {f"{key}s": many(lang, key, count) for key, count in _judged(totals, records).items()}
        lines.append(word(lang, "games", complete=f"{totals.complete:,}", **counted))
    if unread:
        lines.append(many(lang, "unread", unread))
    return "\n".join(lines)


def _judged(totals: Totals, records: int) -> dict[str, int]:
    return {"record": records, "round": totals.rounds, "action": totals.actions}


def _told(status: str, how: How) -> str:
    """What a status is called, and where the rest is to be read."""
    more = f" ({word(how.lang, 'notes')})" if status == Status.CONSISTENT and not how.notes else ""
    style, name = _STYLES.get(status, ""), word(how.lang, status)
    return (paint(name, style) if style else name) + more
