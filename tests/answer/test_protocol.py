"""The examples of the protocol's document are answered as it says, and its table of codes is the whole of them."""

import json
import re
from pathlib import Path

import pytest

from referee.answer import answer, operations
from referee.answer.operations import COMMON, OPERATIONS
from referee.game.facts import GIVABLE
from referee.library import Library
from referee.workshop.given import facts_that_may_be_given

DOCUMENT = Path(__file__).resolve().parents[1] / "conformance" / "PROTOCOL.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
PAIRS = re.findall(r"^question (.*)\nanswer   (.*)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("question", "expected"), PAIRS)
def test_an_example_is_answered_as_it_stands(question: str, expected: str) -> None:
    found, wanted = answer(json.loads(question), Library()), json.loads(expected)
    if "error" in wanted:
        assert found["error"]["code"] == wanted["error"]["code"]
    else:
        assert json.dumps(found, ensure_ascii=False) == expected


def test_every_op_has_its_section_and_an_example() -> None:
    assert set(re.findall(r"^### (\w+)$", TEXT, re.MULTILINE)) == set(OPERATIONS)
    assert {json.loads(question)["op"] for question, _ in PAIRS} == set(OPERATIONS)


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
    }
    assert {"NOT_JSON", "KEEP_OR_CARDS", "RULE_SET_UNKNOWN"} <= codes
    assert codes <= set(re.findall(r"`([A-Z_0-9]+)`", TEXT))
