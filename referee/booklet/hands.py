"""Hands worth showing: for every way a close can end at a table one hand, found among a few hundred, always the same.

The hands are made of melds that the table allows and of loose cards beside them; the referee judges each, and nothing
here knows what it will say. Of the hands a clause refuses, the one is shown that nearly closes; of those an outcome
takes, the one that only just does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from referee.cards import Card
from referee.game import dearness
from referee.game.close import CloseVerdict, judge_close
from referee.table import Table
from referee.table.melds import RUN, Signature

MOST_HANDS = (400, 100, 50)
"""How many hands are asked about that hold no card standing for another, one, and two; they take longer and longer."""

_DEAR = 5 * dearness.CHEAP
_MOST_MELDS = 3
_PLACINGS = 2

Judged = tuple[tuple[Card, ...], CloseVerdict]


def hands(table: Table) -> Iterator[tuple[Card, ...]]:
    """Hands of the size that is kept at a close, each once, fullest first; at most `MOST_HANDS` of each sort."""
    told: set[tuple[int, ...]] = set()
    left = list(MOST_HANDS)
    for melds in _plans(table):
        wilds = sum(one.wilds for one in melds)
        for placing in range(_PLACINGS):
            placed = _placed(table, melds, placing)
            for hand in () if placed is None else _filled(table, placed):
                if left[wilds] and hand not in told:
                    told.add(hand)
                    left[wilds] -= 1
                    yield tuple(map(Card, hand))


def judged(table: Table) -> Iterator[Judged]:
    """The same hands with what the referee says of closing with them; those that take long are left out."""
    for hand in hands(table):
        if dearness.of_close(table, hand, whole=False) <= _DEAR:
            yield hand, judge_close(table, hand)


def _plans(table: Table) -> Iterator[tuple[Signature, ...]]:
    """Which melds a hand may be made of: full hands first, natural ones before those with wild cards."""
    allowed = sorted(table.meld_rules.allowed, key=lambda one: (one.wilds, one.outer_wilds, -one.size, one.kind))
    most = len(MOST_HANDS) - 1
    shown = [one for one in allowed if one.size <= table.hand_size and one.wilds <= most]
    plans = [
        plan
        for many in range(_MOST_MELDS + 1)
        for plan in combinations_with_replacement(shown, many)
        if sum(one.size for one in plan) <= table.hand_size and sum(one.wilds for one in plan) <= most
    ]
    return iter(sorted(plans, key=lambda plan: (sum(one.wilds for one in plan), -sum(one.size for one in plan))))


def _placed(table: Table, melds: Sequence[Signature], placing: int) -> list[int] | None:
    """The cards of these melds, from different places of the pack; None if the pack has no room for them."""
    taken: list[int] = []
    for at, one in enumerate(melds):
        cards = meld(table, one, taken, placing + at)
        if cards is None:
            return None
        taken += cards
    return taken


def meld(table: Table, one: Signature, taken: Sequence[int] = (), placing: int = 0) -> list[int] | None:
    """The cards of one meld, by kind, none of them in `taken`; None if the pack has no room for it."""
    return (_run if one.kind == RUN else _set)(table, one, taken, placing)


def _jokers(table: Table, taken: Sequence[int]) -> list[int]:
    """Printed jokers, which stand for other cards wherever they are wild; those already taken left out."""
    free: list[int] = []
    for kind in table.pack.kinds:
        if kind.joker and kind.wild:
            free += [kind.index] * (kind.count - list(taken).count(kind.index))
    return free


def _wilds(table: Table, one: Signature, taken: Sequence[int]) -> list[int] | None:
    jokers = _jokers(table, taken)
    return jokers[: one.wilds] if len(jokers) >= one.wilds else None


def _run(table: Table, one: Signature, taken: Sequence[int], placing: int) -> list[int] | None:
    """A run; its stand-ins fill gaps from its second card on, outer ones its upper end."""
    wilds = _wilds(table, one, taken)
    pack, tracks = table.pack, table.meld_rules.tracks
    for turn in range(pack.suit_count):
        track = tracks[(placing + 1 + turn) % pack.suit_count]
        for low in sorted(range(len(track) - one.size + 1), key=lambda at: (at + 5 - placing * 3) % len(track)):
            places = list(track[low : low + one.size])
            inner = one.wilds - one.outer_wilds
            kept = [places[0], *places[1 + inner :]]
            kept = kept[: len(kept) - one.outer_wilds]
            if wilds is not None and len(kept) == one.naturals and not set(kept) & set(taken):
                return [*kept, *wilds]
    return None


def _set(table: Table, one: Signature, taken: Sequence[int], placing: int) -> list[int] | None:
    """A set of the highest rank that is free, a lower one for each further placing."""
    wilds = _wilds(table, one, taken)
    pack = table.pack
    copies = pack.copies if table.meld_rules.twins else 1
    for turn in range(pack.rank_count):
        rank = (pack.rank_count - 2 - placing * 2 - turn) % pack.rank_count
        cards = [suit * pack.rank_count + rank for suit in range(pack.suit_count) for _ in range(copies)]
        free = [card for card in cards if list(taken).count(card) < pack.kinds[card].count]
        free = [card for at, card in enumerate(free) if free[:at].count(card) + taken.count(card) < copies]
        if wilds is not None and len(free) >= one.naturals:
            return [*free[: one.naturals], *wilds]
    return None


def _filled(table: Table, taken: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The hand filled up with cards of changing suits and neighbouring prices, the cheapest first."""
    ranks, suits = table.pack.rank_count, table.pack.suit_count
    missing = table.hand_size - len(taken)
    prices = sorted(range(ranks), key=lambda rank: (table.points[rank], rank))
    for start in range(max(1, ranks - missing + 1) if missing else 1):
        hand = list(taken)
        for at in range(ranks * suits):
            rank, suit = prices[(start + at) % ranks], (at * 3 + 2 + at // ranks) % suits
            card = suit * ranks + rank
            if len(hand) < table.hand_size and card not in hand:
                hand.append(card)
        if len(hand) == table.hand_size:
            yield tuple(sorted(hand))
