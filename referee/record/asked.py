"""One fault to be explained, and the parts of sentences that explanations are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.game.actions import Action
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.refusal import Failure
from referee.game.solve import Arrangement
from referee.game.state import Phase, RoundState
from referee.lang.syntax import Comparison, Name
from referee.lang.walk import written_number
from referee.record.findings import Case
from referee.record.partial import places_of
from referee.voice.book import book_of
from referee.voice.refusal import measured as reasons_in_words
from referee.voice.refusal import own_words

_TO_DO: Final = {
    Phase.OFFER: "to_offer",
    Phase.DRAW: "to_draw",
    Phase.DISCARD: "to_discard",
    Phase.LAY_OFF: "to_lay_off",
    Phase.COUNT: "to_count",
}


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


def bounds(asked: Asked, fact: str) -> list[tuple[int, str, int]]:
    """What a fact was measured as, and the bound it should have kept, for every reason that is so simple."""
    found: list[tuple[int, str, int]] = []
    for failure in asked.wrong.failures:
        for leaf in failure.leaves:
            expr = leaf.expr
            if not isinstance(expr, Comparison) or not isinstance(expr.left, Name) or expr.left.name != fact:
                continue
            values = dict(leaf.sides)
            bound = values.get(expr.right, written_number(expr.right))
            if not leaf.holds and isinstance(bound, int) and expr.left in values:
                found.append((int(values[expr.left]), expr.comparator, bound))
    return found
