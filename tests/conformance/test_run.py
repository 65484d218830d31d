"""The runner finds what is wrong, and never waits for ever: programs that lie, die, babble or say nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.conformance import run
from tests.conformance.comparing import meets, same
from tests.conformance.run import main

REFEREE = [sys.executable, "-m", "referee", "answer"]
LIAR = """
import json, sys
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    if number == {stop}:
        sys.exit({code})
    print(json.dumps({answer}), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path):
    def write(answer: str, stop: int = -1, code: int = 0) -> list[str]:
        path = tmp_path / "program.py"
        path.write_text(LIAR.format(answer=answer, stop=stop, code=code), "utf-8")
        return [sys.executable, str(path)]

    return write


def test_the_referee_passes_the_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--part", "cases", "--", *REFEREE]) == 0
    table = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines() if line}
    assert table["all"] == ["87", "0"]
    assert table["layoff"] == ["7", "0"]


def test_lines_that_are_no_questions_are_asked_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A line of a megabyte among them, which fills every pipe."""
    assert main(["--part", "refusals", "--op", "meld", "--every", "1", "--", *REFEREE]) == 0
    assert "(no question)" in capsys.readouterr().out


def test_a_wrong_answer_is_found_and_shown(program, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["--part", "cases", "--op", "meld", "--show", "2", "--", *program('{"meld": True, "kind": "run"}')]) == 1
    )
    out = capsys.readouterr().out
    assert out.count("wanted") == 2
    assert 'given    {"meld": true, "kind": "run"}' in out
    assert "more that differ" in out


def test_a_program_that_ends_too_soon(program, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--part", "cases", "--", *program("{}", stop=3, code=7)]) == 1
    captured = capsys.readouterr()
    assert "given    nothing" in captured.out
    assert "ended with 7" in captured.err
    assert captured.out.split("all")[1].split()[1] == "87"


def test_a_program_that_says_more_than_it_was_asked(program, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", "import sys; [print('{}') for _ in sys.stdin]; print('{}')"]
    assert main(["--part", "cases", "--op", "layoff", "--show", "99", "--", *command]) == 1
    assert "behind the last" in capsys.readouterr().out


def test_a_program_that_says_nothing_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PATIENCE", 0.5)
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    assert main(["--part", "cases", "--op", "layoff", "--", *command]) == 1


def test_a_program_that_never_reads_does_not_hold_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers are there at once; the questions still have somewhere to go."""
    command = [sys.executable, "-c", "print('{}\\n' * 5000, flush=True); import sys; sys.stdin.read()"]
    assert main(["--part", "validate", "--", *command]) == 1


def test_what_is_no_answer_is_shown_as_it_came(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", "import sys; [print('Hello', flush=True) for _ in sys.stdin]"]
    assert main(["--part", "cases", "--op", "layoff", "--", *command]) == 1
    assert "given    Hello" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--", "no-such-program-anywhere"], ["--part", "no-such-part", "--", "true"]])
def test_what_cannot_be_asked(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("run.py: ")


def test_a_command_and_an_address_do_not_go_together() -> None:
    for arguments in ([], ["--grpc", "127.0.0.1:1", "--", "true"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2


@pytest.mark.parametrize(
    ("given", "wanted", "expected"),
    [
        ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1}, True),
        ({"b": [2, 1]}, {"b": [1, 2]}, False),
        ({"meld": 1}, {"meld": True}, False),
        ({"score": 0}, {"score": False}, False),
        ({"closings": [{"legal": 1}]}, {"closings": [{"legal": True}]}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"error": {"code": "X", "message": "one"}}, {"error": {"code": "X", "message": "another"}}, True),
        ({"error": {"code": "X"}}, {"error": {"code": "Y"}}, False),
        ({"error": {"code": "X"}, "more": 1}, {"error": {"code": "X"}}, False),
        (None, {"error": {"code": "X"}}, False),
    ],
)
def test_what_is_the_same(given, wanted, expected: bool) -> None:
    assert same(given, wanted) is expected


def test_what_a_case_expects() -> None:
    assert meets({"legal": True, "score": 3}, {"score": 3})
    assert not meets({"legal": True, "score": 3}, {"score": 4})
    assert not meets({"legal": True}, {"score": None, "legal": 1})
    assert meets({"error": {"code": "X"}}, "error")
    assert not meets({"hand": []}, "error")
    assert not meets(None, {})


def test_a_case_is_held_to_what_it_expects_whatever_the_vectors_say(tmp_path: Path, monkeypatch, program) -> None:
    import gzip  # noqa: PLC0415 - here only

    question = {"op": "deadwood", "rules": "spanish-40", "hand": []}
    held = {"case": "Z01", "expect": {"deadwood": 1}, "question": question, "answer": {"deadwood": 0}}
    (tmp_path / "cases.jsonl.gz").write_bytes(gzip.compress(json.dumps(held).encode()))
    monkeypatch.setattr(run, "VECTORS", tmp_path)
    assert main(["--part", "cases", "--", *program('{"deadwood": 0}')]) == 1
