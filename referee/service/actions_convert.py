"""Actions between the domain and the wire, and words of the record notation as actions.

An action that was sent is well-formed or a fault; whether it is allowed is not asked here. A ruling is named by its
number alone: what it says stands in the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    Deal,
    Decline,
    Discard,
    DrawStock,
    Gap,
    Incident,
    IncidentKind,
    LaidCard,
    LayOff,
    Pass,
    Reenter,
    Reshuffle,
    Ruling,
    Show,
    ShownMeld,
    TakeUpcard,
)
from referee.game.flow import deal_from
from referee.game.gamestate import GameState
from referee.record.actions import TABLE_EVENTS, action_text, actions_of
from referee.record.model import seat_letter
from referee.record.play import read_play
from referee.service.state_texts import TextReader, write_card, write_cards, write_seat
from referee.table import Table
from referee.v1 import actions_pb2

NOBODY = -1
"""The seat of an action of which nobody can say whose it is."""

_INCIDENTS = {kind: actions_pb2.IncidentKind.Value(f"INCIDENT_KIND_{kind.name}") for kind in IncidentKind}
_INCIDENT_KINDS = {wire: kind for kind, wire in _INCIDENTS.items()}
_PLAIN: Mapping[str, type[Pass | Reenter | Decline]] = {"pass": Pass, "reenter": Reenter, "decline": Decline}


# -- written ---------------------------------------------------------------------------------------------------------


def write_action(table: Table, action: Action) -> actions_pb2.Action:
    """An action."""
    seat = getattr(action, "seat", None)
    sent = actions_pb2.Action(seat=write_seat(seat if seat != NOBODY else None))
    _WRITERS[type(action)](table, action, sent)
    return sent


def word_of(table: Table, action: Action) -> str:
    """The word that says an action; nothing for one that a record says with a key of its own."""
    if isinstance(action, Discard | Close) and (not isinstance(action, Close) or action.melds is None):
        return table.derived(_Words).of_action(action)
    if isinstance(action, Deal | Reenter | Decline) or (isinstance(action, TakeUpcard) and action.card is None):
        return ""
    return action_text(action, table.pack.notation)


class _Words:
    """The words of one table for its cards that are thrown: of these most answers hold a few."""

    __slots__ = ("_held", "_notation")

    def __init__(self, table: Table) -> None:
        self._notation = table.pack.notation
        self._held: dict[Discard | Close, str] = {}

    @classmethod
    def of(cls, table: Table) -> _Words:
        """Those of a table; `Table.derived` keeps them."""
        return cls(table)

    def of_action(self, action: Discard | Close) -> str:
        """The word of an action that names a card and nothing else."""
        held = self._held.get(action)
        if held is None:
            held = self._held[action] = action_text(action, self._notation)
        return held


def _write_deal(table: Table, action: Deal, sent: actions_pb2.Action) -> None:
    sent.deal.eldest = seat_letter(action.eldest)
    for seat, hand in enumerate(action.hands):
        if hand is not None:
            sent.deal.hands[seat_letter(seat)] = write_cards(table, hand)
    sent.deal.upcard = write_card(table, action.upcard)
    if action.stock is not None:
        sent.deal.stock = write_cards(table, action.stock)


def _write_draw(table: Table, action: DrawStock, sent: actions_pb2.Action) -> None:
    sent.draw_stock.SetInParent()
    sent.draw_stock.card = write_card(table, action.card)


def _write_take(table: Table, action: TakeUpcard, sent: actions_pb2.Action) -> None:
    sent.take_upcard.SetInParent()
    sent.take_upcard.card = write_card(table, action.card)


def _write_discard(table: Table, action: Discard, sent: actions_pb2.Action) -> None:
    sent.discard.card = table.write(action.card)


def _write_close(table: Table, action: Close, sent: actions_pb2.Action) -> None:
    sent.close.SetInParent()
    sent.close.card = write_card(table, action.card)
    sent.close.without_card = action.without_card
    if action.melds is not None:
        sent.close.declared.SetInParent()
        sent.close.declared.melds.extend(_glued(table, meld) for meld in action.melds)


def _write_show(table: Table, action: Show, sent: actions_pb2.Action) -> None:
    sent.show.SetInParent()
    sent.show.melds.extend(_glued(table, meld) for meld in action.melds)
    if action.loose is not None:
        sent.show.loose = write_cards(table, action.loose)


def _write_lay_off(table: Table, action: LayOff, sent: actions_pb2.Action) -> None:
    sent.lay_off.meld = action.meld
    for laid in action.cards:
        sent.lay_off.cards.add(card=table.write(laid.card), stands_for=write_card(table, laid.stands_for))


def _write_reshuffle(table: Table, action: Reshuffle, sent: actions_pb2.Action) -> None:
    sent.reshuffle.SetInParent()
    if action.order is not None:
        sent.reshuffle.order = write_cards(table, action.order)


def _write_incident(_table: Table, action: Incident, sent: actions_pb2.Action) -> None:
    sent.incident.kind = _INCIDENTS[action.kind]


def _write_ruling(_table: Table, action: Ruling, sent: actions_pb2.Action) -> None:
    sent.call_ruling.number = action.number


def _plainly(field: str) -> Callable[[Table, Any, actions_pb2.Action], None]:
    return lambda _table, _action, sent: getattr(sent, field).SetInParent()


_WRITERS: Mapping[type, Callable[[Table, Any, actions_pb2.Action], None]] = {
    Deal: _write_deal,
    DrawStock: _write_draw,
    TakeUpcard: _write_take,
    Discard: _write_discard,
    Close: _write_close,
    Show: _write_show,
    LayOff: _write_lay_off,
    Reshuffle: _write_reshuffle,
    Incident: _write_incident,
    Ruling: _write_ruling,
    Gap: _plainly("gap"),
    **{kind: _plainly(field) for field, kind in _PLAIN.items()},
}


def _glued(table: Table, meld: ShownMeld) -> str:
    return "".join(map(table.write, meld.cards))


# -- read ------------------------------------------------------------------------------------------------------------


def read_action(reader: TextReader, sent: actions_pb2.Action, state: GameState, path: str) -> Action:
    """An action in a state (which a deal of a whole pack needs, to know who is dealt in); harmless after a fault."""
    kind = sent.WhichOneof("kind")
    if kind is None:
        reader.fault(path, "ACTION_MISSING", f"`{path}` does not say what is done")
        return Gap()
    within = f"{path}.{kind}"
    if kind in _OF_THE_TABLE:
        if sent.seat:
            reader.fault(f"{path}.seat", "SEAT_MISPLACED", f"`{kind}` is no action of a seat")
        return _OF_THE_TABLE[kind](reader, getattr(sent, kind), state, within)
    if kind == "incident":
        return _read_incident(reader, sent, path)
    seat = reader.seat(sent.seat, f"{path}.seat")
    if kind in _PLAIN:
        return _PLAIN[kind](seat)
    return _OF_A_SEAT[kind](reader, seat, getattr(sent, kind), within)


def read_word(reader: TextReader, word: str, state: GameState, path: str) -> Action:
    """The one action that a word says of the seat to act; harmless after a fault."""
    reader.short(word, path)
    if reader.faults:
        return Gap()
    letters = {seat_letter(seat): "" for seat in range(reader.table.seats)}
    play = read_play(word, reader.table.pack.notation, letters, strict=True, path=path)
    if play.fault is not None:
        help_text = f"; {play.fault.help}" if play.fault.help else ""
        reader.fault(path, "WORD_INVALID", f"{play.fault.message}{help_text}")
        return Gap()
    try:
        found = [
            (one.action, said.label) for said in play.words for one in actions_of(said, _seat_of(said.label, state))
        ]
    except LookupError:
        reader.fault(path, "WORD_INVALID", "a ruling stands in a record, and here is none")
        return Gap()
    if len(found) != 1:
        reader.fault(path, "WORD_INVALID", f"`{word}` says {len(found)} actions, expected one")
        return Gap()
    action, label = found[0]
    if label is None and getattr(action, "seat", 0) == NOBODY:
        reader.fault(path, "SEAT_MISSING", f"nobody is to act; write whose action it is, `A: {word}`")
        return Gap()
    return action


def _seat_of(label: int | None, state: GameState) -> int:
    """Who acts: the seat that is named, else the one whose turn it is, else nobody."""
    if label is not None:
        return label
    seat = state.round.seat if state.round is not None else None
    return NOBODY if seat is None else seat


def _read_incident(reader: TextReader, sent: actions_pb2.Action, path: str) -> Action:
    kind = _INCIDENT_KINDS.get(sent.incident.kind)
    if kind is None:
        reader.fault(f"{path}.incident.kind", "ACTION_MISSING", "the incident has no kind")
        return Gap()
    if kind in TABLE_EVENTS:
        if sent.seat:
            reader.fault(f"{path}.seat", "SEAT_MISPLACED", f"`{kind}` is no incident of a seat")
        return Incident(kind)
    return Incident(kind, reader.seat(sent.seat, f"{path}.seat"))


def _read_deal(reader: TextReader, sent: actions_pb2.Deal, state: GameState, path: str) -> Action:
    eldest = reader.seat(sent.eldest, f"{path}.eldest")
    if sent.pack:
        return _read_pack(reader, sent, eldest, state, path)
    texts = reader.by_seat(sent.hands, f"{path}.hands", None)
    return Deal(
        eldest=eldest,
        hands=tuple(
            None if text is None else reader.cards(text, f"{path}.hands.{seat_letter(seat)}")
            for seat, text in enumerate(texts)
        ),
        upcard=reader.card_or_none(sent.upcard, f"{path}.upcard"),
        stock=reader.cards(sent.stock, f"{path}.stock") if sent.HasField("stock") else None,
    )


def _read_pack(reader: TextReader, sent: actions_pb2.Deal, eldest: int, state: GameState, path: str) -> Action:
    """A deal of the whole pack in its order."""
    order = reader.known_cards(sent.pack, f"{path}.pack")
    if sent.hands or sent.upcard or sent.HasField("stock"):
        reader.fault(path, "FIELD_MISPLACED", "the order of the pack says hands, upcard and stock")
    wanted = [kind.index for kind in reader.table.pack.kinds for _ in range(kind.count)]
    if sorted(card.index for card in order) != wanted:
        message = f"`{path}.pack` is not every card of the pack of {len(wanted)} cards"
        reader.fault(f"{path}.pack", "WRONG_NUMBER_OF_CARDS", message)
    if state.standing.out_since[state.standing.eldest] is not None:
        reader.fault(path, "STATE_INCONSISTENT", "the seat that plays first is out")
    if reader.faults:
        return Gap()
    return replace(deal_from(reader.table, state.standing, order), eldest=eldest)


def _read_reshuffle(reader: TextReader, sent: actions_pb2.Reshuffle, _state: GameState, path: str) -> Action:
    return Reshuffle(reader.known_cards(sent.order, f"{path}.order") if sent.HasField("order") else None)


def _read_ruling(reader: TextReader, sent: actions_pb2.CallRuling, _state: GameState, path: str) -> Action:
    return Ruling(number=reader.number(sent.number, f"{path}.number"))


def _read_gap(_reader: TextReader, _sent: actions_pb2.Gap, _state: GameState, _path: str) -> Action:
    return Gap()


def _read_draw(reader: TextReader, seat: int, sent: actions_pb2.DrawStock, path: str) -> Action:
    return DrawStock(seat, reader.card_or_none(sent.card, f"{path}.card"))


def _read_take(reader: TextReader, seat: int, sent: actions_pb2.TakeUpcard, path: str) -> Action:
    return TakeUpcard(seat, reader.card_or_none(sent.card, f"{path}.card"))


def _read_discard(reader: TextReader, seat: int, sent: actions_pb2.Discard, path: str) -> Action:
    return Discard(seat, reader.card(sent.card, f"{path}.card"))


def _read_close(reader: TextReader, seat: int, sent: actions_pb2.Close, path: str) -> Action:
    card = reader.card_or_none(sent.card, f"{path}.card")
    if card is not None and sent.without_card:
        reader.fault(f"{path}.card", "FIELD_MISPLACED", "a close without a card has none")
    melds = None
    if sent.HasField("declared"):
        melds = _read_melds(reader, sent.declared.melds, f"{path}.declared.melds")
    return Close(seat, card, sent.without_card, melds)


def _read_show(reader: TextReader, seat: int, sent: actions_pb2.Show, path: str) -> Action:
    loose = reader.known_cards(sent.loose, f"{path}.loose") if sent.HasField("loose") else None
    return Show(seat, _read_melds(reader, sent.melds, f"{path}.melds"), loose)


def _read_lay_off(reader: TextReader, seat: int, sent: actions_pb2.LayOff, path: str) -> Action:
    if not sent.cards:
        reader.fault(f"{path}.cards", "CARDS_MISSING", "no cards are laid off")
    few = reader.few(sent.cards, reader.table.most_cards, f"{path}.cards")
    cards = tuple(
        LaidCard(
            reader.card(one.card, f"{path}.cards[{at}].card"),
            reader.card(one.stands_for, f"{path}.cards[{at}].stands_for") if one.stands_for else None,
        )
        for at, one in enumerate(sent.cards if few else ())
    )
    return LayOff(seat, sent.meld, cards)


def _read_melds(reader: TextReader, sent: Any, path: str) -> tuple[ShownMeld, ...]:
    if not reader.few(sent, reader.table.most_cards, path):
        return ()
    return tuple(ShownMeld(_read_shown(reader, text, f"{path}[{at}]")) for at, text in enumerate(sent))


def _read_shown(reader: TextReader, text: str, path: str) -> tuple[Card, ...]:
    cards = reader.meld(text, path)
    if not cards:
        reader.fault(path, "CARDS_MISSING", f"`{path}` has no cards")
    return cards if reader.few(cards, reader.table.pack.size, path) else ()


_OF_THE_TABLE: Mapping[str, Callable[[TextReader, Any, GameState, str], Action]] = {
    "deal": _read_deal,
    "reshuffle": _read_reshuffle,
    "call_ruling": _read_ruling,
    "gap": _read_gap,
}

_OF_A_SEAT: Mapping[str, Callable[[TextReader, int, Any, str], Action]] = {
    "draw_stock": _read_draw,
    "take_upcard": _read_take,
    "discard": _read_discard,
    "close": _read_close,
    "show": _read_show,
    "lay_off": _read_lay_off,
}
