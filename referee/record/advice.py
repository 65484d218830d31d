"""What was measured of a fault, what would have been legal instead, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.game.actions import Action, Close, Discard, DrawStock, TakeUpcard
from referee.game.checks import drawable, is_dead, shufflable
from referee.game.legal import refusal_of
from referee.game.moment import hand_of, playing
from referee.game.roundfacts import points_of
from referee.game.state import Phase
from referee.lang.syntax import Name
from referee.record.actions import action_text
from referee.record.asked import Asked
from referee.record.findings import Case
from referee.record.model import seat_letter


def measured(asked: Asked) -> Mapping[str, str]:
    """Everything that was measured, as text."""
    case, play = asked.case, asked.play
    found: dict[str, str] = {}
    if asked.wrong.code == "NOT_IN_HAND" and asked.seat is not None:
        hand = hand_of(play, asked.seat)
        found["hand"] = case.cards((*hand.known, *(None,) * hand.unknown))
    elif asked.wrong.code in {"THREW_TAKEN_CARD", "CLOSED_WITH_TAKEN_CARD"}:
        found["taken_card"] = asked.card_text
    else:
        found |= asked.wrong.measured
    if asked.arrangement is not None:
        loose = asked.arrangement.loose
        found["deadwood"] = str(points_of(case.table, loose))
        found["loose"] = case.cards(loose)
        found["melded"] = str(sum(len(meld.cards) for meld in asked.arrangement.melds))
    for failure in asked.wrong.failures:
        for leaf in failure.leaves:
            found |= {
                side.name: str(value)
                for side, value in leaf.sides
                if isinstance(side, Name) and side.sort == "fact" and isinstance(value, int)
            }
    if "laps" in found:
        found["turns"] = " ".join(f"{seat_letter(seat)} {play.turns[seat]}" for seat in playing(play))
    return {name: text for name, text in found.items() if text}


def legal_instead(asked: Asked) -> tuple[Action, ...]:
    """What would have been legal; nothing where cards of the seat on turn are not known."""
    play = asked.play
    hidden = play.seat is not None and play.phase is not Phase.DRAW and hand_of(play, play.seat).unknown
    if hidden or asked.state.phase is Phase.OVER:
        return ()
    return refusal_of(asked.case.table, asked.state, asked.action, asked.wrong).legal


def texts_of(case: Case, actions: Sequence[Action]) -> list[str]:
    """Actions as words; those that no word says are left out."""
    found = []
    for action in actions:
        if isinstance(action, TakeUpcard) and action.card is None:
            continue
        found.append(action_text(action, case.table.pack.notation))
    return found


def help_with(asked: Asked, legal: Sequence[Action]) -> str:
    """What may be done about it."""
    case, play, code = asked.case, asked.play, asked.wrong.code
    if code == "NOT_IN_HAND":
        return _slip(asked)
    if code in {"NOT_THE_UPCARD", "NOT_ON_TOP"} or asked.seat is None:
        return ""
    if code == "STOCK_EMPTY":
        return case.say("help_dead") if is_dead(case.table, asked.state) else _shuffle_help(asked)
    if code == "OUT_OF_TURN" and play.phase is Phase.DISCARD and play.seat is not None:
        return case.say("help_throw", other=case.seat(play.seat))
    if isinstance(asked.action, Close) and (asked.arrangement is not None or code == "CLOSED_WITH_TAKEN_CARD"):
        closes = [one.card for one in legal if isinstance(one, Close) and one.card is not None]
        return case.say("help_close", card=case.cards([closes[0]])) if closes else case.say("help_no_close")
    return ""


def _shuffle_help(asked: Asked) -> str:
    if drawable(asked.case.table, asked.play) or not shufflable(asked.case.table, asked.play):
        return ""
    return asked.case.say("help_shuffle")


def _slip(asked: Asked) -> str:
    """The cards held that look like the one that is not: its rank in another suit, or its suit and the next number."""
    if asked.seat is None or not isinstance(asked.action, Discard | Close | DrawStock) or asked.card is None:
        return ""
    kinds = asked.case.table.pack.kinds
    wanted = kinds[asked.card.index]
    near = [
        card
        for card in hand_of(asked.play, asked.seat).known
        if kinds[card.index].rank == wanted.rank
        or (kinds[card.index].suit == wanted.suit and abs(kinds[card.index].place - wanted.place) == 1)
    ]
    texts = dict.fromkeys(f"`{asked.case.table.write(card)}`" for card in near)
    return asked.case.say("help_slip", cards=", ".join(texts)) if texts else ""
