"""The tables of the documents that list files: nothing is missing, nothing is there that is gone."""

import re
from pathlib import Path

import pytest

from referee.cli.commands import COMMANDS
from referee.library import Library

TOP = Path(__file__).resolve().parents[2]


def rows(document: str) -> list[list[str]]:
    """The cells of every row of every table."""
    text = (TOP / document).read_text("utf-8")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def test_every_folder_of_the_tests_has_its_row() -> None:
    listed = {name.strip("/") for row in rows("tests/README.md") for name in re.findall(r"`(\w+/)`", row[0])}
    there = {path.name for path in (TOP / "tests").iterdir() if path.is_dir() and not path.name.startswith((".", "_"))}
    assert listed == there


def test_every_file_beside_the_folders_is_told_of() -> None:
    text = (TOP / "tests" / "README.md").read_text("utf-8")
    assert [path.name for path in (TOP / "tests").glob("*.py") if f"`{path.name}`" not in text] == []


def test_every_command_says_what_its_json_is() -> None:
    assert {row[0].strip("`") for row in rows("referee/cli/README.md") if row[0].strip("`") in COMMANDS} == {*COMMANDS}


GUIDE = {found[1]: row for row in rows("rulesets/README.md") if (found := re.match(r"\[`([a-z0-9-]+)`\]\(", row[0]))}


def test_every_rule_set_stands_in_the_guide_and_links_to_its_file() -> None:
    assert sorted(GUIDE) == sorted(Library().names())
    for row in GUIDE.values():
        assert (TOP / "rulesets" / re.findall(r"\((.*)\)", row[0])[0]).is_file()


@pytest.mark.parametrize("name", [name for name in GUIDE if name.startswith("house-")])
def test_the_guide_says_what_a_house_rule_lies_over(name: str) -> None:
    assert GUIDE[name][1] == Library().rule_set(name).extends[0]
