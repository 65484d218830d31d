"""The rule sets of a store as the rest of the library wants them: on a shelf, and by name, revision or digest.

A name that a folder or the package offers is never looked for in the store. `casa@2` is the second revision of `casa`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.recent import Recent
from referee.rules.model import RuleSet

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Protocol

    class Revision(Protocol):
        """One revision of a name."""

        @property
        def rule_set(self) -> RuleSet:
            """It, compiled."""

        @property
        def source(self) -> bytes:
            """Its YAML."""

        @property
        def created(self) -> datetime:
            """When it was kept."""

    class Keeper(Protocol):
        """What is asked of a store."""

        def names(self) -> Sequence[str]:
            """The names that are listed, sorted."""

        def latest_etag(self, name: str) -> str | None:
            """What changes whenever the latest revision of a name does; None for a name that is not listed."""

        def find(self, name: str, number: int = 0) -> Revision | None:
            """A revision; 0 is the latest."""

        def by_digest(self, digest: str) -> Revision | None:
            """A revision with that digest."""

    class Places(Protocol):
        """What a shelf does."""

        def find(self, name: str) -> bytes | None:
            """The YAML of a rule set."""

        def names(self) -> Sequence[str]:
            """All names."""


_REVISION = re.compile(r"[1-9][0-9]{0,8}")


class KeptShelf:
    """A shelf and, behind it, what is kept."""

    def __init__(self, shelf: Places, keeper: Keeper) -> None:
        self._shelf = shelf
        self._keeper = keeper

    def find(self, name: str) -> bytes | None:
        """The YAML of the rule set on the shelf, or of its latest revision; None if there is neither."""
        content = self._shelf.find(name)
        if content is not None:
            return content
        revision = self._keeper.find(name)
        return None if revision is None else revision.source

    def names(self) -> Sequence[str]:
        """The names that `find` knows, sorted."""
        return sorted({*self._shelf.names(), *self._keeper.names()})


class NotedShelf:
    """A shelf that remembers what was taken from it: `taken` holds each text by name, as the taker saw it.

    `missed` are names that it was asked for in vain.
    """

    def __init__(self, shelf: Places) -> None:
        self._shelf = shelf
        self.taken: dict[str, bytes] = {}
        self.missed: set[str] = set()

    def find(self, name: str) -> bytes | None:
        """The same text at every call, whatever happens to the file meanwhile."""
        if name not in self.taken:
            content = self._shelf.find(name)
            if content is None:
                self.missed.add(name)
                return None
            self.taken[name] = content
        return self.taken[name]

    def names(self) -> Sequence[str]:
        """The names of the shelf."""
        return self._shelf.names()


class FixedShelf:
    """A shelf of a few texts by name: the bases a revision was compiled with."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._texts = texts

    def find(self, name: str) -> bytes | None:
        """The text, or None."""
        return self._texts.get(name)

    def names(self) -> Sequence[str]:
        """The names, sorted."""
        return sorted(self._texts)


def revision_of(name: str) -> tuple[str, int] | None:
    """The name and number that `casa@2` is made of; None for what is no such text."""
    plain, _, number = name.partition("@")
    return (plain, int(number)) if _REVISION.fullmatch(number) else None


class KeptRuleSets:
    """The rule sets of a store, read once as long as they do not change; safe between threads."""

    def __init__(self, keeper: Keeper, size: int) -> None:
        """Remember `size` of them."""
        self._keeper = keeper
        self._read: Recent[tuple[str, str], Revision] = Recent(size)

    def find(self, name: str) -> Revision | None:
        """The revision that `casa` or `casa@2` names; None if it is not kept."""
        plain, at, number = name.partition("@")
        if at:
            revision = revision_of(name)
            return None if revision is None else self._once(plain, number, revision[1])
        etag = self._keeper.latest_etag(name)
        return None if etag is None else self._once(name, etag, 0)

    def _once(self, name: str, which: str, number: int) -> Revision | None:
        held = self._read.get((name, which))
        if held is not None:
            return held
        found = self._keeper.find(name, number)
        return None if found is None else self._read.put((name, which), found)

    def by_digest(self, digest: str) -> RuleSet | None:
        """A rule set with that digest, of whatever name."""
        found = self._keeper.by_digest(digest)
        return None if found is None else found.rule_set
