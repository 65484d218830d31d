"""Games of seats that mostly know what they do: they end, and yet every legal play happens in some of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.game.actions import Action
from referee.game.gamestate import GameState
from referee.library import Library
from referee.record.write import scribe
from referee.table import BindError, Table
from referee.workshop.selfplay import PlayedGame, play_game
from referee.workshop.strategies import at_random, sensible

LIBRARY = Library()
NAMES = [name for name in LIBRARY.names() if LIBRARY.rule_set(name).playable]
FORMS = ("hands", "packs", "shows", "seals")
_WHIM = 0.08


def careless(table: Table, state: GameState, legal: Sequence[Action], chance: Random) -> Action:
    """Sensible, but now and then anything that is legal."""
    return (at_random if chance.random() < _WHIM else sensible)(table, state, legal, chance)


def tables(name: str) -> list[Table]:
    """Every table of a rule set, for each number of seats: with its defaults, and with declared melds, short games."""
    rule_set = LIBRARY.rule_set(name)
    found = []
    for seats in range(2, 9):
        for declared in ("no", "yes"):
            try:
                found.append(LIBRARY.table(rule_set, seats, {**short(name), "declared": declared}))
            except BindError:
                continue
    return found


def short(name: str) -> dict[str, str]:
    """The lowest limit that a rule set has."""
    option = LIBRARY.rule_set(name).options.get("limit")
    if option is None or option.fixed:
        return {}
    low = min(option.one_of) if option.one_of else option.low
    return {"limit": str(max(int(low or 20), 20))}


def game(table: Table, seed: object, form: str) -> PlayedGame:
    """A game that was written down in a form."""
    writes = scribe(table, packs=form == "packs", shows=form == "shows", record_id=f"{table.rule_set.name}-{seed}")
    return play_game(writes, [careless], Random(f"{table.rule_set.name} {table.seats} {seed}"))
