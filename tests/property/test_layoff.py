"""Own melds and lay-offs against trying everything. Random hands hardly ever show the joint choice: they are built."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import process_time
from typing import NamedTuple

import pytest

from referee.cards import Card
from referee.game.exchange import exchanged, received
from referee.game.layoff import LaidOff, best_lay_off, lay_off_onto
from referee.game.meld import is_meld
from referee.game.result import Course
from referee.game.roundfacts import RoundFacts
from referee.game.showdown import lay_off_facts
from referee.game.stakes import opening
from referee.game.state import TableMeld
from referee.game.tablemeld import as_put_down, table_meld, take
from referee.table import Table
from tests.property import brute, brute_layoff
from tests.property.games import FORTY, Game, _pack, _priced, chilean, fournier, rich_hand, spanish
from tests.property.test_solver import from_card, to_card
from tests.tables import table

HANDS = 250
MANY_HANDS = 3_000


def always(meld: brute_layoff.Laying, melds: list[brute.Block]) -> bool:
    return True


def melds_of_three(meld: brute_layoff.Laying, melds: list[brute.Block]) -> bool:
    return len(meld.cards) == 3


def with_a_meld(meld: brute_layoff.Laying, melds: list[brute.Block]) -> bool:
    return len(melds) > 0


def two_wild_aces() -> Game:
    return Game(
        brute.Rules(
            suits=4,
            ranks=10,
            set_sizes=set(range(3, 9)),
            run_sizes=set(range(3, 11)),
            cap=2,
            ace="low",
            wild={(0, 0)},
            allowed=lambda kind, size, wilds, outer: wilds <= 1,
            price=_priced(FORTY),
        ),
        _pack(4, 10, 2, 0),
    )


class Case(NamedTuple):
    name: str
    seats: int | None
    options: dict[str, int | bool]
    game: Game
    may: Callable[[brute_layoff.Laying, list[brute.Block]], bool]


CASES = [
    Case("spanish-40", None, {}, spanish(FORTY, 0), always),
    Case("spanish-40", None, {"jokers": 2}, spanish(FORTY, 2), always),
    Case("fournier-40", None, {}, fournier(10, 1, twins=True), always),
    Case("fournier-40", 5, {}, fournier(10, 2, twins=True), always),
    Case("fournier-48", 8, {"twins": False}, fournier(12, 2, twins=False), always),
    Case("chilean-50", None, {"wild_ace": True}, chilean(True, 0), melds_of_three),
    Case("chilean-50", None, {"wild_ace": True, "printed_jokers": 2}, chilean(True, 2), melds_of_three),
    Case("house-k", None, {}, spanish(FORTY, 0), with_a_meld),
    Case("house-k", None, {"jokers": 2}, spanish(FORTY, 2), with_a_meld),
    Case("house-o", None, {}, two_wild_aces(), always),
    Case("exchange", None, {"jokers": 2}, spanish(FORTY, 2), always),
]
IDS = [f"{case.name}-{case.seats or 'few'}-{len(case.options)}" for case in CASES]


def situation(case: Case, random: Random, size: int) -> tuple[list[list[brute.BruteCard]], list[brute.BruteCard]]:
    """Melds for the table, and a hand that is near to them and to melds of its own."""
    game, ranks = case.game, case.game.rules.ranks
    left, melds, wanted = list(game.pack), [], random.choice((1, 2, 2, 3))
    for _ in range(40):
        if len(melds) == wanted:
            break
        suit, rank = random.randrange(4), random.randrange(ranks)
        length = random.choice((3, 3, 4, 5))
        if random.random() < 0.6:
            cards = [(suit, rank + step) for step in range(length)]
        else:
            cards = random.sample([(other, rank) for other in range(4)], min(length, 4))
        if random.random() < 0.3:
            cards[random.randrange(len(cards))] = random.choice(sorted(game.rules.wild) or cards)
        pool = list(left)
        try:
            for card in cards:
                pool.remove(card)
        except ValueError:
            continue
        if brute.blocks(game.rules, tuple(sorted(cards))):
            melds.append(cards)
            left = pool
    near: list[brute.BruteCard] = [card for card in game.rules.wild if random.random() < 0.6]
    for meld in melds:
        for suit, rank in random.sample(meld, 2):
            near += [(suit, rank + step) for step in random.sample((-2, -1, 1, 2), 3)]
            near += [(other, rank) for other in random.sample(range(4), 2)]
    random.shuffle(near)
    for suit, rank in near[:3]:
        near += [(other, rank) for other in range(4)] if random.random() < 0.5 else [(suit, rank - 1), (suit, rank + 1)]
    hand: list[brute.BruteCard] = []
    for card in random.sample(near, len(near)):
        if card in left and len(hand) < size:
            left.remove(card)
            hand.append(card)
    return melds, hand + random.sample(left, size - len(hand))


def as_laying(at: Table, meld: TableMeld) -> brute_layoff.Laying:
    places = tuple(None if place == -1 else from_card(at, Card(place)) for place in meld.places)
    return brute_layoff.Laying("set" if meld.kind else "run", tuple(from_card(at, card) for card in meld.cards), places)


def facts_of(at: Table, hand: list[Card]) -> RoundFacts:
    course = Course(0, 1, (1,) * at.seats)
    return lay_off_facts(at, opening(at), course, 1, hand, closer=0, outcome=at.outcomes[-1].rule.name)


def exchanged_one_by_one(at: Table, on_table: list[TableMeld], found: LaidOff) -> list[TableMeld]:
    """The melds after the exchanges, each of them one that is possible."""
    there = list(on_table)
    for one in found.exchanged:
        made = exchanged(at, there[one.meld - 1], one.card, 1)
        assert made is not None
        assert received(there[one.meld - 1], made) == [one.wild]
        assert as_put_down(made) == on_table[one.meld - 1]
        there[one.meld - 1] = made
    return there


def check(case: Case, at: Table, melds: list[list[brute.BruteCard]], hand: list[brute.BruteCard]) -> LaidOff:
    rules = case.game.rules
    found_melds = [is_meld(at, [to_card(at, card) for card in meld]) for meld in melds]
    on_table = [table_meld(0, meld) for meld in found_melds if meld]
    assert len(on_table) == len(melds)
    cards = [to_card(at, card) for card in hand]
    found = best_lay_off(at, on_table, cards, seat=1, facts=facts_of(at, cards))
    there = exchanged_one_by_one(at, on_table, found)
    laying = tuple(as_laying(at, meld) for meld in there)
    looks = case.may is with_a_meld
    laid = [
        (from_card(at, one.card), one.meld, None if one.stands_for is None else from_card(at, one.stands_for))
        for one in found.laid
    ]
    items = brute_layoff.follow(rules, laying, laid)
    blocks = [
        brute.Block(meld.kind, tuple(sorted(from_card(at, card) for card in meld.cards)), meld.wilds, meld.outer_wilds)
        for meld in found.melds
    ]
    assert all(block in brute.blocks(rules, block.cards) for block in blocks)
    key = (
        sum(rules.price(from_card(at, card)) for card in found.loose),
        len(found.loose),
        -sum(len(block.cards) for block in blocks),
        len(blocks),
        [block.order for block in blocks],
        tuple(items),
    )
    if case.name == "exchange":
        shown = tuple(as_laying(at, meld) for meld in on_table)
        wanted = brute_layoff.best_after_exchanges(rules, shown, hand, case.may)
        assert (*key, len(found.exchanged)) == wanted, (melds, hand, found)
    else:
        assert not found.exchanged
        assert key == brute_layoff.best(rules, laying, hand, case.may, looks=looks), (melds, hand, found)
    spread = [card for meld in found.melds for card in meld.cards] + [one.card for one in found.laid]
    gone, wild = [one.card for one in found.exchanged], [one.wild for one in found.exchanged]
    assert sorted(spread + list(found.loose) + gone) == sorted(cards + wild)
    assert found.deadwood == key[0]
    # the same, step by step
    for one in found.laid:
        grown = take(at, there[one.meld - 1], one.card, one.stands_for, seat=1)
        assert grown is not None
        there[one.meld - 1] = grown
    assert [as_laying(at, meld) for meld in there] == [as_laying(at, meld) for meld in found.on_table]
    return found


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_melds_and_lay_offs_together(case: Case) -> None:
    at, random = table(case.name, case.seats, **case.options), Random(20261130)
    both = greedy = traded = 0
    for _ in range(HANDS):
        melds, hand = situation(case, random, random.choice((6, 7, 7, 8)))
        found = check(case, at, melds, hand)
        both += bool(found.melds) and bool(found.laid)
        traded += bool(found.exchanged)
        melds_first = at.read_hand([at.write(to_card(at, card)) for card in hand])
        greedy += bool(found.laid) and _melds_first(at, melds, melds_first) > found.deadwood
    assert both >= HANDS / 10, "too few hands with melds and lay-offs"
    assert greedy >= 1, "no hand shows the joint choice"
    assert (traded >= HANDS / 20) == (case.name == "exchange")


def _melds_first(at: Table, melds: list[list[brute.BruteCard]], hand: tuple[Card, ...]) -> int:
    """What somebody pays who melds as well as he can and then lays off what is left."""
    from referee.game.solve import best_arrangement  # noqa: PLC0415 - only to count telling hands

    loose = best_arrangement(at, hand).loose
    done = lay_off_onto(at, [[to_card(at, card) for card in meld] for meld in melds], loose)
    assert done is not None
    return done.deadwood


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_many_more(case: Case) -> None:
    at, random = table(case.name, case.seats, **case.options), Random(1)
    for _ in range(MANY_HANDS):
        check(case, at, *situation(case, random, random.choice((6, 7, 7, 8))))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_in_bounded_time(case: Case) -> None:
    at, random = table(case.name, case.seats, **case.options), Random(5)
    slowest = 0.0
    for _ in range(60):
        left, on_table = list(case.game.pack), list[TableMeld]()
        for _ in range(6):
            cards, _ = situation(case, random, 7)
            for meld in cards:
                if all(left.count(card) >= meld.count(card) for card in meld):
                    made = is_meld(at, [to_card(at, card) for card in meld])
                    assert made is not None
                    on_table.append(table_meld(0, made))
                    for card in meld:
                        left.remove(card)
        smaller = Game(case.game.rules, left)
        hand = [to_card(at, card) for card in rich_hand(smaller, random, min(9, len(left)))]
        gc.disable()  # what thousands of other tests have left behind takes a second to look through
        started = process_time()
        best_lay_off(at, on_table, hand, seat=1, facts=facts_of(at, hand))
        slowest = max(slowest, process_time() - started)
        gc.enable()
    # of the processor: a stall of the machine is not the search's
    assert slowest < 0.1, "a generous bound: 20 ms are meant"
