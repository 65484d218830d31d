"""Random expressions in words: whatever can be checked can be said, in every language, and nothing stays unsaid."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.syntax import Comparison, Conditional, Expr, Name, Range, TruthValue
from referee.lang.types import TRUTH
from referee.lang.unparse import unparse
from referee.source import Text
from referee.vocabulary import LANGUAGES
from referee.voice import expr_in_words, speak_condition
from referee.voice.settle import Known
from tests.property import strategies as made


def checked(text: str) -> Expr:
    expr, told = parse(Text.plain(text))
    assert expr is not None, told
    typed, told = check(expr, made.WORLD)
    assert typed is not None, told
    return typed


DEFINED = {name: checked(text) for name, text in made.DEFINITION_TEXTS.items()}
HERE = Known({"limit": 70, "jokers": 2, "strict": False, "trump": "oros"}, DEFINED, made.ENUMS)


UNSETTLED_MEMBERS = Conditional(
    TruthValue(False),
    TruthValue(False),
    Comparison("in", Conditional(TruthValue(True), Name("oros"), Name("trump")), Range(Name("oros"), None)),
)
"""Two members beside each other only once a condition is spoken, where the enumerations were not at hand."""


@settings(max_examples=200, deadline=None)
@given(made.typed_trees, st.sampled_from(LANGUAGES))
@example(UNSETTLED_MEMBERS, "en")
def test_every_expression_can_be_said(tree: Expr, language: str) -> None:
    expr = checked(unparse(tree))
    words = [expr_in_words(expr, language, known=HERE), expr_in_words(expr, language, enums=made.ENUMS)]
    if expr.type == TRUTH:
        words.append(speak_condition(expr, "world", language, known=HERE))

    for text in words:
        assert text
        assert not re.search(r"[{}]|  |\( | ,|\bNone\b", text), text


@settings(max_examples=200, deadline=None)
@given(made.typed_trees)
def test_settling_is_done_once(tree: Expr) -> None:
    settled = HERE.settled(checked(unparse(tree)))

    assert HERE.settled(settled) == settled
    assert settled.type is not None
