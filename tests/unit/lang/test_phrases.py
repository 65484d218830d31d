"""What people write in place of words of the language is told once, with the word, and read as if it had been written."""

import pytest

from referee.lang.meant import FUNCTIONS_MEANT, LONGEST_PHRASE, MEMBERS_MEANT, NUMBERS, PHRASES, UNITS_MEANT
from referee.lang.parse import parse
from referee.lang.unparse import unparse
from referee.lang.words import FUNCTIONS, UNITS
from referee.source import Text


def told(text: str) -> tuple[str, list[str]]:
    """How an expression is understood, and what is said of it."""
    expr, diagnostics = parse(Text.plain(text))
    return "" if expr is None else unparse(expr), [each.message for each in diagnostics]


@pytest.mark.parametrize(("phrase", "word"), PHRASES.items())
def test_a_phrase_that_compares(phrase: str, word: str) -> None:
    understood, messages = told(f"deadwood {phrase} 5")
    assert understood == f"deadwood {word} 5"
    assert messages == [f"`{phrase}` is no comparison here; write `{word}`"]


@pytest.mark.parametrize(("word", "number"), NUMBERS.items())
def test_a_number_in_letters(word: str, number: int) -> None:
    understood, messages = told(f"deadwood at most {word} points")
    assert understood == f"deadwood at most {number} point{'' if number == 1 else 's'}"
    assert messages == [f"`{word}` is a number in letters; write `{number}`"]


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("deadwood at leest 5", "deadwood at least 5"),
        ("deadwood at mots 5", "deadwood at most 5"),
        ("deadwood in 2 to 6", "deadwood in 2..6"),
        ("deadwood is 2 x melded", "deadwood is 2 * melded"),
    ],
)
def test_two_words_beside_each_other(text: str, understood: str) -> None:
    assert told(text)[0] == understood
    assert len(told(text)[1]) == 1


@pytest.mark.parametrize("text", ["3 or more", "a ? b : c", "if a then 5 esle 3", "deadwood + 10%", "~"])
def test_one_slip_is_told_once_and_understood_by_nobody(text: str) -> None:
    understood, messages = told(text)
    assert understood == ""
    assert len(messages) == 1


def test_the_tables_lead_to_words_of_the_language() -> None:
    assert set(UNITS_MEANT.values()) <= set(UNITS)
    assert set(FUNCTIONS_MEANT.values()) <= set(FUNCTIONS)
    assert not set(MEMBERS_MEANT) & set(MEMBERS_MEANT.values())
    assert max(len(phrase.split()) for phrase in PHRASES) == LONGEST_PHRASE
