"""Diagnostics as `referee check --json` prints those of one file."""

from collections.abc import Iterable

from referee.diagnostics import Diagnostic
from referee.diagnostics.render import json_items


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON array with a final line end."""
    items = ",\n".join(json_items(diagnostics))
    return f"[\n{items}\n]\n" if items else "[]\n"
