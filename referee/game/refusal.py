"""Why a play is refused: the clauses it breaks, a code for machines, and every comparison that failed, measured.

Codes come from the slot and from what the false parts of the condition read, never from the clause id: rule sets
number their clauses as they like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


CLOSE_NOT_GROUPED = "CLOSE_NOT_GROUPED"
THREW_TAKEN_CARD = "THREW_TAKEN_CARD"

SLOT_CODES = {
    "turn.may_take.*": "TAKE_NOT_ALLOWED",
    "turn.may_discard.*": "DISCARD_NOT_ALLOWED",
    "melds.whole_hand.*": "NO_MELD",
    "lay_off.may_lay_off.*": "CANNOT_BE_LAID",
    "lay_off.may_exchange.*": "CANNOT_BE_LAID",
}
"""The codes of slots whose conditions all have one, but for the taken card that is thrown (es.2)."""


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
    """What a condition that fails says for itself."""
    leaves = condition.explain(facts)
    code = table.derived(_Codes).code(condition.slot, leaves)
    return Failure(condition.clause, condition.rule.key, condition.slot, code, leaves, facts)


def no_outcome(table: Table, facts: CloseFacts) -> Failure:
    """A close that every condition allows and no outcome fits: the clause of the last outcome, and what it misses."""
    slot = "close.outcomes.*.when"
    if not table.outcomes:
        clause = table.rule_set.block_clauses.get("close", "")
        return Failure(clause, clause, slot, CLOSE_NOT_GROUPED, (), facts)
    last = table.outcomes[-1]
    return Failure(last.rule.clause, last.rule.name, slot, CLOSE_NOT_GROUPED, last.explain(facts), facts)


class _Codes:
    """The codes of a table, each found when what it is for is first refused: by the slot and the parts that fail.

    The parts are nodes of the rule set's own trees, which live as long as its table: they are told by what they are.
    """

    __slots__ = ("_known", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[tuple[object, ...], str] = {}

    @classmethod
    def of(cls, table: Table) -> _Codes:
        return cls(table)

    def code(self, slot: str, leaves: Sequence[Leaf]) -> str:
        """The code of a refusal."""
        key = (slot, *[id(leaf.expr) for leaf in leaves])
        known = self._known.get(key)
        if known is None:
            read = frozenset(name for leaf in leaves for name in _reads(leaf.expr, self._table.definitions))
            known = self._known[key] = _code(slot, read)
        return known


def _code(slot: str, read: frozenset[str]) -> str:
    """The code of what a condition of a slot refuses, whose false leaves read these facts."""
    if slot == "turn.may_discard.*" and "card.taken" in read:
        return THREW_TAKEN_CARD
    if slot in SLOT_CODES:
        return SLOT_CODES[slot]
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
