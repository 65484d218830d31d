"""What the referee says of a record: the values of `verdicts.proto`, field by field, and their plain form.

The plain form is the protojson of the message with original field names: what is empty is left out, and enums
are their names in lower case without the prefix. Nothing here judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.cards import Notation
from referee.frozen import quick
from referee.game.state import RoundState
from referee.record.state_plain import state_plain


class Status(StrEnum):
    """The short answer.

    CLEAN everything was judged and nothing is wrong · CONSISTENT nothing is wrong in what could be judged · IRREGULAR
    irregular plays stand by policy or by a ruling · VIOLATION one that nobody ruled upon · UNREADABLE some place
    cannot be read.
    """

    CLEAN = "clean"
    CONSISTENT = "consistent"
    IRREGULAR = "irregular"
    VIOLATION = "violation"
    UNREADABLE = "unreadable"


class FindingKind(StrEnum):
    """Kinds of finding, by what may be done about them."""

    UNREADABLE = "unreadable"
    IMPOSSIBLE = "impossible"
    ILLEGAL = "illegal"
    MISCOUNTED = "miscounted"
    DISAGREES = "disagrees"
    UNFINISHED = "unfinished"
    NOTE = "note"


class Weight(StrEnum):
    """Weights of a finding: judging stops, it stands, or it is said for information."""

    VIOLATION = "violation"
    IRREGULARITY = "irregularity"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Prefix:
    """How much of a record was accepted: whole rounds, turns in all, actions in all."""

    rounds: int = 0
    turns: int = 0
    actions: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a record. Numbers count from 1; 0 and "" mean that it has none.

    `action` is the number in the turn, `seat` a letter, `path` reads `rounds[2].play`; line and column (in code points)
    are of the source; `word` is the word of the play, `text` the part of it that is meant.
    """

    round: int = 0
    turn: int = 0
    action: int = 0
    seat: str = ""
    path: str = ""
    line: int = 0
    column: int = 0
    word: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    `clause` is an id of the rule set, `measured` texts by vocabulary name, `legal` at most 12 words, nearest first,
    `ruling` the number of the ruling under which it stands (0: none). `conditional`: it rests on written totals.
    """

    weight: Weight
    kind: FindingKind
    code: str
    clause: str = ""
    place: Place = field(default_factory=Place)
    message: str = ""
    measured: Mapping[str, str] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    help: str = ""
    ruling: int = 0
    conditional: bool = False


@quick
@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet, written beside computed (None: not written, cannot be computed).

    `outcome` is the key of the case or outcome that priced it, `clause` its paragraph, `loose` reads `2o 2 11o 11`,
    `laid_off` `4c>1 3c>1`; `penalties` are points by number of the ruling, 0 for those of the rule set itself.
    """

    round: int
    seat: str
    written: int | None = None
    computed: int | None = None
    outcome: str = ""
    clause: str = ""
    loose: str = ""
    laid_off: str = ""
    penalties: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RepairNote:
    """How something not well-formed was read, and why."""

    place: Place
    found: str
    read_as: str
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one record.

    `state` is where play stands after the accepted prefix, None where the game is over or nothing was judged; between
    two rounds only its phase and eldest mean something. `notation` writes its cards, and after `gapped` (turns not
    recorded) the number of cards in its stock is not known. `totals` by letter; `out` and `winners` are letters.
    """

    record_id: str
    rules_digest: str
    status: Status
    complete: bool = False
    accepted: Prefix = field(default_factory=Prefix)
    first_violation: Finding | None = None
    findings: tuple[Finding, ...] = ()
    state: RoundState | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    sheet: tuple[ScoreLine, ...] = ()
    winners: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()
    repairs: tuple[RepairNote, ...] = ()
    notation: Notation | None = field(default=None, repr=False, compare=False)
    gapped: bool = False


def verdict_plain(verdict: Verdict) -> dict[str, Any]:
    """The protojson of a verdict with original field names: numbers of 32 bits, texts, lists and maps only."""
    state = verdict.state
    written = {
        "record_id": verdict.record_id,
        "rules_digest": verdict.rules_digest,
        "status": verdict.status.value,
        "complete": verdict.complete,
        # a message that is there is written, be it empty
        "accepted": _stripped(_fields(verdict.accepted)),
        "first_violation": None if verdict.first_violation is None else finding_plain(verdict.first_violation),
        "findings": [finding_plain(one) for one in verdict.findings],
        "state": None
        if state is None or verdict.notation is None
        else state_plain(state, verdict.notation, gapped=verdict.gapped),
        "totals": dict(verdict.totals),
        "out": list(verdict.out),
        "sheet": [line_plain(line) for line in verdict.sheet],
        "winners": list(verdict.winners),
        "not_judged": list(verdict.not_judged),
        "repairs": [repair_plain(one) for one in verdict.repairs],
    }
    return {key: value for key, value in written.items() if value or key == "accepted"}


def finding_plain(finding: Finding) -> dict[str, Any]:
    """The protojson of a finding."""
    plain = _fields(finding)
    return _stripped(
        {
            **plain,
            "weight": finding.weight.value,
            "kind": finding.kind.value,
            "place": _stripped(_fields(finding.place)),
            "measured": dict(finding.measured),
            "legal": list(finding.legal),
        }
    )


def line_plain(line: ScoreLine) -> dict[str, Any]:
    """The protojson of a line of the sheet: 0 points are written, points not known are not."""
    plain = _fields(line)
    points = {key: plain.pop(key) for key in ("written", "computed")}
    plain["penalties"] = {str(number): amount for number, amount in line.penalties.items()}
    kept = _stripped(plain)
    kept.update({key: value for key, value in points.items() if value is not None})
    return {key: kept[key] for key in _names(line) if key in kept}


def repair_plain(repair: RepairNote) -> dict[str, Any]:
    """The protojson of a repair."""
    return _stripped({**_fields(repair), "place": _stripped(_fields(repair.place))})


def _names(part: Place | Prefix | Finding | ScoreLine | RepairNote) -> tuple[str, ...]:
    return tuple(part.__dataclass_fields__)


def _fields(part: Place | Prefix | Finding | ScoreLine | RepairNote) -> dict[str, Any]:
    return {name: getattr(part, name) for name in _names(part)}


def _stripped(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if value or (key == "place" and value is not None)}


__all__ = [
    "Finding",
    "FindingKind",
    "Place",
    "Prefix",
    "RepairNote",
    "ScoreLine",
    "Status",
    "Verdict",
    "Weight",
    "finding_plain",
    "line_plain",
    "repair_plain",
    "state_plain",
    "verdict_plain",
]
