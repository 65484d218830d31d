"""Quantities, members and sets in words.

A quantity is named in one of two styles: `label` inside a sentence (*the sum of its loose points*, always in the
singular, so that no verb has to agree with it) and `short` in front of a colon or in parentheses (*loose points*).
What a field belongs to is a `Thing`: the topic of the sentence is *it*, all others have a name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from referee.lang.fit import unit_of
from referee.lang.syntax import (
    Arithmetic,
    Call,
    Choice,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Over,
    Range,
    TruthValue,
)
from referee.lang.types import Many, Member, Quantity, Record, SetOf
from referee.lang.walk import written_number
from referee.voice.settle import Known
from referee.voice.tongue import Tongue

Style = Literal["label", "short"]

_TOPICS = {
    "pack.wild": "card",
    "points": "card",
    "turn.may_take": "card",
    "turn.may_discard": "card",
    "melds.each_meld": "meld",
}
"""The slots whose sentence begins with the thing it is about; there it is *it* afterwards."""

_LONGEST_LIST = 3
"""A range of so many members at most is said as a list: 3 or 4; a longer one from end to end: 2 to 8."""

_TIGHTNESS = {"+": 1, "-": 1, "*": 2, "/": 2}


@dataclass(frozen=True, slots=True)
class Thing:
    """What a field belongs to: as subject (`it`), as owner (`of`), and as the verb *has* wants it (`by`).

    The topic of the sentence has no `of`: what belongs to it is *its*. `record` says what it is then.
    """

    it: str
    of: str
    by: str
    record: str = ""

    @property
    def topic(self) -> bool:
        """Whether it is the topic."""
        return bool(self.record)


@dataclass(frozen=True, slots=True)
class About:
    """What the record names of one expression are called: facts such as `card`, and variables."""

    slot: str
    things: Mapping[str, Thing] = field(default_factory=dict)


class Quantities(ABC):
    """How one language names values at one table. Conditions inside them are the subclass's affair."""

    def __init__(self, tongue: Tongue, known: Known | None = None) -> None:
        self.tongue = tongue
        self.known = known or Known()
        self.forms = tongue.forms

    @abstractmethod
    def plain(self, expr: Expr, about: About) -> str:
        """A condition as a statement."""

    @abstractmethod
    def when(self, expr: Expr, about: About) -> str:
        """A condition after *if*, that word included."""

    # things

    def about(self, slot: str, *, named: bool = False) -> About:
        """What is what in a slot; with `named` there is no topic, as where no sentence goes before."""
        block = slot.split(".*", maxsplit=1)[0]
        topic = None if named else _TOPICS.get(block)
        things = {name: self.thing(self.forms["names"][name]) for name in ("card", "meld", "closer")}
        if block.startswith("close."):
            things["card"] = self.thing(self.forms["things"]["closing_card"])
        if topic:
            things[topic] = self.pronoun(topic)
        return About(slot, things)

    def thing(self, forms: Mapping[str, str]) -> Thing:
        """A thing with a name of its own."""
        return Thing(forms["it"], forms["of"], forms.get("by", forms["it"]))

    def pronoun(self, record: str) -> Thing:
        """The topic: card, meld or seat."""
        things = self.forms["things"]
        it = things["it"][record]
        return Thing(it, "", things.get("it_by", things["it"])[record], record)

    def inside(self, about: About, variable: str, thing: Thing) -> About:
        """Inside a function over a collection: its variable is the topic there, and nothing else."""
        named = {"card": self.forms["names"]["card"], "meld": self.forms["names"]["meld"]}
        named["seat"] = self.forms["things"]["that_seat"]
        others = {name: self.thing(named[one.record]) if one.topic else one for name, one in about.things.items()}
        return replace(about, things={**others, variable: thing})

    def owner(self, base: Expr, about: About) -> Thing:
        """What the field of `base` belongs to."""
        assert isinstance(base, Name)
        return about.things[base.name]

    # quantities

    def quantity(self, expr: Expr, about: About, style: Style = "label") -> str:
        """A value of any kind, named."""
        if isinstance(expr.type, SetOf):
            return self.set_of(expr, about, unit=unit_of(expr))
        number = written_number(expr)
        if number is not None:
            return self.tongue.amount(number, expr.type.unit if isinstance(expr.type, Quantity) else None)
        match expr:
            case TruthValue(value=value):
                return self.tongue.truth(value)
            case Name():
                return self._name(expr, style)
            case Field():
                return self._field(expr, about, style)
            case Call():
                return self._call(expr, about, style)
            case Over():
                return self._over(expr, about, style)
            case Negative(operand=operand):
                inner = self._operand(operand, about, style, 2)
                return str(self.forms["arithmetic"]["negative"].format(a=inner))
            case Arithmetic(operator=operator, left=left, right=right):
                level = _TIGHTNESS[operator]
                a = self._operand(left, about, style, level)
                b = self._operand(right, about, style, level + 1)
                return str(self.forms["arithmetic"][operator].format(a=a, b=b))
            case Conditional(test=test, then=then, otherwise=otherwise):
                x, y = self._branch(then, about, style), self._branch(otherwise, about, style)
                return str(self.forms["conditional"].format(**{"x": x, "if": self.when(test, about), "y": y}))
        return self.plain(expr, about)

    def _operand(self, expr: Expr, about: About, style: Style, level: int) -> str:
        """Part of a sum or product, in parentheses where it would be misread without."""
        text = self.quantity(expr, about, style)
        loose = isinstance(expr, Conditional) or (isinstance(expr, Arithmetic) and _TIGHTNESS[expr.operator] < level)
        return f"({text})" if loose else text

    def _branch(self, expr: Expr, about: About, style: Style) -> str:
        text = self.quantity(expr, about, style)
        return f"({text})" if isinstance(expr, Conditional) else text

    def _name(self, expr: Name, style: Style) -> str:
        match expr.sort:
            case "fact":
                return str(self.forms["names"][expr.name][style])
            case "member" if isinstance(expr.type, Member):
                return self.tongue.member(expr.type.enum, expr.name)
            case "option":
                return str(self.forms["option"].format(name=expr.name))
        return str(self.forms["definition"].format(name=expr.name))

    def _field(self, expr: Field, about: About, style: Style) -> str:
        base = expr.base
        if isinstance(base.type, Many):
            assert isinstance(base, Name)
            return str(self.forms["names"][base.name][style])
        forms, owner = self.field_forms(expr), self.owner(base, about)
        if owner.topic:
            return str(forms["short"] if style == "short" else forms["its"])
        return str(forms["of"].format(of=owner.of))

    def field_forms(self, expr: Field) -> Mapping[str, Any]:
        """The spoken forms of a record's field."""
        assert isinstance(expr.base.type, Record)
        forms: Mapping[str, Any] = self.forms["fields"][f"{expr.base.type.name}.{expr.name}"]
        return forms

    def _call(self, expr: Call, about: About, style: Style) -> str:
        forms = self.forms["functions"][expr.function]
        if expr.function == "coins":
            return str(forms["of"].format(x=self.quantity(expr.arguments[0], about, style)))
        written = [number for one in expr.arguments if (number := written_number(one)) is not None]
        others = [one for one in expr.arguments if written_number(one) is None]
        if len(written) == 1 and len(others) == 1:
            x = self.quantity(others[0], about, style)
            return str(forms["bound"].format(x=x, n=self.tongue.figure(written[0])))
        listed = "; ".join(self.quantity(one, about, "short") for one in expr.arguments)
        return str(forms["of"].format(list=listed))

    def _over(self, expr: Over, about: About, style: Style) -> str:
        """`sum`, `min`, `max` and `count` over a collection."""
        forms = self.forms["functions"][expr.function]
        collection = self.collection(expr)
        noun = self.noun_in(expr)
        if noun:
            return str(noun[style].format(at=collection["at"]))
        inside = self.inside(about, expr.variable, self.pronoun(self.record(expr)))
        if expr.function == "count":
            pattern = forms["short"] if style == "short" else forms["over"]
            return str(pattern.format(over=collection["over"], p=self.plain(expr.body, inside)))
        return str(forms["over"].format(over=collection["over"], x=self.quantity(expr.body, inside, "short")))

    def collection(self, expr: Over) -> Mapping[str, str]:
        """The spoken forms of the collection a function runs over."""
        assert isinstance(expr.collection, Name)
        forms: Mapping[str, str] = self.forms["names"][expr.collection.name]
        return forms

    def record(self, expr: Over) -> str:
        """What the collection holds."""
        assert isinstance(expr.collection.type, Many)
        return expr.collection.type.record

    def noun_in(self, expr: Over) -> Mapping[str, str] | None:
        """Forms of *jokers in hand*, if what is counted has a noun of its own."""
        body = expr.body
        if expr.function != "count" or not isinstance(body, Field) or not isinstance(body.base.type, Record):
            return None
        if not isinstance(body.base, Name) or body.base.name != expr.variable:
            return None
        noun: Mapping[str, str] | None = self.field_forms(body).get("noun")
        return noun

    # sets

    def set_of(self, expr: Expr, about: About, *, joiner: str = "or", unit: str | None = None) -> str:
        """A set in a unit: `3 or 4 cards`, `2 to 8 seats`, `3 cards or more`, `1, 2 or 3`."""
        items = expr.items if isinstance(expr, Choice) else (expr,)
        if len(items) == 1 and isinstance(items[0], Range) and items[0].high is None:
            return self._open(items[0], about, unit)
        parts = [part for item in items for part in self.item(item, about)]
        if len(parts) == 1 and (number := written_number(items[0])) is not None:
            return self.tongue.amount(number, unit)
        text = self.tongue.listed(parts, joiner)
        return text if unit is None else str(self.forms["units"][unit]["other"].format(n=text))

    def _open(self, item: Range, about: About, unit: str | None) -> str:
        number = written_number(item.low)
        low = self.value_of(item.low, about) if number is None else self.tongue.amount(number, unit)
        return str(self.forms["range"]["open"].format(c=low))

    def item(self, item: Expr, about: About) -> list[str]:
        """One item of a set: itself, the members of a short range, or a long one from end to end."""
        if not isinstance(item, Range):
            return [self.value_of(item, about)]
        if item.high is None:
            return [self._open(item, about, None)]
        between = self._between(item.low, item.high)
        if between and len(between) <= _LONGEST_LIST:
            return between
        low, high = self.value_of(item.low, about), self.value_of(item.high, about)
        return [str(self.forms["range"]["closed"].format(low=low, high=high))]

    def _between(self, low: Expr, high: Expr) -> list[str]:
        """What lies between two ends that are written out, both included; nothing if they are not."""
        first, last = written_number(low), written_number(high)
        if first is not None and last is not None:
            return [self.tongue.figure(number) for number in range(first, min(last, first + _LONGEST_LIST) + 1)]
        if isinstance(low, Name) and isinstance(high, Name) and isinstance(low.type, Member):
            enum = low.type.enum
            members = self.known.enums[enum].members if enum in self.known.enums else ()
            if low.name in members and high.name in members:
                return [
                    self.tongue.member(enum, m) for m in members[members.index(low.name) : members.index(high.name) + 1]
                ]
        return []

    def value_of(self, expr: Expr, about: About) -> str:
        """A value without its unit."""
        number = written_number(expr)
        return self.tongue.figure(number) if number is not None else self.quantity(expr, about)
