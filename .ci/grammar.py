"""Saves the automaton of the expression language: `python .ci/grammar.py`, `--check` only says whether it is current.

Lark makes it of grammar.lark; the saved form is plain JSON that depends on the grammar only, so that the two can be
compared byte by byte whatever made them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from referee.lang.parse import SAVED, grammar_text, made_by_lark

TARGET = Path(__file__).parent.parent / "referee" / "lang" / SAVED


def main() -> int:
    """Write it, or say whether the one that is there is current."""
    text = json.dumps(made_by_lark(grammar_text()), ensure_ascii=False, separators=(",", ":")) + "\n"
    if "--check" in sys.argv[1:]:
        current = TARGET.is_file() and TARGET.read_text("utf-8") == text
        print(f"{TARGET.name}: {'current' if current else 'out of date, run .ci/grammar.py'}")
        return 0 if current else 1
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
