"""How a play is laid out: one lap a line, the seat that begins the line in front of it.

A label inside a line stands only where the seat is not the one expected; a new line begins with each lap, after
a ruling, before a gap, and with each seat of the lay-off. Who is expected is worked out from the order of the seats
that are in. Where that is not known, or a label contradicts it, nothing is worked out and every label stays: layout
never changes who acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.game.actions import IncidentKind
from referee.limits import SEATS
from referee.record.actions import TABLE_EVENTS
from referee.record.model import GameRecord, Ruling
from referee.record.play import Comment, Word
from referee.record.words import Form, StepKind, WordKind
from referee.table.seats import seat_index, seat_letter

_GONE = frozenset({IncidentKind.RESIGN, IncidentKind.LEAVE})


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays a round: the first to act, and the seats that are in, in order; None where that is not known."""

    eldest: int | None = None
    seats: tuple[int, ...] | None = None


def seating(record: GameRecord, number: int) -> Seating:
    """The seating of a round (from 0), as far as the record itself says it."""
    played = record.rounds[number]
    eldest = seat_index(played.eldest) if played.eldest else None
    if number == 0:
        return Seating(eldest, tuple(range(len(record.seats))))
    sources = (played.scores, played.totals if not played.scores else {}, played.hands if len(played.hands) > 1 else {})
    named = next((set(map(seat_index, source)) for source in sources if source), None)
    if named is None:
        return Seating(eldest, tuple(range(len(record.seats))) if len(record.seats) == 2 else None)
    named |= set(map(seat_index, played.hands))
    if eldest is not None:
        named.add(eldest)
    # no label counts here: layout may leave it out, and a label that contradicts the order is noticed where it stands
    return Seating(eldest, tuple(sorted(named)))


def layout(
    words: Sequence[Word], where: Seating, rulings: Sequence[Ruling] = (), comments: Sequence[Comment] = ()
) -> str:
    """The text of a play, line ends between its lines; empty if there are no words.

    `comments` are kept, in lines of their own or at the end of the line they stand in.
    """
    first = _Layout(where, rulings)
    text = first.write(words, comments)
    if not first.contradicted:
        return text
    return _Layout(Seating(where.eldest, None), rulings).write(words, comments)


@dataclass(slots=True)
class _Layout:
    """One run. `last` is the seat that acted last, `turn_open` whether its turn waits for a throw."""

    where: Seating
    rulings: Sequence[Ruling]
    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    seats: tuple[int, ...] | None = None
    first: int | None = None
    last: int | None = None
    expected: int | None = None
    turn_open: bool = False
    closed: bool = False
    passed: bool = False
    fresh: bool = True  # the next word begins a line
    joins: bool = False  # the last word of the line is a turn that waits for its throw
    steps: int = 0
    held: int | None = None
    contradicted: bool = False

    def write(self, words: Sequence[Word], comments: Sequence[Comment]) -> str:
        """All words."""
        self.seats = self.where.seats
        self.first = self.expected = self.where.eldest
        waiting = list(comments)
        for number, word in enumerate(words):
            while waiting and waiting[0].after <= number:
                self.comment(waiting.pop(0))
            self.word(word.form, word.label)
        for comment in waiting:
            self.comment(comment)
        self.end_line()
        return "\n".join(self.lines)

    def comment(self, comment: Comment) -> None:
        """A comment ends its line."""
        if comment.own_line:
            self.end_line()
        self.line.append(comment.text)
        self.end_line()

    def end_line(self) -> None:
        """The next word begins a line."""
        if self.line:
            self.lines.append(" ".join(self.line))
        self.line, self.fresh, self.joins = [], True, False

    def put(self, text: str, seat: int | None = None) -> None:
        """A word, behind the label of a seat if one is given."""
        if seat is not None:
            self.line.append(f"{seat_letter(seat)}:")
        if text:
            self.line.append(text)
        self.fresh = self.joins = False

    def word(self, form: Form, label: int | None) -> None:
        """Any word."""
        if label is None:
            label = self.held
        self.held = None
        if form.kind is WordKind.RESHUFFLE:
            self.held, self.joins = label, False
            self.line.append(form.text)
        elif form.kind is WordKind.RULING:
            self.ruling(form, label)
        elif form.kind is WordKind.GAP:
            self.end_line()
            self.put(form.text, label)
            self.expected = self.last = None
            self.turn_open = False
        elif form.kind is WordKind.EVENT:
            self.event(form, label)
        elif form.kind is WordKind.TURN or (form.kind is WordKind.PASS and not self.closed):
            self.turn(form, label)
        elif self.closed:
            self.lay_off(form, label)
        else:
            on_turn = self.last if self.turn_open else self.expected
            self.acts(form.text, label, on_turn)

    def acts(self, text: str, label: int | None, expected: int | None) -> int | None:
        """A word of the seat labelled, or expected; gives that seat."""
        seat = expected if label is None else label
        if label is not None and expected is not None and label != expected:
            self.contradicted = True
        said = seat if self.fresh else label if label != expected else None
        self.put(text, said)
        return seat

    def turn(self, form: Form, label: int | None) -> None:
        """A turn, or the rest of one."""
        goes_on = self.turn_open and form.begins_with_throw
        expected = self.last if goes_on else None if self.closed else self.expected
        seat = expected if label is None else label
        if not goes_on and (self.closed or self._new_lap(seat)):
            self.end_line()
        joined = goes_on and self.joins and label in {None, expected}
        if joined:
            self.line[-1] += form.text
        else:
            self.acts(form.text, label, expected)
        self.joins = form.unfinished
        self.first = seat if self.first is None else self.first
        self.last, self.turn_open = seat, form.unfinished
        self.steps = len(form.steps) + (self.steps if goes_on else 0)
        # what is joined is read again as one word, so it closes if any part of it does
        self.closed = (joined and self.closed) or any(step.kind is StepKind.CLOSE for step in form.steps)
        self.passed = False
        self.expected = self.after(seat)

    def _new_lap(self, seat: int | None) -> bool:
        """Whether a turn of this seat begins a lap."""
        if seat is None or self.last is None or self.first is None:
            return False
        return (seat - self.first) % SEATS <= (self.last - self.first) % SEATS

    def after(self, seat: int | None) -> int | None:
        """The seat in that plays after this one."""
        if seat is None or not self.seats:
            return None
        return next((one for one in self.seats if one > seat), self.seats[0])

    def lay_off(self, form: Form, label: int | None) -> None:
        """A word after the close: each seat has its line, its label stands once."""
        new = label is not None and (label != self.last or self.passed)
        if new:
            self.end_line()
        self.put(form.text, label if new or self.fresh else None)
        if label is not None:
            self.last = label
        elif self.passed:
            self.last = None
        self.passed = form.kind is WordKind.PASS

    def ruling(self, form: Form, label: int | None) -> None:
        """A ruling ends its line; what it takes back may leave the turn open."""
        self.held = label
        self.line.append(form.text)
        self.end_line()
        given = self.rulings[form.number - 1] if form.number <= len(self.rulings) else Ruling()
        if given.taken_back or given.replay or given.removed or given.moves:
            within = given.taken_back <= self.steps and not given.replay
            self.closed = False
            self.turn_open = within and bool(given.taken_back) and given.taken_back < self.steps
            self.expected = self.last if within and given.taken_back else None
            self.last = self.last if within else None

    def event(self, form: Form, label: int | None) -> None:
        """Something that is not a play. Who leaves is expected no more."""
        if form.event in TABLE_EVENTS:
            self.held = label
            self.put(form.text)
            return
        on_turn = self.last if self.turn_open or self.closed else self.expected
        seat = on_turn if label is None else label
        self.put(form.text, seat if self.fresh else label if label != on_turn else None)
        if form.event in _GONE:
            following = self.after(seat) if seat == on_turn else self.expected
            self.seats = None if self.seats is None or seat is None else tuple(x for x in self.seats if x != seat)
            self.expected, self.turn_open = following, self.turn_open and seat != on_turn
