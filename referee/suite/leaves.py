"""The rules of a rule set one by one, and the leaves of their conditions: what coverage counts.

A leaf is a comparison, or an answer (`card.taken`, `share_ties`) that stands for itself; `and`, `or`, `not`, `if` join
leaves. What stands inside a function over a collection is part of the leaf around it. A definition is a rule of its
own: its leaves are seen wherever a rule that uses it is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from referee.lang.syntax import (
    And,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Not,
    Number,
    Or,
    Over,
    TruthValue,
)
from referee.lang.types import TRUTH
from referee.lang.walk import children
from referee.rules.model import RuleSet
from referee.source import Origin

CLOSE_BLOCKS = ("close.may_close", "melds.whole_hand")
MELD_BLOCKS = ("melds.each_meld",)
_OF_HANDS = ("points", "close.outcomes")
_SETTINGS_OF_HANDS = ("pack.", "deal.cards", "melds.set.", "melds.run.")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: an entry of a block, a setting or a definition.

    `path` is its place (`close.may_close.es.4`), `block` what it is an entry of, `parts` its expressions by key.
    `sort` is condition, case, outcome, criterion, setting, irregular or definition.
    """

    path: str
    block: str
    clause: str
    sort: str
    parts: Mapping[str, Expr]
    origin: Origin | None

    @property
    def in_hands(self) -> bool:
        """Whether cards alone, and what may be given at a close, decide it: some hand can show it."""
        return self.block in {*CLOSE_BLOCKS, *MELD_BLOCKS, *_OF_HANDS} or self.block.startswith(_SETTINGS_OF_HANDS)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of a rule: which part it stands in, and its number there from 0."""

    rule: str
    part: str
    number: int
    expr: Expr


def every_rule(rules: RuleSet) -> tuple[Rule, ...]:
    """Every rule of a rule set, in the order of its sections."""
    return tuple(_rules(rules))


def _rules(rules: RuleSet) -> Iterator[Rule]:
    for block, conditions in rules.conditions.items():
        for one in conditions:
            yield Rule(f"{block}.{one.key}", block, one.clause, "condition", {"test": one.expr}, one.origin)
    for block, cases in rules.cases.items():
        for case in cases:
            parts = {"when": case.when, "value": case.value}
            yield Rule(f"{block}.{case.key}", block, case.clause, "case", parts, case.origin)
    for outcome in rules.outcomes:
        said = {"when": outcome.when, "writes": outcome.writes, "wins_game": outcome.wins_game}
        said |= {"lay_off": outcome.lay_off, "pays": outcome.pays}
        parts = {key: part for key, part in said.items() if part is not None}
        path = f"close.outcomes.{outcome.name}"
        yield Rule(path, "close.outcomes", outcome.clause, "outcome", parts, outcome.origin)
    for criterion in rules.winner:
        path, parts = f"game.winner.{criterion.key}", {"prefer": criterion.prefer}
        yield Rule(path, "game.winner", criterion.clause, "criterion", parts, criterion.origin)
    for slot, setting in rules.settings.items():
        yield Rule(slot, slot, setting.clause, "setting", {"value": setting.expr}, setting.origin)
    for act, ruled in rules.irregular.items():
        parts = {"ruling": ruled.ruling, "penalty": ruled.penalty, "shows_hand": ruled.shows_hand}
        yield Rule(f"irregular.{act}", "irregular", ruled.clause, "irregular", parts, ruled.origin)
    for name, definition in rules.definitions.items():
        yield Rule(f"define.{name}", "define", "", "definition", {"value": definition.expr}, definition.origin)


def leaves_of(rule: Rule, fixed: Collection[str] = ()) -> tuple[Leaf, ...]:
    """The leaves of a rule. `fixed` are options that nobody can choose: a leaf of nothing else is none."""
    return tuple(
        Leaf(rule.path, part, number, leaf)
        for part, expr in rule.parts.items()
        for number, leaf in enumerate(leaves_in(expr))
        if not _settled(leaf, fixed)
    )


def leaves_in(expr: Expr) -> tuple[Expr, ...]:
    """The leaves of an expression, in order; those of definitions it names are theirs."""
    return tuple(_leaves(expr))


def _leaves(expr: Expr) -> Iterator[Expr]:
    match expr:
        case And(parts=parts) | Or(parts=parts):
            for part in parts:
                yield from _leaves(part)
        case Not(operand=operand):
            yield from _leaves(operand)
        case Conditional(test=test, then=then, otherwise=otherwise):
            for part in (test, then, otherwise):
                yield from _leaves(part)
        case TruthValue() | Name(sort="definition"):
            return
        case Over():
            if expr.type == TRUTH:
                yield expr
        case Comparison(left=left, right=right):
            yield expr
            for part in (left, right):
                yield from _leaves(part)
        case Name() | Field():
            if expr.type == TRUTH:
                yield expr
        case _:
            for part in children(expr):
                yield from _leaves(part)


def _settled(leaf: Expr, fixed: Collection[str]) -> bool:
    """Whether a leaf cannot come out otherwise: all it reads is written out, or an option nobody can choose."""
    match leaf:
        case Number() | TruthValue():
            return True
        case Name(sort="member"):
            return True
        case Name(sort="option", name=name):
            return name in fixed
        case Name():
            return False
    below = children(leaf)
    return bool(below) and all(_settled(part, fixed) for part in below)
