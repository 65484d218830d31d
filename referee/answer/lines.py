"""The loop of `referee answer`: one answer for every line, in order, whatever the line holds.

Answers are UTF-8, one JSON object a line, and flushed line by line, so that a program on the other end of a pipe
can ask one question at a time. An empty line is a question too (a bad one): answer n always belongs to line n.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Iterator
from typing import BinaryIO

from referee.answer.errors import QuestionError, failed, refusal
from referee.answer.operations import answer
from referee.answer.reading import read
from referee.library import Library
from referee.limits import ANSWER_LINE_BYTES

_MARK = b"\xef\xbb\xbf"
_PIECE = 65536


def serve(questions: BinaryIO, answers: BinaryIO, library: Library) -> None:
    """Answer all lines of `questions`; ends with their end. OSError of `answers` passes (the reader went away)."""
    for line in lines(questions):
        answers.write(encode(_answer_line(line, library)))
        answers.flush()


def lines(questions: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their ends; None for one that is too long, of which never more than a piece is held."""
    first = True
    while line := questions.readline(ANSWER_LINE_BYTES + 2):
        if first:
            line = line.removeprefix(_MARK)
            first = False
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if not line.endswith(b"\n") and len(line) > ANSWER_LINE_BYTES:
            while line and not line.endswith(b"\n"):
                line = questions.readline(_PIECE)
            yield None
        else:
            yield None if len(text) > ANSWER_LINE_BYTES else text


def encode(found: dict[str, object]) -> bytes:
    """An answer as its line."""
    return json.dumps(found, ensure_ascii=False, separators=(", ", ": ")).encode("utf-8", "replace") + b"\n"


def _answer_line(line: bytes | None, library: Library) -> dict[str, object]:
    try:
        return answer(read(line), library)
    except QuestionError as error:
        return refusal(error)
    except Exception:  # noqa: BLE001 - a fault of ours must not end the run; it is told where people look
        traceback.print_exc(file=sys.stderr)
        return refusal(failed())
