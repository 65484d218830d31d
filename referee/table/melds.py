"""What may be a meld at one table, worked out when the table is set up.

A condition on a meld sees its kind, its size and what its wild cards do, never its cards. So the conditions of
`melds.each_meld` are asked once for every such *signature*, and cost nothing in play.

A run lies on a *track*: the kinds of one suit from the bottom up. The ace stands at the bottom, at the top, at
either end, or joins the two ends of a track that goes around; a run has one card of each rank at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from referee.table.pack import Pack

Ace = Literal["low", "high", "both", "around"]

RUN, SET = 0, 1
"""The kinds of meld in the order in which melds are listed (x.6): runs before sets."""

MELD_KINDS = ("run", "set")

LEAST_MELD = 3
"""Two cards are a pair, of which no rule speaks."""


class Signature(NamedTuple):
    """What a condition may ask of a meld. In a set no wild card fills a gap: all its wilds are outer ones.

    `kind` is `RUN` or `SET`; the rest are numbers of cards. The solver writes it as the plain tuple that it equals.
    """

    kind: int
    size: int
    wilds: int
    outer_wilds: int

    @property
    def naturals(self) -> int:
        """Cards that stand for themselves, wild cards in their own place among them."""
        return self.size - self.wilds


class Window(NamedTuple):
    """A stretch of a track that a run may fill: its kinds upwards, as bits too, and whether nothing lies above it."""

    places: tuple[int, ...]
    bits: int
    at_top: bool


@dataclass(frozen=True, eq=False)
class MeldRules:
    """The melds of one table. `set_sizes` and `run_sizes` list what can occur in a hand of `most_cards`."""

    pack: Pack
    most_cards: int
    set_sizes: tuple[int, ...]
    run_sizes: tuple[int, ...]
    twins: bool
    ace: Ace
    allowed: frozenset[Signature]

    @classmethod
    def of(
        cls,
        pack: Pack,
        most_cards: int,
        *,
        set_sizes: Iterable[int],
        run_sizes: Iterable[int],
        twins: bool = False,
        ace: Ace = "low",
        may_be: Callable[[Signature], bool] = lambda _: True,
    ) -> MeldRules:
        """Ask `may_be` for every signature that the pack and the sizes leave possible.

        A meld has one natural card at least: a meld of wild cards alone has neither rank nor suit.
        """
        suit_room = pack.suit_count * (pack.copies if twins else 1)
        sizes = {
            RUN: tuple(sorted({size for size in run_sizes if 1 <= size <= min(most_cards, pack.rank_count)})),
            SET: tuple(sorted({size for size in set_sizes if 1 <= size <= min(most_cards, suit_room)})),
        }
        all_wilds = sum(kind.count for kind in pack.kinds if kind.wild)
        signatures = (
            Signature(kind, size, wilds, outer)
            for kind in (RUN, SET)
            for size in sizes[kind]
            for wilds in range(min(size - 1, all_wilds) + 1)
            for outer in (range(wilds + 1) if kind == RUN else (wilds,))
        )
        allowed = frozenset(signature for signature in signatures if may_be(signature))
        return cls(
            pack=pack,
            most_cards=most_cards,
            set_sizes=tuple(size for size in sizes[SET] if any(s.kind == SET and s.size == size for s in allowed)),
            run_sizes=tuple(size for size in sizes[RUN] if any(s.kind == RUN and s.size == size for s in allowed)),
            twins=twins,
            ace=ace,
            allowed=allowed,
        )

    @cached_property
    def most_wilds(self) -> dict[tuple[int, int], int]:
        """For (kind, size) the most wild cards a meld may have."""
        most: dict[tuple[int, int], int] = {}
        for signature in self.allowed:
            key = (signature.kind, signature.size)
            most[key] = max(most.get(key, 0), signature.wilds)
        return most

    @cached_property
    def tracks(self) -> tuple[tuple[int, ...], ...]:
        """For every suit the kinds on its track from the bottom up; with `both` the ace stands at each end."""
        ranks = self.pack.rank_count
        order = list(range(ranks))
        if self.ace == "high":
            order = [*order[1:], 0]
        elif self.ace == "both" and ranks > 1:
            order = [*order, 0]
        return tuple(tuple(suit * ranks + rank for rank in order) for suit in range(self.pack.suit_count))

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """Every stretch that a run of a size that can occur may fill."""
        found = []
        for track in self.tracks:
            length = len(track)
            for size in self.run_sizes:
                for low in range(length if self.cyclic else length - size + 1):
                    places = tuple(track[(low + step) % length] for step in range(size))
                    bits = sum(1 << kind for kind in places)
                    found.append(Window(places, bits, low + size == length and not self.cyclic))
        return tuple(found)

    @property
    def cyclic(self) -> bool:
        """Whether a track's top is followed by its bottom."""
        return self.ace == "around"

    @property
    def suit_room(self) -> int:
        """How many cards of one suit a set may hold."""
        return self.pack.copies if self.twins else 1

    @cached_property
    def wild_kinds(self) -> frozenset[int]:
        """The kinds that may stand for another card."""
        return frozenset(kind.index for kind in self.pack.kinds if kind.wild)
