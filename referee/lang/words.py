"""The words of the language, and what people write in their place.

Units and functions are part of the language (the vocabulary gives them meanings and spoken forms); facts, fields
and members are not: they come in with a `Scope`.
"""

from __future__ import annotations

from typing import Final

UNITS: Final = ("points", "cards", "melds", "seats", "turns", "laps", "rounds", "times", "coins")
"""The units, as types are called. One of them is written without its last letter: `1 card`."""

UNIT_WORDS: Final = {word: unit for unit in UNITS for word in (unit, unit[:-1])}
"""`card` and `cards` to `cards`."""

OF_ARGUMENTS: Final = ("min", "max", "coins")
"""Functions of values written out: `min(a, b)`."""

OVER_COLLECTIONS: Final = ("all", "any", "count", "sum", "min", "max")
"""Functions over a collection: `count(c.joker for c in hand)`."""

FUNCTIONS: Final = ("all", "any", "coins", "count", "max", "min", "sum")

KEYWORDS: Final = frozenset(
    "and or not if then else for in is yes no at below above lowest highest".split(),  # noqa: SIM905 - one line reads best
)
"""Words with a place of their own; none of them names a rule. `at` only begins `at most` and `at least`."""

COMPARATORS: Final = {
    "<": "below",
    "<=": "at most",
    "=<": "at most",
    "≤": "at most",
    "⩽": "at most",
    ">": "above",
    ">=": "at least",
    "=>": "at least",
    "≥": "at least",
    "⩾": "at least",
    "=": "is",
    "==": "is",
    "===": "is",
    "!=": "is not",
    "!==": "is not",
    "<>": "is not",
    "≠": "is not",
}
"""Signs of comparison to the words that say the same."""

AND_WORDS: Final = frozenset({"y", "e", "et", "eta", "ve", "und"})
OR_WORDS: Final = frozenset({"o", "u", "ou", "edo", "ala", "veya", "oder"})
"""The joining words of the six languages, told from names by their place: they follow a value, a name never does."""

TRUTH_WORDS: Final = {
    "true": "yes",
    "on": "yes",
    "y": "yes",
    "si": "yes",
    "sí": "yes",
    "bai": "yes",
    "oui": "yes",
    "sim": "yes",
    "evet": "yes",
    "false": "no",
    "off": "no",
    "n": "no",
    "ez": "no",
    "non": "no",
    "não": "no",
    "nao": "no",
    "hayır": "no",
}
"""Other words for yes and no. All but true and false may be names of a rule set; they mean this where they are not."""

MEANT: Final = {
    "less": "below",
    "lower": "below",
    "smaller": "below",
    "fewer": "below",
    "under": "below",
    "more": "above",
    "greater": "above",
    "higher": "above",
    "larger": "above",
    "bigger": "above",
    "over": "above",
    "exceeds": "above",
    "equals": "is",
    "equal": "is",
    "isnt": "is not",
    "isnot": "is not",
    "atmost": "at most",
    "atleast": "at least",
    "notin": "not in",
    "elif": "else if",
    "elseif": "else if",
    "when": "if",
    "unless": "and not",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "but": "and",
    "xor": "or",
}
"""English that is near the language but not in it, where a word of the language belongs."""

LOOK_ALIKES: Final = str.maketrans(
    {
        **dict(zip("авсԁеһіјӏорԛѕуԝхАВСЕНІЈКМОРЅТУХ", "abcdehijlopqsywxABCEHIJKMOPSTYX", strict=True)),
        **dict(zip("αονικρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aovikpuxABEZHIKMNOPTYX", strict=True)),
        "ı": "i",
        "ſ": "s",
    },
)
"""Letters of other alphabets that look like ours."""
