#!/usr/bin/env python3
"""Makes what is made from the vocabulary: the JSON files in `referee/vocabulary` and `rulesets/VOCABULARY.md`.

With `--check` it changes nothing and fails on a difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.vocabulary.load import read_files
from referee.vocabulary.reference import made, page

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Exit code: 1 if something differs and must not be changed."""
    tree = read_files()
    wanted = {ROOT / "referee" / "vocabulary" / name: text for name, text in made(tree).items()}
    wanted[ROOT / "rulesets" / "VOCABULARY.md"] = page(tree)
    check = "--check" in sys.argv[1:]
    differing = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in differing:
        print(f"{'differs' if check else 'made'}: {path.relative_to(ROOT).as_posix()}")
        if not check:
            path.write_text(wanted[path], encoding="utf-8", newline="\n")
    return 1 if check and differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
