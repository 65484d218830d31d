"""Rule sets with entries of one clause taken out of their YAML.

The entries of a clause are: conditions, cases and criteria keyed by it or by a part of it; outcomes and irregular acts
that name it; of a block that names it the settings, and the name; an option that names it (taken out, it is no longer
offered, and its default stands); the clause as the price of an outcome; its paragraph and its refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from referee.rules.model import RuleSet
from referee.ruleset.load import load
from referee.yamltree import read
from referee.yamltree.dump import dump
from referee.yamltree.plain import projected
from tests.tables import FILES

Tree = dict[str, Any]
Path = tuple[str, ...]

NO_RULES = ("title", "sources", "define", "examples")
TEXTS = ("book", "refusals")
KEYED = frozenset(
    (
        *("points", "may_take", "may_discard", "each_meld", "whole_hand", "may_close", "may_lay_off", "may_exchange"),
        *("by_others", "if_unclosed", "adjust", "out_when", "ends_when", "winner", "may_re_enter"),
    )
)
INNER = frozenset(("set", "run", "draws_twice", "draws_nothing", "false_close", "false_discard", "feint"))


def tree_of(name: str) -> Tree:
    """A rule file as plain values."""
    content = FILES.find(name)
    assert content is not None
    root = read(content, f"{name}.yaml").root
    assert root is not None
    tree = projected(root)
    assert isinstance(tree, dict)
    return tree


def _is_of(key: Any, clause: str) -> bool:
    return key == clause or str(key).startswith(f"{clause}.")


def entries(tree: Tree, clause: str) -> tuple[Path, ...]:
    """Where the entries of a clause stand, paragraphs and refusals left out."""
    found: list[Path] = []
    for section, value in tree.items():
        if section == "options":
            found += [(section, name) for name, option in value.items() if _is_of(option.get("clause"), clause)]
        elif section in KEYED:
            found += [(section, key) for key in value if _is_of(key, clause)]
        elif isinstance(value, dict) and section not in NO_RULES + TEXTS:
            found += [(section, *rest) for rest in _in_block(value, clause)]
    return tuple(found)


def _in_block(block: Tree, clause: str) -> Iterator[Path]:
    mine = _is_of(block.get("clause"), clause)
    for key, value in block.items():
        if key in KEYED:
            yield from ((key, one) for one in value if _is_of(one, clause))
        elif key == "outcomes":
            for name, outcome in value.items():
                if isinstance(outcome, dict) and _is_of(outcome.get("clause"), clause):
                    yield (key, name)
                elif isinstance(outcome, dict) and _is_of(outcome.get("priced_by"), clause):
                    yield (key, name, "priced_by")
        elif key in INNER:
            yield from ((key, *rest) for rest in _in_block(value, clause))
        elif mine:
            yield (key,)


def without(tree: Tree, clause: str, paths: Iterable[Path]) -> Tree:
    """The file without these entries, and without the paragraph and the refusal of the clause."""
    left = deepcopy(tree)
    left.pop("examples", None)
    for section in TEXTS:
        left[section] = {key: text for key, text in left.get(section, {}).items() if not _is_of(key, clause)}
    for path in paths:
        _take_out(left, path)
    return {section: value for section, value in left.items() if value != {}}


def _take_out(tree: Tree, path: Path) -> None:
    at: Any = tree
    trail = []
    for key in path[:-1]:
        trail.append((at, key))
        at = at[key]
    if path[0] == "options":
        option = at[path[-1]]
        at[path[-1]] = {"type": option["type"], "default": option["default"], "fixed": option["default"]}
        return
    del at[path[-1]]
    for parent, key in reversed(trail):
        if parent[key] == {}:
            del parent[key]


@dataclass(frozen=True)
class Without:
    """The rule files, one of them without some entries of a clause."""

    base: str
    clause: str
    paths: tuple[Path, ...]

    def find(self, name: str) -> bytes | None:
        if name != self.base:
            return FILES.find(name)
        return dump(without(tree_of(name), self.clause, self.paths)).encode()

    def names(self) -> Sequence[str]:
        return FILES.names()

    def rule_set(self, name: str) -> RuleSet | None:
        """A rule set over the changed base; None if it cannot be played any more."""
        content = self.find(name)
        assert content is not None
        made = load(content, f"{name}.yaml", self).rule_set
        return made if made is not None and made.playable else None
