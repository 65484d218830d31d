"""rule-engine: conditions in a language of its own, evaluated over a dictionary by a tree in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from figures import NotInstalled
from measuring import Job
from peers.asking import COMPILED, agreeing, asking

NAME = "rule-engine"


def evaluating(text: str, facts: Sequence[Mapping[str, Any]], wanted: Sequence[object]) -> Job:
    """One evaluation for each dictionary of facts."""
    rule = _library().Rule(text)
    return agreeing(NAME, rule.evaluate, [dict(each) for each in facts], wanted)


def compiling(text: str) -> Job:
    """The expression parsed, again and again."""
    return asking(NAME, _library().Rule, [text] * COMPILED)


def _library() -> Any:
    try:
        import rule_engine  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise NotInstalled("rule-engine") from missing
    return rule_engine
