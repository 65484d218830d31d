"""Why a play is refused: the clauses it breaks, a code for machines, and every comparison that failed, measured.

Codes come from the slot and from what the false parts of the condition read, never from the clause id: rule sets
number their clauses as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.game.facts import CloseFacts
from referee.lang.leaves import Leaf
from referee.lang.syntax import Expr, Field, Name
from referee.lang.walk import everything
from referee.table import BoundCondition, Table

CLOSE_CODES = (
    ("CLOSED_WITH_TAKEN_CARD", {"card.taken"}),
    ("CLOSE_WITH_FAULTY_HAND", {"faulty"}),
    ("CLOSE_TOO_EARLY", {"laps", "turns"}),
    ("CLOSE_TOO_MANY_POINTS", {"deadwood", "melded", "loose"}),
)
"""The first code whose facts a false leaf reads; CLOSE_NOT_ALLOWED if there is none."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One condition that fails: `key` as written, `clause` the paragraph it rests on, `slot` by its vocabulary name.

    `leaves` are the comparisons that make it fail with their values. `facts` are those it was judged by, for the
    placeholders of a refusal's text.
    """

    clause: str
    key: str
    slot: str
    code: str
    leaves: tuple[Leaf, ...]
    facts: Any = field(compare=False, repr=False)


def failure_of(table: Table, condition: BoundCondition, facts: object) -> Failure:
    """What a condition that fails says for itself, coded as those of `close.may_close` are."""
    leaves = condition.explain(facts)
    code = close_code(leaves, table.definitions)
    return Failure(condition.clause, condition.rule.key, condition.slot, code, leaves, facts)


def no_outcome(table: Table, facts: CloseFacts) -> Failure:
    """A close that every condition allows and no outcome fits: the clause of the last outcome, and what it misses."""
    slot = "close.outcomes.*.when"
    if not table.outcomes:
        clause = table.rule_set.block_clauses.get("close", "")
        return Failure(clause, clause, slot, "CLOSE_NOT_GROUPED", (), facts)
    last = table.outcomes[-1]
    return Failure(last.rule.clause, last.rule.name, slot, "CLOSE_NOT_GROUPED", last.explain(facts), facts)


def close_code(leaves: Iterable[Leaf], definitions: Mapping[str, Expr]) -> str:
    """The code of a close refused for these reasons."""
    read = {name for leaf in leaves for name in _reads(leaf.expr, definitions)}
    return next((code for code, names in CLOSE_CODES if names & read), "CLOSE_NOT_ALLOWED")


def _reads(expr: Expr, definitions: Mapping[str, Expr]) -> Iterator[str]:
    """The facts a part reads, through definitions; `card.taken` for that field of the card in question."""
    waiting, opened = [expr], set[str]()
    while waiting:
        for node in everything(waiting.pop()):
            if isinstance(node, Name) and node.sort == "definition" and node.name not in opened:
                opened.add(node.name)
                waiting.append(definitions[node.name])
            elif isinstance(node, Name) and node.sort == "fact":
                yield node.name
            elif isinstance(node, Field) and isinstance(node.base, Name) and node.base.name == "card":
                yield f"card.{node.name}"
