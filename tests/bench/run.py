"""All benchmarks in one run, as one Markdown table: `python tests/bench/run.py [subject ...]`.

The modules `bench_*.py` beside this file are found by name; README.md says what each of them offers.
"""

from __future__ import annotations

import importlib
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
Row = tuple[str, str, str]
MISSED = "MISSED"


def print_table(rows: Sequence[Row]) -> None:
    """Print rows as a Markdown table whose columns line up."""
    table = [("figure", "value", "aim"), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    for number, row in enumerate(table):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def subjects(wanted: Sequence[str]) -> list[str]:
    """Names of the modules to run; an unknown subject ends the run with a sentence."""
    known = sorted(path.stem for path in HERE.glob("bench_*.py"))
    missing = [name for name in wanted if f"bench_{name}" not in known]
    if missing:
        offered = ", ".join(name.removeprefix("bench_") for name in known)
        sys.exit(f"run.py: no benchmark is called {missing[0]}; there are: {offered}")
    return [name for name in known if not wanted or name.removeprefix("bench_") in wanted]


def main(wanted: Sequence[str]) -> int:
    """Measure and print; 1 if some figure misses its aim."""
    sys.path.insert(0, str(HERE))
    rows: list[Row] = []
    for name in subjects(wanted):
        began = time.perf_counter()
        rows += importlib.import_module(name).measure()
        print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr)
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n")
    print_table(rows)
    return 1 if any(MISSED in value for _, value, _ in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
