"""The records of the guide are judged as the guide says."""

import re
from pathlib import Path

import pytest

from referee.library import Library
from referee.library.records import judge_record
from referee.record.model import GameRecord, Ruling
from referee.record.words import EVENTS

GUIDE = Path(__file__).resolve().parents[2] / "rulesets" / "RECORDS.md"
TEXT = GUIDE.read_text("utf-8")
EXAMPLES = re.findall(r"```yaml\n(record:.*?)```\n\n<!-- judged: (\w+) -->", TEXT, re.DOTALL)


def test_every_example_says_how_it_is_judged() -> None:
    assert len(EXAMPLES) == TEXT.count("```yaml\n") >= 3


@pytest.mark.parametrize(("text", "status"), EXAMPLES, ids=[status for _, status in EXAMPLES])
def test_an_example_of_the_guide_is_judged_so(text: str, status: str) -> None:
    verdict = judge_record(Library(), text)
    assert (verdict.status, verdict.first_violation) == (status, None)


def test_the_guide_names_every_key_and_event() -> None:
    keys = {name for part in (GameRecord, Ruling) for name in part.__dataclass_fields__}
    assert [name for name in sorted(keys) if f"`{name}`" not in TEXT] == []
    assert [name for name in EVENTS if f"`!{name}`" not in TEXT] == []
