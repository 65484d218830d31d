"""RuleSet: everything a rule file says, merged, typed and frozen. The compiler makes it, the referee plays it.

Every expression in it is a checked tree (`referee.lang.syntax`), so nothing here can fail later. Mappings keep the
order in which the rules stand where that order has a meaning, and clause ids in natural order (es.2 before es.10)
elsewhere. `origin` fields take no part in equality or in the digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.lang.syntax import Expr
from referee.lang.types import Enumeration, Type
from referee.source import Origin

__all__ = [
    "Case",
    "Condition",
    "Criterion",
    "Definition",
    "Example",
    "Irregular",
    "Option",
    "Outcome",
    "Paragraph",
    "Phrase",
    "Rank",
    "RuleSet",
    "Setting",
    "SourceCited",
    "Suit",
    "Texts",
]


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its name and the letter it has in card notation."""

    name: str
    letter: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank: its name (`7`, `sota`), the number printed on it, and what card notation writes (`7`, `10`, `T`)."""

    name: str
    number: int
    sign: str


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may choose. `type` is a Quantity, Truth or Member (a choice option's own enumeration).

    Values are int for quantities, bool for yes_no, the member's name for choices. `low`/`high` bound a quantity,
    `one_of` lists the values allowed (empty: no list). `fixed`: not offered any more, `default` is its value.
    """

    name: str
    clause: str
    type: Type
    default: int | bool | str
    low: int | None = None
    high: int | None = None
    one_of: tuple[int | str, ...] = ()
    when: Expr | None = None
    fixed: bool = False
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Definition:
    """A named expression; `reads` are the facts it needs, through other definitions too."""

    name: str
    expr: Expr
    reads: frozenset[str]
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Setting:
    """`deal.cards`, `pack.copies` …: one expression. `clause` is that of its block, "" where it has none."""

    slot: str
    clause: str
    expr: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """One entry of a `may_…` or `…_when` block: `key` as written (`es.9.low`), `clause` the paragraph it rests on."""

    key: str
    clause: str
    expr: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Case:
    """One case of `points`, `by_others`, `if_unclosed` or `adjust`: the first whose `when` holds gives `value`."""

    key: str
    clause: str
    when: Expr
    value: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome of a close. Exactly one of `writes` and `wins_game` decides: `wins_game` is `no` where it is not said.

    `priced_by` is the clause the points rest on (`clause` unless said). `lay_off` None: as in `lay_off.onto`.
    `writes` is None where the outcome wins the game unconditionally.
    """

    name: str
    clause: str
    priced_by: str
    when: Expr
    writes: Expr | None
    wins_game: Expr
    lay_off: Expr | None
    pays: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion of `game.winner`; `prefer` is a `Preference` tree."""

    key: str
    clause: str
    prefer: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Irregular:
    """What comes of an irregular act (`draws_twice`, …)."""

    act: str
    clause: str
    ruling: Expr
    penalty: Expr
    shows_hand: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text split at its placeholders: strings and checked trees in turn, as they follow each other."""

    parts: tuple[str | Expr, ...]


Texts = Mapping[str, Phrase]
"""Language code (`en`, `es`, `eu`, `fr`, `pt`, `tr` …) to phrase."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the printed rules, printed at a table where `when` holds.

    `before` is the clause it was put in front of ("" if none): it stays there if that one is spoken from its rules.
    """

    key: str
    when: Expr
    texts: Texts
    origin: Origin | None = field(default=None, compare=False)
    before: str = ""


@dataclass(frozen=True, slots=True)
class SourceCited:
    """Where the rules were found."""

    title: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """Cards and what must come of them. Texts as written; `kind` is `close` or `hand`."""

    kind: str
    cards: str
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    outcome: str | None = None
    writes: int | None = None
    deadwood: int | None = None
    refused: str | None = None
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One rule set. `digest` is the sha256 (64 hex) of the canonical print of its meaning (see `rules.canonical`).

    `settings`: by slot name (`deal.cards`), defaults filled in; only what the format requires may be absent, and
    then `playable` is False. `conditions`: by block (`close.may_close`), blocks without entries absent.
    `cases`: by block (`points`, `written.by_others`, `written.if_unclosed`, `game.adjust`), in order.
    `enums`: suit, rank, outcome and the fixed ones of the vocabulary, and one per choice option (named like it).
    `block_clauses`: the `clause` of each block that has one (`turn` → `x.2`).
    `extends` is the chain of names, the nearest parent first.
    """

    name: str
    format: int
    digest: str
    extends: tuple[str, ...]
    adopts: tuple[str, ...]
    title: Mapping[str, str]
    sources: tuple[SourceCited, ...]
    playable: bool
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    enums: Mapping[str, Enumeration]
    options: Mapping[str, Option]
    definitions: Mapping[str, Definition]
    settings: Mapping[str, Setting]
    conditions: Mapping[str, tuple[Condition, ...]]
    cases: Mapping[str, tuple[Case, ...]]
    outcomes: tuple[Outcome, ...]
    winner: tuple[Criterion, ...]
    irregular: Mapping[str, Irregular]
    block_clauses: Mapping[str, str]
    book: tuple[Paragraph, ...]
    refusals: Mapping[str, Paragraph]
    examples: tuple[Example, ...]
