"""What a check costs an author: of a rule file of 300 lines, in one process and as a cold command.

The file is a whole game with its paragraphs in six languages and sixty examples, each of which is judged. In one process
every text differs (nothing is cached but the bases); as a command every process is fresh, Python's own start included;
compiled bytecode is warm, as it is after the first run on any machine.
"""

from __future__ import annotations

import os
import sys
import tempfile
from itertools import count
from pathlib import Path

from bench_start import started
from figures import MILLISECONDS, Figure, Row
from measuring import FULL, Job, Pace, in_turn

from referee.library.shelf import FolderShelf
from referee.workshop.check import check

LINES = 300
NAME = "spanish-40"
IN_ONE_PROCESS, COLD = 0.150, 0.300
"""Seconds."""
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


def _in_one_process(text: str) -> Job:
    shelf, numbers = FolderShelf(), count()

    def work() -> int:
        assert check(f"{text}# {next(numbers)}\n".encode(), f"{NAME}.yaml", shelf).rule_set is not None
        return 1

    return Job("check of 300 lines in one process", work)


def figures(pace: Pace) -> list[Figure]:
    """Both figures."""
    text = _file()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{NAME}.yaml")
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-P", "-m", "referee", "check", str(path)]
        cold = started("check of 300 lines as a cold command", command)
        taken = in_turn([_in_one_process(text), cold], pace.scarcer(1))
    aims = (IN_ONE_PROCESS, COLD)
    return [Figure(one.name, MILLISECONDS, one.time(), ours=one, aim=aim) for one, aim in zip(taken, aims, strict=True)]


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
