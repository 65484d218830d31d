"""Types every slot of a rule set: settings, conditions, cases, outcomes, criteria and irregular acts.

Each expression is checked against its slot in the vocabulary, which also says what holds where nothing is said. A rule
with a mistake is left out; the load then answers with diagnostics and no rule set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.syntax import Expr
from referee.rules.model import Case, Condition, Criterion, Irregular, Outcome, Setting
from referee.rules.order import natural_key, told_under
from referee.ruleset import rule_messages
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import (
    ACTS,
    BLOCKS,
    BOOK,
    CASES,
    CONDITIONS,
    IRREGULAR,
    OUTCOMES,
    SHORTHAND,
    WINNER,
    Path,
    at,
    block_clause,
    dotted,
    mapping,
    scalar,
)
from referee.ruleset.written import rules_of
from referee.source import Origin, Text
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import Entry, MapNode

_FORMAT = Origin("")
"""Where a value stands that the format supplies."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every rule of a rule set as checked trees."""

    settings: dict[str, Setting]
    conditions: dict[str, tuple[Condition, ...]]
    cases: dict[str, tuple[Case, ...]]
    outcomes: tuple[Outcome, ...]
    winner: tuple[Criterion, ...]
    irregular: dict[str, Irregular]
    block_clauses: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Homes:
    """Under which clause the rule of each key is printed and cited."""

    paragraphs: frozenset[str]
    cited: frozenset[str]

    @classmethod
    def of(cls, root: MapNode) -> _Homes:
        options = (block_clause(root, ("options", entry.key.value)) for entry in mapping(root, ("options",)))
        rules = (clause for rule in rules_of(root) for clause in rule.clauses)
        return cls(frozenset(entry.key.value for entry in mapping(root, BOOK)), frozenset((*options, *rules)))

    def of_key(self, key: str) -> str:
        return told_under(key, self.paragraphs, self.cited)


def type_rules(work: Compilation) -> Rules:
    """All rules of the merged tree; mistakes are told in `work`."""
    homes = _Homes.of(work.root)
    clauses = {dotted(block): clause for block in BLOCKS if (clause := _own_clause(work, block))}
    return Rules(
        settings=_settings(work),
        conditions=_conditions(work, homes),
        cases=_cases(work, homes),
        outcomes=_outcomes(work),
        winner=_winner(work, homes),
        irregular={act: _irregular(work, act) for act in ACTS},
        block_clauses=clauses,
    )


def is_always(expr: Expr) -> bool:
    """Whether a condition is the plain `yes`."""
    return expr == _default("points.*.when")


def is_never(expr: Expr) -> bool:
    """Whether a condition is the plain `no`."""
    return expr == _default("close.outcomes.*.wins_game")


@cache
def _default(slot: str) -> Expr:
    """What holds in a slot where nothing is said: the same in every rule set, for it names only the vocabulary."""
    entry = vocabulary().slots[slot]
    assert entry.default is not None
    parsed, _ = parse(Text.plain(entry.default, slot))
    assert parsed is not None
    typed, _ = check(parsed, vocabulary().scope(slot))
    assert typed is not None
    return typed


def _own_clause(work: Compilation, block: Path) -> str:
    said = scalar(at(work.root, (*block, "clause")))
    return said.value if said is not None else ""


def _settings(work: Compilation) -> dict[str, Setting]:
    settings: dict[str, Setting] = {}
    for slot, entry in vocabulary().slots.items():
        if "*" in slot:
            continue
        path = tuple(slot.split("."))
        clause = block_clause(work.root, path[:-1])
        node = at(work.root, path)
        if node is not None:
            expr = work.typed(node, slot, path)
            if expr is not None:
                settings[slot] = Setting(slot, clause, expr, work.origin(node.span))
        elif entry.default is not None:
            settings[slot] = Setting(slot, clause, _default(slot), _FORMAT)
    return settings


def _conditions(work: Compilation, homes: _Homes) -> dict[str, tuple[Condition, ...]]:
    found: dict[str, tuple[Condition, ...]] = {}
    for block in CONDITIONS:
        conditions = []
        for entry in sorted(mapping(work.root, block), key=lambda entry: natural_key(entry.key.value)):
            key = entry.key.value
            expr = work.typed(entry.value, f"{dotted(block)}.*", (*block, key))
            if expr is not None:
                clause = homes.of_key(key)
                conditions.append(Condition(key, clause, expr, work.origin(entry.value.span)))
        if conditions:
            found[dotted(block)] = tuple(conditions)
    return found


def _cases(work: Compilation, homes: _Homes) -> dict[str, tuple[Case, ...]]:
    found: dict[str, tuple[Case, ...]] = {}
    for block, value_key in CASES.items():
        cases = []
        for entry in mapping(work.root, block):
            key, body = entry.key.value, entry.value
            if not isinstance(body, MapNode):
                continue
            slot = f"{dotted(block)}.*"
            when = _slot(work, entry, body, f"{slot}.when", (*block, key))
            value = _slot(work, entry, body, f"{slot}.{value_key}", (*block, key))
            if when is not None and value is not None:
                clause = homes.of_key(key)
                cases.append(Case(key, clause, when, value, work.origin(entry.key.span)))
        if cases:
            found[dotted(block)] = tuple(cases)
    return found


def _winner(work: Compilation, homes: _Homes) -> tuple[Criterion, ...]:
    criteria = []
    for entry in mapping(work.root, WINNER):
        key, body = entry.key.value, entry.value
        if isinstance(body, MapNode):
            prefer = _slot(work, entry, body, "game.winner.*.prefer", (*WINNER, key))
            if prefer is not None:
                clause = homes.of_key(key)
                criteria.append(Criterion(key, clause, prefer, work.origin(entry.key.span)))
    return tuple(criteria)


def _outcomes(work: Compilation) -> tuple[Outcome, ...]:
    outcomes = []
    for entry in mapping(work.root, OUTCOMES):
        name, body = entry.key.value, entry.value
        if not isinstance(body, MapNode):
            continue
        path = (*OUTCOMES, name)
        said = {
            key: _slot(work, entry, body, f"close.outcomes.*.{key}", path)
            for key in ("when", "writes", "wins_game", "lay_off", "pays")
        }
        clause = block_clause(work.root, path)
        priced_by = scalar(body.get("priced_by"))
        if any(said[key] is None and body.get(key) is not None for key in said):
            continue
        when, wins_game, pays = said["when"], said["wins_game"], said["pays"]
        assert when is not None
        assert wins_game is not None
        assert pays is not None
        outcomes.append(
            Outcome(
                name,
                clause,
                clause if priced_by is None else priced_by.value,
                when,
                said["writes"],
                wins_game,
                said["lay_off"],
                pays,
                work.origin(entry.key.span),
            )
        )
    return tuple(outcomes)


def _irregular(work: Compilation, act: str) -> Irregular:
    path = (*IRREGULAR, act)
    node = at(work.root, path)
    entry = next((entry for entry in mapping(work.root, IRREGULAR) if entry.key.value == act), None)
    body = node if isinstance(node, MapNode) else MapNode((), work.root.span)

    def said(key: str) -> Expr:
        slot = f"irregular.*.{key}"
        value = body.get(key)
        typed = None if value is None else work.typed(value, slot, (*path, key))
        return _default(slot) if typed is None else typed

    origin = _FORMAT if entry is None else work.origin(entry.key.span)
    return Irregular(act, block_clause(work.root, path), said("ruling"), said("penalty"), said("shows_hand"), origin)


def _slot(work: Compilation, entry: Entry, body: MapNode, slot: str, path: Path) -> Expr | None:
    """The expression of one slot of an entry, or its default; None if it is faulty, missing or not said."""
    key = slot.rpartition(".")[2]
    node = body.get(key)
    if node is not None:
        return work.typed(node, slot, (*path, key), criterion=key == SHORTHAND[WINNER])
    described = vocabulary().slots[slot]
    if described.default is not None:
        return _default(slot)
    if described.required and work.sound(path):
        work.tell(rule_messages.missing_key(entry.key, "entry", key), path=path)
    return None
