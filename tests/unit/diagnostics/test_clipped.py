"""However long what somebody wrote is, what is said of it is short."""

from hypothesis import given
from hypothesis import strategies as st

from referee.diagnostics import Diagnostic, Related
from referee.diagnostics.spelling import clipped
from referee.source import Source, Span


@given(st.text("a` ", max_size=4_000))
def test_no_message_is_longer_than_can_be_read(text: str) -> None:
    assert len(clipped(text)) <= 1_000
    assert clipped(text) == text or len(text) > 200


def test_what_is_quoted_is_cut_and_the_sentence_stays() -> None:
    name = "x" * 42_000
    assert clipped(f"unknown key `{name}`; did you mean `{name}`?") == (
        f"unknown key `{'x' * 199}…`; did you mean `{'x' * 199}…`?"
    )


def test_short_quotes_are_left_alone() -> None:
    sentence = f"`{'x' * 200}` and `{'y' * 200}`"
    assert clipped(sentence) == sentence


def test_every_diagnostic_is_short() -> None:
    long = "z" * 42_000
    span = Span(Source("t", long), 0, 1)
    told = Diagnostic("CH201", f"`{long}`", span, long, (Related(f"`{long}`", span),), long)
    assert len(told.message) == 202
    assert len(told.help) == 1_000
    assert len(told.path) == 300
    assert len(told.related[0].message) == 202
