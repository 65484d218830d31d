"""Games told a second time, by hand, for the slow solver: nothing here comes from a rule set or from the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.property.brute import JOKER, Block, BruteCard, Rules

OROS, COPAS = 0, 1


def anything(melds: list[Block], loose: list[BruteCard]) -> bool:
    return True


@dataclass
class Game:
    rules: Rules
    pack: list[BruteCard]
    stands: Callable[[list[Block], list[BruteCard]], bool] = anything
    """Whether an arrangement with melds may stand at all."""


def _pack(suits: int, ranks: int, copies: int, jokers: int) -> list[BruteCard]:
    return [(s, r) for s in range(suits) for r in range(ranks)] * copies + [JOKER] * jokers


def _priced(prices: list[int], joker: int = 25) -> Callable[[BruteCard], int]:
    return lambda card: joker if card == JOKER else prices[card[1]]


FORTY = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
FORTY_EIGHT = list(range(1, 13))


def spanish(numbers: list[int], jokers: int) -> Game:
    ranks = len(numbers)
    return Game(
        Rules(
            suits=4,
            ranks=ranks,
            set_sizes={3, 4},
            run_sizes=set(range(3, ranks + 1)),
            cap=1,
            ace="low",
            wild={JOKER},
            allowed=lambda kind, size, wilds, outer: size - wilds >= 2,
            price=_priced(numbers),
        ),
        _pack(4, ranks, 1, jokers),
    )


def fournier(ranks: int, copies: int, twins: bool) -> Game:
    cap = copies if twins else 1
    return Game(
        Rules(
            suits=4,
            ranks=ranks,
            set_sizes=set(range(3, min(8, 4 * cap) + 1)),
            run_sizes=set(range(3, ranks + 1)),
            cap=cap,
            ace="low",
            wild=set(),
            allowed=lambda kind, size, wilds, outer: True,
            price=_priced(list(range(1, ranks + 1))),
        ),
        _pack(4, ranks, copies, 0),
    )


def chilean(wild_ace: bool, jokers: int) -> Game:
    return Game(
        Rules(
            suits=4,
            ranks=10,
            set_sizes={3, 4},
            run_sizes={3, 4, 7},
            cap=1,
            ace="low",
            wild={JOKER, (OROS, 0)} if wild_ace else {JOKER},
            allowed=lambda kind, size, wilds, outer: size - wilds >= 2,
            price=_priced([1, 2, 3, 4, 5, 6, 7, 10, 10, 10]),
        ),
        _pack(4, 10, 1, jokers),
    )


def two_packs(largest_set: int = 7) -> Game:
    return Game(
        Rules(
            suits=4,
            ranks=10,
            set_sizes=set(range(3, largest_set + 1)),
            run_sizes=set(range(3, 11)),
            cap=2,
            ace="low",
            wild={(OROS, 0)},
            allowed=lambda kind, size, wilds, outer: wilds <= 1,
            price=_priced(FORTY),
        ),
        _pack(4, 10, 2, 0),
    )


def long_runs(jokers: int) -> Game:
    game = spanish(FORTY, jokers)
    game.rules.run_sizes = set(range(4, 11))
    return game


def ten_cards() -> Game:
    return Game(
        Rules(
            suits=4,
            ranks=13,
            set_sizes={3, 4},
            run_sizes=set(range(3, 14)),
            cap=1,
            ace="low",
            wild=set(),
            allowed=lambda kind, size, wilds, outer: True,
            price=_priced([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]),
        ),
        _pack(4, 13, 1, 0),
    )


def around() -> Game:
    def stands(melds: list[Block], loose: list[BruteCard]) -> bool:
        return any(m.kind == "run" for m in melds) and all(len(m.cards) >= 4 or m.wilds == 0 for m in melds)

    return Game(
        Rules(
            suits=4,
            ranks=10,
            set_sizes={3, 4},
            run_sizes={3, 4, 5, 6},
            cap=1,
            ace="around",
            wild={JOKER},
            allowed=lambda kind, size, wilds, outer: kind == "set" or outer == 0,
            price=_priced(FORTY),
        ),
        _pack(4, 10, 1, 3),
        stands,
    )


def both_ends() -> Game:
    def stands(melds: list[Block], loose: list[BruteCard]) -> bool:
        return sum(card[0] == OROS for card in loose) <= 3

    return Game(
        Rules(
            suits=4,
            ranks=12,
            set_sizes={3, 4},
            run_sizes=set(range(3, 13)),
            cap=1,
            ace="both",
            wild={JOKER, (OROS, 1), (COPAS, 1)},
            allowed=lambda kind, size, wilds, outer: wilds <= 2,
            price=lambda card: 25 if card == JOKER else 0 if card[1] == 2 else card[1] + 1,
        ),
        _pack(4, 12, 1, 1),
        stands,
    )


def one_run(jokers: int) -> Game:
    plain = spanish(FORTY, jokers)
    return Game(plain.rules, plain.pack, lambda melds, loose: any(meld.kind == "run" for meld in melds))


def wild_aces() -> Game:
    plain = spanish(FORTY, 3)
    plain.rules.ace = "both"
    plain.rules.wild = {JOKER, *((suit, 0) for suit in range(4))}
    plain.rules.allowed = lambda kind, size, wilds, outer: outer <= 1
    return plain


def wild_king(jokers: int) -> Game:
    plain = spanish(FORTY, jokers)
    usual = plain.rules.price
    plain.rules.ace = "around"
    plain.rules.run_sizes = {3, 4, 5}
    plain.rules.wild = {JOKER, (COPAS, 9)}
    plain.rules.price = lambda card: -3 if card != JOKER and card[1] == 0 else usual(card)
    return plain


GAMES: list[tuple[str, int | None, dict[str, int | bool], Game]] = [
    ("spanish-40", None, {}, spanish(FORTY, 0)),
    ("spanish-40", None, {"jokers": 2}, spanish(FORTY, 2)),
    ("spanish-48", 3, {}, spanish(FORTY_EIGHT, 0)),
    ("spanish-48", None, {"jokers": 2}, spanish(FORTY_EIGHT, 2)),
    ("fournier-40", None, {}, fournier(10, 1, True)),
    ("fournier-40", 4, {"twins": False}, fournier(10, 1, False)),
    ("fournier-40", 5, {}, fournier(10, 2, True)),
    ("fournier-40", 8, {"twins": False}, fournier(10, 2, False)),
    ("fournier-48", 2, {}, fournier(12, 1, True)),
    ("fournier-48", 6, {}, fournier(12, 2, True)),
    ("fournier-48", 5, {"twins": False}, fournier(12, 2, False)),
    ("chilean-50", None, {}, chilean(False, 0)),
    ("chilean-50", None, {"wild_ace": True}, chilean(True, 0)),
    ("chilean-50", 4, {"wild_ace": True, "printed_jokers": 2}, chilean(True, 2)),
    ("two-packs", None, {}, two_packs()),
    ("house-o", None, {}, two_packs(largest_set=8)),
    ("house-t", None, {}, long_runs(0)),
    ("house-t", None, {"jokers": 2}, long_runs(2)),
    ("one-run", None, {}, one_run(0)),
    ("one-run", None, {"jokers": 2}, one_run(2)),
    ("ten-cards", None, {}, ten_cards()),
    ("around", None, {}, around()),
    ("both-ends", None, {}, both_ends()),
    ("wild-aces", None, {}, wild_aces()),
    ("wild-king", None, {"jokers": 0}, wild_king(0)),
    ("wild-king", None, {"jokers": 2}, wild_king(2)),
]

IDS = [
    f"{name}-{seats or 'few'}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'plain'}"
    for name, seats, options, _ in GAMES
]


def hands(game: Game, number: int, sizes: tuple[int, ...], seed: int) -> Iterator[list[BruteCard]]:
    """Hands that are likely to meld: every other one is built from pieces of runs and sets, with wild cards."""
    random = Random(seed)
    for turn in range(number):
        size = random.choice(sizes)
        hand = rich_hand(game, random, size) if turn % 2 else random.sample(game.pack, size)
        random.shuffle(hand)
        yield hand


def rich_hand(game: Game, random: Random, size: int) -> list[BruteCard]:
    left, hand = list(game.pack), []
    wished: list[BruteCard] = [card for card in game.pack if card in game.rules.wild and random.random() < 0.5]
    while len(wished) < size + 4:
        suit, rank = random.randrange(game.rules.suits), random.randrange(game.rules.ranks)
        if random.random() < 0.5:
            wished += [(suit, (rank + step) % game.rules.ranks) for step in range(random.choice((3, 3, 4, 5, 7)))]
        else:
            wished += [(other, rank) for other in range(game.rules.suits)] * random.choice((1, 1, 2))
    for card in wished:
        if card in left and len(hand) < size:
            left.remove(card)
            hand.append(card)
    return hand + random.sample(left, size - len(hand))
