"""What a check costs an author: of a rule file of 300 lines, in one process and as a cold command.

The file is a whole game with its paragraphs in six languages and sixty examples, each of which is judged. In one process
the best of several checks of texts that differ (nothing is cached but the bases); as a command the best of fresh
processes, Python's own start included; compiled bytecode is warm, as it is after the first run on any machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from referee.library.shelf import FolderShelf
from referee.workshop.check import check

LINES = 300
ROUNDS = 15
NAME = "spanish-40"
IN_ONE_PROCESS, COLD = 150, 300
EXAMPLES = (
    "  - {close: 4c 5c 6c 11o 11e 11b 5b, outcome: plain, writes: 5}",
    "  - {close: 4c 5c 6c 11o 11e 11b 6b, refused: es.4}",
    "  - {hand: 5o 6o 7o 7c 7e 1b 12c, deadwood: 24}",
)


def _file() -> str:
    """The built-in game, with examples of its own up to 300 lines."""
    content = FolderShelf().find(NAME)
    assert content is not None
    lines = content.decode("utf-8").splitlines()
    while len(lines) < LINES:
        lines.append(EXAMPLES[len(lines) % len(EXAMPLES)])
    return "\n".join(lines) + "\n"


def _in_one_process(text: str) -> float:
    shelf, best = FolderShelf(), float("inf")
    for number in range(ROUNDS):
        content = f"{text}# {number}\n".encode()
        began = time.perf_counter()
        checked = check(content, f"{NAME}.yaml", shelf)
        best = min(best, time.perf_counter() - began)
        assert checked.rule_set is not None
    return best * 1000


def _cold(text: str) -> float:
    best = float("inf")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{NAME}.yaml")
        path.write_text(text, encoding="utf-8")
        for _ in range(ROUNDS):
            began = time.perf_counter()
            command = [sys.executable, "-m", "referee", "check", str(path)]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
            best = min(best, time.perf_counter() - began)
    return best * 1000


def measure() -> list[tuple[str, str, str]]:
    """Both figures against their aims."""
    text = _file()
    rows = []
    for name, taken, aim in (
        ("check of 300 lines in one process", _in_one_process(text), IN_ONE_PROCESS),
        ("check of 300 lines as a cold command", _cold(text), COLD),
    ):
        rows.append((name, f"{taken:.0f} ms{'  MISSED' if taken > aim else ''}", f"at most {aim} ms"))
    return rows


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
