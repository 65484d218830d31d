"""Makes the vectors of the conformance kit, and the rule sets as JSON; PROTOCOL.md says what they are for.

    python tests/conformance/make.py                      writes tests/conformance/vectors anew
    python tests/conformance/make.py --check              compares them with what the referee says now; 1 if it differs
    python tests/conformance/make.py --rule-sets FOLDER   writes the canonical JSON of every rule set, a file each

Needs the referee with its test requirements installed, and the checkout.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SHOWN = 5
"""So many new lines of a part are printed."""


def main(arguments: list[str]) -> int:
    """What was asked for; 1 if vectors are stale."""
    parser = argparse.ArgumentParser(prog="make.py", description="Makes the vectors of the conformance kit.")
    parser.add_argument("--check", action="store_true", help="only compare, all of it; some minutes")
    parser.add_argument(
        "--rule-sets", metavar="FOLDER", type=Path, help="write rule sets as JSON there, and no vectors"
    )
    parser.add_argument("--part", action="append", metavar="NAME", help="only this part; may be said again")
    chosen = parser.parse_args(arguments)
    from tests.conformance.kit import files  # noqa: PLC0415 - the checkout is only then where Python looks

    if chosen.rule_sets is not None:
        files.write_rule_sets(chosen.rule_sets)
        return 0
    if chosen.check:
        stale = files.stale(chosen.part)
        for name, lines in stale.items():
            print(f"`{name}` is not what the referee says now: {len(lines):,} new lines; run make.py", file=sys.stderr)
            print(*(f"  {line}" for line in lines[:SHOWN]), sep="\n", file=sys.stderr)
        return 1 if stale else 0
    for name, number in files.write(chosen.part):
        print(f"{number:7,} {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.path.append(str(TOP))
    sys.exit(main(sys.argv[1:]))
