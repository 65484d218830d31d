"""Judges one item of a request: reads the cards, asks the referee, has the answer converted. Raises ItemFault.

A question is read at once, for what it says decides how dear it is; it is answered where the loop can wait for it, or
else beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.cards import Card, CardError
from referee.diagnostics.spelling import counted
from referee.game import close, dearness, solve
from referee.game.glance import Glance
from referee.limits import OPTIMAL_ARRANGEMENTS
from referee.service import convert
from referee.service.status import FieldFault, ItemFault
from referee.table import Table
from referee.v1 import hands_pb2
from referee.workshop.given import GivenError, read_given


@dataclass(slots=True)
class Warmth:
    """What has been asked at a table already; and how many cards a hand may have that needs no pricing.

    `glance`: what sees hands at this table, once one has been asked about; None where rules judge hands as wholes.
    """

    always_cheap: int
    hands: bool = False
    closes: bool = False
    glance: Glance | None = None

    @classmethod
    def of(cls, table: Table) -> Warmth:
        """Nothing has."""
        return cls(dearness.always_cheap(table))


def told_at_a_glance(table: Table, texts: Sequence[str]) -> Any:
    """What a hand is worth, as the fields of a HandValue; None where it has to be asked as a question.

    So most hands are answered, in a third of the time: they name different cards as the server would, none of them
    wild, and hold few melds. Such an answer is never dear, and no such hand is at fault.
    """
    glance = table.derived(Warmth).glance
    if glance is None or len(texts) > table.most_cards:
        return None
    kinds = table.pack.notation.plain_places(texts)
    melds = None if kinds is None else glance.best(kinds)
    return None if kinds is None or melds is None else convert.plain_value(table, kinds, melds)


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A question: what this hand is worth."""

    table: Table
    hand: tuple[Card, ...]
    all_optimal: bool

    @classmethod
    def read(cls, table: Table, texts: Sequence[str], path: str, *, all_optimal: bool) -> HandQuestion:
        """The question about the cards in the field `path`."""
        return cls(table, _cards(table, texts, path), all_optimal)

    @property
    def cold(self) -> bool:
        """Whether it is the first of its kind at this table."""
        return not self.table.derived(Warmth).hands

    @property
    def dear(self) -> bool:
        """Whether the loop cannot wait for the answer."""
        if not self.all_optimal and len(self.hand) <= self.table.derived(Warmth).always_cheap:
            return False
        return dearness.of_hand(self.table, self.hand, all_optimal=self.all_optimal) > dearness.CHEAP

    def answer(self, told: hands_pb2.HandValue) -> None:
        """Write down what the hand is worth."""
        best = solve.best_arrangement(self.table, self.hand)
        optimal: Sequence[solve.Arrangement] = ()
        if self.all_optimal:
            optimal = solve.optimal_arrangements(self.table, self.hand, OPTIMAL_ARRANGEMENTS + 1)
        warmth = self.table.derived(Warmth)
        warmth.hands, warmth.glance = True, solve.glance(self.table)
        convert.tell_value(told, self.table, best, optimal)


@dataclass(frozen=True, slots=True)
class CloseQuestion:
    """A question: whether this hand may close. `cards` are those kept, or with `whole` the whole hand."""

    table: Table
    cards: tuple[Card, ...]
    whole: bool
    closing: Card | None
    taken: Card | None
    given: Mapping[str, int | bool]
    language: str

    @classmethod
    def read(cls, table: Table, asked: hands_pb2.CloseQuestion, language: str) -> CloseQuestion:
        """The question; it has passed `checks.close`."""
        given = _given(asked.given)
        if asked.WhichOneof("held") == "keep":
            kept = _exactly(table, asked.keep.cards, table.hand_size, "keep.cards")
            return cls(table, kept, False, None, None, given, language)
        hand = _exactly(table, asked.hand.cards, table.hand_size + 1, "hand.cards")
        taken = _held(table, asked.taken_card, hand, "taken_card") if asked.taken_card else None
        closing = _held(table, asked.closing_card, hand, "closing_card") if asked.closing_card else None
        return cls(table, hand, True, closing, taken, given, language)

    @property
    def cold(self) -> bool:
        """Whether it is the first of its kind at this table."""
        return not self.table.derived(Warmth).closes

    @property
    def dear(self) -> bool:
        """Whether the loop cannot wait for the answer."""
        return dearness.of_close(self.table, self.cards, whole=self.whole) > dearness.CHEAP

    def answer(self, told: hands_pb2.CloseAnswer) -> None:
        """Write down the answer: of a whole hand that of every card as the closing card, and of the one chosen."""
        table, language = self.table, self.language
        if self.whole:
            closings = close.judge_closings(table, self.cards, given=self.given, taken=self.taken)
            convert.tell_close_of_hand(told, table, closings, self.closing or closings.best, language)
        else:
            verdict = close.judge_close(table, self.cards, given=self.given)
            convert.tell_close_of_kept(told, table, verdict, language)
        table.derived(Warmth).closes = True


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
        message = f"`{path.removesuffix('.cards')}` holds {counted(len(cards), 'card')}, expected {wanted}"
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
