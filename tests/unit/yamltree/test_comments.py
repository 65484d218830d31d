"""The comments of a text beside those of a look at each of its lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.yamltree.comments import comments

VALUES = ("x", '"x, y {z}. Ü"', "'it''s'", "{a: 1, b: [c, d]}", "[1, 2]", "")
BLANKS = ("", "  ", "    ")


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Entries with values of every style, with empty lines, blanks and comments between them and behind them."""
    lines: list[str] = []
    for number in range(draw(st.integers(1, 6))):
        for _ in range(draw(st.integers(0, 3))):
            lines.append(draw(st.sampled_from((*BLANKS, f"# before {number}", f"  # in front of {number}"))))
        behind = draw(st.sampled_from(("", "  ", f"  # behind {number}")))
        lines.append(f"k{number}: {draw(st.sampled_from(VALUES))}{behind}")
    lines += draw(st.lists(st.sampled_from((*BLANKS, "# at the end")), max_size=3))
    return "\n".join(lines) + draw(st.sampled_from(("", "\n")))


@given(texts())
def test_every_comment_is_found_where_it_stands(text: str) -> None:
    found = comments(text)
    assert found is not None
    at, told = 0, list[tuple[int, str]]()
    for line in text.split("\n"):
        if "#" in line:
            told.append((at + line.index("#"), line[line.index("#") :].rstrip()))
        at += len(line) + 1
    assert [(one.start, one.text) for one in found] == told
