"""Trees and their places; the saved automaton."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from referee import limits
from referee.lang import parse as parsing
from referee.lang.parse import automaton, grammar_text, made_by_lark, parse
from referee.lang.signs import MOST_TOLD
from referee.lang.syntax import And, Arithmetic, Comparison, Name, Negative, Number, Or, Over, Preference, Range
from referee.lang.unparse import unparse
from referee.lang.walk import everything
from referee.lang.words import KEYWORDS
from referee.source import Source, Text

WORDS = [
    "melded at least 4 cards and deadwood at most 5 points",
    "if wilds is 1 then -50 else -25",
    "all(c.rank in 1..3 for c in loose) or (a is not b and not c)",
    "[3, 4..5, 7..]",
    "min(a, b) * 2 - coins(c) / 3",
    "x not in [oros, copas]",
]


def tree(text: str):
    expr, told = parse(Text.plain(text))
    assert told == []
    return expr


@pytest.mark.parametrize("text", WORDS)
def test_every_part_stands_where_its_text_is(text: str) -> None:
    for node in everything(tree(text)):
        assert node.span is not None
        written = text[node.span.start : node.span.end]
        again = parse(Text.plain(written))[0]
        assert again == node, written


def test_parentheses_belong_to_the_parent() -> None:
    text = "(a or b) and (c)"
    expr = tree(text)
    assert isinstance(expr, And)
    assert [text[part.span.start : part.span.end] for part in expr.parts] == ["a or b", "c"]
    assert (expr.span.start, expr.span.end) == (0, len(text))


def test_places_of_names_inside() -> None:
    text = "count(c.joker for c in hand) below 2"
    over = tree(text).left
    assert isinstance(over, Over)
    for span, word in [(over.name_span, "count"), (over.variable_span, "c"), (over.body.name_span, "joker")]:
        assert text[span.start : span.end] == word


def test_spans_follow_the_source_of_the_text() -> None:
    source = Source("x", "es.4: melded at least 4 # four")
    expr, told = parse(Text.within(source, 6, 23))
    assert told == []
    assert expr.span.source is source
    assert (expr.left.span.start, expr.right.span.end) == (6, 23)


def test_how_tightly_things_bind() -> None:
    assert tree("-5") == Negative(Number(5))
    assert tree("a - b - c") == Arithmetic("-", Arithmetic("-", Name("a"), Name("b")), Name("c"))
    assert tree("a + b * -c") == Arithmetic("+", Name("a"), Arithmetic("*", Name("b"), Negative(Name("c"))))
    assert tree("a + 1 in 1..b + 2") == Comparison(
        "in",
        Arithmetic("+", Name("a"), Number(1)),
        Range(Number(1), Arithmetic("+", Name("b"), Number(2))),
    )
    assert tree("a and b and c") == And((Name("a"), Name("b"), Name("c")))
    assert tree("(a and b) and c") == And((And((Name("a"), Name("b"))), Name("c")))
    assert tree("a or (b or c)") == Or((Name("a"), Or((Name("b"), Name("c")))))


def test_units_are_plural_in_the_tree() -> None:
    assert tree("1 card") == tree("1 cards") == Number(1, "cards")
    assert unparse(Number(1, "cards")) == "1 card"
    assert unparse(Number(0, "cards")) == "0 cards"


@pytest.mark.parametrize(("text", "prefer"), [("lowest x", "lowest"), ("highest x", "highest"), ("x", "holds")])
def test_criteria(text: str, prefer: str) -> None:
    assert parse(Text.plain(text), criterion=True) == (Preference(prefer, Name("x")), [])


def test_a_tree_comes_with_mistakes_whose_meaning_is_clear() -> None:
    expr, told = parse(Text.plain("deadwood <= 5 && not faulty"))
    assert expr == tree("deadwood at most 5 and not faulty")
    assert [one.code for one in told] == ["CH302", "CH303"]


@pytest.mark.parametrize(
    "text", ["deadwood at most 5.5", "a % b", "7o", "5 apples", "a ? b", "(a", "a <=> b", "9999999"]
)
def test_no_tree_where_nobody_knows_the_meaning(text: str) -> None:
    expr, told = parse(Text.plain(text))
    assert expr is None
    assert told


def test_limit_of_characters_is_counted_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "automaton", lambda: pytest.fail("the text was read"))
    expr, told = parse(Text.plain("x" * (limits.EXPRESSION_CHARACTERS + 1)))
    assert expr is None
    assert [one.code for one in told] == ["CH310"]


def test_keywords_are_no_names() -> None:
    for word in KEYWORDS - {"yes", "no", "at"}:
        assert parse(Text.plain(word))[1], word


def test_no_more_than_twenty_mistakes_are_told() -> None:
    expr, told = parse(Text.plain("a <= 1 && " * 100 + "b"))
    assert expr is None
    assert len(told) == MOST_TOLD


# the saved automaton


def test_the_saved_automaton_is_what_lark_makes_of_the_grammar() -> None:
    """`python .ci/grammar.py` saves it anew."""
    saved = json.loads((parsing.files("referee.lang") / parsing.SAVED).read_text("utf-8"))
    assert saved == made_by_lark(grammar_text())


def test_a_changed_grammar_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = grammar_text().replace('"lowest"', '"least"')
    monkeypatch.setattr(parsing, "grammar_text", lambda: changed)
    made = automaton.__wrapped__()
    assert "least" in made.keywords
    assert "lowest" in automaton().keywords


def test_reading_needs_no_lark() -> None:
    code = "import sys; from referee.source import Text; from referee.lang.parse import parse; parse(Text.plain('a')); "
    done = subprocess.run(
        [sys.executable, "-c", code + "print('lark' in sys.modules)"], capture_output=True, check=True
    )
    assert done.stdout.strip() == b"False"
