"""The vectors as files: a part a file, JSON lines under gzip, and a list of what they hold.

The list (`vectors/contents.json`) has the number of vectors and the sha256 of the lines of each part: of the lines, not
of the file, for two versions of zlib may press the same lines differently.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.rules.canonical import canonical
from tests.conformance.kit.tables import TOP, library, rule_sets
from tests.conformance.kit.vectors import PARTS, Vector

FOLDER = TOP / "tests" / "conformance" / "vectors"
CONTENTS = FOLDER / "contents.json"


def path_of(name: str) -> Path:
    """The file of a part."""
    return FOLDER / f"{name}.jsonl.gz"


def encoded(vectors: Iterable[Vector]) -> bytes:
    """Vectors as lines."""
    return b"".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for one in vectors)


def contents() -> dict[str, dict[str, Any]]:
    """Parts by name: `vectors` is how many, `sha256` that of their lines."""
    found: dict[str, dict[str, Any]] = json.loads(CONTENTS.read_text("utf-8")) if CONTENTS.exists() else {}
    return found


def said_of(lines: bytes) -> dict[str, Any]:
    """What the list says of a part."""
    return {"vectors": lines.count(b"\n"), "sha256": hashlib.sha256(lines).hexdigest()}


def lines_of(name: str) -> bytes:
    """The lines of a part as they are committed."""
    return gzip.decompress(path_of(name).read_bytes())


def write(names: list[str] | None = None) -> Iterator[tuple[str, int]]:
    """Makes parts anew, all of them if none is named; yields each with how many vectors it has."""
    FOLDER.mkdir(exist_ok=True)
    listed = {name: said for name, said in contents().items() if name in PARTS}
    for name in names or PARTS:
        lines = encoded(PARTS[name]())
        path_of(name).write_bytes(gzip.compress(lines, 9, mtime=0))
        listed[name] = said_of(lines)
        yield name, listed[name]["vectors"]
    ordered = {name: listed[name] for name in PARTS if name in listed}
    CONTENTS.write_text(json.dumps(ordered, indent=2) + "\n", "utf-8")
    for path in FOLDER.glob("*.jsonl.gz"):
        if path.name.removesuffix(".jsonl.gz") not in PARTS:
            path.unlink()


def stale(names: list[str] | None = None) -> dict[str, list[str]]:
    """The parts that would be written otherwise now, each with the lines that would be new."""
    found = {}
    for name in names or PARTS:
        now, held = encoded(PARTS[name]()), lines_of(name)
        if now != held or said_of(held) != contents()[name]:
            known = set(held.splitlines())
            found[name] = [line.decode() for line in now.splitlines() if line not in known]
    return found


def canonical_forms() -> Mapping[str, str]:
    """The canonical JSON of every rule set, `common` too, by the name of its file."""
    known = {name: library().rule_set(name) for name in library().names()} | rule_sets()
    return {Path(name).stem: json.dumps(canonical(found), sort_keys=True) for name, found in sorted(known.items())}


def write_rule_sets(folder: Path) -> None:
    """Every rule set as `referee show NAME --json` prints it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in canonical_forms().items():
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")
