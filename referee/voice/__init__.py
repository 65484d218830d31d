"""The printed rules and the words of refusals, in six languages, from the rules themselves.

Ask `paragraphs` for printed rules, `clause_text` for a clause a verdict cites, `refusal_text` for what a player
is told, `expr_in_words` for a single expression, `Frames` for the words around all that. How each language says the
vocabulary stands in the vocabulary.

What is asked for is imported then: a hand that is only solved needs the frames, and nothing that speaks rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.vocabulary import LANGUAGES, NoSuchLanguage
    from referee.voice.book import Printed, clause_text, paragraphs, title
    from referee.voice.printed import Frames
    from referee.voice.refusal import Failed, refusal_text
    from referee.voice.rules import known_at
    from referee.voice.words import expr_in_words, outcome_in_words, speak_condition

_HOMES = {
    "referee.vocabulary": ("LANGUAGES", "NoSuchLanguage"),
    "referee.voice.book": ("Printed", "clause_text", "paragraphs", "title"),
    "referee.voice.printed": ("Frames",),
    "referee.voice.refusal": ("Failed", "refusal_text"),
    "referee.voice.rules": ("known_at",),
    "referee.voice.words": ("expr_in_words", "outcome_in_words", "speak_condition"),
}

__all__ = [
    "LANGUAGES",
    "Failed",
    "Frames",
    "NoSuchLanguage",
    "Printed",
    "clause_text",
    "expr_in_words",
    "known_at",
    "outcome_in_words",
    "paragraphs",
    "refusal_text",
    "speak_condition",
    "title",
]


def __getattr__(name: str) -> Any:
    """One of the names above, from the module that has it."""
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)
