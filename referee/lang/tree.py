"""Checked trees as JSON: what a rule set's canonical form is made of, and what other programs evaluate.

Every node is an object with `type` and keys that say what it is:

    {"number": 5, "type": "points"}                          {"truth": true, "type": "yes_no"}
    {"fact": "deadwood", "type": "points"}                   also `option`, `definition`, `variable`
    {"member": "oros", "type": {"enum": "suit"}}
    {"field": "rank", "of": …}                               `of` a record; of a collection only "count"
    {"call": "min", "arguments": […]}                        min, max, coins
    {"over": "count", "each": …, "variable": "c", "in": …}   all, any, count, sum, min, max
    {"list": […]}                                            a set; items are values or ranges
    {"from": …, "to": …}                                     a range, ends included; without "to": and more
    {"op": "negative", "operand": …}                         {"op": "not", "operand": …}
    {"op": "+", "left": …, "right": …}                       + - * and /, which rounds down
    {"op": "at most", "left": …, "right": …}                 is, is not, at most, at least, below, above, in, not in
    {"op": "and", "parts": […]}                              and, or
    {"if": …, "then": …, "else": …}
    {"prefer": "lowest", "operand": …}                       lowest, highest, holds

Types are a unit or "number", "yes_no", "criterion", {"enum": "suit"}, {"record": "card"}, {"many": "card"} or
{"set": type}. The unit of a number is its type. Nothing is lost but where the text stood.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee import limits
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
from referee.lang.types import TRUTH, Criterion, Many, Member, Quantity, Record, SetOf, Type
from referee.lang.words import UNITS

_ARITHMETIC: Final = ("+", "-", "*", "/")
_COMPARATORS: Final = ("is", "is not", "at most", "at least", "below", "above", "in", "not in")
_SORTS: Final = ("fact", "option", "definition", "variable", "member")


def to_json(expr: Expr) -> dict[str, Any]:
    """The JSON tree of a checked tree; ValueError for one that was not checked."""
    if expr.type is None:
        raise ValueError("only a checked tree has a JSON form")
    return {**_content(expr), "type": type_to_json(expr.type)}


def from_json(tree: Mapping[str, Any]) -> Expr:
    """The checked tree of a JSON tree, without spans. ValueError if it is not one, or nested too deep."""
    try:
        return _node(tree, 1)
    except (KeyError, TypeError, AttributeError) as fault:
        raise ValueError("not the JSON tree of an expression") from fault


def type_to_json(kind: Type) -> Any:
    """The JSON form of a type."""
    match kind:
        case Member(enum=name):
            return {"enum": name}
        case Record(name=name):
            return {"record": name}
        case Many(record=name):
            return {"many": name}
        case SetOf(element=element):
            return {"set": type_to_json(element)}
    return str(kind)


def type_from_json(kind: Any) -> Type:
    """The type of a JSON form; ValueError if it is none."""
    if isinstance(kind, str):
        simple: dict[str, Type] = {"number": Quantity(), "yes_no": TRUTH, "criterion": Criterion()}
        if kind in simple:
            return simple[kind]
        if kind in UNITS:
            return Quantity(kind)
    elif isinstance(kind, Mapping) and len(kind) == 1:
        form, name = next(iter(kind.items()))
        if form == "set":
            element = type_from_json(name)
            if isinstance(element, Quantity | Member):
                return SetOf(element)
        elif isinstance(name, str) and form in _NAMED:
            return _NAMED[form](name)
    raise ValueError(f"{kind!r} is not a type")


_NAMED: Final[dict[str, Callable[[str], Type]]] = {"enum": Member, "record": Record, "many": Many}


def _content(expr: Expr) -> dict[str, Any]:
    """What a node says besides its type."""
    match expr:
        case Number(value=value):
            return {"number": value}
        case TruthValue(value=value):
            return {"truth": value}
        case Name(name=name, sort=sort):
            return {sort: name}
        case Field(base=base, name=name):
            return {"field": name, "of": to_json(base)}
        case Call(function=function, arguments=arguments):
            return {"call": function, "arguments": [to_json(one) for one in arguments]}
        case Over(function=function, body=body, variable=variable, collection=collection):
            return {"over": function, "each": to_json(body), "variable": variable, "in": to_json(collection)}
        case Choice(items=items):
            return {"list": [to_json(item) for item in items]}
        case Range(low=low, high=None):
            return {"from": to_json(low)}
        case Range(low=low, high=high):
            assert high is not None
            return {"from": to_json(low), "to": to_json(high)}
        case Negative(operand=operand):
            return {"op": "negative", "operand": to_json(operand)}
        case Not(operand=operand):
            return {"op": "not", "operand": to_json(operand)}
        case Arithmetic(operator=operator, left=left, right=right):
            return {"op": operator, "left": to_json(left), "right": to_json(right)}
        case Comparison(comparator=comparator, left=left, right=right):
            return {"op": comparator, "left": to_json(left), "right": to_json(right)}
        case And(parts=parts) | Or(parts=parts):
            return {"op": "and" if isinstance(expr, And) else "or", "parts": [to_json(part) for part in parts]}
        case Conditional(test=test, then=then, otherwise=otherwise):
            return {"if": to_json(test), "then": to_json(then), "else": to_json(otherwise)}
        case Preference(prefer=prefer, operand=operand):
            return {"prefer": prefer, "operand": to_json(operand)}


def _node(tree: Mapping[str, Any], level: int) -> Expr:
    """The node of an object; the first key that says what it is decides."""
    if level > limits.EXPRESSION_DEPTH + 2:  # the checker may add a list round a single value
        raise ValueError("the JSON tree of an expression is nested too deep")
    kind = type_from_json(tree["type"])

    def part(key: str) -> Expr:
        return _node(tree[key], level + 1)

    def parts(key: str) -> tuple[Expr, ...]:
        return tuple(_node(one, level + 1) for one in tree[key])

    if "op" in tree:
        return _operation(_word(tree["op"]), kind, part, parts)
    if "number" in tree:
        if not isinstance(kind, Quantity):
            raise ValueError("a number is a quantity")
        return Number(_whole(tree["number"]), kind.unit, type=kind)
    if "truth" in tree:
        return TruthValue(tree["truth"] is True, type=kind)
    if "field" in tree:
        return Field(part("of"), _word(tree["field"]), type=kind)
    if "call" in tree:
        return Call(_word(tree["call"]), parts("arguments"), type=kind)
    if "over" in tree:
        return Over(_word(tree["over"]), part("each"), _word(tree["variable"]), part("in"), type=kind)
    if "list" in tree:
        return Choice(parts("list"), type=kind)
    if "from" in tree:
        return Range(part("from"), part("to") if "to" in tree else None, type=kind)
    if "if" in tree:
        return Conditional(part("if"), part("then"), part("else"), type=kind)
    if tree.get("prefer") in ("lowest", "highest", "holds"):
        return Preference(tree["prefer"], part("operand"), type=kind)
    for sort in _SORTS:
        if sort in tree:
            return Name(_word(tree[sort]), sort, type=kind)
    raise ValueError("an object that is no part of an expression")


def _operation(word: str, kind: Type, part: Callable[[str], Expr], parts: Callable[[str], tuple[Expr, ...]]) -> Expr:
    """The node of an object with `op`."""
    if word in _COMPARATORS:
        return Comparison(word, part("left"), part("right"), type=kind)  # type: ignore[arg-type]
    if word in _ARITHMETIC:
        return Arithmetic(word, part("left"), part("right"), type=kind)  # type: ignore[arg-type]
    if word in ("and", "or"):
        return (And if word == "and" else Or)(parts("parts"), type=kind)
    if word in ("not", "negative"):
        return (Not if word == "not" else Negative)(part("operand"), type=kind)
    raise ValueError(f"{word!r} is not an operation")


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a word is expected")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError("a whole number is expected")
    return value
