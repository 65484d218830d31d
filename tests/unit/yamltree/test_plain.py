"""Whole numbers as the language writes them, the projection, and the writer whose output reads back as it was."""

import re

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.yamltree import read
from referee.yamltree.dump import dump
from referee.yamltree.plain import integer, projected

TEXTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "no",
            "y",
            "null",
            "~",
            "1e3",
            "1:30",
            "0100",
            "-",
            "<<",
            "=",
            "2024-01-01",
            "yes",
            "Off",
            ".nan",
            "# x",
            "a: b",
            "- a",
            "",
            " a",
            "a ",
            "é",
            "!t",
            "&a",
            "*a",
            "%",
            "@",
            "`",
        ]
    ),
).filter(lambda text: not any("\ud800" <= sign <= "\udfff" for sign in text))
TREES = st.recursive(
    st.one_of(TEXTS, st.integers(-999_999, 999_999)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("-10", -10), ("999999", 999_999)])
def test_whole_numbers(text: str, number: int) -> None:
    assert integer(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "07", "0100", "+5", "1e3", "1_000", "1:30", "5.0", "1000000", "−10", "٣", "５", "-", "--1", " 7", "7\n"],
)
def test_no_whole_numbers(text: str) -> None:
    assert integer(text) is None


def test_projection() -> None:
    root = read(b"a: 7\nb: '7'\nc: no\nd:\ne: [0, 08]\nf: {g: -1}\n", "t").root
    assert root is not None
    assert projected(root) == {"a": 7, "b": "7", "c": "no", "d": None, "e": [0, "08"], "f": {"g": -1}}


def printable(tree: object) -> bool:
    """Whether a rule file may hold all its texts."""
    if isinstance(tree, dict):
        return all(printable(part) for pair in tree.items() for part in pair)
    if isinstance(tree, list):
        return all(map(printable, tree))
    return not isinstance(tree, str) or not re.search("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]", tree)


@given(st.dictionaries(TEXTS, TREES, min_size=1, max_size=5))
@example({"no": "y", "a": {"null": ["1e3", 3, []]}})
@settings(max_examples=1000, deadline=None)
def test_what_is_written_reads_back(tree: dict[str, object]) -> None:
    text = dump(tree)
    assert yaml.load(text, Loader=yaml.SafeLoader) == tree
    reading = read(text.encode(), "t")
    if printable(tree):
        assert reading.diagnostics == ()
        assert reading.root is not None
        assert projected(reading.root) == tree
