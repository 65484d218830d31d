"""The course of a game: its start, the deal from an order of cards, the count of a round, re-entry, the end.

`legal` conducts the turns of a round; this module what lies between them. It draws no card by itself: whoever runs a
table brings the order of the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Card, in_pack_order
from referee.game.actions import Deal, Decline, Reenter
from referee.game.close import judge_close
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.moment import course_of, playing
from referee.game.price import price
from referee.game.result import RoundResult, less
from referee.game.showdown import Shown, as_declared, showdown
from referee.game.showing import course_of_round
from referee.game.stakes import opening
from referee.game.standing import Pause, close_pause, settle, why_not
from referee.game.state import Phase, RoundState, Standing
from referee.game.tablemeld import as_put_down
from referee.table import Table
from referee.table.seats import seat_letter


def start(table: Table, *, eldest: int = 0) -> GameState:
    """A new game: nobody has points, every seat has paid its entry into the pot, the cards are to be dealt."""
    return GameState(Phase.DEAL, opening(table, eldest))


def deal_from(table: Table, standing: Standing, order: Sequence[Card | None]) -> Deal:
    """The deal of a whole pack in this order: one card at a time from the eldest on, the upcard, then the stock.

    With `to_eldest` the eldest has one card more and nothing is turned up. Seats that are out get no cards.
    """
    seats = [seat for seat in in_order_from(table, standing.eldest) if standing.out_since[seat] is None]
    dealt: dict[int, list[Card | None]] = {seat: [] for seat in seats}
    cards = list(order)
    for _ in range(table.hand_size):
        for seat in seats:
            dealt[seat].append(cards.pop(0))
    next_card = table.settings["deal.next_card"]
    if next_card == "to_eldest":
        dealt[standing.eldest].append(cards.pop(0))
    upcard = cards.pop(0) if next_card in ("turned_up", "offered") else None
    hands = tuple(tuple(dealt[seat]) if seat in dealt else None for seat in range(table.seats))
    return Deal(standing.eldest, hands, upcard, tuple(cards))


def in_order_from(table: Table, seat: int) -> tuple[int, ...]:
    """All seats in order of play, beginning with `seat`."""
    return tuple((seat + step) % table.seats for step in range(table.seats))


def full_pack(table: Table) -> tuple[Card, ...]:
    """Every card of the pack in pack order, each copy named by its mark where there are several."""
    return tuple(
        Card(kind.index, copy if kind.count > 1 else 0)
        for kind in table.pack.kinds
        for copy in range(1, kind.count + 1)
    )


def deal_fault(table: Table, state: GameState, deal: Deal) -> Fault | None:
    """What is wrong with a deal: who is dealt in, how many cards, each card once, who is eldest."""
    standing, clauses = state.standing, table.rule_set.block_clauses
    clause = clauses.get("deal", "")
    if state.phase is not Phase.DEAL:
        return Fault("GAME_IS_OVER" if state.phase is Phase.OVER else "NOT_NOW", clause, {"phase": str(state.phase)})
    if deal.eldest != standing.eldest:
        return Fault("WRONG_ELDEST", clauses.get("eldest", clause), {"eldest": seat_letter(standing.eldest)})
    extra = table.settings["deal.next_card"] == "to_eldest"
    for seat in range(table.seats):
        hand = deal.hands[seat] if seat < len(deal.hands) else None
        if (hand is not None) != (standing.out_since[seat] is None):
            return Fault("SEAT_IS_OUT" if hand is not None else "WRONG_HAND_SIZE", clause)
        if hand is not None and len(hand) != table.hand_size + (extra and seat == deal.eldest):
            return Fault("WRONG_HAND_SIZE", clause, {"cards": str(len(hand)), "hand_size": str(table.hand_size)})
    return _cards_fault(table, deal, clause)


def _cards_fault(table: Table, deal: Deal, clause: str) -> Fault | None:
    known = [card for hand in deal.hands if hand is not None for card in hand if card is not None]
    known.extend(card for card in (deal.upcard, *(deal.stock or ())) if card is not None)
    for kind in table.pack.kinds:
        if sum(card.index == kind.index for card in known) > kind.count:
            return Fault("CARD_TWICE", clause, {"card": kind.text})
    if deal.stock is not None:
        dealt = sum(len(hand) for hand in deal.hands if hand is not None)
        turned = table.settings["deal.next_card"] in ("turned_up", "offered")
        if dealt + turned + len(deal.stock) != table.pack.size:
            return Fault("CARD_MISSING", clause, {"cards": str(dealt + turned + len(deal.stock))})
    return None


def next_round(standing: Standing) -> GameState:
    """Between two rounds with this standing: the next deal, or the end if there are winners."""
    phase = Phase.OVER if standing.winners else Phase.DEAL
    return GameState(phase, standing)


# -- the count, and what follows it ------------------------------------------------------------------------------


def count(table: Table, state: GameState) -> Pause:
    """What the round comes to: result, sheet and the standing after it. `state` is in the phase COUNT."""
    play = state.round
    assert play is not None
    result = result_of(table, state)
    sheet = price(table, result, state.standing, play.penalties)
    return settle(table, state.standing, result, sheet, gone=play.left)


def result_of(table: Table, state: GameState) -> RoundResult:
    """The facts of a round that is over, before anything is priced. `state` is in the phase COUNT."""
    play = state.round
    assert play is not None
    course = course_of_round(play)
    hands = counted_hands(play)
    shown = _shown(table, state)
    unknown = [seat for seat, hand in enumerate(play.hands) if hand is not None and hand.unknown]
    # where nobody may lay off nobody was asked for melds either, and the referee arranges the hands
    declared = table.settings["melds.declared"] and shown is not None and shown.lay_off != "nobody"
    if declared and shown is not None and not unknown:
        return as_declared(table, course, hands, play.table, shown=shown)
    return showdown(table, state.standing, course, hands, shown, unknown=unknown)


def counted(table: Table, state: GameState, pause: Pause | None = None) -> GameState:
    """The state after the count: the next deal, the end, or the pause in which seats are asked to come back.

    `pause` is what `count` gave, for whoever has asked it already.
    """
    pause = count(table, state) if pause is None else pause
    if pause.asked:
        return replace(state, phase=Phase.REENTRY, standing=pause.standing, round=None, pause=pause, asked=pause.asked)
    return next_round(close_pause(table, pause))


def answered(table: Table, state: GameState, action: Reenter | Decline) -> GameState:
    """The state after a seat has said whether it comes back; after the last answer the game goes on."""
    pause = state.pause
    assert pause is not None
    asked = tuple(seat for seat in state.asked if seat != action.seat)
    coming = (*state.coming, action.seat) if isinstance(action, Reenter) else state.coming
    if asked:
        return replace(state, asked=asked, coming=coming)
    return next_round(close_pause(table, pause, coming))


def answer_fault(table: Table, state: GameState, action: Reenter | Decline) -> Fault | None:
    """What is wrong with an answer about re-entry: NOT_OUT, NO_REENTRY by the rules, REENTRY_CLOSED."""
    clause = table.rule_set.block_clauses.get("re_entry", "")
    if state.phase is Phase.OVER:
        return Fault("GAME_IS_OVER", table.rule_set.block_clauses.get("game", clause))
    if not 0 <= action.seat < table.seats:
        return Fault("NOT_OUT", clause)
    if state.phase is Phase.REENTRY and action.seat in state.asked:
        return None
    if state.standing.out_since[action.seat] is None:
        return Fault("NOT_OUT", clause)
    conditions = table.conditions("re_entry.may_re_enter")
    if state.phase is not Phase.REENTRY or state.pause is None:
        first = conditions[0].clause if conditions else clause
        code = "REENTRY_CLOSED" if conditions and not _never(table) else "NO_REENTRY"
        return Fault(code, clause if code == "REENTRY_CLOSED" and clause else first)
    reasons = why_not(table, state.pause.before, state.pause.result, state.pause.sheet, action.seat)
    return Fault("NO_REENTRY", reasons[0].clause if reasons else clause)


def _never(table: Table) -> bool:
    """Whether a condition of re-entry is `no` whatever happens."""
    return any(one.test.constant is False for one in table.conditions("re_entry.may_re_enter"))


def counted_hands(play: RoundState) -> tuple[tuple[Card, ...] | None, ...]:
    """By seat the cards it is counted with, melds on the table and laid cards among them; None: not in the round."""
    hands: list[tuple[Card, ...] | None] = []
    for seat, hand in enumerate(play.hands):
        if hand is None:
            hands.append(None)
            continue
        put_down = [card for meld in play.table if meld.owner == seat for card in as_put_down(meld).cards]
        laid = [card for meld in play.table for laid_by, card in meld.laid if laid_by == seat]
        traded = [(card, wild) for meld in play.table for by, card, wild in meld.exchanged if by == seat]
        there = [*hand.known, *put_down, *laid, *(card for card, _ in traded)]
        # a seat that left before the round was closed has no cards any more
        gone = seat in play.left and not there
        hands.append(None if gone else in_pack_order(less(there, [wild for _, wild in traded])))
    return tuple(hands)


def _shown(table: Table, state: GameState) -> Shown | None:
    """The close as it was judged; None if nobody closed."""
    play = state.round
    assert play is not None
    if play.closer is None or play.outcome is None:
        return None
    hands = counted_hands(play)
    kept = hands[play.closer] or ()
    closing = play.aside[-1] if play.aside else None
    given = dict(course_of(state, play.closer))
    # the facts of the moment of the close: its own turn was not finished then
    given["turns"] = max(0, int(given["turns"]) - 1)
    given["laps"] = min(
        (count - (seat == play.closer) for seat, count in enumerate(play.turns) if seat in playing(play)), default=0
    )
    hand = None if closing is None else (*kept, closing)
    verdict = judge_close(table, kept, given=given, closing=closing, hand=hand)
    return Shown(play.closer, play.outcome, play.onto, verdict.arrangement, verdict.wins_game, closing)
