"""Every check of the case file that the protocol knows, asked of a real `referee answer`, one line each."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).resolve().parents[1] / "cases" / "cases.json"
KNOWN = ("deadwood", "meld", "close", "invalid_hand", "layoff")
Check = dict[str, Any]


def _checks() -> list[tuple[str, Check]]:
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return [
        (f"{case['id']}-{number}", check)
        for case in cases
        for number, check in enumerate(case["check"])
        if check["op"] in KNOWN
    ]


CHECKS = _checks()


@pytest.fixture(scope="module")
def answers() -> dict[str, Check]:
    questions = "".join(json.dumps(check, ensure_ascii=False) + "\n" for _, check in CHECKS)
    command = [sys.executable, "-m", "referee", "answer"]
    done = subprocess.run(command, input=questions.encode(), capture_output=True, check=True, timeout=120)
    lines = done.stdout.decode("utf-8").splitlines()
    assert len(lines) == len(CHECKS)
    assert done.stderr == b""
    return {name: json.loads(line) for (name, _), line in zip(CHECKS, lines, strict=True)}


def test_the_case_file_holds_what_it_held() -> None:
    assert len(CHECKS) == 87


@pytest.mark.parametrize(("name", "check"), CHECKS, ids=[name for name, _ in CHECKS])
def test_the_answer_is_the_one_expected(name: str, check: Check, answers: dict[str, Check]) -> None:
    answer, expected = answers[name], check["expect"]
    if check["op"] == "invalid_hand":
        assert expected == "error"
        assert set(answer) == {"error"}
    elif check["op"] == "layoff":
        assert answer["points"] == expected
    elif check["op"] == "close":
        assert {key: answer.get(key) for key in expected} == expected
        if answer["legal"]:
            assert ("chinchon" in answer) == ("chinchon" in expected)
        else:
            assert answer["clauses"]
    else:
        assert answer[check["op"]] == expected
