"""What a hand comes to: its melds, its loose cards and what these cost."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards import Card
from referee.frozen import quick
from referee.game.meld import Meld


@quick
@dataclass(frozen=True, slots=True)
class Arrangement:
    """A split of a hand into melds, in the order of x.6 (e), and loose cards, in pack order."""

    melds: tuple[Meld, ...]
    loose: tuple[Card, ...]
    deadwood: int
