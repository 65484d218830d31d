"""Lines of the protocol in a message: answered as `referee answer` answers them, but that no file is opened."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee import limits
from referee.answer.lines import serve
from referee.library import Library
from referee.service import line_work
from referee.v1.record_service_pb2 import AnswerLinesRequest

TOP = Path(__file__).parents[2]
PROTOCOL = (TOP / "tests" / "conformance" / "PROTOCOL.md").read_text("utf-8").splitlines()
QUESTIONS = [line.removeprefix("question ") for line in PROTOCOL if line.startswith("question ")]
NAMED = [question.encode() for question in QUESTIONS if ".yaml" not in question]


def on_pipes(library: Library, lines: list[bytes]) -> list[str]:
    """What `referee answer` says."""
    out = io.BytesIO()
    serve(io.BytesIO(b"".join(line + b"\n" for line in lines)), out, library)
    return out.getvalue().decode().splitlines()


async def test_the_examples_of_the_protocol(records: Any, library: Library) -> None:
    answer = await records.AnswerLines(AnswerLinesRequest(lines=NAMED))
    assert len(NAMED) > 30
    assert list(answer.answers) == on_pipes(library, NAMED)


@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from(NAMED)), max_size=8))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_have_the_same_answer(library: Library, lines: list[bytes]) -> None:
    lines = [line.replace(b"\n", b"").removesuffix(b"\r").removeprefix(b"\xef\xbb\xbf") for line in lines]
    answers: list[str] = []
    while len(answers) < len(lines):
        answers += line_work.answer_some(library, lines[len(answers) :], 0)
    assert answers == on_pipes(library, lines)


@pytest.mark.parametrize("rules", [str(TOP / "rulesets" / "spanish-40.yaml"), "no/such.yaml", "/dev/zero", "x.yaml"])
async def test_no_file_is_opened(records: Any, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.open", lambda *_: pytest.fail("a file was opened"))
    question = json.dumps({"op": "meld", "rules": rules, "cards": []}).encode()
    (answer,) = (await records.AnswerLines(AnswerLinesRequest(lines=[question]))).answers
    assert json.loads(answer)["error"]["code"] == "RULE_SET_UNREADABLE"


async def test_as_many_lines_as_a_batch_has(records: Any, failed: Any) -> None:
    answer = await records.AnswerLines(AnswerLinesRequest(lines=[b""] * limits.BATCH_ITEMS))
    assert len(answer.answers) == limits.BATCH_ITEMS
    failure = await failed(records.AnswerLines(AnswerLinesRequest(lines=[b""] * (limits.BATCH_ITEMS + 1))))
    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.reason == "BATCH_TOO_LARGE"


async def test_a_line_as_long_as_may_be(records: Any) -> None:
    question = b'{"op": "meld", "rules": "spanish-40", "cards": []}'
    lines = [question + b" " * (limits.ANSWER_LINE_BYTES - len(question) + more) for more in (0, 1)]
    fits, long = (await records.AnswerLines(AnswerLinesRequest(lines=lines))).answers
    assert json.loads(fits) == {"meld": False}
    assert json.loads(long)["error"]["code"] == "LINE_TOO_LONG"


async def test_a_fault_of_ours_tells_nothing(
    records: Any, failed: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("7o")

    monkeypatch.setattr(line_work, "answer", fail)
    failure = await failed(records.AnswerLines(AnswerLinesRequest(lines=[NAMED[0]])))
    assert failure.code is grpc.StatusCode.INTERNAL
    assert "7o" not in failure.message + capfd.readouterr().err
