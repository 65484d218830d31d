"""One language: its spoken forms, and the little grammar that no table can hold.

Numbers and units, lists, capitals, and the last touches on a sentence: the blank that French wants before a colon,
the Spanish *u* before an *o*, the Turkish ending that follows the sound of a figure. Everything else a language has
to say of its own stands in its file of the vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from referee.lang.types import Quantity
from referee.rules.model import Option
from referee.vocabulary import vocabulary

_ABLATIVE = {
    "0": "dan", "1": "den", "2": "den", "3": "ten", "4": "ten", "5": "ten", "6": "dan", "7": "den", "8": "den",
    "9": "dan", "10": "dan", "20": "den", "30": "dan", "40": "tan", "50": "den", "60": "tan", "70": "ten",
    "80": "den", "90": "dan",
}  # fmt: skip
"""*From* with a Turkish number: the ending follows the last word of the number as it is read aloud."""

_HUNDREDS = "den"  # yüz, bin


def turkish_from(number: int) -> str:
    """`5'ten`, `100'den`: the number with the ending for *from*, which *less than* and *more than* want."""
    figures = str(abs(number))
    if figures in _ABLATIVE:
        ending = _ABLATIVE[figures]
    elif figures[-1] != "0":
        ending = _ABLATIVE[figures[-1]]
    elif figures[-2:] != "00":
        ending = _ABLATIVE[figures[-2:]]
    else:
        ending = _HUNDREDS
    return f"{figures}'{ending}"


@dataclass(frozen=True)
class Tongue:
    """The voice of one language; `forms` is its file of the vocabulary."""

    code: str
    forms: Mapping[str, Any]

    # numbers

    def figure(self, number: int) -> str:
        """`12`, `−10`."""
        text = str(abs(number))
        return self.forms["minus"].format(n=text) if number < 0 else text

    def form_of(self, number: int) -> str:
        """Which form of a noun goes with a number: `one` or `other`."""
        if self.code == "fr":
            return "one" if abs(number) < 2 else "other"
        if self.code == "eu":  # the word for one is no figure, so it cannot take a sign
            return "one" if number == 1 else "other"
        return "one" if abs(number) == 1 else "other"

    def amount(self, number: int, unit: str | None) -> str:
        """A number with its unit: `5 points`."""
        if unit is None:
            return self.figure(number)
        return str(self.forms["units"][unit][self.form_of(number)].format(n=self.figure(number)))

    def than(self, number: int, unit: str | None) -> str:
        """The same as what something is compared with; only Turkish has a form of its own for it."""
        if self.code != "tr":
            return self.amount(number, unit)
        if unit is None:
            return ("−" if number < 0 else "") + turkish_from(number)
        return str(self.forms["units"][unit]["than"].format(n=self.figure(number)))

    def truth(self, value: bool) -> str:
        """The words for yes and no."""
        return str(self.forms["truth"]["yes" if value else "no"])

    def member(self, enum: str, member: str) -> str:
        """A member: those of the vocabulary and of the common packs and closes are spoken, others keep their names."""
        return str(self.forms["members"].get(enum, {}).get(member, member.replace("_", " ")))

    def option(self, name: str) -> str:
        """What an option is called: those of the built-in rule sets are spoken, others keep their names."""
        return str(self.forms["options"].get(name, name.replace("_", " ")))

    def choice(self, option: Option, value: int | bool | str, *, with_unit: bool = False) -> str:
        """A value of an option."""
        if isinstance(value, bool):
            return self.truth(value)
        if isinstance(value, str):
            return self.member(option.name, value)
        return self.amount(value, self.unit_of(option) if with_unit else None)

    @staticmethod
    def unit_of(option: Option) -> str | None:
        """The unit an option is said in; cards are not said, for its name is theirs: *jokers: 2*."""
        unit = option.type.unit if isinstance(option.type, Quantity) else None
        return None if unit == "cards" else unit

    def named(self, name: str, text: str) -> str:
        """`name: text`, with the blanks the language wants there."""
        return str(self.forms["named"].format(name=name, x=text))

    # joining

    def listed(self, parts: Sequence[str], joiner: str) -> str:
        """`a, b and c`; `joiner` is and, or, nor, or comma."""
        lists = self.forms["lists"]
        if len(parts) == 1:
            return parts[0]
        return str(lists["comma"].join(parts[:-1]) + lists[joiner] + parts[-1])

    def either(self, parts: Sequence[str]) -> str:
        """`either a or b`: alternatives inside a list that is joined by and."""
        lists = self.forms["lists"]
        first, *rest = parts
        return str(lists["either"].format(p=first) + "".join(lists["or_either"].format(p=part) for part in rest))

    # finishing

    def capital(self, text: str) -> str:
        """With a capital at the beginning; a Turkish i keeps its dot."""
        first = text[:1]
        upper = {"i": "İ", "ı": "I"}.get(first, first.upper()) if self.code == "tr" else first.upper()
        return upper + text[1:]

    def lower(self, text: str) -> str:
        """Without one."""
        first = text[:1]
        lower = {"İ": "i", "I": "ı"}.get(first, first.lower()) if self.code == "tr" else first.lower()
        return lower + text[1:]

    def polished(self, text: str) -> str:
        """The last touches: blanks where an empty word stood, elision, euphony."""
        text = re.sub(r" {2,}", " ", text).strip().replace("( ", "(").replace(" ,", ",")
        if self.code == "fr":
            text = re.sub(r"\b([Ss])i (ils?\b)", r"\1'\2", text)
            text = re.sub(r" ?;| ([:!?])", lambda sign: f"\u00a0{sign[0].strip()}", text)
        if self.code == "es":
            text = re.sub(r"\bo (?=[oOóÓ]|h[oó]|8|11(?!\d))", "u ", text)
            text = re.sub(r"\by (?=[iIíÍ]|h[ií](?![aeo]))", "e ", text)
        return text

    def sentence(self, text: str) -> str:
        """A finished sentence: polished, with a capital."""
        return self.capital(self.polished(text))


@cache
def tongue(language: str) -> Tongue:
    """The voice of a language; NoSuchLanguage if the referee does not speak it."""
    return Tongue(language, vocabulary().voice(language))
