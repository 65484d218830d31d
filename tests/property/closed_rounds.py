"""Rounds at their close, made for lay-offs: as the values of the game, as words for the fast road, and as numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from referee.cards import Card
from referee.game.choice import best_close
from referee.game.close import judge_close
from referee.game.moment import seat_facts
from referee.game.price import price
from referee.game.result import Course
from referee.game.showdown import Shown, showdown
from referee.game.standing import Pause, settle
from referee.game.state import Standing
from referee.record.model import Round, seat_index
from referee.record.packed_ledger import PackedLedger
from referee.record.packed_round import PackedRound
from referee.table import Table


@dataclass(frozen=True)
class Closed:
    """A round at its close: the hands of the seats in by seat, that of the closer without the closing card."""

    hands: dict[int, tuple[Card, ...]]
    closer: int
    closing: Card
    taken: bool
    turns: int
    stock_left: int = 5
    reshuffles: int = 0


def dealt(at: Table, seats: int, chance: Random) -> list[list[int]]:
    """A hand for each of so many seats, with one card more for the first, of cards that lie near each other."""
    ranks, suits = at.pack.rank_count, at.pack.suit_count
    by_suit, noise = chance.random() < 0.5, chance.choice([0.3, 1.0, 2.0, 5.0])
    kinds = [kind.index for kind in at.pack.kinds if not kind.joker and kind.count]
    chance.shuffle(kinds)

    def place(kind: int) -> float:
        suit, rank = divmod(kind, ranks)
        return (suit * ranks + rank if by_suit else rank * suits + suit) + chance.uniform(0, noise * suits)

    kinds.sort(key=place)
    size = at.hand_size
    hands = [kinds[size * seat : size * (seat + 1)] for seat in range(seats)]
    rest = kinds[size * seats :]
    chance.shuffle(hands)
    for _ in range(chance.randrange(3)):  # what one seat lacks another one holds
        one, other = (chance.randrange(seats) for _ in range(2))
        hands[one][0], hands[other][-1] = hands[other][-1], hands[one][0]
    jokers = at.pack.kinds[-1].count if at.pack.kinds[-1].joker else 0
    if jokers and chance.random() < 0.2:
        hands[chance.randrange(seats)][0] = at.pack.kinds[-1].index
    hands[0].append(chance.choice(rest))
    return hands


def closed(at: Table, standing: Standing, chance: Random) -> Closed | None:
    """A round of this standing, legally closed; None where the seat chosen may not close with these cards."""
    seats = standing.seats_in
    hands = dealt(at, len(seats), chance)
    closer = chance.choice(seats)
    order = [closer, *[seat for seat in seats if seat != closer]]
    by_seat = {seat: tuple(sorted(map(Card, hand))) for seat, hand in zip(order, hands, strict=True)}
    behind = (seats.index(closer) - seats.index(standing.eldest)) % len(seats)
    turns = len(seats) * chance.choice([0, 1, 1, 1, 2, 5]) + behind
    stock_left = chance.randrange(12)
    given = given_of(standing, closer, turns, stock_left, 0)
    best = best_close(at, by_seat[closer], given=given)
    if not best.legal or best.closing is None:
        return None
    closing = best.closing
    kept = list(by_seat[closer])
    kept.remove(closing)
    taken = chance.random() < 0.1
    keep = tuple(kept)
    judged = judge_close(at, keep, given=given, closing=closing, hand=by_seat[closer], taken=closing if taken else None)
    if not judged.legal:
        return None
    return Closed({**by_seat, closer: keep}, closer, closing, taken, turns, stock_left)


def given_of(standing: Standing, seat: int, turns: int, stock_left: int, reshuffles: int) -> dict[str, int | bool]:
    """The facts of the course of the game before the turn of the close."""
    laps = turns // len(standing.seats_in)
    return {
        "laps": laps,
        "turns": laps,
        "faulty": False,
        "stock_cards": stock_left,
        "reshuffles": reshuffles,
        **seat_facts(standing, seat, eldest=standing.eldest, rounds=standing.rounds + 1),
    }


def by_game(at: Table, standing: Standing, done: Closed) -> Pause | None:
    """What the values of the game make of it: the pause behind the round; None where the close is not legal."""
    keep, closer = done.hands[done.closer], done.closer
    verdict = judge_close(
        at,
        keep,
        given=given_of(standing, closer, done.turns, done.stock_left, done.reshuffles),
        closing=done.closing,
        hand=tuple(sorted([*keep, done.closing])),
        taken=done.closing if done.taken else None,
    )
    if not verdict.legal:
        return None
    count = len(standing.seats_in)
    laps = (done.turns + 1) // count
    course = Course(standing.eldest, laps, (laps,) * at.seats, stock_cards=done.stock_left, reshuffles=done.reshuffles)
    hands = [done.hands.get(seat) for seat in range(at.seats)]
    result = showdown(at, standing, course, hands, Shown.of(closer, verdict, done.closing))
    return settle(at, standing, result, price(at, result, standing))


def fill(played: PackedRound, ledger: PackedLedger, done: Closed) -> None:
    """Put it into the numbers of a round."""
    ledger.lay_out(played)
    assert [played.seats[place] for place in range(played.places)] == sorted(done.hands)
    for place in range(played.places):
        played.hands[place] = sum([1 << card.index for card in done.hands[played.seats[place]]])
    played.closer = sorted(done.hands).index(done.closer)
    played.thrown, played.taken, played.turns = 1 << done.closing.index, done.taken, done.turns
    played.stock_left, played.reshuffles = done.stock_left, done.reshuffles


_TURN = re.compile("([+<])([^-+<x]+)([-x])([^-+<x]+)")


def of_round(at: Table, standing: Standing, played: Round) -> Closed | None:
    """A round of a record at its close; None where it is no round of draws and discards that is closed."""
    read = at.pack.notation.read
    seats = standing.seats_in
    hands = {seat_index(letter): [read(text) for text in cards.split()] for letter, cards in played.hands.items()}
    place, turns, stock = seats.index(standing.eldest), 0, at.pack.size - 1 - at.hand_size * len(seats)
    for word in played.play.split():
        found = _TURN.fullmatch(word)
        if word.endswith(":"):
            continue
        if found is None:
            return None
        seat, drawn, thrown = seats[place], read(found[2]), read(found[4])
        stock -= found[1] == "+"
        hands[seat].append(drawn)
        hands[seat].remove(thrown)
        if found[3] == "x":
            taken = found[1] == "<" and drawn == thrown
            made = {one: tuple(sorted(cards)) for one, cards in hands.items()}
            return Closed(made, seat, thrown, taken, turns, stock)
        place, turns = (place + 1) % len(seats), turns + 1
    return None
