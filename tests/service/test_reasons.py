"""Every reason the service gives stands in the documents of the schema."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
REASON = re.compile(r"[A-Z]+(_[A-Z]+)+")
BELOW = ("cards.py", "table/bind.py", "table/model.py", "table/options.py", "workshop/given.py")
"""Modules whose errors have codes that become reasons."""


def test_every_reason_is_documented() -> None:
    package = ROOT / "referee"
    modules = [*(package / "service").glob("*.py"), *(package / name for name in BELOW)]
    told = {
        node.value
        for module in modules
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and REASON.fullmatch(node.value)
    }
    known = set(re.findall(r"[A-Z_]+", (ROOT / "protos" / "README.md").read_text("utf-8")))
    assert len(told) > 40
    assert told - known == set()


def parts_of_messages() -> list[tuple[str, str]]:
    """Where a message names a field: the text before its path and the text behind it."""
    found = []
    for module in (ROOT / "referee" / "service").glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            texts = [part.value if isinstance(part, ast.Constant) else part for part in node.values]
            for at, part in enumerate(texts):
                is_path = isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name)
                if is_path and part.value.id == "path" and any(" " in text for text in texts if isinstance(text, str)):
                    before = texts[at - 1] if at else ""
                    after = texts[at + 1] if at + 1 < len(texts) else ""
                    found.append((str(before), str(after)))
    return found


def test_fields_stand_in_backticks_wherever_a_message_names_them() -> None:
    found = parts_of_messages()
    assert len(found) > 10
    for before, after in found:
        assert before.endswith("`"), (before, after)
        assert re.match(r"[\w.]*`", after), (before, after)
