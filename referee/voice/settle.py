"""An expression as it reads at one table: definitions opened, and what is known there worked out.

`total above limit` becomes `total above 100 points`, and a condition that an option decides is gone. What is left
speaks of play only, so that it can be said to players who know neither the options nor the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from referee.lang.compile import Value, compile_expression
from referee.lang.syntax import (
    And,
    Arithmetic,
    Call,
    Choice,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Not,
    Number,
    Or,
    Over,
    Preference,
    Range,
    TruthValue,
)
from referee.lang.types import TRUTH, Enumeration, Member, Quantity, Record, Type
from referee.lang.walk import transform, written_number


@dataclass(frozen=True)
class Known:
    """What is known when a table is set up: values of options and facts, definitions, enumerations.

    `never` are fields that are `no` of every card there is (`card.joker` where no joker is added).
    """

    constants: Mapping[str, Value] = field(default_factory=dict)
    definitions: Mapping[str, Expr] = field(default_factory=dict)
    enums: Mapping[str, Enumeration] = field(default_factory=dict)
    never: frozenset[str] = frozenset()

    def settled(self, expr: Expr) -> Expr:
        """`expr` as it reads here; a checked tree again, with the same value at this table."""
        return transform(expr, self._settle)

    def value(self, expr: Expr) -> Value | None:
        """The value of an expression that is decided here; None if it is not."""
        return compile_expression(
            expr, constants=self.constants, definitions=self.definitions, enums=self.enums
        ).constant

    def _settle(self, node: Expr) -> Expr:
        match node:
            case Name(sort="definition") if node.name in self.definitions:
                return self.settled(self.definitions[node.name])
            case Name(sort="fact" | "option") if node.name in self.constants:
                return self._written(self.constants[node.name], node.type) or node
            case Field() if self.never and _field_name(node) in self.never:
                return TruthValue(False, type=TRUTH)
            case Not(operand=TruthValue(value=value)):
                return TruthValue(not value, type=TRUTH)
            case And(parts=parts):
                return _joined(node, parts, neutral=True)
            case Or(parts=parts):
                return _joined(node, parts, neutral=False)
            case Conditional(test=TruthValue(value=value), then=then, otherwise=otherwise):
                return then if value else otherwise
            case Arithmetic() | Comparison() | Call() if all(_is_written(part, self.enums) for part in _operands(node)):
                return self._written(cast("Value", self.value(node)), node.type) or node
            case Over(function="all" | "any", body=TruthValue(value=value)) if value == (node.function == "all"):
                return TruthValue(value, type=TRUTH)
        return node

    def _written(self, value: Any, kind: Type | None) -> Expr | None:
        """A value as it would be written; None for what cannot be."""
        match kind:
            case Quantity(unit=unit):
                number = Number(abs(value), unit, type=kind)
                return Negative(number, type=kind) if value < 0 else number
            case Member(enum=enum):
                name = value if isinstance(value, str) else self.enums[enum].member(value)
                return Name(name, "member", type=kind)
            case _ if isinstance(value, bool):
                return TruthValue(value, type=TRUTH)
        return None


def _field_name(node: Field) -> str:
    """`card.joker`, whatever the card is called."""
    kind = node.base.type
    return f"{kind.name}.{node.name}" if isinstance(kind, Record) else ""


def _is_written(expr: Expr, enums: Mapping[str, Enumeration] | None = None) -> bool:
    """A number, an answer, a member, or a set of them: whatever needs no facts. With `enums`, members of these only."""
    match expr:
        case Choice(items=items):
            return all(_is_written(item, enums) for item in items)
        case Range(low=low, high=high):
            return _is_written(low, enums) and (high is None or _is_written(high, enums))
        case Name(sort="member", type=Member(enum=enum)):
            return enums is None or enum in enums
        case TruthValue():
            return True
    return written_number(expr) is not None


def _operands(node: Arithmetic | Comparison | Call) -> tuple[Expr, ...]:
    return node.arguments if isinstance(node, Call) else (node.left, node.right)


def _joined(node: And | Or, parts: tuple[Expr, ...], *, neutral: bool) -> Expr:
    """`and` and `or` without the parts that decide nothing; nested ones of the same kind become one."""
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, TruthValue):
            if part.value is not neutral:
                return TruthValue(not neutral, type=TRUTH)
        elif type(part) is type(node):
            kept.extend(part.parts)
        else:
            kept.append(part)
    if not kept:
        return TruthValue(neutral, type=TRUTH)
    return kept[0] if len(kept) == 1 else replace(node, parts=tuple(kept))


def is_constant(expr: Expr) -> bool:
    """Whether a settled criterion or value is the same for everybody."""
    return _is_written(expr.operand if isinstance(expr, Preference) else expr)
