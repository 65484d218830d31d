"""The printed rules and the words of refusals, in six languages, from the rules themselves.

Ask `paragraphs` for printed rules, `clause_text` for a clause a verdict cites, `refusal_text` for what a player
is told, `expr_in_words` for a single expression. How each language says the vocabulary stands in the vocabulary.
"""

from referee.vocabulary import LANGUAGES, NoSuchLanguage
from referee.voice.book import Printed, clause_text, paragraphs, title
from referee.voice.printed import Frames
from referee.voice.refusal import Failed, refusal_text
from referee.voice.rules import known_at
from referee.voice.words import expr_in_words, outcome_in_words, speak_condition

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
