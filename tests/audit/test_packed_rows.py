"""A record judged from its bytes has the row, and the short verdict, that it has when it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from referee.audit import judging
from referee.audit.judging import Row, judge_piece
from referee.audit.pieces import Judging, pieces
from referee.library import Library
from referee.record.model import Event, GameRecord, to_plain
from referee.service import record_work
from referee.service.record_convert import write_record
from referee.service.record_work import How, RecordWork
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible
from tests.tables import table

NAMES = {"A": "Ane", "B": "Beñat", "C": "Carla"}


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    """Games of an event, some of them with a wrong number."""
    at = table("spanish-40", 3)
    event = Event("Liga", stage="final", table="7")
    made = [
        replace(play(at, [sensible] * 3, Random(seed)).record, id=f"{seed}", event=event, seats=NAMES)
        for seed in range(6)
    ]
    *rounds, last = made[2].rounds
    made[2] = replace(made[2], rounds=(*rounds, replace(last, scores={**last.scores, "A": 77})))
    made[4] = replace(made[4], event=None, rules_digest="")
    return made


@pytest.fixture
def _natively(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where the package is compiled."""
    monkeypatch.setattr(judging, "in_use", lambda: True)
    judging._packed.cache_clear()
    yield
    judging._packed.cache_clear()


def written(games: list[GameRecord], ending: str, folder: Path) -> Path:
    path = folder / f"games{ending}"
    if ending == ".jsonl":
        path.write_bytes(b"\n".join(json.dumps(to_plain(one), ensure_ascii=False).encode() for one in games))
    else:
        path.write_bytes(b"".join(delimited(write_record(one).SerializeToString()) for one in games))
    return path


def delimited(message: bytes) -> bytes:
    """A message behind its length."""
    length, signs = len(message), bytearray()
    while length > 127:
        signs.append(length & 127 | 128)
        length >>= 7
    return bytes([*signs, length]) + message


def rows_of(path: Path) -> list[Row]:
    return [row for piece in pieces([str(path)], Judging()) for row in judge_piece(piece)]


@pytest.mark.parametrize("ending", [".jsonl", ".binpb"])
def test_rows_are_the_same(
    ending: str,
    games: list[GameRecord],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    path = written(games, ending, tmp_path)
    monkeypatch.setattr(judging, "in_use", lambda: False)
    judging._packed.cache_clear()
    read = rows_of(path)
    request.getfixturevalue("_natively")
    taken: list[bool] = []
    clean_row = judging._clean_row

    def noted(*given: object) -> Row | None:
        row = clean_row(*given)  # type: ignore[arg-type]
        taken.append(row is not None)
        return row

    monkeypatch.setattr(judging, "_clean_row", noted)
    assert rows_of(path) == read
    assert taken == [True, True, False, True, False, True]
    assert [row["status"] for row in read] == ["clean", "clean", "violation", "clean", "clean", "clean"]


@pytest.mark.parametrize("bare", [True, False])
def test_the_service_tells_the_same(bare: bool, games: list[GameRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    how = How(full=False, bare=bare)
    library = Library()
    monkeypatch.setattr(record_work, "in_use", lambda: False)
    plain = RecordWork(library)
    monkeypatch.setattr(record_work, "in_use", lambda: True)
    native = RecordWork(library)
    for game in games:
        for content in (write_record(game), json.dumps(to_plain(game), ensure_ascii=False).encode()):
            assert native.judge(content, how) == plain.judge(content, how)
    clean = json.dumps(to_plain(games[0])).encode()
    monkeypatch.setattr(record_work, "clean_at_once", None)  # not asked any more
    native.judge(write_record(games[0]), how)
    native.judge(clean.replace(b"\\u00f1", "ñ".encode()), how)
