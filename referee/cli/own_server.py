"""A server of one's own: started as a process on a free port of this machine, and stopped whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from referee.cli.failures import CommandError

START_SECONDS = 20.0
_STOP_SECONDS = 15.0
_ANNOUNCEMENT = "listening on "
_LINES_SHOWN = 5

_FORM = "REFEREE_NATIVE"


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a running server; CommandError if it does not start."""
    with tempfile.TemporaryFile() as complaints:
        process = _start(complaints)
        try:
            yield _address(process, complaints)
        finally:
            _stop(process)


def _start(complaints: IO[bytes]) -> subprocess.Popen[str]:
    """The very package that is running now serves, wherever the command was given and whatever lies there."""
    package = str(Path(__file__).resolve().parents[2])
    others = os.environ.get("PYTHONPATH")
    # what is set is for another server, but for the form in which the very package runs
    ours = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_") or name == _FORM}
    environment = {**ours, "PYTHONPATH": f"{package}{os.pathsep}{others}" if others else package}
    command = [sys.executable, "-P", "-m", "referee", "serve", "--address", "127.0.0.1:0"]
    return subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, env=environment, encoding="utf-8"
    )


def _address(process: subprocess.Popen[str], complaints: IO[bytes]) -> str:
    """What the server announces. A thread waits for the line, because reading a pipe cannot be given a time limit."""
    lines: list[str] = []
    output = process.stdout
    assert output is not None
    waiting = threading.Thread(target=lambda: lines.append(output.readline()), daemon=True)
    waiting.start()
    waiting.join(START_SECONDS)
    line = lines[0] if lines else ""
    if line.startswith(_ANNOUNCEMENT):
        return line.removeprefix(_ANNOUNCEMENT).strip()
    if waiting.is_alive():
        late = f"the server did not start within {START_SECONDS:.0f} seconds"
        raise CommandError(f"{late}{_said(complaints)}", "SERVER_FAILED")
    raise CommandError(f"the server ended before it served{_said(complaints)}", "SERVER_FAILED")


def _said(complaints: IO[bytes]) -> str:
    complaints.seek(0)
    lines = complaints.read().decode("utf-8", "replace").strip().splitlines()
    return "; it said:\n" + "\n".join(lines[-_LINES_SHOWN:]) if lines else ""


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
