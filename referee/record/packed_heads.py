"""The head of a record read from its bytes: what stands beside its rounds, as the reader of records reads it.

It is asked for once for many records that say the same of their rules and their event. The names of the seats and the
id are not read here: letters stand for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.record.model import FORMAT, LETTERS, GameRecord
from referee.record.packed_reader import PackedReader
from referee.record.shape import shaped

_TEXTS: Final = {3: "rules", 4: "rules_digest", 12: "note", 14: "time_out"}
_MAPS: Final = {5: "options", 13: "x"}
_EVENT: Final = ("name", "site", "date", "stage", "table", "scorer", "director")
_NUMBER, _EVENT_FIELD, _PARTS = 1, 6, 2


class _Odd(ValueError):  # noqa: N818 - no error: the record is read elsewhere
    """Not the head of a plain record."""


def head_of_message(read: PackedReader) -> GameRecord | None:
    """The head of a message, of which `rest` was read; None where it is not plain."""
    try:
        return _made(dict(_fields(read.rest)), read.seats)
    except (ValueError, IndexError):
        return None


def is_plain(tail: bytes) -> bool:
    """Whether these fields of a message, which stand behind its rounds, are texts of which nothing has to be said."""
    try:
        return _made({"record": FORMAT, "rules": "x", **dict(_fields(tail))}, 1) is not None
    except (ValueError, IndexError):
        return False


def head_of_line(read: PackedReader) -> GameRecord | None:
    """The head of a line of JSON, which was read up to its rounds; None where it is not plain."""
    text = read.content[: read.head_end] + b"[]}"
    try:
        tree = json.loads(text.decode(), parse_float=str, parse_constant=_none_such, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    tree.pop("id", None)
    return None if {"result", "seal", "signatures"} & tree.keys() else _made(tree, read.seats)


def _made(tree: Mapping[str, Any], seats: int) -> GameRecord | None:
    """The record of a head whose seats have no names of their own; None where something would have to be said of it."""
    made = shaped({**tree, "seats": {letter: letter for letter in LETTERS[:seats]}, "rounds": []})
    return None if made.repairs else made.record


def _none_such(_: str) -> Any:
    raise _Odd


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key is there twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _Odd
    return made


# -- messages ----------------------------------------------------------------------------------------------------------


def _fields(rest: bytes) -> Iterator[tuple[str, Any]]:
    """The fields of a record by name. ValueError, IndexError."""
    known: dict[str, Any] = {}
    for number, value in _parts(rest):
        if isinstance(value, int):
            _put(known, "record", value)
        elif number in _TEXTS:
            _put(known, _TEXTS[number], value.decode())
        elif number in _MAPS:
            _put(known.setdefault(_MAPS[number], {}), *_entry(value))
        elif number == _EVENT_FIELD:
            event = known.setdefault("event", {})
            for part, text in _parts(value):
                if isinstance(text, int) or not 0 < part <= len(_EVENT):
                    raise _Odd
                _put(event, _EVENT[part - 1], text.decode())
        else:
            raise _Odd
    yield from known.items()


def _put(known: dict[str, Any], key: str, value: Any) -> None:
    """What is there once."""
    if key in known or value in ("", 0):
        raise _Odd
    known[key] = value


def _entry(content: bytes) -> tuple[str, str]:
    """The key and the value of an entry of a map of texts."""
    (first, key), (second, value) = _parts(content)
    if (first, second) != (1, 2) or isinstance(key, int) or isinstance(value, int):
        raise _Odd
    return key.decode(), value.decode()


def _parts(content: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message: the first may be a small number, all others have a length."""
    at = 0
    while at < len(content):
        tag = content[at]
        if tag == _NUMBER << 3:
            yield _NUMBER, content[at + 1]
            at += 2
            continue
        if tag & 7 != _PARTS or tag > 127:
            raise _Odd
        length, at = _length(content, at + 1)
        if at + length > len(content):
            raise _Odd
        yield tag >> 3, content[at : at + length]
        at += length


def _length(content: bytes, at: int) -> tuple[int, int]:
    """A whole number, and the place behind it."""
    found = shift = 0
    while shift <= 14:
        byte = content[at]
        at += 1
        found |= (byte & 127) << shift
        if byte < 128:
            return found, at
        shift += 7
    raise _Odd
