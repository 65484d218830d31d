"""`referee audit`: the same rows whatever the form of the file, who judges, and how often it was killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from referee.audit.folder import Folder, NoReport
from referee.audit.judging import COLUMNS, LOST, judge_piece
from referee.audit.pieces import LINES_OF_PIECE, Judging, pieces
from referee.audit.running import Local
from referee.audit.summary import told_stopped
from referee.record.reading import read_record
from referee.service.record_convert import write_record
from tests.audit import deadly
from tests.cli.running import referee

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDS = 700


@pytest.fixture(scope="session")
def games() -> list[bytes]:
    """Games as lines; every hundredth has a wrong score, one is no record."""
    played = (
        referee("play", "house-v", "--strategy", "sensible", "--games", "30", "--seed", "11").out.encode().splitlines()
    )
    made = [
        line.replace(b'"id":"', f'"id":"{number}-'.encode()) for number in range(RECORDS // 30 + 1) for line in played
    ][:RECORDS]
    for number in range(0, RECORDS, 100):
        record = json.loads(made[number])
        record["rounds"][1]["scores"]["A"] += 3
        record["seats"]["A"] = "Falsa"
        record["event"] = {"name": "Liga", "table": "7"}
        made[number] = json.dumps(record).encode()
    made[17] = b"no record"
    return made


@pytest.fixture(scope="session")
def lines(games: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "games.jsonl"
    path.write_bytes(b"\n".join(games) + b"\n")
    return path


def rows(report: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (report / "records.jsonl").read_text("utf-8").splitlines()]


def told(report: Path) -> list[dict[str, Any]]:
    """The rows without the names of files."""
    return [{key: value for key, value in row.items() if key not in ("key", "file", "number")} for row in rows(report)]


@pytest.fixture(scope="session")
def whole(lines: Path) -> Path:
    """The report of a run that nothing happened to."""
    report = lines.parent / "whole"
    done = referee("audit", str(lines), "--report", str(report), "--jobs", "1", "--json")
    assert done.code == 2, done.err
    return report


def test_the_report(whole: Path, lines: Path) -> None:
    found = rows(whole)
    assert [row["key"] for row in found] == [f"{lines}#{number}" for number in range(1, RECORDS + 1)]
    summary = json.loads((whole / "summary.json").read_text("utf-8"))
    assert summary["records"] == RECORDS
    assert summary["statuses"] == {"clean": RECORDS - 8, "violation": 7, "unreadable": 1}
    assert summary["players"] == {"Falsa": 7}
    assert {name: count for name, count in summary["tables"].items() if "·" in name} == {"Liga · 7": 7}
    assert summary["clauses"] == {"es.8 SCORE_DIFFERS": 7, "no clause UNREADABLE": 1}
    assert [row["key"] for row in summary["look_at_first"]][:1] == [f"{lines}#1"]
    assert len(summary["look_at_first"]) == 8
    # a wrong score is in the second round of each
    written = lines.read_bytes().splitlines()
    wrong = [row for row in found if row["first_code"] == "SCORE_DIFFERS"]
    behind = {row["key"]: json.loads(written[row["number"] - 1])["rounds"][2:] for row in wrong}
    assert {row["key"]: row["rounds_left"] for row in found if row["rounds_left"]} == {
        key: len(rounds) for key, rounds in behind.items() if rounds
    }
    assert summary["stopped"] == sum(map(bool, behind.values())) > 0
    assert f"<p>{told_stopped(summary['stopped'])}.</p>" in (whole / "summary.html").read_text("utf-8")
    judged = ("clean", "consistent", "irregular", "violation")
    open_ones = [row for row in found if not (row["complete"] or row["rounds_left"]) and row["status"] in judged]
    assert summary["unfinished"] == len(open_ones)
    assert summary["complete"] + summary["unfinished"] + summary["stopped"] + 1 == RECORDS  # one cannot be read
    assert [row["key"] for row in summary["unfinished_games"]] == [row["key"] for row in open_ones][:50]
    table = parquet.read_table(whole / "records.parquet")
    assert table.schema.names == list(COLUMNS)
    assert table.to_pylist() == found


def test_the_page_needs_nothing_else(whole: Path) -> None:
    text = (whole / "summary.html").read_text("utf-8")

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.links: list[str] = []
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag != "script"
            self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
            if tag != "meta":
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if tag in self.open:
                while self.open.pop() != tag:
                    pass

    reader = Reader()
    reader.feed(text)
    assert not [link for link in reader.links if not link.startswith("#")]
    assert reader.open == []
    assert "Falsa" in text
    assert "Liga · 7" in text


@pytest.mark.parametrize("form", ["parquet-text", "parquet-bytes", "binpb", "single"])
def test_every_form_of_file_gives_the_same_rows(form: str, games: list[bytes], whole: Path, tmp_path: Path) -> None:
    wanted = told(whole)
    kept = [index for index in range(RECORDS) if index != 17 or form.startswith("parquet")]
    source = tmp_path / f"games.{form.partition('-')[0]}"
    if form.startswith("parquet"):
        texts = [one.decode() for one in games] if form == "parquet-text" else games
        parquet.write_table(pa.table({"extra": range(RECORDS), "record": texts}), source, row_group_size=130)
    elif form == "binpb":
        with source.open("wb") as file:
            for index in kept:
                record = read_record(games[index]).record
                assert record is not None
                content = write_record(record).SerializeToString()
                length, signs = len(content), bytearray()
                while length > 127:
                    signs.append(length & 127 | 128)
                    length >>= 7
                file.write(bytes([*signs, length]) + content)
    else:
        source.mkdir()
        kept = kept[:25]
        for index in kept:
            (source / f"{index:04}.json").write_bytes(games[index])
    referee("audit", str(source), "--report", str(tmp_path / "report"), "--jobs", "1", "--no-parquet")
    found, expected = told(tmp_path / "report"), [wanted[index] for index in kept]
    if form == "binpb":  # a message has no lines
        for row in (*found, *expected):
            for finding in (parts := json.loads(row["findings"])):
                finding.get("place", {}).pop("line", None)
                finding.get("place", {}).pop("column", None)
            row["findings"] = parts
    assert found == expected


def test_a_run_that_was_killed_goes_on(lines: Path, whole: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    command = [sys.executable, "-m", "referee", "audit", str(lines), "--report", str(report), "--jobs", "2"]
    kills = 0
    for wanted in (1, 3):
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while run.poll() is None and len(list((report / "parts").glob("*.jsonl"))) < wanted:
            time.sleep(0.005)
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            kills += 1
        run.wait()
    assert kills
    before = {path: path.stat().st_mtime_ns for path in (report / "parts").glob("[!.]*")}
    assert before
    assert referee("audit", str(lines), "--report", str(report), "--jobs", "2").code == 2
    assert rows(report) == rows(whole)
    assert {path: path.stat().st_mtime_ns for path in before} == before, "what was judged is not judged again"
    assert not list(report.glob("*.part"))


def test_a_file_that_changes_is_judged_anew_and_others_are_not(lines: Path, tmp_path: Path) -> None:
    source = tmp_path / "games.jsonl"
    content = lines.read_bytes().splitlines(keepends=True)
    source.write_bytes(b"".join(content[:450]))
    report = tmp_path / "report"
    for _ in range(2):
        referee("audit", str(source), str(source), "--report", str(report), "--jobs", "1", "--no-parquet")
        assert len(rows(report)) == 450, "named twice, judged once"
    first = len(list((report / "parts").iterdir()))
    source.write_bytes(b"".join(content[:460]))
    referee("audit", str(tmp_path / "*.jsonl"), "--report", str(report), "--jobs", "1", "--no-parquet")
    assert len(rows(report)) == 460
    assert len(list((report / "parts").iterdir())) == 2 * first


def test_processes_that_die_are_replaced(
    lines: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_TEST_MARKS", str(tmp_path))
    done = dict(Local(2, judge=deadly.once).run(pieces([str(lines)], Judging())))
    found = [row for piece in sorted(done, key=lambda piece: piece.first) for row in done[piece]]
    assert found == rows(whole)


def test_a_piece_that_kills_is_reported_and_the_others_are_judged(lines: Path, whole: Path) -> None:
    done = dict(Local(2, judge=deadly.always).run(pieces([str(lines)], Judging())))
    found = [row for piece in sorted(done, key=lambda piece: piece.first) for row in done[piece]]
    lost = slice(400, 400 + LINES_OF_PIECE)
    assert [row["key"] for row in found] == [row["key"] for row in rows(whole)]
    assert {row["status"] for row in found[lost]} == {LOST}
    assert found[:400] + found[600:] == rows(whole)[:400] + rows(whole)[600:]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own."""
    place = tmp_path / "scheduler.json"
    environment = {**os.environ, "DASK_TEMPORARY_DIRECTORY": str(tmp_path), "PYTHONWARNINGS": "ignore"}
    log = (tmp_path / "cluster.log").open("wb")

    def start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
        return subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=tmp_path)

    running = [
        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    ]
    try:
        for _ in range(600):
            if place.exists() and place.read_text("utf-8").endswith("}"):
                break
            time.sleep(0.05)
        address = json.loads(place.read_text("utf-8"))["address"].removeprefix("tcp://")
        for name in ("one", "two"):
            options = (
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
                "--name",
                name,
                "--local-directory",
                str(tmp_path / name),
            )
            running.append(start("dask_worker", address, *options))
        yield address, running[1:]
    finally:
        for process in running:
            process.kill()
            process.wait()
        log.close()


def test_a_cluster_of_which_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], lines: Path, whole: Path, tmp_path: Path
) -> None:
    address, workers = cluster
    report = tmp_path / "report"
    asked = f"from distributed import Client; c = Client('{address}'); print(len(c.nthreads()))"
    deadline = time.monotonic() + 60
    while True:  # until both workers have come to the scheduler
        come = subprocess.run([sys.executable, "-W", "ignore", "-c", asked], capture_output=True, check=False)
        if come.stdout.strip() == b"2":
            break
        assert time.monotonic() < deadline, come.stderr
    command = [sys.executable, "-m", "referee", "audit", str(lines), "--report", str(report)]
    run = subprocess.Popen([*command, "--cluster", address, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        while run.poll() is None and not list((report / "parts").glob("[!.]*")):
            time.sleep(0.005)
        workers[0].send_signal(signal.SIGKILL)
        out, err = run.communicate(timeout=120)
    finally:
        run.kill()
        run.wait()
    assert run.returncode == 2, err.decode()
    assert json.loads(out)["records"] == RECORDS
    assert rows(report) == rows(whole)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{lines}"], "`--report` is missing"),
        (["--report", "{new}"], "`SOURCE` is missing"),
        (["-", "--report", "{new}"], "standard input"),
        (["", "--report", "{new}"], "a source has no name"),
        (["{folder}/*.none", "--report", "{new}"], "no file is like"),
        (["{folder}/none.jsonl", "--report", "{new}"], "no such file"),
        (["{lines}", "--report", "{folder}"], "holds something else"),
        (["{lines}", "--report", "{report}"], "holds something else (`notes.txt`); name a new one with `--report`"),
        (["{lines}", "--report", "{lines}"], "is a file"),
        (["{lines}", "--report", "{new}", "--what-if", "rules.yaml"], "no file"),
        (["{lines}", "--report", "{new}", "--what-if", "spanish-41"], "spanish-40"),
        (["{lines}", "--report", "{new}", "--cluster", "127.0.0.1:1"], "no scheduler answers"),
        (["{folder}/bad.parquet", "--report", "{new}"], "no file of Parquet"),
        (["{folder}/other.parquet", "--report", "{new}"], "no column `record`"),
        (["{folder}/numbers.parquet", "--report", "{new}"], "neither texts nor bytes"),
        (["{folder}/bad.binpb", "--report", "{new}"], "ends in the middle"),
        (["{folder}/worse.pb", "--report", "{new}"], "no file of messages"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: list[str], said: str, lines: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "bad.parquet").write_bytes(b"PAR1 no")
    parquet.write_table(pa.table({"other": ["x"]}), folder / "other.parquet")
    parquet.write_table(pa.table({"record": [1]}), folder / "numbers.parquet")
    (folder / "bad.binpb").write_bytes(b"\x05abc")
    (folder / "worse.pb").write_bytes(b"\xff" * 9)
    Folder(tmp_path / "report")
    (tmp_path / "report" / "notes.txt").write_text("ours", encoding="utf-8")
    places = {"lines": lines, "new": tmp_path / "new", "folder": folder, "report": tmp_path / "report"}
    done = referee("audit", *(one.format(**places) for one in arguments))
    assert done.code == 2
    assert said in done.err, done.err
    assert "Traceback" not in done.err


def test_a_missing_extra_is_told_before_anything_is_judged(lines: Path, tmp_path: Path) -> None:
    """As where it is not installed: a module of its name that cannot be found stands in front."""
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError('it is not here')\n", encoding="utf-8")
    report = tmp_path / "report"
    done = referee("audit", str(lines), "--report", str(report), PYTHONPATH=str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "`audit` needs its extra: pip install 'chinchon-referee[audit]' (it is not here)" in done.err
    assert not report.exists()


def test_bytes_that_are_no_message_are_an_unreadable_record(tmp_path: Path) -> None:
    source = tmp_path / "games.binpb"
    source.write_bytes(b"\x03\xff\xff\xff\x00")
    statuses = [row["status"] for piece in pieces([str(source)], Judging()) for row in judge_piece(piece)]
    assert statuses == ["unreadable", "unreadable"]


def test_other_questions_are_other_pieces(lines: Path) -> None:
    names = [
        {piece.identity for piece in pieces([str(lines)], how)}
        for how in (Judging(), Judging("es"), Judging(keep_going=True), Judging(what_if="spanish-40"))
    ]
    assert len(set.union(*names)) == sum(map(len, names))


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("dear", "utf-8")
    with pytest.raises(NoReport):
        Folder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letters"]
    (damaged,) = pieces([_write(tmp_path / "x.binpb", b"\x80" * 6)], Judging())
    assert "x.binpb` is no file of messages" in damaged.fault


def _write(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def test_empty_lines_are_no_records(games: list[bytes], tmp_path: Path) -> None:
    source = tmp_path / "games.jsonl"
    source.write_bytes(b"\n" + games[1] + b"\n  \n\r\n" + games[2] + b"\n\n")
    keys = [row["key"] for piece in pieces([str(source)], Judging()) for row in judge_piece(piece)]
    assert keys == [f"{source}#2", f"{source}#5"]


def test_texts_that_are_written_once_each_are_texts(games: list[bytes], tmp_path: Path) -> None:
    source = tmp_path / "games.parquet"
    column = pa.array([games[1].decode()] * 3).dictionary_encode()
    parquet.write_table(pa.table({"record": column}), source)
    assert [row["status"] for piece in pieces([str(source)], Judging()) for row in judge_piece(piece)] == ["clean"] * 3
