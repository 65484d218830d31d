"""`referee fmt`: records in canonical form, in place, with their comments."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.running import referee

RECORDS = Path(__file__).parents[1] / "golden" / "records"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(RECORDS / "examples" / "8-scorer-as-typed.yaml", tmp_path / "typed.yaml")
    shutil.copy(RECORDS / "examples" / "1-spanish-two-seats.yaml", tmp_path / "fine.yaml")
    (tmp_path / "casa.yaml").write_text("rule_set: casa\nformat: 1\nextends: spanish-40\n", encoding="utf-8")
    return tmp_path


def test_a_check_writes_nothing(folder: Path) -> None:
    before = (folder / "typed.yaml").read_bytes()
    done = referee("fmt", "--check", ".", folder=folder)
    assert (done.code, done.err) == (1, "")
    assert done.out == "typed.yaml: would be written anew\n3 files: 1 would be changed\n"
    assert (folder / "typed.yaml").read_bytes() == before


def test_what_is_not_canonical_is_written_anew_once(folder: Path) -> None:
    done = referee("fmt", "typed.yaml", "fine.yaml", folder=folder)
    assert (done.code, done.out) == (0, "typed.yaml: written anew\n2 files: 1 changed\n")
    canonical = (RECORDS / "examples" / "8-scorer-canonical.yaml").read_text("utf-8").split("record: 1")[1]
    written = (folder / "typed.yaml").read_text("utf-8").split("record: 1")[1]
    assert [line.split("#")[0].rstrip() for line in written.splitlines()] == canonical.splitlines()
    again = referee("fmt", "--check", "--json", ".", folder=folder)
    assert (again.code, json.loads(again.out)) == (0, {"files": 3, "changed": [], "unread": []})


def test_many_records_in_a_file_and_standard_input(folder: Path) -> None:
    lines = referee("play", "spanish-40", "--games", "3", "--option", "limit=20").out
    (folder / "games.jsonl").write_text(lines.replace('"seats":', '"seats": '), encoding="utf-8")
    assert referee("fmt", "games.jsonl", folder=folder).code == 0
    assert (folder / "games.jsonl").read_text("utf-8") == lines
    done = referee("fmt", "-", folder=folder, typed=lines.replace('"seats":', '"seats": '))
    assert (done.code, done.out) == (0, lines)


def test_what_cannot_be_read_stays_as_it_is(folder: Path) -> None:
    broken = (RECORDS / "broken" / "b18-unknown-key.yaml").read_bytes()
    (folder / "broken.yaml").write_bytes(broken)
    done = referee("fmt", "broken.yaml", "nowhere.yaml", "typed.yaml", folder=folder)
    assert done.code == 2
    assert "broken.yaml:13:5: `upcrad` is no key of a record" in done.err
    assert "nowhere.yaml" in done.err
    assert done.out == "typed.yaml: written anew\n3 files: 1 changed\n"
    assert (folder / "broken.yaml").read_bytes() == broken


def test_rules_beside_the_record_are_found_and_unknown_ones_said(folder: Path) -> None:
    line = referee("play", "casa.yaml", folder=folder).out
    (folder / "game.json").write_text(line, encoding="utf-8")
    assert referee("fmt", "--check", "game.json", folder=folder).code == 0
    (folder / "game.json").write_text(line.replace('"casa"', '"cas"'), encoding="utf-8")
    done = referee("fmt", "--check", "game.json", folder=folder)
    assert done.code == 2
    assert "unknown rule set `cas`; did you mean `casa`?" in done.err
    assert json.loads(referee("fmt", "empty", "--json", folder=folder).out)["unread"]
    (folder / "empty").mkdir()
    assert "no rule files and no records in the folder `empty`" in referee("fmt", "empty", folder=folder).err
