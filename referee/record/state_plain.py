"""The plain form of a round's state: the protojson of the message `RoundState`, cards as the record writes them."""

from __future__ import annotations

from typing import Any

from referee.cards import Notation
from referee.game.state import Hand, Phase, RoundState
from referee.record.cards_text import write_cards
from referee.record.model import seat_letter

BETWEEN = frozenset({Phase.DEAL, Phase.REENTRY, Phase.OVER})
"""Phases in which no cards are out."""


def state_plain(state: RoundState, notation: Notation, *, gapped: bool = False) -> dict[str, Any]:
    """The state with seats as letters and cards as text, `?` for an unknown one; what is empty is left out.

    Between two rounds there is only the phase. After turns that were not recorded (`gapped`) the number of cards in
    the stock is not known.
    """
    between = state.phase in BETWEEN
    written: dict[str, Any] = {
        "phase": state.phase.value,
        "seat": "" if state.seat is None else seat_letter(state.seat),
        "stock_count": None if gapped or between else len(state.stock),
        "discard_pile": write_cards(state.pile, notation),
        "hands": {
            seat_letter(seat): hand_text(hand, notation)
            for seat, hand in enumerate(state.hands)
            if hand is not None and hand.size
        },
        "table": [
            {"owner": seat_letter(meld.owner), "cards": "".join(map(notation.write, meld.cards))}
            for meld in state.table
        ],
        "taken_card": "" if state.taken is None else notation.write(state.taken),
        "turns": {
            seat_letter(seat): count
            for seat, count in enumerate(state.turns)
            if not between and state.hands[seat] is not None
        },
        "faulty": {seat_letter(seat): count for seat, count in enumerate(state.faulty) if count},
        "barred": [seat_letter(seat) for seat in sorted(state.barred)],
        "reshuffles": state.reshuffles,
    }
    return {key: value for key, value in written.items() if value or (key == "stock_count" and value is not None)}


def hand_text(hand: Hand, notation: Notation) -> str:
    """The cards of a hand in pack order, `?` for each that is not known."""
    return write_cards((*hand.known, *(None,) * hand.unknown), notation)
