"""Parentheses and brackets: whether each has its partner, and how deep they go."""

from __future__ import annotations

from collections.abc import Sequence

from referee import limits
from referee.diagnostics.model import Diagnostic
from referee.lang import messages
from referee.lang.pieces import Piece, end_of
from referee.source import Text

_PARTNERS = {"(": ")", "[": "]"}
_CLOSING = frozenset(_PARTNERS.values())


def check_brackets(pieces: Sequence[Piece], text: Text) -> list[Diagnostic]:
    """Every parenthesis without a partner, and one message if they go too deep."""
    told: list[Diagnostic] = []
    still_open: list[Piece] = []
    for piece in pieces:
        if piece.kind in {"LPAR", "LSQB"}:
            still_open.append(piece)
            if len(still_open) == limits.EXPRESSION_DEPTH + 1:
                told.append(messages.too_deep(piece.span(text), limits.EXPRESSION_DEPTH))
        elif piece.kind in {"RPAR", "RSQB"}:
            if not still_open:
                told.append(messages.closes_nothing(piece.span(text), piece.value))
                continue
            opening = still_open.pop()
            partner = _PARTNERS[opening.value]
            if piece.value != partner:
                told.append(
                    messages.wrong_partner(piece.span(text), piece.value, opening.span(text), opening.value, partner)
                )
    end = end_of(text)
    for opening in still_open[:1] if any(one.code == "CH310" for one in told) else still_open:
        told.append(messages.left_open(end, opening.span(text), opening.value, _PARTNERS[opening.value]))
    return told


def enclosing(pieces: Sequence[Piece], at: int) -> int | None:
    """The index of the parenthesis or bracket that is open just before piece `at`; None outside all of them."""
    still_open: list[int] = []
    for index, piece in enumerate(pieces[:at]):
        if piece.value in _PARTNERS:
            still_open.append(index)
        elif piece.value in _CLOSING and still_open:
            still_open.pop()
    return still_open[-1] if still_open else None
