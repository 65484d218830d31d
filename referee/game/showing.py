"""The lay-off where players declare it (x.6): who acts, what may be put down and laid, and what it does.

After a close the closer's melds lie on the table; the seats of the queue follow one after the other. In the first
sweep a seat puts its own melds down and lays cards off, in the second it only lays off. What was put down is not
taken back, and whoever is done passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Card, in_pack_order
from referee.game.actions import LayOff, Pass, Show
from referee.game.close import CloseVerdict
from referee.game.exchange import received
from referee.game.facts import WholeHandFacts
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.layoff import CannotBeLaid, lay
from referee.game.moment import hand_of, laps, playing
from referee.game.refusal import Failure, failure_of
from referee.game.result import Course
from referee.game.roundfacts import set_arrangement
from referee.game.showdown import FIRST, lay_off_facts, open_to, queue
from referee.game.state import Phase, RoundState, TableMeld
from referee.game.tablemeld import as_meld, as_put_down, as_written, table_meld
from referee.rules.order import natural_key
from referee.table import Table
from referee.table.seats import seat_letter


def course_of_round(play: RoundState) -> Course:
    """What rules may ask of the course of the round so far."""
    return Course(
        eldest=play.eldest,
        laps=laps(play),
        turns=play.turns,
        faulty=frozenset(seat for seat, count in enumerate(play.faulty) if count),
        stock_cards=len(play.stock),
        reshuffles=play.reshuffles,
    )


def opened(table: Table, play: RoundState, verdict: CloseVerdict, melds: tuple[TableMeld, ...] | None) -> RoundState:
    """The round after a legal close where melds and lay-offs are declared: the closer's melds lie, the queue stands."""
    assert play.closer is not None
    closer = play.closer
    shown = melds or tuple(table_meld(closer, meld) for meld in verdict.arrangement.melds)
    onto = "nobody" if verdict.wins_game else verdict.lay_off
    turns = queue(table, closer, playing(play), onto)
    left = _less(hand_of(play, closer).known, [card for meld in shown for card in meld.cards])
    return _next(_holding(replace(play, table=shown, onto=onto, queue=turns), closer, left), turns)


def declared_melds(
    table: Table, seat: int, melds: tuple[tuple[Card, ...], ...], held: tuple[Card, ...]
) -> tuple[TableMeld, ...] | None:
    """The melds a player declares, or None if one of them is no meld or a card of them is not held."""
    left = list(held)
    found = []
    for cards in melds:
        made = as_written(table, seat, cards)
        if made is None:
            return None
        for card in cards:
            own = next((one for one in left if one.index == card.index), None)
            if own is None:
                return None
            left.remove(own)
        found.append(made)
    return tuple(found)


def lay_off_fault(table: Table, state: GameState, action: Show | LayOff | Pass) -> Fault | None:
    """What is wrong with an action of the lay-off; None if it is allowed."""
    play = state.round
    assert play is not None
    clause = table.rule_set.block_clauses.get("lay_off", "")
    if not play.queue or play.queue[0][0] != action.seat:
        return Fault("OUT_OF_TURN", clause, {"turn": seat_letter(play.queue[0][0]) if play.queue else ""})
    if isinstance(action, Pass):
        return None
    if isinstance(action, Show):
        return _show_fault(table, play, action, clause)
    return _lay_fault(table, state, play, action, clause)


def _show_fault(table: Table, play: RoundState, action: Show, clause: str) -> Fault | None:
    if play.queue[0][1] != FIRST:
        return Fault("NOT_NOW", clause, {"phase": str(play.phase)})
    held = hand_of(play, action.seat).known
    wanted = [card for meld in action.melds for card in meld.cards]
    for card in wanted:
        if sum(one.index == card.index for one in wanted) > sum(one.index == card.index for one in held):
            return Fault("NOT_IN_HAND", clause, {"card": table.write(card)})
    down = [as_put_down(meld) for meld in play.table if meld.owner == action.seat]
    return melds_fault(table, action.seat, tuple(meld.cards for meld in action.melds), held, down)


def melds_fault(
    table: Table,
    seat: int,
    melds: tuple[tuple[Card, ...], ...],
    held: tuple[Card, ...],
    down: Sequence[TableMeld] = (),
) -> Fault | None:
    """What is wrong with melds a player declares beside those that are `down` already.

    Cards that are not held (x.6), that make no set and no run, or an arrangement that `melds.whole_hand` does not let
    stand.
    """
    made = declared_melds(table, seat, melds, held)
    if made is not None:
        return _arrangement_fault(table, [*down, *made], _less(held, [card for meld in melds for card in meld]))
    clauses = table.rule_set.block_clauses
    for cards in melds:
        if as_written(table, seat, cards) is None:
            ranks = {table.kind(card).rank for card in cards if not table.kind(card).wild}
            block = "melds.set" if len(ranks) == 1 else "melds.run"
            written = " ".join(table.write(card) for card in cards)
            return Fault("NO_MELD", clauses.get(block, clauses.get("melds", "")), {"cards": written})
    return Fault("NO_MELD", clauses.get("melds", ""))


def _arrangement_fault(table: Table, melds: Sequence[TableMeld], loose: tuple[Card, ...]) -> Fault | None:
    """Why a hand may not be arranged so. Without a meld it always may (FORMAT.md section 8)."""
    conditions = table.conditions("melds.whole_hand")
    if not conditions or not melds:
        return None
    facts, shown = WholeHandFacts(), [as_meld(table, meld) for meld in melds]
    set_arrangement(facts, table, [*loose, *(card for meld in shown for card in meld.cards)], shown, loose)
    failed = sorted((one for one in conditions if not one.test.call(facts)), key=lambda one: natural_key(one.rule.key))
    failures = tuple(failure_of(table, one, facts) for one in failed)
    written = ", ".join(" ".join(map(table.write, meld.cards)) for meld in shown)
    return Fault("NO_MELD", failures[0].clause, {"cards": written}, failures) if failures else None


def _lay_fault(table: Table, state: GameState, play: RoundState, action: LayOff, clause: str) -> Fault | None:
    assert play.closer is not None
    if not 1 <= action.meld <= len(play.table):
        return Fault("NO_SUCH_MELD", clause, {"meld": str(action.meld), "melds": str(len(play.table))})
    seat, sweep = play.queue[0]
    if action.meld not in open_to(table, play.table, seat, sweep, closer=play.closer, onto=play.onto):
        return Fault("CANNOT_BE_LAID", clause, {"meld": str(action.meld)})
    made = _laid(table, state, play, action)
    return made if isinstance(made, Fault) else None


def _laid(
    table: Table, state: GameState, play: RoundState, action: LayOff
) -> tuple[TableMeld, tuple[Card, ...]] | Fault:
    """The meld and the hand after all the cards of the action, or what is wrong with the first that does not fit.

    A wild card that an exchange brings in may be laid with what follows.
    """
    assert play.closer is not None
    assert play.outcome is not None
    left = held = hand_of(play, action.seat).known
    own = [as_meld(table, as_put_down(meld)) for meld in play.table if meld.owner == action.seat]
    whole = (*held, *(card for meld in own for card in meld.cards))
    facts = lay_off_facts(
        table, state.standing, course_of_round(play), action.seat, whole, closer=play.closer, outcome=play.outcome
    )
    set_arrangement(facts, table, whole, own, held)
    meld = play.table[action.meld - 1]
    for one in action.cards:
        if not any(card.index == one.card.index for card in left):
            clause = table.rule_set.block_clauses.get("lay_off", "")
            return Fault("NOT_IN_HAND", clause, {"card": table.write(one.card)})
        made = lay(table, meld, one, seat=action.seat, facts=facts)
        if not isinstance(made, TableMeld):
            return _cannot(made, action.meld)
        left = in_pack_order([*_less(left, [one.card]), *received(meld, made)])
        meld = made
    return meld, left


def _cannot(reasons: tuple[CannotBeLaid, ...], number: int) -> Fault:
    failures = tuple(
        Failure(one.clause, one.key, f"{one.slot}.*", "CANNOT_BE_LAID", one.leaves, None) for one in reasons if one.key
    )
    return Fault("CANNOT_BE_LAID", reasons[0].clause, {"meld": str(number)}, failures)


def lay_off_effect(table: Table, state: GameState, action: Show | LayOff | Pass) -> RoundState:
    """The round after an allowed action of the lay-off."""
    play = state.round
    assert play is not None
    if isinstance(action, Pass):
        return _next(play, play.queue[1:])
    held = hand_of(play, action.seat).known
    if isinstance(action, Show):
        made = declared_melds(table, action.seat, tuple(meld.cards for meld in action.melds), held)
        assert made is not None
        left = _less(held, [card for one in made for card in one.cards])
        return _holding(replace(play, table=(*play.table, *made)), action.seat, left)
    laid = _laid(table, state, play, action)
    assert not isinstance(laid, Fault)
    meld, left = laid
    melds = (*play.table[: action.meld - 1], meld, *play.table[action.meld :])
    return _holding(replace(play, table=melds), action.seat, left)


def _next(play: RoundState, turns: tuple[tuple[int, int], ...]) -> RoundState:
    if not turns:
        return replace(play, queue=(), phase=Phase.COUNT, seat=None)
    return replace(play, queue=turns, phase=Phase.LAY_OFF, seat=turns[0][0])


def _holding(play: RoundState, seat: int, known: tuple[Card, ...]) -> RoundState:
    """The round with these known cards in the hand of a seat."""
    hands = tuple(
        replace(held, known=known) if other == seat and held else held for other, held in enumerate(play.hands)
    )
    return replace(play, hands=hands)


def _less(cards: tuple[Card, ...], gone: list[Card]) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:
        left.remove(next(one for one in left if one.index == card.index))
    return in_pack_order(left)
