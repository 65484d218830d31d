"""A line of bytes to a question: whatever the line holds, a code and never a crash."""

import contextlib
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answer.errors import QuestionError
from referee.answer.lines import lines
from referee.answer.reading import read
from referee.limits import ANSWER_LINE_BYTES, DEPTH

BAD = [
    (b"", "NOT_JSON"),
    (b"   ", "NOT_JSON"),
    (b"{", "NOT_JSON"),
    (b'{"op": }', "NOT_JSON"),
    (b"{} {}", "NOT_JSON"),
    (b"{'op': 'meld'}", "NOT_JSON"),
    (b'{"op": "a\x01"}', "NOT_JSON"),
    (b'{"op": "a\\x"}', "NOT_JSON"),
    (b'\xff{"op": "meld"}', "NOT_UTF8"),
    (b'{"op": "\xed\xa0\x80"}', "NOT_UTF8"),
    (b'{"op": "\\ud800"}', "NOT_UTF8"),
    (b"[]", "NOT_AN_OBJECT"),
    (b"null", "NOT_AN_OBJECT"),
    (b'"deadwood"', "NOT_AN_OBJECT"),
    (b"7", "NOT_AN_OBJECT"),
    (b'{"op": "meld", "op": "close"}', "KEY_TWICE"),
    (b'{"op": "meld", "options": {"jokers": 0, "jokers": 2}}', "KEY_TWICE"),
    (b'{"seats": 2.0}', "NUMBER_NOT_WHOLE"),
    (b'{"seats": 1e3}', "NUMBER_NOT_WHOLE"),
    (b'{"seats": NaN}', "NUMBER_NOT_WHOLE"),
    (b'{"seats": -Infinity}', "NUMBER_NOT_WHOLE"),
    (b'{"seats": 1000000}', "NUMBER_TOO_LARGE"),
    (b'{"seats": ' + b"9" * 10_000 + b"}", "NUMBER_TOO_LARGE"),
    (b"[" * 100_000, "TOO_DEEP"),
    (b'{"a":' * 100_000, "TOO_DEEP"),
    (None, "LINE_TOO_LONG"),
]


@pytest.mark.parametrize(("line", "code"), BAD, ids=[f"{code}-{number}" for number, (_, code) in enumerate(BAD)])
def test_a_bad_line_has_a_code(line: bytes | None, code: str) -> None:
    with pytest.raises(QuestionError) as caught:
        read(line)
    assert caught.value.code == code
    message = caught.value.message
    assert not message.endswith(".")
    assert message[0].islower() or message[0] == "`"
    message.encode("utf-8")


def test_a_good_line_is_what_it_says() -> None:
    line = '{"op": "meld", "rules": "señas", "seats": -3, "options": {"x": true}, "cards": ["7o\\u00e9"]}\r'
    expected = {"op": "meld", "rules": "señas", "seats": -3, "options": {"x": True}, "cards": ["7oé"]}
    assert read(line.encode()) == expected


def test_six_digits_are_enough_and_allowed() -> None:
    assert read(b'{"n": 999999, "m": -999999}') == {"n": 999_999, "m": -999_999}


def code_of(line: bytes) -> str:
    with pytest.raises(QuestionError) as caught:
        read(line)
    return caught.value.code


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_depth_is_counted_and_not_a_matter_of_the_stack(opening: bytes) -> None:
    assert code_of(opening * DEPTH) == "NOT_JSON"
    assert code_of(opening * (DEPTH + 1)) == "TOO_DEEP"
    closing = (b"]" if opening == b"[" else b"}") * (DEPTH - 1)
    assert read(b'{"a": ' + opening * (DEPTH - 1) + b"1" * (opening != b"[") + closing + b"}")
    assert code_of(b'{"a": ' + opening * DEPTH + b"1" * (opening != b"[") + closing + b"]}") == "TOO_DEEP"


def test_the_stack_left_over_changes_nothing() -> None:
    def below(frames: int) -> str:
        return below(frames - 1) if frames else code_of(b"[" * 60)

    for line in (b"[" * 60, b"[" * 1_000_000):
        assert code_of(line) == "TOO_DEEP"
    assert below(sys.getrecursionlimit() - 150) == "TOO_DEEP"


def test_brackets_inside_texts_and_beside_each_other_are_not_depth() -> None:
    assert read(('{"a": "' + "[" * 99 + '\\"{{"}').encode()) == {"a": "[" * 99 + '"{{'}
    assert read(b'{"a": [' + b"[], {}, " * 99 + b"1]}")
    assert code_of(b'{"a": "' + b"[" * 99) == "NOT_JSON"
    assert code_of(b'{"a": "\\' + b"[" * 99) == "NOT_JSON"


@given(st.binary(max_size=200))
def test_no_bytes_crash_the_reader(line: bytes) -> None:
    with contextlib.suppress(QuestionError):
        assert isinstance(read(line), dict)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"a", [b"a"]),
        (b"a\n", [b"a"]),
        (b"a\r\nb", [b"a", b"b"]),
        (b"\n\nc\n", [b"", b"", b"c"]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", [b"a", b"\xef\xbb\xbfb"]),
    ],
)
def test_lines_end_as_people_end_them(content: bytes, expected: list[bytes]) -> None:
    assert list(lines(io.BytesIO(content))) == expected


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_may_have_its_limit_and_not_one_byte_more(end: bytes) -> None:
    full = b"x" * ANSWER_LINE_BYTES
    after = b"next\n" if end else b""
    assert list(lines(io.BytesIO(full + end + after))) == [full, *after.split()]
    assert list(lines(io.BytesIO(full + b"x" + end + after))) == [None, *after.split()]


def test_what_follows_a_very_long_line_is_read() -> None:
    content = b"x" * (3 * ANSWER_LINE_BYTES) + b"\n" + b"next\n"
    assert list(lines(io.BytesIO(content))) == [None, b"next"]
