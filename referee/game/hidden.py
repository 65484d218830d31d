"""What cannot be judged where cards are not known: the clauses that hang on them, and count as met.

A viewer's state and a scorer's sheet hold cards that nobody knows. The referee never accuses on their account; whoever
gets its answer is told here what it leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.game.actions import Action, Close, Discard, TakeUpcard
from referee.game.facts import HIDDEN
from referee.game.gamestate import GameState
from referee.game.moment import hand_of, upcard
from referee.game.state import Phase
from referee.rules.order import natural_key
from referee.table import BoundCondition, Table

_OF_THE_HAND = HIDDEN - {"card"}
"""Facts that hang on the whole hand."""


def not_judged(table: Table, state: GameState, action: Action) -> tuple[str, ...]:
    """The clauses of which nobody can say whether the action breaks them, in natural order; none if all is known."""
    play = state.round
    seat = getattr(action, "seat", None)
    if play is None or seat is None or not 0 <= seat < len(play.hands):
        return ()
    hand_unknown = hand_of(play, seat).unknown > 0
    if isinstance(action, Close):
        return _sorted(_of_a_close(table)) if hand_unknown or (action.card is None and not action.without_card) else ()
    if isinstance(action, Discard):
        return _sorted(_hanging(table, "turn.may_discard", _OF_THE_HAND)) if hand_unknown else ()
    if isinstance(action, TakeUpcard):
        hidden = _OF_THE_HAND if hand_unknown else frozenset[str]()
        return _sorted(_hanging(table, "turn.may_take", hidden | ({"card"} if upcard(play) is None else set())))
    return ()


def not_listed(table: Table, state: GameState) -> tuple[str, ...]:
    """The same of all actions of the seat to act together: those of its unknown cards are in no list."""
    play = state.round
    if play is None or play.seat is None:
        return ()
    if play.phase is Phase.DISCARD and hand_of(play, play.seat).unknown:
        return _sorted((*_of_a_close(table), *_hanging(table, "turn.may_discard", _OF_THE_HAND | {"card"})))
    if play.phase in (Phase.OFFER, Phase.DRAW) and play.pile:
        return not_judged(table, state, TakeUpcard(play.seat))
    return ()


def _of_a_close(table: Table) -> Iterator[str]:
    yield from (one.clause for one in table.conditions("close.may_close"))
    yield from (one.rule.clause for one in table.outcomes)


def _hanging(table: Table, block: str, hidden: Iterable[str]) -> Iterator[str]:
    """The clauses of a block that read one of these facts."""
    wanted = frozenset(hidden)
    conditions: tuple[BoundCondition, ...] = table.conditions(block)
    return (one.clause for one in conditions if one.reads & wanted)


def _sorted(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(clauses), key=natural_key))


__all__ = ["not_judged", "not_listed"]
