"""A server answers what it has an RPC for as the vectors say."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from referee.cli.client_loader import load_client
from tests.conformance.run import main

load_client()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.mark.parametrize(
    ("part", "every", "unasked"),
    [
        ("cases", 1, 22),
        ("close", 50, None),
        ("deadwood", 50, None),
        ("validate", 50, None),
        ("legal_actions", 20, None),
        ("refusals", 3, None),
    ],
)
def test_a_server_answers_alike(address: str, part: str, every: int, unasked: int | None, capsys) -> None:
    """Those of the cases without an RPC are the seven lay-offs and fifteen melds."""
    assert main(["--grpc", address, "--part", part, "--every", str(every)]) == 0
    last = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("all"))
    _, same, other, left, *_ = last.split()
    assert int(same.replace(",", "")) >= 5
    assert other == "0"
    assert unasked is None or int(left) == unasked


@pytest.mark.slow
def test_a_server_answers_all_of_it_alike(address: str) -> None:
    assert main(["--grpc", address]) == 0


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--grpc", "127.0.0.1:9", "--part", "cases"]) == 2
    assert "does not answer" in capsys.readouterr().err
