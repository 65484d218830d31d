"""cel-python: CEL in Python, compiled to Python by itself; its facts are values of its own, converted before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from figures import NotInstalled
from measuring import Job
from peers.asking import COMPILED, agreeing, asking

NAME = "cel-python"


def evaluating(text: str, facts: Sequence[Mapping[str, Any]], wanted: Sequence[object]) -> Job:
    """One evaluation for each set of facts."""
    celpy = _library()
    program = _compiled(celpy, text)
    asked = [{name: celpy.json_to_cel(value) for name, value in each.items()} for each in facts]
    return agreeing(NAME, program.evaluate, asked, wanted)


def compiling(text: str) -> Job:
    """The expression compiled, again and again."""
    return asking(NAME, partial(_compiled, _library()), [text] * COMPILED)


def _compiled(celpy: Any, text: str) -> Any:
    environment = celpy.Environment(runner_class=celpy.CompiledRunner)
    return environment.program(environment.compile(text))


def _library() -> Any:
    try:
        import celpy  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise NotInstalled("cel-python") from missing
    return celpy
