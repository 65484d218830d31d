"""The pack of one table: every card that can be told from another, with what it costs and whether it is wild.

Twins are one `Kind` with `count` two: nothing in the rules tells them apart, so the solver never has to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, Notation

NO_SUIT = -1
"""The suit of a printed joker: equal to no member of the enumeration, so that every comparison with one is no."""

JOKER_RANK = -1
"""The rank of a printed joker: the index the enumeration `rank` gives its member `joker`, outside the order."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A card as conditions see it (the fields of the record `card`), and how many copies the pack holds.

    `suit` and `rank` are run-time members (indices of the enumerations), `place` counts from 1 in the order of the
    pack; a printed joker has the rank `joker`, no suit, number 0 and place 0.
    """

    index: int
    text: str
    suit: int
    rank: int
    number: int
    place: int
    joker: bool
    count: int
    wild: bool = False
    points: int = 0
    taken: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Pack:
    """Kinds in the order of the pack; `copies` of every card with a suit, `jokers` printed jokers."""

    kinds: tuple[Kind, ...]
    suit_count: int
    rank_count: int
    copies: int
    jokers: int
    notation: Notation

    @property
    def size(self) -> int:
        """All cards of the pack, every copy counted."""
        return sum(kind.count for kind in self.kinds)

    def kind(self, card: Card) -> Kind:
        """What a card is in this pack."""
        return self.kinds[card.index]


def blank_kinds(
    notation: Notation, suits: int, ranks: Sequence[tuple[str, int, str]], *, copies: int, jokers: int
) -> tuple[Kind, ...]:
    """The kinds of a pack before anything is said of their points and which of them are wild."""
    texts = notation.texts
    kinds = [
        Kind(
            index=suit * len(ranks) + rank,
            text=texts[suit * len(ranks) + rank],
            suit=suit,
            rank=rank,
            number=number,
            place=rank + 1,
            joker=False,
            count=copies,
        )
        for suit in range(suits)
        for rank, (_, number, _) in enumerate(ranks)
    ]
    if jokers:
        kinds.append(Kind(len(kinds), texts[len(kinds)], NO_SUIT, JOKER_RANK, 0, 0, joker=True, count=jokers))
    return tuple(kinds)
