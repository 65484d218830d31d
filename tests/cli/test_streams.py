"""Streams that are closed, full or read by nobody, and signals: a sensible exit code, and never a traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.cli.run import run


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = [sys.executable, "-m", "referee", "show", "spanish-40"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(30) in {0, 141}
        assert process.stderr.read() == b""


def shell(words: str) -> subprocess.CompletedProcess[bytes]:
    """A command line of the shell, `referee` being the one under test."""
    command = words.replace("referee", f"{sys.executable} -m referee", 1)
    return subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("words", ["list", "show spanish-40 --json", "--help", "list --json"])
def test_an_answer_that_nobody_can_get_is_no_success(words: str) -> None:
    done = shell(f"referee {words} >&-")
    assert done.returncode == 2
    assert done.stderr.endswith(b": cannot read or write: standard output is closed\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("words", "code"), [("answer", 0), ("list", 0), ("check -", 1)])
def test_closed_input_is_empty_input(words: str, code: int) -> None:
    done = shell(f"referee {words} <&-")
    assert (done.returncode, done.stderr) == (code, b"")


def on_a_terminal(words: str, **environment: str) -> str:
    """What a command prints on a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    command = [sys.executable, "-m", "referee", *words.split()]
    subprocess.run(command, stdout=theirs, check=False, timeout=60, env={**plain, "TERM": "xterm", **environment})
    os.close(theirs)
    found = os.read(ours, 65536).decode()
    os.close(ours)
    return found


def test_colour_is_for_terminals_that_want_it() -> None:
    assert on_a_terminal("solve 12o --rules spanish-40").startswith("deadwood \x1b[1m12\x1b[0m")
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert on_a_terminal("solve 12o --rules spanish-40", **environment).startswith("deadwood 12")


def test_complaints_that_nobody_hears_change_nothing_else() -> None:
    assert shell("referee list 2>&-").returncode == 0
    assert shell("referee chek 2>&-").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("words", ["list", "list --json", "--version"])
def test_a_full_disk_is_told(words: str) -> None:
    done = shell(f"referee {words} >/dev/full")
    assert done.returncode == 2
    assert done.stderr.endswith(b": cannot read or write: no space left on device\n")
    assert done.stderr.count(b"\n") == 1


def test_what_cannot_be_read_is_one_object_for_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_out(_arguments: object) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("referee.cli.listing.run", run_out)
    assert run(["list", "--json"]) == 2
    out, err = capsys.readouterr()
    message = "cannot read or write: input/output error"
    assert (json.loads(out), err) == ({"error": {"code": "CANNOT_READ_OR_WRITE", "message": message}}, "")


@pytest.mark.parametrize("words", [["answer"], ["serve", "--address", "127.0.0.1:0"], ["check", "-"]])
def test_an_interrupt_ends_quietly(words: list[str]) -> None:
    command = [sys.executable, "-m", "referee", *words]
    pipe = subprocess.PIPE
    # whoever runs the tests in the background has interrupts ignored, which children would inherit
    as_it_was = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
    signal.signal(signal.SIGINT, as_it_was)
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        if words == ["answer"]:
            process.stdin.write(b"\n")
            process.stdin.flush()
        if words != ["check", "-"]:
            process.stdout.readline()
        else:
            time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in {0, 130}
        assert process.stderr.read() == b""
