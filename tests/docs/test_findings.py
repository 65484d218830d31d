"""The page of the findings, and the numbers: whatever may be wrong has one, in records as in rules."""

import json
import re

import pytest

from referee import resources
from referee.cli.explain import run as explain
from referee.cli.finding_pages import findings_reference
from referee.cli.parser import parse
from referee.diagnostics import CODES
from referee.diagnostics.codes import UNUSED
from referee.library import Library
from referee.library.records import judge_record
from referee.record.lessons import LESSONS, STANDING
from referee.record.numbers import NAMES, STANDS
from referee.record.verdict import Weight

FIRST = {0: 10, 1: 10, 2: 9, 3: 10, 4: 8, 5: 10, 6: 11, 7: 7, 8: 8, 9: 10}
"""By family, how many mistakes the list had that all codes come from; it began each of them with 1."""


def test_the_page_is_made_of_the_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    page = (resources.folder("rulesets") / "FINDINGS.md").read_text("utf-8")
    assert page == findings_reference(), "run .ci/lessons.py"
    shown = re.findall(r"^### (.*)$", page, re.MULTILINE)
    assert (len(shown), {*shown}) == (len(LESSONS) + 1, {*LESSONS, STANDS})


def test_no_number_of_the_list_is_missing() -> None:
    listed = {f"CH{family}{number:02}" for family, most in FIRST.items() for number in range(1, most + 1)}
    known = [*CODES, *NAMES, *UNUSED, STANDS]
    assert listed <= set(known)
    assert len(known) == len(set(known)), "a number stands for two things"
    assert set(NAMES.values()) <= set(LESSONS)


@pytest.mark.parametrize("number", [*NAMES, STANDS, *UNUSED])
def test_every_number_is_explained(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = _explained(capsys, number.lower())
    assert shown.startswith(f"{number} ")
    told = json.loads(_explained(capsys, number, "--json"))
    if number in UNUSED:
        assert told == {"code": number, "unused": UNUSED[number]}
    else:
        assert told["number"] == number
        beside = f"[{number}]" if number == STANDS else f"[{number} {NAMES[number]}"
        assert beside in shown or not told["record"]


def _explained(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What `referee explain` prints."""
    assert explain(parse(["explain", *words])) == 0
    return capsys.readouterr().out


def test_what_stands_is_an_irregularity() -> None:
    told = judge_record(Library(), STANDING.record.encode())
    assert told.first_violation is None
    assert Weight.IRREGULARITY in [one.weight for one in told.findings]
