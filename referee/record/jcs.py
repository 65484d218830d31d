"""The JSON Canonicalization Scheme (RFC 8785) for what a record holds: mappings, lists, texts, whole numbers, truths.

One value, one sequence of bytes: no blanks, keys sorted by their UTF-16 code units, the fewest escapes. Fractions never
occur, so the hard part of the RFC is not needed. Whole numbers stay below 2**53.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def jcs(value: Any) -> bytes:
    """The canonical bytes; ValueError for a text with half a character or a number that JSON readers may round."""
    try:
        return _text(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError("half a character has no place in a text") from error


def _text(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if abs(value) >= 2**53:
            raise ValueError(f"{value} is too large for JSON")
        return str(value)
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_text(key)}:{_text(value[key])}" for key in keys) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_text, value)) + "]"
    raise ValueError(f"a {type(value).__name__} has no place in a record")
