"""The facts of one moment of a game, for the conditions of turns: round, seat, and the card in question.

What nobody knows (a hand of a viewer's state) is filled with what can be known; `hidden.not_judged` says which
conditions then hang in the air.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from referee.cards import Card
from referee.game.factgroups import CardGroup, RoundGroup, SeatGroup
from referee.game.facts import ROUND, SEAT, UNKNOWN_CARD
from referee.game.gamestate import GameState
from referee.game.state import Hand, RoundState, Standing
from referee.table import Kind, Table


class CourseFacts(RoundGroup, SeatGroup):
    """The facts of `irregular.*`: a round and a seat. `plain` has those with a plain value by name (`course_of`)."""

    __slots__ = (*ROUND, *SEAT)

    def __init__(self, plain: Mapping[str, int | bool], hand: Sequence[Kind]) -> None:
        for name, given in plain.items():
            setattr(self, name, given)
        self.hand = hand


class TurnFacts(CourseFacts, CardGroup):
    """The facts of `turn.may_take` and `turn.may_discard`. `can_close` is asked when a rule reads it: few do."""

    __slots__ = ("_can_close", "card")

    def __init__(
        self, plain: Mapping[str, int | bool], hand: Sequence[Kind], card: Kind, can_close: Callable[[], bool]
    ) -> None:
        super().__init__(plain, hand)
        self.card = card
        self._can_close = can_close

    @property
    def can_close(self) -> bool:
        """Whether some close would be legal now."""
        return self._can_close()


def course_of(state: GameState, seat: int) -> dict[str, int | bool]:
    """The facts of the groups round and seat that have a plain value, of `seat` in the round being played."""
    play, standing = state.round, state.standing
    assert play is not None
    return {
        "laps": laps(play),
        "turns": play.turns[seat],
        "faulty": play.faulty[seat] != 0,
        "stock_cards": len(play.stock),
        "reshuffles": play.reshuffles,
        **seat_facts(standing, seat, eldest=play.eldest, rounds=standing.rounds + 1),
    }


def seat_facts(standing: Standing, seat: int, *, eldest: int, rounds: int) -> dict[str, int | bool]:
    """The facts of the group seat. `rounds` counts the round in question."""
    return {
        "total": standing.totals[seat],
        "gained": standing.gained[seat],
        "lost": standing.lost[seat],
        "is_eldest": seat == eldest,
        "re_entries": standing.re_entries[seat],
        "rounds": rounds,
        "seats_in": standing.out_since.count(None),
    }


def laps(play: RoundState) -> int:
    """Turns that every seat still in has finished in this round: the fewest of any."""
    return min([play.turns[seat] for seat in playing(play)], default=0)


def playing(play: RoundState) -> tuple[int, ...]:
    """The seats that were dealt in and have not left, in order of play."""
    return tuple([seat for seat, hand in enumerate(play.hands) if hand is not None and seat not in play.left])


def next_seat(play: RoundState, seat: int) -> int:
    """The seat after `seat` in order of play among those still playing."""
    seats = playing(play)
    return next((other for other in seats if other > seat), seats[0])


def hand_of(play: RoundState, seat: int) -> Hand:
    """What the seat holds; nothing for one not dealt in."""
    return play.hands[seat] or Hand(())


def upcard(play: RoundState) -> Card | None:
    """The card on top of the discard pile; None if the pile is empty or its top is unknown."""
    return play.pile[-1] if play.pile else None


def is_taken(play: RoundState, card: Card) -> bool:
    """Whether playing `card` plays the very card taken in this turn.

    With a twin in hand the play means the one that may be thrown, unless both were named by their copies.
    """
    taken = play.taken
    if taken is None or taken.index != card.index:
        return False
    if taken.mark and card.mark:
        return taken.mark == card.mark
    return not play.taken_had_twin


def card_in_question(table: Table, play: RoundState, card: Card | None, *, own: bool = False) -> Kind:
    """The card of a condition: the upcard (`own`: thrown there by the seat itself), or one of the hand."""
    if card is None:
        return UNKNOWN_CARD
    taken = is_taken(play, card)
    if not (taken or own):
        return table.kind(card)
    return table.derived(_Taken).kind(card, taken=taken, own=own or play.taken_own)


class _Taken:
    """The kinds of one table as cards that were taken, or thrown by whoever may take them."""

    __slots__ = ("_held", "_kinds")

    def __init__(self, table: Table) -> None:
        self._kinds = table.pack.kinds
        self._held: dict[tuple[int, bool, bool], Kind] = {}

    @classmethod
    def of(cls, table: Table) -> _Taken:
        """Those of a table; `Table.derived` keeps them."""
        return cls(table)

    def kind(self, card: Card, *, taken: bool, own: bool) -> Kind:
        """The kind of a card."""
        key = (card.index, taken, own)
        held = self._held.get(key)
        if held is None:
            held = self._held[key] = replace(self._kinds[card.index], taken=taken, own=own)
        return held


def turn_facts(table: Table, state: GameState, seat: int, card: Kind, can_close: Callable[[], bool]) -> TurnFacts:
    """The facts of a condition on a card."""
    assert state.round is not None
    held = [table.kind(one) for one in hand_of(state.round, seat).known]
    return TurnFacts(course_of(state, seat), held, card, can_close)
