"""Makes the compiled form of the built-in rule sets (referee/compiled/*.json); `--check` only compares.

Run from a checkout with the package importable: `python .ci/compiled.py [--check]`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from made import ROOT, settled

from referee.library.compiled import compiled_form
from referee.library.shelf import FolderShelf
from referee.workshop.check import check

TARGET = ROOT / "referee" / "compiled"


def main() -> int:
    """Write or compare; 1 if something differs or a built-in does not compile."""
    shelf = FolderShelf()
    wanted: dict[Path, str | None] = {}
    for name in shelf.names():
        content = shelf.find(name)
        assert content is not None
        checked = check(content, f"{name}.yaml", shelf)
        if checked.rule_set is None:
            print(f"{name} does not compile", file=sys.stderr)
            return 1
        text = json.dumps(compiled_form(checked.rule_set, shelf), ensure_ascii=False, separators=(",", ":"))
        wanted[TARGET / f"{name}.json"] = text + "\n"
    return settled(dict.fromkeys(TARGET.glob("*.json")) | wanted)


if __name__ == "__main__":
    sys.exit(main())
