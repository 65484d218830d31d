"""The examples of the protocol's document are answered as it says, and its table of codes is the whole of them."""

import io
import json
import os
import re
from pathlib import Path

import pytest

from referee.answer import operations
from referee.answer.lines import serve
from referee.answer.operations import COMMON, OPERATIONS
from referee.game.facts import GIVABLE
from referee.library import Library
from referee.workshop.given import facts_that_may_be_given

DOCUMENT = Path(__file__).resolve().parents[1] / "conformance" / "PROTOCOL.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
PAIRS = re.findall(r"^question (.*)\nanswer   (.*)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("question", "expected"), PAIRS)
def test_an_example_is_answered_as_it_stands(question: str, expected: str) -> None:
    written = io.BytesIO()
    serve(io.BytesIO(question.encode()), written, Library())
    assert written.getvalue().decode("utf-8") == f"{expected}\n"


def test_no_example_is_left_out() -> None:
    """Every fenced line is the question or the answer of an example."""
    fenced = [
        line for block in re.findall(r"^```\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL) for line in block.splitlines()
    ]
    assert fenced == [line for question, expected in PAIRS for line in (f"question {question}", f"answer   {expected}")]


def test_every_code_that_one_short_line_can_have_has_an_example() -> None:
    shown = {json.loads(expected)["error"]["code"] for _, expected in PAIRS if expected.startswith('{"error"')}
    table = set(re.findall(r"`([A-Z_0-9]+)`", TEXT.split("| code | when |")[1]))
    long, foreign = {"LINE_TOO_LONG", "TOO_DEEP", "TABLE_TOO_LARGE"}, {"NOT_UTF8", "RULE_SET_INVALID", "INTERNAL"}
    assert table - shown == long | foreign | {"CARD_AMBIGUOUS"}


def test_every_op_has_its_section_and_an_example() -> None:
    assert set(re.findall(r"^### (\w+)$", TEXT, re.MULTILINE)) == set(OPERATIONS)
    answered = {question for question, expected in PAIRS if not expected.startswith('{"error"')}
    assert {json.loads(question)["op"] for question in answered} == set(OPERATIONS)


def test_every_key_is_written_down() -> None:
    keys = {*COMMON, *(key for operation in OPERATIONS.values() for key in operation.keys)}
    assert all(f"`{key}`" in TEXT for key in keys)


def test_every_fact_that_may_be_given_is_written_down() -> None:
    line = next(line for line in TEXT.splitlines() if line.startswith("may be given:"))
    assert re.findall(r"`(\w+)`", line)[: len(GIVABLE)] == list(GIVABLE)
    assert list(facts_that_may_be_given()) == list(GIVABLE)


def test_every_code_of_ours_is_written_down() -> None:
    folder = Path(operations.__file__).parent
    codes = {
        code
        for path in folder.glob("*.py")
        for code in re.findall(r'"([A-Z]+(?:_[A-Z0-9]+)+)"', path.read_text("utf-8"))
        if not hasattr(os, code)
    }
    assert {"NOT_JSON", "KEEP_OR_CARDS", "RULE_SET_UNKNOWN"} <= codes
    assert codes <= set(re.findall(r"`([A-Z_0-9]+)`", TEXT))
