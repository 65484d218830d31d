"""Findings and their places: what every part of the judge needs to say something about a record.

A `Case` is one record before the judge: how it was read, the table it was played at, and the language. It judges
nothing; it knows where things stand and what they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.diagnostics.spelling import visible
from referee.game.faults import IMPOSSIBLE
from referee.record.cards_text import hand_order, write_cards
from referee.record.model import GameRecord, seat_letter
from referee.record.reading import ReadRecord
from referee.record.reports import Path, ReadingFault, Repair, path_of, path_text
from referee.record.verdict import Finding, FindingKind, Place, RepairNote, Weight
from referee.record.wording import in_language, listed, say
from referee.source import Span
from referee.table import Table

_KIND_OF: Final[Mapping[str, FindingKind]] = {
    **dict.fromkeys(
        (
            "UNREADABLE",
            "SEAT_NOT_SAID",
            "NO_SUCH_RULING",
            "KEY_TWICE",
            "UNKNOWN_KEY",
            "MISSING_KEY",
            "WRONG_SHAPE",
            "NOT_A_NUMBER",
            "NO_SUCH_SEAT",
            "NEWER_FORMAT",
            "NOT_PLAYABLE",
            "SEATS_NOT_OFFERED",
            "OPTION_UNKNOWN",
            "OPTION_OUT_OF_RANGE",
            "OPTION_NOT_OFFERED",
            "OPTION_FIXED",
        ),
        FindingKind.UNREADABLE,
    ),
    **dict.fromkeys(IMPOSSIBLE, FindingKind.IMPOSSIBLE),
    **dict.fromkeys(("SCORE_DIFFERS", "SCORE_RULED"), FindingKind.MISCOUNTED),
    **dict.fromkeys(
        (
            "TOTAL_DIFFERS",
            "RESULT_DIFFERS",
            "POT_DIFFERS",
            "SHOWN_HAND_DIFFERS",
            "COMMITMENT_BROKEN",
            "SHUFFLE_DIFFERS",
            "SEED_REUSED",
            "SEAL_BROKEN",
            "RULES_UNKNOWN",
        ),
        FindingKind.DISAGREES,
    ),
    "PLAY_STOPS": FindingKind.UNFINISHED,
    **dict.fromkeys(
        ("ROUND_VOID", "RULING_IDLE", "SEAT_REMOVED", "LAID_LESS", "RESIGN", "LEAVE", "TIMEOUT"), FindingKind.NOTE
    ),
}


def kind_of(code: str) -> FindingKind:
    """The kind of a code; a play that breaks a clause unless it is said otherwise."""
    return _KIND_OF.get(code, FindingKind.ILLEGAL)


@dataclass(frozen=True, slots=True)
class Case:
    """One record before the judge. `record` is that of `read`; seats are indices, and `seat` says their names."""

    read: ReadRecord
    record: GameRecord
    table: Table
    lang: str

    # -- names ---------------------------------------------------------------------------------------------------

    def seat(self, seat: int | None) -> str:
        """`B (Beñat)`, as people call a seat; only the letter where it has no other name.

        What a terminal would obey or hide stands as its number.
        """
        if seat is None:
            return "-"
        letter = seat_letter(seat)
        name = self.record.seats.get(letter, "").strip()
        return letter if not name or name == letter else f"{letter} ({visible(name)})"

    def seats(self, seats: Iterable[int]) -> str:
        """Several seats in order of play."""
        return listed(self.lang, [self.seat(seat) for seat in sorted(seats)])

    def cards(self, cards: Iterable[Card | None], *, sort: bool = True) -> str:
        """Cards as a record writes them, in pack order."""
        return write_cards(hand_order(cards) if sort else cards, self.table.pack.notation)

    def say(self, key: str, /, **values: object) -> str:
        """A sentence in the language asked for."""
        return say(self.lang, key, **values)

    # -- findings ------------------------------------------------------------------------------------------------

    def finding(
        self,
        code: str,
        place: Place,
        message: str,
        *,
        weight: Weight = Weight.VIOLATION,
        clause: str = "",
        measured: Mapping[str, str] | None = None,
        legal: tuple[str, ...] = (),
        help_: str = "",
        ruling: int = 0,
    ) -> Finding:
        """A finding of the kind of its code."""
        return Finding(weight, kind_of(code), code, clause, place, message, dict(measured or {}), legal, help_, ruling)

    def unreadable(self, fault: ReadingFault, place: Place | None = None) -> Finding:
        """What cannot be read, as a finding."""
        return fault_finding(self.read, fault, self.lang, place)

    def at(self, *path: str | int, key: bool = False) -> Place:
        """The place of a value of the record, or of its key."""
        return place_of_path(self.read, path, self.read.span(path, key=key))

    def at_span(self, path: Path, span: Span | None, text: str = "") -> Place:
        """The place of a part of a value."""
        return place_of_path(self.read, path, span, text)


def place_of_path(read: ReadRecord, path: Path, span: Span | None = None, text: str = "") -> Place:
    """A place from a path, its span in the source if there is one: the round and the seat are in the path."""
    number = path[1] + 1 if len(path) > 1 and path[0] == "rounds" and isinstance(path[1], int) else 0
    last = path[-1] if len(path) > 3 else ""
    seat = last if isinstance(last, str) and len(last) == 1 and last.isupper() else ""
    begin = span.begin if span is not None and read.located else None
    line, column = (begin.line, begin.column) if begin else (0, 0)
    return Place(round=number, seat=seat, path=path_text(path), line=line, column=column, text=text)


def repair_note(read: ReadRecord, repair: Repair) -> RepairNote:
    """A repair as the verdict tells it."""
    return RepairNote(place_of_path(read, path_of(repair.path), repair.span), repair.found, repair.read_as, repair.why)


def unreadable_record(read: ReadRecord, lang: str = "en") -> tuple[Finding, ...]:
    """The faults of a record that was not read at all, as findings."""
    return tuple(fault_finding(read, fault, lang) for fault in read.faults)


def fault_finding(read: ReadRecord, fault: ReadingFault, lang: str, place: Place | None = None) -> Finding:
    """One of them."""
    where = place or place_of_path(read, path_of(fault.path), fault.span)
    message, help_ = (str(in_language(lang, said)) for said in (fault.message, fault.help))
    return Finding(Weight.VIOLATION, FindingKind.UNREADABLE, fault.code, "", where, message, {}, (), help_)
