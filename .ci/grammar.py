"""Saves the automaton of the expression language: `python .ci/grammar.py`, `--check` only says whether it is current.

Lark makes it of grammar.lark; the saved form is plain JSON that depends on the grammar only, so that the two can be
compared byte by byte whatever made them.
"""

from __future__ import annotations

import json

from made import ROOT, settled

from referee.lang.parse import SAVED, grammar_text, made_by_lark

TARGET = ROOT / "referee" / "lang" / SAVED


def main() -> int:
    """Write it, or say whether the one that is there is current."""
    text = json.dumps(made_by_lark(grammar_text()), ensure_ascii=False, separators=(",", ":")) + "\n"
    return settled({TARGET: text})


if __name__ == "__main__":
    raise SystemExit(main())
