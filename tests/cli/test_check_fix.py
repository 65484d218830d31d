"""`referee check --fix`: files are mended in place, or only compared, and what is left is told in every form."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.running import referee

RECORDS = Path(__file__).parents[1] / "golden" / "records"
BAD = """\
rule_set: casa
format: 1
extends: spanish-40  # the base
close:
  may_close:
    es.4: loose.cont <= 1 card && deadwod below five points
"""
MENDED = BAD.replace("loose.cont <= 1 card && deadwod below five", "loose.count at most 1 card and deadwood below 5")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "casa.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path


def test_what_can_be_mended_is_counted_and_mended(folder: Path) -> None:
    assert "5 errors; `--fix` mends 5; `referee explain" in referee("check", "casa.yaml", folder=folder).out
    done = referee("check", "--fix", "casa.yaml", folder=folder)
    assert (done.code, done.out, done.err) == (
        0,
        "1 file checked, no mistakes\n",
        "casa.yaml: 5 mistakes mended\n",
    )
    assert (folder / "casa.yaml").read_text("utf-8") == MENDED


def test_a_difference_changes_nothing(folder: Path) -> None:
    done = referee("check", "--diff", "casa.yaml", folder=folder)
    assert (done.code, done.err) == (0, "")
    assert "+    es.4: loose.count at most 1 card and deadwood below 5 points\n" in done.out
    assert (folder / "casa.yaml").read_text("utf-8") == BAD


def test_what_is_only_likely_is_mended_when_asked(folder: Path) -> None:
    (folder / "casa.yaml").write_text("rule_set: casa\nformat: 1\nextends: spanish-04\n", encoding="utf-8")
    assert referee("check", "--fix", "casa.yaml", folder=folder).code == 1
    done = referee("check", "--unsafe-fixes", "casa.yaml", folder=folder)
    assert (done.code, done.err) == (0, "casa.yaml: 1 mistake mended\n")
    assert "extends: spanish-40\n" in (folder / "casa.yaml").read_text("utf-8")


def test_programs_are_told_what_to_write_where(folder: Path) -> None:
    rows = json.loads(referee("check", "--json", "casa.yaml", folder=folder).out)
    assert [(row["fix"]["column"], row["fix"]["text"], row["fix"]["safe"]) for row in rows] == [
        (17, "count", True),
        (22, "at most", True),
        (32, "and", True),
        (35, "deadwood", True),
        (49, "5", True),
    ]
    log = json.loads(referee("check", "--format", "sarif", "casa.yaml", folder=folder).out)
    for result, row in zip(log["runs"][0]["results"], rows, strict=True):
        (change,) = result["fixes"][0]["artifactChanges"]
        assert change["artifactLocation"] == {"uri": "casa.yaml"}
        (replacement,) = change["replacements"]
        assert replacement["insertedContent"] == {"text": row["fix"]["text"]}
        assert replacement["deletedRegion"]["startColumn"] == row["fix"]["column"]


@pytest.mark.parametrize("words", [["--fix", "-"], ["--diff", "--json", "casa.yaml"]])
def test_what_cannot_be_mended_or_shown_is_refused(words: list[str], folder: Path) -> None:
    done = referee("check", *words, folder=folder)
    assert done.code == 2
    assert (folder / "casa.yaml").read_text("utf-8") == BAD


def test_allowed_warnings_are_counted(folder: Path) -> None:
    text = "rule_set: casa\nformat: 1\nextends: spanish-40\ndeal: {cards: 7}"
    (folder / "casa.yaml").write_text(f"{text} # referee: allow CH703 because of it\n", encoding="utf-8")
    done = referee("check", "--strict", "casa.yaml", folder=folder)
    assert (done.code, done.out) == (0, "1 file checked, no mistakes; 1 warning allowed\n")
    assert referee("check", "--json", "casa.yaml", folder=folder).out == "[]\n"
    assert referee("check", "--format", "github", "casa.yaml", folder=folder).out == ""
    log = json.loads(referee("check", "--format", "sarif", "casa.yaml", folder=folder).out)
    (result,) = log["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "of it"}]


def test_records_are_mended_too(folder: Path) -> None:
    shutil.copy(RECORDS / "examples" / "8-scorer-as-typed.yaml", folder / "game.yaml")
    shutil.copy(RECORDS / "broken" / "b18-unknown-key.yaml", folder / "broken.yaml")
    done = referee("check", "--diff", "game.yaml", folder=folder)
    assert (done.code, done.err) == (0, "")
    assert "-    scores: [28, 21, 2]\n" in done.out
    done = referee("check", "--fix", "game.yaml", folder=folder)
    assert (done.code, done.out) == (0, "1 file checked, no mistakes\n")
    assert done.err.startswith("game.yaml: ")
    assert referee("fmt", "--check", "game.yaml", folder=folder).code == 0
    before = (folder / "broken.yaml").read_bytes()
    done = referee("check", "--fix", "broken.yaml", folder=folder)
    assert done.code == 1
    assert "`upcrad` is no key of a record" in done.err
    assert "this is a game record" in done.out
    assert (folder / "broken.yaml").read_bytes() == before


SUITE = """\
test: 1
rules: spanish-4O
fixtures: {run_of_six: 4c 5c 6c}
tests:
  six: {hnad: $run_of_sx 1o, deadwood: 1}  # kept
  none: {hand: 1o, deadwod: 1}
"""


def test_files_of_tests_are_mended_too(folder: Path) -> None:
    (folder / "our_test.yaml").write_text(SUITE, encoding="utf-8")
    done = referee("check", "--fix", "our_test.yaml", folder=folder)
    assert done.code == 1
    assert done.err == "our_test.yaml: 3 mistakes mended\n"
    assert "our_test.yaml:2:8: no rule set is called `spanish-4O`; did you mean `spanish-40`?" in done.out
    done = referee("check", "--unsafe-fixes", "our_test.yaml", folder=folder)
    assert (done.code, done.err) == (0, "our_test.yaml: 1 mistake mended\n")
    mended = (("4O", "40"), ("hnad", "hand"), ("of_sx", "of_six"), ("deadwod", "deadwood"))
    text = SUITE
    for wrong, right in mended:
        text = text.replace(wrong, right)
    assert (folder / "our_test.yaml").read_text("utf-8") == text
    assert referee("check", "--diff", "our_test.yaml", folder=folder).out == "1 file checked, no mistakes\n"
