"""What the judge says, sentence by sentence, in the languages it speaks; in all others it says it in English.

A sentence begins small, has no full stop, and says what was found, then what was expected. Each language is one
table; a test holds their keys and placeholders equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.record.wording_en import TEXTS as ENGLISH
from referee.record.wording_es import TEXTS as SPANISH

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {"en": ENGLISH, "es": SPANISH}
"""Sentences by language and key."""


def say(lang: str, key: str, /, **values: object) -> str:
    """The sentence of that key with its values."""
    return TEXTS.get(lang, ENGLISH)[key].format(**values)


def listed(lang: str, things: Iterable[str]) -> str:
    """`A, B and C`."""
    *others, last = list(things) or [""]
    return f"{', '.join(others)} {say(lang, 'and')} {last}" if others else last
