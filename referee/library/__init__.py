"""The rule sets at hand: built-ins, folders and texts, by name or digest, compiled once."""

from referee.library.library import Faulty, Library, NoSuchRuleSet, NotLoaded

__all__ = ["Faulty", "Library", "NoSuchRuleSet", "NotLoaded"]
