"""Cold start: what a command costs before it does anything, over the bare interpreter.

Each command runs in a fresh process, in turn with `python -c pass`; the figure is what its process takes more of the
processor, round by round. Compiled bytecode is warm, as it is after the first run on any machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from resource import RUSAGE_CHILDREN, getrusage

from aims import asked
from figures import MILLISECONDS, Figure, Row
from measuring import FULL, Job, Pace, in_turn, over

HAND = ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]
QUESTION = b'{"op": "deadwood", "rules": "spanish-40", "hand": ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]}\n'
REFEREE = [sys.executable, "-P", "-m", "referee"]
BARE = "python -c pass"
COMMANDS: list[tuple[str, list[str], bytes, str]] = [
    ("referee --version", [*REFEREE, "--version"], b"", "version"),
    ("referee solve (7 cards)", [*REFEREE, "solve", *HAND, "--rules", "spanish-40"], b"", "solve"),
    ("referee close (7 cards)", [*REFEREE, "close", *HAND[:6], "2o", "--rules", "spanish-40"], b"", ""),
    ("referee answer (1 question)", [*REFEREE, "answer"], QUESTION, ""),
]


def spent_by_children() -> float:
    """Seconds of the processor that processes took which this one started and waited for."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def started(name: str, command: Sequence[str], given: bytes = b"", *, answers: bool = True) -> Job:
    """A fresh process of a command. `answers`: it has to print something, so that a command that fails is not timed."""

    def work() -> int:
        done = subprocess.run(command, input=given, capture_output=True, check=False)
        assert done.stdout or not answers, done.stderr
        return 1

    return Job(name, work, spent_by_children)


def figures(pace: Pace) -> list[Figure]:
    """A figure for each command."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # bytecode is to be warm, as the text above says
    bare, *taken = in_turn(
        [
            started(BARE, [sys.executable, "-c", "pass"], answers=False),
            *(started(name, command, given) for name, command, given, _ in COMMANDS),
        ],
        pace.scarcer(1),
    )
    make = partial(Figure, kind=MILLISECONDS, peer=BARE, theirs=bare)
    return [Figure(f"cold start of {BARE}", MILLISECONDS, bare.time(), ours=bare)] + [
        make(
            f"cold start of {one.name}, over it",
            value=over(one, bare),
            ours=one,
            aim=asked(line) if line else None,
            line=line,
        )
        for one, (_, _, _, line) in zip(taken, COMMANDS, strict=True)
    ]


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
