"""Jobs that ask one question after the other; those of peers are made only where their answers are ours.

Questions are fresh: a turn takes the next of them, and begins anew only when all have been asked. Whoever remembers
answers would else be timed at remembering. Before that so many are asked that are not timed: what is worked out once
for a table, when it is first needed, is there then, as it is in whatever runs for more than a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

from measuring import Job

AT_ONCE = 500
"""Questions of one piece of work; a turn has as many pieces as make it long enough."""

COMPILED = 5
"""So often an expression is compiled in a turn, at the least."""


def asking(name: str, ask: Callable[[Any], Any], questions: Sequence[Any], before: int = 0) -> Job:
    """One call for each question, but for the first ones, which are asked `before` at once."""
    for question in questions[:before]:
        ask(question)
    pieces = cycle([questions[start : start + AT_ONCE] for start in range(before, len(questions), AT_ONCE)])

    def work() -> int:
        piece = next(pieces)
        for question in piece:
            ask(question)
        return len(piece)

    return Job(name, work)


def agreeing(name: str, ask: Callable[[Any], Any], questions: Sequence[Any], wanted: Sequence[Any]) -> Job:
    """The same; AssertionError at the first answer that is not the one wanted."""
    for question, answer in zip(questions, wanted, strict=True):
        told = ask(question)
        assert told == answer, f"{name} says {told!r} of {question!r}, and not {answer!r}"
    return asking(name, ask, questions)
