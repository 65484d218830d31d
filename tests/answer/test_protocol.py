"""The examples of the protocol's document are answered as it says, and its table of codes is the whole of them."""

import json
import re
from pathlib import Path

import pytest

from referee.answer import answer
from referee.answer.operations import COMMON, OPERATIONS
from referee.library import Library

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
