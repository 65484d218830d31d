"""Is this play allowed? One check for each action, asked in its phase; the first thing that is wrong is the fault.

First whether the game is at a point where such an action can happen at all (phase, seat), then whether the cards allow
it, then the conditions of the rule set. Nothing here looks for alternatives: `legal` does, when somebody asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
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
from referee.game.choice import closable
from referee.game.close import CloseVerdict, judge_close
from referee.game.facts import HIDDEN, UNKNOWN_CARD, CloseFacts
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.moment import card_in_question, course_of, hand_of, is_taken, playing, turn_facts, upcard
from referee.game.refusal import CLOSE_CODES, CLOSE_NOT_GROUPED, SLOT_CODES, THREW_TAKEN_CARD, Failure, failure_of
from referee.game.showing import lay_off_fault, melds_fault
from referee.game.state import Phase, RoundState
from referee.rules.order import natural_key
from referee.table import Kind, Table
from referee.table.draft import Named
from referee.table.seats import seat_letter

_OF_THE_CARD = frozenset({"card"})


def block_clause(table: Table, *blocks: str) -> str:
    """The clause of the first of these blocks that has one."""
    clauses = table.rule_set.block_clauses
    return next((clauses[block] for block in blocks if block in clauses), "")


def drawable(table: Table, play: RoundState) -> int:
    """Cards of the stock that may still be drawn."""
    return max(0, len(play.stock) - int(table.settings["stock.keep"]))


def shufflable(table: Table, play: RoundState) -> int:
    """Discards that would become the new stock if they were shuffled now, by `stock.reshuffle`; 0 if none may be."""
    how = table.settings["stock.reshuffle"]
    if how == "none" or not shuffles_left(table, play):
        return 0
    return len(play.pile) if how == "all" else max(0, len(play.pile) - 1)


def shuffles_left(table: Table, play: RoundState) -> bool:
    """Whether the rule set allows one more shuffle in this round."""
    if table.settings["stock.reshuffle"] == "none":
        return False
    most = table.settings.get("stock.at_most")
    return most is None or play.reshuffles < int(most)


def offer_refused(state: GameState) -> bool:
    """Whether the eldest draws first after everybody let the offered upcard go by: from the stock only."""
    play = state.round
    assert play is not None
    return play.offered > 0 and not any(play.turns) and play.seat == play.eldest and play.phase is Phase.DRAW


def fault_of(table: Table, state: GameState, action: Action) -> Fault | None:
    """What is wrong with the action here; None if it is allowed."""
    if state.phase is Phase.OVER:
        return Fault("GAME_IS_OVER", block_clause(table, "game"))
    play = state.round
    if play is None:
        return Fault("NOT_NOW", block_clause(table, "deal", "turn"), {"phase": str(state.phase)})
    if isinstance(action, Incident):
        return _incident(table, state, play, action)
    if play.phase is Phase.LAY_OFF and isinstance(action, Show | LayOff | Pass):
        return lay_off_fault(table, state, action)
    phase = play.phase
    if phase is not Phase.DISCARD and phase is not Phase.DRAW and phase is not Phase.OFFER:
        return Fault("ROUND_IS_OVER", block_clause(table, "close"), {"phase": str(play.phase)})
    if isinstance(action, Reshuffle):
        return _reshuffle(table, play, action)
    check = _CHECKS.get(type(action))
    if check is None:
        return Fault("NOT_NOW", block_clause(table, "turn"), {"phase": str(play.phase)})
    seat = getattr(action, "seat")  # noqa: B009 - every action with a check has one
    if not 0 <= seat < table.seats or play.hands[seat] is None or seat in play.left:
        return Fault("SEAT_IS_OUT", block_clause(table, "game", "turn"))
    if seat != play.seat:
        return Fault(
            "OUT_OF_TURN", block_clause(table, "turn"), {"turn": "" if play.seat is None else seat_letter(play.seat)}
        )
    return check(table, state, play, action)


# -- drawing ---------------------------------------------------------------------------------------------------


def _draw(table: Table, _state: GameState, play: RoundState, action: DrawStock) -> Fault | None:
    if play.phase is Phase.OFFER:
        return Fault("OFFER_NOT_ANSWERED", block_clause(table, "deal", "turn"))
    if not drawable(table, play):
        return Fault("STOCK_EMPTY", block_clause(table, "stock"), {"stock_cards": str(len(play.stock))})
    top = play.stock[0]
    if action.card is not None and top is not None and action.card.index != top.index:
        measured = {"card": table.write(action.card), "top": table.write(top)}
        return Fault("NOT_ON_TOP", block_clause(table, "turn"), measured)
    if action.card is not None and top is None and not _is_free(table, play, action.card):
        return Fault("CARD_TWICE", block_clause(table, "deal", "turn"), {"card": table.write(action.card)})
    if play.phase is Phase.DISCARD:
        return Fault("DREW_TWICE", block_clause(table, "turn"), act="draws_twice")
    return None


def _take(table: Table, state: GameState, play: RoundState, action: TakeUpcard) -> Fault | None:
    if not play.pile:
        return Fault("PILE_EMPTY", block_clause(table, "stock", "turn"))
    top = upcard(play)
    if action.card is not None and top is not None and action.card.index != top.index:
        measured = {"card": table.write(action.card), "upcard": table.write(top)}
        return Fault("NOT_THE_UPCARD", block_clause(table, "turn"), measured)
    if action.card is not None and top is None and not _is_free(table, play, action.card):
        return Fault("CARD_TWICE", block_clause(table, "deal", "turn"), {"card": table.write(action.card)})
    if play.phase is Phase.DISCARD:
        return Fault("DREW_TWICE", block_clause(table, "turn"), act="draws_twice")
    if offer_refused(state):
        return Fault("OFFER_PASSED", block_clause(table, "deal", "turn"))
    own = play.thrown_by[-1] == action.seat
    card = card_in_question(table, play, top, own=own)
    failures = _failing(table, state, action.seat, card, "turn.may_take")
    return Fault(failures[0].code, failures[0].clause, {}, failures) if failures else None


def _pass(table: Table, _state: GameState, play: RoundState, _action: Pass) -> Fault | None:
    if play.phase is Phase.OFFER:
        return None
    if play.phase is Phase.DRAW:
        return Fault("TURN_MISSED", block_clause(table, "turn"))
    return Fault("NOT_NOW", block_clause(table, "turn"), {"phase": str(play.phase)})


# -- throwing --------------------------------------------------------------------------------------------------


def _discard(table: Table, state: GameState, play: RoundState, action: Discard) -> Fault | None:
    if play.phase is Phase.OFFER:
        return Fault("OFFER_NOT_ANSWERED", block_clause(table, "deal", "turn"))
    held = _held(table, play, action.seat, action.card)
    if held is not None:
        return held
    if play.phase is Phase.DRAW:
        return Fault("NOT_DRAWN", block_clause(table, "turn"), act="draws_nothing")
    card = card_in_question(table, play, action.card)
    failures = _failing(table, state, action.seat, card, "turn.may_discard")
    if not failures:
        return None
    threw_taken = card.taken and THREW_TAKEN_CARD in {failure.code for failure in failures}
    code = THREW_TAKEN_CARD if threw_taken else SLOT_CODES["turn.may_discard.*"]
    return Fault(code, failures[0].clause, {"card": table.write(action.card)}, failures, "false_discard")


def _close(table: Table, state: GameState, play: RoundState, action: Close) -> Fault | None:
    if play.phase is Phase.OFFER:
        return Fault("OFFER_NOT_ANSWERED", block_clause(table, "deal", "turn"))
    if action.card is not None:
        held = _held(table, play, action.seat, action.card)
        if held is not None:
            return held
    if play.phase is Phase.DRAW:
        return Fault("NOT_DRAWN", block_clause(table, "turn"))
    if action.seat in play.barred:
        return Fault("CLOSE_BARRED", block_clause(table, "close"))
    verdict = close_verdict(table, state, action)
    if verdict is None:
        if hand_of(play, action.seat).size == table.hand_size + 1:
            return None
        return _faulty_close(table, state, action)
    if verdict.legal:
        return _declared_fault(table, play, action)
    return refused_close(verdict)


def refused_close(verdict: CloseVerdict) -> Fault:
    """The fault of a close that is not legal."""
    codes = {failure.code for failure in verdict.failures}
    code = next((code for code in _CLOSE_ORDER if code in codes), "CLOSE_NOT_ALLOWED")
    return Fault(code, verdict.clause, {}, verdict.failures, "false_close")


def _declared_fault(table: Table, play: RoundState, action: Close) -> Fault | None:
    """What is declared must be valid; the outcome is judged on the cards however they are split (x.6)."""
    if action.melds is None or action.card is None:
        return None
    kept = without(hand_of(play, action.seat).known, action.card)
    melds = tuple(meld.cards for meld in action.melds)
    return melds_fault(table, action.seat, melds, kept)


def _faulty_close(table: Table, state: GameState, action: Close) -> Fault:
    """A close with a wrong number of cards, which makes no hand to judge: what the rules say of faulty hands."""
    facts = CloseFacts(course_of(state, action.seat))
    said = [one for one in table.conditions("close.may_close") if one.reads == {"faulty"} and not one.test.call(facts)]
    failures = tuple(failure_of(table, one, facts) for one in said)
    clause = failures[0].clause if failures else block_clause(table, "close")
    return Fault("CLOSE_WITH_FAULTY_HAND", clause, {"faulty": "yes"}, failures, "false_close")


_CLOSE_ORDER = (*(code for code, _ in CLOSE_CODES), CLOSE_NOT_GROUPED)
"""Of several codes the first here is that of the close (RECORD.md section 3)."""


def close_verdict(table: Table, state: GameState, action: Close) -> CloseVerdict | None:
    """The verdict on a close; None where cards are unknown, or are not one more than a full hand."""
    play = state.round
    assert play is not None
    hand = hand_of(play, action.seat)
    if hand.unknown or action.card is None or hand.size != table.hand_size + 1:
        return None
    keep, given = without(hand.known, action.card), course_of(state, action.seat)
    return judge_close(table, keep, given=given, closing=action.card, hand=hand.known, taken=_very_card(play))


def hopeful(table: Table, state: GameState, seat: int, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of the hand with which a close is not sure to be refused: what `fault_of` says, without its reasons."""
    play = state.round
    assert play is not None
    hand = hand_of(play, seat)
    if hand.unknown or hand.size != table.hand_size + 1:
        return tuple(cards)
    legal = closable(table, hand.known, given=course_of(state, seat), taken=_very_card(play))
    return tuple(card for card in cards if card.index in legal)


def _very_card(play: RoundState) -> Card | None:
    """The card taken in this turn, if throwing its like would throw that very card (es.2)."""
    return play.taken if play.taken is not None and is_taken(play, play.taken) else None


def can_close(table: Table, state: GameState) -> bool:
    """Whether the seat on turn could close now with some card of its hand; no where its cards are unknown."""
    play = state.round
    assert play is not None
    if play.seat is None or play.phase is not Phase.DISCARD or play.seat in play.barred:
        return False
    hand = hand_of(play, play.seat)
    if hand.unknown or hand.size != table.hand_size + 1:
        return False
    return bool(hopeful(table, state, play.seat, dict.fromkeys(hand.known)))


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without one of them: the copy that was named if there is one, else any of that kind."""
    same = [one for one in cards if one.index == card.index]
    gone = next((one for one in same if one.mark == card.mark), same[0])
    at = cards.index(gone)
    return cards[:at] + cards[at + 1 :]


# -- the table -------------------------------------------------------------------------------------------------


def _reshuffle(table: Table, play: RoundState, action: Reshuffle) -> Fault | None:
    clause = block_clause(table, "stock")
    if play.phase is not Phase.DRAW:
        return Fault("NOT_NOW", clause, {"phase": str(play.phase)})
    if drawable(table, play):
        return Fault("STOCK_NOT_EMPTY", clause, {"stock_cards": str(len(play.stock))})
    if not shufflable(table, play):
        return Fault("NO_RESHUFFLE", clause, {"reshuffles": str(play.reshuffles)})
    if action.order is None:
        return None
    old = play.pile if table.settings["stock.reshuffle"] == "all" else play.pile[:-1]
    known = Counter(card.index for card in old if card is not None)
    new = Counter(card.index for card in action.order)
    if len(action.order) != len(old) or known - new:
        return Fault("NEW_STOCK_DIFFERS", clause, {"discards": str(len(old)), "new_stock": str(len(action.order))})
    return None


def is_dead(table: Table, state: GameState) -> bool:
    """Whether the round may end unclosed now (FORMAT.md section 8): nothing to draw, and no shuffle or no upcard."""
    play = state.round
    assert play is not None
    if play.phase is not Phase.DRAW or drawable(table, play) or shufflable(table, play):
        return False
    if not shuffles_left(table, play):
        return True
    assert play.seat is not None
    return _take(table, state, play, TakeUpcard(play.seat)) is not None


def _incident(table: Table, state: GameState, play: RoundState, action: Incident) -> Fault | None:
    if action.kind is IncidentKind.DEAD:
        return None if is_dead(table, state) else Fault("NOT_DEAD", block_clause(table, "stock"))
    if action.kind is IncidentKind.MISDEAL:
        return None
    if action.seat is None or action.seat not in playing(play):
        return Fault("SEAT_IS_OUT", block_clause(table, "game", "turn"))
    if action.kind is IncidentKind.FEINT:
        if action.seat != play.seat or play.phase is not Phase.DISCARD:
            return Fault("NOT_NOW", block_clause(table, "turn"), {"phase": str(play.phase)})
        return Fault("FEINT", block_clause(table, "irregular", "turn"), act="feint")
    return None


# -- shared ----------------------------------------------------------------------------------------------------


def _held(table: Table, play: RoundState, seat: int, card: Card) -> Fault | None:
    hand = hand_of(play, seat)
    if any(one.index == card.index for one in hand.known) or (hand.unknown and _is_free(table, play, card)):
        return None
    return Fault("NOT_IN_HAND", block_clause(table, "turn"), {"card": table.write(card)})


def _is_free(table: Table, play: RoundState, card: Card) -> bool:
    """Whether a copy of the card may be where cards are unknown: not all its copies lie in known places."""
    seen = sum(one.index == card.index for hand in play.hands if hand is not None for one in hand.known)
    seen += sum(one is not None and one.index == card.index for one in (*play.stock, *play.pile, *play.aside))
    seen += sum(one.index == card.index for meld in play.table for one in meld.cards)
    return seen < table.pack.kinds[card.index].count


def _failing(table: Table, state: GameState, seat: int, card: Kind, block: str) -> tuple[Failure, ...]:
    """The conditions on a card that fail. Those that hang on a card or a hand that is not known count as met."""
    # most rule sets ask for the card alone, and of that nothing need be worked out
    if table.derived(_OfTheCard).hold(card, block):
        return ()
    conditions = table.conditions(block)
    assert state.round is not None
    unknown = _OF_THE_CARD if card is UNKNOWN_CARD else frozenset[str]()
    if hand_of(state.round, seat).unknown:
        unknown |= HIDDEN - _OF_THE_CARD
    facts = turn_facts(table, state, seat, card, lambda: can_close(table, state))
    failed = [one for one in conditions if not one.test.reads & unknown and not one.test.call(facts)]
    failed.sort(key=lambda one: (natural_key(one.clause), natural_key(one.rule.key)))
    return tuple(failure_of(table, one, facts) for one in failed)


class _OfTheCard:
    """The conditions of the blocks of one table that read nothing but the card."""

    __slots__ = ("_conditions", "_tests")

    def __init__(self, table: Table) -> None:
        self._conditions = table.conditions
        self._tests: dict[str, tuple[Callable[[Any], Any], ...] | None] = {}

    @classmethod
    def of(cls, table: Table) -> _OfTheCard:
        """Those of a table; `Table.derived` keeps them."""
        return cls(table)

    def hold(self, card: Kind, block: str) -> bool:
        """Whether a block reads nothing else and all hold of a card; of an unknown card nothing is read, so they do."""
        try:
            tests = self._tests[block]
        except KeyError:
            conditions = [one.test for one in self._conditions(block)]
            of_the_card = all(test.reads <= _OF_THE_CARD for test in conditions)
            tests = self._tests[block] = tuple([test.call for test in conditions]) if of_the_card else None
        if tests is None:
            return False
        if not tests or card is UNKNOWN_CARD:
            return True
        facts = Named(card=card)
        return all(test(facts) for test in tests)


_Check = Callable[[Table, GameState, RoundState, Any], Fault | None]
_CHECKS: Mapping[type, _Check] = {
    DrawStock: _draw,
    TakeUpcard: _take,
    Pass: _pass,
    Discard: _discard,
    Close: _close,
}
