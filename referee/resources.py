"""Where the files that come with the package are: rule sets, protos, the JSON Schemas.

An installed wheel carries `rulesets/` and `protos/` inside the package; in a checkout (or an editable install) they
stand beside it, and there they win, so that an edited file is the one that is read.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `rulesets` or `protos`; FileNotFoundError if the installation is broken."""
    for parent in (_PACKAGE.parent, _PACKAGE):
        candidate = parent / name
        if candidate.is_dir() and (parent is _PACKAGE or (parent / "pyproject.toml").is_file()):
            return candidate
    raise FileNotFoundError(f"the folder {name} is missing from this installation of the referee")
