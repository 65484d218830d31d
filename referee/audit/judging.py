"""Judges a piece: pure work that any process on any machine can do, given the files.

A row is what the report has of one record. Its `key` is the file, and behind `#` the number of the record in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.answer.rule_sets import library_of
from referee.audit.pieces import Form, Piece, Unreadable, line_of, message_length
from referee.library import Library
from referee.library.records import RULES_UNKNOWN, judge_record
from referee.limits import RECORD_BYTES
from referee.record.left import left_behind
from referee.record.model import GameRecord
from referee.record.reading import ReadRecord, read_record
from referee.record.verdict import Finding, Verdict, Weight, finding_plain

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
        for key, path, number, read in _records(piece):
            rows.append(_row(piece, key, path, number, read))
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


def _records(piece: Piece) -> Iterator[tuple[str, str, int, ReadRecord]]:
    if piece.form is Form.SINGLE:
        for path in piece.paths:
            with Path(path).open("rb") as file:
                yield path, path, 0, read_record(file.read(RECORD_BYTES + 1), path)
        return
    path = piece.paths[0]
    for number, read in enumerate(_contents(piece, path), piece.first):
        key = _key(path, number)
        if read is not None:
            yield key, path, number, read(key)


def _contents(piece: Piece, path: str) -> Iterator[Any]:
    """For every record what reads it, given the name it has in messages; None for an empty line, which is none."""
    if piece.form is Form.ROWS:
        from referee.audit.columns import records_of  # noqa: PLC0415 - an extra

        for content in records_of(path, piece.begin, piece.count):
            yield lambda name, content=content: read_record(content, name)
        return
    with Path(path).open("rb") as file:
        file.seek(piece.begin)
        for _ in range(piece.count):
            if piece.form is Form.LINES:
                line, _ = line_of(file)
                yield (lambda name, line=line: read_record(line.rstrip(b"\r\n"), name)) if line.strip() else None
            else:
                from referee.service.record_convert import read_sent  # noqa: PLC0415 - loads protobuf

                length = message_length(file, path)
                content = file.read(min(length, RECORD_BYTES + 1))
                file.seek(length - len(content), 1)
                read = read_sent if length <= RECORD_BYTES else read_record  # the latter only says that it is too large
                yield lambda name, content=content, read=read: read(content, name)


@lru_cache(maxsize=64)
def _library(folder: Path) -> Library:
    return library_of(folder)


def _row(piece: Piece, key: str, path: str, number: int, read: ReadRecord) -> Row:
    how = piece.judging
    verdict = judge_record(
        _library(Path(path).resolve().parent), read, lang=how.lang, keep_going=how.keep_going, what_if=how.what_if
    )
    return {"key": key, "file": path, "number": number, **_told(verdict, read.record, keep_going=how.keep_going)}


def _told(verdict: Verdict, record: GameRecord | None, *, keep_going: bool) -> dict[str, Any]:
    first, event = verdict.first_violation, record.event if record else None
    players = dict(record.seats) if record else {}
    found = [*([first] if first else []), *verdict.findings]  # a verdict has the first one apart
    weights = [finding.weight for finding in found]
    unjudged = first is not None and first.code == RULES_UNKNOWN
    where = [part for part in ((event.stage, event.table) if event else ()) if part]
    return {
        "record_id": verdict.record_id or (record.id if record else ""),
        "rules": record.rules if record else "",
        "rules_digest": verdict.rules_digest,
        "event": event.name if event else "",
        "table": " · ".join(where),
        "players": json.dumps(players, ensure_ascii=False),
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
