"""Servers as processes, storms of calls as processes beside them, and what is measured meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.serving.conftest import free_port, page, running

__all__ = ["free_port", "page", "running"]

STORM = Path(__file__).parent / "storm.py"


@dataclass
class Storm:
    """Calls that are being made. Behind its block: the seconds it took, and how many calls ended in each way."""

    process: subprocess.Popen[str]
    seconds: float = 0.0
    ended: dict[str, int] = field(default_factory=dict)

    @property
    def goes_on(self) -> bool:
        return self.process.poll() is None


@contextmanager
def _raging(address: str, kind: str, seconds: float = 50) -> Iterator[Storm]:
    command = [sys.executable, str(STORM), address, kind, str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        storm = Storm(process)
        try:
            yield storm
            told = json.loads(process.communicate(timeout=60)[0])
            storm.seconds, storm.ended = told["seconds"], told["ended"]
        finally:
            process.kill()


@pytest.fixture
def raging() -> Callable[..., AbstractContextManager[Storm]]:
    """`raging(address, "yaml")`: a storm of one kind for the length of the block."""
    return _raging


def timed(ask: Callable[[], object]) -> float:
    """Seconds that a question took."""
    began = time.perf_counter()
    ask()
    return time.perf_counter() - began


def at(percent: int, seconds: list[float]) -> float:
    """The time within which so many of a hundred were answered."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def told(record_property: Any, **figures: float) -> None:
    """State figures: in the report of the run, and with `-s` on the screen."""
    for name, value in figures.items():
        record_property(name, value)
    print(" ".join(f"{name}={value:.4g}" for name, value in figures.items()))
