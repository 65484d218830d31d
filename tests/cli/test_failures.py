"""What cannot be carried out: one sentence for people, one object for programs, and never a word of argparse."""

import contextlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cli import failures
from referee.cli.commands import COMMANDS, FORMATS, LANGUAGES
from referee.cli.failures import CommandError
from referee.cli.parser import parse
from referee.cli.run import run

TOP = Path(__file__).resolve().parents[2]
HAND = ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]
FORTY = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
EIGHT = ["4c", "5c", "6c", "11o", "11e", "11b", "3b", "4e"]
SOLVE = ["solve", "7o", "--rules", "spanish-40"]
CLOSE = ["close", *HAND, "--rules", "spanish-40"]

FAILURES: list[tuple[list[str], str, str]] = [
    ([], "COMMAND_MISSING", f"no command given; there are: {', '.join(COMMANDS)}"),
    (["--lang", "es"], "COMMAND_MISSING", "no command given"),
    (["--lang", "es", "list"], "COMMAND_MISSING", "the command comes first: `referee list …`, found `--lang`"),
    (["chek"], "COMMAND_UNKNOWN", "unknown command `chek`; did you mean `check`?"),
    (["solve"], "ARGUMENT_MISSING", "`CARD` and `--rules` are missing"),
    (["solve", "7o"], "ARGUMENT_MISSING", "`--rules` is missing"),
    (["solve", "--rules", "spanish-40"], "ARGUMENT_MISSING", "`CARD` is missing"),
    (["solve", "", "--rules", "spanish-40"], "ARGUMENT_MISSING", "no card is named"),
    (["solve", "7o", "--rules"], "ARGUMENT_MISSING", "`--rules` is without its value"),
    (["solve", "7o", "--rule", "spanish-40"], "ARGUMENT_UNKNOWN", "unknown option `--rule`; did you mean `--rules`?"),
    (["solve", "7o", "-x"], "ARGUMENT_UNKNOWN", "unknown option `-x`"),
    (["list", "spanish-40"], "ARGUMENT_UNKNOWN", "`spanish-40` is one word too many"),
    (["show", "spanish-40", "spanish-48"], "ARGUMENT_UNKNOWN", "`spanish-48` is one word too many"),
    ([*SOLVE, "--rules", "spanish-48"], "ARGUMENT_TWICE", "`--rules` stands there twice"),
    ([*SOLVE, "--all=yes"], "ARGUMENT_INVALID", "`--all` takes no value, found `yes`"),
    ([*SOLVE, "--seats", "two"], "ARGUMENT_INVALID", "`--seats` is a whole number from 1 to 8, found `two`"),
    ([*SOLVE, "--seats", "-5"], "ARGUMENT_INVALID", "`--seats` is a whole number from 1 to 8, found `-5`"),
    ([*SOLVE, "--seats", "9" * 5000], "ARGUMENT_INVALID", "`--seats` is a whole number from 1 to 8, found `999"),
    ([*SOLVE, "--seats", "٣"], "ARGUMENT_INVALID", "`--seats` is a whole number from 1 to 8, found `٣`"),
    ([*SOLVE, "--seats", "7"], "SEATS_NOT_OFFERED", "2"),
    ([*SOLVE, "--option", "jokers"], "ARGUMENT_INVALID", "`--option` is written `--option NAME=VALUE`, found `jokers`"),
    ([*SOLVE, "--option", "joker=2"], "OPTION_UNKNOWN", "`jokers`"),
    ([*SOLVE, "--option", "jokers=9"], "OPTION_OUT_OF_RANGE", "jokers"),
    ([*SOLVE, "--option", "jokers=2", "--option", "jokers=0"], "ARGUMENT_TWICE", "the option `jokers` is given twice"),
    (["solve", "7o", "--rules", "spanish40"], "RULE_SET_UNKNOWN", "did you mean `spanish-40`?"),
    (["solve", "7o", "--rules", "no/casa.yaml"], "RULE_SET_UNREADABLE", "cannot be opened: there is no such file"),
    (["solve", "7o", "--rules", "common"], "NOT_PLAYABLE", "common"),
    (["solve", "7x", "--rules", "spanish-40"], "CARD_UNKNOWN", "`7x`"),
    (["solve", "7o", "7o", "--rules", "spanish-40"], "CARD_TWICE", "`7o`"),
    (["solve", "joker", "--rules", "spanish-40"], "CARD_UNKNOWN", "this pack has none; `--option jokers=…` adds them"),
    (
        ["solve", "JK", "--rules", "chilean-50"],
        "CARD_UNKNOWN",
        "this pack has none; `--option printed_jokers=…` adds them",
    ),
    (["solve", "JK", "--rules", "gin-rummy"], "CARD_UNKNOWN", "`JK` is a joker, and this pack has none"),
    (
        ["solve", "8o", "--rules", "spanish-40"],
        "CARD_UNKNOWN",
        "no card of this pack; the nearest are `7o`, `6o`, `10o`",
    ),
    (
        ["solve", *FORTY, "--rules", "spanish-40"],
        "HAND_TOO_LARGE",
        "40 cards are more than a hand can have here: at most 9",
    ),
    (
        ["solve", "7O" * 9999, "--rules", "spanish-40"],
        "HAND_TOO_LARGE",
        "19,998 characters are more than any hand needs",
    ),
    (
        ["close", *FORTY, "--rules", "spanish-40"],
        "HAND_TOO_LARGE",
        "40 cards are more than a hand can have here: at most 9",
    ),
    (
        ["close", "", "--rules", "spanish-40"],
        "WRONG_NUMBER_OF_CARDS",
        "7 cards kept, or 8 with the closing card; found 0",
    ),
    (
        ["close", *EIGHT, "--rules", "spanish-40", "--closing", "4e 3b"],
        "ARGUMENT_INVALID",
        "--closing names one card, found 2",
    ),
    (["close", *EIGHT, "--rules", "spanish-40", "--closing", ""], "ARGUMENT_INVALID", "names one card, found 0"),
    (
        ["close", *EIGHT, "--rules", "spanish-40", "--closing", "9x"],
        "CARD_UNKNOWN",
        "the nearest are `10o`, `10c`, `10e`",
    ),
    (["close", *EIGHT, "--rules", "spanish-40", "--closing", "zz"], "CARD_UNKNOWN", "rank and suit, such as `1o`"),
    (["close", "7o", "--rules", "spanish-40"], "WRONG_NUMBER_OF_CARDS", "7 cards kept, or 8 with the closing card"),
    ([*CLOSE, "--closing", "7o"], "ARGUMENT_INVALID", "--closing goes with 8 cards"),
    (["close", *EIGHT, "--rules", "spanish-40", "--closing", "1o"], "CARD_NOT_HELD", "none of the cards"),
    ([*CLOSE, "--laps", "-1"], "ARGUMENT_INVALID", "`--laps` is a whole number from 0 to 999999, found `-1`"),
    ([*CLOSE, "--laps", "1000000"], "ARGUMENT_INVALID", "`--laps` is a whole number from 0 to 999999"),
    ([*CLOSE, "--given", "laps=-1"], "FACT_OUT_OF_RANGE", "`laps`"),
    ([*CLOSE, "--given", "lap=0"], "FACT_UNKNOWN", "`laps`"),
    ([*CLOSE, "--laps", "0", "--given", "laps=0"], "ARGUMENT_TWICE", "the fact `laps` is given twice"),
    (
        ["show", "spanish-40", "--lang", "de"],
        "ARGUMENT_INVALID",
        "`--lang` is one of en, es, eu, fr, pt, tr, found `de`",
    ),
    (["show", "spanish-40", "--lang", "spanish"], "ARGUMENT_INVALID", "found `spanish`; did you mean `es`?"),
    (["demo", "--lang", "euskera"], "ARGUMENT_INVALID", "did you mean `eu`?"),
    (["list", "--lang", "ES"], "ARGUMENT_INVALID", "did you mean `es`?"),
    (
        ["check", "a.yaml", "--format", "jsn"],
        "ARGUMENT_INVALID",
        "`--format` is one of text, json, github, sarif, found `jsn`",
    ),
    (["check"], "ARGUMENT_MISSING", "`FILE` is missing"),
    (["answer", "now"], "ARGUMENT_UNKNOWN", "`now` is one word too many"),
]
IDS = [" ".join(words)[:60] or "nothing" for words, _, _ in FAILURES]
ARGPARSE = re.compile(r"argument -|argument [A-Z]|invalid|choose from|expected one|unrecognized|required")


@pytest.mark.parametrize(("words", "code", "said"), FAILURES, ids=IDS)
def test_people_get_one_sentence(words: list[str], code: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.startswith(f"referee {words[0]}: " if words and words[0] in COMMANDS else "referee: ")
    assert err.count("\n") == 1
    assert not ARGPARSE.search(err)


@pytest.mark.parametrize(("words", "code", "said"), FAILURES, ids=IDS)
def test_programs_get_one_object(words: list[str], code: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(words)
    sentence = capsys.readouterr().err.partition(": ")[2].rstrip("\n")
    assert run([*words[:1], "--json", *words[1:]]) == 2  # behind the command: after `--rules` it would be its value
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    found = json.loads(out)
    assert list(found) == ["error"]
    assert found["error"]["code"] == code
    assert found["error"]["message"] == sentence


def test_the_mistakes_of_a_rule_file_are_in_the_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "casa.yaml"
    path.write_text(
        "rule_set: casa\nformat: 1\nextends: spanish-40\nclose: {may_close: {es.4: loose.cont is 0}}\n", "utf-8"
    )
    assert run(["solve", "7o", "--rules", str(path), "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "RULE_SET_INVALID"
    assert [(one["code"], one["line"], one["column"]) for one in error["diagnostics"]] == [("CH210", 4, 33)]


def test_a_server_that_cannot_listen_is_told_either_way() -> None:
    command = [sys.executable, "-m", "referee", "serve", "--address", "unix:/nowhere/at/all.sock"]
    plain = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (plain.returncode, plain.stdout) == (2, "")
    assert plain.stderr.startswith("referee serve: ")
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, "")
    assert json.loads(done.stdout)["error"]["code"] == "CANNOT_SERVE"


def test_a_fault_of_the_referee_itself_is_told_either_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("referee.cli.listing.run", lambda _arguments: 1 // 0)
    assert run(["list"]) == 2
    assert "REFEREE_TRACEBACK=1" in capsys.readouterr().err
    assert run(["list", "--json"]) == 2
    out, err = capsys.readouterr()
    assert (json.loads(out)["error"]["code"], err) == ("INTERNAL", "")
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run(["list"])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_json(command: str) -> None:
    needs = COMMANDS[command].needs.values()
    words = [word for told in needs for word in ([told, "X"] if told.startswith("--") else [told])]
    assert parse([command, *words, "--json"]).json is True


def test_what_follows_two_dashes_is_no_option() -> None:
    assert failures.wants_json(["check", "--json"])
    assert failures.wants_json(["check", "--format", "json"])
    assert failures.wants_json(["check", "--format=json"])
    assert not failures.wants_json(["check", "--", "--json"])
    assert parse(["check", "--", "--json"]).files == ["--json"]


def test_cards_may_stand_on_both_sides_of_the_options() -> None:
    assert parse(["solve", "7o", "--rules", "spanish-40", "7c", "7e"]).cards == ["7o", "7c", "7e"]


WORDS = st.sampled_from(
    [*COMMANDS, "--json", "--lang", "--seats", "--laps", "--rules", "--option", "--given", "--all", "--closing", "--format", "--lang=es", "--seats=3", "--strict", "--help=1", "--", "-", "-5", "7o", "x=1", "=", "", "spanish-40", *LANGUAGES, *FORMATS]
) | st.text(max_size=6).filter(lambda word: word not in {"-h", "--help"})  # fmt: skip


@given(st.lists(WORDS, max_size=7))
def test_any_line_is_read_or_refused_in_our_words(words: list[str]) -> None:
    with contextlib.suppress(CommandError):
        assert parse(words).command == words[0]
        return
    with pytest.raises(CommandError) as caught:
        parse(words)
    assert caught.value.code in failures.CODES
    assert not ARGPARSE.search(re.sub("`[^`]*`", "", caught.value.message))


def test_every_code_of_the_command_line_is_written_down_and_used() -> None:
    document = (TOP / "referee" / "cli" / "README.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", document, re.MULTILINE))
    assert told == dict(failures.CODES)
    source = "\n".join(path.read_text("utf-8") for path in (TOP / "referee" / "cli").glob("*.py"))
    source = "\n".join(
        line for line in source.splitlines() if "environ" not in line and '": "' not in line and "_FORM" not in line
    )
    used = set(re.findall(r'"([A-Z]+(?:_[A-Z]+)+|INTERNAL)"', source))
    protocol = (TOP / "tests" / "conformance" / "PROTOCOL.md").read_text("utf-8")
    assert used - set(re.findall(r"`([A-Z_0-9]+)`", protocol)) | {"INTERNAL"} == set(failures.CODES)
