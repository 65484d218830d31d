"""What a proof about every hand of forty cards takes, and a difference over the same hands, in all the cores there are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from random import Random

from referee.library import Library
from referee.table import Table
from referee.workshop.differences import differences
from referee.workshop.proof.prove import prove

AIM = 60.0
"""Seconds, on two cores."""


def measure() -> list[tuple[str, str, str]]:
    """Rows of (figure, value, aim)."""
    library, jobs = Library(), os.cpu_count() or 1
    spanish, other = (library.table(library.rule_set(name)) for name in ("spanish-40", "house-b"))
    return [
        _row(f"prove spanish-40, 18,643,560 hands, {jobs} cores", lambda: _prove(spanish, jobs)),
        _row(f"diff spanish-40 house-b, the same hands, {jobs} cores", lambda: _differ(spanish, other, jobs)),
    ]


def _prove(table: Table, jobs: int) -> None:
    assert prove(table, Random(0), jobs=jobs).exact


def _differ(one: Table, other: Table, jobs: int) -> None:
    assert differences(one, other, Random(0), jobs=jobs).exact


def _row(figure: str, work: Callable[[], None]) -> tuple[str, str, str]:
    began = time.perf_counter()
    work()
    took = time.perf_counter() - began
    missed = "  MISSED" if took > AIM else ""
    return (figure, f"{took:.1f} s{missed}", f"at most {AIM:.0f} s on two cores")


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
