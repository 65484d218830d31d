"""What a method was given, before a request is made of it: a TypeError names the argument and what it takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

RULES = "the name of a rule set, a Source or a Digest"
SOURCE = "a Source, such as `Source.file(path)`"
CARDS = 'cards as one text ("7o 7c") or one by one (["7o", "7c"])'
RECORD = "a record as a text or bytes of YAML or JSON, or as a mapping"
STATE = "a GameState, as an answer gave it"
PLAY = "a word of the record notation, a Deal, Close, Reenter, Decline, Action or LegalAction"
PLAYED = "the GameState whose round is over, or RoundFacts"
QUESTION = "a CloseQuestion"
SEATS = "a whole number"
VALUES = 'values by name, {"jokers": 2}'
RULING = 'a ruling as a mapping, {"stands": True}'
LANGUAGE = 'the code of a language, "es"'
KEPT_NAME = 'the name of a rule set that is kept, "casa"'
REVISION = "the number of a revision, or 0 for the latest"
ETAG = "the etag of an earlier answer"
REQUEST_ID = "a UUID"


def require(name: str, given: object, kinds: type | tuple[type, ...], takes: str) -> None:
    """TypeError unless an argument is one of some kinds; a truth is no number."""
    numbers_only = kinds is int and isinstance(given, bool)
    if not isinstance(given, kinds) or numbers_only:
        raise wrong(name, given, takes)


def wrong(name: str, given: object, takes: str) -> TypeError:
    """An argument that cannot be what it is."""
    found = "None" if given is None else type(given).__name__
    return TypeError(f"`{name}` takes {takes}; found {found}")


def several(name: str, items: Any) -> None:
    """TypeError for what is one thing where many are asked about, or is none at all."""
    if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
        raise wrong(name, items, "several of them, such as a list")


def language_code(given: Any) -> str:
    """A language as a request has it; TypeError."""
    require("language", given, str, LANGUAGE)
    code: str = given
    return code


def card_texts(name: str, cards: Any) -> list[str]:
    """Cards as a request has them; TypeError."""
    if isinstance(cards, str):
        return [cards]
    if isinstance(cards, bytes | Mapping) or not isinstance(cards, Iterable):
        raise wrong(name, cards, CARDS)
    found = list(cards)
    for card in found:
        require(name, card, str, CARDS)
    return found


def value_texts(name: str, values: Any) -> Mapping[str, str]:
    """Values as the rules write them: yes and no for truths; TypeError."""
    require(name, values, Mapping, VALUES)
    for key, value in values.items():
        require(name, key, str, VALUES)
        require(f'{name}["{key}"]', value, (int, bool, str), "a number, a truth or a text")
    return {key: ("yes" if value else "no") if isinstance(value, bool) else str(value) for key, value in values.items()}
