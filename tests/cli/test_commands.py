"""The commands as people type them: what they print, where, and with which exit code."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import commands
from referee.native import form
from referee.version import __version__
from referee.vocabulary import model
from tests.cli.running import referee

HAND = ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]
EIGHT = ["4c", "5c", "6c", "11o", "11e", "11b", "3b", "4e"]
HOUSE = """\
rule_set: casa
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "casa.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


def test_the_version() -> None:
    assert referee("--version").out == f"referee {__version__} ({form()})\n"


@pytest.mark.parametrize("command", ["", *commands.COMMANDS])
def test_every_command_has_help(command: str) -> None:
    done = referee(*command.split(), "--help")
    assert done.code == 0
    assert done.err == ""
    assert "usage: referee" in done.out


def test_list_names_what_can_be_played() -> None:
    done = referee("list")
    assert done.code == 0
    names = [line.split()[0] for line in done.out.splitlines()]
    assert {"spanish-40", "spanish-48", "fournier-40", "fournier-48", "chilean-50"} <= set(names)
    rows = json.loads(referee("list", "--json").out)
    assert [row["name"] for row in rows] == names
    assert all(len(row["digest"]) == 64 for row in rows)


def test_list_says_what_is_only_a_base_the_same_for_people_and_programs() -> None:
    rows = json.loads(referee("list", "--json").out)
    noted = [line.split()[0] for line in referee("list").out.splitlines() if "not played by itself" in line]
    assert noted == [row["name"] for row in rows if not row["playable"]] == ["common"]
    assert "no se juega por sí sola" in referee("list", "--lang", "es").out


def test_show_says_of_a_base_what_it_is_for() -> None:
    done = referee("show", "common")
    assert (done.code, done.out) == (2, "")
    assert "`common` is a base for other rule sets" in done.err
    assert "chilean-50, conga, fournier-40" in done.err
    assert json.loads(referee("show", "common", "--json").out)["options"]["declared"]


def test_show_prints_the_rules_in_a_language() -> None:
    done = referee("show", "spanish-40", "--lang", "es", "--option", "limit=70")
    assert done.code == 0
    assert "es.4" in done.out
    assert "70" in done.out
    assert "comodines (jokers): 0" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_show_json_is_what_the_digest_is_taken_of(house: Path) -> None:
    digests = {row["name"]: row["digest"] for row in json.loads(referee("list", "--json").out)}
    tree = referee("show", "spanish-40", "--json").out
    assert hashlib.sha256(tree.encode()).hexdigest() == digests["spanish-40"]
    assert json.loads(tree)["pack"]["suits"][0]["name"] == "oros"
    other = referee("show", str(house), "--json").out
    assert json.loads(other)["options"] == json.loads(tree)["options"]
    assert other != tree


def test_solve_says_what_a_hand_is_worth() -> None:
    done = referee("solve", *HAND, "--rules", "spanish-40")
    assert done.code == 0
    assert done.out == "deadwood 12\nmelds    5b 6b 7b | 7o 7c 7e\nloose    12o\n"
    assert referee("solve", " ".join(HAND), "--rules", "spanish-40").out == done.out
    value = json.loads(referee("solve", *HAND, "--rules", "spanish-40", "--json", "--all").out)
    assert value["deadwood"] == 12
    assert value["optimal"][0]["melds"] == value["melds"]


@pytest.mark.parametrize(
    "words",
    [["7o,7c,7e,7b,5b,6b,12o"], ["7O", "7C", "7E", "7B", "5B", "6B", "12O"], ["7o|7c", "7e;7b", "5b6b", "rey de oros"]],
)
def test_cards_are_read_as_people_write_them(words: list[str]) -> None:
    assert referee("solve", *words, "--rules", "spanish-40").out == referee("solve", *HAND, "--rules", "spanish-40").out


def test_close_with_seven_cards() -> None:
    legal = referee("close", "1o", "2o", "3o", "4o", "6c", "6e", "6b", "--rules", "spanish-40")
    assert legal.code == 0
    assert "may close: clean, writes −10 [es.5]" in legal.out
    refused = referee("close", *HAND, "--rules", "spanish-40", "--laps", "0")
    assert refused.code == 1
    assert "may not close" in refused.out
    assert "es.3" in refused.out
    assert "12" in refused.out
    value = json.loads(referee("close", *HAND, "--rules", "spanish-40", "--json", "--lang", "tr").out)
    assert value["clauses"] == ["es.4"]
    assert value["reasons"][0]["text"]


def test_close_with_eight_cards() -> None:
    done = referee("close", *EIGHT, "--rules", "spanish-40")
    assert done.code == 0
    assert "best with 4e put down" in done.out
    assert "plain, writes 4 [es.8]" in done.out
    wrong = referee("close", *EIGHT, "--rules", "spanish-40", "--closing", "5c")
    assert wrong.code == 1
    assert "legal would be" in wrong.out
    assert "legal would be  4e: plain, writes 3 [es.8]" in wrong.out
    none = referee("close", *["1o", "3o", "5c", "7c", "10e", "12e", "2b", "4b"], "--rules", "spanish-40")
    assert none.code == 1
    assert "may not close with any of these cards" in none.out


def test_a_house_rule_works_by_its_path(house: Path) -> None:
    words = ["close", "1o", "3o", "4o", "5o", "6o", "7o", "1c", "--rules"]
    assert referee(*words, "spanish-40").code == 0
    assert referee(*words, "casa.yaml", folder=house.parent).code == 1
    done = referee(*words, "casa", folder=house.parent)
    assert done.code == 2
    assert "`casa.yaml`" in done.err


def test_a_faulty_house_rule_is_shown_with_its_carets(house: Path) -> None:
    house.write_text(HOUSE.replace("loose.count", "loose.cont"), encoding="utf-8")
    done = referee("solve", "7o", "--rules", "casa.yaml", folder=house.parent)
    assert done.code == 2
    assert "casa.yaml:6:" in done.err
    assert "^" in done.err
    assert done.err.rstrip().endswith("`casa.yaml` has mistakes; mend them first")


def test_check(house: Path) -> None:
    clean = referee("check", "casa.yaml", folder=house.parent)
    assert (clean.code, clean.out) == (0, "1 file checked, no mistakes\n")
    house.with_name("bad.yaml").write_text(HOUSE.replace("casa", "bad").replace("count", "cont"), encoding="utf-8")
    found = referee("check", "casa.yaml", "bad.yaml", folder=house.parent)
    assert found.code == 1
    assert "bad.yaml:6:" in found.out
    assert found.out.endswith("2 files checked: 1 error; `--fix` mends 1; `referee explain CH210` tells more\n")
    rows = json.loads(referee("check", "bad.yaml", "--json", folder=house.parent).out)
    assert [(row["line"], row["severity"]) for row in rows] == [(6, "error")]
    assert json.loads(referee("check", "bad.yaml", "--format", "json", folder=house.parent).out) == rows
    github = referee("check", "bad.yaml", "--format", "github", folder=house.parent)
    assert github.out.startswith("::error file=bad.yaml,line=6")
    missing = referee("check", "casa.yaml", "nowhere.yaml", folder=house.parent)
    assert missing.code == 2
    assert "1 file checked" in missing.out
    both = referee("check", "casa.yaml", "nowhere.yaml", "--json", folder=house.parent)
    assert (both.code, both.err) == (2, "")
    assert [row["code"] for row in json.loads(both.out)] == ["CH015"]


def test_check_reads_standard_input() -> None:
    done = referee("check", "-", typed=HOUSE.replace("count", "cont"))
    assert done.code == 1
    assert "standard input:6:" in done.out


def test_warnings_fail_only_where_it_is_asked_for(tmp_path: Path) -> None:
    text = HOUSE.replace("rule_set: casa\n", "rule_set: other\n")
    (tmp_path / "casa.yaml").write_text(text, encoding="utf-8")
    assert referee("check", "casa.yaml", folder=tmp_path).code == 0
    assert referee("check", "casa.yaml", "--strict", folder=tmp_path).code == 1


def test_colour_is_for_terminals_only(house: Path) -> None:
    done = referee("check", "casa.yaml", folder=house.parent)
    assert "\x1b" not in done.out
    assert "\x1b" not in referee("solve", *HAND, "--rules", "spanish-40").out


def test_text_is_utf8_in_a_bare_locale() -> None:
    done = referee("show", "spanish-40", "--lang", "tr", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.code == 0
    assert "?" not in done.out


LIGHT = ["yaml", "lark", "jsonschema", "grpc", "google.protobuf", "asyncio", "importlib.metadata"]


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["list"],
        ["solve", *HAND, "--rules", "spanish-40"],
        ["close", *EIGHT, "--rules", "spanish-40"],
        ["close", *HAND, "--rules", "spanish-40", "--given", "total=97"],
        ["show", "spanish-40"],
    ],
    ids=lambda words: words[0],
)
def test_nothing_heavy_is_imported_for_a_built_in(words: list[str]) -> None:
    program = (
        "import sys, contextlib, io; from referee.__main__ import main\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()): main(sys.argv[1:])\n"
        f"print([name for name in {LIGHT} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_languages_offered_are_those_that_are_spoken() -> None:
    assert tuple(commands.LANGUAGES) == model.LANGUAGES
