"""What the judge says, sentence by sentence, in six languages; in all others it says it in English.

A sentence begins small, has no full stop, and says what was found, then what was expected. Each language is one
table; a test holds their keys and placeholders equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Self

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


class Count(int):
    """A number that chooses the form of the words beside it: `{count:# card|# cards}`, where `#` is its figure."""

    french: bool
    """Whether none is said like one."""

    def __new__(cls, number: int, lang: str) -> Self:
        """The number in a language."""
        one = super().__new__(cls, number)
        one.french = lang == "fr"
        return one

    def __format__(self, forms: str, /) -> str:
        """The figure, or the one of two forms that goes with it."""
        if not forms:
            return str(int(self))
        one, other = forms.split("|")
        single = abs(self) < 2 if self.french else abs(self) == 1
        return (one if single else other).replace("#", str(int(self)))


def say(lang: str, key: str, /, **values: object) -> str:
    """The sentence of that key with its values; those that are sentences themselves are said in the same language."""
    told = {name: Count(one, lang) if type(one) is int else in_language(lang, one) for name, one in values.items()}
    return TEXTS.get(lang, ENGLISH)[key].format(**told)


class Spoken(str):
    """A sentence in English that keeps its key and its values, so that it can be said in the other languages."""

    __slots__ = ("key", "values")

    key: str
    values: Mapping[str, object]

    def __new__(cls, key: str, /, **values: object) -> Self:
        """The sentence of that key."""
        one = super().__new__(cls, say("en", key, **values))
        one.key, one.values = key, values
        return one

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, object]]:
        """What it is made of, for copies."""
        return (self.key,), self.values


def in_language(lang: str, text: object) -> object:
    """A sentence in that language; anything else as it is."""
    return say(lang, text.key, **text.values) if isinstance(text, Spoken) else text


def listed(lang: str, things: Iterable[str]) -> str:
    """`A, B and C`."""
    *others, last = list(things) or [""]
    return f"{', '.join(others)} {say(lang, 'and')} {last}" if others else last
