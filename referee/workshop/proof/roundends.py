"""Does every round end? Either something falls with every turn, or the seats can go round in a circle.

A turn begins with a card of the stock or with the upcard. The stock falls with every draw, and rises only where
discards are shuffled; so a round ends if the upcard can be taken a bounded number of times, and the discards be
shuffled. If not, the circle is shown: seats that play it on the referee come back to where they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from referee.game.actions import Action, Discard, DrawStock, Pass, Reshuffle, TakeUpcard
from referee.game.facts import CloseFacts
from referee.game.flow import deal_from, full_pack, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, legal_actions
from referee.game.state import Phase
from referee.limits import NUMBER
from referee.rules.model import Condition
from referee.source import Span
from referee.table import Table
from referee.table.bound import opened
from referee.workshop.proof.courses import courses
from referee.workshop.proof.finding import span_of

LATE = NUMBER
"""A turn, a lap or a round so late that no rule with a number in it is still waiting for it."""

_MOST_TURNS = 3_000


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether rounds, or games, end. `bounded` None: neither a measure nor a circle was found.

    `most` bounds the turns of a round or the rounds of a game. `said` is the measure or the circle in a sentence;
    `path` and `span` are the rule that leaves it open.
    """

    bounded: bool | None
    said: str
    most: int | None = None
    path: str = ""
    span: Span | None = None
    help: str = ""


def round_endings(table: Table, chance: Random, *, never_takes: bool = False) -> tuple[Ending, ...]:
    """Whether every round ends: one ending with the measure, or one for each way to go on for ever.

    `never_takes`: it is proved that no hand may take the upcard.
    """
    last_take = 0 if never_takes else _last_take(table)
    endless = []
    if last_take is None:
        endless.append(_upcard_circle(table, chance))
    if _shuffles(table) is None:
        endless.append(_shuffle_circle(table, chance))
    if endless:
        return tuple(endless)
    assert last_take is not None
    return (_bounded(table, last_take),)


def _bounded(table: Table, last_take: int) -> Ending:
    shuffles = _shuffles(table)
    assert shuffles is not None
    undealt = table.pack.size - table.seats * table.hand_size
    draws = undealt + shuffles * undealt
    turns = draws + table.seats * last_take
    left = f"{shuffles} shuffle{'' if shuffles == 1 else 's'} and " if shuffles else ""
    takes = f", and no seat takes the upcard more than {last_take} times" if last_take else ""
    return Ending(True, f"{left}{undealt} cards that were not dealt: fewer with every draw{takes}", turns)


def _shuffles(table: Table) -> int | None:
    """How often the discards may be shuffled; None if as often as one likes."""
    if table.settings["stock.reshuffle"] == "none":
        return 0
    most = table.settings.get("stock.at_most")
    return None if most is None else int(most)


def _last_take(table: Table) -> int | None:
    """After how many of its turns a seat may take the upcard no more; None if there is no such number."""
    conditions = table.rule_set.conditions.get("turn.may_take", ())
    if _may_hold(table, conditions, LATE):
        return None
    tried = courses(table, [one.expr for one in conditions]).tried
    turns = [value for name in ("turns", "laps") for value in tried.get(name, ())]
    return max((int(turn) + 1 for turn in turns if _may_hold(table, conditions, int(turn))), default=0)


def _may_hold(table: Table, conditions: Sequence[Condition], turn: int) -> bool:
    """Whether conditions on a turn may hold for some card after so many turns, whatever else is the case.

    A condition that looks at the hand is taken to hold for some hand.
    """
    asked = [one for one in conditions if "hand" not in opened(one.expr, table.definitions)]
    for course in courses(table, [one.expr for one in asked]).all:
        facts = CloseFacts({**course.given, "turns": turn, "laps": turn})
        facts.hand = ()
        for card in [course.card] if course.card.index >= 0 else table.pack.kinds[:1]:
            facts.card = card
            if all(table.binder.compile(one.expr).call(facts) for one in asked):
                return True
    return False


# -- circles ---------------------------------------------------------------------------------------------------------


def _upcard_circle(table: Table, chance: Random) -> Ending:
    """Seats that take the upcard, each another's discard, and never touch the stock."""
    conditions = table.rule_set.conditions.get("turn.may_take", ())
    turns = _circle(table, chance, (TakeUpcard, Discard, Pass, DrawStock))
    shown = f"; played on the referee, after {turns} turns all hands and the pile are what they were" if turns else ""
    first = conditions[0] if conditions else None
    return Ending(
        bounded=False if turns else None,
        said=f"seats may take each other's discards for ever, and the stock gets no smaller{shown}",
        path="turn.may_take" if first is None else f"turn.may_take.{first.key}",
        span=None if first is None else span_of(first.origin) or first.expr.span,
        help="a condition of `turn.may_take` bounds it, such as `turns below 30`",
    )


def _shuffle_circle(table: Table, chance: Random) -> Ending:
    """Seats that throw what they draw: the stock comes back as often as it runs out."""
    turns = _circle(table, chance, (DrawStock, Discard, Reshuffle, Pass, TakeUpcard))
    shown = f"; played on the referee, three shuffles are behind it after {turns} turns" if turns else ""
    setting = table.rule_set.settings["stock.reshuffle"]
    return Ending(
        bounded=False if turns else None,
        said=f"the discards become the stock as often as it runs out{shown}",
        path="stock.reshuffle",
        span=setting.expr.span or span_of(setting.origin),
        help="`stock: {at_most: 2}` bounds the shuffles of a round",
    )


def _circle(table: Table, chance: Random, order: Sequence[type]) -> int:
    """Turns after which a round that is played like this is where it was, or was shuffled three times; 0 if it ends."""
    state = _dealt(table, chance)
    seen: dict[object, int] = {}
    for _ in range(_MOST_TURNS):
        play = state.round
        if play is None or play.phase in (Phase.COUNT, Phase.LAY_OFF):
            return 0
        turns = sum(play.turns)
        if play.reshuffles >= 3:
            return turns
        where = (play.phase, play.seat, play.hands, play.pile, play.stock, play.offered)
        if order[0] is TakeUpcard and where in seen:
            return turns - seen[where]
        seen[where] = turns
        action = _choice(table, state, order)
        if action is None or (not play.stock and order[0] is TakeUpcard):
            return 0
        state = apply(table, state, action)
    return 0


def _dealt(table: Table, chance: Random) -> GameState:
    state = start(table)
    pack = list(full_pack(table))
    chance.shuffle(pack)
    return apply(table, state, deal_from(table, state.standing, pack))


def _choice(table: Table, state: GameState, order: Sequence[type]) -> Action | None:
    """What comes first in `order`; of discards the card just drawn if it may be thrown, else the first one."""
    play = state.round
    assert play is not None
    legal = [action for action in legal_actions(table, state) if type(action) in order]
    if not legal:
        return None
    action = min(legal, key=lambda one: order.index(type(one)))
    if isinstance(action, Reshuffle):
        pile = play.pile if table.settings["stock.reshuffle"] == "all" else play.pile[:-1]
        return replace(action, order=tuple(card for card in pile if card is not None))
    return action
