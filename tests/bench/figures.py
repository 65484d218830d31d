"""A figure: something measured beside its yardstick, what it is to reach, and whether it does.

Most figures are ratios to a peer of the same rounds. Of which kind a figure is says what its value is and whether much
or little is good; how it is written follows from that too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from measuring import Job, Pace, Spread, Taken, dearer, faster, in_turn, over

Row = tuple[str, str, str]
"""A figure for people who only want to read it: its name, its value, its aim."""

MISSED = "MISSED"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value says: its form, its unit behind a number of an aim, and whether much of it is good."""

    name: str
    factor: float
    unit: str
    more_is_better: bool

    def number(self, value: float) -> str:
        """A value as it is read: three digits that count, thousands in groups."""
        value *= self.factor
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"

    def written(self, spread: Spread) -> str:
        """The median with the quarters around it."""
        return f"{self.number(spread.median)}{self.unit} [{self.number(spread.low)}-{self.number(spread.high)}]"


FASTER = Kind("times as fast", 1, "x", more_is_better=True)
DEARER = Kind("times the time", 1, "x", more_is_better=False)
RATE = Kind("items a second", 1, "/s", more_is_better=True)
MILLISECONDS = Kind("milliseconds", 1e3, " ms", more_is_better=False)
MICROSECONDS = Kind("microseconds", 1e6, " us", more_is_better=False)
SECONDS = Kind("seconds", 1, " s", more_is_better=False)
SHARE = Kind("share", 100, " %", more_is_better=False)
TOLD = Kind("told", 1, "", more_is_better=True)
RATIOS = (FASTER, DEARER)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure is to reach, with plain Python and with the native core; None where nothing is asked."""

    plain: float | None
    native: float | None = None

    def asked(self, *, native: bool) -> float | None:
        """What is asked of the road in use."""
        return self.native if native else self.plain


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the tables.

    `value` is None where nothing was measured, and `note` then says why. `ours` and `theirs` are what the value was
    made of. `aim` is what is asked of it on the road in use, in the unit of the kind before its factor; `line` is the
    line of the aims (`aims.py`) that it answers. `own`: the yardstick is ours too, so that the ratio falls when that gets
    faster. `told` is a value of no kind, as older modules write it.
    """

    name: str
    kind: Kind
    value: Spread | None
    peer: str = ""
    ours: Taken | None = None
    theirs: Taken | None = None
    aim: float | None = None
    line: str = ""
    own: bool = False
    note: str = ""
    told: str = ""
    told_aim: str = ""
    subject: str = ""

    @property
    def key(self) -> str:
        """What the figure is found by in another run."""
        return f"{self.subject}: {self.name}" + (f" / {self.peer}" if self.peer else "")

    @property
    def missed(self) -> bool:
        """Whether there is an aim, and the median does not reach it."""
        if self.kind == TOLD:
            return MISSED in self.told
        if self.aim is None or self.value is None:
            return False
        return self.value.median < self.aim if self.kind.more_is_better else self.value.median > self.aim

    @property
    def verdict(self) -> str:
        """PASS, MISSED, or nothing where nothing is asked or nothing was measured."""
        if self.missed:
            return MISSED
        asked = bool(self.told_aim) if self.kind == TOLD else self.aim is not None and self.value is not None
        return "PASS" if asked else ""

    def value_text(self) -> str:
        """The value as it is read."""
        if self.kind == TOLD:
            return self.told.replace(MISSED, "").strip()
        return self.note if self.value is None else self.kind.written(self.value)

    def aim_text(self) -> str:
        """The aim as it is read."""
        if self.aim is None:
            return self.told_aim
        return f"{'at least' if self.kind.more_is_better else 'at most'} {self.kind.number(self.aim)}{self.kind.unit}"

    def row(self) -> Row:
        """The figure for a table of three columns."""
        name = f"{self.name}, against {self.peer}" if self.peer else self.name
        return (name, self.value_text() + (f"  {MISSED}" if self.missed else ""), self.aim_text())


def of_row(row: Row) -> Figure:
    """A row of a module that only has rows."""
    name, value, aim = row
    return Figure(name, TOLD, None, told=value, told_aim=aim)


class NotInstalled(Exception):  # noqa: N818 - named as it is told
    """A peer cannot be imported here; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A yardstick: its name, and what makes its job (NotInstalled where it cannot be had). `own`: it is ours as well."""

    name: str
    make: Callable[[], Job]
    aim: float | None = None
    line: str = ""
    kind: Kind = FASTER
    own: bool = False


def beside(name: str, ours: Job, peers: Sequence[Peer], pace: Pace, *, rate: Figure | None = None) -> list[Figure]:
    """Ours and its peers in turn: a figure for each of them, behind one of what ours comes to by itself.

    `rate` is that one with its aim, if it has any.
    """
    by_name = {peer.name: peer for peer in peers}
    jobs, absent = present([(peer.name, peer.make) for peer in peers])
    first, *others = in_turn([ours, *jobs], pace)
    alone = rate or Figure(name, RATE, None)
    found = [replace(alone, value=_alone(alone.kind, first), ours=first)]
    compare = {FASTER: faster, DEARER: dearer, MILLISECONDS: over}
    for job, theirs in zip(jobs, others, strict=True):
        peer = by_name[job.name]
        value = compare[peer.kind](first, theirs)
        found.append(Figure(name, peer.kind, value, peer.name, first, theirs, peer.aim, peer.line, peer.own))
    return found + [
        Figure(name, by_name[peer].kind, None, peer, note=why, line=by_name[peer].line) for peer, why in absent
    ]


def _alone(kind: Kind, taken: Taken) -> Spread:
    return taken.rate() if kind == RATE else taken.time()


def present(peers: Sequence[tuple[str, Callable[[], Job]]]) -> tuple[list[Job], list[tuple[str, str]]]:
    """The jobs of the peers that are here, by the names given, and of each other one its name and why it is not."""
    jobs, absent = [], []
    for name, make in peers:
        try:
            jobs.append(replace(make(), name=name))
        except NotInstalled as missing:
            absent.append((name, f"not installed: {missing}"))
    return jobs, absent
