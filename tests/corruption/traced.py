"""A valid record taken apart, so that one thing in it can be changed: each word with its seat and the states around it.

`put_together` writes every word with its label, so that a change of one word moves no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.game.actions import Close, Decline, IncidentKind, Reenter, Show
from referee.game.flow import counted, start
from referee.game.gamestate import GameState
from referee.game.legal import apply
from referee.game.state import Phase
from referee.record.actions import actions_of
from referee.record.model import LETTERS, GameRecord, Round
from referee.record.play import Word, read_play
from referee.record.words import WordKind
from referee.table import Table
from tests.property.replaying import deal_of


@dataclass(frozen=True)
class Spot:
    """One word: the seat that acts, its text, and where the game stood before and after it.

    `turn` is its number as people count turns, from 1; what is no turn has that of the turn before it, what the table
    does before a draw that of the turn to come.
    """

    seat: int
    text: str
    kind: WordKind
    word: Word
    before: GameState
    after: GameState
    turn: int

    @property
    def drew(self) -> str:
        """`+5c`, `<5c`, or nothing."""
        return self._steps("+<")

    @property
    def threw(self) -> str:
        """`-5c`, `x5c`, or nothing."""
        return self._steps("-x")

    def _steps(self, signs: str) -> str:
        found = [self.text[one.start : one.end] for one in self.word.steps if self.text[one.start] in signs]
        return found[0] if found else ""


@dataclass(frozen=True)
class Traced:
    """A record of a whole game, its rounds word by word, and the standing before each of them and at the end."""

    table: Table
    record: GameRecord
    rounds: tuple[tuple[Spot, ...], ...]
    states: tuple[GameState, ...]


def traced(table: Table, record: GameRecord) -> Traced:
    """What happened in a valid record; the labels of plays that nobody declares are taken as they are."""
    state, states, rounds = start(table), [], []
    for played in record.rounds:
        states.append(state)
        state = apply(table, state, deal_of(table, played, state))
        spots, state = _round(table, record, played, state)
        rounds.append(tuple(spots))
        if state.phase is not Phase.COUNT:
            break
        state = counted(table, state)
        while state.phase is Phase.REENTRY:
            seat = state.asked[0]
            state = apply(table, state, Reenter(seat) if LETTERS[seat] in played.reenter else Decline(seat))
    return Traced(table, record, tuple(rounds), (*states, state))


def _round(table: Table, record: GameRecord, played: Round, state: GameState) -> tuple[list[Spot], GameState]:
    spots: list[Spot] = []
    words = read_play(played.play, table.pack.notation, record.seats, strict=True).words
    turn, seat = 0, 0
    for number, word in enumerate(words):
        seat = who_acts(state, word, seat, spots[-1].kind if spots else None)
        before = state
        turn += word.kind is WordKind.TURN or (word.kind is WordKind.PASS and before.phase is not Phase.LAY_OFF)
        for placed in actions_of(word, seat):
            action = placed.action
            if isinstance(action, Close) and number + 1 < len(words) and words[number + 1].kind is WordKind.SHOW:
                shown = actions_of(words[number + 1], seat)[0].action
                assert isinstance(shown, Show)
                action = replace(action, melds=shown.melds if table.settings["melds.declared"] else None)
            elif (word.kind is WordKind.SHOW and spots and "x" in spots[-1].text) or state.phase is Phase.COUNT:
                continue
            state = apply(table, state, action)
        begins = of_the_table(word) and before.phase is Phase.DRAW
        spots.append(Spot(seat, word.form.text, word.kind, word, before, state, turn + begins))
    return spots, state


def who_acts(state: GameState, word: Word, last: int, last_kind: WordKind | None) -> int:
    """The seat of a word: the one labelled; after a close the one that spoke last, unless it passed; else who is on turn."""
    play = state.round
    if word.label is not None:
        return word.label
    spoken = state.phase in (Phase.LAY_OFF, Phase.COUNT) and last_kind is not WordKind.PASS
    return last if spoken or play.seat is None else play.seat


def of_the_table(word: Word) -> bool:
    """Whether a word is a shuffle, or says that the round is dead."""
    return word.kind is WordKind.RESHUFFLE or word.form.event is IncidentKind.DEAD


def with_words(record: GameRecord, number: int, words: Sequence[tuple[int | None, str]]) -> GameRecord:
    """The record with another play in a round; each word with its seat, None for one that has no label."""
    play = "\n".join(text if seat is None else f"{LETTERS[seat]}: {text}" for seat, text in words)
    return with_round(record, number, play=play)


def with_round(record: GameRecord, number: int, **changed: object) -> GameRecord:
    """The record with other values of keys of a round."""
    rounds = list(record.rounds)
    rounds[number] = replace(rounds[number], **changed)
    return replace(record, rounds=tuple(rounds))


def words_of(spots: Sequence[Spot]) -> list[tuple[int | None, str]]:
    """The words of a round with their seats."""
    return [
        (None if spot.kind is WordKind.RESHUFFLE or spot.text == "!dead" else spot.seat, spot.text) for spot in spots
    ]
