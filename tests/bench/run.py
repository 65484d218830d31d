"""All benchmarks in one run: `python tests/bench/run.py [subject ...] [--out FOLDER] [--quick] [--gate | --record]`.

The modules `bench_*.py` beside this file are found by name; README.md says what each of them offers. Printed is a
Markdown table; `--out` writes bench.md, bench.json and bench.svg. `--quick` takes half the rounds. `--gate` compares the
ratios to peers with recorded.json, in a minute or two, measures once more what fell, and says nothing of aims;
`--record` writes them there.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from aims import road  # noqa: E402 - found beside this file
from figures import Figure, NotInstalled, Row, of_row  # noqa: E402
from gate import better, fallen, ratios, record, recorded, subjects_of  # noqa: E402
from measuring import FULL, GATE, QUICK, Pace  # noqa: E402
from plot import draw  # noqa: E402
from report import as_json, markdown, table  # noqa: E402

GATED = ("conditions", "records", "solver", "closing", "service")
"""The subjects that have yardsticks which are not ours."""


def print_table(rows: Sequence[Row]) -> None:
    """Print rows as a Markdown table whose columns line up."""
    print(table(("figure", "value", "aim"), rows))


def subjects(wanted: Sequence[str]) -> list[str]:
    """Names of the modules to run; an unknown subject ends the run with a sentence."""
    known = sorted(path.stem for path in HERE.glob("bench_*.py"))
    missing = [name for name in wanted if f"bench_{name}" not in known]
    if missing:
        offered = ", ".join(name.removeprefix("bench_") for name in known)
        sys.exit(f"run.py: no benchmark is called {missing[0]}; there are: {offered}")
    return [name for name in known if not wanted or name.removeprefix("bench_") in wanted]


def measured(name: str, pace: Pace) -> list[Figure]:
    """The figures of one module, whichever of the two forms it offers."""
    module = importlib.import_module(name)
    began = time.perf_counter()
    found = module.figures(pace) if hasattr(module, "figures") else [of_row(row) for row in module.measure()]
    print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return [replace(one, subject=name.removeprefix("bench_")) for one in found]


def apart(name: str, pace: Pace) -> list[Figure]:
    """The same in a process of its own: what another subject has left in memory slows single look-ups by a third."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measured, name, pace).result()


def write(figures: Sequence[Figure], pace: Pace, folder: Path) -> None:
    """The three files of a run."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.md").write_text(markdown(figures, pace), "utf-8")
    (folder / "bench.json").write_text(json.dumps(as_json(figures, pace), indent=1, ensure_ascii=False) + "\n", "utf-8")
    try:
        draw(figures, folder / "bench.svg")
    except NotInstalled as missing:
        print(f"run.py: no bench.svg, {missing} is not installed", file=sys.stderr)


def compare(found: Sequence[Figure], again: Callable[[str], Sequence[Figure]]) -> int:
    """The gate: 1 if a ratio fell below its band in two runs of its subject, or nothing could be compared."""
    for one in found:
        if one.note:
            print(f"left out: {one.key}: {one.note}")
    now, held = ratios(found), recorded(road())
    both = now.keys() & held.keys()
    if not both:
        print(f"run.py: nothing is recorded of the {road()} road that was measured here")
        return 1
    lost = fallen(now, held)
    if lost:  # a neighbour may have had the machine for as long as a subject takes
        print(*(f"measured again: {line}" for line in lost), sep="\n")
        now = better(now, ratios([one for name in subjects_of(lost) for one in again(name)]))
        lost = fallen(now, held)
    print(*lost, f"{len(both)} ratios compared on the {road()} road, {len(lost)} fell below their bands", sep="\n")
    return 1 if lost else 0


def options(words: Sequence[str]) -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(prog="run.py", description="Measures the referee beside its peers.")
    parser.add_argument("subject", nargs="*", help="only these, as bench_SUBJECT.py names them")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write bench.md, bench.json and bench.svg there")
    parser.add_argument("--quick", action="store_true", help="half the rounds")
    ends = parser.add_mutually_exclusive_group()
    ends.add_argument(
        "--gate", action="store_true", help="only what has peers; fail if a ratio fell far below the recorded one"
    )
    ends.add_argument("--record", action="store_true", help="only what has peers; write the ratios down for the gate")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Measure and print; 1 if some figure misses its aim, or with --gate if a ratio has fallen."""
    asked = options(words)
    held = asked.gate or asked.record
    pace = GATE if held else QUICK if asked.quick else FULL
    offered = [name for name in GATED if (HERE / f"bench_{name}.py").exists()]
    found: list[Figure] = []
    for name in subjects(asked.subject or (offered if held else ())):
        found += apart(name, pace)
    if asked.out:
        write(found, pace, asked.out)
    if asked.record:
        record(road(), ratios(found))
    if asked.gate:
        return compare(found, partial(apart, pace=pace))
    print(markdown(found, pace))
    return 1 if any(one.missed for one in found) and not asked.record else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
