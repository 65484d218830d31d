#!/usr/bin/env python3
"""Makes what is made from the vocabulary: the JSON files in `referee/vocabulary` and `rulesets/VOCABULARY.md`.

With `--check` it changes nothing and fails on a difference.
"""

from __future__ import annotations

from made import ROOT, settled

from referee.vocabulary.load import read_files
from referee.vocabulary.reference import made, page


def main() -> int:
    """Exit code: 1 if something differs and must not be changed."""
    tree = read_files()
    wanted = {ROOT / "referee" / "vocabulary" / name: text for name, text in made(tree).items()}
    wanted[ROOT / "rulesets" / "VOCABULARY.md"] = page(tree)
    return settled(wanted)


if __name__ == "__main__":
    raise SystemExit(main())
