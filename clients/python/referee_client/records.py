"""Game records: what the referee read in one, and what it says of it.

Numbers of rounds, turns, actions, lines and columns count from 1; 0 says that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee_client.games import Action

Record = str | bytes | Mapping[str, Any]
"""A record as YAML or JSON, or as the mapping that its JSON is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a record; `word` is the word of the play and `text` the part of it that is meant."""

    round: int
    turn: int
    action: int
    seat: str
    path: str
    line: int
    column: int
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `legal` are words, the nearest first; `ruling` is the number of that under which it stands."""

    weight: str
    kind: str
    code: str
    clause: str
    place: Place
    message: str
    measured: Mapping[str, str]
    legal: tuple[str, ...]
    help: str
    ruling: int
    conditional: bool


@dataclass(frozen=True, slots=True)
class Repair:
    """How something not well-formed was read."""

    place: Place
    found: str
    read_as: str
    why: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the sheet, written beside computed; None: not written, cannot be computed."""

    round: int
    seat: str
    written: int | None
    computed: int | None
    outcome: str
    clause: str
    loose: str
    laid_off: str
    penalties: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one record. `status`: clean, consistent, irregular, violation, unreadable.

    `rounds`, `turns` and `actions` were accepted; `state` is where play stands then, as the JSON of the schema.
    """

    record_id: str
    rules_digest: str
    status: str
    complete: bool
    rounds: int
    turns: int
    actions: int
    first_violation: Finding | None
    findings: tuple[Finding, ...]
    state: Mapping[str, Any] | None
    totals: Mapping[str, int]
    out: tuple[str, ...]
    sheet: tuple[ScoreLine, ...]
    winners: tuple[str, ...]
    not_judged: tuple[str, ...]
    repairs: tuple[Repair, ...]

    @property
    def valid(self) -> bool:
        """Nothing is wrong that nobody ruled upon."""
        return self.status in {"clean", "consistent", "irregular"}


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A record as it was read: the mapping of its JSON form, None where it could not be.

    `plays` are the actions of each round; `faults` say why the record, or one of its plays, cannot be read.
    """

    record: Mapping[str, Any] | None
    plays: tuple[tuple[Action, ...], ...]
    repairs: tuple[Repair, ...]
    faults: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class FormattedRecord:
    """A record in canonical form; the texts are empty where it cannot be written, and `faults` say why."""

    yaml: str
    json: str
    repairs: tuple[Repair, ...]
    faults: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class StreamedVerdict:
    """The answer to one record of a stream: its number from 0, its status, and the verdict unless it is clean."""

    number: int
    status: str
    verdict: Verdict | None = field(repr=False)
