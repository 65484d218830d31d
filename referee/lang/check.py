"""Types: whether a tree makes sense in its slot, and what every part of it is.

`check` returns a new tree in which every node has its type, every name its sort, and every number the unit it met
(see `fit`). A bare word that is no name here is looked up as a member of the enumeration expected in its place: by the
other side of a comparison, by the slot, by the other branch. A number is a rank where a rank is expected. `and` in
`and` is flattened; a single value where the slot wants a set becomes a list of one (`2` is `[2]`).

Every independent mistake is told, once: a part that is wrong has no type, and nothing is told about what
follows from it. What is checked here cannot fail when it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest
from referee.frozen import changed
from referee.lang import calling, comparing, type_messages
from referee.lang.comparing import UNTOLD, shown
from referee.lang.fit import common_unit, kind_of, unit_of, with_unit
from referee.lang.meant import FIELDS_MEANT
from referee.lang.names import Names
from referee.lang.scope import Scope
from referee.lang.signs import MOST_TOLD
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
from referee.lang.type_messages import Shown
from referee.lang.types import NUMBER, TRUTH, Criterion, Many, Member, Quantity, Record, SetOf, Truth, Type
from referee.lang.unparse import unparse
from referee.lang.walk import reads

__all__ = ["check", "reads"]

DEFINITION_SLOT: Final = "define"
"""Slots whose name begins so take any quantity, answer, member or set: what a definition may stand for."""


def check(expr: Expr, scope: Scope) -> tuple[Expr | None, list[Diagnostic]]:
    """The typed tree, or None and what is wrong. `expr` is a parsed tree, within the limits of depth."""
    checker = _Checker(Names(scope))
    typed = checker.root(expr)
    return (None if checker.told else typed), checker.told


@dataclass(slots=True)
class _Checker:
    """One check of one tree."""

    names: Names
    told: list[Diagnostic] = field(default_factory=list)

    @property
    def scope(self) -> Scope:
        return self.names.scope

    def tell(self, diagnostic: Diagnostic) -> None:
        """One mistake more; the part it is in has no type."""
        self.told.append(diagnostic)

    # the whole

    def root(self, expr: Expr) -> Expr | None:
        """The whole expression in its slot."""
        wants = self.scope.wants
        if isinstance(wants, Criterion):
            return self.preference(expr if isinstance(expr, Preference) else Preference("holds", expr, span=expr.span))
        typed = self.visit(expr, wants)
        return None if typed is None else self.fitted(expr, typed, wants)

    def fitted(self, expr: Expr, typed: Expr, wants: Type | None) -> Expr | None:
        """The checked tree as the slot wants it."""
        found, slot = shown(expr, typed), self.scope.slot
        kind = kind_of(typed)
        match wants:
            case None if slot.startswith(DEFINITION_SLOT):
                if isinstance(kind, Many | Record):
                    self.tell(type_messages.undefinable(expr.span, found))
            case None:
                if isinstance(kind, Many):
                    self.tell(type_messages.would_show_cards(expr.span, found))
                elif isinstance(kind, SetOf) or (isinstance(kind, Record) and kind.name not in self.scope.printable):
                    self.tell(type_messages.not_printable(expr.span, found))
            case Truth():
                if kind != TRUTH:
                    asker = type_messages.place(slot)
                    remedy = _COUNTED_APART.get(slot, "") if found.text.isdigit() else ""
                    self.tell(type_messages.not_a_condition(expr.span, asker, found, remedy or as_condition(found)))
            case Quantity(unit=unit) if isinstance(kind, Quantity) and (kind.unit is None or kind.unit == unit):
                return with_unit(typed, unit)
            case SetOf(element=Quantity(unit=unit)) if isinstance(kind, SetOf) and unit_of(typed) in {None, unit}:
                return with_unit(typed, unit)
            case _:
                if kind != wants:
                    remedy = self.names.instead(expr, kind, wants)
                    if isinstance(wants, Quantity) and isinstance(kind, Quantity):
                        remedy = comparing.in_unit(self.names, wants.unit)
                    if isinstance(wants, SetOf) and not isinstance(kind, Quantity | SetOf):
                        self.tell(type_messages.no_set(expr.span, slot, wants, found))
                        return None
                    if isinstance(wants, SetOf) and not remedy:
                        remedy = "write a range such as `3..4`, a list such as `[3, 4]`, or one number"
                    enum = self.scope.enums.get(wants.enum) if isinstance(wants, Member) else None
                    if enum is not None:
                        self.tell(type_messages.wrong_member(expr.span, slot, enum, found))
                        return None
                    self.tell(type_messages.wrong_result(expr.span, slot, wants, found, remedy))
        return typed

    def preference(self, expr: Preference) -> Expr | None:
        """A criterion of the winner."""
        if expr.prefer == "holds":
            operand = self.truth(expr.operand, "a criterion without `lowest` or `highest`")
        else:
            operand = self.quantity(expr.operand, f"what follows `{expr.prefer}`")
        return None if operand is None else changed(expr, operand=operand, type=Criterion())

    # parts

    def visit(self, node: Expr, expected: Type | None) -> Expr | None:
        """The typed part, or None if it is wrong; `expected` is where its bare words are looked up."""
        if len(self.told) >= MOST_TOLD:
            return None
        if isinstance(expected, SetOf) and isinstance(node, Arithmetic) and node.operator == "-":
            low, high = node.left, node.right
            if isinstance(low, Number) and isinstance(high, Number) and low.value < high.value:
                self.tell(type_messages.difference_for_range(node.span, low.value, high.value))
                return None
        typed = _VISITS[type(node)](self, node, expected)
        if typed is not None and isinstance(expected, SetOf) and isinstance(typed.type, Quantity | Member):
            return Choice((typed,), span=typed.span, type=SetOf(typed.type))
        return typed

    def truth(self, node: Expr, asker: str) -> Expr | None:
        """A part that must be yes or no."""
        typed = self.visit(node, TRUTH)
        if typed is None or typed.type == TRUTH:
            return typed
        found = shown(node, typed)
        self.tell(type_messages.not_a_condition(node.span, asker, found, as_condition(found)))
        return None

    def quantity(self, node: Expr, asker: str) -> Expr | None:
        """A part that must be a quantity."""
        typed = self.visit(node, NUMBER)
        if typed is None or isinstance(typed.type, Quantity):
            return typed
        remedy = self.names.instead(node, kind_of(typed), None)
        self.tell(type_messages.not_a_number(node.span, asker, shown(node, typed), remedy))
        return None

    def number(self, node: Number, expected: Type | None) -> Expr | None:
        """A number, or the member that is called like one; where members are called so, no other number will do."""
        kind = expected.element if isinstance(expected, SetOf) else expected
        enum = self.scope.enums.get(kind.enum) if isinstance(kind, Member) else None
        if enum is not None and kind is not None and node.unit is None:
            if str(node.value) in enum.members:
                return Name(str(node.value), "member", span=node.span, type=kind)
            if any(member.isdigit() for member in enum.members):
                self.tell(type_messages.no_such_number(node.span, str(node.value), enum))
                return None
        return changed(node, type=Quantity(node.unit))

    def truth_value(self, node: TruthValue, _expected: Type | None) -> Expr:
        """`yes` and `no`."""
        return changed(node, type=TRUTH)

    def name(self, node: Name, expected: Type | None) -> Expr | None:
        """A name of this place, else a member of what is expected."""
        if node.name in self.scope.hidden and node.name not in self.names.variables:
            return None
        known = self.names.known(node.name)
        if known is not None:
            return changed(node, sort=known[0], type=known[1])
        kind = expected.element if isinstance(expected, SetOf) else expected
        enum = self.scope.enums.get(kind.enum) if isinstance(kind, Member) else None
        if enum is not None and (node.name in enum.members or node.name in enum.outside):
            return changed(node, sort="member", type=kind)
        if kind is not UNTOLD:
            self.tell(self.names.unknown(node, kind))
        return None

    def field_of(self, node: Field, _expected: Type | None) -> Expr | None:
        """A field of a record, or how many a collection has."""
        base = self.visit(node.base, None)
        if base is None or node.name in self.scope.hidden:
            return None
        where, found, records = node.name_span, shown(node.base, base), self.scope.records
        kind: Type | None = None
        if isinstance(found.kind, Record):
            fields = records.get(found.kind.name, {})
            kind = fields.get(node.name)
            if kind is None:
                meant = FIELDS_MEANT.get(node.name, "")
                guess = meant if meant in fields else nearest(node.name, fields)
                self.tell(type_messages.unknown_field(where, node.name, found, guess, list(fields)))
        elif isinstance(found.kind, Many):
            if node.name == "count":
                kind = Quantity(self.scope.units_of.get(found.kind.record))
            else:
                of_each = records.get(found.kind.record, {}).get(node.name)
                self.tell(type_messages.field_of_many(where, node.name, found.text, of_each))
        else:
            self.tell(type_messages.no_fields(where, node.name, found))
        return None if kind is None else changed(node, base=base, type=kind)

    def negative(self, node: Negative, _expected: Type | None) -> Expr | None:
        """`-x`."""
        operand = self.quantity(node.operand, "what follows `-`")
        return None if operand is None else changed(node, operand=operand, type=operand.type)

    def arithmetic(self, node: Arithmetic, _expected: Type | None) -> Expr | None:
        """Sums of one unit; products with a plain number; quotients by a number written out."""
        asker = f"each side of `{node.operator}`"
        left = self.quantity(node.left, asker)
        if node.operator == "/":
            if not (isinstance(node.right, Number) and node.right.unit is None and node.right.value > 0):
                self.tell(type_messages.divisor(node.right.span, unparse(node.right)))
                return None
            right: Expr | None = self.number(node.right, None)
        else:
            right = self.quantity(node.right, asker)
        if left is None or right is None:
            return None
        units = unit_of(left), unit_of(right)
        if node.operator in "*/":
            if None not in units:
                sides = shown(node.left, left), shown(node.right, right)
                self.tell(type_messages.two_units_multiplied(node.span, *sides))
                return None
            return changed(node, left=left, right=right, type=Quantity(units[0] or units[1]))
        together = comparing.unified(self, (node.left, node.right), (left, right), node.span)
        if together is None:
            return None
        left, right = together
        return changed(node, left=left, right=right, type=Quantity(unit_of(left) or unit_of(right)))

    def negation(self, node: Not, _expected: Type | None) -> Expr | None:
        """`not x`."""
        operand = self.truth(node.operand, "what follows `not`")
        return None if operand is None else changed(node, operand=operand, type=TRUTH)

    def joined(self, node: And | Or, _expected: Type | None) -> Expr | None:
        """`and`, `or`: parts that are yes or no, those of the same word inside laid flat."""
        word = "and" if isinstance(node, And) else "or"
        parts = [self.truth(part, f"each side of `{word}`") for part in node.parts]
        flat: list[Expr] = []
        for part in parts:
            if part is None:
                return None
            flat.extend(part.parts if isinstance(part, And | Or) and type(part) is type(node) else (part,))
        return changed(node, parts=tuple(flat), type=TRUTH)

    def conditional(self, node: Conditional, expected: Type | None) -> Expr | None:
        """`if`: a condition and two branches of one kind."""
        test = self.truth(node.test, "what follows `if`")
        then, otherwise = comparing.both(self, node.then, node.otherwise, expected)
        if then is None or otherwise is None:
            return None
        fits, unit = common_unit(unit_of(then), unit_of(otherwise))
        if fits and type(then.type) is type(otherwise.type) and unit is not None:
            then, otherwise = with_unit(then, unit), with_unit(otherwise, unit)
            kind = then.type if unit_of(then) == unit else otherwise.type
        elif then.type == otherwise.type:
            kind = then.type
        else:
            sides = shown(node.then, then), shown(node.otherwise, otherwise)
            self.tell(type_messages.branches_differ(node.otherwise.span, *sides, node.then.span))
            return None
        return None if test is None else changed(node, test=test, then=then, otherwise=otherwise, type=kind)


_COUNTED_APART: Final = {
    "pack.wild": "say which cards are wild, as in `card.joker`; how many jokers there are is `jokers`",
}
"""Slots in which people write how many, where it is asked which."""


def as_condition(found: Shown) -> str:
    """What might be meant by a value where a condition is wanted."""
    if len(found.text) > 40 or found.text.isdigit():
        return ""
    if isinstance(found.kind, Quantity):
        return f"compare it, as in `{found.text} at least 1`"
    if isinstance(found.kind, Many):
        return f"compare its number, as in `{found.text}.count at least 1`"
    return f"compare it, as in `{found.text} is …`" if isinstance(found.kind, Member) else ""


_VISITS: Final[dict[type, Callable[[_Checker, Any, Type | None], Expr | None]]] = {
    Number: _Checker.number,
    TruthValue: _Checker.truth_value,
    Name: _Checker.name,
    Field: _Checker.field_of,
    Call: calling.call,
    Over: calling.over,
    Choice: comparing.choice,
    Range: comparing.range_of,
    Negative: _Checker.negative,
    Arithmetic: _Checker.arithmetic,
    Comparison: comparing.comparison,
    Not: _Checker.negation,
    And: _Checker.joined,
    Or: _Checker.joined,
    Conditional: _Checker.conditional,
    Preference: lambda checker, node, _expected: checker.preference(node),
}
