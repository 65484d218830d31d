"""Rounds on whole numbers come to what they come to with the values of the game: on hands full of melds and lay-offs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from referee.cards import Card
from referee.game.choice import best_close
from referee.game.moment import seat_facts
from referee.game.stakes import opening
from referee.game.state import Standing
from referee.record.fast import FastRoad, Going
from referee.record.fast_bits import Bits
from referee.record.fast_ledger import Ledger
from referee.record.fast_round import RoundWalk
from referee.record.fast_rules import RoundRules
from referee.record.fast_sheet import lines_of
from referee.record.fast_turns import AskGame
from referee.record.model import LETTERS, Round
from referee.record.verdict import ScoreLine
from referee.table import Table, bind
from tests.tables import table, variant

TABLES = [
    ("spanish-40", 2),
    ("spanish-40", 3),
    ("spanish-40", 4),
    ("spanish-48", 4),
    ("fournier-40", 3),
    ("fournier-40", 4),
    ("fournier-48", 4),
    ("house-a", 3),
    ("house-g", 4),
    ("ties", 4),
]
ROUNDS, MANY = 150, 3_000
TOLD = 0.5
"""So large a part of these rounds numbers tell at least: most lay-offs have one best way."""


def a_round(at: Table, chance: Random) -> Round | None:
    """A round that is closed in its second lap; None where the eldest may not close with these cards."""
    ranks, suits = at.pack.rank_count, at.pack.suit_count
    by_suit, noise = chance.random() < 0.5, chance.choice([1.0, 2.0, 5.0])
    kinds = list(range(ranks * suits))
    chance.shuffle(kinds)

    def place(kind: int) -> float:
        suit, rank = divmod(kind, ranks)
        return (suit * ranks + rank if by_suit else rank * suits + suit) + chance.uniform(0, noise * suits)

    kinds.sort(key=place)
    size, seats = at.hand_size, at.seats
    hands = [kinds[size * seat : size * (seat + 1)] for seat in range(seats)]
    chance.shuffle(hands)
    if chance.random() < 0.5:  # what one seat lacks another one holds
        one, other = (chance.randrange(seats) for _ in range(2))
        hands[one][0], hands[other][-1] = hands[other][-1], hands[one][0]
    upcard, *stock = kinds[size * seats :]
    drawn = stock[seats]
    facts = {
        "laps": 1,
        "turns": 1,
        "stock_cards": len(stock) - seats - 1,
        **seat_facts(opening(at), 0, eldest=0, rounds=1),
    }
    held = [Card(kind) for kind in sorted([*hands[0], drawn])]
    close = best_close(at, held, given=facts)
    if not close.legal:
        return None
    write = at.write
    words = [f"+{write(Card(one))}-{write(Card(one))}" for one in stock[:seats]]
    words.append(f"+{write(Card(drawn))}x{write(close.closing)}")
    return Round(
        hands={LETTERS[seat]: " ".join(write(Card(one)) for one in hand) for seat, hand in enumerate(hands)},
        upcard=write(Card(upcard)),
        stock=" ".join(write(Card(one)) for one in stock) if chance.random() < 0.5 else "",
        play=" ".join(words),
    )


def at_table(name: str, seats: int) -> Table:
    """A table; at that called `ties` all cards cost the same, so that many choices are equally good."""
    return bind(variant("points:\n  es.7: 1"), seats) if name == "ties" else table(name, seats)


def sheet_of(road: FastRoad, before: Standing, played: Round) -> list[ScoreLine] | None:
    """The lines of a round by numbers; None where they do not tell them."""
    going = Going(road, dict.fromkeys(LETTERS[: road.table.seats], "x"), "")
    going.sheet = []
    pause = RoundWalk(road.rules, before, played).pause()
    scores = {LETTERS[line.seat]: line.written or 0 for line in pause.sheet.lines}
    try:
        going.by_numbers("", played.hands, played.upcard, played.stock, played.play.split(), scores, {})
    except AskGame:
        return None
    assert going.sheet == list(lines_of(road.table, 1, pause, replace(played, scores=scores))), played
    return going.sheet


def compared(name: str, seats: int, rounds: int, seed: int) -> tuple[int, int, int]:
    """How many rounds were compared, of how many numbers said nothing, and of how many they had no sheet."""
    at, chance = at_table(name, seats), Random(f"{name} {seats} {seed}")
    road, before = FastRoad(at), opening(at)
    assert road.numbers.open
    done = silent = bare = 0
    while done < rounds:
        played = a_round(at, chance)
        if played is None:
            continue
        done += 1
        bare += sheet_of(road, before, played) is None
        pause = RoundWalk(road.rules, before, played).pause()
        ledger = Ledger(road.numbers.ledger, before)
        try:
            closer, turns, outcome, points = road.numbers.counted(
                ledger, played.hands, played.upcard, played.stock, played.play.split()
            )
        except AskGame:
            silent += 1
            continue
        lines = pause.sheet.lines
        assert (closer, turns, outcome) == (pause.result.closer, seats + 1, pause.sheet.outcome), played
        assert points == ([line.written for line in lines] if lines else None), (played, pause.sheet)
        ledger.add(points, closer, outcome)
        assert list(ledger.written) == list(pause.before.totals)
        assert settled(ledger.standing()) == settled(pause.standing), played
    return done, silent, bare


def settled(standing: Standing) -> tuple[object, ...]:
    """What is the same before and after a pause in which nobody is asked."""
    return standing.totals, standing.gained, standing.lost, standing.out_since, standing.rounds


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_round_comes_to_the_same(name: str, seats: int) -> None:
    done, silent, bare = compared(name, seats, ROUNDS, 0)
    assert silent <= bare
    assert silent < done * TOLD
    assert bare < done


@pytest.mark.parametrize("name", ["spanish-40", "house-e"])
def test_a_plain_turn_is_the_one_that_the_reader_of_words_reads(name: str) -> None:
    rules = RoundRules(table(name))
    bits, other = Bits(rules), Bits(rules)
    other.unit_of.clear()  # knows no card, and so asks the reader
    texts = [kind.text for kind in rules.table.pack.kinds]
    words = [f"{draw}{one}{throw}{two}" for one in texts for two in texts for draw in "+<" for throw in "-x"]
    assert bits.learnt(words) == other.learnt(words)
    for word in ("+4o", "4o-5o", "+4o-5o-6o", "+99z-4o", "<-4o", "+4o=5o", "+4o -5o", "A:+4o-5o", "+?-4o"):
        assert bits.learnt([word]) == other.learnt([word])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_many_rounds_come_to_the_same(name: str, seats: int) -> None:
    compared(name, seats, MANY, 1)
