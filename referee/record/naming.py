"""Names of seats as people compare them. Seats are told apart by their letters alone; names only lead to letters."""

from __future__ import annotations

import unicodedata
from typing import Final

from referee.cards import folded

_BLANK: Final = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\U0001d159"), " ")
"""Letters and symbols that show nothing: fillers of Hangul, a braille cell without dots, a note without a head."""


def plain_name(name: str) -> str:
    """The name without case, accents, signs that cannot be seen, and blanks around or doubled within it."""
    name = name.translate(_BLANK)
    seen = "".join(sign for sign in name if unicodedata.category(sign) not in ("Cf", "Cc") or sign.isspace())
    return " ".join(folded(seen).split())


def looks_empty(name: str) -> bool:
    """Whether nothing of the name can be seen."""
    return not plain_name(name)
