"""The slow, obvious solver: it tries everything, and shares no line with the referee's.

A card is `(suit, rank)` with both counted from 0, or `JOKER`. Physical cards are never counted by kind here: twins
are two cards that happen to be equal, and every split of the hand into blocks is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

JOKER = (99, 99)
BruteCard = tuple[int, int]


@dataclass
class Rules:
    suits: int
    ranks: int
    set_sizes: set[int]
    run_sizes: set[int]
    cap: int  # cards of one suit a set may hold
    ace: str
    wild: set[BruteCard]
    allowed: Callable[[str, int, int, int], bool]  # kind, size, wilds, outer wilds
    price: Callable[[BruteCard], int]
    seen: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Block:
    kind: str
    cards: tuple[BruteCard, ...]
    wilds: int
    outer: int

    @property
    def order(self) -> tuple[bool, tuple[BruteCard, ...]]:
        return (self.kind == "set", self.cards)


def blocks(rules: Rules, cards: tuple[BruteCard, ...]) -> set[Block]:
    """Every way to call these cards one meld."""
    if cards in rules.seen:
        return rules.seen[cards]
    found = set()
    wild_at = [i for i, card in enumerate(cards) if card in rules.wild]
    for chosen in range(1 << len(wild_at)):
        standing = [cards[i] for bit, i in enumerate(wild_at) if chosen >> bit & 1]
        rest = [card for i, card in enumerate(cards) if not (i in wild_at and chosen >> wild_at.index(i) & 1)]
        if not rest or JOKER in rest:
            continue
        kinds = []
        if len(cards) in rules.set_sizes and fits_set(rules, rest, standing):
            kinds.append(("set", len(standing)))
        if len(cards) in rules.run_sizes:
            kinds += [("run", outer) for outer in run_outers(rules, rest, standing)]
        for kind, outer in kinds:
            if rules.allowed(kind, len(cards), len(standing), outer):
                found.add(Block(kind, tuple(sorted(cards)), len(standing), outer))
    rules.seen[cards] = found
    return found


def fits_set(rules: Rules, rest: list[BruteCard], standing: list[BruteCard]) -> bool:
    rank = rest[0][1]
    if any(card[1] != rank for card in rest):
        return False
    places = [(suit, rank) for suit in range(rules.suits) for _ in range(rules.cap)]
    for card in rest:
        if card not in places:
            return False
        places.remove(card)
    return somehow(standing, places)


def somehow(standing: list[BruteCard], places: list[BruteCard]) -> bool:
    """Whether every stand-in can get a place of its own that is not its own card's."""
    if not standing:
        return True
    first, others = standing[0], standing[1:]
    for place in set(places):
        if place != first:
            left = list(places)
            left.remove(place)
            if somehow(others, left):
                return True
    return False


def run_outers(rules: Rules, rest: list[BruteCard], standing: list[BruteCard]) -> set[int]:
    """For every way to lay the run: how many stand-ins fill no gap."""
    suit = rest[0][0]
    ranks = [card[1] for card in rest]
    if any(card[0] != suit for card in rest) or len(set(ranks)) < len(ranks) or len(rest) + len(standing) > rules.ranks:
        return set()
    found = set()
    for line in lines(rules, ranks):
        heights = sorted(line.index(rank) for rank in ranks) if rules.ace != "both" else None
        for at in [heights] if heights is not None else placings(line, ranks):
            outer = lay(rules, suit, line, at, standing)
            if outer is not None:
                found.add(outer)
    return found


def lines(rules: Rules, ranks: list[int]) -> list[list[int]]:
    up = list(range(rules.ranks))
    if rules.ace == "high":
        return [[*up[1:], 0]]
    if rules.ace == "both":
        return [[*up, 0]]
    if rules.ace == "around":
        return [up[start:] + up[:start] for start in ranks]
    return [up]


def placings(line: list[int], ranks: list[int]) -> list[list[int]]:
    fixed = [rank for rank in ranks if rank != 0]
    if 0 not in ranks:
        return [sorted(fixed)]
    return [sorted([*fixed, 0]), sorted([*fixed, len(line) - 1])]


def lay(rules: Rules, suit: int, line: list[int], at: list[int], standing: list[BruteCard]) -> int | None:
    """Gaps first, then above while there is room, then below; None if that cannot be."""
    if rules.ace == "around" and at[0] != 0:
        return None
    gaps = [height for height in range(at[0], at[-1]) if height not in at]
    if len(gaps) > len(standing):
        return None
    taken, outer = list(gaps), 0
    top, bottom = at[-1], at[0]
    while len(taken) < len(standing):
        if top + 1 < len(line):
            top += 1
            taken.append(top)
        elif bottom > 0 and rules.ace != "around":
            bottom -= 1
            taken.append(bottom)
        else:
            return None
        outer += 1
    if rules.ace == "both" and bottom == 0 and top == len(line) - 1:
        return None
    places = [(suit, line[height]) for height in taken]
    if len(standing) <= 6:
        if not any(all(c != p for c, p in zip(order, places, strict=True)) for order in permutations(standing)):
            return None
    elif not somehow(standing, places):
        return None
    return outer


def arrangements(rules: Rules, hand: list[BruteCard]) -> Iterator[tuple[list[Block], list[BruteCard]]]:
    """Every split of the hand into melds and loose cards (again and again where twins are exchanged)."""
    size = len(hand)
    melds_of: dict[int, set[Block]] = {}
    for mask in range(1, 1 << size):
        cards = tuple(sorted(hand[i] for i in range(size) if mask >> i & 1))
        if len(cards) in rules.set_sizes | rules.run_sizes and (found := blocks(rules, cards)):
            melds_of[mask] = found

    def split(left: int) -> Iterator[tuple[list[Block], list[BruteCard]]]:
        if not left:
            yield [], []
            return
        low = left & -left
        for melds, loose in split(left ^ low):
            yield melds, [*loose, hand[low.bit_length() - 1]]
        for mask, found in melds_of.items():
            if mask & low and mask & left == mask:
                for melds, loose in split(left ^ mask):
                    for block in found:
                        yield [*melds, block], loose

    return split((1 << size) - 1)


def order_key(rules: Rules, melds: list[Block], loose: list[BruteCard]) -> tuple[Any, ...]:
    """x.6 (b) to (e) after fewest loose points."""
    return (
        sum(rules.price(card) for card in loose),
        len(loose),
        -sum(len(block.cards) for block in melds),
        len(melds),
        sorted(block.order for block in melds),
    )


def best(rules: Rules, hand: list[BruteCard]) -> tuple[Any, ...]:
    return min(order_key(rules, melds, loose) for melds, loose in arrangements(rules, hand))


def facts(rules: Rules, hand: list[BruteCard]) -> set[Any]:
    """What a condition can see of all arrangements: loose cards, runs, sets, stand-ins, and each meld's signature."""
    return {
        (
            tuple(sorted(loose)),
            tuple(sorted((b.kind, len(b.cards), b.wilds, b.outer) for b in melds)),
        )
        for melds, loose in arrangements(rules, hand)
    }
