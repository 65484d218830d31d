"""Melds of a game between the domain and the wire, and what makes one that was sent a meld.

A meld carries its reading: which of its cards stand for another. Whether it has an allowed size is not asked: a meld
may lie there because a director let it. But a run follows a suit, a set has one rank, a card that stands for another
is wild, one card at least is itself, and what was laid lies where it can have been laid.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.game.meld import Meld
from referee.game.state import TableMeld
from referee.game.tablemeld import LOWER, NO_PLACE, UPPER, as_meld, as_put_down, as_written, laid_at
from referee.record.model import seat_letter
from referee.service.state_texts import TextReader
from referee.table import Table
from referee.table.melds import RUN, SET
from referee.v1 import actions_pb2, cards_pb2, hands_pb2

_KINDS = {hands_pb2.MELD_KIND_RUN: RUN, hands_pb2.MELD_KIND_SET: SET}
_WIRE_KINDS = {kind: wire for wire, kind in _KINDS.items()}


def write_table_meld(table: Table, found: TableMeld) -> actions_pb2.TableMeld:
    """A meld on the table."""
    write = table.write
    return actions_pb2.TableMeld(
        owner=seat_letter(found.owner),
        cards="".join(map(write, found.cards)),
        kind=_WIRE_KINDS[found.kind],
        wilds=[
            cards_pb2.WildPlace(index=at, stands_for="" if place == NO_PLACE else write(Card(place)))
            for at, (card, place) in enumerate(zip(found.cards, found.places, strict=True))
            if card.index != place
        ],
        laid=[
            actions_pb2.LaidBy(seat=seat_letter(seat), card=write(card), below=found.ends[at : at + 1] == (LOWER,))
            for at, (seat, card) in enumerate(found.laid)
        ],
        exchanged=[
            actions_pb2.ExchangedBy(seat=seat_letter(seat), card=write(card), wild=write(wild))
            for seat, card, wild in found.exchanged
        ],
    )


def read_table_meld(reader: TextReader, sent: actions_pb2.TableMeld, path: str) -> TableMeld | None:
    """A meld on the table; None, and a fault, if it is none."""
    owner = reader.seat(sent.owner, f"{path}.owner")
    cards = reader.meld(sent.cards, f"{path}.cards")
    if not cards or len(cards) > _most_cards(reader.table):
        _no_meld(reader, path)
        return None
    if sent.kind == hands_pb2.MELD_KIND_UNSPECIFIED:
        found = None if sent.wilds or sent.laid or sent.exchanged else as_written(reader.table, owner, cards)
        if found is None:
            _no_meld(reader, path)
        return found
    if not reader.few(sent.laid, len(cards), f"{path}.laid"):
        return None
    laid = tuple(
        (reader.seat(one.seat, f"{path}.laid[{at}].seat"), reader.card(one.card, f"{path}.laid[{at}].card"))
        for at, one in enumerate(sent.laid)
    )
    exchanged = _exchanged(reader, sent, f"{path}.exchanged")
    places = _places(reader, cards, sent.wilds, path)
    ends = tuple(LOWER if one.below else UPPER for one in sent.laid)
    found = TableMeld(owner, _KINDS.get(sent.kind, RUN), cards, places, laid, exchanged, ends)
    if not _is_sound(reader.table, found) or not _could_be_laid(reader.table, found):
        _no_meld(reader, path)
        return None
    return found


def read_meld(reader: TextReader, sent: hands_pb2.Meld, path: str) -> Meld | None:
    """A meld somebody put down; None, and a fault, if it is none."""
    if not sent.cards or len(sent.cards) > _most_cards(reader.table):
        _no_meld(reader, path)
        return None
    cards = tuple(reader.card(text, f"{path}.cards[{at}]") for at, text in enumerate(sent.cards))
    places = _places(reader, cards, sent.wilds, path)
    found = TableMeld(0, _KINDS.get(sent.kind, RUN), cards, places)
    if not _is_sound(reader.table, found):
        _no_meld(reader, path)
        return None
    return as_meld(reader.table, found)


def _no_meld(reader: TextReader, path: str) -> None:
    reader.fault(path, "MELD_INVALID", f"what `{path}` says is no set and no run")


def _most_cards(table: Table) -> int:
    """No meld can grow beyond this."""
    pack = table.pack
    return max(pack.rank_count, pack.suit_count * pack.copies)


def _places(
    reader: TextReader, cards: Sequence[Card], wilds: Sequence[cards_pb2.WildPlace], path: str
) -> tuple[int, ...]:
    """The kind each card plays."""
    places = [card.index for card in cards]
    if reader.few(wilds, len(cards), f"{path}.wilds"):
        for at, wild in enumerate(wilds):
            if not 0 <= wild.index < len(cards):
                reader.fault(f"{path}.wilds[{at}].index", "NUMBER_OUT_OF_RANGE", f"the meld has no card {wild.index}")
            elif wild.stands_for:
                places[wild.index] = reader.card(wild.stands_for, f"{path}.wilds[{at}].stands_for").index
            else:
                places[wild.index] = NO_PLACE
    return tuple(places)


def _is_sound(table: Table, meld: TableMeld) -> bool:
    """Whether the cards lie as a run or a set lies."""
    pairs = list(zip(meld.cards, meld.places, strict=True))
    natural = [place for card, place in pairs if card.index == place]
    if not natural or not all(card.index == place or table.kind(card).wild for card, place in pairs):
        return False
    ranks, suited = table.pack.rank_count, table.pack.rank_count * table.pack.suit_count
    if any(place >= suited for place in meld.places):
        return False
    if meld.kind == SET:
        stand_ins = [place for card, place in pairs if card.index != place]
        return set(stand_ins) <= {NO_PLACE} and len({place % ranks for place in natural}) == 1
    return NO_PLACE not in meld.places and _follows_suit(table, meld.places)


def _follows_suit(table: Table, places: Sequence[int]) -> bool:
    """Whether the places of a run follow each other on a track."""
    rules, size = table.meld_rules, len(places)
    if size > table.pack.rank_count:
        return False
    track = rules.tracks[places[0] // table.pack.rank_count]
    starts = range(len(track) if rules.cyclic else len(track) - size + 1)
    return any(all(track[(low + step) % len(track)] == places[step] for step in range(size)) for low in starts)


def _exchanged(reader: TextReader, sent: actions_pb2.TableMeld, path: str) -> tuple[tuple[int, Card, Card], ...]:
    if not reader.few(sent.exchanged, reader.table.pack.size, path):
        return ()
    return tuple(
        (
            reader.seat(one.seat, f"{path}[{at}].seat"),
            reader.card(one.card, f"{path}[{at}].card"),
            reader.card(one.wild, f"{path}[{at}].wild"),
        )
        for at, one in enumerate(sent.exchanged)
    )


def _could_be_laid(table: Table, meld: TableMeld) -> bool:
    """Whether exchanges and the cards laid can be taken back, the last one first, and a meld is left."""
    cards = list(meld.cards)
    for _, card, wild in reversed(meld.exchanged):
        if card not in cards or meld.kind == SET:
            return False
        cards[cards.index(card)] = wild
    if len(meld.laid) >= len(cards) or (meld.kind == SET and LOWER in meld.ends):
        return False
    lying = zip(meld.laid, laid_at(meld), strict=True)
    return all(cards[at] == card for (_, card), at in lying) and _is_sound(table, as_put_down(meld))
