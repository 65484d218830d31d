"""Rust's CEL (`common-expression-language`): facts as a dictionary that is converted in each call, or converted before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from figures import NotInstalled
from measuring import Job
from peers.asking import COMPILED, agreeing, asking

NAME = "CEL in Rust"
READY = "CEL in Rust, facts converted before"
Facts = Mapping[str, Any]


def evaluating(text: str, facts: Sequence[Facts], wanted: Sequence[object]) -> Job:
    """One evaluation for each dictionary of facts."""
    program = _library().compile(text)
    return agreeing(NAME, program.execute, [dict(each) for each in facts], wanted)


def ready(text: str, facts: Sequence[Facts], wanted: Sequence[object]) -> Job:
    """The same with its contexts made in advance, which nobody can do whose facts change with every hand."""
    library = _library()
    program = library.compile(text)
    return agreeing(READY, program.execute, [library.Context(variables=dict(each)) for each in facts], wanted)


def compiling(text: str) -> Job:
    """The expression compiled, again and again."""
    return asking(NAME, _library().compile, [text] * COMPILED)


def _library() -> Any:
    try:
        import cel  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise NotInstalled("common-expression-language") from missing
    return cel
