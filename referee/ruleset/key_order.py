"""In which order the keys of a rule file are written: that of the published schema, and where people read it otherwise.

Only keys that the format fixes have an order. Clauses, names and examples stand as their author put them, for in some
blocks their order has a meaning, and in the others it is the author's way of telling the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from referee.ruleset.schema import schema
from referee.vocabulary.model import LANGUAGES

Steps = tuple[str | int, ...]

_FIRST: Final = ("before", "clause", "priced_by", "when")
"""What an entry rests on stands before what it says."""
_OPTION: Final = ("clause", "type", "from", "to", "one_of", "default", "fixed", "when")
_OTHERWISE: Final[Mapping[str, tuple[str, ...]]] = {
    "melds": ("clause", "declared", "set", "run", "each_meld", "whole_hand"),
    "close": ("clause", "may_close", "outcomes"),
    "game": ("clause", "adjust", "out_when", "ends_when", "winner"),
}


def key_order(path: Steps) -> Sequence[str]:
    """The keys of the mapping at a path in the order they are written; empty where no order is fixed."""
    if len(path) == 2 and path[0] == "options":
        return _OPTION
    if len(path) == 1 and path[0] in _OTHERWISE:
        return _OTHERWISE[str(path[0])]
    keys = _keys(tuple("0" if isinstance(step, int) else step for step in path))
    if path and path[0] in {"book", "refusals", "title"}:
        keys = (*keys, *LANGUAGES)
    return (*(key for key in _FIRST if key in keys), *(key for key in keys if key not in _FIRST))


@lru_cache(4096)  # a path has names in it that authors choose
def _keys(path: tuple[str, ...]) -> tuple[str, ...]:
    """The keys that the schema names for the mapping at a path, in its order."""
    node: Mapping[str, Any] = schema()
    for step in path:
        below = node.get("properties", {}).get(step) or node.get("additionalProperties") or node.get("items")
        node = below if isinstance(below, dict) else {}
        if "$ref" in node:
            node = schema()["$defs"][node["$ref"].rpartition("/")[2]]
    return tuple(node.get("properties", {}))
