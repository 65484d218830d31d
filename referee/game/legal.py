"""Which actions are legal, and what is said of one that is not.

`legal_actions` lists what may be played now, `check` says why an action may not be: both ask `checks.fault_of`, so an
action is in the list exactly if `check` is silent about it. Left out of the list, and still passed by
`check`, are a deal and the order of a reshuffle, which are for the table to make, incidents, which are no plays, and
the melds a seat puts down where that is declared: any valid ones may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    Deal,
    Decline,
    Discard,
    DrawStock,
    Incident,
    IncidentKind,
    LaidCard,
    LayOff,
    Pass,
    Reenter,
    Reshuffle,
    TakeUpcard,
)
from referee.game.checks import drawable, fault_of, hopeful, is_dead, shufflable
from referee.game.effects import carried_out
from referee.game.faults import Fault, FaultKind
from referee.game.flow import answer_fault, answered, deal_fault
from referee.game.gamestate import GameState
from referee.game.moment import CourseFacts, course_of, hand_of, upcard
from referee.game.refusal import Failure
from referee.game.state import TURN_PHASES, Phase, RoundState
from referee.limits import ALTERNATIVES
from referee.table import Table


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A play the clauses do not allow and the rule set lets stand, with what it costs."""

    fault: Fault
    clause: str
    penalty: int
    shows_hand: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is refused, and what would have been legal.

    `code` and `kind` as in game records, `clauses` all that are broken in natural order, `failures` the conditions with
    their measured leaves, `measured` plain values by name. `legal` are legal actions, the nearest to what was tried
    first; `nearest` the first of them that is of the same sort, None if there is none. Nothing has changed.
    """

    code: str
    kind: FaultKind
    clauses: tuple[str, ...]
    failures: tuple[Failure, ...]
    measured: Mapping[str, str]
    legal: tuple[Action, ...]
    nearest: Action | None


class IllegalAction(ValueError):  # noqa: N818 - named as it is told
    """An action was to be carried out that is refused: the caller did not ask `check` first."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"refused: {refusal.code}")
        self.refusal = refusal


def legal_actions(table: Table, state: GameState) -> tuple[Action, ...]:
    """Every play that is legal now, in a fixed order: draws, takes, discards and closes by card, passes, the table's.

    Irregular plays that the rule set lets stand are not legal and not listed. Empty between rounds and after the end.
    """
    return tuple(action for action in _candidates(table, state) if fault(table, state, action) is None)


def fault(table: Table, state: GameState, action: Action) -> Fault | None:
    """What is wrong with any action in any state; None if it is legal."""
    if isinstance(action, Deal):
        return deal_fault(table, state, action)
    if isinstance(action, Reenter | Decline):
        return answer_fault(table, state, action)
    return fault_of(table, state, action)


def check(table: Table, state: GameState, action: Action) -> Refusal | None:
    """None if the action is legal, or irregular and the rule set lets it stand; else why it is refused."""
    wrong = fault(table, state, action)
    if wrong is None or irregularity(table, state, action, wrong) is not None:
        return None
    return refusal_of(table, state, action, wrong)


def irregularity(table: Table, state: GameState, action: Action, wrong: Fault | None = None) -> Irregularity | None:
    """What makes of an illegal action an irregular one that stands, by `irregular.*`; None for any other action."""
    wrong = wrong or fault(table, state, action)
    rule = table.irregular(wrong.act) if wrong is not None and wrong.act else None
    if wrong is None or rule is None or wrong.kind is FaultKind.IMPOSSIBLE:
        return None
    seat = getattr(action, "seat", None)
    if seat is None:
        return None
    assert state.round is not None
    held = [table.kind(card) for card in hand_of(state.round, seat).known]
    facts = CourseFacts(course_of(state, seat), held)
    if table.rule_set.enums["ruling"].member(int(rule.ruling.call(facts))) != "stands":
        return None
    return Irregularity(wrong, rule.clause, int(rule.penalty.call(facts)), bool(rule.shows_hand.call(facts)))


def apply(table: Table, state: GameState, action: Action) -> GameState:
    """The state after the action; IllegalAction, and no change, if it is refused."""
    wrong = fault(table, state, action)
    if wrong is None:
        if isinstance(action, Reenter | Decline):
            return answered(table, state, action)
        return carried_out(table, state, action)
    irregular = irregularity(table, state, action, wrong)
    if irregular is None:
        raise IllegalAction(refusal_of(table, state, action, wrong))
    return let_stand(table, state, action, irregular)


def let_stand(table: Table, state: GameState, action: Action, irregular: Irregularity) -> GameState:
    """The state after an irregular action that stands: carried out, with its penalty written down."""
    after = carried_out(table, state, action)
    play, seat = after.round, getattr(action, "seat", None)
    assert play is not None
    assert seat is not None
    penalties = ((seat, irregular.penalty, irregular.clause),) if irregular.penalty else ()
    exposed = play.exposed | {seat} if irregular.shows_hand else play.exposed
    return replace(after, round=replace(play, penalties=(*play.penalties, *penalties), exposed=exposed))


def refusal_of(table: Table, state: GameState, action: Action, wrong: Fault) -> Refusal:
    """A fault with what would have been legal instead."""
    legal = sorted(legal_actions(table, state), key=lambda other: _distance(table, action, other))
    nearest = next((other for other in legal if type(other) is type(action)), None)
    return Refusal(
        code=wrong.code,
        kind=wrong.kind,
        clauses=wrong.clauses,
        failures=wrong.failures,
        measured=wrong.measured,
        legal=tuple(legal[:ALTERNATIVES]),
        nearest=nearest,
    )


def _candidates(table: Table, state: GameState) -> Iterator[Action]:
    play = state.round
    if state.phase is Phase.REENTRY:
        for asked in state.asked:
            yield Reenter(asked)
            yield Decline(asked)
    if play is None or play.seat is None:
        return
    seat = play.seat
    if play.phase is Phase.LAY_OFF:
        yield from _lay_offs(play, seat)
        return
    if play.phase not in TURN_PHASES:
        return
    if play.phase is Phase.DISCARD:
        yield from (Discard(seat, card) for card in _distinct(play, seat))
        yield from (Close(seat, card) for card in hopeful(table, state, seat, _distinct(play, seat)))
        return
    if play.phase is Phase.DRAW:
        yield from _draws(table, play, seat)
    if play.pile:
        yield TakeUpcard(seat, upcard(play))
    if play.phase is Phase.OFFER:
        yield Pass(seat)
    elif is_dead(table, state):
        yield Incident(IncidentKind.DEAD)


def _lay_offs(play: RoundState, seat: int) -> Iterator[Action]:
    """One card at a time on each meld; which melds a seat puts down is its own affair, any valid ones may be."""
    for number in range(1, len(play.table) + 1):
        yield from (LayOff(seat, number, (LaidCard(card),)) for card in _distinct(play, seat))
    yield Pass(seat)


def _draws(table: Table, play: RoundState, seat: int) -> Iterator[Action]:
    if drawable(table, play):
        yield DrawStock(seat, play.stock[0])
    elif shufflable(table, play):
        yield Reshuffle()


def _distinct(play: RoundState, seat: int) -> tuple[Card, ...]:
    """The cards the seat holds that can be told apart, in pack order."""
    return tuple({card.index: card for card in reversed(hand_of(play, seat).known)}.values())[::-1]


def _distance(table: Table, tried: Action, other: Action) -> tuple[int, int, int]:
    """How far an action is from the one tried: another sort of action is far, another card by its points and place."""
    mine, its = getattr(tried, "card", None), getattr(other, "card", None)
    sort = 0 if type(tried) is type(other) else 1
    if mine is None or its is None:
        return (sort, 0, 0)
    points = abs(table.points[mine.index] - table.points[its.index])
    return (sort, points, abs(mine.index - its.index))
