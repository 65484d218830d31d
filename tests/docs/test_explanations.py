"""The pages of the codes: each code has one, its wrong file is told exactly that, its right one nothing."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee import resources
from referee.diagnostics import CODES
from referee.diagnostics.explanation import FOLDER, explanation
from referee.library.shelf import FolderShelf
from referee.suite.lessons import FAMILIES, demonstrated, diagnosed, reference

SHELF = FolderShelf()
RULESETS = resources.folder("rulesets")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(file: Path) -> set[str]:
    """The names of its headings, as links write them."""
    headings = _HEADING.findall(file.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == set(CODES)
    assert all(code[:3] in FAMILIES for code in CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_wrong_file_is_told_this_and_nothing_else(code: str) -> None:
    wrong = explanation(code).wrong
    told = diagnosed(wrong, SHELF)
    assert {one.code for one in told} - wrong.also == {code}
    assert wrong.also <= {one.code for one in told}
    first = demonstrated(explanation(code), SHELF)[0].span
    assert wrong.place == ("" if first is None else f"{first.begin.line}:{first.begin.column}")


@pytest.mark.parametrize("code", CODES)
def test_the_right_file_is_told_nothing(code: str) -> None:
    assert [f"{one.code} {one.message}" for one in diagnosed(explanation(code).right, SHELF)] == []


@pytest.mark.parametrize("code", CODES)
def test_the_way_on_leads_somewhere(code: str) -> None:
    for place in explanation(code).read_on:
        file, _, anchor = place.partition("#")
        assert (RULESETS / file).is_file()
        assert anchor in anchors(RULESETS / file)


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_short_and_shows_the_difference(code: str) -> None:
    page = explanation(code)
    assert len(page.meaning) + len(page.reason) < 600
    assert replace(page.wrong, place="", also=frozenset()) != page.right


def test_the_reference_is_made_of_the_pages() -> None:
    told = "run .ci/lessons.py"
    assert (RULESETS / "DIAGNOSTICS.md").read_text("utf-8") == reference(SHELF), told
