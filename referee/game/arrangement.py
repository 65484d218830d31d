"""What a hand comes to: its melds, its loose cards and what these cost.

An arrangement that was looked up keeps the hand as a mask and the cards of its sets, by which the table that decided it
knows the rest: its melds and loose cards are made when somebody reads them, once. Many ask for its points alone.
"""

from __future__ import annotations

from typing import Protocol

from referee.cards import Card
from referee.game.meld import Meld


class Decided(Protocol):
    """What decides hands given as masks (`suitmelds`)."""

    def shown(self, mask: int, sets: int) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
        """The melds and the loose cards of a hand whose sets have these cards."""


class Arrangement:
    """A split of a hand into `melds`, in the order of x.6 (e), and `loose` cards, in pack order, which cost `deadwood`.

    It cannot be changed, and those with the same melds and loose cards are equal.
    """

    __slots__ = ("_deadwood", "_decided", "_loose", "_mask", "_melds", "_sets")
    __match_args__ = ("melds", "loose", "deadwood")

    def __init__(self, melds: tuple[Meld, ...], loose: tuple[Card, ...], deadwood: int) -> None:
        self._decided: Decided | None = None
        self._mask = self._sets = 0
        self._melds: tuple[Meld, ...] | None = melds
        self._loose: tuple[Card, ...] = loose
        self._deadwood = deadwood

    @property
    def melds(self) -> tuple[Meld, ...]:
        """Its melds, in the order of x.6 (e)."""
        melds = self._melds
        return self._shown()[0] if melds is None else melds

    @property
    def loose(self) -> tuple[Card, ...]:
        """Its loose cards, in pack order."""
        return self._shown()[1] if self._melds is None else self._loose

    @property
    def deadwood(self) -> int:
        """What the loose cards cost."""
        return self._deadwood

    def _shown(self) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
        """Melds and loose cards of one that was looked up, made for the first time."""
        assert self._decided is not None
        melds, loose = self._decided.shown(self._mask, self._sets)
        self._loose = loose
        self._melds = melds  # last, for it says that both are there
        return melds, loose

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrangement):
            return NotImplemented
        return self._deadwood == other.deadwood and self.melds == other.melds and self.loose == other.loose

    def __hash__(self) -> int:
        return hash((self.melds, self.loose, self._deadwood))

    def __repr__(self) -> str:
        return f"Arrangement(melds={self.melds!r}, loose={self.loose!r}, deadwood={self._deadwood!r})"

    def __reduce__(self) -> tuple[type[Arrangement], tuple[tuple[Meld, ...], tuple[Card, ...], int]]:
        return Arrangement, (self.melds, self.loose, self._deadwood)
