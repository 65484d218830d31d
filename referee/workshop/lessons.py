"""What the checker says of the rule files on the pages of its own codes: the proof that a page tells the truth."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.diagnostics import Diagnostic
from referee.diagnostics.explanation import Sample
from referee.ruleset.load import Shelf
from referee.workshop.check import check
from referee.yamltree.messages import cannot_open


@dataclass(frozen=True, slots=True)
class _Beside:
    """A shelf with the files of a page in front."""

    files: Mapping[str, str]
    behind: Shelf

    def find(self, name: str) -> bytes | None:
        text = self.files.get(f"{name}.yaml")
        return self.behind.find(name) if text is None else text.encode()

    def names(self) -> Sequence[str]:
        own = {file.removesuffix(".yaml") for file in self.files}
        return sorted(own.union(self.behind.names()))


def diagnosed(sample: Sample, shelf: Shelf) -> tuple[Diagnostic, ...]:
    """Everything `referee check` says of a file of a page, built on what lies beside it and on `shelf`."""
    if sample.absent:
        return (cannot_open(sample.name, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))),)
    return check(sample.content, sample.name, _Beside(sample.beside, shelf)).diagnostics
