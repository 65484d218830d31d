"""Every character of every scalar is found again in the source, and the value is what YAML says it is."""

import re
from dataclasses import dataclass

import pytest
import yaml
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from referee.source import Text
from referee.yamltree import MapNode, ScalarNode, SeqNode, read
from referee.yamltree.events import PureParser

LETTERS = st.text(alphabet="ab c'\"\\#:é́牌𝒳\t,-", min_size=1, max_size=12)
LINES = st.lists(st.one_of(LETTERS, st.just("")), min_size=1, max_size=5)
BREAKS = st.sampled_from(["\n", "\r\n", "\r"])


def value(text: str) -> ScalarNode | None:
    """The scalar behind the key `a`, None if the text is not YAML or something is said of it."""
    reading = read(text.encode(), "t")
    root = None if reading.diagnostics and "&" not in text else reading.root
    node = root.get("a") if root else None
    return node if isinstance(node, ScalarNode) else None


def composed(text: str) -> str:
    """What PyYAML says the value is."""
    return yaml.compose(text, Loader=yaml.CSafeLoader).value[0][1].value


def readable(text: str) -> str:
    """The text as the parser takes it: some tabs it does not, and then a blank stands for each."""
    try:
        yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return text.replace("\t", " ")
    return text


def check(text: str) -> None:
    """The laws of a Text, for the scalar behind `a`."""
    node = value(text)
    if node is None:
        return
    found = node.text
    given_to_parser = readable(text)
    shown = found.value if given_to_parser == text else found.value.replace("\t", " ")
    assert shown == composed(given_to_parser)
    assert len(found.starts) == len(found.ends) == len(found.value)
    assert not fell_back(found), "the scalar was not understood"
    source = found.source.text
    before = node.span.start
    for sign, start, end in zip(found.value, found.starts, found.ends, strict=True):
        written = source[start:end]
        assert before <= start < end <= len(source)
        before = end
        if sign not in "\n ":
            assert written == sign or written.startswith(("\\", "''"))
        elif sign == "\n":
            assert re.match(r"[ \t]*(?:\r\n|\r|\n|\x85)|\\", written)
    assert node.span.start <= found.end <= len(source)


def fell_back(found: Text) -> bool:
    """Whether the characters all point at the whole scalar."""
    return len(found.value) > 1 and len(set(found.starts)) == 1


@given(LINES, BREAKS)
@settings(max_examples=400, deadline=None)
def test_plain(lines: list[str], line_break: str) -> None:
    check("a: x" + (line_break + "  ").join(lines) + line_break + "b: 1")


@given(LINES, BREAKS)
@example(["a  ", "  b", "", "'' c"], "\n")
@settings(max_examples=400, deadline=None)
def test_single_quoted(lines: list[str], line_break: str) -> None:
    body = (line_break + " ").join(line.replace("'", "''") for line in lines)
    check(f"a: '{body}'{line_break}b: 1")


@given(
    st.lists(
        st.one_of(
            LETTERS.map(lambda text: text.replace("\\", "\\\\").replace('"', '\\"')),
            st.sampled_from(
                [
                    "\\x41",
                    "\\u00e9",
                    "\\U0001D4B3",
                    "\\t",
                    "\\ ",
                    "\\/",
                    "\\_",
                    "\\N",
                    "\\L",
                    "\\\n   ",
                    "\\\r\n ",
                    "  \n  ",
                    "\n\n ",
                ]
            ),
        ),
        max_size=8,
    )
)
@settings(max_examples=400, deadline=None)
def test_double_quoted(parts: list[str]) -> None:
    check(f'a: "{"".join(parts)}"\nb: 1')


@dataclass(frozen=True)
class Block:
    """A block scalar to be written out."""

    sign: str
    chomping: str
    indent: str
    digit_first: bool
    lines: list[str]
    line_break: str
    comment: bool
    empty: int

    def __str__(self) -> str:
        signs = self.indent + self.chomping if self.digit_first else self.chomping + self.indent
        header = self.sign + signs + (" # why" if self.comment else "") + self.line_break
        # a tab where the indentation could go on is the one thing that is not followed to its place
        lines = (f"   {line.lstrip(chr(9))}{self.line_break}" for line in self.lines)
        return f"a: {header}{''.join(lines)}{self.line_break * self.empty}"


BLOCKS = st.builds(
    Block,
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+"]),
    st.sampled_from(["", "1", "2", "3"]),
    st.booleans(),
    LINES,
    BREAKS,
    st.booleans(),
    st.integers(0, 3),
)


@given(BLOCKS)
@example(Block("|", "+", "", False, [" \t"], "\n", False, 1))
@example(Block(">", "", "", False, ["  \t", "\t", "x"], "\r\n", False, 2))
@settings(max_examples=800, deadline=None)
def test_block(block: Block) -> None:
    check(f"{block}b: 1")
    check(str(block).rstrip(block.line_break))


@pytest.mark.parametrize(
    ("text", "part", "written"),
    [
        ("a: one two", "two", "two"),
        ("a: one\n   two", "two", "two"),
        ("a: one\n   two", " ", "\n   "),
        ("a: 'it''s'", "'", "''"),
        ('a: "tab\\there"', "\t", "\\t"),
        ('a: "\\u00e9t\\u00e9"', "é", "\\u00e9"),
        ('a: "one \\\n   two"', "two", "two"),
        ("a: |\n  one\n  two\n", "two", "two"),
        ("a: |\n  one\n  two\n", "e\nt", "e\n  t"),
        ("a: >-\n  one\n  two\n", " ", "\n  "),
        ("a: |2\n    one\n  two\n", "  one", "  one"),
        ("a: &anchor one", "one", "one"),
    ],
)
def test_examples(text: str, part: str, written: str) -> None:
    node = value(text)
    assert node is not None
    at = node.value.index(part)
    span = node.text.span(at, at + len(part))
    assert node.text.source.text[span.start : span.end] == written


@pytest.mark.parametrize("text", ["a: one ", "a: 'one' ", 'a: "one"', "a: |\n  one\n\n", "a: >\n  one\n# c\n"])
def test_end_of_text(text: str) -> None:
    node = value(text)
    assert node is not None
    assert node.text.source.text[: node.text.end].endswith("one")
    assert node.text.span(99, 99).start == node.text.end


def test_spans_take_in_quotes_and_signs() -> None:
    for text, written in (("a: 'x'", "'x'"), ("a: |-\n  x\n\nb: 1", "|-\n  x"), ("a: x # c", "x"), ("a: &q x", "x")):
        node = value(text)
        assert node is not None
        assert text[node.span.start : node.span.end] == written


def tree(node: object) -> object:
    """A tree as plain values with places, to compare."""
    if isinstance(node, ScalarNode):
        return (node.value, node.style, node.span.start, node.span.end, tuple(node.text.starts), node.text.end)
    if isinstance(node, MapNode):
        return [(tree(entry.key), tree(entry.value)) for entry in node], node.span.start, node.span.end, node.flow
    if isinstance(node, SeqNode):
        return [tree(item) for item in node], node.span.start, node.span.end, node.flow
    return None


WILD = st.text(alphabet="ab:-#'\"\\|>[]{},&*!?%@` \t\n\r\x85\u2028é牌𝒳0", max_size=40)


@given(WILD | WILD.map("a: ".__add__) | WILD.map("a:\n- ".__add__))
@example("a: x\ty")
@example("a:\t- b")
@example("a: \u2028 b")
@example('a: "\\ud83d\\ude00"')
@example("a: |\n\tb")
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_both_parsers_agree(text: str) -> None:
    fast, pure = read(text.encode(), "t"), read(text.encode(), "t", parser=PureParser)
    assume(fast.root is not None and pure.root is not None)  # at the edges (`>#`) one takes what the other refuses
    assert tree(fast.root) == tree(pure.root)
    assert fast.diagnostics == () or [each.code for each in fast.diagnostics] == [
        each.code for each in pure.diagnostics
    ]


@given(st.one_of(st.binary(max_size=200), WILD.map(str.encode), st.text(max_size=100).map(str.encode)))
@settings(max_examples=1500, deadline=None)
def test_read_never_raises_and_says_why(content: bytes) -> None:
    reading = read(content, "t")
    assert reading.root is not None or reading.diagnostics
    for diagnostic in reading.diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(reading.source.text)
