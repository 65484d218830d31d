"""`referee diff`: two tables with a small pack, so that every hand is soon asked about."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.vocabulary import LANGUAGES
from referee.voice import Frames
from tests.cli.running import referee

SMALL = """\
rule_set: {name}
format: 1
extends: spanish-40
pack: {{ranks: [1, 2, 3, 4, 5, sota 10]}}
deal: {{cards: 4}}
close:
  may_close:
    es.4: melded at least 3 cards and deadwood {bound}
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, bound in (("one", "at most 5 points"), ("other", "below 5 points")):
        (tmp_path / f"{name}.yaml").write_text(SMALL.format(name=name, bound=bound), "utf-8")
    return ["one.yaml", "other.yaml"]


def test_it_counts_the_hands_and_shows_one(files: list[str], tmp_path: Path) -> None:
    done = referee("diff", *files, "--jobs", "1", folder=tmp_path)
    assert (done.code, done.err) == (1, "")
    assert "all 10,626 hands of 4 cards" in done.out
    lines = done.out.splitlines()
    at = next(number for number, line in enumerate(lines) if "may close no more [es.4]" in line)
    assert lines[at + 1].endswith("5 loose, plain, writes 5 → 5 loose, refused by es.4")
    assert any(line.startswith("  - {close: ") and line.endswith("refused: es.4}") for line in lines)
    assert any(line.startswith("- es.4") for line in lines)
    assert any(line.startswith("+ es.4") for line in lines)


def test_what_it_proposes_as_examples_comes_true(files: list[str], tmp_path: Path) -> None:
    done = referee("diff", *files, "--jobs", "1", folder=tmp_path)
    proposed = [line for line in done.out.splitlines() if line.startswith("  - {")]
    other = tmp_path / "other.yaml"
    other.write_text(other.read_text("utf-8") + "examples:\n" + "\n".join(proposed) + "\n", "utf-8")
    assert referee("check", "other.yaml", folder=tmp_path).code == 0


def test_for_programs(files: list[str], tmp_path: Path) -> None:
    done = referee("diff", *files, "--jobs", "1", "--json", folder=tmp_path)
    told = json.loads(done.out)
    assert (told["hands"], told["asked"], told["exact"]) == (10_626, 10_626, True)
    (one,) = told["differences"]
    assert (one["change"], one["clauses"], one["now"]["legal"]) == ("closes_no_more", ["es.4"], False)
    assert [each["clause"] for each in told["clauses"]] == ["es.4"]
    assert told["first"]["digest"] != told["second"]["digest"]


def test_a_rule_set_and_itself(files: list[str], tmp_path: Path) -> None:
    done = referee("diff", files[0], files[0], "--jobs", "1", folder=tmp_path)
    assert (done.code, done.out.splitlines()[-1]) == (0, "No hand differs.")


def test_options_of_the_second_table_alone(files: list[str], tmp_path: Path) -> None:
    done = referee("diff", files[0], files[0], "--to-option", "limit=50", "--jobs", "1", folder=tmp_path)
    assert done.code == 1
    assert "limit=100" in done.out.splitlines()[0]
    assert "limit=50" in done.out.splitlines()[0]
    assert "- es.9" in done.out


def test_other_cards_are_refused() -> None:
    done = referee("diff", "spanish-40", "spanish-48", "--json")
    assert (done.code, json.loads(done.out)["error"]["code"]) == (2, "OTHER_PACK")
    assert "with `" not in json.loads(done.out)["error"]["message"], "no option makes them alike"


def test_an_option_that_makes_the_cards_the_same_is_named(tmp_path: Path) -> None:
    house = "rule_set: familia\nformat: 1\nextends: spanish-40\noptions:\n  jokers: {default: 2}\n"
    (tmp_path / "familia.yaml").write_text(house, "utf-8")
    for pair in (("spanish-40", "familia.yaml"), ("familia.yaml", "spanish-40")):
        done = referee("diff", *pair, folder=tmp_path)
        assert done.code == 2
        [option] = re.findall(r"with `--option (\w+=\w+)` both have the same$", done.err.strip())
        assert referee("diff", *pair, "--option", option, "--sample", "5", folder=tmp_path).code != 2


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_everything_about_hands_is_said_in_the_language(language: str, files: list[str], tmp_path: Path) -> None:
    done = referee("diff", *files, "--jobs", "1", "--lang", language, folder=tmp_path)
    diff = Frames(language).diff
    assert done.code == 1
    for told in (diff["changes"]["closes_no_more"], diff["examples"], diff["rules"], diff["clauses"]):
        assert told in done.out
    about = done.out.partition(diff["rules"])[0].partition("\n")[2].replace(diff["examples"], "")
    said = re.sub(r"\{.*\}", "", about)
    assert not re.search(r"\b(hands|may|close|loose|refused|plain|examples|write|writes|no more)\b", said)


LATER = "\n    our.1: laps at least 2\n"


def test_where_nobody_may_close_yet_they_are_judged_at_the_first_moment_at_which_somebody_may(
    files: list[str], tmp_path: Path
) -> None:
    for name in files:
        path = tmp_path / name
        path.write_text(path.read_text("utf-8").rstrip() + LATER, "utf-8")
    done = referee("diff", *files, "--jobs", "1", folder=tmp_path)
    assert "judged at laps: 2, turns: 1, everything else 0 or no" in done.out.splitlines()[2]
    assert "our.1 lets anybody close" in done.out.splitlines()[2]
    proposed = [line for line in done.out.splitlines() if line.startswith("  - {")]
    assert proposed
    assert all("given: {laps: 2}" in line for line in proposed)
    other = tmp_path / "other.yaml"
    other.write_text(other.read_text("utf-8") + "examples:\n" + "\n".join(proposed) + "\n", "utf-8")
    assert referee("check", "other.yaml", folder=tmp_path).code == 0
    told = json.loads(referee("diff", *files, "--jobs", "2", "--json", folder=tmp_path).out)
    assert (told["given"]["laps"], told["waited_for"], told["closed_by"]) == (2, ["our.1"], [])
    assert [one["clauses"] for one in told["differences"]] == [["es.4"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moment_is_told_in_every_language(language: str, files: list[str], tmp_path: Path) -> None:
    usual = referee("diff", *files, "--sample", "20", "--lang", language, folder=tmp_path).out.splitlines()[2]
    assert "laps: 1, turns: 1" in usual
    path = tmp_path / files[1]
    path.write_text(path.read_text("utf-8").rstrip() + "\n    our.1: laps at most 0\n", "utf-8")
    closed = referee("diff", *files, "--sample", "20", "--lang", language, folder=tmp_path).out.splitlines()[2]
    assert closed != usual
    assert "our.1" in closed
