"""Saves the automaton of the expression language: `python .ci/grammar.py`, `--check` only says whether it is current.

The saved form is plain JSON made from what Lark itself saves, so that reading it runs no code. It names the version of
Lark and the digest of the grammar it was made from, and only serves these; Lark numbers its states differently on each
run, so that two saved forms of one grammar are not the same text.
"""

from __future__ import annotations

import io
import json
import pickle
import sys
from pathlib import Path

import lark

from referee.lang.parse import SAVED, build_grammar, grammar_digest, grammar_text

TARGET = Path(__file__).parent.parent / "referee" / "lang" / SAVED


def saved() -> str:
    """The text of the saved automaton."""
    text = grammar_text()
    kept = io.BytesIO()
    build_grammar(text).save(kept)
    content = pickle.loads(kept.getvalue())  # noqa: S301 - made in the line above
    named = {"lark": lark.__version__, "grammar": grammar_digest(text), **content}
    return json.dumps(named, separators=(",", ":"), sort_keys=True) + "\n"


def current() -> bool:
    """Whether the file was made by this Lark from this grammar."""
    if not TARGET.is_file():
        return False
    found = json.loads(TARGET.read_text("utf-8"))
    return bool(found["lark"] == lark.__version__ and found["grammar"] == grammar_digest(grammar_text()))


def main() -> int:
    """Write it, or say whether the one that is there is current."""
    if "--check" in sys.argv[1:]:
        print(f"{TARGET.name}: {'current' if current() else 'out of date, run .ci/grammar.py'}")
        return 0 if current() else 1
    if not current():
        TARGET.write_text(saved(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
