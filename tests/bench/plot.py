"""The ratios of a run as one picture: a point for each peer with its quarters, and a mark where the aim is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from figures import DEARER, FASTER, RATIOS, Figure, NotInstalled

REACHED, ASKED_NOTHING, NOT_REACHED = "#1a7f37", "#57606a", "#cf222e"


@dataclass(frozen=True, slots=True)
class Point:
    """One ratio as it is drawn: how many times as fast as the peer, with the quarters, and the aim."""

    label: str
    median: float
    low: float
    high: float
    aim: float | None
    colour: str


def points(figures: Sequence[Figure]) -> list[Point]:
    """The ratios of a run; times that are compared are turned over, so that right is always better."""
    found = []
    for one in figures:
        if one.kind not in RATIOS or one.value is None or one.value.least <= 0:
            continue
        value, aim = one.value, one.aim
        median, low, high = value.median, value.low, value.high
        if one.kind == DEARER:
            median, low, high = 1 / median, 1 / high, 1 / low
            aim = None if aim is None else 1 / aim
        colour = NOT_REACHED if one.missed else REACHED if one.aim is not None else ASKED_NOTHING
        found.append(Point(f"{one.name.replace('`', '')}, against {one.peer}", median, low, high, aim, colour))
    return found


def draw(figures: Sequence[Figure], path: Path) -> None:
    """Write the picture as SVG with its texts as texts; NotInstalled."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure as Sheet  # noqa: PLC0415
    except ImportError as missing:
        raise NotInstalled("matplotlib") from missing
    drawn = points(figures)
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "referee", "font.size": 8}):
        sheet = Sheet(figsize=(12, 1 + 0.2 * len(drawn)), layout="constrained")
        axes = sheet.add_subplot()
        for place, one in enumerate(drawn):
            around = [[one.median - one.low], [one.high - one.median]]
            axes.errorbar([one.median], [place], xerr=around, fmt="o", markersize=4, capsize=2, color=one.colour)
            if one.aim is not None:
                axes.plot([one.aim], [place], marker="|", markersize=9, markeredgewidth=2, color="black")
        axes.axvline(1, color="black", linewidth=0.6)
        axes.set_xscale("log")
        axes.set_yticks(range(len(drawn)), [one.label for one in drawn])
        axes.set_ylim(max(len(drawn), 1) - 0.5, -0.5)
        axes.grid(axis="x", which="major", linewidth=0.3)
        axes.set_xlabel(f"{FASTER.name} as the peer: median and quarters")
        sheet.suptitle(
            "upright mark: the aim. Green: reached, red: missed, grey: nothing is asked", fontsize=8, x=0.99, ha="right"
        )
        sheet.savefig(path, format="svg", metadata={"Date": None})
