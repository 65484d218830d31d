"""A play that is not allowed, in words: what was found, what was measured, what would have been legal instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    Discard,
    DrawStock,
    LayOff,
    Reshuffle,
    Show,
    TakeUpcard,
)
from referee.game.checks import close_verdict, drawable, is_dead, shufflable
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.legal import refusal_of
from referee.game.moment import hand_of, playing
from referee.game.refusal import Failure
from referee.game.roundfacts import points_of
from referee.game.solve import Arrangement
from referee.game.state import Phase, RoundState
from referee.lang.syntax import Comparison, Name
from referee.record.actions import action_text
from referee.record.findings import Case
from referee.record.model import seat_letter
from referee.record.partial import places_of
from referee.voice.book import book_of
from referee.voice.refusal import measured as reasons_in_words
from referee.voice.refusal import own_words
from referee.voice.settle import literal

_TO_DO: Final = {
    Phase.OFFER: "to_offer",
    Phase.DRAW: "to_draw",
    Phase.DISCARD: "to_discard",
    Phase.LAY_OFF: "to_lay_off",
    Phase.COUNT: "to_count",
}


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a fault. `measured` by vocabulary name, `legal` words of the record, nearest first."""

    message: str
    measured: Mapping[str, str]
    legal: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One fault to be explained: the state it happened in, the action, and the word that says it."""

    case: Case
    state: GameState
    action: Action
    wrong: Fault
    word: str
    arrangement: Arrangement | None

    @property
    def play(self) -> RoundState:
        """The round."""
        assert self.state.round is not None
        return self.state.round

    @property
    def seat(self) -> int | None:
        """The seat that acts."""
        seat = getattr(self.action, "seat", None)
        return seat if isinstance(seat, int) else None

    @property
    def card(self) -> Card | None:
        """The card of the action."""
        card = getattr(self.action, "card", None)
        return card if isinstance(card, Card) else None

    @property
    def card_text(self) -> str:
        """That card, or the one that was measured."""
        return self.case.cards([self.card]) if self.card is not None else self.wrong.measured.get("card", "?")

    def reasons(self, failures: Sequence[Failure] | None = None) -> str:
        """The conditions that fail, in words."""
        return spoken(self.case, self.wrong.failures if failures is None else failures)


def explained(
    case: Case, state: GameState, action: Action, wrong: Fault, *, word: str, arrangement: Arrangement | None = None
) -> Said:
    """What is said of a fault in this state; `arrangement` is how an unseen close was judged."""
    if arrangement is None and isinstance(action, Close) and state.round is not None and _is_close_fault(wrong):
        verdict = close_verdict(case.table, state, action)
        arrangement = None if verdict is None else verdict.arrangement
    asked = Asked(case, state, action, wrong, word, arrangement)
    legal = _legal(asked)
    message = _MESSAGES.get(wrong.code, _plain)(asked)
    return Said(message, _measured(asked), tuple(_texts(case, legal)), _help(asked, legal))


def expected(case: Case, play: RoundState | None) -> str:
    """What is to happen next, in words."""
    if play is None or play.phase not in _TO_DO:
        return case.say("to_deal")
    return case.say(_TO_DO[play.phase], seat=case.seat(play.seat))


def spoken(case: Case, failures: Sequence[Failure]) -> str:
    """Conditions that fail, in words: what their author says to those who break them, or what was measured."""
    book = book_of(case.table, case.lang)
    said: list[str] = []
    for one in failures:
        own = own_words(book, one) if one.facts is not None else ""
        said += [own] if own else reasons_in_words(book, one)
    texts = [_small(text.rstrip(".")) for text in dict.fromkeys(said) if text]
    return "; ".join(texts) or case.say("reason_unsaid")


def where(case: Case, play: RoundState, card: Card, *, but: int | None = None) -> str:
    """Where a card is known to lie, as the end of a sentence; nothing if that is not known."""
    found = [(kind, seat) for kind, seat in places_of(play, card) if seat is None or seat != but]
    if not found:
        return ""
    kind, seat = found[0]
    return case.say(f"where_{kind}", seat=case.seat(seat))


def _small(text: str) -> str:
    """A sentence as part of another."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


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
        count=asked.wrong.measured.get("stock_cards", ""),
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
    for _, compared, bound in _bounds(asked, "laps"):
        if compared == "at least" and bound == 1:
            return asked.case.say("CLOSE_TOO_EARLY")
    return asked.case.say("too_early", reasons=asked.reasons())


def _too_many(asked: Asked) -> str:
    case, arrangement = asked.case, asked.arrangement
    if arrangement is None:
        return case.say("CLOSE_NOT_ALLOWED", reasons=asked.reasons())
    cards, points = case.cards(arrangement.loose), points_of(case.table, arrangement.loose)
    for measured, compared, bound in _bounds(asked, "deadwood"):
        key = {"at most": "CLOSE_TOO_MANY_POINTS", "below": "too_many_below"}.get(compared)
        if key is not None and measured == points:
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
    why = case.say("because", reasons=asked.reasons()) if asked.wrong.failures else ""
    return case.say("CANNOT_BE_LAID", cards=cards, number=action.meld, why=why)


def _no_such_meld(asked: Asked) -> str:
    measured = asked.wrong.measured
    return asked.case.say("NO_SUCH_MELD", number=measured.get("meld", "?"), count=measured.get("melds", "0"))


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


# -- measures, help --------------------------------------------------------------------------------------------------


def _bounds(asked: Asked, fact: str) -> list[tuple[int, str, int]]:
    """What a fact was measured as, and the bound it should have kept, for every reason that is so simple."""
    found: list[tuple[int, str, int]] = []
    for failure in asked.wrong.failures:
        for leaf in failure.leaves:
            expr = leaf.expr
            if not isinstance(expr, Comparison) or not isinstance(expr.left, Name) or expr.left.name != fact:
                continue
            values = dict(leaf.sides)
            bound = values.get(expr.right, literal(expr.right))
            if not leaf.holds and isinstance(bound, int) and expr.left in values:
                found.append((int(values[expr.left]), expr.comparator, bound))
    return found


def _measured(asked: Asked) -> Mapping[str, str]:
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


def _legal(asked: Asked) -> tuple[Action, ...]:
    """What would have been legal; nothing where cards of the seat on turn are not known."""
    play = asked.play
    hidden = play.seat is not None and play.phase is not Phase.DRAW and hand_of(play, play.seat).unknown
    if hidden or asked.state.phase is Phase.OVER:
        return ()
    return refusal_of(asked.case.table, asked.state, asked.action, asked.wrong).legal


def _texts(case: Case, actions: Sequence[Action]) -> list[str]:
    """Actions as words; those that no word says are left out."""
    found = []
    for action in actions:
        if isinstance(action, TakeUpcard) and action.card is None:
            continue
        found.append(action_text(action, case.table.pack.notation))
    return found


def _help(asked: Asked, legal: Sequence[Action]) -> str:
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
