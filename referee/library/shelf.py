"""Folders of rule files, as the compiler looks for bases in them: by name, and nothing but names.

A rule set called `casa-abuela` is the file `casa-abuela.yaml` directly in one of the folders or in a folder `house`
inside one. Names are checked before they touch the file system, so no name leads out of a folder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from referee.limits import RULE_SET_BYTES
from referee.resources import folder

NAME = re.compile(r"[a-z][a-z0-9-]{0,63}")
_HOUSE = "house"


class FolderShelf:
    """Rule files in folders, the first folder that has a name wins; after them the built-in rule sets."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """Look in `folders` first. They are read at every call: an edited file is the one that is found."""
        self._folders = (*folders, folder("rulesets"))

    def path(self, name: str) -> Path | None:
        """The file of the rule set `name`, or None."""
        if not NAME.fullmatch(name):
            return None
        for place in self._folders:
            for candidate in (place / f"{name}.yaml", place / _HOUSE / f"{name}.yaml"):
                if candidate.is_file():
                    return candidate
        return None

    def find(self, name: str) -> bytes | None:
        """The content of the rule set `name`, one byte more than the limit at the most; None if there is none."""
        path = self.path(name)
        if path is None:
            return None
        try:
            with path.open("rb") as file:
                return file.read(RULE_SET_BYTES + 1)
        except FileNotFoundError:  # gone since it was found
            return None

    def stamp(self) -> tuple[tuple[int, int, int], ...]:
        """Another one where files came to the folders, or left them; not where one was only written to."""
        return tuple(_stamp(base) for place in self._folders for base in (place, place / _HOUSE))

    def names(self) -> Sequence[str]:
        """The names that `find` knows, sorted."""
        found = {
            path.stem
            for place in self._folders
            for base in (place, place / _HOUSE)
            if base.is_dir()
            for path in base.glob("*.yaml")
            if NAME.fullmatch(path.stem)
        }
        return sorted(found)


def _stamp(folder_: Path) -> tuple[int, int, int]:
    try:
        found = folder_.stat()
    except OSError:
        return (0, 0, 0)
    return (found.st_ino, found.st_size, found.st_mtime_ns)
