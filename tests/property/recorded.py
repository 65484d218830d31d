"""Records of random games, and what else can be written of them: their beginnings, and what one who saw less writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import strategies as st

from referee.record.layout import layout, seating
from referee.record.model import GameRecord, Round, Ruling, seat_letter, to_plain
from referee.record.play import Word, read_play
from referee.record.reading import ReadRecord, read_mapping
from referee.record.words import GAP, Form, StepKind, WordKind, forms_of
from referee.table import Table
from referee.workshop.selfplay import play
from referee.workshop.strategies import STRATEGIES
from tests.tables import table

TABLES: tuple[tuple[str, int, dict[str, int | bool]], ...] = (
    ("spanish-40", 2, {}),
    ("spanish-40", 3, {"declared": True}),
    ("spanish-48", 4, {"jokers": 2, "limit": 60}),
    ("fournier-40", 5, {"limit": 70, "stake": 3}),
    ("fournier-48", 3, {"declared": True}),
    ("chilean-50", 3, {"wild_ace": True, "printed_jokers": 2}),
    ("chilean-50", 4, {"loser_out": True}),
    ("gin-rummy", 2, {}),
    ("conga", 4, {}),
    ("house-l", 3, {}),
    ("house-o", 4, {}),
    ("house-p", 3, {}),
    ("house-s", 2, {}),
)
"""Tables of every family: names, seats, options."""


@cache
def game_at(number: int, seed: int) -> tuple[Table, GameRecord]:
    """A game at one of the tables, and its record. With odd seeds every other seat plays at random, shows are written."""
    name, seats, options = TABLES[number % len(TABLES)]
    here = table(name, seats, **options)
    strategies = [STRATEGIES["sensible"], STRATEGIES["random"]][: 1 + seed % 2]
    return here, play(here, strategies, Random(seed), shows=bool(seed % 2)).record


def as_read(record: GameRecord) -> ReadRecord:
    """The record as a service gets it."""
    return read_mapping(to_plain(record))


def words_of_round(here: Table, record: GameRecord, number: int) -> tuple[Word, ...]:
    """The words of a round, each with its label as it is written."""
    return read_play(record.rounds[number].play, here.pack.notation, record.seats).words


def beginning(here: Table, record: GameRecord, number: int, count: int) -> GameRecord:
    """The record as it was after `count` words of a round (from 0): nothing of the count, nothing after it."""
    played = record.rounds[number]
    words = words_of_round(here, record, number)[:count]
    cut = replace(played, play=_laid_out(record, number, words), scores={}, totals={}, reenter=(), seal="")
    return replace(record, rounds=(*record.rounds[:number], cut), result=None, seal="")


def _laid_out(record: GameRecord, number: int, words: tuple[Word, ...]) -> str:
    return layout(words, seating(record, number), record.rounds[number].rulings)


def as_seen(here: Table, record: GameRecord, viewer: int | None, *, shows: bool = True) -> GameRecord:
    """The record as one seat saw it, or somebody who saw no hand at all: what was drawn and put aside is not known."""
    rounds = [_round_seen(here, record, number, viewer, shows) for number in range(len(record.rounds))]
    return replace(record, rounds=tuple(rounds))


def _round_seen(here: Table, record: GameRecord, number: int, viewer: int | None, shows: bool) -> Round:
    played = record.rounds[number]
    words = []
    for given, seat in _with_seats(here, record, number):
        hidden = given.kind is WordKind.TURN and seat != viewer
        word = replace(given, form=_hidden(here, given)) if hidden else given
        if shows or word.kind not in {WordKind.SHOW, WordKind.LAY_OFF} or here.settings["melds.declared"]:
            words.append(replace(word, label=seat if seat is not None else word.label))
    letter = None if viewer is None else seat_letter(viewer)
    hands = {letter: played.hands[letter]} if letter in played.hands else {}
    seen = replace(played, hands=hands, stock="", pack="", seal="")
    return replace(seen, play=layout(tuple(words), seating(record, number), played.rulings))


def _hidden(here: Table, word: Word) -> Form:
    """The turn as others see it."""
    steps = [replace(step, card=None) if step.kind in {StepKind.DRAW, StepKind.CLOSE} else step for step in word.steps]
    return forms_of(here.pack.notation).turn(steps)


def _with_seats(here: Table, record: GameRecord, number: int) -> Iterator[tuple[Word, int | None]]:
    """The words of a round with the seats that say them, as the order of play gives them."""
    named = record.rounds[number].hands
    seats = [seat for seat in range(here.seats) if seat_letter(seat) in named]
    first = seat_letter(seats[0]) if not record.rounds[number].eldest else record.rounds[number].eldest
    seat = ord(first) - ord("A")
    open_turn = False
    for word in words_of_round(here, record, number):
        seat = word.label if word.label is not None else seat
        yield word, seat if word.kind not in {WordKind.RESHUFFLE, WordKind.GAP, WordKind.EVENT} else None
        if word.kind in {WordKind.TURN, WordKind.PASS}:
            open_turn = word.form.unfinished
            closed = bool(word.steps) and word.steps[-1].kind is StepKind.CLOSE
            if not open_turn and not closed:
                seat = next((one for one in seats if one > seat), seats[0])


def with_gap(here: Table, record: GameRecord, number: int, start: int, end: int) -> GameRecord:
    """The record without some words of a round: turns that were not recorded."""
    words = [replace(word, label=seat) for word, seat in _with_seats(here, record, number)]
    kept = (*words[:start], Word(GAP, 0, 3), *words[end:])
    played = replace(record.rounds[number], play=" ".join(_written(kept)))
    return replace(record, rounds=(*record.rounds[:number], played, *record.rounds[number + 1 :]))


def _written(words: tuple[Word, ...]) -> Iterator[str]:
    for word in words:
        if word.label is not None:
            yield f"{seat_letter(word.label)}:"
        yield word.form.text


def only_the_sheet(record: GameRecord) -> GameRecord:
    """The record as somebody keeps it who writes down points only."""
    rounds = tuple(
        Round(eldest=one.eldest, scores=one.scores, totals=one.totals, reenter=one.reenter) for one in record.rounds
    )
    return replace(record, rounds=rounds)


def rulings(here: Table) -> st.SearchStrategy[Ruling]:
    """Any ruling a director might make at a table."""
    letters = [seat_letter(seat) for seat in range(here.seats)]
    seats = st.lists(st.sampled_from(letters), max_size=2, unique=True).map(tuple)
    points = st.dictionaries(st.sampled_from(letters), st.integers(-20, 50), max_size=2)
    card = st.sampled_from(here.pack.notation.texts)
    place = st.sampled_from([*letters, "stock", "pile", "aside"])
    move = st.builds("{}: {}>{}".format, card, place, place)
    return st.builds(
        Ruling,
        turn=st.integers(0, 4),
        stands=st.booleans(),
        taken_back=st.integers(0, 5),
        points=points,
        scores=points,
        barred=seats,
        exposed=seats,
        removed=seats,
        moves=st.lists(move, max_size=2).map(tuple),
        replay=st.booleans(),
    )
