"""A meld as it lies on the table: its cards in order, and what each of them plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.cards import Card, in_pack_order
from referee.frozen import quick
from referee.game.candidates import Candidate, candidates
from referee.table import Table
from referee.table.melds import MELD_KINDS, RUN, Signature


@quick
@dataclass(frozen=True, slots=True)
class Meld:
    """A run upwards with each wild card in its place (es.15), a set in pack order.

    `places` says for each card which card it plays: itself, the card whose place in a run it takes, None for a
    stand-in in a set, which holds no particular suit. `wilds` stand for others, `naturals` for themselves;
    `outer_wilds` fill no gap between naturals.
    """

    kind: Literal["run", "set"]
    cards: tuple[Card, ...]
    places: tuple[Card | None, ...]
    wilds: int
    naturals: int
    outer_wilds: int

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        """What x.6 (e) compares."""
        return (MELD_KINDS.index(self.kind), tuple(sorted(card.index for card in self.cards)))

    @property
    def signature(self) -> Signature:
        """What a condition may ask of it."""
        return Signature(MELD_KINDS.index(self.kind), len(self.cards), self.wilds, self.outer_wilds)


def is_meld(table: Table, cards: Sequence[Card]) -> Meld | None:
    """These cards as one meld, or None. A run if they can be both, then with the fewest stand-ins."""
    counts = Counter(card.index for card in cards)
    fitting = (one for one in candidates(table.meld_rules, counts) if len(one.cards) == len(cards))
    first = next(fitting, None)
    return None if first is None else laid_out(first, Supply(cards))


class Supply:
    """The cards of a hand by kind, given out one by one: unmarked copies first, then by their marks.

    The kinds stand from the last to the first, and so do the copies of each, for the next to take is the last one.
    """

    __slots__ = ("_left",)

    def __init__(self, cards: Sequence[Card]) -> None:
        self._left: dict[int, list[Card]] = {}
        left = self._left
        for card in in_pack_order(cards)[::-1]:
            held = left.get(card.index)
            if held is None:
                left[card.index] = [card]
            else:
                held.append(card)

    def take(self, kind: int) -> Card:
        """The next copy of a kind."""
        return self._left[kind].pop()

    def rest(self) -> tuple[Card, ...]:
        """What was not taken, in pack order."""
        return tuple([card for left in reversed(self._left.values()) for card in reversed(left)])


def laid_out(one: Candidate, supply: Supply) -> Meld:
    """A candidate as a meld, its cards taken from the supply."""
    naturals = len(one.cards) - one.wilds
    if not one.wilds:
        cards = tuple([supply.take(kind) for kind in (one.places if one.kind == RUN else one.cards)])
        return Meld("run" if one.kind == RUN else "set", cards, cards, 0, naturals, one.outer_wilds)
    if one.kind == RUN:
        played = list(_in_places(one))
        cards = tuple(supply.take(kind) for kind in played)
        places: tuple[Card | None, ...] = tuple(
            card if kind == place else Card(place) for card, kind, place in zip(cards, played, one.places, strict=True)
        )
    else:
        standing = Counter(one.standing)
        cards = tuple(supply.take(kind) for kind in one.cards)
        played_as: list[Card | None] = []
        for card in cards:
            if standing[card.index]:
                standing[card.index] -= 1
                played_as.append(None)
            else:
                played_as.append(card)
        places = tuple(played_as)
    return Meld("run" if one.kind == RUN else "set", cards, places, one.wilds, naturals, one.outer_wilds)


def _in_places(one: Candidate) -> Iterator[int]:
    """The kind that lies in each place of a run: naturals in their own, stand-ins in the others.

    Of the ways to place different stand-ins, none in its own place, the first in pack order from the bottom up.
    """
    own = Counter(one.cards)
    own.subtract(one.standing)
    free = [place for place in one.places if not own[place]]
    placed = iter(_placing(free, sorted(one.standing)))
    return (place if own[place] else next(placed) for place in one.places)


def _placing(free: Sequence[int], standing: Sequence[int]) -> list[int]:
    if not free:
        return []
    for at, kind in enumerate(standing):
        if kind != free[0] and (at == 0 or standing[at - 1] != kind):
            rest = [*standing[:at], *standing[at + 1 :]]
            if all(rest.count(other) < len(rest) or other not in free[1:] for other in set(rest)):
                return [kind, *_placing(free[1:], rest)]
    raise AssertionError("the stand-ins of a candidate have places")
