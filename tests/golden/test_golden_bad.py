"""Bad rule files and what is said of them: every `bad/**/NAME.yaml` has its `NAME.out`, and none may be without the other.

The whole check is run, as `referee check` runs it. A line of the .out: `CODE severity line:column-line:column message`,
the end exclusive, `-` for no place; below it, indented, the related places and the help, whose long lists are cut short.
`pytest --update-golden` writes the files anew; look at the difference then. A rule set that a bad file builds on stands
in a folder `bases` beside it.
"""

from pathlib import Path

import pytest

from referee.diagnostics import CODES, Diagnostic
from referee.diagnostics.codes import PROVED, TESTED
from referee.library.shelf import FolderShelf
from referee.source import Source, Span
from referee.workshop.check import check

BAD = Path(__file__).parent / "bad"
FILES = sorted(path for path in BAD.rglob("*.yaml") if path.parent.name != "bases")
BEYOND_FILES = {"CH015", "CH017", "CH809"}
"""Told of a file that is not there, see tests/unit/yamltree, and of one with thousands of mistakes or examples, see
tests/unit/workshop."""


HELP_SHOWN = 160
"""Beyond that a help is a list of all there is, which grows with the vocabulary."""


def place(span: Span | None) -> str:
    """Where something begins and ends."""
    if span is None:
        return "-"
    return f"{span.begin.line}:{span.begin.column}-{span.finish.line}:{span.finish.column}"


def lines(diagnostic: Diagnostic, source: Source) -> list[str]:
    """One diagnostic on one line, what belongs to it on lines of their own."""
    told = [f"{diagnostic.code} {diagnostic.severity} {place(diagnostic.span)} {diagnostic.message}"]
    for related in diagnostic.related:
        where = "" if related.span.source.name == source.name else f"{related.span.source.name} "
        told.append(f"    : {where}{place(related.span)} {related.message}")
    if diagnostic.help:
        cut = len(diagnostic.help) > HELP_SHOWN
        told.append(f"    = {diagnostic.help[:HELP_SHOWN].rsplit(' ', 1)[0] + ' …' if cut else diagnostic.help}")
    return told


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(BAD).with_suffix("").as_posix())
def test_bad_file(path: Path, update_golden: bool) -> None:
    checked = check(path.read_bytes(), path.name, FolderShelf([path.parent / "bases"]))
    said = "".join(f"{row}\n" for diagnostic in checked.diagnostics for row in lines(diagnostic, checked.source))
    golden = path.with_suffix(".out")
    if update_golden:
        golden.write_text(said, encoding="utf-8")
    assert golden.is_file(), f"{golden.name} is missing; write it with --update-golden and look at it"
    assert said == golden.read_text(encoding="utf-8")
    assert said, "nothing is said of this file; it is not bad"


def test_no_golden_without_its_file() -> None:
    orphans = [path.name for path in BAD.rglob("*.out") if not path.with_suffix(".yaml").is_file()]
    assert orphans == []


def test_every_code_has_a_golden() -> None:
    told = {
        row.split(" ", 1)[0]
        for path in BAD.rglob("*.out")
        for row in path.read_text(encoding="utf-8").splitlines()
        if not row.startswith(" ")
    }
    assert set(CODES) - told - BEYOND_FILES - PROVED - TESTED == set()
    assert told <= set(CODES)
