"""What a store takes and gives."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from referee.rules.model import RuleSet


@dataclass(frozen=True, slots=True)
class Made:
    """A rule set that is to be kept: compiled, its YAML, and by name the texts of the bases it was compiled with."""

    rule_set: RuleSet
    source: bytes
    bases: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as its caller numbered it; `body` is what was asked. No `identifier`: every call is a new one."""

    identifier: str
    body: bytes

    @property
    def fingerprint(self) -> str:
        """Equal for equal requests."""
        return hashlib.sha256(self.body).hexdigest()


@dataclass(frozen=True)
class Revision:
    """One revision of a name, which never changes.

    `number` is counted from 1; `created` is in UTC.
    """

    name: str
    number: int
    created: datetime
    rule_set: RuleSet
    source: bytes

    @cached_property
    def etag(self) -> str:
        """Names this revision as the latest one of its name: no other revision and no other text has the same."""
        said = f"{self.name}@{self.number}:".encode() + self.source
        return hashlib.sha256(said).hexdigest()[:32]
