"""What goes wrong in records: one function a kind, each changing one thing in a valid record.

A kind gets a record taken apart and a source of chance, and gives the changed record with the place of the change, or
None where such a thing cannot go wrong in this record. `turn` counts from 1, 0 where the change is not in the play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from referee.cards import Card
from referee.game.moment import hand_of, playing
from referee.record.model import GameRecord, Round
from referee.record.words import WordKind
from tests.corruption.traced import Spot, Traced, with_words, words_of


@dataclass(frozen=True)
class Corrupted:
    """A record with one thing wrong in it; `number` is the round from 0."""

    record: GameRecord
    number: int
    turn: int = 0


Kind = Callable[[Traced, Random], Corrupted | None]
KINDS: dict[str, Kind] = {}


def kind(make: Kind) -> Kind:
    """A kind of corruption, called as its function is."""
    KINDS[make.__name__] = make
    return make


Found = Iterator[tuple[int, int, Spot]]


def spots(game: Traced, wanted: Callable[[Spot], bool]) -> list[tuple[int, int, Spot]]:
    """Round, place in the round, and word: those wanted."""
    return [
        (number, at, spot)
        for number, round_ in enumerate(game.rounds)
        for at, spot in enumerate(round_)
        if wanted(spot)
    ]


def a_turn(spot: Spot) -> bool:
    return spot.kind is WordKind.TURN


def chosen(game: Traced, chance: Random, wanted: Callable[[Spot], bool]) -> tuple[int, int, Spot] | None:
    """One of the words wanted."""
    found = spots(game, wanted)
    return chance.choice(found) if found else None


def changed(game: Traced, number: int, at: int, spot: Spot, *words: tuple[int | None, str]) -> Corrupted:
    """The record with these words in place of one."""
    all_words = words_of(game.rounds[number])
    all_words[at : at + 1] = words
    return Corrupted(with_words(game.record, number, all_words), number, spot.turn)


def instead(game: Traced, number: int, at: int, spot: Spot, text: str) -> Corrupted:
    """The record with another word of the same seat."""
    return changed(game, number, at, spot, (spot.seat, text))


def texts(game: Traced, cards: object) -> list[str]:
    """Cards as they are written, each once."""
    return sorted({game.table.write(card) for card in cards if card is not None})


def others_held(game: Traced, spot: Spot, seat: int | None = None) -> list[str]:
    """Cards that only other seats hold (or one of them)."""
    play = spot.before.round
    own = set(texts(game, hand_of(play, spot.seat).known)) | {spot.drew[1:]}
    seats = [other for other in playing(play) if other != spot.seat and seat in {None, other}]
    return [text for other in seats for text in texts(game, hand_of(play, other).known) if text not in own]


def a_round(game: Traced, chance: Random, wanted: Callable[[Round], bool]) -> int | None:
    """The number of a round."""
    found = [number for number, played in enumerate(game.record.rounds) if wanted(played)]
    return chance.choice(found) if found else None


def texts_in_order(game: Traced, cards: tuple[Card | None, ...]) -> list[str]:
    """Cards as they are written, in their order."""
    return [game.table.write(card) for card in cards if card is not None]
