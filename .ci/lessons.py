#!/usr/bin/env python3
"""Makes `rulesets/DIAGNOSTICS.md` from the pages in `referee/diagnostics/explanations`, running the examples on them.

And `rulesets/FINDINGS.md` from the lessons on what the judge of records finds, judging the records in them.

With `--check` it changes nothing and fails on a difference. Run it after a change of a page, of a message of the
checker, or of the rule sets that the examples build on.
"""

from __future__ import annotations

import os

from made import ROOT, settled

from referee.cli.finding_pages import findings_reference
from referee.library.shelf import FolderShelf
from referee.suite.lessons import reference

TARGET = ROOT / "rulesets" / "DIAGNOSTICS.md"
FINDINGS = ROOT / "rulesets" / "FINDINGS.md"


def main() -> int:
    """Exit code: 1 if something differs and must not be changed."""
    os.environ["COLUMNS"] = "100"  # whatever terminal this is
    return settled({TARGET: reference(FolderShelf()), FINDINGS: findings_reference()})


if __name__ == "__main__":
    raise SystemExit(main())
