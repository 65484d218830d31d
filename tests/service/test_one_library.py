"""The command line and CheckRuleSet stand on one library: every bad golden file gets the same answers from both.

The command line reads standard input in the folder of the bases, the server finds them in the same folder; so nothing
but the way to the library differs.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.cli.run import run
from referee.library import Library
from referee.service.server import Server
from referee.v1.diagnostics_pb2 import Diagnostic, Severity, SourceRange
from referee.v1.rule_set_service_pb2 import CheckRuleSetRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub

BAD = Path(__file__).parents[1] / "golden" / "bad"
FILES = sorted(path for path in BAD.rglob("*.yaml") if path.parent.name != "bases")
FOLDERS = sorted({path.parent for path in FILES})
NAME = "standard input"
PRINTED = 8
"""Of so many files one is printed for people, too."""


class Typed(io.TextIOWrapper):
    """Standard input that holds a file."""

    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")


def asked(content: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What `referee check -` prints."""
    monkeypatch.setattr("sys.stdin", Typed(content))
    run(["check", "-", *more])
    return capsys.readouterr().out


def plain_place(place: SourceRange) -> dict[str, Any]:
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def plain(one: Diagnostic) -> dict[str, Any]:
    """A message of the service as the row of the command line."""
    return {
        "code": one.code,
        "severity": Severity.Name(one.severity).removeprefix("SEVERITY_").lower(),
        "message": one.message,
        "path": one.path,
        "help": one.help,
        "related": [{"message": other.message, **plain_place(other.range)} for other in one.related],
        **plain_place(one.range),
        **(
            {"fix": {**plain_place(one.fix.range), "text": one.fix.text, "safe": one.fix.safe}}
            if one.HasField("fix")
            else {}
        ),
    }


def without_excerpts(row: dict[str, Any]) -> dict[str, Any]:
    """A row with what the messages of the service have too: they keep the line of a place in its report."""
    kept = {key: value for key, value in row.items() if key in {*plain(Diagnostic()), "fix"}}
    kept["related"] = [{key: value for key, value in each.items() if key != "excerpt"} for each in row["related"]]
    return kept


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(BAD).as_posix())
async def test_both_say_the_same_of_every_bad_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [path for path in FILES if path.parent == folder]
    bases = folder / "bases" if (folder / "bases").is_dir() else tmp_path
    monkeypatch.chdir(bases)
    server = Server("127.0.0.1:0", Library([bases]))
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            service = RuleSetServiceStub(channel)  # type: ignore[no-untyped-call]
            for number, path in enumerate(files):
                content = path.read_bytes()
                rows = [row for row in json.loads(asked(content, monkeypatch, capsys, "--json")) if row["code"]]
                said = await service.CheckRuleSet(CheckRuleSetRequest(source=content, file_name=NAME))
                assert [without_excerpts(row) for row in rows] == [plain(one) for one in said.diagnostics], path.name
                assert said.usable == all(row["severity"] != "error" for row in rows)
                if number % PRINTED == 0:
                    assert asked(content, monkeypatch, capsys).startswith(said.report + "\n"), path.name
    finally:
        await server.stop(0)
