"""A server as a process, as whoever runs one starts it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest


@dataclass
class Served:
    """A server that runs: `address` is what it announced; `log` are the lines of standard error so far."""

    process: subprocess.Popen[str]
    address: str
    log: list[str] = field(default_factory=list)
    reading: threading.Thread | None = None

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """The exit code after a signal."""
        self.process.send_signal(number)
        code = self.process.wait(20)
        assert self.reading is not None
        self.reading.join(10)
        return code

    def records(self) -> list[dict[str, Any]]:
        """The lines of a log in JSON."""
        return [json.loads(line) for line in self.log]


@contextmanager
def _running(*words: str, address: str = "127.0.0.1:0", variables: dict[str, str] | None = None) -> Iterator[Served]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "serve", "--address", address, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**ours, **(variables or {})},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    served = Served(process, "")
    served.reading = threading.Thread(target=lambda: served.log.extend(process.stderr or ()), daemon=True)
    served.reading.start()
    try:
        line = process.stdout.readline()
        if not line.startswith("listening on "):
            process.wait(20)
            served.reading.join(10)
            pytest.fail(f"no server: {line!r} {served.log}")
        served.address = line.removeprefix("listening on ").strip()
        yield served
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(20)
        served.reading.join(10)
        for stream in (process.stdout, process.stderr):
            stream.close()


@pytest.fixture
def running() -> Callable[..., AbstractContextManager[Served]]:
    """`running("--workers", "2")`: a server on a free port of this machine, gone behind the block."""
    return _running


def _page(address: str, path: str, method: str = "GET") -> tuple[int, str]:
    request = urllib.request.Request(f"http://{address}{path}", method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.fixture
def page() -> Callable[..., tuple[int, str]]:
    """Status and body of a page of the admin port."""
    return _page


@pytest.fixture
def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


RULES = """\
rule_set: {name}
format: 1
extends: {base}
title: {{en: {title}}}
"""


@pytest.fixture
def write_rules() -> Callable[..., Path]:
    """Writes a rule file that differs from its base in its title, and the text given."""

    def write(folder: Path, name: str, base: str = "spanish-40", title: str = "Casa", more: str = "") -> Path:
        path = folder / f"{name}.yaml"
        path.write_text(RULES.format(name=name, base=base, title=title) + more, "utf-8")
        return path

    return write
