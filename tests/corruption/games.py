"""Valid records of every family, played by sensible seats: short games, each in another form."""

from __future__ import annotations

from functools import cache
from random import Random

from referee.record.model import GameRecord
from referee.record.write import scribe
from referee.table import Table
from referee.workshop.selfplay import play_game
from referee.workshop.strategies import sensible
from tests.corruption.traced import Traced, traced
from tests.tables import table

FAMILIES = (
    ("spanish-40", 3, {"limit": 40}),
    ("spanish-40", 2, {"jokers": 2, "limit": 40, "declared": True}),
    ("spanish-48", 4, {"limit": 30, "close_with_taken": False}),
    ("fournier-40", 5, {"stake": 2, "limit": 70}),
    ("fournier-48", 3, {"limit": 70, "declared": True}),
    ("chilean-50", 3, {}),
    ("chilean-50", 2, {"wild_ace": True, "printed_jokers": 2, "declared": True}),
    ("gin-rummy", 2, {"limit": 50}),
    ("conga", 3, {"limit": 40}),
    ("house-e", 4, {"limit": 40}),
    ("house-l", 3, {"limit": 30}),
    ("house-m", 2, {"limit": 40}),
    ("house-p", 3, {"declared": True, "limit": 70}),
    ("house-s", 4, {"limit": 30}),
)
"""Rule set, seats and options."""

FORMS = ("shows", "packs", "seals")
"""A record of hands, stock and everybody's shows; one of whole packs; one that is sealed."""


@cache
def table_of(family: int) -> Table:
    name, seats, options = FAMILIES[family]
    return table(name, seats, **options)


@cache
def record_of(family: int, seed: int, form: str) -> GameRecord:
    """A whole game."""
    here = table_of(family)
    writes = scribe(here, packs=form == "packs", shows=form == "shows", record_id=f"{family}-{seed}")
    made = play_game(writes, [sensible], Random(f"{family}-{seed}"))
    assert made.finished
    return made.scribe.record(seals=form == "seals")


@cache
def traced_of(family: int, seed: int, form: str) -> Traced:
    """The same, taken apart."""
    return traced(table_of(family), record_of(family, seed, form))
