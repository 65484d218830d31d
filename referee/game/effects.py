"""What an action does: state in, state out, one function for each action. Nothing here asks whether it is allowed.

Irregular plays that a policy or a ruling lets stand are carried out literally: the cards stay where they are, and a
hand left with a wrong number of cards is faulty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.cards import Card, in_pack_order
from referee.game.actions import (
    Action,
    Close,
    Deal,
    Discard,
    DrawStock,
    Incident,
    IncidentKind,
    LayOff,
    Pass,
    Reshuffle,
    Show,
    TakeUpcard,
)
from referee.game.checks import close_verdict, without
from referee.game.gamestate import GameState
from referee.game.moment import hand_of, next_seat, playing
from referee.game.showing import declared_melds, lay_off_effect, opened
from referee.game.state import Hand, Phase, RoundState
from referee.table import Table


def carried_out(table: Table, state: GameState, action: Action) -> GameState:
    """The state after the action, whoever says that it may happen."""
    if isinstance(action, Deal):
        return _deal(table, state, action)
    play = state.round
    assert play is not None, "only a deal happens between rounds"
    if play.phase is Phase.LAY_OFF and isinstance(action, Show | LayOff | Pass):
        return _with_round(state, lay_off_effect(table, state, action))
    return _with_round(state, _EFFECTS[type(action)](table, state, play, action))


def _with_round(state: GameState, play: RoundState) -> GameState:
    return replace(state, phase=play.phase, round=play)


def _deal(table: Table, state: GameState, action: Deal) -> GameState:
    hands = tuple(None if hand is None else hand_from(hand) for hand in action.hands)
    next_card = table.settings["deal.next_card"]
    pile: tuple[Card | None, ...] = (action.upcard,) if next_card in ("turned_up", "offered") else ()
    dealt = sum(hand.size for hand in hands if hand is not None) + len(pile)
    stock = action.stock if action.stock is not None else (None,) * (table.pack.size - dealt)
    phase = {"offered": Phase.OFFER, "to_eldest": Phase.DISCARD}.get(next_card, Phase.DRAW)
    play = RoundState(
        phase=phase,
        seat=action.eldest,
        eldest=action.eldest,
        hands=hands,
        stock=tuple(stock),
        pile=pile,
        thrown_by=(None,) * len(pile),
        turns=(0,) * table.seats,
        faulty=(0,) * table.seats,
    )
    return _with_round(replace(state, standing=replace(state.standing, eldest=action.eldest)), play)


def hand_from(cards: tuple[Card | None, ...]) -> Hand:
    """A hand of cards of which those of None are unknown."""
    known = [card for card in cards if card is not None]
    return Hand(in_pack_order(known), len(cards) - len(known))


def _set_hand(play: RoundState, seat: int, hand: Hand) -> tuple[Hand | None, ...]:
    return tuple(hand if other == seat else held for other, held in enumerate(play.hands))


def _given(hand: Hand, card: Card | None) -> Hand:
    if card is None:
        return Hand(hand.known, hand.unknown + 1)
    return Hand(in_pack_order((*hand.known, card)), hand.unknown)


def _thrown(hand: Hand, card: Card | None) -> Hand:
    """The hand without the card; one of its unknown cards goes if it is not among those known.

    Where all are known and nobody knows which one went, nobody knows any more which are left.
    """
    if card is not None and any(one.index == card.index for one in hand.known):
        return Hand(without(hand.known, card), hand.unknown)
    return Hand(hand.known, hand.unknown - 1) if hand.unknown else Hand((), max(0, hand.size - 1))


def _draw(_table: Table, _state: GameState, play: RoundState, action: DrawStock) -> RoundState:
    card = action.card if action.card is not None else play.stock[0]
    hand = _given(hand_of(play, action.seat), card)
    twice = play.phase is Phase.DISCARD
    return replace(
        play,
        phase=Phase.DISCARD,
        hands=_set_hand(play, action.seat, hand),
        stock=play.stock[1:],
        faulty=_surplus(play, action.seat, 1) if twice else play.faulty,
    )


def _take(table: Table, _state: GameState, play: RoundState, action: TakeUpcard) -> RoundState:
    card = action.card if action.card is not None else play.pile[-1]
    hand = hand_of(play, action.seat)
    twice = play.phase is Phase.DISCARD
    return replace(
        play,
        phase=Phase.DISCARD,
        hands=_set_hand(play, action.seat, _given(hand, card)),
        pile=play.pile[:-1],
        thrown_by=play.thrown_by[:-1],
        taken=card,
        # a hand with unknown cards may hold a twin: the doubt is the player's
        taken_had_twin=card is None
        or any(one.index == card.index for one in hand.known)
        or (hand.unknown > 0 and table.pack.kinds[card.index].count > 1),
        taken_own=play.thrown_by[-1] == action.seat,
        faulty=_surplus(play, action.seat, 1) if twice else play.faulty,
        # the offer is answered
        offered=play.offered,
    )


def _surplus(play: RoundState, seat: int, change: int) -> tuple[int, ...]:
    return tuple(count + change if other == seat else count for other, count in enumerate(play.faulty))


def _pass(_table: Table, _state: GameState, play: RoundState, action: Pass) -> RoundState:
    following = next_seat(play, action.seat)
    if play.phase is Phase.OFFER:
        offered = play.offered + 1
        done = offered >= len(playing(play))
        return replace(
            play,
            offered=offered,
            phase=Phase.DRAW if done else Phase.OFFER,
            seat=play.eldest if done else following,
        )
    return _turn_over(play, action.seat)


def _turn_over(play: RoundState, seat: int) -> RoundState:
    """The seat has finished a turn; the next one draws."""
    return replace(
        play,
        phase=Phase.DRAW,
        seat=next_seat(play, seat),
        turns=tuple(count + (other == seat) for other, count in enumerate(play.turns)),
        taken=None,
        taken_had_twin=False,
        taken_own=False,
    )


def _discard(_table: Table, _state: GameState, play: RoundState, action: Discard) -> RoundState:
    undrawn = play.phase is Phase.DRAW
    thrown = replace(
        play,
        hands=_set_hand(play, action.seat, _thrown(hand_of(play, action.seat), action.card)),
        pile=(*play.pile, action.card),
        thrown_by=(*play.thrown_by, action.seat),
        faulty=_surplus(play, action.seat, -1) if undrawn else play.faulty,
    )
    return _turn_over(thrown, action.seat)


def _close(table: Table, state: GameState, play: RoundState, action: Close) -> RoundState:
    """The closing card goes aside. An illegal close that stands is a discard of that card."""
    verdict = close_verdict(table, state, action)
    if verdict is not None and not verdict.legal and action.card is not None:
        return _discard(table, state, play, Discard(action.seat, action.card))
    hand = hand_of(play, action.seat)
    kept = hand if action.without_card else _thrown(hand, action.card)
    after = replace(
        play,
        phase=Phase.COUNT,
        seat=None,
        hands=_set_hand(play, action.seat, kept),
        aside=play.aside if action.without_card else (*play.aside, action.card),
        closer=action.seat,
        outcome=None if verdict is None else verdict.outcome,
        turns=tuple(count + (other == action.seat) for other, count in enumerate(play.turns)),
        taken=None,
    )
    if verdict is None:
        return after
    after = replace(after, onto="nobody" if verdict.wins_game else verdict.lay_off)
    if not table.settings["melds.declared"] or verdict.wins_game:
        return after
    melds = None
    if action.melds is not None:
        melds = declared_melds(table, action.seat, tuple(meld.cards for meld in action.melds), kept.known)
    return opened(table, after, verdict, melds)


def _reshuffle(table: Table, _state: GameState, play: RoundState, action: Reshuffle) -> RoundState:
    everything = table.settings["stock.reshuffle"] == "all"
    old = play.pile if everything else play.pile[:-1]
    # cards that are never drawn stay under the new stock
    new: tuple[Card | None, ...] = action.order if action.order is not None else (None,) * len(old)
    return replace(
        play,
        stock=(*new, *play.stock),
        pile=() if everything else play.pile[-1:],
        thrown_by=() if everything else play.thrown_by[-1:],
        reshuffles=play.reshuffles + 1,
    )


def _incident(_table: Table, _state: GameState, play: RoundState, action: Incident) -> RoundState:
    if action.kind is IncidentKind.DEAD:
        return replace(play, phase=Phase.COUNT, seat=None)
    if action.kind is IncidentKind.MISDEAL:
        return replace(play, phase=Phase.DEAL, seat=None)
    if action.kind in (IncidentKind.RESIGN, IncidentKind.LEAVE):
        assert action.seat is not None
        return gone(play, action.seat)
    return play


def gone(play: RoundState, seat: int) -> RoundState:
    """The round without a seat that has left: its cards are put aside, its turn passes on.

    Once somebody has closed its cards stay, for they are counted; it lays off no more.
    """
    if play.phase in (Phase.LAY_OFF, Phase.COUNT):
        queue = tuple(turn for turn in play.queue if turn[0] != seat)
        phase, acts = (Phase.LAY_OFF, queue[0][0]) if queue else (Phase.COUNT, None)
        return replace(play, left=play.left | {seat}, queue=queue, phase=phase, seat=acts)
    hand = hand_of(play, seat)
    turn = next_seat(play, seat) if play.seat == seat else play.seat
    passed = play.seat == seat and play.phase is Phase.DISCARD
    after = replace(
        play,
        left=play.left | {seat},
        hands=_set_hand(play, seat, Hand(())),
        aside=(*play.aside, *hand.known, *(None,) * hand.unknown),
        seat=turn,
        phase=Phase.DRAW if passed else play.phase,
        taken=None if passed else play.taken,
    )
    if len(playing(after)) <= 1:
        return replace(after, phase=Phase.COUNT, seat=None, taken=None)
    return after


_Effect = Callable[[Table, GameState, RoundState, Any], RoundState]
_EFFECTS: Mapping[type, _Effect] = {
    DrawStock: _draw,
    TakeUpcard: _take,
    Pass: _pass,
    Discard: _discard,
    Close: _close,
    Reshuffle: _reshuffle,
    Incident: _incident,
}
