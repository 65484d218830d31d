"""What the referee answers, as frozen dataclasses: the messages of `referee.v1` in the words of Python.

Cards are texts in canonical notation (`7o`, `JK`). What is absent is None; zero is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

MeldKind = Literal["set", "run"]
Severity = Literal["error", "warning", "information"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: a run upwards, a set in the order of the pack.

    `stands_for` says what its wild cards stand for, by their places in `cards`.
    """

    kind: MeldKind
    cards: tuple[str, ...]
    stands_for: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to split a hand; `deadwood` are the points of `loose_cards`."""

    melds: tuple[Meld, ...]
    loose_cards: tuple[str, ...]
    deadwood: int


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a hand is worth. `optimal`: all arrangements as good, the best first, where they were asked for.

    Of many only 100 are sent, and `more_optimal` is True.
    """

    deadwood: int
    best: Arrangement
    optimal: tuple[Arrangement, ...]
    more_optimal: bool
    rule_set_digest: str


@dataclass(frozen=True, slots=True)
class InputFault:
    """Why one item of a batch was not judged."""

    reason: str
    message: str
    field: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """A part of a condition that fails: `name` was `value`, and has to be `comparator` `bound` (of some `unit`).

    `words` say the name in the language asked for; `bound_name` is empty where the bound is written out in the rules.
    """

    name: str
    words: str
    value: str
    comparator: str
    bound: str
    bound_name: str
    unit: str


@dataclass(frozen=True, slots=True)
class BrokenClause:
    """A clause that a play breaks, and what the player is told."""

    clause: str
    code: str
    key: str
    text: str
    measurements: tuple[Measurement, ...]


@dataclass(frozen=True, slots=True)
class CloseVerdict:
    """The verdict on one close. `broken` says why it is refused, and is empty where it is legal.

    `writes` is None where it is refused, wins the game, or depends on the hands of others.
    """

    legal: bool
    outcome: str
    wins_game: bool
    writes: int | None
    clause: str
    priced_by: str
    arrangement: Arrangement
    broken: tuple[BrokenClause, ...]
    not_judged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """A card that might be put face down, and the verdict on that close."""

    card: str
    verdict: CloseVerdict


@dataclass(frozen=True, slots=True)
class CloseAnswer:
    """The answer about a close.

    `legal` and `verdict` are of the cards kept or the closing card chosen; where none was chosen: of the best one (None
    if none is legal). `closings` are all cards that might be put face down; empty where only cards kept were given.
    """

    legal: bool
    verdict: CloseVerdict | None
    best_card: str | None
    closings: tuple[Closing, ...]
    rule_set_digest: str

    @property
    def legal_cards(self) -> tuple[str, ...]:
        """The closing cards with which the close would be legal."""
        return tuple(closing.card for closing in self.closings if closing.verdict.legal)


@dataclass(frozen=True, slots=True)
class SourceRange:
    """A range of a file. Lines and columns from 1, columns in code points; the end is one past the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class RelatedRange:
    """A place that belongs to a mistake made elsewhere."""

    message: str
    range: SourceRange | None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake in a rule set."""

    code: str
    severity: Severity
    message: str
    range: SourceRange | None
    path: str
    help: str
    excerpt: str
    related: tuple[RelatedRange, ...]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What there is to say of a rule set. `report` is all of it as one text with carets.

    `omitted` counts the diagnostics that were too many to send.
    """

    usable: bool
    diagnostics: tuple[Diagnostic, ...]
    omitted: int
    report: str


@dataclass(frozen=True, slots=True)
class RuleSetSummary:
    """A rule set in a list."""

    name: str
    digest: str
    titles: Mapping[str, str]
    extends: tuple[str, ...]
    playable: bool


@dataclass(frozen=True, slots=True)
class CompileReport:
    """A compiled rule set, None where it has errors, and what there is to say of it."""

    rule_set: RuleSetSummary | None
    diagnostics: tuple[Diagnostic, ...]
    omitted: int
    report: str


@dataclass(frozen=True, slots=True)
class RuleSetOption:
    """Something a table may choose. `type` is a unit, `number`, `yes_no` or `choice`; values are texts."""

    name: str
    clause: str
    type: str
    default: str
    low: int | None
    high: int | None
    one_of: tuple[str, ...]
    offered_when: str
    fixed: bool


@dataclass(frozen=True, slots=True)
class RuleSetOutcome:
    """An outcome of a close; conditions and points are expressions of the rules."""

    name: str
    clause: str
    priced_by: str
    when: str
    writes: str
    wins_game: str


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that is told of a rule set. The digest is the SHA-256 of `canonical_json` in UTF-8."""

    summary: RuleSetSummary
    seats: tuple[int, ...]
    options: tuple[RuleSetOption, ...]
    outcomes: tuple[RuleSetOutcome, ...]
    canonical_json: str
    source: bytes | None


@dataclass(frozen=True, slots=True)
class StoredRuleSet:
    """One revision of a rule set that the server keeps, which never changes.

    `etag` names it as the latest, `created` is in UTC, `source` is None unless it was asked for.
    """

    summary: RuleSetSummary
    revision: int
    etag: str
    created: datetime
    source: bytes | None

    @property
    def name(self) -> str:
        """The name that stands for its latest revision."""
        return self.summary.name

    @property
    def digest(self) -> str:
        """The digest that stands for this revision, as long as the store lasts."""
        return self.summary.digest


@dataclass(frozen=True, slots=True)
class CreateReport:
    """What is kept, None where the source has errors or nothing was to be kept, and what there is to say of it."""

    rule_set: StoredRuleSet | None
    diagnostics: tuple[Diagnostic, ...]
    omitted: int
    report: str


@dataclass(frozen=True, slots=True)
class PrintedParagraph:
    """A paragraph of printed rules; `from_book` False: spoken from the rule itself."""

    clause: str
    text: str
    from_book: bool


@dataclass(frozen=True, slots=True)
class PrintedRules:
    """The printed rules of one table."""

    title: str
    language: str
    seats: int
    options: Mapping[str, str]
    paragraphs: tuple[PrintedParagraph, ...]
    rule_set_digest: str
