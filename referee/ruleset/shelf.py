"""Where bases are found: a shelf of rule files by name, and the files one load takes from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from referee.recent import Recent
from referee.yamltree.read import Reading, read

_readings: Recent[tuple[str, bytes], Reading] = Recent(64)


class Shelf(Protocol):
    """Rule files by the name of their rule set."""

    def find(self, name: str) -> bytes | None:
        """The content of the rule set `name`; None if there is none."""

    def names(self) -> Sequence[str]:
        """All names that can be found."""


@dataclass(frozen=True, slots=True)
class File:
    """One rule file from the shelf; `sha` is the sha256 of its bytes."""

    name: str
    content: bytes
    sha: bytes


@dataclass(slots=True)
class Files:
    """What one load has taken from the shelf. Each file is asked for once, so the load sees one state of it."""

    shelf: Shelf
    _found: dict[str, File | None] = field(default_factory=dict)

    def get(self, name: str) -> File | None:
        """The file of the rule set `name`, or None."""
        if name not in self._found:
            content = self.shelf.find(name)
            self._found[name] = None if content is None else File(name, content, hashlib.sha256(content).digest())
        return self._found[name]

    def reading(self, file: File) -> Reading:
        """The file as a tree. The trees of the last files are kept: the head of a base is asked for at every load."""
        return _readings.make((file.name, file.sha), lambda: read(file.content, f"{file.name}.yaml"))

    def sha(self, name: str) -> bytes | None:
        """The sha256 of a file's bytes; None if there is no such file."""
        file = self.get(name)
        return None if file is None else file.sha

    def names(self) -> Sequence[str]:
        """All names on the shelf."""
        return self.shelf.names()
