"""The referee: house rules for chinchón as data, judged.

>>> from referee import Library, best_arrangement
>>> library = Library()
>>> table = library.table(library.rule_set("spanish-40"))
>>> best_arrangement(table, table.read_hand("7o 7c 7e 7b 5b 6b 12o")).deadwood
12

`arrange(table, "7o 7c 7e 7b 5b 6b 12o")` is the same in one go, and `loose_points(table)` tells the points alone of
hands that are numbers, one by one or by the million. `best_close(table, "4c 5c 6c 11o 11e 11b 3b 4e")` chooses the card
to close with.

What else there is, each with its own page (`python -m pydoc referee.judge_close`): `judge_close` says whether a hand
may close and what comes of it, `judge_closings` the same of each card it may close with; `Library` keeps rule sets,
which `RuleSet` and `Table` are, and `bind` makes a table of one. Records of games are judged by
`referee.library.records.judge_record`.

Everything here is pure: no clock, no randomness, no input or output below the service and the command line.
"""

from __future__ import annotations

from importlib import import_module
from os import environ
from typing import TYPE_CHECKING, Any

from referee.version import __version__

if environ.get("REFEREE_NATIVE"):  # before any module is imported that there may be in two forms
    from referee.native import choose

    choose(environ["REFEREE_NATIVE"])

if TYPE_CHECKING:
    from referee.game.choice import best_close as best_close
    from referee.game.close import judge_close as judge_close
    from referee.game.close import judge_closings as judge_closings
    from referee.game.loosepoints import loose_points as loose_points
    from referee.game.solve import arrange as arrange
    from referee.game.solve import best_arrangement as best_arrangement
    from referee.library import Library as Library
    from referee.rules.model import RuleSet as RuleSet
    from referee.table import Table as Table
    from referee.table.bind import bind as bind

# Looked up when first asked for: `referee --version` must not pay for the solver.
_PUBLIC = {
    "Library": "referee.library",
    "RuleSet": "referee.rules.model",
    "Table": "referee.table",
    "arrange": "referee.game.solve",
    "best_arrangement": "referee.game.solve",
    "best_close": "referee.game.choice",
    "bind": "referee.table",
    "judge_close": "referee.game.close",
    "judge_closings": "referee.game.close",
    "loose_points": "referee.game.loosepoints",
}

__all__ = [
    "Library",
    "RuleSet",
    "Table",
    "__version__",
    "arrange",
    "best_arrangement",
    "best_close",
    "bind",
    "judge_close",
    "judge_closings",
    "loose_points",
]


def __getattr__(name: str) -> Any:
    """The public functions and classes, imported on first use."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)
