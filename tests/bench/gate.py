"""Ratios of this run against those that were recorded: a wide band, so that only what got much slower is told.

Only ratios to yardsticks that are not ours are held: they say the same on every machine, and do not fall when we make a
yardstick faster. Each road, plain or native, has ratios of its own. A peer that is not installed is told and left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from figures import FASTER, RATIOS, Figure

RECORDED = Path(__file__).resolve().parent / "recorded.json"
BAND = 0.6
"""So much of what was recorded has to be left."""


def ratios(figures: Sequence[Figure]) -> dict[str, float]:
    """How many times as fast as its yardstick each figure is, to three digits; what is compared in time, turned over."""
    return {
        one.key: float(f"{one.value.median if one.kind == FASTER else 1 / one.value.median:.3g}")
        for one in figures
        if one.kind in RATIOS and one.value is not None and not one.own
    }


def recorded(road: str) -> dict[str, float]:
    """What was recorded for a road."""
    if not RECORDED.exists():
        return {}
    found: dict[str, dict[str, float]] = json.loads(RECORDED.read_text("utf-8"))
    return found.get(road, {})


def record(road: str, found: Mapping[str, float]) -> None:
    """Put the ratios of a run in the place of those of the same road and the same subjects."""
    kept = json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}
    measured = {_subject(key) for key in found}
    others = {key: value for key, value in kept.get(road, {}).items() if _subject(key) not in measured}
    kept[road] = {**others, **found}
    RECORDED.write_text(json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def _subject(key: str) -> str:
    return key.partition(":")[0]


def better(found: Mapping[str, float], again: Mapping[str, float]) -> dict[str, float]:
    """Of two measurements the better one of each ratio: other work of a machine makes ratios worse, never better."""
    return {key: max(value, again.get(key, value)) for key, value in found.items()}


def subjects_of(lost: Sequence[str]) -> list[str]:
    """The modules that measured the ratios of such lines, each once."""
    return list(dict.fromkeys(f"bench_{_subject(line)}" for line in lost))


def fallen(found: Mapping[str, float], held: Mapping[str, float]) -> list[str]:
    """A line for each ratio that fell below the band. What is in one of the two only says nothing."""
    return [
        f"{key}: {found[key]:g}x as fast, {held[key]:g}x was recorded, {BAND * held[key]:.3g}x is the least"
        for key in sorted(found.keys() & held.keys())
        if found[key] < BAND * held[key]
    ]
