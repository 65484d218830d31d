"""`referee test`: which files are run, what is printed, and how it exits."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.running import referee

RULES = """\
rule_set: casa
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
"""
GOOD = """\
test: 1
tests:
  a card of four: {close: 4c 5c 6c 11o 11e 11b 4e, outcome: plain, writes: 4}
  a card of five: {close: 4c 5c 6c 11o 11e 11b 5b, refused: [es.4]}
"""
WRONG = GOOD + "  six points: {close: 4c 5c 6c 11o 11e 11b 6b, outcome: plain}\n  no card: {hand: 9o, deadwood: 9}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "casa.yaml").write_text(RULES, "utf-8")
    (tmp_path / "casa_test.yaml").write_text(GOOD, "utf-8")
    return tmp_path


def test_all_passed_exits_with_0(folder: Path) -> None:
    for words in (["casa.yaml", "casa_test.yaml"], []):
        done = referee("test", *words, folder=folder)
        assert (done.code, done.err) == (0, "")
        assert done.out == "casa_test.yaml: 2 passed (casa)\n\n1 file: 2 passed\n"


def test_a_failure_exits_with_1_and_is_told_in_a_table(folder: Path) -> None:
    (folder / "casa_test.yaml").write_text(WRONG, "utf-8")
    done = referee("test", "casa.yaml", folder=folder)
    assert done.code == 1
    assert done.out == (
        "casa_test.yaml: 2 passed, 2 failed (casa)\n"
        "\n"
        "casa_test.yaml:5: six points\n"
        "             expected  got              clause  because\n"
        "    outcome  plain     refused by es.4  es.4    deadwood below 5 points (deadwood is 6)\n"
        "\n"
        "casa_test.yaml:6: no card\n"
        "casa_test.yaml:6:19: `9o` is no card of this pack; the nearest are `10o`, `7o`, `11o` [CH802]\n"
        "  |\n"
        "6 |   no card: {hand: 9o, deadwood: 9}\n"
        "  |                   ^~\n"
        "\n"
        "1 file: 2 passed, 2 failed\n"
    )


def test_a_file_that_does_not_load_is_a_failure(folder: Path) -> None:
    (folder / "other_test.yaml").write_text("test: 1\nrules: casa\ntests:\n  one: {hadn: 1o}\n", "utf-8")
    done = referee("test", folder=folder)
    assert done.code == 1
    assert "other_test.yaml:4:9: unknown key `hadn`" in done.out
    assert done.out.endswith("2 files: 2 passed, 1 that cannot be used\n")
    alone = referee("test", "other_test.yaml", folder=folder)
    assert (alone.code, alone.out.splitlines()[-1]) == (1, "1 file: 1 that cannot be used")
    assert json.loads(referee("test", "--json", folder=folder).out)["failed"] == 1


def test_nor_does_one_that_cannot_be_opened_keep_the_others_waiting(folder: Path) -> None:
    (folder / "gone_test.yaml").symlink_to("gone_test.yaml")
    done = referee("test", folder=folder)
    assert done.code == 1
    assert "`gone_test.yaml` cannot be opened" in done.out
    assert done.out.endswith("2 files: 2 passed, 1 that cannot be used\n")


@pytest.mark.parametrize(
    "words", [["nowhere"], ["nowhere_test.yaml"], ["lone.yaml"], ["empty"], ["casa.yaml", "-k", "no such name"]]
)
def test_what_cannot_be_run_exits_with_2(folder: Path, words: list[str]) -> None:
    (folder / "lone.yaml").write_text(RULES.replace("casa", "lone"), "utf-8")
    (folder / "empty").mkdir()
    done = referee("test", *words, "--json", folder=folder)
    assert done.code == 2
    assert json.loads(done.out)["error"]["code"] in {"NO_TESTS", "CANNOT_READ_OR_WRITE"}


def test_folders_are_gone_through_and_hidden_ones_are_not(folder: Path) -> None:
    (folder / "deeper" / "still").mkdir(parents=True)
    (folder / "deeper" / "still" / "built_test.yaml").write_text(f"rules: spanish-40\n{GOOD}", "utf-8")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "x_test.yaml").write_text("test: 1\n", "utf-8")
    done = referee("test", folder=folder)
    assert [line.split(":")[0] for line in done.out.splitlines() if "passed" in line][:2] == [
        "casa_test.yaml",
        "deeper/still/built_test.yaml",
    ]


def test_rules_may_lie_in_another_folder(folder: Path) -> None:
    (folder / "tests").mkdir()
    moved = folder / "tests" / "our_test.yaml"
    moved.write_text(GOOD.replace("test: 1\n", "test: 1\nrules: ../casa.yaml\n"), "utf-8")
    done = referee("test", "tests", "--coverage", folder=folder)
    assert (done.code, done.out.splitlines()[0]) == (0, "tests/our_test.yaml: 2 passed (casa)")


def test_a_built_in_rule_set_has_its_tests_beside_it() -> None:
    done = referee("test", "spanish-40", "-k", "joker")
    assert done.code == 0
    assert done.out.startswith("spanish-40_test.yaml: ")
    assert "not chosen (spanish-40)" in done.out


def test_k_chooses_by_a_part_of_the_name_whatever_its_case(folder: Path) -> None:
    done = referee("test", "-k", "FIVE", "--json", folder=folder)
    found = json.loads(done.out)["files"][0]
    assert [one["name"] for one in found["tests"]] == ["a card of five"]
    assert found["skipped"] == 1
    both = json.loads(referee("test", "-k", "five", "-k", "four", "--json", folder=folder).out)
    assert both["passed"] == 2


def test_json_has_everything(folder: Path) -> None:
    (folder / "casa_test.yaml").write_text(WRONG, "utf-8")
    found = json.loads(referee("test", "casa.yaml", "--json", "--coverage", "--mutate", folder=folder).out)
    assert (found["passed"], found["failed"]) == (2, 2)
    (made,) = found["files"]
    assert made["rules"] == "casa"
    assert made["tests"][2]["failures"] == [
        {
            "what": "outcome",
            "expected": "plain",
            "got": "refused by es.4",
            "clause": "es.4",
            "parts": [{"text": "deadwood below 5 points", "value": "(deadwood is 6)"}],
        }
    ]
    assert made["tests"][3]["fault"]["code"] == "CH802"
    assert {gap["path"] for gap in made["coverage"]["gaps"]} <= {"close.may_close.es.4"}
    assert made["mutation"]["killed"] < made["mutation"]["mutants"]
    assert all(one["kill"] for one in made["mutation"]["survivors"])


def test_junit_is_written(folder: Path) -> None:
    (folder / "casa_test.yaml").write_text(WRONG, "utf-8")
    (folder / "broken_test.yaml").write_text("test: 1\n  x: [\n", "utf-8")
    assert referee("test", "--junit", "results.xml", folder=folder).code == 1
    root = ET.fromstring((folder / "results.xml").read_text("utf-8"))
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "2",
        "skipped": "0",
    }
    assert [suite.get("name") for suite in root] == ["broken_test.yaml", "casa_test.yaml"]
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    assert "expected plain, got refused by es.4" in (failure.text or "")
    for place in ("nowhere/results.xml", ""):
        assert referee("test", "--junit", place, folder=folder).code == 2


def test_strict_fails_for_what_is_missing(folder: Path) -> None:
    assert referee("test", "--mutate", folder=folder).code == 0
    assert referee("test", "--mutate", "--strict", folder=folder).code == 1
    one = GOOD.replace("  a card of five", "  # a card of five")
    (folder / "casa_test.yaml").write_text(one, "utf-8")
    assert referee("test", "--coverage", folder=folder).code == 0
    done = referee("test", "--coverage", "--strict", folder=folder)
    assert done.code == 1
    assert "casa.yaml:6:42: warning: no test makes `deadwood below 5 points` come out no [CH804]" in done.out


def test_what_no_test_was_found_for_is_named(folder: Path) -> None:
    never = "  may_close:\n    casa.8: deadwood at most 900 points\n"
    (folder / "casa.yaml").write_text(RULES.replace("  may_close:\n", never), "utf-8")
    told = json.loads(referee("test", "casa.yaml", "--coverage", "--json", folder=folder).out)["files"][0]["coverage"]
    places = {one["line"]: one["help"] for one in told["diagnostics"] if one["code"] == "CH804"}
    assert places[6].startswith("none was found among 3,000 closes")
    assert len(told["diagnostics"]) == len(told["gaps"])


def test_a_comment_lets_stand_what_no_test_shows(folder: Path) -> None:
    never = "  may_close:\n    casa.8: deadwood at most 900 points # referee: allow CH804 because we shall see\n"
    (folder / "casa.yaml").write_text(RULES.replace("  may_close:\n", never), "utf-8")
    assert referee("check", "--strict", "casa.yaml", folder=folder).code == 0
    found = referee("test", "casa.yaml", "--coverage", folder=folder).out
    assert "900 points` come out" not in found
    assert found.count("[CH804]") == 1
    assert "What no test can show:" in found
    assert "we shall see" in found
    (folder / "casa.yaml").write_text(RULES.replace("close:", "close: # referee: allow CH804 because so"), "utf-8")
    again = referee("test", "casa.yaml", "--coverage", folder=folder).out
    assert "casa.yaml:4:8: warning: allowing CH804 silences nothing" in again


def test_what_no_test_shows_is_found_from_any_folder(folder: Path) -> None:
    (folder / "rules").mkdir()
    (folder / "casa.yaml").rename(folder / "rules" / "casa.yaml")
    (folder / "tests").mkdir()
    only = "test: 1\nrules: ../rules/casa.yaml\ntests:\n  none: {close: 1o 2o 3o 4o 6c 6e 6b, outcome: clean}\n"
    (folder / "tests" / "our_test.yaml").write_text(only, "utf-8")
    found = referee("test", "tests", "--coverage", folder=folder).out
    assert "\nrules/casa.yaml:6:11: warning: no test makes `loose.count at most 1 card` come out no [CH804]\n" in found


def test_the_help_about_clauses_names_no_outcome(folder: Path) -> None:
    (folder / "casa_test.yaml").write_text(f"{GOOD}  wrong: {{close: 7o, refused: es.44}}\n", "utf-8")
    out = " ".join(referee("test", folder=folder).out.split())
    listed = out.partition("clauses that can: ")[2].partition("1 file")[0]
    assert "`es.4`" in listed
    assert "plain" not in listed


def test_the_tests_that_are_written_down_can_be_put_below_tests(folder: Path) -> None:
    before = referee("test", "--mutate", folder=folder)
    entries = before.out.split("Tests that would:\n")[1].split("\n\n")[0]
    (folder / "casa_test.yaml").write_text(f"{GOOD}{entries}\n", "utf-8")
    after = referee("test", "--mutate", "--strict", folder=folder)
    assert after.code == 0
    assert "14 of 14 changes noticed (100 %)" in after.out


@pytest.mark.parametrize("asks", ["{close: 4c 5c 6c 11o 11e 11b 4e, writes: 4}", "{record: pipe.yaml, status: clean}"])
def test_a_pipe_that_a_test_names_is_not_waited_for(tmp_path: Path, asks: str) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    rules = "spanish-40" if "record" in asks else "./pipe.yaml"
    (tmp_path / "a_test.yaml").write_text(f"test: 1\nrules: {rules}\ntests:\n  one: {asks}\n", "utf-8")
    done = referee("test", "a_test.yaml", folder=tmp_path)
    assert done.code == 1
    assert "it is a pipe or a device, not a file" in done.out


def test_what_is_missing_is_written_below_the_others(tmp_path: Path) -> None:
    """And a second time there is nothing left to write; without a measure there is nothing to write at all."""
    (tmp_path / "casa.yaml").write_text(
        "rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n    es.4: deadwood at most 5 points\n"
    )
    tests = tmp_path / "casa_test.yaml"
    tests.write_text("test: 1\n\ntests:\n  one: {close: 3c 4b 5b 6b 7b 10b 11b, writes: 3}  # three\n\n# the end\n")
    first = referee("test", "casa.yaml", "--coverage", "--write-missing", folder=tmp_path)
    assert (first.code, first.err) == (0, "casa_test.yaml: 1 test written\n")
    written = tests.read_text()
    lines = written.splitlines()
    assert lines[3].endswith("# three")
    assert lines[4].startswith("  es.4, deadwood at most 5 points comes out no: {close: ")
    assert lines[5:] == ["", "# the end"]
    again = referee("test", "casa.yaml", "--coverage", "--write-missing", "--strict", folder=tmp_path)
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith("casa_test.yaml: 2 passed (casa)\n")
    assert tests.read_text() == written
    tests.write_text(f"{written[: written.index('# the end')]}  wrong: {{close: 3c 4b 5b 6b 7b 10b 11b, writes: 4}}\n")
    wrong = referee("test", "casa.yaml", "--coverage", "--write-missing", folder=tmp_path)
    assert (wrong.code, wrong.err) == (1, "referee test: 1 test of those that were there failed\n")
    alone = referee("test", "casa.yaml", "--write-missing", folder=tmp_path)
    assert alone.code == 2
    assert "ask for one of them" in alone.err
