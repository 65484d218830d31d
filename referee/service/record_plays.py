"""The plays of a record as actions on the wire, and actions as plays.

Who acts where no label stands is worked out from the order of the seats, as layout does it: nothing is replayed here.
Where that cannot be told (after turns that were not recorded, after a ruling that takes back) an action has no seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.game.actions import Action, Deal, Decline, IncidentKind, Reenter
from referee.game.actions import Ruling as CalledRuling
from referee.game.flow import start
from referee.record.actions import TABLE_EVENTS, actions_of, words_of
from referee.record.canonical import Texts
from referee.record.layout import Seating, layout, seating
from referee.record.model import GameRecord, Ruling
from referee.record.play import Word, read_play
from referee.record.reports import ReadingFault
from referee.record.words import StepKind, WordKind
from referee.service.actions_convert import NOBODY, read_action, write_action
from referee.service.state_texts import TextReader
from referee.table import Table
from referee.v1 import actions_pb2, record_service_pb2

_GONE = frozenset({IncidentKind.RESIGN, IncidentKind.LEAVE})


def write_plays(
    table: Table, record: GameRecord, texts: Texts
) -> tuple[list[record_service_pb2.Play], tuple[ReadingFault, ...]]:
    """The plays of all rounds up to what cannot be read, and why it cannot."""
    plays, faults = [], []
    for number, played in enumerate(record.rounds):
        path = f"rounds[{number}].play"
        read = read_play(texts(path), table.pack.notation, record.seats, path=path)
        faults.extend([read.fault] if read.fault is not None else [])
        actions = [write_action(table, action) for action in _actions(record, number, read.words, played.rulings)]
        plays.append(record_service_pb2.Play(actions=actions))
    return plays, tuple(faults)


def _actions(record: GameRecord, number: int, words: Sequence[Word], rulings: Sequence[Ruling]) -> Iterator[Action]:
    turn = _Turn(seating(record, number), rulings)
    for word in words:
        seat = turn.seat_of(word)
        try:
            yield from (placed.action for placed in actions_of(word, NOBODY if seat is None else seat, rulings))
        except LookupError:  # there is no such ruling, as the judge says; the word is there
            yield CalledRuling(word.form.number)


@dataclass(slots=True)
class _Turn:
    """Whose turn it is, as far as the order of the seats says it."""

    where: Seating
    rulings: Sequence[Ruling]
    expected: int | None = None
    last: int | None = None
    open: bool = False
    closed: bool = False
    passed: bool = False

    def __post_init__(self) -> None:
        self.expected = self.where.eldest

    def seat_of(self, word: Word) -> int | None:
        """Who acts; None if it cannot be told."""
        form = word.form
        if form.kind is WordKind.GAP:
            self.expected, self.last, self.open = None, None, False
            return None
        if form.kind is WordKind.RULING:
            self.ruled(form.number)
            return None
        if form.kind is WordKind.RESHUFFLE or form.event in TABLE_EVENTS:
            return None
        if form.kind is WordKind.TURN or (form.kind is WordKind.PASS and not self.closed):
            return self.turn(word)
        if form.kind is WordKind.EVENT:
            return self.event(word)
        return self.lay_off(word)

    def turn(self, word: Word) -> int | None:
        """A turn, or the rest of one."""
        goes_on = self.open and word.form.begins_with_throw
        expected = self.last if goes_on else None if self.closed else self.expected
        seat = expected if word.label is None else word.label
        self.last, self.open = seat, word.form.unfinished
        self.closed = any(step.kind is StepKind.CLOSE for step in word.steps)
        self.expected, self.passed = self.after(seat), False
        return seat

    def lay_off(self, word: Word) -> int | None:
        """A word after the close, or a show."""
        shows_on = self.open or (self.closed and not self.passed)
        on_turn = self.last if shows_on else None if self.closed else self.expected
        seat = on_turn if word.label is None else word.label
        self.last, self.passed = seat, word.form.kind is WordKind.PASS
        return seat

    def event(self, word: Word) -> int | None:
        """Something that is not a play. Who leaves acts no more."""
        on_turn = self.last if self.open or self.closed else self.expected
        seat = on_turn if word.label is None else word.label
        if word.form.event in _GONE and seat is not None:
            following = self.after(seat) if seat == on_turn else self.expected
            seats = self.where.seats
            self.where = Seating(self.where.eldest, None if seats is None else tuple(x for x in seats if x != seat))
            self.expected, self.open = following, self.open and seat != on_turn
        return seat

    def ruled(self, number: int) -> None:
        """A ruling may take back whose turn it was."""
        given = self.rulings[number - 1] if number <= len(self.rulings) else Ruling()
        if given.taken_back or given.replay or given.removed or given.moves:
            self.expected, self.last, self.open, self.closed = None, None, False, False

    def after(self, seat: int | None) -> int | None:
        """The seat in that plays after this one."""
        if seat is None or not self.where.seats:
            return None
        return next((one for one in self.where.seats if one > seat), self.where.seats[0])


def read_plays(
    reader: TextReader, record: GameRecord, plays: Sequence[record_service_pb2.Play], path: str
) -> GameRecord:
    """The record with these plays in place of its own; harmless after a fault."""
    if len(plays) != len(record.rounds):
        message = f"`{path}` has {len(plays)} plays, the record {len(record.rounds)} rounds"
        reader.fault(path, "WRONG_NUMBER_OF_PLAYS", message)
        return record
    rounds = []
    for number, (played, play) in enumerate(zip(record.rounds, plays, strict=True)):
        within = f"{path}[{number}].actions"
        actions = [_read(reader, sent, f"{within}[{at}]") for at, sent in enumerate(play.actions)]
        for at, action in enumerate(actions):
            if isinstance(action, Deal | Reenter | Decline):
                message = "deals and re-entries stand in keys of the round, not in its play"
                reader.fault(f"{within}[{at}]", "FIELD_MISPLACED", message)
        if not reader.faults:
            words = _words(reader.table, actions)
            rounds.append(replace(played, play=layout(words, seating(record, number), played.rulings)))
    return record if reader.faults else replace(record, rounds=tuple(rounds))


def _read(reader: TextReader, sent: actions_pb2.Action, path: str) -> Action:
    return read_action(reader, sent, start(reader.table), path)


def _words(table: Table, actions: Iterable[Action]) -> list[Word]:
    """The words of actions; one of nobody has no label."""
    words = words_of(list(actions), table.pack.notation)
    return [replace(word, label=None) if word.label == NOBODY else word for word in words]
