"""`referee fmt`: records in canonical form, in place, with their comments."""

import json
import shutil
from pathlib import Path

import pytest

from referee.cli.records import kind_of
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
    lines = referee("play", "spanish-40", "--strategy", "sensible", "--games", "3", "--option", "limit=20").out
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
    line = referee("play", "casa.yaml", "--strategy", "sensible", folder=folder).out
    (folder / "game.json").write_text(line, encoding="utf-8")
    assert referee("fmt", "--check", "game.json", folder=folder).code == 0
    (folder / "game.json").write_text(line.replace('"casa"', '"cas"'), encoding="utf-8")
    done = referee("fmt", "--check", "game.json", folder=folder)
    assert done.code == 2
    assert "unknown rule set `cas`; did you mean `casa`?" in done.err
    assert json.loads(referee("fmt", "empty", "--json", folder=folder).out)["unread"]
    (folder / "empty").mkdir()
    assert "no rule files and no records in the folder `empty`" in referee("fmt", "empty", folder=folder).err


RULES = """\
format: 1
rule_set: "house"   # ours
extends: spanish-40
points: {es.7: min( card.number , 10 )}
"""
CANONICAL = """\
rule_set: house  # ours
format: 1
extends: spanish-40
points: {es.7: "min(card.number, 10)"}
"""


def test_rule_files_are_told_from_records_and_written_anew(folder: Path) -> None:
    (folder / "house.yaml").write_text(RULES.replace("min( card.number , 10 )", '"min( card.number , 10 )"'), "utf-8")
    done = referee("fmt", "--diff", ".", folder=folder)
    assert done.code == 1
    assert "--- house.yaml\n+++ house.yaml\n" in done.out
    assert '+points: {es.7: "min(card.number, 10)"}\n' in done.out or "\n".join(done.out.splitlines()[:20])
    assert done.out.endswith("4 files: 2 would be changed\n")
    assert "format: 1\nrule_set" in (folder / "house.yaml").read_text("utf-8")
    told = json.loads(referee("fmt", "--diff", "--json", "house.yaml", folder=folder).out)
    assert list(told["diff"]) == told["changed"] == ["house.yaml"]
    done = referee("fmt", "house.yaml", folder=folder)
    assert (done.code, done.out) == (0, "house.yaml: written anew\n1 file: 1 changed\n")
    assert (folder / "house.yaml").read_text("utf-8") == CANONICAL
    assert referee("fmt", "-", folder=folder, typed=CANONICAL.replace("format", "format")).out == CANONICAL


def test_rule_files_that_cannot_be_read_are_left_alone(folder: Path) -> None:
    (folder / "house.yaml").write_text(RULES, encoding="utf-8")
    done = referee("fmt", "house.yaml", folder=folder)
    assert done.code == 2
    assert "house.yaml:4:16: inside braces or brackets the comma cuts" in done.err
    assert (folder / "house.yaml").read_text("utf-8") == RULES
    rows = json.loads(referee("fmt", "--json", "house.yaml", folder=folder).out)["unread"]
    assert [row["code"] for row in rows] == ["CH016"]


TESTS = """\
# what our rules mean
tests:
  'one card':   {hand:   "1o" , deadwood: 1} # the ace
  # a long one
  "two, three": {hand: 2o 3o 11c 12c 5e 6b 7o, deadwood: 46, note: "kept just as 'it' stands", seats: 3, options: {limit: 500}}

test: 1
rules: spanish-40
"""
TESTS_CANONICAL = """\
# what our rules mean

test: 1
rules: spanish-40

tests:
  one card: {hand: 1o, deadwood: 1}  # the ace
  # a long one
  two, three:
    hand: 2o 3o 11c 12c 5e 6b 7o
    deadwood: 46
    note: "kept just as 'it' stands"
    seats: 3
    options: {limit: 500}
"""


def test_files_of_tests_are_written_anew(folder: Path) -> None:
    (folder / "house_test.yaml").write_text(TESTS, encoding="utf-8")
    done = referee("fmt", "--check", ".", folder=folder)
    assert "house_test.yaml: would be written anew\n" in done.out
    assert referee("fmt", "house_test.yaml", folder=folder).code == 0
    assert (folder / "house_test.yaml").read_text("utf-8") == TESTS_CANONICAL
    assert (
        referee("test", "house_test.yaml", folder=folder).out
        == "house_test.yaml: 2 passed (spanish-40)\n\n1 file: 2 passed\n"
    )
    assert referee("fmt", "-", folder=folder, typed=TESTS).out == TESTS_CANONICAL
    for typed in ("\ufeff" + TESTS, TESTS.replace("test: 1", '"test": 1', 1)):
        assert referee("fmt", "-", folder=folder, typed=typed).out == TESTS_CANONICAL
    for typed in ("{test: 1, tests: {}}", '\ufeff{\n  "test": 1, "tests": {}}'):
        assert "a file of tests is keys with their values" in referee("fmt", "-", folder=folder, typed=typed).err
    (folder / "bad_test.yaml").write_text("test: 1\n\ttests: {}\n", encoding="utf-8")
    done = referee("fmt", "bad_test.yaml", folder=folder)
    assert (done.code, "bad_test.yaml:2:1: a tab" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("rule_set: casa\nformat: 1\ntable:\n  seats: 2..3\n", "rules"),
        ("# ours\n\nformat: 1\nrule_set: casa\ntable:\n  seats: 2..3\n", "rules"),
        ("rule_set: casa\nexamples:\ntest: 1\n", "rules"),
        ("record: 1\nrule_set: casa\nseats: {A: Ane}\n", "record"),
        ("seats: {A: Ane}\nrecord: 1\n", "record"),
        ('{"record": 1, "rules": "spanish-40"}', "record"),
        ("\ufeff---\n# tests\ntest: 1\nrules: spanish-40\n", "tests"),
        ("tests:\n  seats: {hand: 1o}\ntest: 1\n", "tests"),
        ("- 1\n", ""),
    ],
)
def test_files_are_told_apart_by_their_first_key(text: str, kind: str) -> None:
    assert kind_of(text.encode()) == kind


def test_a_rule_file_may_write_its_seats_on_a_line_of_their_own(tmp_path: Path) -> None:
    """It was taken for a record, whose seats stand so."""
    text = "rule_set: casa\nformat: 1\nextends: spanish-40\n\ntable:\n  seats: 2..3\n"
    (tmp_path / "casa.yaml").write_text(text, encoding="utf-8")
    done = referee("fmt", "--check", "casa.yaml", folder=tmp_path)
    assert (done.code, done.out, done.err) == (0, "1 file: 0 would be changed\n", "")
