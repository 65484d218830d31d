"""The game record as values: frozen, named like the keys of the YAML, the JSON and the fields of the message.

Cards and plays stay text here, because a record can be read before anybody knows its pack. What is empty (`""`, `()`,
`{}`, 0, no, None) was not given; only `seats` and `rounds` are written when they are empty. A map by seat has letters
as keys; its order means nothing, the order of play is that of the letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from referee.frozen import quick
from referee.table.seats import LETTERS, seat_index, seat_letter

__all__ = [
    "ALWAYS",
    "BY_SEAT",
    "FORMAT",
    "LETTERS",
    "POLICIES",
    "Event",
    "GameRecord",
    "Numbers",
    "Part",
    "Plain",
    "Result",
    "Round",
    "Ruling",
    "Shuffle",
    "Signature",
    "Texts",
    "seat_index",
    "seat_letter",
    "to_plain",
]

FORMAT = 1
"""The version of the record format that is written; older ones are read, newer ones are refused."""

POLICIES = ("hold", "skip", "play_drawn", "out")
"""What may be agreed for a seat whose time runs out: the others wait · its turn goes by (`.`) · it draws and throws
that card (`+c-c`) · it leaves (`!leave`)."""

Texts = Mapping[str, str]
Numbers = Mapping[str, int]

Plain = None | str | int | bool | Sequence["Plain"] | Mapping[str, "Plain"]
"""A record as it comes out of a reader of YAML or JSON, or goes into a writer."""


@dataclass(frozen=True, slots=True)
class Event:
    """Where and when a game was played; every part is a text for people."""

    name: str = ""
    site: str = ""
    date: str = ""
    stage: str = ""
    table: str = ""
    scorer: str = ""
    director: str = ""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Evidence of a shuffle: commitments and seeds by seat, 64 lower-case hexadecimal digits each; `cut` in cards."""

    commitments: Texts = field(default_factory=dict)
    seeds: Texts = field(default_factory=dict)
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the director decided. `turn` counts from 1, 0 is the turn before the word `@n`.

    `points` are added, `scores` take the place of the computed ones, both by seat; a move reads `5c: B>stock`.
    """

    turn: int = 0
    stands: bool = False
    taken_back: int = 0
    points: Numbers = field(default_factory=dict)
    scores: Numbers = field(default_factory=dict)
    barred: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    replay: bool = False
    clause: str = ""
    reason: str = ""
    by: str = ""
    time: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Round:
    """One round, from its deal to its scores. `lots`, `pack`, `hands`, `upcard`, `stock` are cards as text.

    `scores` and `totals` by seat: a seat that is out is missing, zero is 0. `reenter`: who comes back after it.
    """

    eldest: str = ""
    lots: Texts = field(default_factory=dict)
    pack: str = ""
    hands: Texts = field(default_factory=dict)
    upcard: str = ""
    stock: str = ""
    shuffle: Shuffle | None = None
    play: str = ""
    rulings: tuple[Ruling, ...] = ()
    scores: Numbers = field(default_factory=dict)
    totals: Numbers = field(default_factory=dict)
    reenter: tuple[str, ...] = ()
    note: str = ""
    seal: str = ""
    x: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The result as the table wrote it: letters of the winners, and the pot in coins."""

    winners: tuple[str, ...] = ()
    pot: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature over the seal: by whom, with which key, in base64. Not judged here."""

    by: str = ""
    key: str = ""
    value: str = ""


@quick
@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game, or as much of it as was written down.

    `options` are texts: the rule set knows their types. `time_out` is what was agreed for a seat whose time runs out,
    one of `POLICIES`; "" is nothing, which holds as `hold` does.
    """

    record: int = FORMAT
    id: str = ""
    rules: str = ""
    rules_digest: str = ""
    options: Texts = field(default_factory=dict)
    time_out: str = ""
    event: Event | None = None
    seats: Texts = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    result: Result | None = None
    seal: str = ""
    signatures: tuple[Signature, ...] = ()
    note: str = ""
    x: Texts = field(default_factory=dict)


Part = GameRecord | Event | Round | Shuffle | Ruling | Result | Signature

ALWAYS = {"record", "rules", "seats", "rounds"}
"""Keys of a record that must be there, and are written even when they say nothing."""

BY_SEAT = {"seats", "lots", "hands", "commitments", "seeds", "points", "scores", "totals"}
"""Keys whose value is a map by seat; its entries are written in order of play."""


def to_plain(part: Part) -> dict[str, Any]:
    """The part as a mapping: keys in the order of the format, nothing that was not given, lists and plain maps."""
    written: dict[str, Any] = {}
    for one in fields(part):
        value = getattr(part, one.name)
        if (isinstance(part, GameRecord) and one.name in ALWAYS) or not _empty(value):
            written[one.name] = _plain(one.name, value)
    return written


def _empty(value: object) -> bool:
    """Whether a value says nothing; a part that is there but empty says nothing either."""
    return not value or (not isinstance(value, str | int | tuple | Mapping) and not to_plain(value))  # type: ignore[arg-type]


def _plain(key: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return [one if isinstance(one, str) else to_plain(one) for one in value]
    if isinstance(value, Mapping):
        return dict(sorted(value.items())) if key in BY_SEAT or key in {"options", "x"} else dict(value)
    return value if isinstance(value, str | int) else to_plain(value)
