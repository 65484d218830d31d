"""Questions of the line protocol that came in a message: plain work for the threads beside the loop.

They are those of `referee answer`, but that no files are opened: a caller names what the server has.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from referee.answer.errors import QuestionError, refusal
from referee.answer.lines import encode
from referee.answer.operations import answer
from referee.answer.reading import read
from referee.library import Library
from referee.limits import ANSWER_LINE_BYTES


def answer_some(library: Library, lines: Sequence[bytes], seconds: float) -> list[str]:
    """The answers to the first of these lines, without line ends: to one at least, no new one when the time is over.

    StoreError where rules are kept in a store that cannot be asked.
    """
    answers = []
    end = time.perf_counter() + seconds
    for line in lines:
        answers.append(_answer(library, line))
        if time.perf_counter() >= end:
            break
    return answers


def _answer(library: Library, line: bytes) -> str:
    try:
        found = answer(read(None if len(line) > ANSWER_LINE_BYTES else line), library, files=False)
    except QuestionError as error:
        found = refusal(error)
    return encode(found).decode().removesuffix("\n")
