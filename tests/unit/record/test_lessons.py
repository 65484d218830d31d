"""The lessons on the codes of the judge: every code has one, and its record gets that very finding, and none before it."""

from __future__ import annotations

import re

import pytest

from referee.library import Library
from referee.library.records import judge_record
from referee.record.findings import kind_of
from referee.record.lessons import LESSONS
from referee.record.lessons.cards import IMPOSSIBLE
from referee.record.lessons.sheet import FRAME, NOTES, TABLE
from referee.record.verdict import FindingKind, Weight
from referee.record.wording import TEXTS

LIBRARY = Library()
SHOWN = [code for code, lesson in LESSONS.items() if lesson.record]
LONG = {
    "PILE_EMPTY",
    "STOCK_EMPTY",
    "NEW_STOCK_DIFFERS",
    "NO_RESHUFFLE",
    "DISCARD_NOT_ALLOWED",
    "TAKE_NOT_ALLOWED",
    "CLOSE_NOT_ALLOWED",
    "OPTION_FIXED",
}
"""Codes that only a long record has, or only own rules."""


def test_every_code_has_its_lesson() -> None:
    said = {key for key in TEXTS["en"] if re.fullmatch(r"[A-Z]+(_[A-Z]+)*", key)}
    assert set(LESSONS) == said | set(FRAME) | set(TABLE)
    assert set(LESSONS) - set(SHOWN) == LONG


@pytest.mark.parametrize("code", SHOWN)
def test_its_record_has_it(code: str) -> None:
    verdict = judge_record(LIBRARY, LESSONS[code].record.encode())
    first = verdict.first_violation

    if kind_of(code) in {FindingKind.NOTE, FindingKind.UNFINISHED}:
        assert first is None
        assert code in [one.code for one in verdict.findings]
    else:
        # what stops the judging, or the first thing that stands
        said = first or next(one for one in verdict.findings if one.weight is Weight.IRREGULARITY)
        assert (said.code, said.kind) == (code, kind_of(code))


def test_each_stands_with_its_kind() -> None:
    assert {kind_of(code) for code in (*FRAME, *TABLE)} == {FindingKind.UNREADABLE}
    assert {kind_of(code) for code in IMPOSSIBLE} == {FindingKind.IMPOSSIBLE}
    assert {kind_of(code) for code in NOTES} == {FindingKind.NOTE, FindingKind.UNFINISHED}


@pytest.mark.parametrize("code", LESSONS)
def test_one_voice(code: str) -> None:
    lesson = LESSONS[code]
    for text in (lesson.meaning, lesson.remedy):
        assert text.endswith(".")
        assert text[0].isupper() or text[0] == "`"
        assert len(text) < 400
    assert lesson.record.count("\n") <= 16
