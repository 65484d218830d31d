"""Rule sets by digest where thousands of records lie beside a few of them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from referee.library import Library, NotLoaded
from referee.library.shelf import FolderShelf

NONE = "ab" * 32


def rule_file(place: Path, name: str) -> None:
    (place / f"{name}.yaml").write_text(f"rule_set: {name}\nformat: 1\nextends: spanish-40\n", "utf-8")


def changed(place: Path) -> None:
    """The clock of a file system may stand still for some milliseconds."""
    now = time.time_ns()
    os.utime(place, ns=(now, now + 1_000_000))


def test_records_are_looked_at_once_and_not_for_every_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        (tmp_path / f"game-{number}.yaml").write_text("record: 1\n", "utf-8")
    rule_file(tmp_path, "casa")
    library, asked = Library([tmp_path]), list[str]()
    find = FolderShelf.find
    monkeypatch.setattr(FolderShelf, "find", lambda shelf, name: asked.append(name) or find(shelf, name))
    for _ in range(5):
        with pytest.raises(NotLoaded):
            library.by_digest(NONE)
    assert sum(name.startswith("game-") for name in asked) == 40


def test_a_file_that_comes_is_found(tmp_path: Path) -> None:
    rule_file(tmp_path, "casa")
    library = Library([tmp_path])
    with pytest.raises(NotLoaded):
        library.by_digest(NONE)
    rule_file(tmp_path, "nueva")
    (tmp_path / "nueva.yaml").write_text("rule_set: nueva\nformat: 1\nextends: spanish-48\n", "utf-8")
    changed(tmp_path)
    digest = Library([tmp_path]).rule_set("nueva").digest
    assert library.by_digest(digest).name in {"nueva", "spanish-48"}


def test_a_rule_file_that_is_edited_in_place_is_found(tmp_path: Path) -> None:
    rule_file(tmp_path, "casa")
    library = Library([tmp_path])
    with pytest.raises(NotLoaded):
        library.by_digest(NONE)
    (tmp_path / "casa.yaml").write_text(
        "rule_set: casa\nformat: 1\nextends: spanish-40\nclose: {may_close: {es.3: laps at least 9}}\n", "utf-8"
    )
    digest = Library([tmp_path]).rule_set("casa").digest
    assert library.by_digest(digest).name == "casa"
