"""The complete rule sets in the authoring guide pass the check and are in canonical layout, as a reader's copies are."""

import re
from pathlib import Path

import pytest

from referee.library import Library
from referee.library.shelf import FolderShelf
from referee.workshop.fmt import fmt_rules

GUIDE = Path(__file__).resolve().parents[2] / "rulesets" / "README.md"
FENCES = [text for text in re.findall(r"```yaml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL) if "rule_set:" in text]


def test_the_guide_has_examples() -> None:
    assert len(FENCES) >= 5


@pytest.mark.parametrize("text", FENCES, ids=[text.split("rule_set:", 1)[1].split()[0] for text in FENCES])
def test_an_example_of_the_guide_passes(text: str, tmp_path: Path) -> None:
    name = text.split("rule_set:", 1)[1].split(maxsplit=1)[0]
    for other in FENCES:
        (tmp_path / f"{other.split('rule_set:', 1)[1].split()[0]}.yaml").write_text(other, "utf-8")
    checked = Library((tmp_path,)).check(text.encode(), f"{name}.yaml")
    assert [f"{one.code} {one.message}" for one in checked.diagnostics] == []
    assert fmt_rules(text.encode(), f"{name}.yaml", FolderShelf((tmp_path,))).text == text
