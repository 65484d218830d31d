"""Tests written into files of tests: comments stay, the others ask what they did, the layout is kept."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import resources
from referee.suite.adding import UnwritableError, with_tests
from referee.suite.fmt import asked_by, fmt_tests
from referee.suite.reading import read_tests
from referee.yamltree.comments import comments

FILES = sorted(resources.folder("rulesets").rglob("*_test.yaml"))
ENTRY = "{close: 10o 11o 12o 11c 6e 11e 11b, refused: [es.4], deadwood: 6}"
NEW = {"es.4, deadwood at most 5 points comes out no": ENTRY, "close.may_close.es.4, not at most → is": ENTRY}


def remarks(content: bytes) -> Counter[str]:
    """The comments of a file."""
    return Counter(each.text for each in comments(content.decode()) or ())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_into_a_file_with_comments(path: Path) -> None:
    before = path.read_bytes()
    after = with_tests(before, path.name, NEW)
    old, new = read_tests(before, path.name).file, read_tests(after, path.name).file
    assert old is not None
    assert new is not None
    assert [one.name for one in new.tests] == [*(one.name for one in old.tests), *NEW]
    assert asked_by(new.tests[: len(old.tests)]) == asked_by(old.tests)
    assert remarks(after) == remarks(before)
    assert fmt_tests(after, path.name).text == after.decode(), "the file was in its canonical layout"


def test_a_layout_of_ones_own_is_left_alone() -> None:
    before = b"tests:\n    'one':   {hand: 1o, deadwood: 1}   # the ace\n# behind\ntest: 1\n"
    after = with_tests(before, "casa_test.yaml", {"two": ENTRY})
    assert after.decode() == (
        f"tests:\n    'one':   {{hand: 1o, deadwood: 1}}   # the ace\n    two: {ENTRY}\n# behind\ntest: 1\n"
    )


@pytest.mark.parametrize(
    "before",
    [
        "test: 1\ntests: {one: {hand: 1o, deadwood: 1}}\n",
        "test: 1\ntests:\n",
        "test: 1\n",
        "rule_set: casa\n",
        "{\n",
        "",
    ],
)
def test_where_there_is_no_place_for_them(before: str) -> None:
    with pytest.raises(UnwritableError, match="its tests do not stand one a line"):
        with_tests(before.encode(), "casa_test.yaml", {"two": ENTRY})


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=4, unique=True), st.booleans())
def test_any_names_read_back(names: list[str], end: bool) -> None:
    """Or nothing is written. A name that is taken gets a number; a last line without an end is no trouble."""
    before = "test: 1\ntests:\n  one:\n    hand: 1o\n    deadwood: 1" + "\n" * end
    try:
        after = with_tests(before.encode(), "casa_test.yaml", dict.fromkeys([*names, "one"], ENTRY))
    except UnwritableError:
        assert not all(name.isprintable() and name.isascii() for name in names)
        return
    found = read_tests(after, "casa_test.yaml").file
    assert found is not None
    assert len(found.tests) == 1 + len({*names, "one"})
    assert found.tests[-1 if "one" not in names else 1 + names.index("one")].name == "one 2"


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_lines_end_as_those_of_the_file_do(newline: str, last: bool) -> None:
    lines = ["test: 1", "tests:", "  one: {hand: 1o, deadwood: 1}"]
    before = newline.join(lines) + newline * last
    after = with_tests(before.encode(), "casa_test.yaml", {"two": ENTRY}).decode()
    assert after == newline.join([*lines, f"  two: {ENTRY}"]) + newline
