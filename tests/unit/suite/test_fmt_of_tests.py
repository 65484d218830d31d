"""The canonical layout of files of tests: whatever is written anew asks and expects the same, and is never written again."""

from pathlib import Path
from random import Random

import pytest

from referee.suite.fmt import fmt_tests
from referee.suite.reading import read_tests
from referee.yamltree import read

TOP = Path(__file__).resolve().parents[3]
SHIPPED = sorted((TOP / "rulesets").rglob("*_test.yaml"))
BAD = sorted((TOP / "tests" / "golden" / "suites").glob("*_test.yaml"))


def plain(content: bytes) -> object:
    """What a sound file asks and expects."""
    file = read_tests(content, "x_test.yaml").file
    assert file is not None
    return [(one.name, one.kind, one.asked, one.expected, one.seats, one.options, one.matrix) for one in file.tests]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_canonical_and_come_back_to_it(path: Path) -> None:
    content = path.read_bytes()
    assert fmt_tests(content, path.name).text == content.decode()
    root = read(content, path.name).root
    assert root is not None
    starts = [entry.key.span.start for entry in root]
    text = content.decode()
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    Random(path.name).shuffle(parts)
    shuffled = "".join(part if part.endswith("\n") else f"{part}\n" for part in parts).replace("{", "{  ").encode()
    made = fmt_tests(shuffled, path.name)
    assert made.text is not None, made
    assert plain(made.text.encode()) == plain(content)
    assert made.text.count("#") == shuffled.decode().count("#")
    assert fmt_tests(made.text.encode(), path.name).text == made.text


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_are_no_hindrance_and_do_not_change(path: Path) -> None:
    content = path.read_bytes()
    made = fmt_tests(content, path.name)
    if made.text is None:
        assert made.diagnostics or made.reason
        return
    before, after = (read_tests(each, path.name).diagnostics for each in (content, made.text.encode()))
    assert sorted((one.code, one.message) for one in before) == sorted((one.code, one.message) for one in after)
    assert fmt_tests(made.text.encode(), path.name).text == made.text
