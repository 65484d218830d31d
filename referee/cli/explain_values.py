"""`referee explain RULESET [PATH]`: every value, the file and line that set it, and the clause it carries."""

from __future__ import annotations

import json
from collections.abc import Sequence

from referee.answer.rule_sets import is_path, read_file
from referee.cli.asking import rule_set
from referee.cli.failures import CommandError, nearest, quoted
from referee.cli.terminal import paint, wrapped
from referee.library import Library
from referee.library.provenance import Value, values

_INDENT = "  "
_DIGITS = 12
_LISTED = 20


def explain_values(wanted: str, path: str, lang: str, *, as_json: bool) -> None:
    """Print the values at or below a path, or those of a clause; all where `path` is empty. CommandError."""
    found = rule_set(wanted)
    library, content, name = Library(), b"", f"{wanted}.yaml"
    if is_path(wanted):
        library, content = read_file(wanted)
        name = wanted
    else:
        content = library.source(wanted)
        found = library.compile(content, name)  # built-ins come without the places of their expressions
    every = values(found, content, name, library, lang)
    chosen = _chosen(every, path)
    if as_json:
        told = {"rule_set": found.name, "digest": found.digest, "values": [_plain(value) for value in chosen]}
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    print(f"{paint(found.name, 'bold')} {paint(found.digest[:_DIGITS], 'dim')}")
    for value in chosen:
        print()
        _print(value, meaning=bool(path))


def _chosen(every: Sequence[Value], path: str) -> Sequence[Value]:
    """The values that a path means: one, those below it, or those that carry the clause of that name."""
    if not path:
        return every
    below = [value for value in every if f"{value.path}.".startswith(f"{path}.")]
    chosen = below or [value for value in every if value.clause == path]
    if not chosen:
        raise CommandError(_unknown(every, path), "PATH_UNKNOWN")
    return chosen


def _unknown(every: Sequence[Value], path: str) -> str:
    """What was probably meant, and what there is as far as the path is known."""
    prefixes = {".".join(value.parts[:length]) for value in every for length in range(1, len(value.parts) + 1)}
    near = nearest(path, prefixes | {value.clause for value in every})
    guess = f"; did you mean `{near}`?" if near else ""
    known = path
    while known and known not in prefixes:
        known = known.rpartition(".")[0]
    head = f"{known}." if known else ""
    depth = head.count(".")
    there = dict.fromkeys(prefix for value in every if (prefix := _next(value, head, depth)))
    listed = ", ".join(list(there)[:_LISTED]) + (", …" if len(there) > _LISTED else "")
    return f"nothing stands at {quoted(path)}{guess}; there is {listed}"


def _next(value: Value, head: str, depth: int) -> str:
    """The part of a value's path behind a known head; "" if it does not stand there."""
    if not f"{value.path}.".startswith(head):
        return ""
    taken, parts = 0, list(value.parts)
    while parts and taken < depth:
        taken += parts.pop(0).count(".") + 1
    return parts[0] if parts else ""


def _print(value: Value, *, meaning: bool) -> None:
    print(paint(value.path, "bold"))
    print(wrapped(value.text, first=_INDENT, rest=_INDENT * 2))
    clause = f", clause {value.clause}" if value.clause else ""
    origin = value.origin
    place = f"{value.file}:{origin.line}:{origin.column}" if origin else "the default"
    print(paint(f"{_INDENT}{place}{clause}", "dim"))
    if meaning and value.meaning:
        print(wrapped(value.meaning, first=f"{_INDENT}= ", rest=_INDENT * 2))


def _plain(value: Value) -> dict[str, object]:
    """One value for programs; what no file sets has an empty file and zeros."""
    origin = value.origin
    return {
        "path": value.path,
        "value": value.text,
        "clause": value.clause,
        "rule_set": origin.rule_set if origin else "",
        "file": value.file,
        "line": origin.line if origin else 0,
        "column": origin.column if origin else 0,
        "meaning": value.meaning,
    }
