"""Servers that a check needs beside the referee, and how long it waits for them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self


def until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Waits until it holds; AssertionError after so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds:g} s: {what}"
        time.sleep(0.2)


def status(url: str) -> int:
    """The status that a server answers with; 0 if none answers."""
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@contextmanager
def stopped(process: subprocess.Popen[str], grace: float) -> Iterator[subprocess.Popen[str]]:
    """Stops it behind the block, as an engine would: SIGTERM, and within its grace it has ended, with 0."""
    try:
        yield process
        process.terminate()
        assert process.wait(grace) == 0
    finally:
        process.kill()
        process.wait()


@contextmanager
def envoy(command: Sequence[str], places: Mapping[str, Path], scratch: Path) -> Iterator[None]:
    """Envoy with the command of a file; `places` says what stands where it looks for files."""
    words = list(command)
    named = words.index("--config-path") + 1
    text = places[words[named]].read_text("utf-8")
    for place, path in places.items():
        text = text.replace(f"filename: {place}}}", f"filename: {path}}}")
    words[0] = str(Path(sys.executable).parent / "envoy")
    words[named] = str(scratch / "envoy.yaml")
    Path(words[named]).write_text(text, "utf-8")
    process = subprocess.Popen([*words, "--log-level", "error", "--concurrency", "1"])
    try:
        yield
        assert process.poll() is None, "Envoy has ended"
    finally:
        process.kill()
        process.wait()


def certificate(scratch: Path) -> dict[str, str]:
    """For the name `referee`, signed by itself: what a Secret of the kind kubernetes.io/tls holds."""
    paths = {"tls.key": scratch / "made.key", "tls.crt": scratch / "made.crt"}
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    more = [
        "-subj",
        "/CN=referee",
        "-addext",
        "subjectAltName=DNS:referee",
        "-keyout",
        str(paths["tls.key"]),
        "-out",
        str(paths["tls.crt"]),
    ]
    subprocess.run([*words, *more], check=True, capture_output=True)
    held = {name: path.read_text("ascii") for name, path in paths.items()}
    return {**held, "ca.crt": held["tls.crt"]}


class Postgres:
    """The system's PostgreSQL on its usual port, with user, password and database of its image's variables."""

    def __init__(self, scratch: Path, variables: Mapping[str, str]) -> None:
        self._programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        self._folder = scratch / "database"
        self._variables = variables

    def __enter__(self) -> Self:
        self._folder.mkdir()
        secret = self._folder / "password"
        secret.write_text(self._variables["POSTGRES_PASSWORD"], "utf-8")
        subprocess.run(["chown", "-R", "postgres", str(self._folder)], check=True)
        cluster = self._folder / "cluster"
        user = f"--username={self._variables['POSTGRES_USER']}"
        assert (
            self.call("initdb", user, "--auth=scram-sha-256", f"--pwfile={secret}", "--no-sync", "-D", str(cluster))
            == 0
        )
        options = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder} -c fsync=off"
        log = str(self._folder / "log")
        assert self.call("pg_ctl", "-w", "-D", str(cluster), "-l", log, "-o", options, "start") == 0
        held = {"PGPASSWORD": self._variables["POSTGRES_PASSWORD"]}
        assert self.call("createdb", "-h", "127.0.0.1", user, self._variables["POSTGRES_DB"], **held) == 0
        return self

    def __exit__(self, *_: object) -> None:
        self.call("pg_ctl", "-m", "immediate", "-D", str(self._folder / "cluster"), "stop")

    def call(self, program: str, *words: str, **variables: str) -> int:
        """The exit code of one of its programs, run as the user `postgres`, whom its package made."""
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", str(self._programs / program)]
        environment = {**os.environ, **variables}
        return subprocess.run(
            [*command, *words], env=environment, cwd="/", stdout=subprocess.DEVNULL, check=False
        ).returncode
