"""Writing a record: YAML for people, JSON on one line for machines, both of the same values.

Short maps stand in braces on one line, hands one below the other, plays as blocks. Every text that YAML 1.1 would
take for something else is quoted, by the same rules as everywhere else in the project.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.record.jcs import jcs
from referee.record.model import GameRecord, to_plain
from referee.record.reports import Path
from referee.yamltree.dump import MISREAD, dump
from referee.yamltree.plain import integer

_IN_BRACES = frozenset({"options", "event", "seats", "lots", "scores", "totals", "points", "result"})
_PLAIN = re.compile(r"[^\W\d_][\w.'+-]*(?: [\w.'+()/-]+)*")
_CARDS = re.compile(r"[1-9A-Z][0-9]?[a-zK](?:'[1-9])?(?: (?:[1-9A-Z][0-9]?[a-zK](?:'[1-9])?|\?))*")
_BLOCK = re.compile(r"[^\s][^\n]*(?:\n[^\s][^\n]*)*")
_HEXADECIMAL = re.compile(r"(?=[0-9]*[a-f])[0-9a-f]{64}")
_EXPONENT = re.compile(r"[0-9]+e[0-9]+")


def to_json(record: GameRecord) -> str:
    """The record as JSON on one line, in canonical form if the record is."""
    return jcs(to_plain(record)).decode("utf-8")


def to_yaml(record: GameRecord) -> str:
    """The record as YAML, with a final line end; canonical if the record is."""
    return "".join(f"{text}\n" for _, text in yaml_lines(record))


def yaml_lines(record: GameRecord) -> list[tuple[Path, str]]:
    """The lines of `to_yaml`, each with the path of what begins in it; lines of a play have that of the play."""
    return _lines(to_plain(record), (), "")


def _lines(tree: Mapping[str, Any], path: Path, indent: str) -> list[tuple[Path, str]]:
    made: list[tuple[Path, str]] = []
    for key, value in tree.items():
        here = (*path, key)
        made.extend(_entry(here, f"{indent}{_scalar(key)}:", value, indent))
    return made


def _entry(path: Path, head: str, value: Any, indent: str) -> list[tuple[Path, str]]:
    """A key and its value."""
    if isinstance(value, Mapping):
        if path[-1] in _IN_BRACES or not value:
            inside = ", ".join(f"{_scalar(key)}: {_inner(one, path)}" for key, one in value.items())
            return [(path, f"{head} {{{inside}}}")]
        return [(path, head), *_lines(value, path, indent + "  ")]
    if isinstance(value, list):
        if not value or not isinstance(value[0], Mapping):
            return [(path, f"{head} {_inner(value, path)}")]
        return [
            (path, head),
            *(line for at, one in enumerate(value) for line in _item((*path, at), one, indent + "  ")),
        ]
    if path[-1] == "play" and _BLOCK.fullmatch(value) and _shows(value):
        return [(path, f"{head} |"), *((path, f"{indent}  {line}") for line in value.split("\n"))]
    return [(path, f"{head} {_typed(value, path[-2] if len(path) > 1 else '')}")]


def _item(path: Path, tree: Mapping[str, Any], indent: str) -> list[tuple[Path, str]]:
    """An item of a list, a mapping."""
    lines = _lines(tree, path, indent + "  ")
    if not lines:
        return [(path, f"{indent}- {{}}")]
    first = lines[0]
    return [(first[0], f"{indent}- {first[1].strip()}"), *lines[1:]]


def _inner(value: Any, path: Path) -> str:
    """A value inside braces or brackets."""
    if isinstance(value, list):
        return "[" + ", ".join(_inner(one, path) for one in value) + "]"
    text = _typed(value, path[-1])
    return f'"{text}"' if text[0] != '"' and set(text) & set(",[]{}") else text


def _typed(value: Any, around: str | int) -> str:
    """A scalar; options are texts, but a number among them needs no quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return value if around == "options" and integer(value) is not None else _scalar(value)


def _scalar(value: str) -> str:
    """A text, quoted where anybody could misread it."""
    plain = _PLAIN.fullmatch(value) or _CARDS.fullmatch(value) or _HEXADECIMAL.fullmatch(value)
    misread = value.lower() in MISREAD or value.endswith((".", "-", "+")) or _EXPONENT.fullmatch(value)
    if plain and value.isprintable() and not misread:
        return value
    text = dump(value).rstrip("\n")
    return text if text[0] == '"' else f'"{text}"'


def _shows(text: str) -> bool:
    """Whether a text can stand in a block: no sign in it that has to be escaped."""
    return all(sign.isprintable() for line in text.split("\n") for sign in line)
