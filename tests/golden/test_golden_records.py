"""Records and the verdicts on them: every record under `records` has its `.verdict.yaml`, and none may be without the other.

The verdict is the whole one, in English, as `judge_record` gives it with the built-in rule sets. Read it critically when
it is new: `pytest --update-golden` (or `.ci/records.py`, after a change of rule sets) writes the files anew.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.library import Library
from referee.library.records import judge_record
from referee.record.reading import read_mapping, read_record
from referee.record.verdict import Status, Verdict, verdict_plain
from referee.record.verdict_text import verdict_yaml
from referee.record.writing import to_json
from referee.vocabulary import LANGUAGES

RECORDS = Path(__file__).parent / "records"
VERDICT = ".verdict.yaml"
FILES = sorted(path for path in RECORDS.rglob("*.yaml") if not path.name.endswith(VERDICT))
READABLE = [path for path in FILES if read_record(path.read_bytes()).record is not None]
LIBRARY = Library()


def golden_of(path: Path) -> Path:
    return path.with_name(path.stem + VERDICT)


def judged(path: Path, **asked: Any) -> Verdict:
    return judge_record(LIBRARY, path.read_bytes(), name=path.name, **asked)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_verdict(path: Path, update_golden: bool) -> None:
    said, golden = verdict_yaml(judged(path)), golden_of(path)
    if update_golden:
        golden.write_text(said, encoding="utf-8")
    assert golden.is_file(), f"{golden.name} is missing; write it with --update-golden and look at it"
    assert said == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_says_what_the_plain_form_says(path: Path) -> None:
    assert yaml.safe_load(verdict_yaml(judged(path))) == verdict_plain(judged(path))


def test_no_verdict_without_its_record() -> None:
    wanted = {golden_of(path) for path in FILES}
    assert set(RECORDS.rglob(f"*{VERDICT}")) == wanted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_examples_are_right_and_broken_records_are_wrong(path: Path) -> None:
    verdict = judged(path)
    broken = path.parent.name == "broken"
    assert (verdict.first_violation is not None) is broken
    assert (verdict.status in {Status.VIOLATION, Status.UNREADABLE}) is broken


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_json_and_a_mapping_get_the_same_verdict(path: Path) -> None:
    read = read_record(path.read_bytes())
    assert read.record is not None
    as_yaml = _without_places(judge_record(LIBRARY, path.read_bytes()))
    as_json = _without_places(judge_record(LIBRARY, to_json(read.record)))
    as_mapping = judge_record(LIBRARY, read_mapping(yaml.safe_load(to_json(read.record))))

    assert as_yaml == as_json == _without_places(as_mapping)
    assert all(finding.place.line == 0 for finding in as_mapping.findings)


def _without_places(verdict: Verdict) -> dict[str, Any]:
    """The plain form without lines and columns, and without what only a text that people typed has."""
    plain = verdict_plain(verdict)
    plain.pop("repairs", None)
    for finding in [plain.get("first_violation", {}), *plain.get("findings", [])]:
        for key in ("line", "column"):
            finding.get("place", {}).pop(key, None)
    return plain


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_in_another_language_only_words_differ(path: Path) -> None:
    english = judged(path)

    def codes(verdict: Verdict) -> list[tuple[Any, ...]]:
        found = [verdict.first_violation] if verdict.first_violation else []
        return [(one.code, one.place, one.clause, one.legal, one.measured) for one in (*found, *verdict.findings)]

    for lang in LANGUAGES:
        other = judged(path, lang=lang)
        assert codes(english) == codes(other)
        assert english.sheet == other.sheet
        assert len(english.not_judged) == len(other.not_judged)
        assert lang == "en" or not (set(english.not_judged) & set(other.not_judged))


def test_every_kind_of_finding_has_a_record() -> None:
    kinds: Counter[str] = Counter()
    for path in FILES:
        verdict = judged(path)
        kinds.update(one.kind.value for one in verdict.findings)
        if verdict.first_violation is not None:
            kinds[verdict.first_violation.kind.value] += 1
    assert set(kinds) >= {"unreadable", "impossible", "illegal", "miscounted", "disagrees", "note"}
