"""Judges one item of a request: reads the cards, asks the referee, has the answer converted. Raises ItemFault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.cards import Card, CardError
from referee.game import close, solve
from referee.limits import OPTIMAL_ARRANGEMENTS
from referee.service import convert
from referee.service.status import FieldFault, ItemFault
from referee.table import Table
from referee.v1 import hands_pb2
from referee.workshop.given import GivenError, read_given


def judge_hand(table: Table, texts: Sequence[str], path: str, *, all_optimal: bool) -> hands_pb2.HandValue:
    """What a hand is worth."""
    hand = _cards(table, texts, path)
    best = solve.best_arrangement(table, hand)
    optimal = solve.optimal_arrangements(table, hand, OPTIMAL_ARRANGEMENTS + 1) if all_optimal else ()
    return convert.hand_value(table, best, optimal)


def judge_close(table: Table, question: hands_pb2.CloseQuestion, language: str) -> hands_pb2.CloseAnswer:
    """The answer about a close; the question has passed `checks.close`."""
    given = _given(question.given)
    if question.WhichOneof("held") == "keep":
        kept = _exactly(table, question.keep.cards, table.hand_size, "keep.cards")
        verdict = close.judge_close(table, kept, given=given)
        return convert.close_of_kept(table, verdict, language)
    hand = _exactly(table, question.hand.cards, table.hand_size + 1, "hand.cards")
    taken = _held(table, question.taken_card, hand, "taken_card") if question.taken_card else None
    closing = _held(table, question.closing_card, hand, "closing_card") if question.closing_card else None
    closings = close.judge_closings(table, hand, given=given, taken=taken)
    return convert.close_of_hand(table, closings, closing or closings.best, language)


def _held(table: Table, text: str, hand: Sequence[Card], path: str) -> Card:
    """One card of the hand."""
    wanted = _exactly(table, [text], 1, path)[0]
    for card in hand:
        if card.index == wanted.index:
            return card
    raise ItemFault(FieldFault(path, "CARD_NOT_HELD", f"`{table.write(wanted)}` is no card of the hand"))


def _cards(table: Table, texts: Sequence[str], path: str) -> tuple[Card, ...]:
    try:
        return table.read_hand(texts[0] if len(texts) == 1 else texts)
    except CardError as error:
        raise ItemFault(FieldFault(path, error.code, error.message)) from None


def _exactly(table: Table, texts: Sequence[str], wanted: int, path: str) -> tuple[Card, ...]:
    cards = _cards(table, texts, path)
    if len(cards) != wanted:
        message = f"`{path.removesuffix('.cards')}` holds {len(cards)} cards, expected {wanted}"
        raise ItemFault(FieldFault(path, "WRONG_NUMBER_OF_CARDS", message))
    return cards


def _given(values: Mapping[str, str]) -> Mapping[str, int | bool]:
    if not values:
        return {}
    try:
        return read_given(values)
    except GivenError as error:
        message = f"{error.message}; {error.help}" if error.help else error.message
        raise ItemFault(FieldFault("given", error.code, message)) from None
