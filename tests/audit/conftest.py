"""Processes that are started anew import the tests' own judging by name, wherever the package itself comes from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = str(Path(__file__).resolve().parents[2])


@pytest.fixture(autouse=True)
def _found_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind everything else, so that the package that is installed stays the one that is tested."""
    monkeypatch.setattr(sys, "path", [*sys.path, ROOT])
