"""The canonical form: one record, one text. It is what is sealed, compared and sent.

Keys in the order of the format, nothing that says nothing, hands in pack order with unknown cards last, lots as they
were drawn, plays laid out one lap a line, single blanks, LF, no comments. Needs the notation of the pack, because a
card has a place only there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.cards import Notation
from referee.record import messages
from referee.record.cards_text import hand_order, read_cards, write_cards
from referee.record.layout import layout, seating
from referee.record.model import GameRecord, Round
from referee.record.moves import read_move, write_move
from referee.record.play import read_play
from referee.record.reports import ReadingFault, Repair
from referee.record.words import WordError, WordKind, forms_of
from referee.source import Text

Texts = Callable[[str], Text]
"""The text of a record at a path, with its places: `ReadRecord.text`."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """A record in canonical form; None if there are faults: then some card or word could not be read."""

    record: GameRecord | None
    repairs: tuple[Repair, ...]
    faults: tuple[ReadingFault, ...]


def canonical(
    record: GameRecord, notation: Notation, *, text: Texts | None = None, strict: bool = False, comments: bool = False
) -> Canonical:
    """The canonical form of a record whose cards are those of `notation`.

    `text` gives places to what is reported; `comments` keeps those of the plays (`fmt`).
    """
    work = _Work(notation, text, strict, comments)
    made = replace(
        record,
        options=dict(sorted(record.options.items())),
        seats=dict(sorted(record.seats.items())),
        rounds=tuple(work.round(record, number) for number in range(len(record.rounds))),
        x=dict(sorted(record.x.items())),
    )
    return Canonical(None if work.faults else made, tuple(work.repairs), tuple(work.faults))


@dataclass(slots=True)
class _Work:
    """One run over one record."""

    notation: Notation
    text: Texts | None
    strict: bool
    comments: bool
    repairs: list[Repair] = field(default_factory=list)
    faults: list[ReadingFault] = field(default_factory=list)

    def round(self, record: GameRecord, number: int) -> Round:
        """One round."""
        given, path = record.rounds[number], f"rounds[{number}]"
        return replace(
            given,
            lots={seat: self.cards(text, f"{path}.lots.{seat}") for seat, text in sorted(given.lots.items())},
            pack=self.cards(given.pack, f"{path}.pack"),
            hands=self.by_seat(given.hands, f"{path}.hands"),
            upcard=self.cards(given.upcard, f"{path}.upcard"),
            stock=self.cards(given.stock, f"{path}.stock"),
            play=self.play(record, number),
            rulings=tuple(
                replace(ruling, moves=self.moves(ruling.moves, f"{path}.rulings[{at}].moves", record.seats))
                for at, ruling in enumerate(given.rulings)
            ),
            scores=dict(sorted(given.scores.items())),
            totals=dict(sorted(given.totals.items())),
            x=dict(sorted(given.x.items())),
        )

    def place(self, value: str, path: str) -> Text:
        """The text with its places in the source, or of its own."""
        return self.text(path) if self.text else Text.plain(value, path)

    def cards(self, value: str, path: str, *, sort: bool = False) -> str:
        """Cards as text."""
        if not value:
            return ""
        read = read_cards(self.place(value, path), self.notation, strict=self.strict, path=path)
        self.repairs.extend(read.repairs)
        if read.fault:
            self.faults.append(read.fault)
        return write_cards(hand_order(read.cards) if sort else read.cards, self.notation)

    def by_seat(self, values: Mapping[str, str], path: str) -> dict[str, str]:
        """Hands by seat."""
        return {seat: self.cards(value, f"{path}.{seat}", sort=True) for seat, value in sorted(values.items())}

    def moves(self, texts: Sequence[str], path: str, seats: Mapping[str, str]) -> tuple[str, ...]:
        """Cards that a ruling moved. A text that is no move stays as it is: whoever judges the ruling says so."""
        written = []
        for at, text in enumerate(texts):
            try:
                made = write_move(read_move(text, self.notation, seats), self.notation)
            except WordError:
                made = text
            if made != text:
                self.rewritten(text, made, f"{path}[{at}]")
            written.append(made)
        return tuple(written)

    def rewritten(self, text: str, made: str, path: str) -> None:
        """A move is written otherwise than it was found: a repair, and where none is wanted a fault."""
        span = self.place(text, path).span(0, len(text))
        if self.strict:
            said = messages.loose_move(text, made)
            self.faults.append(ReadingFault("UNREADABLE", said[0], path, span, said[1]))
        else:
            self.repairs.append(Repair(path, text, made, "move of a card written loosely", span))

    def play(self, record: GameRecord, number: int) -> str:
        """The play of a round."""
        given, path = record.rounds[number], f"rounds[{number}].play"
        if not given.play.strip():
            return ""
        cards = read_cards(given.upcard, self.notation).known
        upcard = cards[0] if cards else None
        text = self.place(given.play, path)
        read = read_play(text, self.notation, record.seats, strict=self.strict, upcard=upcard, path=path)
        self.repairs.extend(read.repairs)
        if read.fault:
            self.faults.append(read.fault)
        forms = forms_of(self.notation)
        words = tuple(
            replace(word, form=forms.show(word.form.melds, word.form.loose)) if word.kind is WordKind.SHOW else word
            for word in read.words
        )
        comments = read.comments if self.comments else ()
        return layout(words, seating(record, number), given.rulings, comments)
