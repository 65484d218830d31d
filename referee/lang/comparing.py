"""Comparisons and sets: which values meet, and in which order they must be looked at.

Of two sides the one that has a type of its own is looked at first, so that the other can be looked up as a member of
its enumeration (`oros is card.suit` as well as `card.suit is oros`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from referee.diagnostics.model import Diagnostic
from referee.frozen import changed
from referee.lang import type_messages
from referee.lang.fit import common_unit, kind_of, unit_of, with_unit
from referee.lang.meant import SAME_CARDS
from referee.lang.names import Names
from referee.lang.syntax import Choice, Comparison, Conditional, Expr, Name, Negative, Number, Range
from referee.lang.type_messages import Shown
from referee.lang.types import NUMBER, TRUTH, Enumeration, Many, Member, Quantity, Record, SetOf, Truth, Type
from referee.lang.unparse import unparse
from referee.source import Span

if TYPE_CHECKING:
    from referee.lang.scope import Scope


_SHOWN: Final = 40
"""Longer parts are not said again in a hint."""

UNTOLD: Final = Quantity("?")
"""Expected where the other side is wrong already: an unknown word is then not told a second time."""


class Checker(Protocol):
    """What is needed of the checker here."""

    names: Names

    @property
    def scope(self) -> Scope:
        """The names of the slot."""

    def visit(self, node: Expr, expected: Type | None) -> Expr | None:
        """The typed part, or None."""

    def tell(self, diagnostic: Diagnostic) -> None:
        """One mistake more."""


def shown(node: Expr, typed: Expr) -> Shown:
    """A part for a message: what the author wrote, and its type; of a value taken for a set of one, its own."""
    lone = isinstance(typed, Choice) and len(typed.items) == 1 and not isinstance(node, Choice | Conditional)
    return Shown(unparse(node), kind_of(typed.items[0] if lone and isinstance(typed, Choice) else typed))


def is_open(names: Names, node: Expr) -> bool:
    """Whether a part has no type of its own: a word that is no name here, a number (perhaps a rank), a set of such."""
    match node:
        case Number(unit=unit):
            return unit is None
        case Name(name=name):
            return names.known(name) is None
        case Choice(items=items):
            return all(is_open(names, item) for item in items)
        case Range(low=low, high=high):
            return is_open(names, low) and (high is None or is_open(names, high))
        case Conditional(then=then, otherwise=otherwise):
            return is_open(names, then) and is_open(names, otherwise)
    return False


def both(checker: Checker, left: Expr, right: Expr, expected: Type | None) -> tuple[Expr | None, Expr | None]:
    """Two parts that must be of one kind, the one with a type of its own first."""
    if expected is None and is_open(checker.names, left) and not is_open(checker.names, right):
        second = checker.visit(right, None)
        return checker.visit(left, _expected_of(second)), second
    first = checker.visit(left, expected)
    return first, checker.visit(right, expected if expected is not None else _expected_of(first))


def _expected_of(typed: Expr | None) -> Type | None:
    """What the other side is expected to be; nothing more is told about it if this side is wrong."""
    return UNTOLD if typed is None else typed.type


def unified(
    checker: Checker, nodes: Sequence[Expr], typed: Sequence[Expr], span: Span | None
) -> tuple[Expr, ...] | None:
    """Quantities brought to their common unit; None and a message if they have different ones."""
    unit: str | None = None
    holder = 0
    for index, one in enumerate(typed):
        fits, together = common_unit(unit, unit_of(one))
        if not fits:
            sides = shown(nodes[holder], typed[holder]), shown(nodes[index], one)
            remedy = _other_unit(checker.names, (nodes[holder], unit_of(typed[holder])), (nodes[index], unit_of(one)))
            checker.tell(type_messages.units_differ(span, *sides, remedy))
            return None
        if unit is None and together is not None:
            unit, holder = together, index
    return tuple(with_unit(one, unit) for one in typed)


_Side = tuple[Expr, str | None]
"""A side as it was written, and its unit."""


def _other_unit(names: Names, first: _Side, second: _Side) -> str:
    """The hint where units do not mix: of a number with the wrong unit the right one, and what to compare it with."""
    for (asked, unit), (number, other) in ((first, second), (second, first)):
        if isinstance(number, Number) and number.unit is not None and not isinstance(asked, Number) and unit:
            counted = unparse(asked)
            right = unparse(changed(number, unit=unit))
            in_other = _same_cards(counted) or in_unit(names, other)
            if len(counted) > _SHOWN:
                return in_other
            return "; ".join(text for text in (f"`{counted}` counts {unit}: write `{right}`", in_other) if text)
    return in_unit(names, second[1])


def _same_cards(counted: str) -> str:
    """What counts the same cards in another unit."""
    if counted in SAME_CARDS:
        return f"the points of the same cards are `{SAME_CARDS[counted]}`"
    count = next((count for count, points in SAME_CARDS.items() if points == counted), "")
    return f"how many cards those are is `{count}`" if count else ""


def in_unit(names: Names, unit: str | None) -> str:
    """The hint of what is counted in a unit here."""
    found = names.measured_in(unit)
    if unit is None or not found:
        return ""
    return f"in {unit} there are here: {', '.join(f'`{one}`' for one in found[:8])}"


def comparison(checker: Checker, node: Comparison, _expected: Type | None) -> Expr | None:
    """`is`, the orders, and `in`."""
    if node.comparator in {"in", "not in"}:
        return _membership(checker, node)
    if node.comparator in {"is", "is not"}:
        left, right = both(checker, node.left, node.right, None)
    else:
        left, right = both(checker, node.left, node.right, None if _may_be_member(checker, node) else NUMBER)
    if left is None or right is None:
        return None
    if isinstance(left.type, Quantity) and isinstance(right.type, Quantity):
        together = unified(checker, (node.left, node.right), (left, right), node.span)
        return None if together is None else changed(node, left=together[0], right=together[1], type=TRUTH)
    same = isinstance(left.type, Member) and left.type == right.type
    if same and node.comparator in {"is", "is not"}:
        return changed(node, left=left, right=right, type=TRUTH)
    sides = shown(node.left, left), shown(node.right, right)
    checker.tell(_no_order(checker, node, *sides) if same else _objection(checker, node, *sides))
    return None


def _may_be_member(checker: Checker, node: Comparison) -> bool:
    """Whether a side of an order is of an enumeration, which wants its own message."""
    return is_open(checker.names, node.left) != is_open(checker.names, node.right)


def _objection(checker: Checker, node: Comparison, left: Shown, right: Shown) -> Diagnostic:
    """Why two values are not compared."""
    instead = checker.names.instead
    if left.kind == right.kind and isinstance(left.kind, Record | Many | Truth):
        return type_messages.no_comparison(node.span, left, instead(node.left, left.kind, right.kind))
    if isinstance(right.kind, SetOf) and node.comparator in {"is", "is not"}:
        remedy = f"write `{'in' if node.comparator == 'is' else 'not in'}` before a set"
    else:
        remedy = instead(node.left, left.kind, right.kind) or instead(node.right, right.kind, left.kind)
        members = [kind for kind in (left.kind, right.kind) if isinstance(kind, Member)]
        if not remedy and len(members) == 1 and members[0].enum in checker.scope.enums:
            remedy = type_messages.members_of(checker.scope.enums[members[0].enum])
    return type_messages.not_comparable(node.span, left, right, remedy)


def _no_order(checker: Checker, node: Comparison, left: Shown, right: Shown) -> Diagnostic:
    """`card.rank at most 3`: a range says it."""
    assert isinstance(left.kind, Member)
    enum = checker.scope.enums[left.kind.enum]
    start, end, remedy = left.text, right.text, ""
    if end in enum.members:
        at = enum.members.index(end)
        first, last = (0, at) if node.comparator == "at most" else (0, at - 1)
        if node.comparator in {"at least", "above"}:
            first = at + (node.comparator == "above")
            remedy = f"write `{start} in {enum.members[first]}..`" if first < len(enum.members) else ""
        elif last >= 0:
            remedy = f"write `{start} in {enum.members[first]}..{enum.members[last]}`"
    return type_messages.no_order(node.span, left, node.comparator, remedy)


def _membership(checker: Checker, node: Comparison) -> Expr | None:
    """`x in 1..3`."""
    if is_open(checker.names, node.left) and not is_open(checker.names, node.right):
        right = checker.visit(node.right, None)
        kind = right.type if right is not None else UNTOLD
        left = checker.visit(node.left, kind.element if isinstance(kind, SetOf) else kind)
    else:
        left = checker.visit(node.left, None)
        right = checker.visit(node.right, _set_of(left))
        if isinstance(right, Choice) and not isinstance(node.right, Choice | Conditional):
            right = right.items[0]
    if left is None or right is None:
        return None
    sides = shown(node.left, left), shown(node.right, right)
    kind, wanted = sides[0].kind, sides[1].kind
    if not isinstance(wanted, SetOf):
        remedy = "" if isinstance(wanted, Many | Record) else f"write `is`, or a list: `[{sides[1].text}]`"
        checker.tell(type_messages.not_a_set(node.right.span, sides[1], node.comparator, remedy))
        return None
    if isinstance(kind, Quantity) and isinstance(wanted.element, Quantity):
        together = unified(checker, (node.left, node.right), (left, right), node.span)
        return None if together is None else changed(node, left=together[0], right=together[1], type=TRUTH)
    if isinstance(kind, Member) and kind == wanted.element:
        return changed(node, left=left, right=right, type=TRUTH)
    remedy = checker.names.instead(node.left, kind, wanted.element)
    checker.tell(type_messages.not_comparable(node.span, *sides, remedy))
    return None


def element_of(kind: Type) -> Type:
    """The type of what a set holds; any other type as it is."""
    return kind.element if isinstance(kind, SetOf) else kind


def _set_of(typed: Expr | None) -> Type | None:
    """What is expected after `in`."""
    if typed is None:
        return UNTOLD
    return SetOf(typed.type) if isinstance(typed.type, Quantity | Member) else None


def choice(checker: Checker, node: Choice, expected: Type | None) -> Expr | None:
    """`[3, 4, 7]`: single values and ranges of one kind."""
    found = _same_kind(checker, node.items, expected)
    if found is None:
        return None
    for item, typed in zip(node.items, found, strict=True):
        if isinstance(item, Choice):
            checker.tell(type_messages.list_in_list(item.span, unparse(item)))
            return None
        if isinstance(typed.type, SetOf) and not isinstance(item, Range):
            checker.tell(type_messages.range_end(item.span, shown(item, typed)))
            return None
    return _as_set(checker, node, node.items, found)


def range_of(checker: Checker, node: Range, expected: Type | None) -> Expr | None:
    """`3..7`, `3..`: two ends of one kind."""
    ends = (node.low,) if node.high is None else (node.low, node.high)
    found = _same_kind(checker, ends, expected)
    if found is None:
        return None
    for end, typed in zip(ends, found, strict=True):
        if isinstance(typed.type, SetOf):
            checker.tell(type_messages.range_end(end.span, shown(end, typed)))
            return None
    return _as_set(checker, node, ends, found) if _in_order(checker, node, found) else None


def _same_kind(checker: Checker, nodes: Sequence[Expr], expected: Type | None) -> tuple[Expr, ...] | None:
    """The parts of a set, bare words looked up as `expected`, or as what the first part with a type of its own is."""
    kind = None if expected is None else element_of(expected)
    done: dict[int, Expr | None] = {}
    if kind is None:
        at = next((at for at, node in enumerate(nodes) if not is_open(checker.names, node)), 0)
        first = done[at] = checker.visit(nodes[at], None)
        kind = UNTOLD if first is None else element_of(kind_of(first))
    for at, node in enumerate(nodes):
        if at not in done:
            done[at] = checker.visit(node, kind)
    typed = [one for at in range(len(nodes)) if (one := done[at]) is not None]
    return tuple(typed) if len(typed) == len(nodes) else None


def _as_set(checker: Checker, node: Choice | Range, nodes: Sequence[Expr], found: tuple[Expr, ...]) -> Expr | None:
    """The set with its type; a message if its parts are of different kinds."""
    elements = [element_of(kind_of(one)) for one in found]
    for part, typed, kind in zip(nodes, found, elements, strict=True):
        if not isinstance(kind, Quantity | Member):
            remedy = checker.names.instead(part, kind, None)
            checker.tell(type_messages.range_end(part.span, shown(part, typed), remedy))
            return None
    first = elements[0]
    if all(isinstance(one, Quantity) for one in elements):
        together = unified(checker, nodes, found, node.span)
        if together is None:
            return None
        found = together
        first = Quantity(next((unit_of(one) for one in found if unit_of(one)), None))
    else:
        for part, typed, kind in zip(nodes, found, elements, strict=True):
            if kind != first:
                sides = shown(nodes[0], found[0]), shown(part, typed)
                checker.tell(type_messages.not_comparable(part.span, *sides))
                return None
    assert isinstance(first, Quantity | Member)
    if isinstance(node, Choice):
        return changed(node, items=found, type=SetOf(first))
    return changed(node, low=found[0], high=found[1] if len(found) > 1 else None, type=SetOf(first))


def _in_order(checker: Checker, node: Range, found: Sequence[Expr]) -> bool:
    """Whether the ends are in order, as far as they are written out."""
    values: list[int] = []
    for end in found:
        if isinstance(end.type, Member) and isinstance(end, Name) and end.sort == "member":
            enum: Enumeration = checker.scope.enums[end.type.enum]
            if end.name in enum.outside:
                checker.tell(type_messages.outside_the_order(end.span, end.name, enum.name))
                return False
            values.append(enum.index(end.name))
        elif isinstance(end, Number):
            values.append(end.value)
        elif isinstance(end, Negative) and isinstance(end.operand, Number):
            values.append(-end.operand.value)
    if len(values) == 2 and values[0] > values[1]:
        checker.tell(type_messages.empty_range(node.span, unparse(node)))
        return False
    return True
