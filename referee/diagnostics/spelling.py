"""How messages show what somebody wrote, and what they guess was meant.

A guess is made only within an edit distance of two (of one for words of three letters or fewer): farther ones are
more often wrong than right, and the list of what is allowed stands beside it anyway.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache

_SHOWN = 60
_LONGEST_QUOTE = 200
_LONGEST_WORD = 60
_FEW, _LOOKED_AT = 128, 32
_LONG_ENOUGH = 6
"""Words of fewer letters that differ in two of them are taken for what they are."""
_LONGEST_MESSAGE = 1_000
_FIGURES = re.compile(r"[0-9]")
_QUOTED = re.compile(rf"`[^`]{{{_LONGEST_QUOTE + 1},}}`")


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that differs least from `word`, None if none is near; of equals the first in the alphabet.

    A letter added, dropped or changed, or two neighbours exchanged, count one. Capitals do not count. Of more than 128
    candidates only the 32 are looked at that are nearest in the alphabet, read forwards or backwards: one file may hold
    thousands of names and thousands of mistakes in them. No word of more than 60 letters is anything misspelt.
    """
    return _nearest(word, tuple(candidates)) if len(word) <= _LONGEST_WORD else None


@lru_cache(maxsize=64)  # the same slip a thousand times in one file is looked up once
def _nearest(word: str, candidates: tuple[str, ...]) -> str | None:
    wanted = word.casefold()
    letters = set(wanted)
    furthest = 1 if len(word) <= 3 else 2
    best: tuple[int, str] | None = None
    for candidate in _worth_a_look(word, candidates):
        if candidate == word or abs(len(candidate) - len(wanted)) > furthest:
            continue
        if len(letters.difference(candidate.casefold())) > furthest:  # each step brings one new letter at most
            continue
        steps = _distance(wanted, candidate.casefold(), furthest)
        if steps <= min(furthest, max(len(candidate) - 1, 0)) and (best is None or steps < best[0]):
            best = (steps, candidate)
    return best[1] if best else None


def certain(word: str, guess: str | None, candidates: Iterable[str]) -> bool:
    """Whether `guess` is what somebody meant who wrote `word`: no other candidate is near, and no figure differs.

    Words of three letters have too many neighbours for that, and words of five too many two steps away: `count` is a
    word of its own, and not `coins` misspelt.
    """
    if guess is None or len(word) < 4 or _FIGURES.sub("", word) != word or _FIGURES.sub("", guess) != guess:
        return False
    known = tuple(candidates)
    if len(word) < _LONG_ENOUGH and _distance(word.casefold(), guess.casefold(), 1) > 1:
        return False
    return guess in known and nearest(word, tuple(each for each in known if each != guess)) is None


def _worth_a_look(word: str, candidates: tuple[str, ...]) -> Sequence[str]:
    """The candidates in alphabetical order; of very many those round the place where the word would stand."""
    forwards, backwards = _both_ways(candidates)
    if len(forwards) <= _FEW:
        return forwards
    half = _LOOKED_AT // 4
    first, last = bisect_left(forwards, word), bisect_left(backwards, word[::-1])
    alike = {*forwards[max(first - half, 0) : first + half]}
    alike.update(other[::-1] for other in backwards[max(last - half, 0) : last + half])
    return sorted(alike)


@lru_cache(maxsize=4)
def _both_ways(candidates: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The candidates sorted, and each of them read backwards sorted."""
    return sorted(set(candidates)), sorted({candidate[::-1] for candidate in candidates})


def _distance(left: str, right: str, furthest: int) -> int:
    """The optimal string alignment distance; any number above `furthest` if it is above that."""
    if abs(len(left) - len(right)) > furthest:
        return furthest + 1
    if not furthest:
        return int(left != right)
    at, most = 0, min(len(left), len(right))
    while at < most and left[at] == right[at]:
        at += 1
    if at == most:
        return max(len(left), len(right)) - most
    # the first letter that differs is changed, dropped, added, or exchanged with the next
    steps = _distance(left[at + 1 :], right[at + 1 :], furthest - 1)
    if steps and left[at] == right[at + 1 : at + 2] and left[at + 1 : at + 2] == right[at]:
        steps = min(steps, _distance(left[at + 2 :], right[at + 2 :], furthest - 1))
    if steps:
        steps = min(steps, _distance(left[at + 1 :], right[at:], furthest - 1))
    if steps:
        steps = min(steps, _distance(left[at:], right[at + 1 :], furthest - 1))
    return steps + 1


def quoted(text: str, most: int = _SHOWN) -> str:
    """`text` in backticks on one line, long ones cut, characters that cannot be seen as `<U+200B>`."""
    line = " ".join(text.split()) if any(sign in text for sign in "\r\n\t") else text
    return f"`{visible(cut(line, most))}`"


def clipped(message: str) -> str:
    """A message in which no quoted part is longer than 200 characters, and which is no longer than 1,000 itself."""
    if len(message) <= _LONGEST_QUOTE:
        return message
    return cut(_QUOTED.sub(lambda found: f"`{cut(found[0][1:-1], _LONGEST_QUOTE)}`", message), _LONGEST_MESSAGE)


def cut(text: str, most: int) -> str:
    """The text, or its beginning and `…` where it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def visible(text: str) -> str:
    """`text` with every character that a terminal would obey or hide written as its number."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


def _shown(sign: str) -> str:
    """One character, or its number: controls, format characters, surrogates, odd blanks and line ends."""
    if sign == " " or unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp", "Zs"}:
        return sign
    return f"<U+{ord(sign):04X}>"


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`: a number and what is counted, whose plural takes an s."""
    return f"{number} {thing}" if number in {1, -1} else f"{number} {thing}s"


def listed(words: Iterable[str], most: int = 20) -> str:
    """`a`, `b`, `c` …: words as a list in a message, in the order given, at most `most` of them."""
    given = list(words)
    shown = ", ".join(f"`{visible(word)}`" for word in given[:most])
    return shown if len(given) <= most else f"{shown} and {len(given) - most} more"


def listed_near(word: str, words: Iterable[str], most: int = 10) -> str:
    """Like `listed`, in alphabetical order; of more than `most` words those that stand round `word` in the alphabet."""
    known, _ = _both_ways(tuple(words))
    first = max(0, min(bisect_left(known, word) - most // 2, len(known) - most))
    shown = ", ".join(f"`{visible(each)}`" for each in known[first : first + most])
    return shown if len(known) <= most else f"{shown} and {len(known) - most} more"
