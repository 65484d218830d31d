"""Makes the compiled form of the built-in rule sets (referee/compiled/*.json); `--check` only compares.

Run from a checkout with the package importable: `python .ci/compiled.py [--check]`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from referee.library.compiled import compiled_form
from referee.library.shelf import FolderShelf
from referee.workshop.check import check

TARGET = Path(__file__).resolve().parent.parent / "referee" / "compiled"


def main(arguments: list[str]) -> int:
    """Write or compare; 1 if something differs or a built-in does not compile."""
    shelf = FolderShelf()
    wanted = {}
    for name in shelf.names():
        content = shelf.find(name)
        assert content is not None
        checked = check(content, f"{name}.yaml", shelf)
        if checked.rule_set is None:
            print(f"{name} does not compile", file=sys.stderr)
            return 1
        text = json.dumps(compiled_form(checked.rule_set, shelf), ensure_ascii=False, separators=(",", ":"))
        wanted[TARGET / f"{name}.json"] = text + "\n"
    present = {path: path.read_text("utf-8") for path in TARGET.glob("*.json")}
    if "--check" in arguments:
        stale = sorted(path.name for path in wanted.keys() | present.keys() if wanted.get(path) != present.get(path))
        for name in stale:
            print(f"referee/compiled/{name} is not what the rule sets compile to; run .ci/generate", file=sys.stderr)
        return 1 if stale else 0
    TARGET.mkdir(exist_ok=True)
    for path in present.keys() - wanted.keys():
        path.unlink()
    for path, text in wanted.items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
