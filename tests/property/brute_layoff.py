"""The slow, obvious lay-off: every arrangement of the hand, then every card on every meld in every order.

Cards and rules are those of `brute`; a meld on the table is a list of (card, place) from the bottom up, where the place
in a set is the card itself or None for a stand-in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.property.brute import Block, BruteCard, Rules, arrangements, fits_set

UP, DOWN = 0, 1


@dataclass(frozen=True)
class Laying:
    """A meld on the table."""

    kind: str
    cards: tuple[BruteCard, ...]
    places: tuple[BruteCard | None, ...]


May = Callable[[Laying, list[Block]], bool]
"""May a card be laid on this meld, by somebody who melds so?"""


def wilds(meld: Laying) -> int:
    return sum(card != place for card, place in zip(meld.cards, meld.places, strict=True))


def outer(meld: Laying) -> int:
    if meld.kind == "set":
        return wilds(meld)
    naturals = [at for at, card in enumerate(meld.cards) if card == meld.places[at]]
    return sum(not naturals[0] < at < naturals[-1] for at in range(len(meld.cards)) if at not in naturals)


def is_sound(rules: Rules, meld: Laying) -> bool:
    size = len(meld.cards)
    if size not in (rules.set_sizes if meld.kind == "set" else rules.run_sizes):
        return False
    if meld.kind == "run" and len(set(meld.places)) < size:
        return False
    if meld.kind == "set":
        naturals = [card for card, place in zip(meld.cards, meld.places, strict=True) if place is not None]
        standing = [card for card, place in zip(meld.cards, meld.places, strict=True) if place is None]
        if not fits_set(rules, naturals, standing):
            return False
    return rules.allowed(meld.kind, size, wilds(meld), outer(meld))


def additions(rules: Rules, meld: Laying, card: BruteCard) -> Iterator[tuple[int, Laying]]:
    """The meld with one card more, in every way, with the end."""
    if meld.kind == "set":
        rank = next(place[1] for place in meld.places if place is not None)
        if card[1] == rank:
            yield UP, Laying("set", (*meld.cards, card), (*meld.places, card))
        if card in rules.wild:
            yield UP, Laying("set", (*meld.cards, card), (*meld.places, None))
        return
    bottom, top = meld.places[0], meld.places[-1]
    assert bottom is not None
    assert top is not None
    above, below = (top[0], top[1] + 1), (bottom[0], bottom[1] - 1)
    if above[1] < rules.ranks and (card == above or card in rules.wild):
        yield UP, Laying("run", (*meld.cards, card), (*meld.places, above))
    if below[1] >= 0 and (card == below or card in rules.wild):
        yield DOWN, Laying("run", (card, *meld.cards), (below, *meld.places))


def lay_everything(
    rules: Rules, on_table: tuple[Laying, ...], loose: tuple[BruteCard, ...], melds: list[Block], may: May
) -> dict[tuple[BruteCard, ...], set[tuple[Any, ...]]]:
    """For every choice of cards that can stay loose, the lists of lay-offs that lead there."""
    found: dict[tuple[BruteCard, ...], set[tuple[Any, ...]]] = {}
    waiting: list[tuple[tuple[Laying, ...], tuple[BruteCard, ...], tuple[Any, ...]]] = [(on_table, loose, ())]
    seen = set(waiting)
    while waiting:
        table, left, items = waiting.pop()
        found.setdefault(left, set()).add(items)
        for card in set(left):
            rest = list(left)
            rest.remove(card)
            for number, meld in enumerate(table):
                if not may(meld, melds):
                    continue
                for end, grown in additions(rules, meld, card):
                    if is_sound(rules, grown):
                        after = (*table[:number], grown, *table[number + 1 :])
                        state = (after, tuple(rest), tuple(sorted((*items, (card, number + 1, end)))))
                        if state not in seen:
                            seen.add(state)
                            waiting.append(state)
    return found


def exchanges(
    on_table: tuple[Laying, ...], hand: tuple[BruteCard, ...]
) -> dict[tuple[tuple[Laying, ...], tuple[BruteCard, ...]], int]:
    """Every table and hand that exchanges of wild cards in runs lead to, with the fewest exchanges that do."""
    found = {(on_table, tuple(sorted(hand))): 0}
    waiting = list(found)
    for table, held in waiting:
        for number, meld in enumerate(table):
            for at, (card, place) in enumerate(zip(meld.cards, meld.places, strict=True)):
                if meld.kind == "run" and card != place and place in held:
                    cards = (*meld.cards[:at], place, *meld.cards[at + 1 :])
                    left = list(held)
                    left.remove(place)
                    melds = (*table[:number], Laying("run", cards, meld.places), *table[number + 1 :])
                    after = (melds, tuple(sorted((*left, card))))
                    if after not in found:
                        found[after] = found[table, held] + 1
                        waiting.append(after)
    return found


def best_after_exchanges(
    rules: Rules, on_table: tuple[Laying, ...], hand: list[BruteCard], may: May
) -> tuple[Any, ...]:
    """x.6 (a) to (f) of the best, and the fewest exchanges that make it possible."""
    ways = exchanges(on_table, tuple(hand)).items()
    return min((*best(rules, table, list(held), may, looks=False), times) for (table, held), times in ways)


def best(
    rules: Rules, on_table: tuple[Laying, ...], hand: list[BruteCard], may: May, *, looks: bool
) -> tuple[Any, ...]:
    """x.6 (a) to (f) of the best. `looks`: whether `may` looks at how the hand is melded."""
    kept: dict[Any, dict[tuple[BruteCard, ...], set[tuple[Any, ...]]]] = {}
    keys = []
    for melds, loose in arrangements(rules, hand):
        left = tuple(sorted(loose))
        name = (left, len(melds)) if looks else left
        if name not in kept:
            kept[name] = lay_everything(rules, on_table, left, melds, may)
        for after, ways in kept[name].items():
            key = (
                sum(rules.price(card) for card in after),
                len(after),
                -sum(len(block.cards) for block in melds),
                len(melds),
                sorted(block.order for block in melds),
            )
            keys.append((*key, min(ways)))
    return min(keys)


def follow(
    rules: Rules, on_table: tuple[Laying, ...], laid: list[tuple[BruteCard, int, BruteCard | None]]
) -> list[Any]:
    """The lay-offs one after the other, each a step that is possible; what (f) compares."""
    table, items = list(on_table), []
    for card, number, stands_for in laid:
        meld = table[number - 1]
        steps = []
        for end, grown in additions(rules, meld, card):
            place = grown.places[-1 if end == UP else 0]
            wanted = place is None or place == card if stands_for is None else place == stands_for
            if wanted and is_sound(rules, grown):
                steps.append((end, grown))
        # natural before stand-in in a set
        end, grown = steps[0]
        table[number - 1] = grown
        items.append((card, number, end))
    return sorted(items)
