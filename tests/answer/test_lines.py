"""The loop: every line gets exactly one answer, in order, whatever stands in it."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.answer.lines import serve
from referee.library import Library
from referee.limits import ANSWER_LINE_BYTES

LIBRARY = Library()
ODD: dict[bytes, str] = {
    b"": "NOT_JSON",
    b" \t ": "NOT_JSON",
    b"\x00": "NOT_JSON",
    b"{": "NOT_JSON",
    b"\xff\xfe{\x00": "NOT_UTF8",
    b"null": "NOT_AN_OBJECT",
    b"[" * 60: "TOO_DEEP",
    b"[" * 200_000: "TOO_DEEP",
    b'{"op": "meld", "op": "meld"}': "KEY_TWICE",
    b'{"\\ud800": 1, "\\ud800": 2}': "KEY_TWICE",
    b'{"op": "\\udc00"}': "NOT_UTF8",
    b'{"seats": NaN}': "NUMBER_NOT_WHOLE",
    b'{"seats": -Infinity}': "NUMBER_NOT_WHOLE",
    b'{"seats": 1e999}': "NUMBER_NOT_WHOLE",
    b'{"seats": ' + b"7" * 100_000 + b"}": "NUMBER_TOO_LARGE",
    b'{"op": "meld", "rules": "spanish-40", "cards": [], "seats": 2.0}': "NUMBER_NOT_WHOLE",
    b"\xef\xbb\xbf{}": "NOT_JSON",
    b'{"op": "meld", "rules": "\\u0000/", "cards": []}': "RULE_SET_UNREADABLE",
    b"x" * (ANSWER_LINE_BYTES + 1): "LINE_TOO_LONG",
}


def answers(content: bytes) -> list[dict[str, Any]]:
    """What the loop writes for some bytes, line by line."""
    written = io.BytesIO()
    serve(io.BytesIO(content), written, LIBRARY)
    text = written.getvalue().decode("utf-8")
    assert text.endswith("\n") or not text
    return [json.loads(line) for line in text.split("\n")[:-1]]


def numbered(number: int) -> bytes:
    """A question whose answer holds its number."""
    return json.dumps({"op": "invalid_hand", "rules": "spanish-40", "hand": [f"no-card-{number}"]}).encode()


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_every_odd_line_has_its_own_answer_and_the_next_line_too(end: bytes) -> None:
    lines = [line for number, odd in enumerate(ODD) for line in (numbered(number), odd)]
    found = answers(end.join(lines) + end)
    assert len(found) == len(lines)
    assert [one["error"]["code"] for one in found[1::2]] == list(ODD.values())
    assert all(f"no-card-{number}" in one["error"]["message"] for number, one in enumerate(found[::2]))


def test_the_mark_before_the_first_line_is_no_part_of_it() -> None:
    assert answers(b"\xef\xbb\xbf" + numbered(1)) == answers(numbered(1))


LINES = st.one_of(
    st.sampled_from([line for line in ODD if len(line) < 1000]),
    st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")),
    st.integers(0, 99).map(numbered),
)


@settings(deadline=None)
@given(st.lists(LINES, max_size=8), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_there_are_as_many_answers_as_lines(lines: list[bytes], end: bytes, ended: bool) -> None:
    content = end.join(lines) + (end if ended and lines else b"")
    expected = len(lines) - (not ended and bool(lines) and not lines[-1])
    found = answers(content)
    assert len(found) == expected
    for line, one in zip(lines, found, strict=False):
        assert list(one) == ["error"]
        if line in {numbered(number) for number in range(100)}:
            assert json.loads(line)["hand"][0] in one["error"]["message"]
