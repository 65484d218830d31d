"""When two answers are the same: PROTOCOL.md, "Comparing answers", as code. Needs nothing but Python."""

from __future__ import annotations

from typing import Any

Answer = dict[str, Any]


def same(given: Answer | None, wanted: Answer) -> bool:
    """Whether an answer is the one wanted; of an error only the code counts. None is no answer at all."""
    return given is not None and _counted(given) == _counted(wanted)


def meets(answer: Answer | None, expect: Answer | str) -> bool:
    """Whether an answer is as a handed case expects: some of its keys, or that it is an `error`."""
    if answer is None:
        return False
    if isinstance(expect, str):
        return set(answer) == {expect}
    return all(_typed(answer.get(key)) == _typed(value) for key, value in expect.items())


def _counted(answer: Answer) -> Any:
    error = answer.get("error")
    if isinstance(error, dict):
        return {**_typed(answer), "error": error.get("code")}
    return _typed(answer)


def _typed(value: Any) -> Any:
    """The value in a form in which `true` and 1 are not the same, as they are to Python."""
    if isinstance(value, bool):
        return ("truth", value)
    if isinstance(value, dict):
        return {key: _typed(each) for key, each in value.items()}
    return [_typed(each) for each in value] if isinstance(value, list) else value
