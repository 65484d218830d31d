"""Game records as the commands are given them: files, folders, and files of many records, one JSON object a line.

A folder stands for the records anywhere below it: `.yaml`, `.yml`, `.json` and `.jsonl` files, but no rule sets and no
verdicts. A record's rules are looked for beside it first, then among the built-ins.
"""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from referee.answer.errors import QuestionError
from referee.answer.rule_sets import is_path, library_of, rule_set_of, table_of
from referee.cli.failures import CommandError
from referee.diagnostics.spelling import quoted
from referee.library import Library
from referee.library.shelf import NAME
from referee.limits import RECORD_BYTES
from referee.record.model import GameRecord
from referee.table import Table

STANDARD_INPUT = "-"
_ENDINGS = (".yaml", ".yml", ".json", ".jsonl")
_RULE_ENDINGS = (".yaml", ".yml")
_SINGLE = (*_RULE_ENDINGS, ".json")
_FIRST = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n|---[ \t]*\r?\n)*[ \t{]*[\"']?(\w+)[\"']?[ ]*:")
TESTS = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?\s*\{\s*|\A\xef\xbb\xbf|^)([\"']?)test\1[ ]*:[ ]*[0-9]", re.MULTILINE)
RULES = re.compile(rb"^rule_set[ ]*:", re.MULTILINE)
RECORD = re.compile(rb"^[{ \t\"]*(?:record|seats)[\"]?[ ]*:", re.MULTILINE)
HEAD = 4_096
"""What files of tests, rule files and records say in their first bytes, and how many of these are looked at."""

_KINDS: Mapping[bytes, str] = {b"rule_set": "rules", b"test": "tests", b"record": "record"}

_NO_RECORD = re.compile(rb"^(?:rule_set|record_id)[ ]*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One record: the name people know it by, its bytes (one more than the limit at most), where its rules may be.

    `line` is its number in a file of many, 0 where it has the file for itself.
    """

    name: str
    content: bytes
    folder: Path
    line: int = 0

    @property
    def library(self) -> Library:
        """The rule sets beside it and the built-ins."""
        return library_of(self.folder)


def paths(named: Sequence[str], *, rule_files: bool = False, endings: tuple[str, ...] = _ENDINGS) -> list[str]:
    """The files meant: those named, and of folders the records below them, sorted; CommandError if there are none.

    With `rule_files` those are meant as well, and files of tests.
    """
    found: list[str] = []
    for name in named:
        place = Path(name)
        if name == STANDARD_INPUT or not place.is_dir():
            found.append(name)
            continue
        below = [
            str(path) for path in sorted(place.rglob("*")) if path.suffix in endings and _is_meant(path, rule_files)
        ]
        if not below:
            what = "no rule files and no records" if rule_files else "no records"
            raise CommandError(f"{what} in the folder `{name}`", "CANNOT_READ_OR_WRITE")
        found.extend(below)
    return found


def rule_files(folder: str) -> list[str]:
    """The rule files anywhere below a folder, sorted; OSError if there are none."""
    below = [str(path) for path in sorted(Path(folder).rglob("*")) if path.suffix in _RULE_ENDINGS and _is_rules(path)]
    if not below:
        raise OSError(errno.EINVAL, "there is no rule file in this folder")
    return below


def _is_rules(path: Path) -> bool:
    """Whether the beginning of a file says that it is a rule file."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(HEAD)
    return kind_of(head) == "rules"


def _is_meant(path: Path, rule_files: bool) -> bool:
    """Whether a file in a folder is meant: not if it is plainly something else."""
    if not path.is_file() or path.name.endswith(".verdict.yaml"):
        return False
    with path.open("rb") as file:
        head = file.read(HEAD)
    kind = kind_of(head)
    if kind in {"tests", "rules"}:
        return rule_files and path.suffix in _RULE_ENDINGS
    return path.suffix not in _SINGLE or not _NO_RECORD.search(head) or bool(RECORD.search(head))


def kind_of(head: bytes) -> str:
    """`rules`, `tests` or `record`, as the first key of a file says, or where that may be any the first that does.

    "" where none does.
    """
    first = _FIRST.match(head)
    if first and first[1] in _KINDS:
        return _KINDS[first[1]]
    if TESTS.search(head):
        return "tests"
    return "rules" if RULES.search(head) else "record" if RECORD.search(head) else ""


def is_record(path: str) -> bool:
    """Whether the beginning of a file says that it is a record."""
    if path == STANDARD_INPUT or not path or "\0" in path or not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        head = file.read(HEAD)
    return kind_of(head) == "record"


def entries(path: str) -> Iterator[Entry]:
    """The records of a file or of standard input; OSError if it cannot be read."""
    if path == STANDARD_INPUT:
        yield from _parted("standard input", Path.cwd(), _lines(sys.stdin.buffer))
        return
    if not path or "\0" in path:
        raise OSError(errno.EINVAL, "it is no path")
    place = Path(path)
    if place.is_dir():
        raise OSError(errno.EISDIR, "it is a folder, not a file")
    if place.exists() and not place.is_file():
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")
    with place.open("rb") as file:
        yield from _parted(path, place.resolve().parent, _lines(file))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines with their ends; of one that no record could have, as much as shows that."""
    while line := file.readline(RECORD_BYTES + 2):
        yield line
        while len(line) > RECORD_BYTES + 1 and not line.endswith(b"\n"):
            line = file.readline(RECORD_BYTES)


def _parted(name: str, folder: Path, lines: Iterator[bytes]) -> Iterator[Entry]:
    """One record a line, if the first two lines that say something are whole JSON objects; else one record in all.

    A file that is called `.jsonl` has one a line whatever these are: a broken one shall not hide the others.
    """
    lined = name.endswith(".jsonl")
    numbered = enumerate(lines, 1)
    begun: list[tuple[int, bytes]] = []
    speaking = size = 0
    for number, line in numbered:
        begun.append((number, line))
        speaking += bool(line.strip())
        size += len(line)
        if speaking == 2 or size > RECORD_BYTES or not (lined or _is_object(line)):
            break
    said = [line for _, line in begun if line.strip()]
    if len(said) == 2 and (lined or all(map(_is_object, said))):
        for number, line in chain(begun, numbered):
            if line.strip():
                yield Entry(f"{name}:{number}", line.strip()[: RECORD_BYTES + 1], folder, number)
        return
    whole = bytearray()
    for _, line in chain(begun, numbered):
        whole += line
        if len(whole) > RECORD_BYTES:
            break
    yield Entry(name, bytes(whole[: RECORD_BYTES + 1]), folder)


def _is_object(line: bytes) -> bool:
    """Whether a line is a whole JSON object as far as a glance tells, or says nothing."""
    text = line.strip()
    return not text or (text[:1] == b"{" and text[-1:] == b"}")


def table_of_record(record: GameRecord, library: Library) -> Table:
    """The table a record was played at; CommandError if its rules are unknown or do not offer it."""
    try:
        if is_path(record.rules):
            raise CommandError(f"a record names its rules, found the path {quoted(record.rules)}", "RULE_SET_UNKNOWN")
        return table_of(rule_set_of(record.rules, library), len(record.seats), dict(record.options), library)
    except QuestionError as error:
        unknown = error.code == "RULE_SET_UNKNOWN" and NAME.fullmatch(record.rules)
        hint = f"; put its rules beside the record, in a file `{record.rules}.yaml`" if unknown else ""
        raise CommandError(f"{error.message}{hint}", error.code) from error
