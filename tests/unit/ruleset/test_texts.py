from collections.abc import Callable

import pytest

from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.rules.model import Phrase
from referee.ruleset.load import Loaded

Compile = Callable[..., Loaded]


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def shown(phrase: Phrase) -> list[str]:
    return [part if isinstance(part, str) else f"<{unparse(part)}>" for part in phrase.parts]


def test_a_text_is_words_and_checked_trees_in_turn(child: Compile) -> None:
    loaded = child('book: {p.7: {en: "{{a}} {limit} of {seats + 1}"}}\n')
    assert loaded.rule_set is not None
    phrase = next(each for each in loaded.rule_set.book if each.key == "p.7").texts["en"]
    assert shown(phrase) == ["{a} ", "<limit>", " of ", "<seats + 1 seat>"]
    assert all(isinstance(part, str) or part.type is not None for part in phrase.parts)


def test_a_refusal_sees_what_every_slot_of_its_clause_sees(child: Compile) -> None:
    assert codes(child('refusals: {p.3: {en: "{card.rank} {laps} {total}"}}\n')) == []
    assert codes(child('refusals: {p.3: {en: "{deadwood}"}}\n')) == ["CH805"]  # a discard knows no arrangement
    assert codes(child('refusals: {p.8: {en: "{deadwood}"}}\n')) == []  # the last outcome refuses under its clause
    assert codes(child('refusals: {p.2: {en: "{hand_size} {limit}"}}\n')) == []  # turn: built-in checks, table only
    assert codes(child('refusals: {p.2: {en: "{deadwood}"}}\n')) == ["CH805"]


def test_a_placeholder_is_told_at_its_own_characters(child: Compile) -> None:
    loaded = child('book: {p.7: {en: "a \\u00e9 {limti}"}}\n')
    (problem,) = loaded.diagnostics
    assert problem.span is not None
    assert loaded.source.text[problem.span.start : problem.span.end] == "limti"


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("p.4", "at most 5 points"),
        ("p.4", "at most five, or {4} points"),
        ("p.5", "3 to 4 cards"),
        ("p.9", "from 50 to 200, 100 if nobody says otherwise"),
        ("p.12", "0 or 2 jokers"),
        ("p.1", "2 to 4 seats, 4 suits, 10 ranks, 40 cards, or 42 with the jokers"),
        ("p.6", "-10 for the closer, and the 7o is a card"),
        ("p.7", "ace 1 to 7, sota 10, rey 12"),
        ("p.2", "7 cards"),
        ("p.9.more", "above 200 never"),
        ("q.1", "no figure in prose that has no rule"),
    ],
)
def test_figures_that_the_rules_have(child: Compile, clause: str, text: str) -> None:
    assert codes(child(f'book: {{{clause}: {{en: "{text}"}}}}\n')) == []


@pytest.mark.parametrize(
    ("clause", "text", "figure"),
    [
        ("p.4", "at most 6 points", "6"),
        ("p.4", "at most 5 points or 15ek", "15"),
        ("p.5", "3 to 5 cards", "5"),
        ("p.9", "above 100 and 101", "101"),
        ("p.9", "1.000 is out", "1.000"),
        ("p.1", "48 cards", "48"),
        ("q.1", "7 days", "7"),
    ],
)
def test_figures_that_no_rule_has(child: Compile, clause: str, text: str, figure: str) -> None:
    loaded = child(f'book: {{{clause}: {{en: "{text}"}}}}\n')
    assert codes(loaded) == ["CH807"]
    span = loaded.diagnostics[0].span
    assert span is not None
    assert loaded.source.text[span.start : span.end] == figure


def test_an_inherited_paragraph_whose_figure_is_gone_goes_too(child: Compile, put: Callable[[str, str], None]) -> None:
    put("bounds", 'book: {p.9: {en: "Above {limit}, which is 50 or more, you are out. The last seat in wins."}}\n')
    loaded = child("options: {limit: {from: 60}}\n", "extends: bounds\n")
    assert codes(loaded) == ["CH711"]
    assert loaded.rule_set is not None
    assert "p.9" not in [paragraph.key for paragraph in loaded.rule_set.book]


def test_figures_are_read_from_rules_that_have_a_mistake(child: Compile) -> None:
    loaded = child("""
        close:
          may_close:
            p.4: deadwod at most 4 points
        book:
          p.4: {en: "At most 4."}
        """)
    assert codes(loaded) == ["CH201"]


def test_phrases_hold_no_empty_words(child: Compile) -> None:
    loaded = child('book: {p.7: {en: "{limit}{limit}"}}\n')
    assert loaded.rule_set is not None
    parts: tuple[str | Expr, ...] = next(p for p in loaded.rule_set.book if p.key == "p.7").texts["en"].parts
    assert len(parts) == 2
