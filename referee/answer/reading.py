"""A line of bytes to a question: strict JSON, so that every implementation refuses the same lines.

Stricter than most readers of JSON: a key may not stand twice, numbers are whole and have at most six digits (what the
language of rule sets knows), and every text must be whole characters.
"""

from __future__ import annotations

import json
import re
from typing import Never

from referee.answer import errors
from referee.limits import ANSWER_LINE_BYTES, DEPTH, NUMBER

_MOST_DIGITS = len(str(NUMBER))
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""A text, whose end may be missing, or a bracket that is in none."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise errors.key_twice(key)
        found[key] = value
    return found


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > _MOST_DIGITS:
        raise errors.number_too_large(text)
    return int(text)


def _broken(text: str) -> Never:
    raise errors.number_not_whole(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_broken, parse_constant=_broken)


def read(line: bytes | None) -> dict[str, object]:
    """The question on a line (without its line end, None for one that was too long); QuestionError if there is none."""
    if line is None:
        raise errors.line_too_long(ANSWER_LINE_BYTES)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise errors.not_text() from None
    if not text.strip(" \t\r"):
        raise errors.not_json(1)
    _refuse_depth(text)
    try:
        question = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise errors.not_json(error.colno) from None
    if "\\u" in text:
        _refuse_half_characters(question)
    if not isinstance(question, dict):
        raise errors.not_an_object(question)
    return question


def _refuse_depth(text: str) -> None:
    """Count the brackets before anything is built of them: how deep is too deep must not depend on a reader's stack."""
    if text.count("[") + text.count("{") <= DEPTH:
        return
    depth = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        sign = found[0]
        if sign in "[{":
            depth += 1
            if depth > DEPTH:
                raise errors.too_deep(DEPTH)
        elif sign in "]}":
            depth -= 1


def _refuse_half_characters(question: object) -> None:
    r"""An escape such as `\ud800` alone is half a character: it could not be written back."""
    try:
        json.dumps(question, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise errors.not_text() from None
