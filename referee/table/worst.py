"""Bounds that stand only to keep every hand fast to arrange: the worst legal one takes less than five milliseconds.

What makes a hand slow is the number of melds it may hold, and that grows with three things: how many cards are held,
how many of them stand for others (different ones more than equal ones), and in how many ways cards of one rank can be
taken for a set: each suit may be left out or give as many copies as may stand in one set. The bounds were found by
looking for the worst hands of very many tables; `tests/unit/game/test_worst_hands.py` goes on looking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.diagnostics.spelling import counted
from referee.lang.cost import Costs
from referee.limits import (
    HAND_CARDS,
    HAND_EXTRA_CARDS,
    PACKS,
    SET_CHOICES,
    SET_CHOICES_OF_MORE,
    SUITS,
    WHOLE_HAND_STEPS,
    WILD_CARDS_OF_TWELVE,
    WILD_KINDS,
    WILD_KINDS_OF_MORE,
    WILD_KINDS_OF_TEN,
    WILD_KINDS_OF_TWELVE,
    WILD_KINDS_WIDE,
)
from referee.table.draft import Draft
from referee.table.fault import TableFault
from referee.table.melds import LEAST_MELD

_NARROW = 16
"""The choices of four suits without twins."""

_ANY = 1 + max((PACKS + 1) ** SUITS, 2**HAND_CARDS)
"""More than there can be."""


class _Bounds(NamedTuple):
    """What hands of up to `cards` bear.

    Different wild cards where sets are narrow and where they are wide; wild cards in the whole pack; choices for a set
    with wild cards in the pack, and without.
    """

    cards: int
    narrow: int
    wide: int
    wild: int
    choices: int
    natural: int


_BOUNDS = (
    _Bounds(8, WILD_KINDS, WILD_KINDS_WIDE, _ANY, SET_CHOICES, _ANY),
    _Bounds(10, WILD_KINDS_OF_TEN, WILD_KINDS_OF_TEN, _ANY, SET_CHOICES_OF_MORE, SET_CHOICES),
    _Bounds(12, WILD_KINDS_OF_TWELVE, WILD_KINDS_OF_TWELVE, WILD_CARDS_OF_TWELVE, SET_CHOICES_OF_MORE, SET_CHOICES),
    _Bounds(HAND_CARDS, WILD_KINDS_OF_MORE, WILD_KINDS_OF_MORE, _ANY, SET_CHOICES_OF_MORE, SET_CHOICES_OF_MORE),
)

_ARRANGEMENTS: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    7: ((40, 160, 340, 600), (130, 160, 370, 600)),
    8: ((40, 310, 600, 1_240), (130, 310, 700, 1_240)),
    10: ((110, 1_050, 2_000, 2_600), (500, 1_100, 2_000, 2_600)),
    12: ((310, 1_750), (1_150, 2_650)),
    HAND_CARDS: ((580,), (3_700,)),
}
"""How many arrangements that rules can tell apart the worst hand of up to so many cards was found to have.

By the number of different wild cards (the last for more), where sets are narrow and where they are wide.
"""
_STEPS_OF_EACH = 150
"""What it takes to show an arrangement to the rules."""


def worst_faults(made: Draft) -> Iterator[TableFault]:
    """What would make hands of this table slow to arrange; the first of it, for the others may go with it."""
    bounds = next(one for one in _BOUNDS if made.hand_size <= one.cards)
    choices = _choices(made)
    kinds = [kind for kind in made.kinds if kind.wild]
    cards = sum(kind.count for kind in kinds)
    most_kinds = bounds.narrow if choices <= _NARROW else bounds.wide
    most_choices = bounds.choices if cards else bounds.natural
    held = f"with {made.hand_size} cards in a hand"
    if len(kinds) > most_kinds:
        wide = f" and {choices} ways to choose a set" if len(kinds) <= bounds.narrow else ""
        message = f"{len(kinds)} different cards are wild, expected at most {most_kinds} {held}{wide}"
        if not most_kinds:
            message = f"some cards are wild, expected none {held}"
        yield TableFault("CH519", "pack.wild", "", message)
    elif cards > bounds.wild:
        message = f"{cards} cards of the pack are wild, expected at most {bounds.wild} {held}"
        yield TableFault("CH519", "pack.wild", "cards", message)
    elif choices > most_choices:
        wilds = " of which some may be wild" if cards else ""
        message = f"{choices} ways to choose cards of one rank for a set, expected at most {most_choices} {held}{wilds}"
        yield TableFault("CH519", "melds.set", "choices", message)
    else:
        yield from _whole_hand_faults(made, len(kinds), wide=choices > _NARROW)


def _whole_hand_faults(made: Draft, wild_kinds: int, *, wide: bool) -> Iterator[TableFault]:
    """Conditions on whole hands are asked of every arrangement of a hand before it is known which is the best."""
    conditions = made.rule_set.conditions.get("melds.whole_hand", ())
    if not conditions:
        return
    most = made.hand_size + HAND_EXTRA_CARDS
    costs = Costs({"hand": most, "loose": most, "melds": most // LEAST_MELD}, made.binder.definitions)
    by_kinds = next(pair for cards, pair in _ARRANGEMENTS.items() if made.hand_size <= cards)[wide]
    arrangements = by_kinds[min(wild_kinds, len(by_kinds) - 1)]
    steps = arrangements * (_STEPS_OF_EACH + sum(costs.of(one.expr) for one in conditions))
    if steps > WHOLE_HAND_STEPS:
        message = (
            f"conditions on whole hands take up to {steps:,} steps for {arrangements:,} arrangements of one hand, "
            f"expected at most {WHOLE_HAND_STEPS:,} with {made.hand_size} cards in a hand and "
            f"{counted(wild_kinds, 'different wild card')}"
        )
        yield TableFault("CH519", "melds.whole_hand", "steps", message)


def _choices(made: Draft) -> int:
    """The ways to take cards of one rank for a set, none among them; one if there are no sets."""
    rules = made.meld_rules
    return (rules.suit_room + 1) ** rules.pack.suit_count if rules.set_sizes else 1
