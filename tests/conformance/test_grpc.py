"""A server answers as the vectors say, all of them: by messages what they can say, the rest as lines."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.cli.client_loader import load_client
from tests.conformance.run import TOP, VECTORS, main

load_client()
CONTENTS = json.loads((VECTORS / "contents.json").read_text("utf-8"))


@contextmanager
def _served(*more: str) -> Iterator[str]:
    command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with _served("--folders", str(TOP / "tests" / "rules")) as opened:
        yield opened


def _totals(capsys: pytest.CaptureFixture[str]) -> list[int]:
    """Same, other, as lines, not asked."""
    last = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("all"))
    return [int(number.replace(",", "")) for number in last.split()[1:5]]


@pytest.mark.parametrize(
    ("part", "every"),
    [
        ("cases", 1),
        ("close", 50),
        ("deadwood", 50),
        ("layoff", 50),
        ("meld", 50),
        ("validate", 50),
        ("legal_actions", 20),
        ("refusals", 3),
    ],
)
def test_a_server_answers_alike(address: str, part: str, every: int, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it: nothing is left unasked."""
    assert main(["--grpc", address, "--part", part, "--every", str(every)]) == 0
    same, other, _, left = _totals(capsys)
    assert same >= 12
    assert (other, left) == (0, 0)


def test_without_the_folder_it_is_told_what_was_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    with _served() as address:
        assert main(["--grpc", address, "--part", "meld", "--every", "40"]) == 0
    out = capsys.readouterr().out
    assert "the server has no rule set around" in out
    assert sum(int(line.split()[2].rstrip(",")) for line in out.splitlines() if line.startswith("not asked")) > 0


@pytest.mark.slow
def test_a_server_answers_all_of_it_alike(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--grpc", address]) == 0
    same, other, _, left = _totals(capsys)
    assert (same, other, left) == (sum(one["vectors"] for one in CONTENTS.values()), 0, 0)


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--grpc", "127.0.0.1:9", "--part", "cases"]) == 2
    assert "does not answer" in capsys.readouterr().err
