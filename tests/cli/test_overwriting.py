"""Files that are written anew: whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.overwriting import overwrite


def test_what_was_saved_meanwhile_stays(tmp_path: Path) -> None:
    place = tmp_path / "rules.yaml"
    place.write_bytes(b"newer")
    with pytest.raises(OSError, match="changed meanwhile"):
        overwrite(str(place), b"older", b"formatted")
    assert place.read_bytes() == b"newer"


def test_nothing_is_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "rules.yaml"
    place.write_bytes(b"older")

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:3])
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="no space"):
        overwrite(str(place), b"older", b"formatted")
    assert place.read_bytes() == b"older"
    assert [one.name for one in tmp_path.iterdir()] == ["rules.yaml"]


def test_links_and_permissions_are_kept(tmp_path: Path) -> None:
    place, link = tmp_path / "rules.yaml", tmp_path / "link.yaml"
    place.write_bytes(b"older")
    place.chmod(0o640)
    link.symlink_to(place)
    overwrite(str(link), b"older", b"formatted")
    assert (place.read_bytes(), place.stat().st_mode & 0o777, link.is_symlink()) == (b"formatted", 0o640, True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.yaml", "rules.yaml"]
