"""The JSON Schema of a configuration file, for editors: made of the table of settings, shipped beside this module."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.serving.configuration import ROLES
from referee.serving.settings import SETTINGS, TOKENS_KEY, Setting, nested

SCHEMA_FILE = Path(__file__).with_name("configuration.schema.json")


def schema() -> dict[str, Any]:
    """The schema, draft 2020-12."""
    properties: dict[str, Any] = {}
    for section, settings in nested().items():
        members = {name: _property(setting) for name, setting in settings.items()}
        if section:
            properties[section] = {"type": "object", "additionalProperties": False, "properties": members}
        else:
            properties |= members
    properties[TOKENS_KEY] = _tokens()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "configuration of `referee serve`",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def as_text() -> str:
    """The file."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def as_table() -> str:
    """The settings as the documents show them."""
    lines = ["| key | flag | variable | default | what |", "| --- | --- | --- | --- | --- |"]
    for setting in SETTINGS.values():
        written = f" {setting.kind.written}" if setting.kind.written else ""
        flag = f"{setting.flag}{written}".replace("|", " or ")
        default = f"`{setting.default}`" if setting.default else "-"
        lines.append(f"| `{setting.key}` | `{flag}` | `{setting.variable}` | {default} | {setting.meaning} |")
    lines.append(f"| `{TOKENS_KEY}` | - | - | - | who may ask: name, role, and the digest or the file of the token |")
    return "\n".join(lines) + "\n"


def _property(setting: Setting) -> dict[str, Any]:
    found = {"description": setting.meaning, **setting.kind.schema()}
    return found if setting.default is None else {**found, "default": setting.kind.read(setting.default, None)}


def _tokens() -> dict[str, Any]:
    """Names of holders to what they have."""
    return {
        "description": "who may ask, and what; without tokens everybody may",
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "additionalProperties": False,
            "required": ["role"],
            "oneOf": [{"required": ["sha256"]}, {"required": ["file"]}],
            "properties": {
                "role": {"description": "what the holder may do", "enum": list(ROLES)},
                "sha256": {"description": "digest of the token", "type": "string", "pattern": "^[0-9a-fA-F]{64}$"},
                "file": {"description": "a file that holds the token", "type": "string", "minLength": 1},
            },
        },
    }
