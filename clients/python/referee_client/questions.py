"""What the referee is asked with: rule sets, cards and closes, in the types one has at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Cards = str | Iterable[str]
"""Cards as one text, `"7o 7c 7e"`, or one by one, `["7o", "7c", "7e"]`. Any notation a person would write is read."""

Values = Mapping[str, int | bool | str]
"""Options or facts by name."""


@dataclass(frozen=True, slots=True)
class Source:
    """A rule set that is brought along: its YAML, and what diagnostics are to call it."""

    content: bytes | str
    file_name: str = ""

    @classmethod
    def file(cls, path: str | Path) -> Source:
        """The rule set in a file."""
        place = Path(path)
        return cls(place.read_bytes(), place.name)

    @property
    def encoded(self) -> bytes:
        """The YAML as bytes."""
        return self.content.encode() if isinstance(self.content, str) else self.content


@dataclass(frozen=True, slots=True)
class Digest:
    """A rule set by its digest from an earlier answer; the server may have forgotten it."""

    value: str


Rules = str | Source | Digest
"""A rule set: the name of one the server offers, a source, or a digest."""


@dataclass(frozen=True, slots=True)
class CloseQuestion:
    """A close: the cards kept, or the whole hand with or without the card put face down. `given` are facts by name.

    `taken_card` is the card of the hand that came from the discard pile in this turn.

    `laps` is the commonest fact, by a shorter way: turns that everyone has finished in this round (1 unless said).
    """

    keep: Cards | None = None
    hand: Cards | None = None
    closing_card: str = ""
    taken_card: str = ""
    given: Values = field(default_factory=dict)
    laps: int | None = None

    def __post_init__(self) -> None:
        if (self.keep is None) == (self.hand is None):
            raise ValueError("a close has either the cards kept (`keep`) or the whole hand (`hand`)")
        if self.laps is not None and "laps" in self.given:
            raise ValueError("`laps` is given twice")
