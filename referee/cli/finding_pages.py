"""`rulesets/FINDINGS.md`: every finding of the judge with a record that has it, judged when the page is made.

`referee explain` prints one of them; `.ci/lessons.py` writes the page, and a test holds it to what the judge says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.cli.explain_finding import KINDS, judges_words
from referee.record.findings import kind_of
from referee.record.lessons import LESSONS, STANDING, Lesson
from referee.record.numbers import NUMBERS, STANDS
from referee.record.verdict import FindingKind

_HEAD: Final = """\
# Findings

What `referee validate` may say of a game record, finding by finding. This page is made from `referee/record/lessons/`
by `.ci/lessons.py`, which judges every record on it; `referee explain NOT_IN_HAND` prints one of them, `referee explain
CH902` the same one. How records are written is in [RECORDS.md](RECORDS.md).

A finding is known by its name; those that organisers meet most have a number beside it. Neither changes its meaning.
What a ruling settles, or the rules let stand, is an irregularity instead of a violation, and says so with
[CH908](#ch908) whatever its name is.
"""

_TITLES: Final[Mapping[FindingKind, str]] = {
    FindingKind.UNREADABLE: "Not readable",
    FindingKind.IMPOSSIBLE: "Impossible",
    FindingKind.ILLEGAL: "Against a clause",
    FindingKind.MISCOUNTED: "Miscounted",
    FindingKind.DISAGREES: "In disagreement",
    FindingKind.UNFINISHED: "Unfinished",
    FindingKind.NOTE: "Notes",
}


def findings_reference() -> str:
    """The whole page."""
    parts = [_HEAD]
    for kind, title in _TITLES.items():
        codes = [code for code in LESSONS if kind_of(code) is kind]
        parts.append(f"## {title}\n\n{KINDS[kind]}\n\n{_index(codes)}")
        parts.extend("\n".join(_page(code, LESSONS[code])) for code in codes)
    parts.append("## What stands\n")
    parts.append("\n".join(_page(STANDS, STANDING)))
    return "\n".join(parts)


def _index(codes: list[str]) -> str:
    rows = "".join(f"| {NUMBERS.get(code, '')} | [{code}](#{code.lower()}) | {_first(code)} |\n" for code in codes)
    return f"| number | name | |\n|---|---|---|\n{rows}"


def _first(code: str) -> str:
    """The first sentence of what it means."""
    return LESSONS[code].meaning.partition(". ")[0].removesuffix(".").replace("|", "\\|")


def _page(code: str, lesson: Lesson) -> Iterator[str]:
    number = f"*{NUMBERS[code]}.* " if code in NUMBERS else ""
    yield f"### {code}\n\n{number}{lesson.meaning}\n"
    if lesson.record:
        yield f"```yaml game.yaml\n{lesson.record}```\n"
        yield f"```text\n{judges_words(lesson)}```\n"
    yield f"*What to do.* {lesson.remedy}\n"
