"""`referee explain`: codes, findings, and where the values of a rule set come from."""

import json
import re
from pathlib import Path

import pytest

from referee.diagnostics import CODES
from referee.record.wording import TEXTS
from tests.cli.running import referee

HOUSE = "rule_set: casa\nformat: 1\nextends: spanish-40\noptions:\n  limit: {default: 70}\n"


def test_a_code_is_explained_with_what_the_checker_says(tmp_path: Path) -> None:
    shown = referee("explain", "ch206")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("CH206 definitions in a circle (error)\n\n")
    told = json.loads(referee("explain", "CH206", "--json").out)
    assert (told["code"], told["severity"]) == ("CH206", "error")
    assert all(told[key] in shown.out.replace("\n", " ") for key in ("title", "meaning", "reason"))
    assert all(place in shown.out for place in told["read_on"])
    for form in ("wrong", "right"):
        (tmp_path / told[form]["file"]).write_text(told[form]["text"], encoding="utf-8")
        checked = referee("check", told[form]["file"], "--json", folder=tmp_path)
        assert json.loads(checked.out) == told[form].get("diagnostics", [])
    (tmp_path / told["wrong"]["file"]).write_text(told["wrong"]["text"], encoding="utf-8")
    said = referee("check", told["wrong"]["file"], folder=tmp_path)
    block = said.out.partition("\n\n")[0]
    assert "".join(f"  {line}\n" for line in block.splitlines()) in shown.out


def test_a_file_that_is_not_there() -> None:
    shown = referee("explain", "CH015").out
    assert "with the mistake" not in shown
    assert "casa-abuela.yaml` cannot be opened" in shown


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["CH207x"], "RULE_SET_UNKNOWN", "unknown rule set `CH207x`"),
        (["CH999"], "CODE_UNKNOWN", "no mistake has the code `CH999`"),
        (["CH20"], "CODE_UNKNOWN", "no mistake has the code `CH20`"),
        (["ch99"], "CODE_UNKNOWN", "no mistake has the code `CH99`"),
        (["espanol-40"], "RULE_SET_UNKNOWN", "unknown rule set `espanol-40`; `referee list` names those there are"),
        (["es.4"], "RULE_SET_UNKNOWN", "`es.4` is a clause of some rule set; `referee explain RULESET es.4` shows"),
        (["SCORE"], "CODE_UNKNOWN", "no finding has the code `SCORE`; there are: SCORE_DIFFERS"),
        (["not_in_han"], "CODE_UNKNOWN", "did you mean `NOT_IN_HAND`?"),
        (["CH206", "close"], "ARGUMENT_INVALID", "a code has no path, found `close`"),
        (["NOT_IN_HAN"], "CODE_UNKNOWN", "did you mean `NOT_IN_HAND`?"),
        (["WRONG_TURN"], "CODE_UNKNOWN", "there are: UNREADABLE, SEAT_NOT_SAID, "),
        (["NOT_IN_HAND", "close"], "ARGUMENT_INVALID", "a finding has no path"),
        (["spanish-4"], "RULE_SET_UNKNOWN", "did you mean `spanish-40`?"),
        (
            ["spanish-40", "close.may_clos"],
            "PATH_UNKNOWN",
            "did you mean `close.may_close`?; there is may_close, outcomes",
        ),
        (["spanish-40", "close.may_close.es.9"], "PATH_UNKNOWN", "there is es.2, es.3, es.4"),
        (["spanish-40", "clos"], "PATH_UNKNOWN", "did you mean `close`?; there is options, define, table"),
        (["spanish-40", ""], "ARGUMENT_INVALID", "a path or a clause is missing behind the rule set"),
        (["CH206", " "], "ARGUMENT_INVALID", "a path or a clause is missing"),
        ([], "ARGUMENT_MISSING", "`CODE or RULESET` is missing"),
    ],
)
def test_what_cannot_be_explained(words: list[str], code: str, says: str) -> None:
    done = referee("explain", *words, "--json")
    assert (done.code, done.err) == (2, "")
    error = json.loads(done.out)["error"]
    assert error["code"] == code
    assert says in error["message"]


def test_a_finding() -> None:
    shown = referee("explain", "NOT_IN_HAND").out
    assert shown.startswith("CH902 NOT_IN_HAND <card> is not in the hand of <seat> (impossible)\n\n")
    told = json.loads(referee("explain", "SCORE_DIFFERS", "--json").out)
    assert (told["kind"], told["sentence"]) == (
        "miscounted",
        "<seat>: the sheet says <written>, the rules give <computed>",
    )
    assert [one["code"] for one in told["findings"]] == ["SCORE_DIFFERS"]


@pytest.mark.parametrize("code", ["NOT_IN_HAND", "KEY_TWICE", "RULES_UNKNOWN", "PLAY_STOPS", "STOCK_EMPTY"])
def test_a_finding_is_shown_in_a_record_with_what_to_do(code: str, tmp_path: Path) -> None:
    shown, told = referee("explain", code).out, json.loads(referee("explain", code, "--json").out)
    flat = " ".join(shown.split())
    assert all(told[key] in flat for key in ("meaning", "remedy", "of_its_kind"))
    assert told["read_on"] == ["rulesets/RECORDS.md", "rulesets/FINDINGS.md"]
    assert ("what the judge says" in shown) is bool(told["record"])
    if told["record"]:
        (tmp_path / "game.yaml").write_text(told["record"], encoding="utf-8")
        said = referee("validate", "game.yaml", "--notes", folder=tmp_path).out.partition("\n\n")[0]
        assert all(f"  {line}".rstrip() in shown.splitlines() for line in said.splitlines())


def test_a_code_in_small_letters() -> None:
    assert referee("explain", "score_differs").out == referee("explain", "SCORE_DIFFERS").out


def test_the_help_promises_no_language_that_is_not_there() -> None:
    told = " ".join(referee("explain", "--help").out.split())
    assert "of a rule set: language of its paragraphs; all else, and the page of a code, is in English" in told
    paragraphs = [referee("explain", "spanish-40", "book.es.9", "--lang", lang).out for lang in ("en", "eu")]
    assert paragraphs[0] != paragraphs[1]
    assert referee("explain", "CH206", "--lang", "eu").out == referee("explain", "CH206").out


def test_no_finding_looks_like_a_code_or_a_rule_set() -> None:
    findings = [key for key in TEXTS["en"] if key.isupper() or re.fullmatch(r"[A-Z]+(_[A-Z]+)*", key)]
    assert "NOT_IN_HAND" in findings
    assert not set(findings) & set(CODES)
    assert all(key.isupper() and key.replace("_", "").isalpha() for key in findings)


def test_values_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "casa.yaml").write_text(HOUSE, encoding="utf-8")
    shown = referee("explain", "casa.yaml", "options.limit", folder=tmp_path).out
    assert "options.limit.default\n  70\n  casa.yaml:5:20, clause es.9\n  = its value" in shown
    told = json.loads(referee("explain", "casa.yaml", "--json", folder=tmp_path).out)
    values = {value["path"]: value for value in told["values"]}
    assert told["rule_set"] == "casa"
    assert values["options.limit.default"] == {
        "path": "options.limit.default",
        "value": "70",
        "clause": "es.9",
        "rule_set": "casa",
        "file": "casa.yaml",
        "line": 5,
        "column": 20,
        "meaning": "its value where the table chooses none",
    }
    assert (values["close.may_close.es.4"]["rule_set"], values["close.may_close.es.4"]["file"]) == (
        "spanish-40",
        "spanish-40.yaml",
    )
    assert (values["pack.copies"]["file"], values["pack.copies"]["line"]) == ("", 0)


def test_a_clause_stands_for_what_carries_it() -> None:
    told = json.loads(referee("explain", "spanish-40", "es.4", "--lang", "fr", "--json").out)
    assert [value["path"] for value in told["values"]] == ["close.may_close.es.4", "book.es.4.fr", "refusals.es.4.fr"]


def test_a_faulty_file_is_told_as_check_tells_it(tmp_path: Path) -> None:
    (tmp_path / "casa.yaml").write_text(HOUSE.replace("limit", "limt"), encoding="utf-8")
    done = referee("explain", "casa.yaml", folder=tmp_path)
    assert done.code == 2
    assert "casa.yaml:5:3" in done.err


def test_check_names_the_first_error_once(tmp_path: Path) -> None:
    unused = HOUSE + "define:\n  few: loose.count at most 2 cards\n"
    (tmp_path / "casa.yaml").write_text(unused, encoding="utf-8")
    (tmp_path / "tia.yaml").write_text(HOUSE.replace("casa", "tia").replace("limit:", "limt:"), encoding="utf-8")
    done = referee("check", "casa.yaml", "tia.yaml", folder=tmp_path)
    assert done.out.endswith("2 files checked: 1 error, 1 warning; `referee explain CH102` tells more\n")
    assert done.out.count("referee explain") == 1
    warned = referee("check", "casa.yaml", folder=tmp_path).out
    assert warned.endswith("1 file checked: 1 warning; `referee explain CH207` tells more\n")
    assert all(line.endswith("]") for line in warned.splitlines() if line.startswith("casa.yaml:"))


def test_sarif(tmp_path: Path) -> None:
    (tmp_path / "casa.yaml").write_text(HOUSE.replace("limit:", "limt:"), encoding="utf-8")
    (tmp_path / "good.yaml").write_text(HOUSE.replace("casa", "good"), encoding="utf-8")
    done = referee("check", "good.yaml", "casa.yaml", "gone.yaml", "--format", "sarif", folder=tmp_path)
    assert (done.code, done.err) == (2, "")
    run = json.loads(done.out)["runs"][0]
    assert [result["ruleId"] for result in run["results"]] == ["CH102", "CH015"]
    assert run["results"][0]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "casa.yaml"},
        "region": {"startLine": 5, "startColumn": 3, "endLine": 5, "endColumn": 7},
    }
    assert run["invocations"][0]["executionSuccessful"] is False
    clean = json.loads(referee("check", "good.yaml", "--format", "sarif", folder=tmp_path).out)["runs"][0]
    assert (clean["results"], clean["tool"]["driver"]["rules"]) == ([], [])
