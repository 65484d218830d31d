"""The solver against trying everything, at the tables of every built-in rule set and of some house rules."""

from __future__ import annotations

from random import Random

import pytest

from referee.cards import Card
from referee.game.solve import Arrangement, best_arrangement, deadwood, optimal_arrangements
from referee.lang.unparse import unparse
from referee.table import Table, bind
from referee.table.draft import Compilations
from referee.table.possible import tables_of
from tests.property import brute
from tests.property.games import GAMES, IDS, Game, hands
from tests.tables import FILES, rule_set, table

Options = dict[str, int | bool]

HANDS = 400
MANY_HANDS = 4_000


def to_card(at: Table, card: brute.BruteCard) -> Card:
    if card == brute.JOKER:
        return Card(len(at.pack.kinds) - 1)
    return Card(card[0] * at.pack.rank_count + card[1])


def from_card(at: Table, card: Card) -> brute.BruteCard:
    kind = at.kind(card)
    return brute.JOKER if kind.joker else (kind.suit, kind.rank)


def split(at: Table, arrangement: Arrangement) -> tuple[list[brute.Block], list[brute.BruteCard]]:
    """An arrangement in the slow solver's words."""
    melds = [
        brute.Block(meld.kind, tuple(sorted(from_card(at, card) for card in meld.cards)), meld.wilds, meld.outer_wilds)
        for meld in arrangement.melds
    ]
    return melds, [from_card(at, card) for card in arrangement.loose]


def standing(game: Game, hand: list[brute.BruteCard]) -> list[tuple[list[brute.Block], list[brute.BruteCard]]]:
    return [
        (melds, loose)
        for melds, loose in brute.arrangements(game.rules, hand)
        if not melds or game.stands(melds, loose)
    ]


def check(at: Table, game: Game, hand: list[brute.BruteCard], random: Random) -> None:
    cards = [to_card(at, card) for card in hand]
    found = best_arrangement(at, cards)
    everything = standing(game, hand)
    keys = [brute.order_key(game.rules, melds, loose) for melds, loose in everything]
    best = min(keys)
    melds, loose = split(at, found)
    assert brute.order_key(game.rules, melds, loose) == best, (hand, found)
    assert [block.order for block in melds] == best[-1], "melds are listed in the order of x.6 (e)"
    assert found.deadwood == best[0] == deadwood(at, cards)
    assert sorted([card for meld in found.melds for card in meld.cards] + list(found.loose)) == sorted(cards)
    shuffled = random.sample(cards, len(cards))
    assert best_arrangement(at, shuffled) == found
    optimal = optimal_arrangements(at, cards, limit=10_000)
    lists = [tuple(block.order for block in split(at, one)[0]) for one in optimal]
    wanted = {tuple(key[-1]): key for key in keys if key[0] == best[0]}
    assert lists == [tuple(key[-1]) for key in sorted(wanted.values())]
    assert optimal[0] == found
    for one in optimal:
        for block in split(at, one)[0]:
            assert block in brute.blocks(game.rules, block.cards)


def sizes(name: str, game: Game) -> tuple[int, ...]:
    if name == "ten-cards":
        return (10, 11, 12)
    return (6, 7, 7, 8) if game.rules.wild & set(game.pack) else (6, 7, 8, 9)


@pytest.mark.parametrize(("name", "seats", "options", "game"), GAMES, ids=IDS)
def test_the_best_arrangement(name: str, seats: int | None, options: Options, game: Game) -> None:
    at, random = table(name, seats, **options), Random(7)
    for hand in hands(game, 60 if name == "ten-cards" else HANDS, sizes(name, game), seed=20261012):
        check(at, game, hand, random)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options", "game"), GAMES, ids=IDS)
def test_many_more_hands(name: str, seats: int | None, options: Options, game: Game) -> None:
    at, random = table(name, seats, **options), Random(8)
    for hand in hands(game, MANY_HANDS, sizes(name, game), seed=4):
        check(at, game, hand, random)


@pytest.mark.parametrize(("name", "seats", "options", "game"), GAMES, ids=IDS)
def test_the_table_has_the_cards_and_points_of_the_game(
    name: str, seats: int | None, options: Options, game: Game
) -> None:
    at = table(name, seats, **options)
    cards = [kind for kind in at.pack.kinds for _ in range(kind.count)]
    assert sorted(from_card(at, Card(kind.index)) for kind in cards) == sorted(game.pack)
    for kind in at.pack.kinds:
        card = from_card(at, Card(kind.index))
        assert kind.points == game.rules.price(card)
        assert kind.wild == (card in game.rules.wild)


def melds_of(at: Table) -> tuple[object, ...]:
    """All that decides which arrangements a hand has; what cards cost only decides between them."""
    rules = at.meld_rules
    cards = tuple((kind.text, kind.count, kind.wild) for kind in at.pack.kinds)
    whole = tuple(unparse(one.rule.expr) for one in at.conditions("melds.whole_hand"))
    return (
        at.hand_size,
        cards,
        rules.tracks,
        rules.cyclic,
        rules.set_sizes,
        rules.run_sizes,
        rules.twins,
        rules.allowed,
        whole,
    )


@pytest.mark.parametrize("name", [name for name in FILES.names() if rule_set(name).playable])
def test_every_table_of_every_rule_set_is_checked_here(name: str) -> None:
    checked = {melds_of(table(known, seats, **options)) for known, seats, options, _ in GAMES}
    places, _ = tables_of(rule_set(name), Compilations(rule_set(name)))
    assert places
    for seats, options in places:
        assert melds_of(bind(rule_set(name), seats, options)) in checked, (seats, options)
