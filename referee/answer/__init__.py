"""The conformance protocol: one JSON question a line, one JSON answer a line.

`answer(question, library)` judges one question that was already read; `lines.serve` is the loop of
`referee answer`. What may be asked and what comes back is laid down, with examples that run, in
tests/conformance/PROTOCOL.md: other implementations speak it too, so nothing here may be left to chance.

The parts: `errors` (what an answer with an `error` holds), `reading` (a line of bytes to a question),
`fields` (the values of a question, by type), `rule_sets` (a name or a path to rules at a table), `operations`
(the questions themselves, a table from op to function), `lines` (the loop).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.answer.operations import answer

__all__ = ["answer"]


def __getattr__(name: str) -> Any:
    """`answer`, when it is asked for: whoever only looks for rules by name does without the questions."""
    if name != "answer":
        raise AttributeError(name)
    from referee.answer.operations import answer  # noqa: PLC0415 - as above

    return answer
