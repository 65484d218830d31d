"""What a ruling of the director does to a round: a play that stands, a hand that is changed, a seat that is removed.

A play that stands is carried out literally: the seat that played was on turn, the cards lie where it put them. What has
no literal effect (a play after the round was over, a meld that is none) has none. Hands left with a wrong number of
cards are faulty from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.game.actions import Action, Close, LayOff, Reshuffle, Show
from referee.game.checks import close_verdict, without
from referee.game.effects import carried_out, gone
from referee.game.faults import Fault, FaultKind
from referee.game.gamestate import GameState
from referee.game.legal import fault
from referee.game.moment import hand_of, playing
from referee.game.state import TURN_PHASES, Hand, Phase, RoundState
from referee.limits import HAND_EXTRA_CARDS
from referee.record.model import Ruling, seat_index
from referee.record.moves import Move, read_move
from referee.record.partial import not_free, with_hand
from referee.record.words import WordError
from referee.table import Table


def stand(table: Table, state: GameState, action: Action) -> GameState | Fault:
    """The state after an illegal action that a ruling lets stand; what the cards have against it, if they do."""
    play = state.round
    if play is None or play.phase not in TURN_PHASES or isinstance(action, Show | LayOff):
        return state
    seat = getattr(action, "seat", None)
    if isinstance(seat, int) and seat != play.seat:
        # whoever plays out of turn begins a turn; another one that was begun ends there
        play = replace(play, seat=seat, phase=Phase.DRAW, taken=None, taken_had_twin=False, taken_own=False)
    impossible = _impossible(table, state, play, action)
    if impossible is not None:
        return impossible
    if isinstance(action, Close):
        return _with(state, evened(table, _closed(table, _with(state, play), play, action)))
    after = carried_out(table, _with(state, play), action).round
    assert after is not None
    return _with(state, evened(table, after))


def _impossible(table: Table, state: GameState, play: RoundState, action: Action) -> Fault | None:
    """What the cards have against an action, whatever the rules have."""
    if play.phase is Phase.OFFER:
        play = replace(play, phase=Phase.DRAW)
    again = fault(table, _with(state, play), action)
    if again is not None and again.kind is FaultKind.IMPOSSIBLE:
        return again
    if not isinstance(action, Reshuffle) or action.order is None:
        return None
    old = play.pile if table.settings["stock.reshuffle"] == "all" else play.pile[:-1]
    known = Counter(card.index for card in old if card is not None)
    if len(old) == len(action.order) and not known - Counter(card.index for card in action.order):
        return None
    return Fault("NEW_STOCK_DIFFERS", "", {"discards": str(len(old)), "new_stock": str(len(action.order))})


def _with(state: GameState, play: RoundState) -> GameState:
    return replace(state, phase=play.phase, round=play)


def _closed(table: Table, state: GameState, play: RoundState, action: Close) -> RoundState:
    """A close that no outcome fits counts as the last of them, as it is priced."""
    hand = hand_of(play, action.seat)
    if action.without_card or (action.card is None and not hand.unknown):
        kept, aside = hand, play.aside
    else:
        kept, aside = _thrown(hand, action.card), (*play.aside, action.card)
    verdict = close_verdict(table, state, action)
    outcomes = table.outcomes
    fits = verdict is not None and verdict.legal
    name = verdict.outcome if verdict is not None and fits else outcomes[-1].rule.name if outcomes else None
    onto = verdict.lay_off if verdict is not None and fits else str(table.settings["lay_off.onto"])
    return replace(
        play,
        phase=Phase.COUNT,
        seat=None,
        hands=tuple(kept if seat == action.seat else one for seat, one in enumerate(play.hands)),
        aside=aside,
        closer=action.seat,
        outcome=name,
        onto=onto,
        turns=tuple(count + (seat == action.seat) for seat, count in enumerate(play.turns)),
        taken=None,
    )


def _thrown(hand: Hand, card: Card | None) -> Hand:
    if card is not None and any(one.index == card.index for one in hand.known):
        return Hand(without(hand.known, card), hand.unknown)
    return Hand(hand.known, max(0, hand.unknown - 1))


def evened(table: Table, play: RoundState) -> RoundState:
    """The round with every hand that has a wrong number of cards marked as faulty."""
    if play.phase not in TURN_PHASES:
        return play
    faulty = list(play.faulty)
    for seat in playing(play):
        wanted = table.hand_size + (seat == play.seat and play.phase is Phase.DISCARD)
        faulty[seat] = hand_of(play, seat).size - wanted
    return replace(play, faulty=tuple(faulty))


def too_far_off(play: RoundState) -> int | None:
    """A seat whose hand is so far from its right number of cards that nobody could judge it; None if there is none."""
    return next((seat for seat in playing(play) if abs(play.faulty[seat]) > HAND_EXTRA_CARDS), None)


# -- what a ruling does ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refused:
    """A ruling that cannot take effect: why, and the place of the part that cannot, inside the ruling."""

    fault: Fault
    path: tuple[str | int, ...]
    message: str = ""


def in_effect(table: Table, play: RoundState, ruling: Ruling, seats: Mapping[str, str]) -> RoundState | Refused:
    """The round after a ruling: who is barred and exposed, the cards that are moved, the seats that are removed."""
    after = replace(
        play,
        barred=play.barred | set(map(seat_index, ruling.barred)),
        exposed=play.exposed | set(map(seat_index, ruling.exposed)),
    )
    for number, text in enumerate(ruling.moves):
        moved = _moved(table, after, text, seats, number)
        if isinstance(moved, Refused):
            return moved
        after = moved
    for letter in ruling.removed:
        if seat_index(letter) not in playing(after):
            return Refused(Fault("SEAT_IS_OUT", ""), ("removed",))
        if len(playing(after)) == 1:
            return Refused(Fault("WRONG_SHAPE", ""), ("removed",))
        if after.phase is not Phase.DEAL:
            after = gone(after, seat_index(letter))
        else:
            after = replace(after, left=after.left | {seat_index(letter)})
    return evened(table, after) if ruling.moves else after


def _moved(table: Table, play: RoundState, text: str, seats: Mapping[str, str], number: int) -> RoundState | Refused:
    """The round after one card was moved."""
    path = ("moves", number)
    try:
        move = read_move(text, table.pack.notation, seats)
    except WordError as error:
        return Refused(Fault(error.code, "", {"help": error.help}), path, error.message)
    lifted = _lifted(table, play, move)
    if isinstance(lifted, Fault):
        return Refused(lifted, path)
    put = _put(lifted, move)
    return put if put is not None else Refused(Fault("SEAT_IS_OUT", ""), path)


def _lifted(table: Table, play: RoundState, move: Move) -> RoundState | Fault:
    """The round without the card where it was."""
    card, source = move.card, move.source
    measured = {"card": table.write(card)}
    if isinstance(source, int):
        if source not in playing(play):
            return Fault("SEAT_IS_OUT", "")
        hand = hand_of(play, source)
        held = any(one.index == card.index for one in hand.known)
        if not held and (not hand.unknown or not_free(table, play, source, (*hand.known, card)) is not None):
            return Fault("NOT_IN_HAND", "", measured)
        less = _thrown(hand, card)
        return with_hand(play, source, less.known, less.unknown)
    if source == "pile":
        if not play.pile or (play.pile[-1] is not None and play.pile[-1].index != card.index):
            return Fault("NOT_THE_UPCARD", "", measured)
        return replace(play, pile=play.pile[:-1], thrown_by=play.thrown_by[:-1])
    if source == "stock":
        if not play.stock or (play.stock[0] is not None and play.stock[0].index != card.index):
            return Fault("NOT_ON_TOP", "", measured)
        return replace(play, stock=play.stock[1:])
    lying = next((one for one in play.aside if one is not None and one.index == card.index), None)
    at = play.aside.index(lying) if lying is not None else play.aside.index(None) if None in play.aside else None
    if at is None:
        return Fault("CARD_MISSING", "", measured)
    return replace(play, aside=play.aside[:at] + play.aside[at + 1 :])


def _put(play: RoundState, move: Move) -> RoundState | None:
    """The round with the card where it goes; None if a seat that is not playing should get it."""
    card, target = move.card, move.target
    if isinstance(target, int):
        if target not in playing(play):
            return None
        hand = hand_of(play, target)
        return with_hand(play, target, (*hand.known, card), hand.unknown)
    if target == "pile":
        return replace(play, pile=(*play.pile, card), thrown_by=(*play.thrown_by, None))
    if target == "stock":
        return replace(play, stock=(card, *play.stock))
    return replace(play, aside=(*play.aside, card))
