"""What the judge says, sentence by sentence, in six languages; in all others it says it in English.

A sentence begins small, has no full stop, and says what was found, then what was expected. Each language is one
table; a test holds their keys and placeholders equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.record.wording_en import TEXTS as ENGLISH
from referee.record.wording_es import TEXTS as SPANISH
from referee.record.wording_eu import TEXTS as BASQUE
from referee.record.wording_fr import TEXTS as FRENCH
from referee.record.wording_pt import TEXTS as PORTUGUESE
from referee.record.wording_tr import TEXTS as TURKISH

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": ENGLISH,
    "es": SPANISH,
    "eu": BASQUE,
    "fr": FRENCH,
    "pt": PORTUGUESE,
    "tr": TURKISH,
}
"""Sentences by language and key."""


def spoken(lang: str) -> str:
    """The language itself if it is spoken, else English."""
    return lang if lang in TEXTS else "en"


def say(lang: str, key: str, /, **values: object) -> str:
    """The sentence of that key with its values."""
    return TEXTS.get(lang, ENGLISH)[key].format(**values)


def listed(lang: str, things: Iterable[str]) -> str:
    """`A, B and C`."""
    *others, last = list(things) or [""]
    return f"{', '.join(others)} {say(lang, 'and')} {last}" if others else last
