"""A play that is not allowed, in words: what was found, what was measured, what would have been legal instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    LayOff,
    Reshuffle,
    Show,
)
from referee.game.checks import close_verdict
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.moment import hand_of, playing
from referee.game.roundfacts import points_of
from referee.game.showdown import FIRST, open_to
from referee.game.solve import Arrangement
from referee.game.state import Phase
from referee.record.advice import help_with, legal_instead, measured, texts_of
from referee.record.asked import Asked, bounds, expected, where
from referee.record.findings import Case


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a fault. `measured` by vocabulary name, `legal` words of the record, nearest first."""

    message: str
    measured: Mapping[str, str]
    legal: tuple[str, ...]
    help: str


def explained(
    case: Case, state: GameState, action: Action, wrong: Fault, *, word: str, arrangement: Arrangement | None = None
) -> Said:
    """What is said of a fault in this state; `arrangement` is how an unseen close was judged."""
    if arrangement is None and isinstance(action, Close) and state.round is not None and _is_close_fault(wrong):
        verdict = close_verdict(case.table, state, action)
        arrangement = None if verdict is None else verdict.arrangement
    asked = Asked(case, state, action, wrong, word, arrangement)
    legal = legal_instead(asked)
    message = _MESSAGES.get(wrong.code, _plain)(asked)
    return Said(message, measured(asked), tuple(texts_of(case, legal)), help_with(asked, legal))


def _is_close_fault(wrong: Fault) -> bool:
    return wrong.code.startswith("CLOSE") and wrong.code not in {"CLOSE_BARRED", "CLOSE_WITH_FAULTY_HAND"}


# -- messages --------------------------------------------------------------------------------------------------------


def _plain(asked: Asked) -> str:
    """The sentence of the code, with whatever it asks for."""
    case, play = asked.case, asked.play
    other = playing(play)[0] if play.seat is None and playing(play) else play.seat
    return case.say(
        asked.wrong.code,
        seat=case.seat(asked.seat),
        other=case.seat(other),
        card=asked.card_text,
        count=int(asked.wrong.measured.get("stock_cards", "0")),
        word=asked.word,
        expected=expected(case, play),
        reasons=asked.reasons(),
    )


def _not_in_hand(asked: Asked) -> str:
    card = asked.card or _first_missing(asked)
    text = asked.wrong.measured.get("card", "?") if card is None else asked.case.cards([card])
    place = "" if card is None else where(asked.case, asked.play, card, but=asked.seat)
    return asked.case.say("NOT_IN_HAND", card=text, seat=asked.case.seat(asked.seat), where=place)


def _first_missing(asked: Asked) -> Card | None:
    """The card of a show or a lay-off that is not held."""
    action, case = asked.action, asked.case
    cards: list[Card] = []
    if isinstance(action, Show):
        cards = [card for meld in action.melds for card in meld.cards]
    elif isinstance(action, LayOff):
        cards = [laid.card for laid in action.cards]
    return next((card for card in cards if case.table.write(card) == asked.wrong.measured.get("card")), None)


def _on_top(asked: Asked) -> str:
    top = asked.wrong.measured.get("top", "?")
    return asked.case.say("NOT_ON_TOP", card=asked.card_text, top=top)


def _the_upcard(asked: Asked) -> str:
    return asked.case.say("NOT_THE_UPCARD", card=asked.card_text, upcard=asked.wrong.measured.get("upcard", "?"))


def _stock_empty(asked: Asked) -> str:
    left = len(asked.play.stock)
    return asked.case.say("stock_kept", count=left) if left else asked.case.say("STOCK_EMPTY")


def _new_stock(asked: Asked) -> str:
    play, table = asked.play, asked.case.table
    old = play.pile if table.settings["stock.reshuffle"] == "all" else play.pile[:-1]
    new = asked.action.order or () if isinstance(asked.action, Reshuffle) else ()
    short = Counter(card.index for card in old if card is not None) - Counter(card.index for card in new)
    gone = asked.case.cards([Card(kind) for kind in sorted(short.elements())])
    missing = asked.case.say("not_in_it", cards=gone) if gone else ""
    return asked.case.say("NEW_STOCK_DIFFERS", count=len(old), missing=missing)


def _card_twice(asked: Asked) -> str:
    place = "" if asked.card is None else where(asked.case, asked.play, asked.card)
    return asked.case.say("CARD_TWICE", card=asked.card_text, where=place)


def _out_of_turn(asked: Asked) -> str:
    case, play = asked.case, asked.play
    key = "turn_open" if play.phase is Phase.DISCARD and play.seat is not None else "OUT_OF_TURN"
    return case.say(key, seat=case.seat(asked.seat), other=case.seat(play.seat))


def _not_drawn(asked: Asked) -> str:
    key = "closed_undrawn" if isinstance(asked.action, Close) else "NOT_DRAWN"
    return asked.case.say(key, seat=asked.case.seat(asked.seat))


def _too_early(asked: Asked) -> str:
    for _, compared, bound in bounds(asked, "laps"):
        if compared == "at least" and bound == 1:
            return asked.case.say("CLOSE_TOO_EARLY")
    return asked.case.say("too_early", reasons=asked.reasons())


def _too_many(asked: Asked) -> str:
    case, arrangement = asked.case, asked.arrangement
    if arrangement is None:
        return case.say("CLOSE_NOT_ALLOWED", reasons=asked.reasons())
    cards, points = case.cards(arrangement.loose), points_of(case.table, arrangement.loose)
    for found, compared, bound in bounds(asked, "deadwood"):
        key = {"at most": "CLOSE_TOO_MANY_POINTS", "below": "too_many_below"}.get(compared)
        if key is not None and found == points:
            return case.say(key, points=points, cards=cards, limit=bound)
    return case.say("too_many_loose", cards=cards, reasons=asked.reasons())


def _not_grouped(asked: Asked) -> str:
    loose = () if asked.arrangement is None else asked.arrangement.loose
    return asked.case.say("CLOSE_NOT_GROUPED", cards=asked.case.cards(loose))


def _faulty(asked: Asked) -> str:
    assert asked.seat is not None
    size = asked.case.table.hand_size + 1
    held = hand_of(asked.play, asked.seat).size
    return asked.case.say("CLOSE_WITH_FAULTY_HAND", seat=asked.case.seat(asked.seat), count=held, size=size)


def _no_meld(asked: Asked) -> str:
    return asked.case.say("NO_MELD", cards=asked.wrong.measured.get("cards", asked.word))


def _cannot_be_laid(asked: Asked) -> str:
    case, action = asked.case, asked.action
    assert isinstance(action, LayOff)
    cards = case.cards([laid.card for laid in action.cards], sort=False)
    why = asked.reasons() if asked.wrong.failures else case.say(_shut(asked, action))
    return case.say("CANNOT_BE_LAID", cards=cards, number=action.meld, why=why)


def _shut(asked: Asked, action: LayOff) -> str:
    """Why a meld takes no card, where no condition says it."""
    play = asked.play
    if play.closer is None or play.onto == "nobody":
        return "lay_off_none"
    sweep = play.queue[0][1] if play.queue else FIRST
    table = asked.case.table
    numbers = open_to(table, play.table, action.seat, sweep, closer=play.closer, onto=play.onto)
    return "lay_off_misfit" if action.meld in numbers else "lay_off_shut"


def _no_such_meld(asked: Asked) -> str:
    measured = asked.wrong.measured
    return asked.case.say("NO_SUCH_MELD", number=measured.get("meld", "?"), count=int(measured.get("melds", "0")))


_MESSAGES: Final[Mapping[str, Callable[[Asked], str]]] = {
    "NOT_IN_HAND": _not_in_hand,
    "NOT_ON_TOP": _on_top,
    "NOT_THE_UPCARD": _the_upcard,
    "STOCK_EMPTY": _stock_empty,
    "NEW_STOCK_DIFFERS": _new_stock,
    "CARD_TWICE": _card_twice,
    "OUT_OF_TURN": _out_of_turn,
    "NOT_DRAWN": _not_drawn,
    "CLOSE_TOO_EARLY": _too_early,
    "CLOSE_TOO_MANY_POINTS": _too_many,
    "CLOSE_NOT_GROUPED": _not_grouped,
    "CLOSE_WITH_FAULTY_HAND": _faulty,
    "NO_MELD": _no_meld,
    "CANNOT_BE_LAID": _cannot_be_laid,
    "NO_SUCH_MELD": _no_such_meld,
}
