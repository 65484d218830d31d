"""Judges a piece: pure work that any process on any machine can do, given the files.

A row is what the report has of one record. Its `key` is the file, and behind `#` the number of the record in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.answer.rule_sets import library_of
from referee.audit.pieces import Form, Piece, Unreadable, line_of, message_length
from referee.library import Library
from referee.library.packed import PackedRecords
from referee.library.records import RULES_UNKNOWN, judge_record
from referee.limits import RECORD_BYTES
from referee.native import in_use
from referee.record.left import left_behind
from referee.record.model import GameRecord, seat_letter
from referee.record.reading import ReadRecord, read_record
from referee.record.verdict import Finding, Status, Verdict, Weight, finding_plain

Row = Mapping[str, Any]

COLUMNS = (
    "key", "file", "number", "record_id", "rules", "rules_digest", "event", "table", "players", "status", "complete",
    "rounds", "actions", "rounds_left", "violations", "irregularities", "first_code", "first_clause", "first_message",
    "first_round", "first_turn", "first_player", "findings",
)  # fmt: skip
"""What a row has, in order; `players` and `findings` are JSON, the latter as in a verdict, each with its `player`.

`rounds_left` are the rounds that nobody judged because they lie behind a violation."""

_COUNTS = ("rounds", "actions", "rounds_left", "violations", "irregularities", "first_round", "first_turn")

UNJUDGED = "unjudged"
"""The status of a record whose rules are not at hand."""

LOST = "lost"
"""The status of a record whose judging ended the process, again and again."""

DAMAGED = "damaged"
"""The status of what is no record: a file that is not what its ending says, from its record `number` on, 0 for all."""


def judge_piece(piece: Piece) -> list[Row]:
    """A row for every record of the piece, in order, and one for what is damaged. OSError if a file is gone."""
    if piece.form is Form.DAMAGED:
        return [_damaged(piece, 0, piece.fault)]
    rows: list[Row] = []
    try:
        for record in _records(piece):
            rows.append(_clean_row(piece, record) or _row(piece, record))
    except Unreadable as error:
        rows.append(_damaged(piece, piece.first + len(rows), str(error)))
    return rows


def _damaged(piece: Piece, number: int, fault: str) -> Row:
    """The row of a file that cannot be read, or cannot from the record of that number on."""
    (path,) = piece.paths
    return {**_empty(_key(path, number), path, number, DAMAGED), "first_message": fault}


def _empty(key: str, path: str, number: int, status: str) -> Row:
    """The row of what nobody could judge."""
    empty = {**dict.fromkeys(COLUMNS, ""), "complete": False, "players": "{}", "findings": "[]"}
    return {**empty, **dict.fromkeys(_COUNTS, 0), "key": key, "file": path, "number": number, "status": status}


def lost_piece(piece: Piece) -> list[Row]:
    """The rows of a piece that nobody could judge."""
    names = piece.paths if piece.form is Form.SINGLE else [piece.paths[0]] * piece.count
    numbers = [0] * piece.count if piece.form is Form.SINGLE else range(piece.first, piece.first + piece.count)
    return [_empty(_key(name, number), name, number, LOST) for name, number in zip(names, numbers, strict=True)]


def _key(path: str, number: int) -> str:
    return f"{path}#{number}" if number else path


@dataclass(frozen=True, slots=True)
class _Record:
    """A record in a file: its place, its bytes where it has some of its own, and what reads it under its name."""

    path: str
    number: int
    content: bytes
    read: Callable[..., ReadRecord]
    form: Form

    @property
    def key(self) -> str:
        return _key(self.path, self.number)


def _records(piece: Piece) -> Iterator[_Record]:
    if piece.form is Form.SINGLE:
        for path in piece.paths:
            with Path(path).open("rb") as file:
                yield _Record(path, 0, file.read(RECORD_BYTES + 1), read_record, piece.form)
        return
    path = piece.paths[0]
    for number, (content, read) in enumerate(_contents(piece, path), piece.first):
        if content is not None:
            yield _Record(path, number, content, read, piece.form)


def _contents(piece: Piece, path: str) -> Iterator[tuple[bytes | None, Callable[..., ReadRecord]]]:
    """The content of every record and what reads it; None for an empty line, which is none."""
    if piece.form is Form.ROWS:
        from referee.audit.columns import records_of  # noqa: PLC0415 - an extra

        for content in records_of(path, piece.begin, piece.count):
            yield content, read_record
        return
    with Path(path).open("rb") as file:
        file.seek(piece.begin)
        for _ in range(piece.count):
            if piece.form is Form.LINES:
                line, _ = line_of(file)
                yield line.rstrip(b"\r\n") if line.strip() else None, read_record
            else:
                from referee.service.record_convert import read_sent  # noqa: PLC0415 - loads protobuf

                length = message_length(file, path)
                content = file.read(min(length, RECORD_BYTES + 1))
                file.seek(length - len(content), 1)
                # the other reader only says that it is too large
                yield content, read_sent if length <= RECORD_BYTES else read_record


@lru_cache(maxsize=64)
def _library(folder: Path) -> Library:
    return library_of(folder)


@lru_cache(maxsize=64)
def _packed(folder: Path) -> PackedRecords | None:
    """What judges records from their bytes, where it is compiled."""
    return PackedRecords(_library(folder)) if in_use() else None


def _folder(path: str) -> Path:
    return Path(path).resolve().parent


def _clean_row(piece: Piece, record: _Record) -> Row | None:
    """The row of a record that is clean beyond doubt; None where it has to be read."""
    packed = None if piece.judging.what_if else _packed(_folder(record.path))
    if packed is None:
        return None
    judged = packed.message if piece.form is Form.MESSAGES else packed.line
    found = judged(record.content, named=True)
    if found is None:
        return None
    players = {seat_letter(seat): name for seat, name in enumerate(found.names)}
    return {
        **_empty(record.key, record.path, record.number, str(Status.CLEAN)),
        **_of_head(replace(found.head, id=found.record_id, seats=players)),
        "rules_digest": found.table.rule_set.digest,
        "complete": found.complete,
        "rounds": found.rounds,
        "actions": found.actions,
    }


def _row(piece: Piece, record: _Record) -> Row:
    how, read = piece.judging, record.read(record.content, record.key)
    library = _library(_folder(record.path))
    verdict = judge_record(library, read, lang=how.lang, keep_going=how.keep_going, what_if=how.what_if)
    told = _told(verdict, read.record, keep_going=how.keep_going)
    return {"key": record.key, "file": record.path, "number": record.number, **told}


def _of_head(record: GameRecord | None) -> dict[str, Any]:
    """What a record says of itself and its event."""
    event = record.event if record else None
    where = [part for part in ((event.stage, event.table) if event else ()) if part]
    players = dict(record.seats) if record else {}
    return {
        "record_id": record.id if record else "",
        "rules": record.rules if record else "",
        "event": event.name if event else "",
        "table": " · ".join(where),
        "players": json.dumps(players, ensure_ascii=False),
    }


def _told(verdict: Verdict, record: GameRecord | None, *, keep_going: bool) -> dict[str, Any]:
    first, players = verdict.first_violation, dict(record.seats) if record else {}
    found = [*([first] if first else []), *verdict.findings]  # a verdict has the first one apart
    weights = [finding.weight for finding in found]
    unjudged = first is not None and first.code == RULES_UNKNOWN
    said = _of_head(record)
    return {
        **said,
        "record_id": verdict.record_id or said["record_id"],
        "rules_digest": verdict.rules_digest,
        "status": UNJUDGED if unjudged else str(verdict.status),
        "complete": verdict.complete,
        "rounds": verdict.accepted.rounds,
        "actions": verdict.accepted.actions,
        "rounds_left": len(left_behind(record, verdict, keep_going=keep_going).rounds),
        "violations": weights.count(Weight.VIOLATION),
        "irregularities": weights.count(Weight.IRREGULARITY),
        **_first(first, players),
        "findings": json.dumps([_finding(one, players) for one in found], ensure_ascii=False),
    }


def _first(first: Finding | None, players: Mapping[str, str]) -> dict[str, Any]:
    place = first.place if first else None
    return {
        "first_code": first.code if first else "",
        "first_clause": first.clause if first else "",
        "first_message": first.message if first else "",
        "first_round": place.round if place else 0,
        "first_turn": place.turn if place else 0,
        "first_player": players.get(place.seat, place.seat) if place else "",
    }


def _finding(finding: Finding, players: Mapping[str, str]) -> dict[str, Any]:
    plain = finding_plain(finding)
    seat = finding.place.seat
    return {**plain, "player": players.get(seat, seat)} if seat else plain
