"""Records judged by the rules they name, and by no others unless somebody asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.library import Library
from referee.library.records import judge_record
from referee.record.reading import read_mapping
from referee.record.verdict import FindingKind, Status, Weight

LIBRARY = Library()
RECORD = {
    "record": 1,
    "rules": "spanish-40",
    "seats": {"A": "Ane", "B": "Beñat"},
    "rounds": [{"scores": {"A": 1, "B": 2}}],
}
OTHER = "ab" * 32


def judged(change: dict[str, Any], library: Library = LIBRARY, **asked: Any) -> Any:
    return judge_record(library, read_mapping({**RECORD, **change}), **asked)


def digest(name: str) -> str:
    return LIBRARY.rule_set(name).digest


def test_the_verdict_names_the_digest_that_judged() -> None:
    assert judged({}).rules_digest == digest("spanish-40")
    assert judged({"rules_digest": digest("spanish-40")}).first_violation is None
    assert judged({"rules": "spanish-48"}).rules_digest == digest("spanish-48")


def test_a_digest_of_other_rules_than_those_named() -> None:
    found = judged({"rules_digest": digest("spanish-48")}).first_violation
    assert (found.code, found.place.path) == ("RULES_UNKNOWN", "rules_digest")


@pytest.mark.parametrize(
    ("change", "path", "message", "help_"),
    [
        ({"rules": "spanish-41"}, "rules", "there is no rule set `spanish-41` here", "did you mean `spanish-40`?"),
        (
            {"rules_digest": OTHER},
            "rules_digest",
            f"the record was played by `spanish-40` {OTHER[:12]};",
            "ask for other rules (`--what-if NAME`)",
        ),
    ],
)
def test_rules_that_are_not_at_hand(change: dict[str, Any], path: str, message: str, help_: str) -> None:
    verdict = judged(change)
    found = verdict.first_violation

    assert (found.code, found.kind, found.place.path) == ("RULES_UNKNOWN", FindingKind.DISAGREES, path)
    assert found.message.startswith(message)
    assert found.help.startswith(help_)
    assert verdict.status is Status.VIOLATION
    assert (verdict.rules_digest, verdict.totals) == ("", {})


@pytest.mark.parametrize("what_if", ["spanish-48", digest("spanish-48")])
def test_what_would_be_by_other_rules(what_if: str) -> None:
    verdict = judged({"rules_digest": OTHER}, what_if=what_if)

    assert verdict.rules_digest == digest("spanish-48")
    assert verdict.first_violation is None
    (found,) = verdict.findings
    assert (found.weight, found.kind, found.code) == (Weight.NOTE, FindingKind.NOTE, "RULES_UNKNOWN")
    assert "not by the rules the record names" in found.message


def test_nothing_is_said_where_the_other_rules_are_the_same() -> None:
    assert judged({}, what_if="spanish-40").findings == ()
    assert judged({"rules_digest": digest("spanish-40")}, what_if="spanish-40").findings == ()
    assert judged({}, what_if="nonsense").first_violation.code == "RULES_UNKNOWN"


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"seats": {"A": "Ane"}, "rounds": []}, "SEATS_NOT_OFFERED", "seats"),
        ({"options": {"limt": 30}}, "OPTION_UNKNOWN", "options.limt"),
        ({"options": {"limit": "many"}}, "OPTION_OUT_OF_RANGE", "options.limit"),
    ],
)
def test_seats_and_options_the_rules_do_not_offer(change: dict[str, Any], code: str, path: str) -> None:
    verdict = judged(change)

    assert verdict.status is Status.UNREADABLE
    assert (verdict.first_violation.code, verdict.first_violation.place.path) == (code, path)
    assert verdict.first_violation.kind is FindingKind.UNREADABLE
    assert verdict.rules_digest == digest("spanish-40")


def test_a_rule_set_with_errors(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("rule_set: mine\nformat: 1\nextends: nothing\n", "utf-8")
    found = judged({"rules": "mine"}, Library([tmp_path])).first_violation

    assert found.code == "RULES_UNKNOWN"
    assert found.message == "the rule set `mine` has errors of its own"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["UNREADABLE"]),
        ("record: 2\nrules: x\nseats: {}\nrounds: []\n", ["NEWER_FORMAT"]),
        ("record: 1\nseats: {A: a}\nrounds: []\n", ["MISSING_KEY"]),
        ("record: 1\nrules: a\nrules: b\nseats: {A: a}\nrounds: []\n", ["KEY_TWICE"]),
        (
            "record: 1\nrules: a\nseats: {A: a}\nrounds: [{scores: {A: x, Z: 1}, hand: 1}]\n",
            ["NOT_A_NUMBER", "NO_SUCH_SEAT", "UNKNOWN_KEY"],
        ),
        ("record: 1\nrules: a\nseats: {A: a}\nrounds: {}\ntime_out: skp\n", ["WRONG_SHAPE", "WRONG_SHAPE"]),
    ],
)
def test_a_frame_that_cannot_be_read(text: str, codes: list[str]) -> None:
    verdict = judge_record(LIBRARY, text, name="sheet.yaml")

    assert verdict.status is Status.UNREADABLE
    assert sorted(one.code for one in (verdict.first_violation, *verdict.findings)) == codes
    assert verdict.first_violation.place.line or not text


def test_bytes_text_and_what_was_read_already() -> None:
    text = "record: 1\nrules: spanish-40\nseats: [Ane, Beñat]\nrounds: [{scores: [1, 2]}]\n"

    assert judge_record(LIBRARY, text) == judge_record(LIBRARY, text.encode())
    assert judge_record(LIBRARY, text).totals == {"A": 1, "B": 2}
    assert len(judge_record(LIBRARY, text).repairs) == 2
