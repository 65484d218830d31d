"""`referee explain NOT_IN_HAND`: what a finding of `referee validate` says, and what can be done about it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from referee.cli.failures import CommandError, nearest, quoted
from referee.cli.terminal import paint, wrapped
from referee.record.findings import kind_of
from referee.record.verdict import FindingKind
from referee.record.wording import TEXTS

KINDS: Mapping[FindingKind, str] = {
    FindingKind.UNREADABLE: "The record cannot be read at this place; what is behind it is not judged.",
    FindingKind.IMPOSSIBLE: (
        "The cards or the seats contradict it: it cannot have happened as it is written, and no ruling lets it stand."
    ),
    FindingKind.ILLEGAL: (
        "A clause forbids it. A policy of the rules (`irregular`) or a ruling in the record may let it stand."
    ),
    FindingKind.MISCOUNTED: "The sheet and the rules do not give the same points; the finding lists them one by one.",
    FindingKind.DISAGREES: "Two things that the record says do not agree with each other, or with its rules.",
    FindingKind.UNFINISHED: "The record ends before the game does; what is there was judged.",
    FindingKind.NOTE: "It is said for information; nothing is wrong.",
}
"""What may be done about a finding, by its kind."""

READ_ON = ("rulesets/RECORDS.md",)

_FINDING = re.compile(r"[A-Z]+(_[A-Z]+)*")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_TAIL = frozenset({"where", "missing", "items", "why"})
"""What is added to a sentence where there is something to add."""


def explain_finding(code: str, *, as_json: bool) -> None:
    """Print what a code of the judge means; CommandError for any other word."""
    sentences = {key: text for key, text in TEXTS["en"].items() if _FINDING.fullmatch(key)}
    if code not in sentences:
        near = nearest(code, sentences)
        guess = f"; did you mean `{near}`?" if near else ""
        raise CommandError(f"no finding has the code {quoted(code)}{guess}", "CODE_UNKNOWN")
    kind = kind_of(code)
    sentence = _PLACEHOLDER.sub(_word, sentences[code])
    if as_json:
        found = {"code": code, "kind": str(kind), "sentence": sentence, "meaning": KINDS[kind], "read_on": [*READ_ON]}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return
    print(f"{paint(code, 'bold')} {sentence} ({kind})\n\n{wrapped(KINDS[kind])}\n\nread on: {', '.join(READ_ON)}")


def _word(found: re.Match[str]) -> str:
    """A placeholder in print: what will stand there."""
    return "" if found[1] in _TAIL else f"<{found[1]}>"
