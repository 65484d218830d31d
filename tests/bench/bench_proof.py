"""What a proof about every hand of forty cards takes, and a difference over the same hands, in all the cores there are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from random import Random

from aims import asked
from bench_start import spent_by_children
from figures import SECONDS, Figure, Row
from measuring import FULL, Job, Pace, in_turn

from referee.library import Library
from referee.table import Table
from referee.workshop.differences import differences
from referee.workshop.proof.prove import prove

ONE_ROUND = Pace(1, 0.0)
"""A minute of all cores is enough to know."""


def figures(_: Pace) -> list[Figure]:
    """Both, in seconds of the processor of all processes together: with more cores nobody waits longer than that."""
    library, jobs = Library(), os.cpu_count() or 1
    spanish, other = (library.table(library.rule_set(name)) for name in ("spanish-40", "house-b"))
    taken = in_turn(
        [
            Job(f"prove spanish-40, 18,643,560 hands, in {jobs} processes", _once(_prove, spanish, jobs), _spent),
            Job("diff spanish-40 house-b, the same hands", _once(_differ, spanish, other, jobs), _spent),
        ],
        ONE_ROUND,
    )
    return [Figure(one.name, SECONDS, one.time(), ours=one, aim=asked("proof"), line="proof") for one in taken]


def _spent() -> float:
    """Seconds of the processor of this process and of those that it waited for."""
    return time.process_time() + spent_by_children()


def _once(work: Callable[..., None], *given: object) -> Callable[[], int]:
    def done() -> int:
        work(*given)
        return 1

    return done


def _prove(table: Table, jobs: int) -> None:
    assert prove(table, Random(0), jobs=jobs).exact


def _differ(one: Table, other: Table, jobs: int) -> None:
    assert differences(one, other, Random(0), jobs=jobs).exact


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
