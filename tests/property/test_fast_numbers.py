"""Rounds on whole numbers come to what they come to with the values of the game: on hands full of melds and lay-offs."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NoReturn

import pytest

from referee.cards import Card
from referee.game.choice import best_close
from referee.game.moment import seat_facts
from referee.game.stakes import opening
from referee.game.state import Standing
from referee.record.fast import FastRoad, Going
from referee.record.fast_bits import RESHUFFLE, Bits
from referee.record.fast_end import EndByGame
from referee.record.fast_ledger import Ledger
from referee.record.fast_round import RoundWalk
from referee.record.fast_rules import RoundRules
from referee.record.fast_sheet import lines_of
from referee.record.fast_turns import AskGame
from referee.record.fast_words import AskJudge
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
    ("house-l", 3),
    ("eight-cards", 3),
    ("gin-rummy", 2),
    ("ten-cards", 2),
    ("chilean-50", 2),
    ("chilean-50", 4),
    ("fournier-40", 5),
    ("house-o", 3),
    ("two-packs", 3),
    ("house-e", 4),
    ("house-h", 2),
    ("house-j", 3),
    ("house-m", 3),
    ("ties", 4),
]
ROUNDS, MANY = 150, 3_000
WILD = 0.4
"""So large a part of these rounds is played with the wild cards of their packs."""

TOLD = 0.5
"""So large a part of these rounds numbers tell at least: most lay-offs have one best way."""


def a_round(at: Table, chance: Random) -> Round | None:
    """A round that is closed in its second lap; None where the eldest may not close with these cards."""
    ranks, suits = at.pack.rank_count, at.pack.suit_count
    by_suit, noise = chance.random() < 0.5, chance.choice([1.0, 2.0, 5.0])
    wild = chance.random() < WILD
    dealt = [kind for kind in at.pack.kinds if wild or not kind.wild]
    kinds = [kind.index for kind in dealt for _ in range(kind.count)]
    chance.shuffle(kinds)

    def place(kind: int) -> float:
        if at.pack.kinds[kind].joker:
            return chance.uniform(0, ranks * suits)
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
    more = at.settings["deal.next_card"] == "to_eldest"
    *thrown, drawn = stock[: seats + 1 - more]
    if any(at.pack.kinds[one].joker for one in thrown):  # which may be forbidden
        return None
    facts = {
        "laps": 1,
        "turns": 1,
        "stock_cards": len(stock) - len(thrown) - 1,
        **seat_facts(opening(at), 0, eldest=0, rounds=1),
    }
    held = [Card(kind) for kind in sorted([*hands[0], drawn])]
    close = best_close(at, held, given=facts)
    if not close.legal:
        return None
    write = at.write
    words = ["."] * seats if at.settings["deal.next_card"] == "offered" else []
    if more:
        hands[0].append(upcard)
        words.append(f"-{write(Card(upcard))}")
    words += [f"+{write(Card(one))}-{write(Card(one))}" for one in thrown]
    words.append(f"+{write(Card(drawn))}x{write(close.closing)}")
    return Round(
        hands={LETTERS[seat]: " ".join(write(Card(one)) for one in hand) for seat, hand in enumerate(hands)},
        upcard="" if more else write(Card(upcard)),
        stock=" ".join(write(Card(one)) for one in stock)
        if chance.random() < 0.5 and len(kinds) == at.pack.size
        else "",
        play=" ".join(words),
    )


def at_table(name: str, seats: int) -> Table:
    """A table; at that called `ties` all cards cost the same, so that many choices are equally good."""
    return bind(variant("points:\n  es.7: 1"), seats) if name == "ties" else table(name, seats)


class Silent(EndByGame):
    """Says nothing, so that numbers are alone."""

    def __init__(self) -> None:
        pass

    def ended(self, *_: object) -> NoReturn:
        raise AskGame


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


def comes_to_the_same(road: FastRoad, before: Standing, played: Round) -> bool:
    """Whether a round is told at all; if so, as it is walked."""
    walk = RoundWalk(road.rules, before, played)
    pause = walk.pause()
    ledger = Ledger(road.numbers.ledger, before)
    try:
        closer, turns, actions, outcome, points = road.numbers.counted(
            ledger, played.hands, played.upcard, played.stock, played.play.split()
        )
    except AskGame:
        return False
    lines = pause.sheet.lines
    assert (closer, turns, outcome) == (pause.result.closer, walk.turns, pause.sheet.outcome), played
    assert actions == walk.actions
    assert points == ([line.written for line in lines] if lines else None), (played, pause.sheet)
    ledger.add(points, closer, outcome)
    assert list(ledger.written) == list(pause.before.totals)
    assert settled(ledger.standing()) == settled(pause.standing), played
    return True


def compared(name: str, seats: int, rounds: int, seed: int) -> tuple[int, int, int]:
    """How many rounds were compared, of how many numbers said nothing, and of how many they had no sheet."""
    at, chance = at_table(name, seats), Random(f"{name} {seats} {seed}")
    alone, by_game, before = FastRoad(at), FastRoad(at), opening(at)
    assert alone.numbers.open
    alone.numbers.by_game, by_game.numbers.open = Silent(), False
    done = silent = bare = 0
    while done < rounds:
        played = a_round(at, chance)
        if played is None:
            continue
        done += 1
        bare += sheet_of(alone, before, played) is None
        silent += not comes_to_the_same(alone, before, played)
        assert comes_to_the_same(by_game, before, played)
        assert sheet_of(by_game, before, played) is not None
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


@pytest.mark.parametrize("name", ["spanish-40", "gin-rummy", "house-e"])
def test_a_new_stock_is_the_one_that_the_reader_of_words_reads(name: str) -> None:
    rules, chance = RoundRules(table(name)), Random(name)
    bits = Bits(rules)
    texts = [kind.text for kind in rules.table.pack.kinds for _ in range(kind.count)]
    for many in range(1, len(texts) + 1):
        word = "%" + "".join(chance.sample(texts, many))
        assert bits.learnt([word]) == [(RESHUFFLE, 0, 0, 0)]
        assert bits.order(word) == [bits.units[index] for index in rules.codes.code(word).order]
        at, behind = (chance.randrange(1, len(word)) for _ in range(2))
        torn = word[:at] + chance.choice("?'%-o9 ") + word[behind:]
        try:
            read: list[int] | None = [bits.units[index] for index in rules.codes.code(torn).order]
        except AskJudge:
            read = None
        try:
            assert bits.order(torn) in (read, [])
        except AskJudge:
            assert read is None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_many_rounds_come_to_the_same(name: str, seats: int) -> None:
    compared(name, seats, MANY, 1)
