"""`referee fmt FILE …`: game records in their canonical form, with the comments that people wrote.

Files are written anew where that changes them; `--check` only says which would be. Seals and digests stay as they are.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from referee.cli.failures import CommandError, complain
from referee.cli.records import STANDARD_INPUT, Entry, entries, paths, table_of_record
from referee.cli.terminal import has_colour
from referee.diagnostics.render import render_place
from referee.record.fmt import Formatted, fmt
from referee.record.reading import read_record
from referee.record.reports import Fault
from referee.yamltree.messages import cannot_open

_FINE, _WOULD_CHANGE, _COULD_NOT_RUN = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Write, or only look; 2 if a record cannot be read, which stays as it is."""
    changed: list[str] = []
    unread: list[dict[str, str]] = []
    count = 0
    for path in paths(arguments.files):
        count += 1
        try:
            whole = list(entries(path))
            made = [(entry, _formatted(entry)) for entry in whole]
        except OSError as error:
            unread.append(_told(path, "CANNOT_READ_OR_WRITE", cannot_open(path, error).message, as_json=arguments.json))
            continue
        faults = [(entry, fault) for entry, one in made for fault in one.faults]
        unread.extend(_unreadable(entry, fault, as_json=arguments.json) for entry, fault in faults)
        if not faults and _written(path, made, check=arguments.check):
            changed.append(path)
    _print(arguments, count, changed, unread)
    if unread:
        return _COULD_NOT_RUN
    return _WOULD_CHANGE if changed and arguments.check else _FINE


def _formatted(entry: Entry) -> Formatted:
    """The canonical text of one record; rules that are unknown are a fault like others."""
    read = read_record(entry.content, entry.name)
    if read.record is None:
        return Formatted(None, read.repairs, read.faults)
    try:
        here = table_of_record(read.record, entry.library)
    except CommandError as error:
        return Formatted(None, (), (Fault(error.code, error.message, "rules", read.span("rules")),))
    return fmt(entry.content, here.pack.notation, entry.name)


def _written(path: str, made: list[tuple[Entry, Formatted]], *, check: bool) -> bool:
    """Whether the text is not what it should be; then it is written, unless this is only a check."""
    text = "".join(one.text or "" for _, one in made)
    if path == STANDARD_INPUT:
        if not check:
            sys.stdout.write(text)
        return b"".join(entry.content for entry, _ in made) != text.encode()
    place = Path(path)
    if place.read_bytes() == text.encode():
        return False
    if not check:
        place.write_bytes(text.encode())
    return True


def _told(path: str, code: str, message: str, *, as_json: bool) -> dict[str, str]:
    if not as_json:
        complain("referee fmt", message)
    return {"file": path, "code": code, "message": message}


def _unreadable(entry: Entry, fault: Fault, *, as_json: bool) -> dict[str, str]:
    """A fault with its place, told to people at once."""
    if not as_json:
        said = render_place(fault.code, fault.message, fault.span, help=fault.help, colour=has_colour(sys.stderr))
        print(said, end="", file=sys.stderr)
    return {"file": entry.name, "path": fault.path, "code": fault.code, "message": fault.message}


def _print(arguments: Namespace, count: int, changed: list[str], unread: list[dict[str, str]]) -> None:
    """What was changed, or would be."""
    if arguments.json:
        print(json.dumps({"files": count, "changed": changed, "unread": unread}, ensure_ascii=False))
        return
    if STANDARD_INPUT in arguments.files and not arguments.check:
        return
    would = "would be " if arguments.check else ""
    for path in changed:
        print(f"{path}: {would}written anew")
    print(f"{count} file{'' if count == 1 else 's'}: {len(changed)} {would}changed")
