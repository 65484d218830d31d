"""A slow and obvious evaluator of expressions, sharing no code with the compiler: it walks the tree and asks.

Members are their names here, a joker's suit is None, and a set is asked value by value; quantities are ints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.lang import syntax


@dataclass
class Twin:
    """`facts` and `options` by name with members as names; `order` gives each enumeration's members in order."""

    facts: dict[str, Any]
    options: dict[str, Any]
    definitions: dict[str, Any]
    order: dict[str, list[str]]

    def value(self, node: Any, names: dict[str, Any] | None = None) -> Any:
        names = names or {}
        return getattr(self, type(node).__name__.lower())(node, names)

    def number(self, node, names):
        return node.value

    def truthvalue(self, node, names):
        return node.value

    def name(self, node, names):
        if node.sort == "member":
            return node.name
        if node.sort == "variable":
            return names[node.name]
        if node.sort == "definition":
            return self.value(self.definitions[node.name])
        return self.facts[node.name] if node.sort == "fact" else self.options[node.name]

    def field(self, node, names):
        base = self.value(node.base, names)
        return len(base) if isinstance(base, list) else base[node.name]

    def call(self, node, names):
        values = sorted(self.value(one, names) for one in node.arguments)
        return values[-1] if node.function == "max" else values[0]

    def over(self, node, names):
        values = [self.value(node.body, {**names, node.variable: one}) for one in self.value(node.collection, names)]
        if node.function == "count":
            return values.count(True)
        if node.function == "all":
            return False not in values
        if node.function == "any":
            return True in values
        total = 0
        for value in values:
            total += value
        return (
            total if node.function == "sum" else (sorted(values)[0 if node.function == "min" else -1] if values else 0)
        )

    def negative(self, node, names):
        return 0 - self.value(node.operand, names)

    def arithmetic(self, node, names):
        left, right = self.value(node.left, names), self.value(node.right, names)
        if node.operator == "/":
            quotient = 0
            while (quotient + 1) * right <= left:
                quotient += 1
            while quotient * right > left:
                quotient -= 1
            return quotient
        return {"+": left + right, "-": left - right, "*": left * right}[node.operator]

    def comparison(self, node, names):
        left = self.value(node.left, names)
        word = node.comparator
        if word.endswith("in"):
            return self.inside(left, node.right, names) is (word == "in")
        right = self.value(node.right, names)
        if word.startswith("is"):
            same = left is not None and left == right
            return same is (word == "is")
        less, equal = left < right, left == right
        return {"at most": less or equal, "below": less, "at least": not less, "above": not less and not equal}[word]

    def inside(self, value, node, names):
        if isinstance(node, syntax.Choice):
            return any(self.inside(value, item, names) for item in node.items)
        if not isinstance(node, syntax.Range):
            return value is not None and value == self.value(node, names)
        low = self.value(node.low, names)
        high = None if node.high is None else self.value(node.high, names)
        if isinstance(value, str) or value is None or isinstance(low, str) or low is None:
            order = self.order[node.low.type.enum]
            if value not in order or low not in order or (node.high is not None and high not in order):
                return False
            value, low, high = order.index(value), order.index(low), None if high is None else order.index(high)
        return low <= value and (high is None or value <= high)

    def not_(self, node, names):
        return not self.value(node.operand, names)

    def and_(self, node, names):
        return False not in [self.value(part, names) for part in node.parts]

    def or_(self, node, names):
        return True in [self.value(part, names) for part in node.parts]

    def conditional(self, node, names):
        return self.value(node.then if self.value(node.test, names) else node.otherwise, names)


setattr(Twin, "not", Twin.not_)
setattr(Twin, "and", Twin.and_)
setattr(Twin, "or", Twin.or_)
