"""`check --fix`: over all bad golden files, nothing is made worse, and what was mended is gone."""

from collections import Counter
from pathlib import Path

import pytest

from referee.diagnostics import Diagnostic, Severity, number_of
from referee.library.shelf import FolderShelf
from referee.workshop.check import Checked, check
from referee.workshop.mend import mend

BAD = Path(__file__).parents[1] / "golden" / "bad"
FILES = sorted(path for path in BAD.rglob("*.yaml") if path.parent.name != "bases")


def errors(checked: Checked) -> int:
    return number_of(one for one in checked.diagnostics if one.severity is Severity.ERROR)


def mendable(one: Diagnostic, checked: Checked, *, unsafe: bool) -> bool:
    return one.fix is not None and one.fix.span.source is checked.source and (one.fix.safe or unsafe)


def name(path: Path) -> str:
    return path.relative_to(BAD).with_suffix("").as_posix()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_file_is_made_worse_and_what_is_mended_is_gone(path: Path) -> None:
    content, shelf = path.read_bytes(), FolderShelf([path.parent / "bases"])
    before = check(content, path.name, shelf)
    told = Counter((one.code, one.message) for one in before.diagnostics)
    for unsafe in (False, True):
        if not any(mendable(one, before, unsafe=unsafe) for one in before.diagnostics):
            continue
        made = mend(content, path.name, shelf, unsafe=unsafe)
        again = check(made.content, path.name, shelf)
        assert [one.message for one in made.checked.diagnostics] == [one.message for one in again.diagnostics]
        assert errors(made.checked) <= errors(before)
        still = Counter((one.code, one.message) for one in made.checked.diagnostics)
        gone = Counter((one.code, one.message) for one in made.done)
        assert all(still[key] <= max(told[key] - number, 0) for key, number in gone.items())
        assert bool(made.done) == (made.content != content)


def test_every_kind_of_safe_fix_is_shown_by_some_file() -> None:
    """Fixes are offered for the codes of DIAGNOSTICS that have one, and do good in the golden files."""
    mended: set[str] = set()
    for path in FILES:
        made = mend(path.read_bytes(), path.name, FolderShelf([path.parent / "bases"]))
        mended |= {one.code for one in made.done}
    wanted = (
        "CH001 CH004 CH008 CH009 CH014 CH101 CH105 CH201 CH210 CH301 CH302 CH303 CH304 CH311 CH407 CH701 CH703 CH808"
    )
    assert set(wanted.split()) <= mended


def test_a_key_that_is_there_already_is_not_put_there_again() -> None:
    text = b"rule_set: ana\nformat: 1\nextends: spanish-40\ntitle: {en: A table}\ntittle: {fr: La table}\n"
    mended = mend(text, "ana.yaml", FolderShelf(()))
    assert mended.content == text
    assert [one.code for one in mended.checked.diagnostics] == ["CH101"]


@pytest.mark.parametrize("rule", ["whole hand is run", "faulty hand is_eldest", "deadwood is 3 hand laps is 0"])
def test_a_name_of_the_language_is_no_joining_word_misspelt(rule: str) -> None:
    text = f"rule_set: ana\nformat: 1\nextends: spanish-40\nclose: {{may_close: {{es.4: {rule}}}}}\n".encode()
    mended = mend(text, "ana.yaml", FolderShelf(()))
    assert mended.content == text
    assert [one.code for one in mended.checked.diagnostics] == ["CH311"]
