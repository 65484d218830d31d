"""Writing YAML that reads back as the same thing, whoever reads it.

A text that some YAML tool would take for a truth value, a number, a date or nothing (`no`, `y`, `null`, `1e3`,
`1:30`) goes in double quotes, and so does everything with a sign that means something to YAML. Whole numbers are
written plain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

Writable = str | int | Sequence["Writable"] | Mapping[str, "Writable"]
"""What can be written. Truth values of the language are the texts `yes` and `no`."""

_SAFE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*(?: [A-Za-z0-9_.(){}+*/-]+)*")
MISREAD = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "infinity"})
"""Words that some reader of YAML takes for something else than a text."""

_INDENT = "  "


def dump(tree: Writable) -> str:
    """The tree as YAML in block style, with a final line end."""
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: Writable) -> list[str]:
    """A value that begins a line."""
    if isinstance(tree, Mapping):
        return [line for key, value in tree.items() for line in _under(f"{_scalar(key)}:", value)] or ["{}"]
    if isinstance(tree, Sequence) and not isinstance(tree, str):
        return [line for value in tree for line in _under("-", value)] or ["[]"]
    return [_scalar(tree)]


def _under(head: str, value: Writable) -> list[str]:
    """`head` and its value: beside it if it is one scalar or empty, indented below it if not."""
    if isinstance(value, str | int) or not value:
        return [f"{head} {_lines(value)[0]}"]
    return [head, *(_INDENT + line for line in _lines(value))]


def _scalar(value: str | int) -> str:
    """One scalar on one line."""
    if isinstance(value, int):
        return str(int(value))
    if _SAFE.fullmatch(value) and value.lower() not in MISREAD and not value.endswith((".", "-")):
        return value
    escaped = json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else _escape(sign) for sign in escaped)


def _escape(sign: str) -> str:
    """A character that must not stand in a file as it is."""
    number = ord(sign)
    return f"\\u{number:04X}" if number <= 0xFFFF else f"\\U{number:08X}"
