"""Booklets as they are printed: every `booklet/TABLE.LANGUAGE.md` is what the command prints for that table.

A file is called after its rule set, a built-in or a YAML file beside it, with seats and options behind `+`.
`pytest --update-golden` writes the files anew; a new, empty file is a new case.
"""

import re
from pathlib import Path

import pytest

from referee.booklet import Booklet, booklet_of
from referee.booklet.markdown import to_markdown
from referee.booklet.model import Clause
from referee.library import Library
from referee.library.shelf import FolderShelf
from referee.rules.model import RuleSet
from referee.table import bind
from referee.vocabulary import LANGUAGES
from referee.voice import title
from referee.workshop.check import check

HERE = Path(__file__).parent / "booklet"
CASES = sorted(HERE.glob("*.md"))
LIBRARY = Library()


def rules(name: str) -> RuleSet:
    beside = HERE / f"{name}.yaml"
    if not beside.is_file():
        return LIBRARY.rule_set(name)
    checked = check(beside.read_bytes(), beside.name, FolderShelf([HERE]))
    assert checked.rule_set is not None
    return checked.rule_set


def made(case: Path) -> Booklet:
    table, _, language = case.stem.rpartition(".")
    name, *chosen = table.split("+")
    options = dict(each.split("=") for each in chosen)
    seats = options.pop("seats", None)
    found = rules(name)
    titles = {each: title(LIBRARY.rule_set(each), language) for each in found.extends}
    return booklet_of(bind(found, int(seats) if seats else None, options), language, titles)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_booklet(case: Path, update_golden: bool) -> None:
    text = re.sub(r"\b[0-9a-f]{12}\b", "<digest>", to_markdown(made(case)))
    if update_golden:
        case.write_text(text, encoding="utf-8", newline="\n")
    assert text == case.read_text("utf-8"), "write it with --update-golden and look at it"


def test_every_language_has_a_built_in_and_the_house_rule() -> None:
    cases = [case.stem.rpartition(".")[::2] for case in CASES]
    assert {language for table, language in cases if table == "one-line"} == set(LANGUAGES)
    assert {language for table, language in cases if table != "one-line"} == set(LANGUAGES)


def paragraph(text: str, clause: str) -> str:
    return text.partition(f'<a id="{clause}"></a>')[2].partition("<a id=")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_one_line_is_said_and_shown(language: str) -> None:
    text = to_markdown(made(HERE / f"one-line.{language}.md"))
    said, _, example = paragraph(text, "es.4").partition("\n\n> ")
    assert set(re.findall(r"\d+", said.replace("es.4", ""))) == {"3", "4"}
    assert "+ 4" in example, "the hand that only just fails"
    assert "+ 3" in paragraph(text, "es.8"), "the hand that only just may close"


def test_each_family_of_clauses_stands_under_the_title_it_comes_with() -> None:
    headings = [
        (
            section.heading,
            sorted({block.number.partition(".")[0] for block in section.blocks if isinstance(block, Clause)}),
        )
        for section in made(HERE / "chilean-50+wild_ace=yes+printed_jokers=2.en.md").sections
        if section.level == 3
    ]
    assert headings == [("Common rules of the chinchón family", ["x"]), ("Chilean chinchón to 50 points", ["cl"])]
