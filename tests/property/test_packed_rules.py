"""Rounds on machine words come to what they come to with the values of the game, close after close, to the end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.cards import Card
from referee.game.closepoints import DEADWOOD_AT
from referee.game.readings import PLAIN_TAGS, RUNS_AT, SETS_AT, table_melds
from referee.game.stakes import opening
from referee.game.standing import close_pause
from referee.game.suits import kinds_of
from referee.record.packed_ledger import PackedLedger
from referee.record.packed_melds import MeldRows
from referee.record.packed_round import PackedRound
from referee.record.packed_rules import PackedRules
from referee.record.packed_sight import PackedSight
from referee.table import Table, bind
from referee.table.melds import RUN
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible
from tests.property.closed_rounds import Closed, by_game, closed, fill, of_round
from tests.tables import house, table, variant

TABLES = [
    ("spanish-40", 2),
    ("spanish-40", 3),
    ("spanish-40", 4),
    ("spanish-48", 4),
    ("fournier-40", 2),
    ("fournier-40", 4),
    ("fournier-48", 4),
    ("house-a", 3),
    ("house-c", 3),
    ("house-e", 4),
    ("house-f", 3),
    ("house-g", 4),
    ("house-m", 2),
    ("house-p", 3),
    ("house-q", 3),
    ("house-r", 2),
    ("house-u", 3),
    ("house-v", 2),
    ("ties", 3),
    ("ties-everywhere", 4),
    ("long", 3),
    ("coins", 4),
    ("chilean-50", 2),
    ("chilean-50", 4),
    ("eight-cards", 3),
    ("gin-rummy", 2),
    ("ten-cards", 2),
    ("by-the-others", 3),
]

BY_THE_OTHERS = """
written:
  by_others:
    es.7: {when: deadwood below closer.deadwood, writes: closer.deadwood - deadwood}
    es.8: deadwood + 2 * closer.deadwood
close:
  outcomes:
    plain: {clause: es.9, writes: deadwood - sum(one.deadwood for one in others)}
"""
"""Three seats whose points hang on what the others have left."""

BY_GAME = [("house-k", 3), ("both-ends", 2), ("exchange", 3), ("house-o", 2)]
"""Tables of which the game is asked in every round."""
GAMES, SHORT_GAMES, MANY, MOST_ROUNDS = 6, 60, 120, 25

SILENT = 0.02
"""So large a part of rounds made for lay-offs is not told by numbers at most: there are too many ways to lay cards."""

SILENT_JOKERS = 0.6
"""The same where jokers are dealt."""


def at_table(name: str, seats: int) -> Table:
    match name:
        case "ties":
            return bind(variant("points:\n  es.7: 1"), seats)
        case "ties-everywhere":
            return bind(variant("points:\n  fo.2: 1", "fournier-40"), seats)
        case "long":
            return house("table: {seats: 2..3}\ndeal: {cards: 10}", seats=seats)
        case "by-the-others":
            return house(BY_THE_OTHERS, seats=seats)
        case "coins":
            return house(
                "stakes:\n  entry: 7\n  winner_takes: pot / 2\n  loser_pays: coins(max(total, 0))", seats=seats
            )
    return table(name, seats)


class Twins:
    """One game on machine words and with the values of the game, side by side."""

    def __init__(self, at: Table, rules: PackedRules, eldest: int) -> None:
        self.at, self.rules, self.standing = at, rules, opening(at, eldest)
        self.ledger, self.played = PackedLedger(rules.between, eldest), PackedRound()
        self.seen = Counter[str]()
        assert self.ledger.standing() == self.standing

    def go(self, done: Closed) -> None:
        """Count and add a round that is legally closed."""
        at, ledger, played = self.at, self.ledger, self.played
        fill(played, ledger, done)
        pause = by_game(at, self.standing, done)
        assert pause is not None
        self.seen["rounds"] += 1
        self.seen["silent"] += not self.rules.told(played, ledger)
        assert self.rules.count(played, ledger), done
        sheet = pause.sheet
        assert at.outcomes[played.outcome].rule.name == sheet.outcome, done
        assert played.wins == (sheet.won_by is not None), done
        if not played.wins:
            written = [sheet.written(seat) for seat in sorted(done.hands)]
            assert [played.points[place] for place in range(played.places)] == written, done
        assert ledger.add(played), done
        self.standing = close_pause(at, pause)
        assert [ledger.total(seat) for seat in range(at.seats)] == list(pause.before.totals), done
        assert ledger.standing() == self.standing, done
        assert (ledger.pot, ledger.over) == (pause.standing.pot, bool(self.standing.winners))
        self.seen[sheet.outcome] += 1
        self.seen["out"] += len(pause.out)
        self.seen["back"] += len(pause.re_entered)
        self.seen["over"] += ledger.over


def compared(name: str, seats: int, games: int, seed: int) -> Counter[str]:
    """Games of rounds made for lay-offs; what was seen in them."""
    at, chance = at_table(name, seats), Random(f"{name} {seats} {seed}")
    rules, seen = PackedRules(at), Counter[str]()
    assert rules.open
    assert rules.plain == ((name, seats) not in BY_GAME)
    for _ in range(games):
        twins = Twins(at, rules, chance.randrange(seats))
        while not twins.standing.winners and twins.seen["rounds"] < MOST_ROUNDS:
            done = closed(at, twins.standing, chance)
            if done is not None:
                twins.go(done)
        seen += twins.seen
    return seen


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_comes_to_the_same(name: str, seats: int) -> None:
    seen = compared(name, seats, SHORT_GAMES if name == "chilean-50" else GAMES, 0)
    assert seen["plain"] + seen["remainder"] + seen["knock"] > 0
    assert seen["silent"] <= seen["rounds"] * (SILENT_JOKERS if at_table(name, seats).pack.jokers else SILENT)


@pytest.mark.parametrize(("name", "seats"), BY_GAME)
def test_where_numbers_do_not_tell_it_the_game_is_asked(name: str, seats: int) -> None:
    seen = compared(name, seats, 2, 0)
    assert seen["silent"] == seen["rounds"] > 0


@pytest.mark.parametrize("name", ["closing-card", "conga", "house-i"])
def test_where_rules_ask_for_the_hand_nothing_is_said(name: str) -> None:
    assert not PackedRules(table(name)).open


def test_all_that_comes_of_a_round_is_seen() -> None:
    seen = compared("spanish-40", 3, MANY // 4, 1) + compared("fournier-40", 3, GAMES, 1)
    seen += compared("house-e", 4, MANY // 4, 1)
    assert all(seen[one] > 0 for one in ("plain", "clean", "chinchon", "out", "back", "over", "silent")), seen


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_many_games_come_to_the_same(name: str, seats: int) -> None:
    compared(name, seats, MANY, 2)


@pytest.mark.parametrize(
    ("name", "seats"), [("spanish-40", 3), ("spanish-48", 4), ("fournier-40", 3), ("fournier-48", 4)]
)
def test_every_round_that_is_played_is_told(name: str, seats: int) -> None:
    at, seen = table(name, seats), Counter[str]()
    rules, seed = PackedRules(at), 0
    while seen["rounds"] < 100:
        record, seed = play(at, [sensible] * seats, Random(seed)).record, seed + 1
        twins = Twins(at, rules, opening(at).eldest)
        for played in record.rounds:
            done = of_round(at, twins.standing, played)
            if done is None or played.reenter:
                break
            twins.go(done)
        seen += twins.seen
    assert seen["silent"] == 0


def test_what_the_game_refuses_is_not_counted() -> None:
    at, chance, legal = table("spanish-40", 3), Random(3), 0
    rules, standing = PackedRules(at), opening(at)
    played, ledger, refused = PackedRound(), PackedLedger(rules.between), 0
    while refused < 200:
        done = closed(at, standing, chance)
        if done is None:
            continue
        held = sorted([*done.hands[done.closer], done.closing])
        for closing in held:
            keep = tuple([card for card in held if card != closing])
            other = Closed({**done.hands, done.closer: keep}, done.closer, closing, done.taken, done.turns, 3)
            pause = by_game(at, standing, other)
            fill(played, ledger, other)
            told = rules.count(played, ledger)
            assert not (told and pause is None), other
            legal += told
            refused += pause is None
    assert legal > 20


def test_with_wild_cards_the_game_is_asked() -> None:
    at = table("spanish-40", 2, jokers=2)
    rules, before = PackedRules(at), opening(at)
    assert rules.open
    played, ledger, joker = PackedRound(), PackedLedger(rules.between), Card(40)
    run, others = tuple(map(Card, range(6))), tuple(map(Card, range(10, 17)))
    kept = tuple(map(Card, (0, 1, 2, 3, 4, 5, 20)))
    for hands, told in (
        ({0: (*run, joker), 1: others}, False),
        ({0: kept, 1: (*others[1:], Card(31))}, True),
        ({0: kept, 1: (*others[1:], joker)}, False),
    ):
        done = Closed(hands, 0, Card(39), False, 2)
        fill(played, ledger, done)
        assert rules.told(played, ledger) == told
        assert rules.count(played, ledger)
        pause = by_game(at, before, done)
        assert pause is not None
        assert at.outcomes[played.outcome].rule.name == pause.sheet.outcome
        assert [played.points[place] for place in (0, 1)] == [pause.sheet.written(seat) for seat in (0, 1)]


@pytest.mark.parametrize("name", ["spanish-40", "spanish-48", "house-j", "house-l"])
def test_the_melds_of_a_part_are_those_of_the_game(name: str) -> None:
    at, chance = table(name), Random(name)
    sight, rows, kept = PackedSight(at), MeldRows(), table_melds(at.meld_rules, at.points)
    assert sight.open
    assert kept is not None
    ranks, suits = at.pack.rank_count, at.pack.suit_count
    parts = [part << suit * ranks for suit in (0, suits - 1) for part in range(1 << ranks)]
    columns = [
        sum([1 << (suit * ranks + rank) for suit in kinds_of(part)])
        for rank in range(ranks)
        for part in range(1 << suits)
    ]
    wide = [chance.getrandbits(suits * ranks) & chance.getrandbits(suits * ranks) for _ in range(300)]
    for held in (*parts, *columns, *wide):
        mask = held & ~sight.wild
        found = kept.of(at.meld_rules, dict.fromkeys(kinds_of(mask), 1))
        assert found is not None
        if not sight.look(mask, rows):
            assert len(found) > rows.room
            continue
        assert rows.whole == sight.points(mask) == sum([at.points[kind] for kind in kinds_of(mask)])
        assert [kinds_of(rows.bits[place]) for place in range(rows.count)] == [sorted(one.cards) for one in found]
        for place, one in enumerate(found):
            points, size, run = sum([at.points[kind] for kind in one.cards]), len(one.cards), one.kind == RUN
            assert (rows.weights[place], rows.points[place], rows.sizes[place]) == (one.weight, points, size)
            tags = (size << PLAIN_TAGS) + (1 << RUNS_AT if run else 1 << SETS_AT)
            assert rows.seen[place] == tags - (points << DEADWOOD_AT)
            line = [
                kind
                for kind in range(suits * ranks)
                if (kind // ranks if run else kind % ranks) == (one.cards[0] // ranks if run else one.cards[0] % ranks)
            ]
            assert (kinds_of(rows.lines[place]), bool(rows.runs[place])) == (line, run)
