"""A verdict as YAML, for people: its plain form, one line for each part that fits on one.

Every text that is more than a plain word stands in double quotes as in JSON, so any reader of YAML reads it back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from referee.record.verdict import Verdict, verdict_plain

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_RESERVED: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_IN_BLOCKS: Final = frozenset({"first_violation", "findings", "repairs", "state", "not_judged"})
"""Parts that are too long for one line each."""


def verdict_yaml(verdict: Verdict) -> str:
    """The verdict as YAML, with a final line end."""
    return "".join(f"{line}\n" for key, value in verdict_plain(verdict).items() for line in _part(key, value))


def _part(key: str, value: Any) -> list[str]:
    """A part of the verdict, as lines."""
    if key in _IN_BLOCKS and isinstance(value, Mapping):
        return [f"{key}:", *(f"  {name}: {_flow(one)}" for name, one in value.items())]
    if isinstance(value, list) and (key in _IN_BLOCKS or key == "sheet"):
        return [f"{key}:", *(line for item in value for line in _item(item, block=key in _IN_BLOCKS))]
    return [f"{key}: {_flow(value)}"]


def _item(item: Any, *, block: bool) -> list[str]:
    """One of several: a finding a line for each of its parts, anything else on one line."""
    if not block or not isinstance(item, Mapping):
        return [f"- {_flow(item)}"]
    lines = [f"{name}: {_flow(one)}" for name, one in item.items()]
    return [f"{'- ' if at == 0 else '  '}{line}" for at, line in enumerate(lines)]


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(name)}: {_flow(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and _WORD.fullmatch(value) and value.lower() not in _RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False)
