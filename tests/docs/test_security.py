"""What SECURITY.md says holds a promise is there, and has tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = sorted(set(re.findall(r"`(tests/[a-z_/]+(?:\.py)?)`", (ROOT / "SECURITY.md").read_text("utf-8"))))


def test_every_threat_names_what_holds_it() -> None:
    table = (ROOT / "SECURITY.md").read_text("utf-8").split("| threat |")[1].split("\n\n")[0].splitlines()[2:]
    assert len(table) > 10
    assert all("`tests/" in row for row in table)


@pytest.mark.parametrize("place", NAMED)
def test_what_is_named_has_tests(place: str) -> None:
    path = ROOT / place
    files = [path] if path.suffix else list(path.rglob("test_*.py"))
    assert files
    assert any(re.search(r"^(?:async )?def test_", file.read_text("utf-8"), re.MULTILINE) for file in files)
