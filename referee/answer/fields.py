"""The values of a question, each of the one type it may have. Every function raises QuestionError and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from referee.answer import errors
from referee.diagnostics.spelling import quoted
from referee.limits import HAND_TEXTS


def known_keys(question: Mapping[str, object], op: str, allowed: Collection[str]) -> None:
    """QuestionError for a key this question does not have: a misspelt option would else be silently the default."""
    for key in question:
        if key not in allowed:
            message = f"the question {quoted(op)} has no key {quoted(key)}{errors.guess(key, allowed)}"
            raise errors.QuestionError("KEY_UNKNOWN", message)


def text(question: Mapping[str, object], key: str, op: str) -> str:
    """A text that must be there, else QuestionError."""
    if key not in question:
        raise errors.missing(key, op)
    value = question[key]
    if not isinstance(value, str):
        raise errors.wrong_type(key, value, "a text")
    return value


def texts(question: Mapping[str, object], key: str, op: str) -> list[str]:
    """A list of texts that must be there, each a card; else QuestionError."""
    cards = []
    for card in _listed(question, key, op, "cards", ("HAND_TOO_LARGE", "hand")):
        if not isinstance(card, str):
            raise errors.wrong_type(f"{key}[…]", card, "a text such as `7o`")
        cards.append(card)
    return cards


def melds(question: Mapping[str, object], key: str, op: str) -> list[list[str]]:
    """A list of lists of texts that must be there: melds, each as its cards; else QuestionError."""
    listed = _listed(question, key, op, "melds", ("TABLE_TOO_LARGE", "table"))
    return [texts({f"{key}[…]": meld}, f"{key}[…]", op) for meld in listed]


def _listed(question: Mapping[str, object], key: str, op: str, what: str, too_large: tuple[str, str]) -> list[object]:
    """A list of `what`; `too_large` is the code for one that is too long, and what has fewer."""
    if key not in question:
        raise errors.missing(key, op)
    value = question[key]
    if not isinstance(value, list):
        raise errors.wrong_type(key, value, f"a list of {what}")
    if len(value) > HAND_TEXTS:
        code, where = too_large
        raise errors.QuestionError(code, f"`{key}` lists {len(value):,} {what}, more than any {where} has")
    return value


def number(question: Mapping[str, object], key: str) -> int | None:
    """A whole number, or None where the key is left out."""
    if key not in question:
        return None
    value = question[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise errors.wrong_type(key, value, "a whole number")
    return value


def values(question: Mapping[str, object], key: str) -> dict[str, int | bool | str]:
    """An object of numbers, true/false and texts; empty where the key is left out."""
    found = question.get(key, {})
    if not isinstance(found, dict):
        raise errors.wrong_type(key, found, "an object")
    for name, value in found.items():
        if not isinstance(value, int | str):
            raise errors.wrong_type(f"{key}.{name}", value, "a number, true, false or a text")
    return found
