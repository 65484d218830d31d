"""The figures of a run for people and for programs: two kinds of tables in Markdown, and everything as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from aims import LINES, road, version
from figures import FASTER, RATE, Figure, Kind
from measuring import Pace, Spread, Taken

HEADS = ("figure", "against", "value", "ours", "theirs", "by the wall", "aim", "")


def markdown(figures: Sequence[Figure], pace: Pace) -> str:
    """The aims line by line with the worst that was measured of each, then every figure by subject."""
    parts = [
        "# Benchmarks",
        _where(pace),
        "## Aims",
        table(("aim", "asked, plain", "asked, native", "its worst figure here", "value", ""), _aims(figures)),
        *_unanswered(figures),
    ]
    for subject, group in groupby(figures, key=lambda one: one.subject):
        parts += [f"## {subject.capitalize()}", table(HEADS, [_line(one) for one in group])]
    return "\n\n".join(parts) + "\n"


def as_json(figures: Sequence[Figure], pace: Pace) -> dict[str, Any]:
    """All of a run; spreads are {median, low, high, least, most}, times in seconds for an item."""
    return {
        "day": _today(),
        "version": version(),
        "road": road(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "rounds": pace.rounds,
        "figures": [_plain(one) for one in figures],
    }


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose columns line up."""
    lines = [tuple(heads), *(tuple(cell.replace("|", "\\|") for cell in row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    written = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    written.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(written)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _where(pace: Pace) -> str:
    return (
        f"{_today()}: {version()} on the {road()} road; Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores. Medians of {pace.rounds} rounds in which all jobs of a comparison take turns (of fewer where one "
        "takes long), in brackets the quarters below and above. Times and rates are of the processor, where nothing else is said."
    )


def _aims(figures: Sequence[Figure]) -> list[tuple[str, ...]]:
    """A row for each line: the figure that is furthest from its aim, and how many of the line's reach it."""
    rows = []
    for name, line in LINES.items():
        measured = [one for one in figures if one.line == name and one.value is not None]
        if not measured:
            continue
        worst = max(measured, key=_short_of)
        reached = sum(not one.missed for one in measured)
        verdict = worst.verdict + (f" ({reached} of {len(measured)} reach it)" if worst.missed else "")
        rows.append((line.text, line.plain, line.native, worst.name, worst.value_text(), verdict))
    return rows


def _unanswered(figures: Sequence[Figure]) -> list[str]:
    """The lines that nothing was measured of, if there are any, and why."""
    lines = []
    for name, line in LINES.items():
        of_line = [one for one in figures if one.line == name]
        if all(one.value is None for one in of_line):
            lines.append(f"- {line.text}" + (f" ({of_line[0].note})" if of_line else ""))
    return ["Not measured in this run:", "\n".join(lines)] if lines else []


def _short_of(one: Figure) -> float:
    """How far a figure is from its aim: above 1 it misses it."""
    if one.aim is None or one.value is None:
        return 0.0
    return one.aim / one.value.median if one.kind.more_is_better else one.value.median / one.aim


def _line(one: Figure) -> tuple[str, ...]:
    wall = ""
    if one.ours is not None:
        wall = _speed(one.kind, one.ours, wall=True) + (
            f" / {_speed(one.kind, one.theirs, wall=True)}" if one.theirs else ""
        )
    return (
        one.name,
        one.peer,
        one.value_text(),
        _speed(one.kind, one.ours) if one.ours else "",
        _speed(one.kind, one.theirs) if one.theirs else "",
        wall,
        one.aim_text(),
        one.verdict,
    )


def _speed(kind: Kind, taken: Taken, *, wall: bool = False) -> str:
    """What an item took, or how many there were in a second, as suits the kind of the figure."""
    if kind in (FASTER, RATE):
        return f"{(taken.wall_rate() if wall else taken.rate()).median:,.0f}/s"
    seconds = Spread.of(taken.wall if wall else taken.cpu).median
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _plain(one: Figure) -> dict[str, Any]:
    return {
        "key": one.key,
        "subject": one.subject,
        "figure": one.name,
        "against": one.peer,
        "kind": one.kind.name,
        "value": _short(one.value) if one.value else None,
        "text": one.value_text(),
        "aim": one.aim,
        "aim_text": one.aim_text(),
        "line": one.line,
        "verdict": one.verdict,
        "ours": _of_taken(one.ours),
        "theirs": _of_taken(one.theirs),
    }


def _of_taken(taken: Taken | None) -> dict[str, Any] | None:
    if taken is None:
        return None
    return {"items": taken.items, "cpu": _short(Spread.of(taken.cpu)), "wall": _short(Spread.of(taken.wall))}


def _short(spread: Spread) -> dict[str, float]:
    """A spread to four digits that count."""
    return {name: float(f"{value:.4g}") for name, value in asdict(spread).items()}
