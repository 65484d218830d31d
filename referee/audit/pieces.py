"""Divides files of game records into pieces of work that can be done anywhere, in any order, and more than once.

A piece knows its place (a file and a part of it) and is named by a digest of everything its outcome depends on: the
bytes of the file, the part, and how records are judged. So a piece that was judged is never judged again, and a file
that has changed since is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from referee.limits import RECORD_BYTES
from referee.version import __version__

LINES_OF_PIECE = 200
"""Records of one piece at the most; some 100 ms of work."""

BYTES_OF_PIECE = 1_048_576
FILES_OF_PIECE = 20


class Form(StrEnum):
    """What a file holds: one record in YAML or JSON · one a line · one a row · messages, each behind its length.

    DAMAGED is a file that is not what its ending says, from some place on.
    """

    SINGLE = "single"
    LINES = "lines"
    ROWS = "rows"
    MESSAGES = "messages"
    DAMAGED = "damaged"


FORMS = {
    ".yaml": Form.SINGLE,
    ".yml": Form.SINGLE,
    ".json": Form.SINGLE,
    ".jsonl": Form.LINES,
    ".parquet": Form.ROWS,
    ".binpb": Form.MESSAGES,
    ".pb": Form.MESSAGES,
}
"""By the ending of the file; any other file is read as one record."""


class Unreadable(ValueError):  # noqa: N818 - named as it is told
    """A file that is not what its ending says; the message names it."""


@dataclass(frozen=True, slots=True)
class Judging:
    """How records are judged; two audits with the same answers are one.

    `what_if` is a rule set to judge by instead of the one a record names. `lang` is that of messages.
    """

    lang: str = "en"
    keep_going: bool = False
    what_if: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Records to be judged together.

    `paths` is one file, or several that hold one record each. Of one file `begin` is where the part begins, in bytes or
    in rows, `count` how many records it has, and `first` the number of its first one, from 1. `size` is in bytes.
    `fault` is what is wrong with a file that is damaged: a piece without records.
    """

    identity: str
    form: Form
    paths: tuple[str, ...]
    begin: int
    count: int
    first: int
    size: int
    judging: Judging
    fault: str = ""


def pieces(paths: Iterable[str], judging: Judging) -> Iterator[Piece]:
    """The pieces of all files, each file once however it is named; OSError, or Unreadable for what is no file.

    What is damaged in a file is a piece, too, behind those in front of the damage.
    """
    singles: list[tuple[str, bytes]] = []
    seen: set[Path] = set()
    for path in paths:
        place = _place(path)
        if place in seen:
            continue
        seen.add(place)
        form = FORMS.get(place.suffix.lower(), Form.SINGLE)
        if form is Form.SINGLE:
            singles.append((path, _digest(place)))
            if len(singles) == FILES_OF_PIECE:
                yield _single(singles, judging)
                singles = []
        else:
            yield from _parts(path, form, judging)
    if singles:
        yield _single(singles, judging)


def _place(path: str) -> Path:
    """The file a path leads to; Unreadable for what is none or may never end, named as it was given."""
    try:
        place = Path(path).resolve(strict=True)
        if not place.is_file():
            raise Unreadable(f"`{path}` is no file")
        place.open("rb").close()
    except RuntimeError:  # so a circle of links is told up to Python 3.12
        raise Unreadable(f"`{path}` cannot be read: its links go round in a circle") from None
    except OSError as error:
        raise Unreadable(f"`{path}` cannot be read: {(error.strerror or 'it is not said why').lower()}") from error
    return place


def _single(files: Sequence[tuple[str, bytes]], judging: Judging) -> Piece:
    size = sum(Path(path).stat().st_size for path, _ in files)
    made = Piece("", Form.SINGLE, tuple(path for path, _ in files), 0, len(files), 1, size, judging)
    return _named(made, b"".join(digest for _, digest in files))


def _parts(path: str, form: Form, judging: Judging) -> Iterator[Piece]:
    digest, first = _digest(Path(path)), 1
    try:
        for begin, count, size in _PARTS[form](path):
            yield _named(Piece("", form, (path,), begin, count, first, size, judging), digest)
            first += count
    except Unreadable as error:
        yield _named(Piece("", Form.DAMAGED, (path,), 0, 0, first, 0, judging, str(error)), digest)


def _named(piece: Piece, content: bytes) -> Piece:
    said = json.dumps([__version__, asdict(piece), content.hex()], sort_keys=True)
    return replace(piece, identity=hashlib.sha256(said.encode()).hexdigest()[:32])


def _digest(place: Path) -> bytes:
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


# -- where parts begin -----------------------------------------------------------------------------------------------


def _of_lines(path: str) -> Iterator[tuple[int, int, int]]:
    """Of lines: the offset of the first, how many, and their bytes. Empty lines count."""
    with Path(path).open("rb") as file:
        begin, count, size = 0, 0, 0
        while (length := line_of(file)[1]) > 0:
            count, size = count + 1, size + length
            if count == LINES_OF_PIECE or size >= BYTES_OF_PIECE:
                yield begin, count, size
                begin, count, size = begin + size, 0, 0
        if count:
            yield begin, count, size


def _of_messages(path: str) -> Iterator[tuple[int, int, int]]:
    """The same of messages; Unreadable, behind what is whole, where a length leads out of the file."""
    whole = Path(path).stat().st_size
    with Path(path).open("rb") as file:
        begin, count = 0, 0
        while file.tell() < whole:
            at = file.tell()
            try:
                length = _length_within(file, path, whole)
            except Unreadable:
                if count:
                    yield begin, count, at - begin
                raise
            file.seek(length, 1)
            count += 1
            size = file.tell() - begin
            if count == LINES_OF_PIECE or size >= BYTES_OF_PIECE:
                yield begin, count, size
                begin, count = file.tell(), 0
        if count:
            yield begin, count, whole - begin


def _length_within(file: BinaryIO, path: str, whole: int) -> int:
    """The length of a message in a file of `whole` bytes; Unreadable."""
    length = message_length(file, path)
    if file.tell() + length > whole:
        raise Unreadable(f"`{path}` ends in the middle of a message")
    return length


def _of_rows(path: str) -> Iterator[tuple[int, int, int]]:
    """The same of rows, which are counted; Unreadable for a file that is no Parquet or has no column `record`."""
    from referee.audit.columns import rows_of  # noqa: PLC0415 - an extra

    rows, size = rows_of(path), Path(path).stat().st_size
    for begin in range(0, rows, LINES_OF_PIECE):
        count = min(LINES_OF_PIECE, rows - begin)
        yield begin, count, size * count // rows


_PARTS = {Form.LINES: _of_lines, Form.MESSAGES: _of_messages, Form.ROWS: _of_rows}


def line_of(file: BinaryIO) -> tuple[bytes, int]:
    """The next line with its end, of one longer than any record the beginning, and its bytes, 0 for none."""
    part = line = file.readline(RECORD_BYTES + 3)
    size = len(line)
    while part and not part.endswith(b"\n"):
        part = file.readline(BYTES_OF_PIECE)
        size += len(part)
    return line, size


def message_length(file: BinaryIO, path: str) -> int:
    """The length that stands before a message, seven bits a byte, the lowest first; Unreadable."""
    length = shift = 0
    while True:
        byte = file.read(1)
        if not byte or shift > 28:
            raise Unreadable(f"`{path}` is no file of messages, each behind its length")
        length |= (byte[0] & 127) << shift
        shift += 7
        if byte[0] < 128:
            return length
