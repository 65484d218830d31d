"""The command line as a process: what it leaves behind."""

import os
import subprocess
import sys
from pathlib import Path


class Done:
    """What a command left: exit code, standard output, standard error."""

    def __init__(self, process: subprocess.CompletedProcess[bytes]) -> None:
        self.code = process.returncode
        self.out = process.stdout.decode("utf-8")
        self.err = process.stderr.decode("utf-8")


def referee(*words: str, folder: Path | None = None, typed: str = "", **environment: str) -> Done:
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", **environment},
        input=typed.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    return Done(done)
