"""Brings the game records of the tests up to date: digests of the rule sets as they are now, and seals over them.

Only these are replaced, so comments and faults that are meant stay. A record that says `# seals stay as they are` keeps
its seals. Then the verdicts beside the records are written anew: look at what changed in them. `--check` only
compares. Run after a change of the rule sets: `python .ci/records.py [--check]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.library import Library
from referee.library.records import judge_record
from referee.record.canonical import canonical
from referee.record.model import GameRecord
from referee.record.reading import read_record
from referee.record.seal import sealed
from referee.record.verdict_text import verdict_yaml

RECORDS = Path(__file__).resolve().parent.parent / "tests" / "golden" / "records"
KEEP = "# seals stay as they are"
VERDICT = ".verdict.yaml"


def up_to_date(text: str, library: Library) -> str:
    """The text of a record with the digest and the seals it should have; as it is if it cannot be read."""
    record = read_record(text).record
    if record is None or record.rules not in library.names():
        return text
    rule_set = library.rule_set(record.rules)
    if record.rules_digest:
        text = text.replace(record.rules_digest, rule_set.digest)
    record = read_record(text).record
    assert record is not None, "a digest is a digest"
    if not record.seal or KEEP in text:
        return text
    notation = library.table(rule_set, len(record.seats), dict(record.options)).pack.notation
    made = canonical(record, notation).record
    return text if made is None else _resealed(text, record, sealed(made))


def _resealed(text: str, old: GameRecord, new: GameRecord) -> str:
    """The text with the new seals in the places of the old ones."""
    for before, after in zip(old.rounds, new.rounds, strict=True):
        if before.seal:
            text = text.replace(before.seal, after.seal)
    return text.replace(old.seal, new.seal)


def main(arguments: list[str]) -> int:
    """Write or compare; 1 if something differs."""
    library = Library()
    stale = []
    for path in sorted(RECORDS.rglob("*.yaml")):
        if path.name.endswith(VERDICT):
            continue
        text = path.read_text("utf-8")
        wanted = up_to_date(text, library)
        if wanted != text:
            stale.append(path.name)
            if "--check" not in arguments:
                path.write_text(wanted, "utf-8")
        verdict = path.with_name(path.stem + VERDICT)
        said = verdict_yaml(judge_record(library, wanted, name=path.name))
        if not verdict.is_file() or verdict.read_text("utf-8") != said:
            stale.append(verdict.name)
            if "--check" not in arguments:
                verdict.write_text(said, "utf-8")
    if "--check" in arguments:
        for name in stale:
            print(f"{name} is not up to date; run .ci/records.py", file=sys.stderr)
        return 1 if stale else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
