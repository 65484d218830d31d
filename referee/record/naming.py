"""Names of seats as people compare them. Seats are told apart by their letters alone; names only lead to letters."""

from __future__ import annotations

import unicodedata

from referee.cards import folded


def plain_name(name: str) -> str:
    """The name without case, accents, signs that cannot be seen, and blanks around or doubled within it."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) not in ("Cf", "Cc") or sign.isspace())
    return " ".join(folded(seen).split())


def looks_empty(name: str) -> bool:
    """Whether nothing of the name can be seen."""
    return not plain_name(name)
