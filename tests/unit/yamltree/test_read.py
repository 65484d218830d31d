"""Reading: what is accepted, what is told, and that limits hold before anything is built."""

import time
import tracemalloc
from pathlib import Path

import pytest

from referee.diagnostics.render import render_text
from referee.limits import DEPTH, NODES, RULE_SET_BYTES
from referee.resources import folder
from referee.yamltree import MapNode, ScalarNode, SeqNode, read
from referee.yamltree.events import PureParser
from referee.yamltree.messages import cannot_open

BAD = Path(__file__).parents[2] / "golden" / "bad"


def plain(node: object) -> object:
    """A tree as dicts, lists and texts."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, MapNode):
        return {entry.key.value: plain(entry.value) for entry in node}
    return [plain(item) for item in node] if isinstance(node, SeqNode) else None


def codes(text: str | bytes) -> list[str]:
    """What is told of a text."""
    return [each.code for each in read(text if isinstance(text, bytes) else text.encode(), "t").diagnostics]


def test_every_scalar_is_text() -> None:
    text = "a: no\nb: 0100\nc: 1:30\nd: 2024-01-01\ne: 1e3\nf: null\ng: ~\nh: .inf\ni: 985354607238742118\nj: 1.10\n"
    reading = read(text.encode(), "t")
    assert reading.diagnostics == ()
    assert list(plain(reading.root).values()) == [
        "no", "0100", "1:30", "2024-01-01", "1e3", "null", "~", ".inf", "985354607238742118", "1.10",
    ]  # fmt: skip


def test_nothing_is_there() -> None:
    root = read(b"jokers:\nquoted: ''\n", "t").root
    assert root is not None
    jokers, quoted = root.get("jokers"), root.get("quoted")
    assert isinstance(jokers, ScalarNode)
    assert jokers.absent
    assert isinstance(quoted, ScalarNode)
    assert not quoted.absent
    assert root.get("wild") is None


def test_byte_order_mark_and_windows_line_ends_move_nothing() -> None:
    reading = read(b"\xef\xbb\xbfa: 1\r\nb:\r\n  c: x\r\n", "t")
    assert reading.root is not None
    inner = reading.root.get("b")
    assert isinstance(inner, MapNode)
    place = inner.entries[0].value.span.begin
    assert (place.line, place.column) == (3, 6)
    assert reading.diagnostics == ()


def test_what_is_not_in_the_file_is_hidden_and_not_missing() -> None:
    root = read(b"a: &x 1\nb: *x\nc: !t 2\n<<: *x\nd: [*x, 3]\n", "t").root
    assert root is not None
    assert plain(root) == {"a": "1", "d": ["3"]}
    assert root.hidden == {"b", "c", "<<"}


def test_of_a_key_given_twice_the_first_is_kept() -> None:
    reading = read(b"a: 1\na: 2\nb: 3\na: 4\n", "t")
    assert plain(reading.root) == {"a": "1", "b": "3"}
    assert [each.related[0].span.begin.line for each in reading.diagnostics] == [1, 1]


def test_an_expression_cut_by_a_comma_is_whole_again() -> None:
    root = read(b"a: {when: max(1, min(a, b)), writes: 3}\nb: [min(1, 2), 3]\nc: [(1]\nd: {x: 1,5}\n", "t").root
    assert plain(root) == {
        "a": {"when": "max(1, min(a, b))", "writes": "3"},
        "b": ["min(1, 2)", "3"],
        "c": ["(1"],
        "d": {"x": "1,5"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "a: total above limit # why",
        "a: hand   # (see es.4)",
        "a: and-ers # x",
        "a: 'x and' # y",
        "and: x # y",
        "a: at most five # x",
    ],
)
def test_ordinary_comments_cut_nothing(text: str) -> None:
    assert codes(text) == []


@pytest.mark.parametrize(
    "text", ["a: x and # y", "a: (x # y", "a: deadwood at most # 5", "a: 3 + # y", "a:\n  - if # y"]
)
def test_comments_that_cut(text: str) -> None:
    assert codes(text) == ["CH005"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n\tb: 1\n", ["CH001"]),
        ("a:\n\tb: 1\n\tb: 2\n\tc: *x\n", ["CH001", "CH001", "CH002", "CH001", "CH006"]),
        ("a: [\n\t1]\n", ["CH001"]),
        ("a: |\n\tx\n", ["CH001"]),
        ("a: |\n  x\n  \ty\n", []),
        ('a: "x\n\ty"\n', []),
        ("a: 1\n\t\n\t# c\nb: 2\t# d\n", []),
        ("a: x\ty\nb:\tz\n", []),
        ("\ta: 1\nb: 2\n", ["CH001"]),
    ],
)
def test_tabs(text: str, told: list[str]) -> None:
    assert codes(text) == told
    pure = read(text.encode(), "t", parser=PureParser)
    assert [each.code for each in pure.diagnostics] == told


@pytest.mark.parametrize(("text", "put"), [("a:\n\tb:\n\t\tc: 1\n", ["  ", "    "]), ("a:\n  b:\n\tc: 1\n", [None])])
def test_what_a_tab_stands_for_is_known_where_tabs_alone_indent(text: str, put: list[str | None]) -> None:
    tabs = [one for one in read(text.encode(), "t").diagnostics if one.code == "CH001"]
    assert [one.fix.text if one.fix else None for one in tabs] == put


def test_all_that_can_be_known_is_told_in_one_run() -> None:
    text = "a: &x 1\na: !t 2\nb: {c: 1, c: 2}\nd: min(1\ne: {f: min(1, 2)}\ng: [\n"
    assert codes(text) == ["CH006", "CH002", "CH013", "CH002", "CH016", "CH014"]


def test_bytes_n_and_one_more() -> None:
    head = b"a: 1\n#"
    assert codes(head + b"x" * (RULE_SET_BYTES - len(head))) == []
    assert codes(head + b"x" * (RULE_SET_BYTES - len(head) + 1)) == ["CH012"]


def test_nodes_n_and_one_more() -> None:
    pairs = "".join(f"a{number}: 1\n" for number in range(NODES // 2 - 1))
    assert codes(f"{pairs}b:\n") == ["CH012"]
    assert codes(pairs) == []
    assert codes(f"b{pairs[pairs.index(':') :]}".replace("b: 1", "b: []", 1)) == []


def test_depth_n_and_one_more() -> None:
    assert codes("a: " + "[" * (DEPTH - 1) + "]" * (DEPTH - 1)) == []
    assert codes("a: " + "[" * DEPTH + "]" * DEPTH) == ["CH012"]
    assert codes("[" * 100_000) == ["CH012"]


@pytest.mark.parametrize(
    "content",
    [
        b"a" * 5_000_000,
        b"a: [" + b"1," * 100_000,
        "".join(f"a{number}: 1\n" for number in range(20_000)).encode(),
        b"[" * 200_000,
        b"{a: " * 60_000,
    ],
    ids=["bytes", "items", "entries", "brackets", "braces"],
)
def test_over_a_limit_is_refused_at_once(content: bytes) -> None:
    read(b"warm: up", "t")
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        assert codes(content) == ["CH012"]
        seconds.append(time.process_time() - begin)
    assert min(seconds) < 0.05
    tracemalloc.start()
    codes(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000


@pytest.mark.parametrize(
    "path", sorted([*BAD.rglob("*.yaml"), *folder("rulesets").rglob("*.yaml")]), ids=lambda path: path.stem
)
def test_both_parsers_say_the_same(path: Path) -> None:
    fast, pure = read(path.read_bytes(), "t"), read(path.read_bytes(), "t", parser=PureParser)
    assert plain(fast.root) == plain(pure.root)
    assert render_text(fast.diagnostics) == render_text(pure.diagnostics)


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    for path, says in ((tmp_path / "none.yaml", "there is no such file"), (tmp_path, "it is a folder, not a file")):
        try:
            path.read_bytes()
        except OSError as reason:
            told = cannot_open(path.name, reason)
        assert told.code == "CH015"
        assert told.message.endswith(says)
        assert told.span is None
