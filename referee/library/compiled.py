"""The built-ins' compiled form, made by `.ci/compiled.py` and shipped in the wheel.

Reading it costs neither YAML nor parser nor schema, which together take most of the start of a command. Each file
remembers the sha256 of the rule file and of every base it was compiled from; if one of these differs from what lies
on the shelf (an edited checkout, a folder that shadows a built-in), the form is not used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from referee.rules.model import RuleSet
from referee.rules.stored import STORED, from_stored, to_stored
from referee.sha import sha256

FOLDER = Path(__file__).resolve().parent.parent / "compiled"


class Finder(Protocol):
    """What is asked for the bytes of a rule file."""

    def find(self, name: str) -> bytes | None:
        """The bytes, or None."""


def builtin(name: str, shelf: Finder) -> RuleSet | None:
    """The built-in of that name from its compiled form; None if there is no valid one."""
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        return None
    value = json.loads(path.read_bytes())
    if value["rule_set"].get("stored") != STORED or value["made_from"] != fingerprints(value["made_from"], shelf):
        return None
    return from_stored(value["rule_set"])


def fingerprints(names: Mapping[str, str] | tuple[str, ...], shelf: Finder) -> dict[str, str]:
    """The sha256 of each file on the shelf, "" for one that is not there."""
    contents = {name: shelf.find(name) for name in names}
    return {name: "" if content is None else sha256(content).hexdigest() for name, content in contents.items()}


def compiled_form(rule_set: RuleSet, shelf: Finder) -> dict[str, Any]:
    """What a file of this folder holds."""
    bases = (rule_set.name, *rule_set.extends, *rule_set.adopts)
    return {"made_from": fingerprints(bases, shelf), "rule_set": to_stored(rule_set)}
