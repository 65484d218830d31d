"""A real server in a process of its own, and both clients."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from referee.cli.client_loader import load_client

load_client()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the server listens."""
    command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("listening on "), f"the server said {line!r}"
    yield line.removeprefix("listening on ").strip()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode == 0
