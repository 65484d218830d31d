"""Files that are not what they seem: each is told by its name, and none takes others or the memory with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from referee.audit import columns
from referee.audit.folder import Folder
from referee.audit.judging import Row, judge_piece
from referee.audit.pieces import Form, Judging, Piece, Unreadable, line_of, pieces
from referee.audit.running import Local
from referee.limits import RECORD_BYTES
from tests.cli.running import referee


class Unpicklable(Exception):  # noqa: N818 - as some failures of the library are
    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def failing(_piece: Piece) -> list[Row]:
    raise Unpicklable("it", "failed")


def statuses(*arguments: str, report: Path) -> dict[str, int]:
    done = referee("audit", *arguments, "--report", str(report), "--json")
    found: dict[str, int] = json.loads(done.out)["statuses"]
    return found


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record in a folder of its own."""
    folder = tmp_path / "games"
    done = referee("play", "house-v", "--strategy", "sensible", "--seed", "11", "--out", str(folder))
    assert done.code == 0
    return next(folder.glob("*.yaml"))


def test_links_to_nothing_beside_a_record_change_no_verdict(record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    (digest,) = [line for line in text.splitlines() if line.startswith("rules_digest: ")]
    record.write_text(text.replace(digest, f"rules_digest: {'ab' * 32}"), "utf-8")
    (record.parent / "dangling.yaml").symlink_to("nowhere.yaml")
    (record.parent / "folder.yaml").mkdir()
    assert statuses(str(record.parent), "--jobs", "2", report=tmp_path / "report") == {"unjudged": 1}
    assert referee("validate", str(record)).code == 2


def test_a_failure_in_a_process_is_no_death_of_it(record: Path) -> None:
    found = pieces([str(record)], Judging())
    with pytest.raises(RuntimeError, match="it failed"):
        list(Local(2, failing).run(found))


def asks_itself(_piece: Piece) -> list[Row]:
    os.kill(os.getpid(), signal.SIGINT)
    return []


def test_an_interrupt_does_not_break_a_piece_off(record: Path) -> None:
    """A terminal sends it to every process; who asked ends the others."""
    (done,) = Local(2, asks_itself).run(pieces([str(record)], Judging()))
    assert done[1] == []


@pytest.mark.parametrize("what", ["circle", "nowhere", "pipe", "folder"])
def test_what_is_no_file_is_told_by_its_name(tmp_path: Path, what: str) -> None:
    place = tmp_path / f"{what}.yaml"
    if what == "pipe":
        os.mkfifo(place)
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to(place if what == "circle" else tmp_path / "nothing")
    with pytest.raises(Unreadable, match=f"{what}.yaml"):
        list(pieces([str(place)], Judging()))


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
@pytest.mark.parametrize("length", [0, 1, RECORD_BYTES, RECORD_BYTES + 1, RECORD_BYTES + 4, 3 * RECORD_BYTES + 7])
def test_of_a_long_line_only_the_beginning_is_held(length: int, end: bytes) -> None:
    file = BytesIO(b"x" * length + end + b"next\n")
    line, size = line_of(file)
    whole = length + len(end) if end else length + len(b"next\n")
    assert size == whole
    assert len(line) <= RECORD_BYTES + 3
    assert (len(line.rstrip(b"\r\n")) > RECORD_BYTES) == (whole - len(end or b"\n") > RECORD_BYTES)
    assert line_of(file)[0] == (b"next\n" if end else b"")


def test_records_behind_those_that_are_too_large_are_read(record: Path, tmp_path: Path) -> None:
    lines = tmp_path / "games.jsonl"
    line = referee("fmt", "--json", str(record)).out  # not a record, but one line
    lines.write_bytes(b"x" * (RECORD_BYTES * 2) + b"\n" + line.splitlines()[0].encode() + b"\n")
    sent = tmp_path / "games.binpb"
    sent.write_bytes(b"\x81\x80\x80\x01" + b"x" * (2 * RECORD_BYTES + 1) + b"\x00")
    for path in (lines, sent):
        rows = [row for piece in pieces([str(path)], Judging()) for row in judge_piece(piece)]
        assert [row["key"] for row in rows] == [f"{path}#1", f"{path}#2"]
        assert "1,048,576" in rows[0]["first_message"]
        assert "1,048,576" not in rows[1]["first_message"]


def test_parquet_that_is_damaged_or_has_the_column_twice(tmp_path: Path) -> None:
    twice, damaged, footless = (tmp_path / f"{name}.parquet" for name in ("twice", "damaged", "footless"))
    texts = pa.array([f"{number}: no record" for number in range(5_000)])
    parquet.write_table(pa.table([texts, texts], names=["record", "record"]), twice)
    (told,) = pieces([str(twice)], Judging())
    assert (told.form, told.count) == (Form.DAMAGED, 0)
    assert "twice.parquet" in told.fault
    parquet.write_table(pa.table({"record": texts}), damaged, compression="zstd")
    content = bytearray(damaged.read_bytes())
    footless.write_bytes(content[:-600] + bytes(byte ^ 0x5A for byte in content[-600:-8]) + content[-8:])
    (told,) = pieces([str(footless)], Judging())
    assert "footless.parquet" in told.fault
    content[4:4_000] = bytes(byte ^ 0x5A for byte in content[4:4_000])
    damaged.write_bytes(content)
    rows = [row for piece in pieces([str(damaged)], Judging()) for row in judge_piece(piece)]
    faults = [row for row in rows if row["status"] == "damaged"]
    assert faults
    assert all("damaged.parquet" in row["first_message"] for row in faults)
    assert len({row["key"] for row in rows}) == len(rows)


def test_what_is_damaged_is_told_and_the_others_are_judged(record: Path, tmp_path: Path) -> None:
    """A message cut off behind a whole one, Parquet that is none, and a sound file behind both."""
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "a.binpb").write_bytes(b"\x02\x08\x01" + b"\x7fcut off")
    (folder / "b.parquet").write_bytes(b"PAR1 no")
    (folder / "c.jsonl").write_bytes(b'{"record": 1}\n')
    report = tmp_path / "report"
    done = referee("audit", str(folder), str(record), "--report", str(report), "--json")
    assert done.code == 2
    found = json.loads(done.out)
    assert found["statuses"].pop("clean") == 1
    assert found["statuses"].pop("damaged") == 2
    assert sum(found["statuses"].values()) == 2
    assert found["records"] == 3
    assert "a.binpb` ends in the middle of a message" in done.err
    assert "b.parquet` is no file of Parquet" in done.err
    keys = [json.loads(line)["key"] for line in (report / "records.jsonl").read_text("utf-8").splitlines()]
    assert len(keys) == len(set(keys)) == 5
    assert "is no file of Parquet" in (report / "summary.html").read_text("utf-8")


def test_a_giant_group_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes its pieces in order opens the file once for all of them; one that comes again opens it again."""
    path = tmp_path / "giant.parquet"
    texts = [f"{number}: no record" for number in range(4_100)]
    parquet.write_table(pa.table({"record": texts}), path, row_group_size=10_000)
    opened: list[str] = []
    as_it_was = columns._opened
    monkeypatch.setattr(columns, "_opened", lambda name: opened.append(name) or as_it_was(name))
    for begin in range(0, 4_100, 200):
        assert [one.decode() for one in columns.records_of(str(path), begin, 200)] == texts[begin : begin + 200]
    assert len(opened) == 1
    assert next(columns.records_of(str(path), 0, 1)).decode() == texts[0]
    assert len(opened) == 2


def test_sources_without_records_leave_no_report(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_bytes(b"")
    report = tmp_path / "report"
    done = referee("audit", str(tmp_path / "none.jsonl"), "--report", str(report))
    assert (done.code, report.exists()) == (2, False)
    assert "there are no records in these sources" in done.err


def test_what_a_killed_run_left_half_written_is_cleared_away(tmp_path: Path) -> None:
    report = tmp_path / "report"
    Folder(report)
    dead = subprocess.Popen(["true"])
    dead.wait()
    for place in (report, report / "parts"):
        for process in (dead.pid, os.getpid()):
            (place / f".x.jsonl.{process}").write_text("{", "utf-8")
    Folder(report)
    left = sorted(path.name for path in report.rglob(".*"))
    assert left == [f".x.jsonl.{os.getpid()}"] * 2


def test_rows_across_groups_and_batches(tmp_path: Path) -> None:
    from referee.audit.columns import records_of  # noqa: PLC0415

    path = tmp_path / "rows.parquet"
    texts = [str(number) for number in range(1_000)]
    parquet.write_table(pa.table({"record": texts}), path, row_group_size=333)
    for begin, count in ((0, 1_000), (150, 100), (332, 2), (500, 400), (999, 5)):
        assert [one.decode() for one in records_of(str(path), begin, count)] == texts[begin : begin + count]
