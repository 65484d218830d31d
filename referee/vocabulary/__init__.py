"""The vocabulary of the language: one table from which checker, schema, reference and voices are made."""

from referee.vocabulary.load import vocabulary
from referee.vocabulary.model import (
    LANGUAGES,
    FieldEntry,
    FunctionEntry,
    NameEntry,
    NoSuchLanguage,
    SlotEntry,
    Vocabulary,
)

__all__ = [
    "LANGUAGES",
    "FieldEntry",
    "FunctionEntry",
    "NameEntry",
    "NoSuchLanguage",
    "SlotEntry",
    "Vocabulary",
    "vocabulary",
]
