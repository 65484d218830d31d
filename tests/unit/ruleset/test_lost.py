"""What stands at a place, and what is lost with it: the same answers as looking through everything gives."""

import re

from hypothesis import given
from hypothesis import strategies as st

from referee.ruleset.layout import Path
from referee.ruleset.lost import LostText, Paths, Places
from referee.source import Span
from referee.yamltree.nodes import MapNode, Node, SeqNode
from referee.yamltree.read import read

STEP = st.sampled_from("abc")
PATH = st.lists(STEP, max_size=4).map(tuple)
TEXT = b"""\
a: {x: 1, y: {z: [1, 2], w: }}
b:
  c: 1
  d:
    - {e: 1}
examples:
- {close: 1o, seats: 2}
- plain
a: {v: 3}
"""


@given(st.sets(PATH, max_size=6), PATH)
def test_paths_touch_what_is_at_below_or_around_them(paths: set[Path], path: Path) -> None:
    known = Paths(paths)
    assert known.at_or_below(path) is any(one[: len(path)] == path for one in paths)
    assert known.touches(path) is any(one[: len(path)] == path or path[: len(one)] == one for one in paths)


@given(st.lists(st.sampled_from(["es.4", "ES.4.a", "es.41", "x", "es", " ", ": ", "-", "es.4."]), max_size=8))
def test_a_clause_is_named_as_a_word(pieces: list[str]) -> None:
    text = "".join(pieces)
    for clause in ("es.4", "es.4.a", "es", "es.41", "q.1"):
        wanted = re.search(rf"(?<![\w.]){re.escape(clause)}(?!\w)", text, re.IGNORECASE)
        assert LostText(text).names(clause) is (wanted is not None), (text, clause)


def slow(node: MapNode, span: Span) -> Path:
    """The innermost entry around a span, found by looking at all."""
    for entry in node:
        if inside(span, entry.key.span):
            return (entry.key.value,)
    around = [entry for entry in node if inside(span, entry.value.span)]
    if not around:
        return ()
    entry = min(around, key=lambda entry: entry.value.span.end - entry.value.span.start)
    return (entry.key.value, *below(entry.value, span, listed=entry.key.value == "examples"))


def below(value: Node, span: Span, *, listed: bool) -> Path:
    if span == value.span:
        return ()
    if isinstance(value, MapNode):
        return slow(value, span)
    if not isinstance(value, SeqNode) or not listed:
        return ()
    for number, item in enumerate(value, 1):
        if inside(span, item.span):
            return (str(number), *(slow(item, span) if isinstance(item, MapNode) and span != item.span else ()))
    return ()


def inside(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end


def test_every_place_of_a_file_is_found() -> None:
    root = read(TEXT, "t.yaml").root
    assert root is not None
    places = Places()
    found = set()
    for start in range(len(TEXT) + 1):
        for end in range(start, min(start + 40, len(TEXT)) + 1):
            span = Span(root.span.source, start, end)
            path = places.innermost(root, span)
            assert path == slow(root, span), (start, end)
            found.add(path)
    assert {("a", "y", "z"), ("b", "d"), ("examples", "1", "seats"), ("examples", "2")} <= found


def test_another_text_has_no_place_in_it() -> None:
    root, other = read(TEXT, "t.yaml").root, read(TEXT, "t.yaml").root
    assert root is not None
    assert other is not None
    assert Places().innermost(root, other.entries[0].key.span) == ()
