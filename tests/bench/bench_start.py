"""Cold start: what a command costs before it does anything, over the bare interpreter.

Each command runs in a fresh process, in turn with `python -c pass`; the figure is the difference of the
two best times. Compiled bytecode is warm, as it is after the first run on any machine.
"""

from __future__ import annotations

import subprocess
import sys
import time

ROUNDS = 15
HAND = ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]
QUESTION = b'{"op": "deadwood", "rules": "spanish-40", "hand": ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]}\n'
REFEREE = [sys.executable, "-m", "referee"]
COMMANDS: list[tuple[str, list[str], bytes, int]] = [
    ("referee --version", [*REFEREE, "--version"], b"", 50),
    ("referee solve (7 cards)", [*REFEREE, "solve", *HAND, "--rules", "spanish-40"], b"", 150),
    ("referee close (7 cards)", [*REFEREE, "close", *HAND[:6], "2o", "--rules", "spanish-40"], b"", 0),
    ("referee answer (1 question)", [*REFEREE, "answer"], QUESTION, 0),
]


def _milliseconds(command: list[str], given: bytes) -> float:
    began = time.perf_counter()
    subprocess.run(command, input=given, stdout=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - began) * 1000


def measure() -> list[tuple[str, str, str]]:
    """One row a command."""
    bare = float("inf")
    best = [float("inf")] * len(COMMANDS)
    for _ in range(ROUNDS):
        bare = min(bare, _milliseconds([sys.executable, "-c", "pass"], b""))
        for number, (_, command, given, _) in enumerate(COMMANDS):
            best[number] = min(best[number], _milliseconds(command, given))
    rows = [("cold start of bare Python", f"{bare:.0f} ms", "")]
    for (name, _, _, aim), taken in zip(COMMANDS, best, strict=True):
        over = taken - bare
        missed = "  MISSED" if aim and over > aim else ""
        rows.append(
            (f"cold start of {name}", f"{over:.0f} ms over bare Python{missed}", f"at most {aim} ms" if aim else "")
        )
    return rows


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
