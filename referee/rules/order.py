"""The natural order of clause ids: es.2 before es.10, es.9 before es.9.low."""

from __future__ import annotations

from collections.abc import Container


def natural_key(clause: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key: the parts between dots, figures as numbers and before words."""
    return tuple(
        (0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part) for part in clause.split(".")
    )


def nearest_above(clause: str, known: Container[str]) -> str:
    """The clause itself or the nearest one above it that `known` (a container of ids) has; itself if none has."""
    parts = clause.split(".")
    for length in range(len(parts), 1, -1):
        candidate = ".".join(parts[:length])
        if candidate in known:
            return candidate
    return clause


def told_under(clause: str, paragraphs: Container[str], cited: Container[str]) -> str:
    """The clause a rule is printed and cited under.

    It is the nearest paragraph, else the shortest of the clause and those above it that some rule cites: `es.9` for
    `es.9.low` also where the book has no es.9 and its rules are spoken.
    """
    home = nearest_above(clause, paragraphs)
    if home in paragraphs:
        return home
    parts = clause.split(".")
    above = (".".join(parts[:length]) for length in range(2, len(parts)))
    return next((each for each in above if each in cited), clause)
