#!/usr/bin/env python3
"""Makes `rulesets/DIAGNOSTICS.md` from the pages in `referee/diagnostics/explanations`, running the examples on them.

With `--check` it changes nothing and fails on a difference. Run it after a change of a page, of a message of the
checker, or of the rule sets that the examples build on.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.library.shelf import FolderShelf
from referee.workshop.lessons import reference

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "rulesets" / "DIAGNOSTICS.md"


def main() -> int:
    """Exit code: 1 if something differs and must not be changed."""
    check = "--check" in sys.argv[1:]
    made = reference(FolderShelf())
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == made:
        return 0
    print(f"{'differs' if check else 'made'}: {TARGET.relative_to(ROOT).as_posix()}")
    if not check:
        TARGET.write_text(made, encoding="utf-8", newline="\n")
    return 1 if check else 0


if __name__ == "__main__":
    raise SystemExit(main())
