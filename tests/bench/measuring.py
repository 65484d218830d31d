"""Things done in turn, round by round, and what each of them took: the only place of the benchmarks that looks at clocks.

All jobs of one run take turns: each round does every job once, forwards and backwards by turns, so that whatever else
the machine does hits all alike. What is compared are the rounds, each with itself; the median of the rounds counts.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

Clock = Callable[[], float]
"""Seconds, since whenever."""

Work = Callable[[], int]
"""Does something once, and says how many items that was."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to time. `cpu` is the clock of processor time where that is spent in another process than this one."""

    name: str
    work: Work
    cpu: Clock = time.process_time


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is measured: so many rounds, and at least so many seconds of each job in a round.

    `gated`: only what has a yardstick that is not ours, in one form of each kind.
    """

    rounds: int
    seconds: float
    gated: bool = False

    def share(self, number: int) -> int:
        """So much of what a full run needs as its rounds are of a full run's."""
        return number * self.rounds // FULL.rounds

    def scarcer(self, times: int) -> Pace:
        """For jobs that take long: so many times fewer rounds (never fewer than three), each job once in each."""
        return Pace(max(3, self.rounds // times), 0.0, self.gated)


FULL = Pace(15, 0.01)
QUICK = Pace(7, 0.01)
GATE = Pace(7, 0.01, gated=True)


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some values, the quarters of them below and above it, and the least and the greatest."""

    median: float
    low: float
    high: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of one value or more."""
        low, _, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else (values[0],) * 3
        return cls(median(values), low, high, min(values), max(values))

    def scaled(self, factor: float) -> Spread:
        """All values times a positive factor."""
        return Spread(*(value * factor for value in (self.median, self.low, self.high, self.least, self.most)))


@dataclass(frozen=True, slots=True)
class Taken:
    """What one item of a job took in each round, in seconds: of the processor and by the wall."""

    name: str
    items: int
    cpu: tuple[float, ...]
    wall: tuple[float, ...]

    def rate(self) -> Spread:
        """Items in a second of the processor."""
        return Spread.of([1 / each for each in self.cpu])

    def wall_rate(self) -> Spread:
        """Items in a second by the wall."""
        return Spread.of([1 / each for each in self.wall])

    def time(self) -> Spread:
        """Seconds of the processor for an item."""
        return Spread.of(self.cpu)


def faster(ours: Taken, theirs: Taken, *, wall: bool = False) -> Spread:
    """How many times as fast as theirs ours is, round by round."""
    return Spread.of([b / a for a, b in _rounds(ours, theirs, wall=wall)])


def dearer(ours: Taken, theirs: Taken, *, wall: bool = False) -> Spread:
    """How many times the time of theirs ours takes, round by round."""
    return Spread.of([a / b for a, b in _rounds(ours, theirs, wall=wall)])


def over(ours: Taken, theirs: Taken, *, wall: bool = False) -> Spread:
    """How many seconds more than theirs an item of ours takes, round by round."""
    return Spread.of([a - b for a, b in _rounds(ours, theirs, wall=wall)])


def _rounds(ours: Taken, theirs: Taken, *, wall: bool) -> zip[tuple[float, float]]:
    return zip(ours.wall, theirs.wall, strict=True) if wall else zip(ours.cpu, theirs.cpu, strict=True)


def in_turn(jobs: Sequence[Job], pace: Pace, wall: Clock = time.perf_counter) -> list[Taken]:
    """Do every job in every round, and say of each in the order given what an item took."""
    times = [_times(job, pace, wall) for job in jobs]
    found: list[tuple[list[float], list[float]]] = [([], []) for _ in jobs]
    items = [0] * len(jobs)
    order = list(range(len(jobs)))
    for _ in range(pace.rounds):
        gc.collect()
        for number in order:
            items[number], cpu, walled = _turn(jobs[number], times[number], wall)
            found[number][0].append(cpu / items[number])
            found[number][1].append(walled / items[number])
        order.reverse()
    return [
        Taken(job.name, many, tuple(cpu), tuple(walled))
        for job, many, (cpu, walled) in zip(jobs, items, found, strict=True)
    ]


def _turn(job: Job, times: int, wall: Clock) -> tuple[int, float, float]:
    """One turn of a job: the items, and the seconds of the processor and by the wall."""
    work, cpu, items = job.work, job.cpu, 0
    walled, spent = wall(), cpu()
    for _ in range(times):
        items += work()
    spent, walled = cpu() - spent, wall() - walled
    return items, spent, walled


def _times(job: Job, pace: Pace, wall: Clock) -> int:
    """How often a job is done in a turn so that the turn is long enough to be timed; this warms it up, too."""
    if not pace.seconds:
        return 1
    job.work()
    times = 1
    while (walled := _turn(job, times, wall)[2]) < pace.seconds:
        # not more than tenfold at once: the first turns are the slowest
        times = max(
            times + 1, min(10 * times, round(1.2 * times * pace.seconds / walled) if walled > 0 else 10 * times)
        )
    return times
