"""How a seat plays by itself: functions from a moment of a game to one action, with the chance they may use passed in.

`at_random` takes any legal play, each as likely as the others; its games seldom end by themselves. `sensible` plays as
somebody who wants the round to be over: it takes the upcard where that leaves fewer loose points, throws the dearest
loose card that helps least, closes when it may and it pays, and melds and lays off as well as can be. It looks at its
own cards and at what lies on the table, never at another hand or into the stock.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Protocol

from referee.cards import Card, in_pack_order
from referee.game.actions import (
    Action,
    Close,
    Discard,
    DrawStock,
    LaidCard,
    LayOff,
    Pass,
    Reenter,
    Reshuffle,
    Show,
    ShownMeld,
    TakeUpcard,
)
from referee.game.candidates import candidates
from referee.game.checks import close_verdict, without
from referee.game.close import CloseVerdict
from referee.game.gamestate import GameState
from referee.game.layoff import best_additions, best_lay_off
from referee.game.legal import fault
from referee.game.meld import Supply, laid_out
from referee.game.moment import hand_of, upcard
from referee.game.roundfacts import set_arrangement
from referee.game.showdown import FIRST, lay_off_facts, open_to
from referee.game.showing import course_of_round
from referee.game.solve import counted, deadwood
from referee.game.state import Phase, RoundState
from referee.game.tablemeld import as_meld, as_put_down
from referee.table import Table

_HOPE = 2
"""What a card is worth that may yet become part of a meld with another, in points for each such pair."""

_NEIGHBOURS = 2
"""So far apart may two cards of a suit be to be of use to each other."""

_WHIM, _MOST_WHIM = 0.05, 0.5
"""How likely a discard is any card, for each reshuffle there has been in the round, and at most."""


class Strategy(Protocol):
    """Chooses one of the legal actions, or melds to put down where they are declared."""

    def __call__(self, table: Table, state: GameState, legal: Sequence[Action], chance: Random, /) -> Action:
        """The action that the seat on turn takes; `legal` is never empty."""


def at_random(table: Table, state: GameState, legal: Sequence[Action], chance: Random) -> Action:
    """Any legal action; melds to put down, each by itself, are among them."""
    action = chance.choice([*legal, *_shows(table, state)])
    if isinstance(action, Close) and table.settings["melds.declared"]:
        verdict = close_verdict(table, state, action)
        assert verdict is not None, "whoever closes knows their hand"
        melds = [ShownMeld(meld.cards) for meld in verdict.arrangement.melds]
        return replace(action, melds=tuple(meld for meld in melds if chance.random() < 0.7))
    return action


def sensible(table: Table, state: GameState, legal: Sequence[Action], chance: Random) -> Action:
    """The action of somebody who wants few loose points, and the round to be over.

    Seats that wait for each other's cards would wait for ever, so with every reshuffle more discards are any card.
    """
    play = state.round
    if play is None:
        return _answer(state, legal)
    if play.phase is Phase.LAY_OFF:
        return _lay(table, state, play)
    if play.phase is Phase.DISCARD:
        whim = chance.random() < min(_MOST_WHIM, _WHIM * play.reshuffles)
        return _close(table, state, legal) or (_whim(legal, chance) if whim else _throw(table, play, legal))
    return _draw(table, play, legal)


STRATEGIES: Mapping[str, Strategy] = {"random": at_random, "sensible": sensible}
"""The strategies by name."""


def _shows(table: Table, state: GameState) -> Iterator[Show]:
    """Every meld that the seat on turn may put down now."""
    play = state.round
    if play is None or play.phase is not Phase.LAY_OFF or play.queue[0][1] != FIRST:
        return
    seat = play.queue[0][0]
    held = hand_of(play, seat).known
    for one in candidates(table.meld_rules, counted(held)):
        show = Show(seat, (ShownMeld(laid_out(one, Supply(held)).cards),))
        if fault(table, state, show) is None:
            yield show


# -- sensible ----------------------------------------------------------------------------------------------------------


def _answer(state: GameState, legal: Sequence[Action]) -> Action:
    """Comes back once."""
    first = legal[0]
    again = isinstance(first, Reenter) and state.standing.re_entries[first.seat]
    return legal[1] if again else first


def _draw(table: Table, play: RoundState, legal: Sequence[Action]) -> Action:
    """The upcard if it leaves fewer loose points; else a card of the stock, or whatever else there is to do."""
    take = next((one for one in legal if isinstance(one, TakeUpcard)), None)
    card = upcard(play)
    if take is not None and card is not None:
        hand = hand_of(play, take.seat).known
        thrown = _dearest(table, (*hand, card))
        if thrown.index != card.index and deadwood(table, (*without(hand, thrown), card)) < deadwood(table, hand):
            return take
    others = (one for wanted in (DrawStock, Reshuffle, Pass) for one in legal if isinstance(one, wanted))
    return next(others, take or legal[0])


def _close(table: Table, state: GameState, legal: Sequence[Action]) -> Action | None:
    """The best close, if it pays: not dearer than to be caught with what is loose."""
    found: list[tuple[bool, int, Close, CloseVerdict]] = []
    for action in legal:
        verdict = close_verdict(table, state, action) if isinstance(action, Close) else None
        if verdict is not None and isinstance(action, Close):
            cost = _cost(table, verdict)
            if verdict.wins_game or cost <= verdict.arrangement.deadwood:
                found.append((not verdict.wins_game, cost, action, verdict))
    if not found:
        return None
    _, _, action, verdict = min(found, key=lambda one: one[:2])
    if not table.settings["melds.declared"]:
        return action
    return replace(action, melds=tuple(ShownMeld(meld.cards) for meld in verdict.arrangement.melds))


def _cost(table: Table, verdict: CloseVerdict) -> int:
    """The points a close costs; where the others' hands decide, few loose points are good and many are not."""
    if verdict.writes is None:
        mean = sum(table.points) / len(table.points)
        loose = verdict.arrangement.deadwood
        return loose if loose <= mean else loose + 1
    return verdict.writes if table.low_is_better else -verdict.writes


def _throw(table: Table, play: RoundState, legal: Sequence[Action]) -> Action:
    """The discard that leaves fewest loose points."""
    throws = {one.card.index: one for one in legal if isinstance(one, Discard)}
    if not throws:
        return legal[0]
    seat = next(iter(throws.values())).seat
    return throws[_dearest(table, hand_of(play, seat).known, among=throws).index]


def _whim(legal: Sequence[Action], chance: Random) -> Action:
    """Any discard."""
    return chance.choice([one for one in legal if isinstance(one, Discard)] or legal)


def _dearest(table: Table, hand: Sequence[Card], among: Container[int] | None = None) -> Card:
    """The card without which fewest loose points are left, one that helps another counting less; of some kinds only."""

    def left(card: Card) -> int:
        rest = without(tuple(hand), card)
        return deadwood(table, rest) + _HOPE * _helps(table, card, rest)

    return min((card for card in sorted(hand) if among is None or card.index in among), key=left)


def _helps(table: Table, card: Card, rest: Sequence[Card]) -> int:
    """How many cards this one may yet meld with; a wild one with any two."""
    kind = table.kind(card)
    if kind.wild:
        return 2 * len(rest)
    ranks = table.pack.rank_count
    suit, rank = divmod(card.index, ranks)
    others = (divmod(one.index, ranks) for one in rest if not table.kind(one).wild)
    return sum(
        (its_rank == rank and its_suit != suit) or (its_suit == suit and 0 < abs(its_rank - rank) <= _NEIGHBOURS)
        for its_suit, its_rank in others
    )


def _lay(table: Table, state: GameState, play: RoundState) -> Action:
    """Own melds and lay-offs chosen together, one action after the other; then nothing more."""
    assert play.closer is not None
    assert play.outcome is not None
    seat, sweep = play.queue[0]
    held = hand_of(play, seat).known
    own = [as_meld(table, as_put_down(meld)) for meld in play.table if meld.owner == seat]
    whole = (*held, *(card for meld in own for card in meld.cards))
    course = course_of_round(play)
    facts = lay_off_facts(table, state.standing, course, seat, whole, closer=play.closer, outcome=play.outcome)
    numbers = open_to(table, play.table, seat, sweep, closer=play.closer, onto=play.onto)
    if sweep == FIRST and not own:
        done = best_lay_off(table, play.table, held, seat=seat, facts=facts, open_melds=numbers)
        if done.melds and not done.exchanged:
            loose = in_pack_order([*done.loose, *(one.card for one in done.laid)])
            return Show(seat, tuple(ShownMeld(meld.cards) for meld in done.melds), loose)
    else:
        set_arrangement(facts, table, whole, own, held)
        done = best_additions(table, play.table, held, seat=seat, facts=facts, open_melds=numbers)
    if done.exchanged:
        return LayOff(seat, done.exchanged[0].meld, (LaidCard(done.exchanged[0].card),))
    if not done.laid:
        return Pass(seat)
    first = done.laid[0]
    return LayOff(seat, first.meld, (LaidCard(first.card, first.stands_for),))
