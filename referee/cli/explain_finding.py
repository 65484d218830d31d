"""`referee explain NOT_IN_HAND`: what a finding of `referee validate` says, a record that has it, and what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from referee.cli.failures import CommandError, nearest, quoted
from referee.cli.findings import Printer
from referee.cli.records import table_of_record
from referee.cli.terminal import paint, wrapped
from referee.library import Library
from referee.library.records import judge_record
from referee.record.findings import kind_of
from referee.record.lessons import LESSONS, STANDING, Lesson
from referee.record.numbers import NAMES, NUMBERS, STANDS, numbered
from referee.record.reading import read_record
from referee.record.verdict import Finding, FindingKind, Verdict, finding_plain
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

READ_ON = ("rulesets/RECORDS.md", "rulesets/FINDINGS.md")
RECORD = "game.yaml"

_PLACEHOLDER = re.compile(r"\{(\w+)(?::[^|}]*\|([^}]*))?\}")
_TAIL = frozenset({"where", "missing", "items", "why"})
"""What is added to a sentence where there is something to add."""


def explain_finding(code: str, *, as_json: bool) -> None:
    """Print what a code of the judge means; CommandError for any other word."""
    if code not in LESSONS:
        near, like = nearest(code, LESSONS), [one for one in LESSONS if code in one]
        guess = f"; did you mean `{near}`?" if near else f"; there are: {', '.join(like or LESSONS)}"
        raise CommandError(f"no finding has the code {quoted(code)}{guess}", "CODE_UNKNOWN")
    _explain(code, LESSONS[code], as_json=as_json)


def explain_number(number: str, *, as_json: bool) -> None:
    """Print what a number of CH901 and above means; CommandError if it means nothing."""
    if number == STANDS:
        _explain(number, STANDING, as_json=as_json)
    elif number in NAMES:
        explain_finding(NAMES[number], as_json=as_json)
    else:
        known = ", ".join(sorted({*NAMES, STANDS}))
        raise CommandError(f"no mistake has the code `{number}`; those of records are {known}", "CODE_UNKNOWN")


def _explain(code: str, lesson: Lesson, *, as_json: bool) -> None:
    kind = kind_of(code)
    sentence = sentence_of(code)
    if as_json:
        found = {
            "code": code,
            "number": NUMBERS.get(code, code if code == STANDS else ""),
            "kind": str(kind),
            "sentence": sentence,
            "meaning": lesson.meaning,
            "remedy": lesson.remedy,
            "record": lesson.record,
            "findings": [finding_plain(one) for one in _findings(_judged(lesson))] if lesson.record else [],
            "of_its_kind": KINDS[kind],
            "read_on": [*READ_ON],
        }
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return
    head = " ".join(one for one in (paint(numbered(code), "bold"), sentence, f"({kind})") if one)
    print("\n\n".join([head, wrapped(lesson.meaning), *_shown(lesson), *_remedy(lesson, kind)]))


def sentence_of(code: str) -> str:
    """What the judge says of a finding, with `<card>` for what differs; nothing where that is never the same."""
    said = "something that a ruling settles, or the rules let stand" if code == STANDS else TEXTS["en"].get(code, "")
    return _PLACEHOLDER.sub(_word, said)


def _word(found: re.Match[str]) -> str:
    """A placeholder in print: what will stand there."""
    if found[1] in _TAIL:
        return ""
    return f"<{found[1]}>" if found[2] is None else str(found[2]).replace("#", f"<{found[1]}>")


def _shown(lesson: Lesson) -> Iterator[str]:
    """The record, and what is said of it, found out now."""
    if not lesson.record:
        return
    yield f"{paint(RECORD, 'bold')}\n\n{_indented(lesson.record)}"
    yield f"{paint('what the judge says', 'bold')}\n\n{_indented(judges_words(lesson))}"


def judges_words(lesson: Lesson) -> str:
    """What `referee validate --notes` prints of the record of a lesson, found out now."""
    read = read_record(lesson.record.encode(), RECORD)
    try:
        table = None if read.record is None else table_of_record(read.record, Library())
    except CommandError:
        table = None
    return Printer(read.source, table, "en").verdict(_judged(lesson), notes=True)


def _remedy(lesson: Lesson, kind: FindingKind) -> Iterator[str]:
    yield f"{paint('what to do', 'bold')}\n\n{wrapped(lesson.remedy)}"
    yield wrapped(KINDS[kind])
    yield f"read on: {', '.join(READ_ON)}"


def _judged(lesson: Lesson) -> Verdict:
    return judge_record(Library(), lesson.record.encode(), name=RECORD)


def _findings(verdict: Verdict) -> list[Finding]:
    """The first violation, then the others."""
    first = verdict.first_violation
    return [*([] if first is None else [first]), *verdict.findings]


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())
