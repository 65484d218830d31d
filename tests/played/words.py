"""The words of a play, read into actions and written back: a small reader of the notation's words, for tests only.

`+5c` `+` draws, `<12b` `<` takes the upcard, `-7c` throws, `x7c` closes (`x` with no card, `x?` with one unknown,
`x7c=1c2c3c,4c5c6c` with the melds declared),
`=4c5c6c,7o7e7b` shows melds, `7c10c>1` lays off, `JK=3c>1` says a place, `%7c5o` `%?` shuffles, `.` passes, `!dead` is
an incident. Words of one turn stand together (`+5c-12b`); `B:` says whose the next word is, else it is the seat on turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    Discard,
    DrawStock,
    Incident,
    IncidentKind,
    LaidCard,
    LayOff,
    Pass,
    Reshuffle,
    Show,
    ShownMeld,
    TakeUpcard,
)
from referee.table import Table

SEATS = "ABCDEFGH"
_PART = re.compile(r"[+<x-][^+<x-]*")


def cards(table: Table, text: str) -> tuple[Card, ...]:
    """Cards in the order in which they are written, glued or parted by blanks."""
    return table.pack.notation.read_many(text)


def _one(table: Table, text: str) -> Card | None:
    return None if text in ("", "?") else table.pack.notation.read(text)


def parts(word: str) -> list[str]:
    """The actions a word is made of."""
    return _PART.findall(word) if word[0] in "+<x-" else [word]


def action_of(table: Table, part: str, seat: int) -> Action:
    """What one part of a word says that `seat` does."""
    head, rest = part[0], part[1:]
    if part == ".":
        return Pass(seat)
    if head == "!":
        kind = IncidentKind(rest)
        return Incident(kind, None if kind in (IncidentKind.DEAD, IncidentKind.MISDEAL) else seat)
    if head == "%":
        return Reshuffle(None if rest == "?" else cards(table, rest))
    if head == "=":
        melds, _, loose = rest.partition("|")
        shown = tuple(ShownMeld(cards(table, meld)) for meld in melds.split(",") if meld)
        return Show(seat, shown, cards(table, loose) if loose else None)
    if ">" in part:
        laid, _, number = part.partition(">")
        return LayOff(seat, int(number), tuple(_laid(table, laid)))
    if head == "x":
        face_down, declares, melds = rest.partition("=")
        shown = tuple(ShownMeld(cards(table, meld)) for meld in melds.split(",") if meld) if declares else None
        return Close(seat, _one(table, face_down), without_card=not face_down, melds=shown)
    acts = {"+": DrawStock, "<": TakeUpcard}
    if head in acts:
        return acts[head](seat, _one(table, rest))
    assert head == "-", part
    return Discard(seat, table.pack.notation.read(rest))


def _laid(table: Table, text: str) -> Iterator[LaidCard]:
    """`7c10cJK=3c`: cards, the last of which may say what it stands for."""
    before, _, place = text.partition("=")
    found = cards(table, before)
    yield from map(LaidCard, found[:-1])
    yield LaidCard(found[-1], table.pack.notation.read(place) if place else None)


def word(table: Table, action: Action | None) -> str:
    """An action as a word, draws without their card: a test says whether one may draw, not what."""
    match action:
        case None:
            return "none"
        case DrawStock():
            return "+"
        case TakeUpcard():
            return "<"
        case Discard(_, card):
            return "-" + table.write(card)
        case Close(_, card):
            return "x" + ("" if card is None else table.write(card))
        case Reshuffle():
            return "%"
        case Pass():
            return "."
        case Incident(kind, _):
            return f"!{kind}"
        case LayOff(_, meld, laid):
            return "".join(table.write(one.card) for one in laid) + f">{meld}"
        case Show():
            return "="
    return type(action).__name__.lower()
