"""Cards laid off out of a hand that is not known whole: what they show of it, and what they do on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Card
from referee.game.actions import LayOff
from referee.game.exchange import exchanged, received
from referee.game.moment import hand_of
from referee.game.state import RoundState
from referee.game.tablemeld import take
from referee.record import partial
from referee.table import Table


def brought_out(table: Table, play: RoundState, action: LayOff) -> RoundState:
    """The round with the cards of a lay-off known, if they may be in the hand they come from."""
    hand = hand_of(play, action.seat)
    new = partial.lacking([laid.card for laid in action.cards], hand.known)
    known = (*hand.known, *new)
    if len(new) > hand.unknown or partial.not_free(table, play, action.seat, known) is not None:
        return play
    return partial.with_hand(play, action.seat, known, hand.unknown - len(new))


def laid_as_written(table: Table, play: RoundState, action: LayOff) -> RoundState | None:
    """The round with the cards where they were laid, whatever is asked of the hand; None if they do not fit there."""
    hand, meld = hand_of(play, action.seat), play.table[action.meld - 1]
    left = list(hand.known)
    for laid in action.cards:
        made = take(table, meld, laid.card, laid.stands_for, seat=action.seat)
        if made is None and laid.stands_for is None:
            made = exchanged(table, meld, laid.card, action.seat)
        held = next((card for card in left if card.index == laid.card.index), None)
        if made is None or held is None:
            return None
        left.remove(held)
        left += received(meld, made)
        meld = made
    melds = (*play.table[: action.meld - 1], meld, *play.table[action.meld :])
    return partial.with_hand(replace(play, table=melds), action.seat, left, hand.unknown)


def traded(play: RoundState, seat: int, at: int, owner: int, cards: tuple[Card, Card]) -> RoundState:
    """The round with a card and the wild one for which a seat gave it in each other's places.

    The wild one lies in meld `at` if that is on the table, else in the hand of its owner, who has not shown it.
    """
    card, wild = cards
    hand = hand_of(play, seat)
    play = partial.with_hand(play, seat, _instead(hand.known, card, wild), hand.unknown)
    if at < len(play.table):
        meld = play.table[at]
        meld = replace(meld, cards=tuple(_instead(meld.cards, wild, card)))
        return replace(play, table=(*play.table[:at], meld, *play.table[at + 1 :]))
    other = hand_of(play, owner)
    return partial.with_hand(play, owner, _instead(other.known, wild, card), other.unknown)


def _instead(cards: Sequence[Card], gone: Card, come: Card) -> list[Card]:
    """The cards with the first of one kind replaced, if it is among them."""
    at = next((at for at, card in enumerate(cards) if card.index == gone.index), None)
    return list(cards) if at is None else [*cards[:at], come, *cards[at + 1 :]]
