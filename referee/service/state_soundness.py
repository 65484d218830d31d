"""Whether a state that was sent can be one: what the referee takes for granted of every state it makes itself.

Not whether play can have led there: nobody has to prove that. But a seat that acts is in the game, every card is in
one place, and what a stage needs (a closer to lay off, a pause to re-enter in) is there. So that whatever passes here
is judged safely, and in the time that a real state takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.cards import Card
from referee.game.gamestate import GameState
from referee.game.moment import playing
from referee.game.showdown import FIRST, SECOND
from referee.game.state import Phase, RoundState
from referee.limits import HAND_SURPLUS
from referee.record.model import seat_letter
from referee.service.status import FieldFault
from referee.table import Table

_BETWEEN = frozenset({Phase.DEAL, Phase.REENTRY, Phase.OVER})
_ACTED_IN = frozenset({Phase.OFFER, Phase.DRAW, Phase.DISCARD, Phase.LAY_OFF})
_CLOSED = frozenset({Phase.LAY_OFF, Phase.COUNT})
_OPEN = frozenset({"discard_pile", "table"})
"""Where everybody sees the cards. Others are not named: errors are read by many."""


def state_faults(table: Table, state: GameState, path: str) -> Iterator[FieldFault]:
    """What keeps a state from being one; the first faults keep later ones from being looked for."""
    yield from _game(state, path)
    if state.round is not None and state.round.phase is not Phase.DEAL:  # there it is void, and dealt anew
        within = f"{path}.round"
        found = list(_cards(table, state.round, within)) or list(_round(state, state.round, within))
        yield from found or _close(state.round, within)


def _fault(path: str, message: str) -> FieldFault:
    return FieldFault(path, "STATE_INCONSISTENT", message)


# -- the game --------------------------------------------------------------------------------------------------------


def _game(state: GameState, path: str) -> Iterator[FieldFault]:
    play, standing = state.round, state.standing
    if play is None and state.phase not in _BETWEEN:
        yield _fault(f"{path}.round", f"in the stage `{state.phase}` a round is played, and there is none")
    if play is not None and play.phase is not state.phase:
        yield _fault(f"{path}.round.phase", f"the game is in the stage `{state.phase}`, the round in `{play.phase}`")
    if play is not None and state.phase in {Phase.REENTRY, Phase.OVER}:
        yield _fault(f"{path}.round", f"in the stage `{state.phase}` no round is played")
    if state.phase is not Phase.OVER and not standing.seats_in:
        yield _fault(f"{path}.standing.out_since", "every seat is out, and the game goes on")
    elif state.phase is Phase.DEAL and standing.eldest not in standing.seats_in:
        yield _fault(f"{path}.standing.eldest", "the seat that plays first is out")
    if state.phase is Phase.REENTRY:
        yield from _pause(state, path)


def _pause(state: GameState, path: str) -> Iterator[FieldFault]:
    pause = state.pause
    if pause is None:
        yield _fault(f"{path}.pause", "what the last round came to is missing")
        return
    if not state.asked:
        yield _fault(f"{path}.asked", "nobody is asked")
    answering = (*state.asked, *state.coming)
    if not set(answering) <= set(pause.asked) or len(set(answering)) < len(answering):
        yield _fault(f"{path}.asked", "asked and coming are seats that may re-enter, each of them once")
    if any(pause.before.out_since[seat] is None for seat in pause.asked):
        yield _fault(f"{path}.pause.asked", "a seat that is in cannot come back")
    if pause.sheet.won_by is None and not pause.before.seats_in:
        yield _fault(f"{path}.pause.before.out_since", "every seat is out")


# -- cards -----------------------------------------------------------------------------------------------------------


def _cards(table: Table, play: RoundState, path: str) -> Iterator[FieldFault]:
    """That no hand is too large, and every card of the pack is in one place."""
    for seat, hand in enumerate(play.hands):
        most = table.hand_size + HAND_SURPLUS
        if hand is not None and hand.size > most:
            message = f"a hand of {hand.size} cards; more than {most} cannot be here"
            yield FieldFault(f"{path}.hands.{seat_letter(seat)}", "HAND_TOO_LARGE", message)
    places = [card for _, cards in _places(play) for card in cards]
    for index, times in Counter(card.index for card in places if card is not None).items():
        kind = table.pack.kinds[index]
        if times > kind.count:
            where = list(dict.fromkeys(name for name, cards in _places(play) if _holds(cards, index)))
            which = f"`{kind.text}`" if _OPEN.issuperset(where) else "a card"
            message = f"{which} is there {times} times ({', '.join(where)}), and the pack has {kind.count}"
            yield FieldFault(path, "CARD_TWICE", message)
    if len(places) != table.pack.size:
        message = f"{len(places)} cards are somewhere, and the pack has {table.pack.size}"
        yield FieldFault(path, "WRONG_NUMBER_OF_CARDS", message)


def _places(play: RoundState) -> Iterator[tuple[str, tuple[Card | None, ...]]]:
    """Every place where cards lie, by what the field is called."""
    for seat, hand in enumerate(play.hands):
        if hand is not None:
            yield f"hands.{seat_letter(seat)}", (*hand.known, *(None,) * hand.unknown)
    yield "stock", play.stock
    yield "discard_pile", play.pile
    yield "aside", play.aside
    for meld in play.table:
        yield "table", meld.cards


def _holds(cards: tuple[Card | None, ...], index: int) -> bool:
    return any(card is not None and card.index == index for card in cards)


# -- the round -------------------------------------------------------------------------------------------------------


def _round(state: GameState, play: RoundState, path: str) -> Iterator[FieldFault]:
    """Who is in it, and whose turn it is."""
    dealt = {seat for seat, hand in enumerate(play.hands) if hand is not None}
    seats = playing(play)
    if not seats:
        yield _fault(f"{path}.hands", "nobody is in the round")
        return
    out = [seat for seat in dealt if state.standing.out_since[seat] is not None]
    if out:
        yield _fault(f"{path}.hands.{seat_letter(out[0])}", "a seat that is out holds cards")
    if play.left - dealt:
        yield _fault(f"{path}.left", "a seat that was not dealt in cannot have left")
    holding = any(hand is not None and hand.size and seat in play.left for seat, hand in enumerate(play.hands))
    if holding and play.phase not in _CLOSED:
        yield _fault(f"{path}.left", "a seat that left before the round was closed holds cards")
    if play.eldest not in dealt:
        yield _fault(f"{path}.eldest", "the seat that plays first was not dealt in")
    if (play.seat in seats) is not (play.phase in _ACTED_IN) or (play.seat is not None and play.seat not in seats):
        wanted = "a seat that is in acts" if play.phase in _ACTED_IN else "nobody acts"
        yield _fault(f"{path}.seat", f"in the stage `{play.phase}` {wanted}")
    if play.offered > len(dealt):
        yield _fault(f"{path}.offered", "there are fewer seats than offers")
    if any(meld.owner not in dealt for meld in play.table):
        yield _fault(f"{path}.table", "melds lie there of a seat that was not dealt in")
    yield from _taken(play, path)


def _taken(play: RoundState, path: str) -> Iterator[FieldFault]:
    """The card taken in this turn is in the hand of who took it."""
    if play.taken is None:
        return
    hand = play.hands[play.seat] if play.seat is not None else None
    held = hand is not None and (hand.unknown or any(card.index == play.taken.index for card in hand.known))
    if play.phase is not Phase.DISCARD or not held:
        yield _fault(f"{path}.taken_card", "the card taken is in the hand of the seat that is to discard")


def _close(play: RoundState, path: str) -> Iterator[FieldFault]:
    """What a close leaves behind: a closer, what the close was, and who is still to lay off."""
    if play.phase not in _CLOSED:
        if play.closer is not None or play.outcome is not None or play.queue:
            yield _fault(f"{path}.closer", f"in the stage `{play.phase}` nobody has closed")
        return
    if play.outcome is not None and play.closer is None:
        yield _fault(f"{path}.closer", "a close has an outcome, and nobody made it")
    elif play.closer is not None and play.hands[play.closer] is None:
        yield _fault(f"{path}.closer", "the seat that closed is not in the round")
    if play.phase is Phase.LAY_OFF:
        yield from _lay_off(play, path)
    elif play.queue:
        yield _fault(f"{path}.queue", "nobody is to lay off any more")


def _lay_off(play: RoundState, path: str) -> Iterator[FieldFault]:
    if play.outcome is None or play.closer is None:
        yield _fault(f"{path}.outcome", "cards are laid off after a close, and it has an outcome")
    if not play.queue or play.queue[0][0] != play.seat:
        yield _fault(f"{path}.queue", "the seat to act is the first of those who are to lay off")
    if any(sweep not in {FIRST, SECOND} or seat not in playing(play) for seat, sweep in play.queue):
        yield _fault(f"{path}.queue", f"seats in the round lay off in the sweeps {FIRST} and {SECOND}")
