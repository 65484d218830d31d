"""The play of a round, read: words in order, each with its place, and where reading had to stop.

`read_play` is what everybody calls. Strict reading takes words exactly as the published grammar has them; tolerant
reading (the default, for plays people type) falls back on `repairs` for a word that is not one, and for words that
belong together though blanks part them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.cards import Card, Notation
from referee.record import messages
from referee.record.pile import Pile
from referee.record.repairs import BLANK, LooseReader
from referee.record.reports import ReadingFault, Repair
from referee.record.words import LABEL, Form, Forms, Step, WordError, WordKind, forms_of
from referee.source import Span, Text
from referee.table.seats import LETTERS, seat_index

_PIECE = re.compile(r"#[^\n]*|[^\s#]+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a play. `start` and `end` count characters of the play's text.

    `label` is the index of the seat written in front, None where none is. Steps of `form` count from `start`.
    What was repaired stands as it was read in `form.text`.
    """

    form: Form
    start: int
    end: int
    label: int | None = None

    @property
    def kind(self) -> WordKind:
        """The kind of word."""
        return self.form.kind

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the seat did, in order; empty unless this is a turn."""
        return self.form.steps


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, `#` included; `after` is the number of words before it, `own_line` whether it stands alone."""

    text: str
    after: int
    own_line: bool


@dataclass(frozen=True, slots=True)
class Play:
    """The words up to the end, or up to `fault`; then `stopped` is the word that could not be read (start, end)."""

    text: Text
    words: tuple[Word, ...]
    repairs: tuple[Repair, ...] = ()
    fault: ReadingFault | None = None
    stopped: tuple[int, int] | None = None
    comments: tuple[Comment, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """Where characters of the play stand in the source."""
        return self.text.span(start, end)

    def written(self, word: Word) -> str:
        """A word as it was written."""
        return self.text.value[word.start : word.end]


def read_play(
    text: Text | str,
    notation: Notation,
    seats: Mapping[str, str],
    *,
    strict: bool = False,
    upcard: Card | None = None,
    path: str = "play",
) -> Play:
    """The words of a play. `seats` are names by letter, `upcard` the card turned up at the deal, where it is known.

    Never raises: what cannot be read ends the play, with a fault.
    """
    given = Text.plain(text, path) if isinstance(text, str) else text
    return _PlayReader(given, notation, seats, strict=strict, upcard=upcard, path=path).play()


class _PlayReader:
    """One run over one text."""

    def __init__(
        self,
        text: Text,
        notation: Notation,
        seats: Mapping[str, str],
        *,
        strict: bool,
        upcard: Card | None,
        path: str,
    ) -> None:
        self.text, self.value, self.path, self.strict = text, text.value, path, strict
        self.seats = seats
        self.forms: Forms = forms_of(notation)
        self.loose = None if strict else LooseReader(text.value, notation, self.forms, seats)
        self.pile = None if strict else Pile(upcard)
        self.words: list[Word] = []
        self.repairs: list[Repair] = []
        self.comments: list[Comment] = []
        self.label: tuple[int, int, int] | None = None  # seat, start, end: written, and no word after it yet

    def play(self) -> Play:
        """Read to the end, or to the first word that is none."""
        at, fault, stopped = 0, None, None
        while found := _PIECE.search(self.value, at):
            try:
                at = self._comment(found) if found[0][0] == "#" else self._piece(found)
            except WordError as error:
                span = self.text.span(error.start, max(error.end, error.start))
                fault = ReadingFault(error.code, error.message, self.path, span, error.help)
                stopped = found.span()
                break
        self._dangling()
        if not self.strict:
            self._join_turns()
        return Play(self.text, tuple(self.words), tuple(self.repairs), fault, stopped, tuple(self.comments))

    def _comment(self, found: re.Match[str]) -> int:
        before = self.value[self.value.rfind("\n", 0, found.start()) + 1 : found.start()]
        after = len(self.words) + (self.label is not None)
        self.comments.append(Comment(found[0].rstrip(), after, not before.strip()))
        return found.end()

    def _piece(self, found: re.Match[str]) -> int:
        """The label or word that begins here; gives where it ends."""
        piece, start = found[0], found.start()
        if len(piece) == 2 and piece[1] == ":" and piece[0] in LETTERS and piece[0] in self.seats:
            return self._labelled(seat_index(piece[0]), start, found.end())
        loose = self.loose
        if loose is None:
            return self._strictly(piece, start)
        label = loose.label(start)
        if label is not None:
            letter, end, why = label
            glued = self.value[end : end + 1].strip()
            self._repair(start, end + len(glued), f"{letter}:{glued and f' {glued}'}", why)
            return self._labelled(seat_index(letter), start, end)
        reasons: tuple[str, ...] = ()
        try:
            form, end = self.forms.read(piece), found.end()
        except WordError:
            form, end, reasons = loose.word(start, self.pile.top if self.pile else None)
        else:
            if loose.goes_on(form, end):
                form, end, reasons = loose.word(start, self.pile.top if self.pile else None)
        if loose.parted and reasons and self.words and self._may_go_on(self.words[-1].form):
            raise WordError(messages.two_readings(self.value[start:end]), start, end)
        if reasons:
            self._repair(start, end, form.text, ", ".join(reasons))
        self._add(form, start, end)
        return end

    def _may_go_on(self, before: Form) -> bool:
        """Whether cards behind this word may belong to it, and no label parts them."""
        if self.label is not None:
            return False
        closed = bool(before.steps) and before.steps[-1].without_card
        return before.kind is WordKind.SHOW or closed or before.text == "%"

    def _strictly(self, piece: str, start: int) -> int:
        if len(piece) == 2 and piece[1] == ":" and piece[0].isascii() and piece[0].isupper():
            said = messages.no_seat_label(piece[0], self.seats)
            raise WordError(said, start, start + 1, "NO_SUCH_SEAT")
        try:
            form = self.forms.read(piece)
        except WordError as error:
            said = (error.message, error.help)
            raise WordError(said, start + error.start, start + error.end, error.code) from None
        self._add(form, start, start + len(piece))
        return start + len(piece)

    def _labelled(self, seat: int, start: int, end: int) -> int:
        self._dangling()
        self.label = (seat, start, end)
        return end

    def _dangling(self) -> None:
        """A label that no word follows is a word of its own: it ends what the seat before did."""
        if self.label is not None:
            seat, start, end = self.label
            self.words.append(Word(LABEL, start, end, seat))
            self.label = None

    def _add(self, form: Form, start: int, end: int) -> None:
        if self.label is not None:
            self.words.append(Word(form, start, end, self.label[0]))
            self.label = None
        else:
            self.words.append(Word(form, start, end))
        if self.pile is not None:
            self.pile.follow(form)

    def _repair(self, start: int, end: int, read_as: str, why: str) -> None:
        self.repairs.append(Repair(self.path, self.value[start:end].strip(), read_as, why, self.text.span(start, end)))

    def _join_turns(self) -> None:
        """An unfinished turn and the throw behind the blank are one word; comments between keep them apart."""
        joined: list[Word] = []
        number_of: list[int] = []  # for each word, how many of the joined ones there are with it
        whole: set[int] = set()
        for word in self.words:
            before = joined[-1] if joined else None
            if before is not None and self._belongs(word, before):
                apart = word.start - before.start
                moved = (replace(step, start=step.start + apart, end=step.end + apart) for step in word.steps)
                form = replace(before.form, text=before.form.text + word.form.text, steps=(*before.steps, *moved))
                joined[-1] = replace(before, form=form, end=word.end)
                whole.add(len(joined) - 1)
            else:
                joined.append(word)
            number_of.append(len(joined))
        if not whole:
            return
        self.comments = [
            replace(comment, after=number_of[comment.after - 1] if comment.after else 0) for comment in self.comments
        ]
        self.words = joined
        self._repair_joined(whole)

    def _belongs(self, word: Word, before: Word) -> bool:
        """Whether a word is the end of the turn before it."""
        return (
            word.label is None
            and before.form.unfinished
            and word.form.begins_with_throw
            and self.value[before.end : word.start].isspace()
        )

    def _repair_joined(self, whole: set[int]) -> None:
        """One repair for each joined turn, with the reasons of those inside it."""
        starts = [self.text.span(word.start, word.end).start for word in self.words]
        whys: dict[int, dict[str, None]] = {number: {"blank inside a turn": None} for number in whole}
        kept = []
        for one in self.repairs:
            number = bisect_right(starts, one.span.start if one.span else 0) - 1
            inside = number in whys and one.span is not None and one.span.end <= self._end(self.words[number])
            if inside:
                whys[number].update(dict.fromkeys(why for why in one.why.split(", ") if why != BLANK))
            else:
                kept.append(one)
        self.repairs = kept
        for number, reasons in whys.items():
            word = self.words[number]
            self._repair(word.start, word.end, word.form.text, ", ".join(reasons))
        self.repairs.sort(key=lambda one: one.span.start if one.span else 0)

    def _end(self, word: Word) -> int:
        return self.text.span(word.start, word.end).end
