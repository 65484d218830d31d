"""What a word may mean in one place: the names a scope offers, and hints for words and units that do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest
from referee.lang import messages, type_messages
from referee.lang.meant import JOKERS_MEANT, MEMBERS_MEANT, NUMBERS, REMOVALS
from referee.lang.scope import Scope
from referee.lang.syntax import Expr, Name, Sort
from referee.lang.types import Many, Member, Quantity, Record, Truth, Type
from referee.lang.unparse import unparse
from referee.lang.words import FUNCTIONS, TRUTH_WORDS


@dataclass(slots=True)
class Names:
    """A scope and the variables of the `for`s around a place."""

    scope: Scope
    variables: dict[str, Type] = field(default_factory=dict)

    def known(self, name: str) -> tuple[Sort, Type] | None:
        """The sort and type of a name that can be used here; a member is none of them."""
        scope = self.scope
        sources: tuple[tuple[Sort, Mapping[str, Type]], ...] = (
            ("variable", self.variables),
            ("fact", scope.facts),
            ("option", scope.options),
            ("definition", scope.definitions),
        )
        for sort, source in sources:
            if name in source:
                return (sort, source[name]) if sort != "definition" or not self.missing(name) else None
        return None

    def missing(self, definition: str) -> list[str]:
        """The facts a definition needs that are not known here."""
        return sorted(self.scope.needs.get(definition, frozenset()).difference(self.scope.facts))

    def usable(self) -> tuple[str, ...]:
        """Every name that can be used here, in alphabetical order."""
        scope, defined = self.scope, len(self.scope.definitions)  # definitions are added while they are checked
        if defined not in scope.memo:
            definitions = (name for name in scope.definitions if not self.missing(name))
            scope.memo[defined] = tuple(sorted({*scope.facts, *scope.options, *definitions}))
        names = scope.memo[defined]
        return tuple(sorted({*self.variables, *names})) if self.variables else names

    def taken(self, name: str) -> str | None:
        """What a name is already, so that no variable may have it; None if it is free."""
        scope = self.scope
        if name in self.variables:
            return "the name of an enclosing `for`"
        if name in scope.facts or name in scope.elsewhere:
            return "a name of the vocabulary"
        if name in scope.options:
            return "an option"
        if name in scope.definitions:
            return "a definition"
        return "a function" if name in FUNCTIONS else None

    def unknown(self, node: Name, expected: Type | None) -> Diagnostic:
        """What to say of a word that is neither a name nor a member here."""
        scope, name, span = self.scope, node.name, node.span
        if isinstance(expected, Member) and expected.enum in scope.enums:
            enum = scope.enums[expected.enum]
            meant = MEMBERS_MEANT.get(name.casefold(), "")
            guess = meant if meant in enum.members else nearest(name, [*enum.members, *enum.outside])
            if guess or (name not in scope.elsewhere and name not in scope.definitions):
                return type_messages.not_a_member(span, name, enum, guess)
        if name in scope.definitions:
            return type_messages.needs_more(span, name, self.missing(name), scope.slot)
        if name in scope.elsewhere:
            plural = f"{name}s" if isinstance(scope.facts.get(f"{name}s"), Many) else None
            return type_messages.not_here(span, name, scope.slot, scope.elsewhere[name], plural)
        if name.lower() in TRUTH_WORDS and span is not None:
            return messages.other_word(span, name, TRUTH_WORDS[name.lower()])
        for enum in scope.enums.values():
            if name in enum.members or name in enum.outside:
                remedy = self._place_for(name, enum.name, expected)
                if not remedy and name in REMOVALS:
                    remedy = type_messages.TO_REMOVE
                return type_messages.member_out_of_place(span, name, enum.name, remedy)
        if name.casefold() in JOKERS_MEANT and nearest(name, self.usable()) is None and (asked := self._joker()):
            return type_messages.no_joker(span, name, asked)
        removal = name.casefold() in REMOVALS
        number = NUMBERS.get(name.casefold()) if expected is None or isinstance(expected, Quantity) else None
        guess = self._field_called(name) or self._near(name, expected) if number is None else str(number)
        fits = number is not None or guess is None or self._fitting(guess, expected)
        return type_messages.unknown_name(span, name, guess, self.usable(), removal=removal, fits=fits)

    def _near(self, name: str, expected: Type | None) -> str | None:
        """A name that is near: one of what is expected here, else any."""
        usable = self.usable()
        fitting = [one for one in usable if self._fitting(one, expected)]
        return nearest(name, fitting) or nearest(name, usable)

    def _fitting(self, name: str, expected: Type | None) -> bool:
        """Whether a name that can be used here is what is expected."""
        known = self.known(name)
        return expected is None or known is None or _fits(known[1], expected)

    def _joker(self) -> str:
        """How to ask for a joker here: of the card in question, or of a collection of cards; empty where nobody can."""
        of_card = self._field_called("joker")
        among = next((each for each in ("hand", "loose") if each in self.scope.facts), None)
        return "` or `".join(one for one in (of_card, among and f"any(c.joker for c in {among})") if one)

    def _field_called(self, name: str) -> str | None:
        """`card.joker` for `joker`, where there is a card."""
        for base, kind in sorted({**self.scope.facts, **self.variables}.items()):
            if isinstance(kind, Record) and name in self.scope.records.get(kind.name, {}):
                return f"{base}.{name}"
        return None

    def _place_for(self, name: str, enum: str, expected: Type | None) -> str:
        """What a member out of place might have meant: a field of the same name, or one to compare it with."""
        called = self._field_called(name)
        if called:
            return f"did you mean `{called}`?"
        if self.known(enum) == ("option", Member(enum)):
            return f"compare it: `{enum} is {name}`"
        if isinstance(expected, Record):
            fields = self.scope.records.get(expected.name, {})
            fitting = [field for field, kind in fields.items() if kind == Member(enum)]
            return f"compare it with a field, such as `.{fitting[0]}`" if fitting else ""
        asked = self._of_enum(enum)
        return f"compare it with `{asked[0]}`" if asked else ""

    def _of_enum(self, enum: str) -> list[str]:
        """What can be asked here that is a member of an enumeration: `card.suit`, `outcome`."""
        known = {**self.scope.facts, **self.variables}
        plain = [name for name, kind in sorted(known.items()) if kind == Member(enum)]
        return plain + [
            f"{base}.{field}"
            for base, kind in sorted(known.items())
            if isinstance(kind, Record)
            for field, one in self.scope.records.get(kind.name, {}).items()
            if one == Member(enum)
        ]

    def collections(self) -> list[str]:
        """The facts that are collections."""
        return sorted(name for name, kind in self.scope.facts.items() if isinstance(kind, Many))

    def measured_in(self, unit: str | None) -> list[str]:
        """What is counted in `unit` here, to propose where units do not mix."""
        found: list[str] = []
        for name, kind in sorted(self.scope.facts.items()):
            if isinstance(kind, Many) and self.scope.units_of.get(kind.record) == unit:
                found.append(f"{name}.count")
            elif kind == Quantity(unit):
                found.append(name)
        return found

    def instead(self, node: Expr, kind: Type, other: Type | None) -> str:
        """A hint for a collection or record that stands where `other` (None: any quantity) is wanted."""
        shown = unparse(node)
        if isinstance(kind, Many):
            return f"did you mean `{shown}.count`?"
        if isinstance(kind, Truth):
            return f"write `{shown}` or `not {shown}` by itself" if isinstance(other, Truth) else ""
        if not isinstance(kind, Record):
            return ""
        fields = self.scope.records.get(kind.name, {})
        fitting = [f"{shown}.{name}" for name, one in fields.items() if _fits(one, other)]
        if not fitting or len(shown) > 40:
            return ""
        return f"did you mean {messages.such_as([f'`{one}`' for one in fitting[:4]])}?"


def _fits(kind: Type, other: Type | None) -> bool:
    """Whether a field of type `kind` could be compared with `other`."""
    if isinstance(other, Quantity):
        return isinstance(kind, Quantity) and (kind.unit is None or other.unit is None or kind.unit == other.unit)
    if other is None or isinstance(other, Record | Many):
        return isinstance(kind, Quantity | Member)
    return kind == other
