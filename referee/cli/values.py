"""The values that arguments have, each read by a function made for its option: what it may be, or CommandError."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from referee.cli.failures import CommandError, nearest, quoted

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")


def whole(option: str, low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number between two bounds, both allowed; CommandError."""

    def read(text: str) -> int:
        digits = len(str(high)) + 1  # a sign; what is longer is no number that could be meant
        if _WHOLE.fullmatch(text) and len(text) <= digits and low <= int(text) <= high:
            return int(text)
        raise CommandError(f"`{option}` is a whole number from {low} to {high}, found {quoted(text)}")

    return read


def one_of(option: str, values: Mapping[str, Sequence[str]]) -> Callable[[str], str]:
    """Reads one of a few words; CommandError with the nearest of them, other names for them included."""
    names = {other.casefold(): value for value, others in values.items() for other in (value, *others)}

    def read(text: str) -> str:
        if text in values:
            return text
        meant = names.get(text.casefold()) or names.get(nearest(text, names) or "")
        guess = f"; did you mean `{meant}`?" if meant else ""
        raise CommandError(f"`{option}` is one of {', '.join(values)}, found {quoted(text)}{guess}")

    return read


def pair(option: str) -> Callable[[str], tuple[str, str]]:
    """Reads `name=value`; CommandError."""

    def read(text: str) -> tuple[str, str]:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name or not value:
            raise CommandError(f"`{option}` is written `{option} NAME=VALUE`, found {quoted(text)}")
        return name, value

    return read
