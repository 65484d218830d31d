"""What a log may hold of an exception: its kind, and the places it passed. Its text may name cards, so it stays out."""

from __future__ import annotations

import traceback
from pathlib import PurePath
from types import TracebackType

_SHOWN = 12
"""Places, from where it was raised upwards: more say nothing."""


def traced(error: BaseException) -> str:
    """`ValueError at solve.py:33 in best < close.py:12 in judge`, the place it was raised at first."""
    places = _places(error.__traceback__)
    return f"{type(error).__name__} at {places}" if places else type(error).__name__


def _places(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_SHOWN:]
    return " < ".join(f"{PurePath(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in reversed(frames))
