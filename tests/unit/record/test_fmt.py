"""`fmt`: the canonical form, comments kept where they stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.fmt import fmt
from referee.record.reading import read_record
from tests.unit.record.made import CANONICAL_RECORDS, GOLDEN_RECORDS, SPANISH, notation_of

TYPED = """\
# a table in a bar
record: 1   # the format
seats: [Ane, Beñat] # who played

rules: "spanish-40"
# what was played
rounds:
  # first
  - scores: {B: 3, A: 1} # as written
    # the play
    play: |   # how it went
      # Ane begins
      Ane: +5c -7c   # throws the 7
      +1o-2o
      # second lap
      A: +3o-4o
    eldest: A
  - {}
# the end
"""

KEPT = """\
# a table in a bar
record: 1  # the format
rules: spanish-40
seats: {A: Ane, B: Beñat}  # who played
# what was played
rounds:
  # first
  - eldest: A
    # the play
    play: |  # how it went
      # Ane begins
      A: +5c-7c # throws the 7
      B: +1o-2o
      # second lap
      A: +3o-4o
    scores: {A: 1, B: 3}  # as written
  - {}
# the end
"""


def test_comments_stay_where_they_stood() -> None:
    made = fmt(TYPED, SPANISH)

    assert made.text == KEPT
    assert len(made.repairs) == 3
    assert fmt(KEPT, SPANISH).text == KEPT


def test_a_comment_behind_a_quoted_sign_is_kept() -> None:
    text = 'record: 1\nrules: spanish-40\nseats: {A: "Ane # 1", B: Beñat}  # who played\nrounds:\n  - {}\n'
    assert fmt(text, SPANISH).text == text


@pytest.mark.parametrize("path", CANONICAL_RECORDS, ids=lambda path: path.stem)
def test_golden_records_are_formatted(path: Path) -> None:
    content = path.read_text("utf-8")
    record = read_record(content).record
    assert record is not None

    assert fmt(content, notation_of(record), path.name).text == content


@pytest.mark.parametrize(
    "path", [path for path in GOLDEN_RECORDS if path not in CANONICAL_RECORDS], ids=lambda p: p.stem
)
def test_of_the_others_it_is_told_why_they_are_not(path: Path) -> None:
    content = path.read_text("utf-8")
    record = read_record(content).record
    made = fmt(content, SPANISH if record is None else notation_of(record), path.name)

    assert made.faults or made.repairs
    assert made.text != content


def test_json_stays_json() -> None:
    made = fmt('{"rules":"r","record":1,"seats":{"A":"a","B":"b"},"rounds":[{"play":"A: . # x"}]}', SPANISH)

    assert made.text == '{"record":1,"rounds":[{"play":"A: ."}],"rules":"r","seats":{"A":"a","B":"b"}}\n'


def test_signs_that_look_like_comments() -> None:
    text = 'record: 1\nrules: "a # b"\nseats: {A: "c #d", B: e#f}\nrounds: []\nnote: "x\\n# y"\n'

    assert fmt(text, SPANISH).text == text.replace("e#f", '"e#f"')


def test_faults_give_no_text() -> None:
    assert fmt("record: 1\n", SPANISH).faults
    made = fmt("record: 1\nrules: r\nseats: {A: a}\nrounds:\n  - upcard: 13b\n", SPANISH)
    assert made.text is None
    assert made.faults[0].path == "rounds[0].upcard"
