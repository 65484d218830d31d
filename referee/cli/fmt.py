"""`referee fmt FILE …`: rule files, files of tests and game records in their canonical form, with people's comments.

Files are written anew where that changes them; `--check` only says which would be, `--diff` how. Seals and digests stay
as they are. A file is a rule file if it says `rule_set`, one of tests if it says `test: 1`, and a record if neither;
each is left alone if it cannot be read.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from referee.answer.rule_sets import library_of, read_file
from referee.cli.failures import CommandError, complain
from referee.cli.overwriting import overwrite
from referee.cli.records import HEAD, STANDARD_INPUT, Entry, entries, kind_of, paths, table_of_record
from referee.cli.terminal import has_colour
from referee.diagnostics.model import Diagnostic
from referee.diagnostics.render import render_place, render_text
from referee.limits import RULE_SET_BYTES
from referee.record.fmt import Formatted, fmt
from referee.record.reading import read_record
from referee.record.reports import ReadingFault
from referee.yamltree.messages import cannot_open

if TYPE_CHECKING:
    from referee.workshop.fmt import FormattedRules

_FINE, _WOULD_CHANGE, _COULD_NOT_RUN = 0, 1, 2


@dataclass(slots=True)
class _Work:
    """What was found so far, for the report at the end."""

    arguments: Namespace
    files: int = 0
    changed: list[str] = field(default_factory=list)
    unread: list[dict[str, str]] = field(default_factory=list)
    differences: dict[str, str] = field(default_factory=dict)

    @property
    def writes(self) -> bool:
        """Whether files are written, and not only looked at."""
        return not (self.arguments.check or self.arguments.diff)


def run(arguments: Namespace) -> int:
    """Write, or only look; 2 if a file cannot be read, which stays as it is."""
    work = _Work(arguments)
    for path in paths(arguments.files, rule_files=True):
        work.files += 1
        try:
            made = _READERS[_kind(path)](path, work)
            if made is not None:
                _settle(path, *made, work)
        except OSError as error:
            _refused(work, path, "CANNOT_READ_OR_WRITE", cannot_open(path, error).message)
    _print(work)
    if work.unread:
        return _COULD_NOT_RUN
    return _WOULD_CHANGE if work.changed and not work.writes else _FINE


def _kind(path: str) -> str:
    """`rules`, `tests` or `record`, as the beginning of a file says."""
    if path == STANDARD_INPUT:
        head = sys.stdin.buffer.peek(HEAD)[:HEAD] if hasattr(sys.stdin.buffer, "peek") else b""
    elif not path or "\0" in path or not Path(path).is_file():
        return "record"  # told when it is read
    else:
        with Path(path).open("rb") as file:
            head = file.read(HEAD)
    return kind_of(head) or "record"


def _rules_anew(path: str, work: _Work) -> tuple[bytes, str] | None:
    """The bytes of a rule file and its canonical text; None if it is left alone, which is told."""
    from referee.workshop.fmt import fmt_rules  # noqa: PLC0415 - loads the compiler, which records do without

    if path == STANDARD_INPUT:
        library, content = library_of(Path.cwd()), sys.stdin.buffer.read(RULE_SET_BYTES + 1)
    else:
        library, content = read_file(path)
    return _settled(fmt_rules(content, _called(path), library.shelf), content, path, work)


def _tests_anew(path: str, work: _Work) -> tuple[bytes, str] | None:
    """The same of a file of tests."""
    from referee.suite.fmt import fmt_tests  # noqa: PLC0415 - loads the compiler, as above

    content = sys.stdin.buffer.read(RULE_SET_BYTES + 1) if path == STANDARD_INPUT else read_file(path)[1]
    return _settled(fmt_tests(content, _called(path)), content, path, work)


def _called(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else path


def _settled(made: FormattedRules, content: bytes, path: str, work: _Work) -> tuple[bytes, str] | None:
    """The bytes and the text, or None; why a file is left alone is told."""
    if made.text is not None:
        return content, made.text
    if made.reason:
        _refused(work, path, "LEFT_ALONE", f"{path}: {made.reason}, so it is left alone")
    for one in made.diagnostics:
        _told(work, path, one)
    return None


def _records_anew(path: str, work: _Work) -> tuple[bytes, str] | None:
    """The bytes of a file of records and their canonical text; None if one of them cannot be read, which is told."""
    content = _content(path)
    made = [(entry, _formatted(entry)) for entry in entries(path)]
    faults = [(entry, fault) for entry, one in made for fault in one.faults]
    for entry, fault in faults:
        _unreadable(work, entry, fault)
    if faults:
        return None
    if path == STANDARD_INPUT:
        content = b"".join(entry.content for entry, _ in made)
    return content, "".join(one.text or "" for _, one in made)


def _content(path: str) -> bytes:
    """What stands in a file before its records are read, so that whatever changes it meanwhile is noticed."""
    return Path(path).read_bytes() if Path(path).is_file() else b""


def mend_records(path: str, *, write: bool) -> bool:
    """`check --fix` of a file of records: what was written loosely is written canonically, or only compared.

    Whether all of them can be read; what keeps one from it is told on standard error, and the file stays. OSError.
    """
    content = _content(path)
    made = [(entry, _formatted(entry)) for entry in entries(path)]
    faults = [(entry, fault) for entry, one in made for fault in one.faults]
    for _, fault in faults:
        said = render_place(fault.code, fault.message, fault.span, help=fault.help, colour=has_colour(sys.stderr))
        print(said, end="", file=sys.stderr)
    if faults:
        return False
    from referee.cli.mending import settle  # noqa: PLC0415 - only where something is to be mended

    text = "".join(one.text or "" for _, one in made).encode()
    settle(path, content, text, sum(len(one.repairs) for _, one in made), write=write)
    return True


def _formatted(entry: Entry) -> Formatted:
    """The canonical text of one record; rules that are unknown are a fault like others."""
    read = read_record(entry.content, entry.name)
    if read.record is None:
        return Formatted(None, read.repairs, read.faults)
    try:
        here = table_of_record(read.record, entry.library)
    except CommandError as error:
        return Formatted(None, (), (ReadingFault(error.code, error.message, "rules", read.span("rules")),))
    return fmt(entry.content, here.pack.notation, entry.name)


_READERS: Mapping[str, Callable[[str, _Work], tuple[bytes, str] | None]] = {
    "rules": _rules_anew,
    "tests": _tests_anew,
    "record": _records_anew,
}


def _settle(path: str, content: bytes, text: str, work: _Work) -> None:
    """The text is written, compared or only noted; that of standard input goes to standard output."""
    if path == STANDARD_INPUT and work.writes:
        sys.stdout.write(text)
    if content == text.encode():
        return
    work.changed.append(path)
    if work.arguments.diff:
        from referee.cli.mending import difference  # noqa: PLC0415 - only where it is asked for

        work.differences[path] = difference(path, content.decode("utf-8", "replace"), text)
    if path != STANDARD_INPUT and work.writes:
        overwrite(path, content, text.encode())


def _refused(work: _Work, path: str, code: str, message: str) -> None:
    if not work.arguments.json:
        complain("referee fmt", message)
    work.unread.append({"file": path, "code": code, "message": message})


def _told(work: _Work, path: str, one: Diagnostic) -> None:
    """A mistake of a rule file that keeps it from being read."""
    if not work.arguments.json:
        print(render_text([one], colour=has_colour(sys.stderr)), end="", file=sys.stderr)
    work.unread.append({"file": path, "path": one.path, "code": one.code, "message": one.message})


def _unreadable(work: _Work, entry: Entry, fault: ReadingFault) -> None:
    """A fault of a record with its place, told to people at once."""
    if not work.arguments.json:
        said = render_place(fault.code, fault.message, fault.span, help=fault.help, colour=has_colour(sys.stderr))
        print(said, end="", file=sys.stderr)
    work.unread.append({"file": entry.name, "path": fault.path, "code": fault.code, "message": fault.message})


def _print(work: _Work) -> None:
    """What was changed, or would be."""
    if work.arguments.json:
        told: dict[str, object] = {"files": work.files, "changed": work.changed, "unread": work.unread}
        print(json.dumps({**told, "diff": work.differences} if work.arguments.diff else told, ensure_ascii=False))
        return
    if STANDARD_INPUT in work.arguments.files and work.writes:
        return
    would = "" if work.writes else "would be "
    for path in work.changed:
        print(work.differences[path] if work.arguments.diff else f"{path}: {would}written anew\n", end="")
    print(f"{work.files} file{'' if work.files == 1 else 's'}: {len(work.changed)} {would}changed")
