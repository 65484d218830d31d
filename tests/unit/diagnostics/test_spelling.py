"""Guesses, and how a message shows what somebody wrote."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.diagnostics import CODES, Diagnostic, in_order
from referee.diagnostics.spelling import certain, listed, listed_near, nearest, quoted, visible
from referee.source import Source, Span

KEYS = ("limit", "rounds", "may_close", "from", "to", "when", "close", "clause")


@pytest.mark.parametrize(
    ("word", "guess"),
    [
        ("limt", "limit"),
        ("Limit", "limit"),
        ("lmiit", "limit"),
        ("may-close", "may_close"),
        ("claus", "clause"),
        ("wen", "when"),
        ("form", "from"),
        ("xyz", None),
        ("maximum", None),
        ("x", None),
        ("", None),
        ("clo", None),
    ],
)
def test_nearest(word: str, guess: str | None) -> None:
    assert nearest(word, KEYS) == guess


@pytest.mark.parametrize(
    ("word", "guess", "sure"),
    [
        ("limt", "limit", True),
        ("lmiit", "limit", True),
        ("roundss", "rounds", True),
        ("claused", "clause", True),
        ("count", "coins", False),
        ("roads", "rounds", False),
        ("wen", "when", False),
        ("limit", None, False),
    ],
)
def test_what_is_mended_without_asking(word: str, guess: str | None, sure: bool) -> None:
    assert certain(word, guess, (*KEYS, "coins")) is sure


def slow_distance(left: str, right: str) -> int:
    """The same distance, as it is defined."""
    if not left or not right:
        return len(left) + len(right)
    steps = [
        slow_distance(left[1:], right) + 1,
        slow_distance(left, right[1:]) + 1,
        slow_distance(left[1:], right[1:]) + (left[0] != right[0]),
    ]
    if left[:2] == right[1::-1] and len(left) > 1 and len(right) > 1:
        steps.append(slow_distance(left[2:], right[2:]) + 1)
    return min(steps)


WORD = st.text("abc", min_size=1, max_size=5)


@given(WORD, st.sets(WORD, max_size=4))
def test_a_guess_is_never_farther_than_two_and_never_farther_than_another(word: str, candidates: set[str]) -> None:
    guess = nearest(word, candidates)
    others = {each: slow_distance(word, each) for each in candidates - {word}}
    furthest = 1 if len(word) <= 3 else 2
    if guess is None:
        assert all(steps > min(furthest, len(each) - 1) for each, steps in others.items())
    else:
        assert others[guess] <= furthest
        near = {each: steps for each, steps in others.items() if steps <= min(furthest, len(each) - 1)}
        assert guess == min(near, key=lambda each: (near[each], each))


def test_what_is_quoted_stays_on_one_line_and_can_be_seen() -> None:
    assert quoted("deadwood") == "`deadwood`"
    assert quoted("a\n  b\tc") == "`a b c`"
    assert quoted("x" * 80) == "`" + "x" * 59 + "…`"
    assert quoted("1\u00a0o\u200b\x1b") == "`1<U+00A0>o<U+200B><U+001B>`"
    assert visible("baskı, ñ, 牌 é") == "baskı, ñ, 牌 é"


def test_lists() -> None:
    assert listed(["a", "b"]) == "`a`, `b`"
    assert listed("abcde", 3) == "`a`, `b`, `c` and 2 more"


def test_order_is_that_of_the_places_and_each_mistake_is_told_once() -> None:
    source = Source("t", "abc")
    second = Diagnostic("CH101", "x", Span(source, 1, 2))
    first = Diagnostic("CH201", "y", Span(source, 0, 1))
    nowhere = Diagnostic("CH015", "z")
    assert in_order([second, first, nowhere, second]) == (nowhere, first, second)


def test_codes() -> None:
    for code, (severity, title) in CODES.items():
        assert code[:2] == "CH"
        assert code[2:].isdigit()
        assert severity in {"error", "warning", "information"}
        assert not title.endswith(".")


@given(st.sets(st.text("abcd", min_size=1, max_size=6), min_size=150, max_size=300), st.text("abcd", max_size=6))
@settings(max_examples=25)
def test_a_guess_among_very_many_names_is_near(names: set[str], word: str) -> None:
    guess = nearest(word, names)
    furthest = 1 if len(word) <= 3 else 2
    assert guess is None or slow_distance(word, guess) <= furthest


def test_of_very_many_names_a_slip_in_one_of_them_is_found() -> None:
    names = [f"{first}{middle}_{last}" for first in "abcdefgh" for middle in ("limit", "joker") for last in range(40)]
    assert [nearest(word, names) for word in ("climit_17x", "xclimit_17", "cilmit_17")] == ["climit_17"] * 3
    assert nearest("limitation_of_all", names) is None


def test_no_guess_is_made_at_very_long_words() -> None:
    assert nearest("a" * 60, ["a" * 61]) == "a" * 61
    assert nearest("a" * 61, ["a" * 60]) is None


@pytest.mark.parametrize(
    ("word", "most", "shown"),
    [
        ("m", 4, "`from`, `limit`, `may_close`, `rounds` and 4 more"),
        ("a", 3, "`clause`, `close`, `from` and 5 more"),
        ("zzz", 3, "`rounds`, `to`, `when` and 5 more"),
        ("m", 8, "`clause`, `close`, `from`, `limit`, `may_close`, `rounds`, `to`, `when`"),
    ],
)
def test_of_many_names_those_round_the_word_are_listed(word: str, most: int, shown: str) -> None:
    assert listed_near(word, KEYS, most) == shown
