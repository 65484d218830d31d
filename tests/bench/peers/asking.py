"""Jobs that ask one question after the other; those of peers are made only where their answers are ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from measuring import Job

COMPILED = 5
"""So often an expression is compiled in a turn, at the least."""


def asking(name: str, ask: Callable[[Any], Any], questions: Sequence[Any]) -> Job:
    """One call for each question."""
    number = len(questions)

    def work() -> int:
        for question in questions:
            ask(question)
        return number

    return Job(name, work)


def agreeing(name: str, ask: Callable[[Any], Any], questions: Sequence[Any], wanted: Sequence[Any]) -> Job:
    """The same; AssertionError at the first answer that is not the one wanted."""
    for question, answer in zip(questions, wanted, strict=True):
        told = ask(question)
        assert told == answer, f"{name} says {told!r} of {question!r}, and not {answer!r}"
    return asking(name, ask, questions)
