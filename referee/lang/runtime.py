"""What generated functions are made of besides Python's own signs: the operators' meanings, and sets.

A set is a tuple of `(low, high)` pairs, both ends inside, `high` None for "and more".
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Mapping
from typing import Final

_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")

Pairs = tuple[tuple[int, int | None], ...]

OPERATIONS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left // right,
}

ORDERS: Final[Mapping[str, tuple[str, Callable[[int, int], bool]]]] = {
    "is": ("==", lambda left, right: left == right),
    "is not": ("!=", lambda left, right: left != right),
    "at most": ("<=", lambda left, right: left <= right),
    "at least": (">=", lambda left, right: left >= right),
    "below": ("<", lambda left, right: left < right),
    "above": (">", lambda left, right: left > right),
}


def within(value: int, pairs: Pairs) -> bool:
    """Whether a value lies in one of the ranges of a set."""
    return any(low <= value and (high is None or value <= high) for low, high in pairs)


def single(value: int) -> Pairs:
    """The set of one value."""
    return ((value, value),)


def single_member(value: int) -> Pairs:
    """The set of one member; empty if there is none (a joker's suit)."""
    return ((value, value),) if value >= 0 else ()


def ordered(low: int, high: int) -> Pairs:
    """The set of the members from `low` to `high`; empty if one of them stands outside the order."""
    return ((low, high),) if 0 <= low <= high else ()


def plain_name(word: str) -> str:
    """A name of a fact or field as part of the text; ValueError if it is no plain word (a forged tree)."""
    if not _WORD.fullmatch(word) or keyword.iskeyword(word):
        raise ValueError(f"{word!r} is not the name of a fact or field")
    return word


def nesting(text: str) -> int:
    """How deep the parentheses of a text go."""
    level = deepest = 0
    for sign in text:
        level += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, level)
    return deepest
