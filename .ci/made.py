"""What the makers of this folder end with: files as they should be are written or, with `--check`, only compared."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def settled(wanted: Mapping[Path, str | None]) -> int:
    """Makes the files hold these texts, None for one that should not be there, and tells of each that did not.

    With `--check` among the arguments of the program nothing is changed, and what differs makes the exit code 1.
    """
    check, differing = "--check" in sys.argv[1:], 0
    for path, text in wanted.items():
        if (path.read_text(encoding="utf-8") if path.is_file() else None) == text:
            continue
        differing += 1
        print(f"{'differs' if check else 'made'}: {path.relative_to(ROOT).as_posix()}")
        if check:
            continue
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and differing else 0
