"""The deal of a played situation: the cards that a test gives to the seats, and where game and round stand by then.

Seats are those that `hands` deal to; one that only `before` names is out. Where no round can stand so, nothing is
asked: `Unasked` has what is wrong with the test, and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.cards import Card, CardError
from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import listed
from referee.game.actions import Deal
from referee.game.flow import start
from referee.game.gamestate import GameState
from referee.game.legal import apply, fault
from referee.game.state import Phase, Standing
from referee.suite import comparing, messages
from referee.suite.model import Test
from referee.suite.run_cards import Unasked, place_of_card
from referee.table import Table
from referee.table.seats import seat_index, seat_letter
from referee.workshop.reachable import impossible_fact, unreached


def seats_of(test: Test) -> int:
    """At how many seats a situation is played; Unasked if it deals to nobody."""
    hands = test.asked["hands"]
    letters = [*hands, *(test.asked.get("before") or {})] if isinstance(hands, Mapping) else []
    if not letters:
        message = "`hands` holds the cards of each seat"
        raise Unasked(Diagnostic("CH103", message, test.place("hands"), "write `hands: {A: …, B: …}`"))
    return max(map(seat_index, letters)) + 1


def dealt(test: Test, table: Table) -> GameState:
    """The game with the cards dealt, or in the middle of the round; Unasked where no round can stand so."""
    asked, cards = test.asked, _Cards.of(test, table)
    eldest = seat_index(str(asked.get("eldest", "A")))
    if eldest >= table.seats:
        raise Unasked(Diagnostic("CH801", f"seat {asked['eldest']} is not at this table", test.place("eldest")))
    turned = table.settings["deal.next_card"] in {"turned_up", "offered"}
    if turned and "pile" not in asked and len(cards.pile) != 1:
        message = "the card turned up is not said" if not cards.pile else "`upcard` is one card"
        raise Unasked(Diagnostic("CH102", message, test.place("play"), "write `upcard: …`, or `pile: …`"))
    left = table.pack.size - sum(len(hand) for hand in cards.hands if hand is not None) - turned
    known = () if "pile" in asked else cards.stock
    state = GameState(Phase.DEAL, _standing(test, table, eldest, cards.hands))
    upcard = cards.pile[-1] if turned and cards.pile else None
    deal = Deal(eldest, cards.hands, upcard, (*known, *(None,) * max(0, left - len(known))))
    wrong = fault(table, state, deal)
    if wrong is not None:
        message = messages.no_deal(wrong.code, wrong.measured)
        help_ = f"`hands` has {table.hand_size} cards for each seat: {listed(map(seat_letter, range(table.seats)))}"
        raise Unasked(Diagnostic("CH803", message, test.place("hands"), help_))
    for fact, why in unreached(table, {"reshuffles": int(asked.get("reshuffles", 0))}):
        raise Unasked(impossible_fact(fact, asked[fact], why, test.place(fact)))
    return _later(test, table, apply(table, state, deal), cards)


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards of a situation: hands by seat (None: out), the pile with its top last, the first of the stock."""

    hands: tuple[tuple[Card | None, ...] | None, ...]
    pile: tuple[Card | None, ...]
    stock: tuple[Card | None, ...]

    @classmethod
    def of(cls, test: Test, table: Table) -> _Cards:
        """Read them; Unasked where they are none, or more than the pack has."""
        asked, key = test.asked, "hands"
        try:
            hands = tuple(_hand(table, asked["hands"].get(seat_letter(seat))) for seat in range(table.seats))
            key = "pile" if "pile" in asked else "upcard"
            pile = _hand(table, asked.get(key, comparing.NONE)) or ()
            key = "stock"
            stock = _hand(table, asked.get(key, comparing.NONE)) or ()
            held = [card for hand in hands if hand is not None for card in hand]
            table.check_copies([card for card in (*held, *pile, *stock) if card is not None])
        except CardError as error:
            places = [place_of_card(test, one, error) for one in dict.fromkeys((key, "stock", "pile", "upcard"))]
            exact = (place for place in places if place.source.text[place.start : place.end] == error.text)
            message = error.message.replace("stands in the hand", "stands in hands, pile and stock")
            raise Unasked(Diagnostic("CH802", message, next(exact, places[0]))) from error
        return cls(hands, pile, stock)


def _later(test: Test, table: Table, state: GameState, cards: _Cards) -> GameState:
    """The round as far as the test says that it has gone on."""
    asked, play = test.asked, state.round
    assert play is not None
    play = replace(
        play,
        turns=(int(asked.get("laps", 0)),) * table.seats,
        reshuffles=int(asked.get("reshuffles", 0)),
    )
    if "pile" in asked:
        phase = Phase.DRAW if play.phase is Phase.OFFER else play.phase
        unknown = (None,) * len(cards.pile)
        play = replace(play, phase=phase, pile=cards.pile, thrown_by=unknown, stock=cards.stock)
    return replace(state, phase=play.phase, round=play)


def _hand(table: Table, text: object) -> tuple[Card | None, ...] | None:
    return None if text is None else tuple(_card(table, word) for word in comparing.words(text))


def _card(table: Table, word: str) -> Card | None:
    return None if word == "?" else table.pack.notation.read(word)


def _standing(test: Test, table: Table, eldest: int, hands: tuple[object, ...]) -> Standing:
    """The totals before the round; who is not dealt in is out."""
    first = start(table, eldest=eldest).standing
    totals = _by_seat(test, table, "before")
    return replace(
        first,
        totals=totals,
        gained=tuple(max(total, 0) for total in totals),
        lost=tuple(max(-total, 0) for total in totals),
        out_since=tuple(0 if hand is None else None for hand in hands),
        re_entries=_by_seat(test, table, "re_entries"),
        rounds=int(test.asked.get("rounds", 1 if any(totals) else 0)),
    )


def _by_seat(test: Test, table: Table, key: str) -> tuple[int, ...]:
    """Numbers by seat, 0 for those that are not named."""
    said = {seat_index(letter): int(number) for letter, number in (test.asked.get(key) or {}).items()}
    return tuple(said.get(seat, 0) for seat in range(table.seats))
