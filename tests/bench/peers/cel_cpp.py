"""Google's CEL in C++ (`cel-expr-python`), its facts as a dictionary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from figures import NotInstalled
from measuring import Job
from peers.asking import COMPILED, agreeing, asking

NAME = "CEL in C++"


def evaluating(text: str, facts: Sequence[Mapping[str, Any]], wanted: Sequence[object]) -> Job:
    """One evaluation for each dictionary of facts, to the Python value."""
    expression = _environment(facts[0]).compile(text)

    def evaluate(each: dict[str, Any]) -> object:
        return expression.eval(data=each).value()

    return agreeing(NAME, evaluate, [dict(each) for each in facts], wanted)


def compiling(text: str, facts: Mapping[str, Any]) -> Job:
    """The expression compiled, again and again, in one environment."""
    return asking(NAME, _environment(facts).compile, [text] * COMPILED)


def _environment(facts: Mapping[str, Any]) -> Any:
    """Where expressions over such facts are compiled; NotInstalled."""
    try:
        from cel_expr_python import cel  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise NotInstalled("cel-expr-python") from missing
    kinds = {name: cel.Type.INT if isinstance(value, int) else cel.Type.DYN for name, value in facts.items()}
    return cel.NewEnv(variables=kinds)
